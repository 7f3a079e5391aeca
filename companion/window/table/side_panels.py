"""The panels of all sides: who they are, how they stand, who is to play, and points given by a tap."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.uix.widget import Widget

from companion import theme
from companion.record import match_summary, side_marks
from companion.window.table import points_sheet
from companion.window.table.context import TableContext
from companion.window.table.event_lines import TAPPED
from companion.window.table.newest import announced
from companion.window.table_parts.panel_layout import alike
from companion.window.table_parts.side_panel import SidePanel
from companion.window.widgets.geometry import Box
from companion.window.widgets.text import language, plain
from companion.window.wording import phrases
from companion.window.wording.phrases import Translate
from engine.entry import Entry
from engine.events import Adjust
from engine.porrazo.words import ANNOUNCED


def cards_said(count: int) -> str:
    """Say how many cards a side has captured in this hand."""
    return str(language.many("{count} card", "{count} cards", count)).format(count=count)


SMALLEST_NAME = 0.75
"""The size in which all names are written, as a share of the largest in which one of them fits, at least; less where
even `USUAL_NAME` has no room for that.
"""
USUAL_NAME = "Diego"
"""One name longer than this does not make all others small."""


class SidePanels:
    """Keeps a panel for each side, children of ``parent``."""

    def __init__(self, table: TableContext, parent: Widget) -> None:
        self.table, self.parent = table, parent
        self.panels: list[SidePanel] = []
        self._tapped: list[Entry] = []
        """The match's entries after the last points that were tapped."""

    def show(self) -> None:
        """Show how every side stands now."""
        match, playing = self.table.session.match, self.table.entry != "points"
        sides = match_summary.sides_of(match.header)
        if len(sides) != len(self.panels):
            self.parent.clear_widgets(self.panels)
            self.panels = [self._new_panel(side) for side in range(len(sides))]
        position = match_summary.as_it_stands(match)
        kinds = announced(match) if position.winner is None else {}
        turn = position.turn if playing and position.winner is None else None
        for side, (panel, seats) in enumerate(zip(self.panels, sides, strict=True)):
            number = side_marks.marks_of(match.header)[side]
            panel.shape, panel.colour = side_marks.shape(number), side_marks.colour(number)
            panel.total = position.scores[side]
            panel.stepped = not playing
            panel.taken = cards_said(position.captured[side]) if playing else ""
            panel.playing, panel.won = turn in seats, position.winner == side
            panel.names = [
                player(match.header.players[seat], kinds.get(seat), language.tr, to_play=seat == turn)
                for seat in seats
            ]

    def put(self, boxes: Sequence[Box]) -> None:
        """Put each side's panel into its box, the numerals of all in one size."""
        room, steps = self.table.room, self.table.entry == "points"
        figures = alike(boxes, room, steps=steps)
        for panel, box in zip(self.panels, boxes, strict=True):
            panel.unit, panel.room, panel.numeral_most = room.unit, [room.width, room.height], figures
            panel.pos, panel.size = box[:2], box[2:]
        self._letter_names()

    def _letter_names(self) -> None:
        """Write the names of sides of one player in one size, in which each fits with the arrow of whose turn it is, if
        one is shown: so none changes with the turn. One for which that is too large is written smaller.
        """
        header = self.table.session.match.header
        marked = plain if self.table.entry == "points" else lambda name: phrases.to_play(plain(name))
        alone = [panel for panel in self.panels if len(panel.names) == 1]
        fits = [panel.name_fits(marked(name)) for panel, name in zip(alone, header.players, strict=False)]
        usual = [panel.name_fits(marked(USUAL_NAME)) for panel in alone]
        for panel in alone:
            panel.name_most = max(min(fits), min(SMALLEST_NAME * max(fits), *usual))

    def _new_panel(self, side: int) -> SidePanel:
        panel = SidePanel()
        panel.bind(on_adjust=lambda _, given: self._adjust(side, given))
        panel.bind(on_score=lambda _: points_sheet.give_points(self.table, side))
        self.parent.add_widget(panel)
        return panel

    def _adjust(self, side: int, given: int) -> None:
        """Give a side points by a tap; they are written down for its first seat."""
        self.table.change(lambda: self._give(side, given))

    def _give(self, side: int, given: int) -> None:
        """Write points down; those tapped just before for the same side become one entry with them."""
        session = self.table.session
        seat = match_summary.sides_of(session.match.header)[side][0]
        before = self._just_tapped(seat)
        if before is not None:
            session.undo()
            given += before.points
        if given:
            session.tap(Adjust(seat, given, TAPPED))
            self._tapped = list(session.entries)

    def _just_tapped(self, seat: int) -> Adjust | None:
        """The points that were tapped for a seat a moment ago, if nothing else has happened since."""
        session = self.table.session
        event = session.entries[-1].event if session.entries == self._tapped != [] else None
        if not isinstance(event, Adjust) or event.seat != seat:
            return None
        when = event.extra.get("clock")
        soon = isinstance(when, int | float) and abs(session.clock() - when) <= theme.TAPS_TOGETHER
        return event if soon else None


def player(name: str, kind: str | None, tr: Translate, *, to_play: bool) -> str:
    """Name a player for the panel, with an arrow if it is their turn, and what they announced."""
    text = phrases.to_play(plain(name)) if to_play else plain(name)
    return text if kind is None else f"{text} [i]{plain(tr(ANNOUNCED[kind]).lower())}[/i]"
