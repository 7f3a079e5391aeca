"""Corrections of the record: tap a card or a line of the list, then say what it really was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.window.table import event_lines, points_sheet
from companion.window.table.context import TableContext, before_entry, choose_card
from companion.window.table.event_lines import Item
from companion.window.table.recount_sheet import change_cards
from companion.window.widgets.dialogs import Act, Sheet
from companion.window.widgets.playing_card import card_markup
from companion.window.widgets.text import language, plain
from companion.window.wording.phrases import BETWEEN
from engine.cards import Card
from engine.entry import Entry
from engine.events import Adjust, Event
from engine.porrazo.events import Declare, Leftover, Play, Recount, Tendido
from engine.porrazo.foresight import at_play, plays_of, refusal
from engine.porrazo.position import Position
from engine.porrazo.words import ANNOUNCED


def correct_item(table: TableContext, item: Item) -> None:
    """Open the sheet that corrects a line of the list."""
    if item.entry is None:
        points_sheet.give_points(table, item.moves[0].side)
    else:
        correct_entry(table, item.entry)


def correct_entry(table: TableContext, entry: Entry) -> None:
    """Open the sheet that corrects an event."""
    if isinstance(entry.event, Play):
        _correct_play(table, entry, entry.event)
    elif isinstance(entry.event, Tendido | Leftover | Recount):
        change_cards(table, entry)
    elif isinstance(entry.event, Adjust):
        points_sheet.change_points(table, entry, entry.event)
    else:
        _correct_announcement(table, entry)


def correct_card(table: TableContext, at: int) -> None:
    """Open the sheet that corrects the card at this place on the table."""
    cards = table.session.match.position.table
    entry = entry_that_brought(table.session.entries, cards, at)
    if entry is None:
        return
    if isinstance(entry.event, Play):
        _correct_play(table, entry, entry.event)
    else:
        _correct_laid_card(table, entry, cards[at])


def entry_that_brought(entries: list[Entry], cards: tuple[Card, ...], at: int) -> Entry | None:
    """Find the event that brought a card to the table; equal cards lie in the order in which they came."""
    later = sum(card == cards[at] for card in cards[at + 1 :])
    for entry in reversed([entry for entry in entries if entry.counts]):
        brought = _brought(entry.event).count(cards[at])
        if brought > later:
            return entry
        later -= brought
        if isinstance(entry.event, Recount):
            return None
    return None


def _brought(event: Event) -> tuple[Card, ...]:
    if isinstance(event, Play):
        return (event.card,)
    return event.cards if isinstance(event, Tendido | Leftover | Recount) else ()


def _correct_play(table: TableContext, entry: Entry, event: Play) -> None:
    """Correct a play: offer the whole pack, and that it was not played or was played otherwise."""
    tr = language.tr
    name = plain(table.session.header.players[event.seat])
    before = before_entry(table.session, entry)
    title = f"{name}: {card_markup(event.card)}{BETWEEN}{tr('What was it really?')}"
    acts = [
        Act(tr("Delete this play"), lambda: table.change(lambda: table.session.remove(entry))),
        Act(tr("Add a play before this"), lambda: insert_play(table, entry)),
    ]
    other = next((play for play in plays_of(before, event.card) if play.in_place != event.in_place), None)
    if other is not None:
        text = tr("It stayed, in place") if other.in_place else tr("It captured")
        acts.append(
            Act(text, lambda: _correct(table, entry, replace(event, in_place=other.in_place, took=())))
        )
    chosen = _as_played(table, entry, event, before)
    choose_card(table, title, lambda card: refusal(before, chosen(card)) is None,
               lambda card: _correct(table, entry, chosen(card)), acts, event.card)  # fmt: skip


def _as_played(table: TableContext, entry: Entry, event: Play, before: Position) -> Callable[[Card], Play]:
    """Give the function that makes this play with another card, for the seat whose turn it was."""
    seat = at_play(before).turn

    def chosen(card: Card) -> Play:
        plain_play = replace(event, seat=seat, card=card, took=(), in_place=False)
        same = replace(plain_play, in_place=event.in_place)
        return same if refusal(before, same) is None else plain_play

    return chosen


def _correct_laid_card(table: TableContext, entry: Entry, card: Card) -> None:
    """Correct one card of a tendido, a leftover or a recount."""
    event = entry.event
    assert isinstance(event, Tendido | Leftover | Recount)
    before, at = before_entry(table.session, entry), event.cards.index(card)

    def chosen(other: Card) -> Event:
        return replace(event, cards=(*event.cards[:at], other, *event.cards[at + 1 :]))

    title = language.tr("What is the {card} really?").format(card=card_markup(card))
    choose_card(table, title, lambda other: refusal(before, chosen(other)) is None,
               lambda other: _correct(table, entry, chosen(other)), marked=card)  # fmt: skip


def insert_play(table: TableContext, entry: Entry) -> None:
    """Ask for a play that nobody wrote down, before this entry."""
    before = before_entry(table.session, entry)
    seat = at_play(before).turn
    name = plain(table.session.header.players[seat])
    choose_card(
        table,
        language.tr("Missed before {line}. What did {name} play?").format(
            line=_play_said(table, entry), name=name
        ),
        lambda card: refusal(before, Play(seat, card)) is None,
        lambda card: table.change(lambda: table.session.insert(entry, Play(seat, card))),
    )


def _play_said(table: TableContext, entry: Entry) -> str:
    event = entry.event
    assert isinstance(event, Play)
    return f"{plain(table.session.header.players[event.seat])} {card_markup(event.card)}"


def _correct_announcement(table: TableContext, entry: Entry) -> None:
    """Correct an announcement or a claim: another one, or none."""
    tr, event = language.tr, entry.event
    unit = table.room.unit
    sheet = Sheet(event_lines.event_line(Item(entry), table.session.header, tr).what, unit, (0.8, None))
    if isinstance(event, Declare):
        before = before_entry(table.session, entry)
        kinds = [kind for kind in ANNOUNCED if refusal(before, replace(event, kind=kind)) is None]
        sheet.acts([
            Act(tr(ANNOUNCED[kind]), partial(_correct, table, entry, replace(event, kind=kind)))
            for kind in kinds
        ])  # fmt: skip
    sheet.acts([Act(tr("Delete this"), lambda: table.change(lambda: table.session.remove(entry)))])
    table.open(sheet)


def _correct(table: TableContext, entry: Entry, event: Event) -> None:
    if event != entry.event:
        table.change(lambda: table.session.correct(entry, event))
