"""Sheets over the table of any game: the list of what happened, corrections, points by hand, a fault proved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView

from companion import theme
from companion.record.asking import Asking
from companion.record.match_summary import sides_of
from companion.record.session import Session
from companion.window.games.entry_keys import EntryKeys
from companion.window.table_parts.event_list import EventList, ListLine
from companion.window.widgets.dialogs import Act, Sheet
from companion.window.widgets.geometry import Room
from companion.window.widgets.playing_card import CardRow
from companion.window.widgets.text import FittedLabel, language, plain
from companion.window.wording import phrases, told
from engine.cards import Card
from engine.entry import Entry
from engine.events import Adjust, Event
from engine.game import Asked, Expected
from engine.shared.faults import cards_of
from engine.words import Fault

TAPPED = "tapped"
"""What the record says of a point given by a tap."""
POINTS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, -1, -2, -3, -5, -10, -20)


class TableContext(Protocol):
    """What these sheets may use of the table's screen."""

    @property
    def session(self) -> Session:
        """The match on the table."""

    @property
    def room(self) -> Room:
        """The window: its size in pixels and its unit."""

    def change(self, act: Callable[[], object]) -> None:
        """Do something to the session and show what came of it."""

    def open(self, sheet: ModalView) -> None:
        """Open a sheet over the table."""


# -- the list ------------------------------------------------------------------------------------------------


def listed(session: Session, tr: phrases.Translate) -> tuple[list[Entry], list[ListLine]]:
    """Give what happened, newest first, and a line for each."""
    entries = [entry for entry in session.entries if entry.standing][::-1]
    lines = told.lines(session.match, tr)
    return entries, [
        lines.pop() if entry.fits else told.left_out(session.match, entry.event, tr) for entry in entries
    ]


def open_list(table: TableContext) -> EventList:
    """Open what happened, newest first; a tap on a line puts it right."""
    sheet = Sheet(language.tr("What happened"), table.room.unit)
    shown = EventList(unit=table.room.unit)
    entries, shown.lines = listed(table.session, language.tr)

    def correct(_list: EventList, at: int) -> None:
        sheet.shut()
        correct_entry(table, entries[at])

    shown.bind(on_line=correct)
    sheet.part(shown)
    table.open(sheet)
    return shown


# -- corrections ---------------------------------------------------------------------------------------------


def correct_entry(table: TableContext, entry: Entry) -> None:
    """Ask what an event really was: another one, none, or one that was missed before it."""
    session, tr = table.session, language.tr
    match = session.match
    before = match.before(match.place(entry))
    event = entry.event
    offers = [by_hand(event.seat)] if isinstance(event, Adjust) else None
    asking = Asking.of(match, before, offers)
    seat = getattr(event, "seat", None)
    what = told.told(match.game, match.header, event, seat if isinstance(seat, int) else None, tr)
    acts = [
        Act(tr("Delete this"), lambda: table.change(lambda: session.remove(entry))),
        Act(tr("Add a play before this"), lambda: insert_before(table, entry)),
    ]
    title = f"{what}{phrases.BETWEEN}{tr('What was it?')}"
    ask(table, title, asking, lambda right: session.correct(entry, right), acts)


def insert_before(table: TableContext, entry: Entry) -> None:
    """Ask for an event that nobody told, before this one."""
    session = table.session
    asking = Asking.of(session.match, session.match.before(session.match.place(entry)))
    ask(table, language.tr("What was missed?"), asking, lambda event: session.insert(entry, event))


def ask(
    table: TableContext,
    title: str,
    asking: Asking,
    done: Callable[[Event], object],
    acts: list[Act] | None = None,
) -> None:
    """Open the keys for an event over the table, with further buttons below them."""
    sheet, keys = Sheet(title, table.room.unit), EntryKeys(unit=table.room.unit)
    names = table.session.match.header.players

    def finish(asked: Asking) -> None:
        event = asked.event
        if event is not None:
            sheet.shut()
            table.change(lambda: done(event))

    def tapped(_keys: EntryKeys, asked: Asking) -> None:
        if asked.told is not None:
            finish(asked)
        else:
            keys.show(asked, names, upright=table.room.upright)

    keys.bind(on_asking=tapped, on_done=lambda _, asked: finish(asked))
    keys.show(asking, names, upright=table.room.upright)
    sheet.part(keys)
    if acts:
        sheet.acts(acts)
    table.open(sheet)


# -- points by hand ------------------------------------------------------------------------------------------


def by_hand(seat: int) -> Expected:
    """Points given by hand to a seat, as something to be asked for."""
    return Expected("adjust", seat, asks=(Asked("points", POINTS), Asked("why", (TAPPED,))))


def give_points(table: TableContext, side: int) -> None:
    """Ask how many points a side gets or loses by hand."""
    match = table.session.match
    seat = sides_of(match.header)[side][0]
    title = f"{phrases.side_name(match.header, side, language.tr)}: {match.settled.position.scores[side]}"
    ask(table, title, Asking.of(match, None, [by_hand(seat)]), table.session.tap)


# -- a doubt -------------------------------------------------------------------------------------------------


def ask_doubt(table: TableContext, doubt: Entry) -> Sheet:
    """Ask whether an event was right that the camera is not sure of: what may prove a fault is asked before."""
    tr, match, unit = language.tr, table.session.match, table.room.unit
    cards = cards_of(doubt.event)
    seat = getattr(doubt.event, "seat", None)
    what = told.told(match.game, match.header, doubt.event, seat if isinstance(seat, int) else None, tr)
    sheet = Sheet(f"{what}{phrases.BETWEEN}{tr('Was that right?')}", unit, (0.94, 0.7))
    sheet.part(CardRow(cards=list(cards), unit=unit, centred=True))
    right = Act(tr("OK"), lambda: table.change(lambda: table.session.confirm(doubt)))
    sheet.acts([right, Act(_wrong(cards), lambda: correct_entry(table, doubt))])
    table.open(sheet)
    return sheet


# -- a fault -------------------------------------------------------------------------------------------------


def show_fault(table: TableContext, fault: Fault) -> None:
    """Show a fault with both plays: what was laid and what shows it; each can be put right at once."""
    tr, session, unit = language.tr, table.session, table.room.unit
    match = session.match
    sheet = Sheet(told.fault(fault, match, tr), unit, (0.94, 0.8))
    row = BoxLayout(spacing=4 * unit)
    for words, cards in ((tr("Laid"), fault.laid), (tr("Shown by"), fault.shown)):
        row.add_widget(_beside(words, cards, unit))
    sheet.part(row)
    first, last = match.entry(fault.at), match.entry(fault.proved)
    acts = [Act(tr("OK"), lambda: None)]
    if fault.laid:
        acts.append(Act(_wrong(fault.laid), lambda: correct_entry(table, first)))
    if fault.shown and last is not first:
        acts.append(Act(_wrong(fault.shown), lambda: correct_entry(table, last)))
    sheet.acts(acts)
    table.open(sheet)


def _wrong(cards: tuple[Card, ...]) -> str:
    return str(language.tr("It was not {cards}").format(cards=phrases.row(cards)))


def _beside(words: str, cards: tuple[Card, ...], unit: float) -> BoxLayout:
    """Show cards large below a word."""
    box = BoxLayout(orientation="vertical", spacing=unit)
    label = FittedLabel(text=plain(words), halign="center", color=theme.INK_SOFT, size_hint_y=None)
    label.ideal_size, label.height = theme.BODY * unit, 1.4 * theme.BODY * unit
    box.add_widget(label)
    box.add_widget(CardRow(cards=list(cards), unit=unit, centred=True))
    return box
