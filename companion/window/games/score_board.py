"""How the sides stand: names and points, tokens for a match of wins, a board of holes for a match of points."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion import theme
from companion.record import match_summary, side_marks
from companion.window.table_parts.cribbage_board import CribbageBoard
from companion.window.widgets.plates import Plate
from companion.window.widgets.shapes import ShapeMark
from companion.window.widgets.text import FittedLabel, in_one_size, language, signs
from companion.window.wording import phrases
from engine.match import AnyMatch

MOST_TOKENS = 12
"""Up to this target every point is a token of its own; beyond, pegs go round a board."""
FULL, EMPTY = "\N{BLACK CIRCLE}", "\N{WHITE CIRCLE}"
FIGURE = 0.62
"""Width of a figure of the points in sizes of its letters."""
MARK_WIDE = 0.13
"""The side's mark takes at most this share of a row's width."""
MOST_POINTS = 0.22
"""Size of the points at most, as a share of their row's width: the names need the rest."""
ROW = 6.5
"""Height of a side's row beside a board of holes, in units."""
NAME_HIGH = 0.62
"""Size of a name's letters at most, in heights of its row."""
LEAST_ROW = 0.6
"""Height of a side's row, in touch sizes, below which all sides stand in one row."""
TOKENS_FROM = 30.0
"""Width of a row, in units, from which there is room for tokens beside its name."""
BOARD_WELL = 14.0
"""Height, in units, below which the sides' rows stand beside each other to leave a board of holes more room."""
BOARD_LEAST = 7.5
"""Height, in units, below which a board of holes cannot be read and is left out."""


class SideRow(ButtonBehavior, BoxLayout):
    """One side: its mark, its players, its tokens, its points; ``on_release`` gives it points by hand."""

    def __init__(self, unit: float, **kwargs: object) -> None:
        super().__init__(spacing=unit, padding=(1.2 * unit, 0), **kwargs)
        self.unit, self._won, self._target = unit, "", 0
        self.mark = ShapeMark(size_hint_x=None)
        self.names = FittedLabel(bold=True, most_lines=2)
        self.tokens = FittedLabel(halign="right")
        self.points = FittedLabel(display=True, halign="right", size_hint_x=None)
        for part in (self.mark, self.names, self.tokens, self.points):
            self.add_widget(part)
        self.fbind("size", self._fit)

    def show(self, match: AnyMatch, side: int, *, turn: bool) -> None:
        """Show how a side stands."""
        position, tr = match_summary.as_it_stands(match), language.tr
        number = side_marks.marks_of(match.header)[side]
        colour = side_marks.colour(number)
        self.mark.shape, self.mark.colour = side_marks.shape(number), colour
        self.names.text = phrases.side_name(match.header, side, tr)
        if turn:
            self.names.text = phrases.to_play(self.names.text)
        elif position.winner == side:
            self.names.text = phrases.has_won(self.names.text)
        score = position.scores[side]
        self.points.text, self.points.color = str(score).replace("-", phrases.MINUS), colour
        target = match.header.target
        won = max(0, min(score, target))
        self._won = signs(FULL * won + EMPTY * (target - won)) if target <= MOST_TOKENS else ""
        self.tokens.color = colour
        self._target = target
        self._fit()

    def _fit(self, *_: object) -> None:
        size = min(theme.HEADLINE * 1.5 * self.unit, 0.8 * self.height, MOST_POINTS * self.width)
        self.points.ideal_size = size
        self.points.width = max(2, len(self.points.text)) * FIGURE * size
        self.names.ideal_size = min(1.15 * theme.BODY * self.unit, NAME_HIGH * self.height)
        self.tokens.text = self._won if self.width >= TOKENS_FROM * self.unit else ""
        self.tokens.size_hint_x = 0.09 * self._target if self.tokens.text else None
        self.tokens.ideal_size = min(theme.BODY * self.unit, 0.5 * self.height)
        self.mark.width = min(0.5 * self.height, theme.MARK * self.unit, MARK_WIDE * self.width)
        if not self.tokens.text:
            self.tokens.width = 0


class ScoreBoard(Plate):
    """Every side's row, and the board of holes where there is room for it. ``on_side(side)``: a side was tapped."""

    columns = NumericProperty(1)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_side")
        super().__init__(orientation="vertical", **kwargs)
        self.grid = GridLayout(cols=1)
        self.rows: list[SideRow] = []
        self.board = CribbageBoard()
        self.add_widget(self.grid)
        self.fbind("size", self._arrange)
        self._letter_soon = Clock.create_trigger(self._letter, -1)

    def on_side(self, side: int) -> None:
        """A side was tapped."""

    def show(self, match: AnyMatch) -> None:
        """Show how the match stands."""
        sides = match_summary.sides_of(match.header)
        position = match_summary.as_it_stands(match)
        turn = position.to_json().get("turn") if position.winner is None else None
        if len(self.rows) != len(sides):
            self.grid.clear_widgets()
            self.rows = [self._row(side) for side in range(len(sides))]
        for side, (row, seats) in enumerate(zip(self.rows, sides, strict=True)):
            row.unit = self.unit
            row.show(match, side, turn=turn in seats)
        self.board.unit = self.unit
        self.board.target = match_summary.holes_of(match.header)
        self.board.marks = list(side_marks.marks_of(match.header))
        self.board.pegs = match_summary.pegs_of(match)
        self._with_board = match.header.target > MOST_TOKENS
        self._arrange()

    _with_board = False

    def _row(self, side: int) -> SideRow:
        row = SideRow(self.unit, on_release=lambda _: self.dispatch("on_side", side))
        for name in ("text", "size", "ideal_size"):
            row.names.fbind(name, self._letter_soon)
        self.grid.add_widget(row)
        return row

    def _letter(self, *_: object) -> None:
        """Write all names in one size, once it is known how wide each may be."""
        names = [row.names for row in self.rows]
        in_one_size(names, min((label.ideal_size for label in names), default=1.0))

    def _arrange(self, *_: object) -> None:
        """Give the rows what they need and the board the rest, if that is enough for it."""
        self.padding = self.spacing = 0.8 * self.unit
        count = max(1, len(self.rows))
        self.grid.cols = 2 if count > 4 and self.width > 60 * self.unit else 1
        if self._with_board and self._room(count) < BOARD_WELL * self.unit:
            self.grid.cols = 2
        room = self._room(count)
        least = self.height - room - 2.4 * self.unit
        if self.height < count * LEAST_ROW * dp(theme.TOUCH):
            self.grid.cols = count
        shown = self._with_board and room >= BOARD_LEAST * self.unit
        self.grid.size_hint_y = None if shown else 1
        if shown:
            self.grid.height = least
        if shown and self.board.parent is None:
            self.add_widget(self.board)
        elif not shown and self.board.parent is not None:
            self.remove_widget(self.board)

    def _room(self, count: int) -> float:
        """Pixels of height that so many sides leave for a board of holes."""
        lines = -(-count // self.grid.cols)
        least = lines * max(0.8 * dp(theme.TOUCH), ROW * self.unit)
        return float(self.height - least - 2.4 * self.unit)
