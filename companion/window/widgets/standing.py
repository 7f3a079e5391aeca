"""How a match stands, in a line or two: every side's mark, names and points."""

from __future__ import annotations

from dataclasses import dataclass

from kivy.clock import Clock
from kivy.properties import ListProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion import theme
from companion.record import side_marks
from companion.window.widgets import load_kv
from companion.window.widgets.shapes import ShapeMark
from companion.window.widgets.text import FittedLabel, measured

load_kv(__file__)


FIGURE = 0.75
"""Width of one figure of the points, in sizes of the names' letters."""
MARK = 1.1
"""Width of a mark, in sizes of the names' letters."""
BESIDE = 0.35
"""Space between mark, names and points, in the same sizes."""
LEAVES = 0.98
"""Letters are drawn in whole pixels: a text may be a little wider than its share."""
SMALLEST = 0.5
"""Sides are written no smaller than this share of the ideal size; names too long for that have two lines."""


@dataclass(frozen=True)
class SideStanding:
    """A side: its mark, its names (marked up), its points, and whether it has won."""

    mark: int
    names: str
    points: int
    won: bool = False


class StandingChip(BoxLayout):
    """One side of a standing; ``beside``: others stand in the same row, so the points follow the names at once, or
    they would be read as the next one's.
    """

    unit = NumericProperty(8)
    ideal_size = NumericProperty(20)

    def __init__(self, side: SideStanding, *, beside: bool, **kwargs: object) -> None:
        self.beside = beside
        super().__init__(**kwargs)
        self.mark = ShapeMark(
            shape=side_marks.shape(side.mark), colour=side_marks.colour(side.mark), size_hint_x=None
        )
        self.names = FittedLabel(text=side.names, bold=side.won, size_hint_x=None)
        points = str(side.points).replace("-", "\N{MINUS SIGN}")
        self.points = FittedLabel(
            text=points,
            display=True,
            halign="left" if beside else "right",
            color=side_marks.colour(side.mark),
            size_hint_x=None,
        )
        for part in (self.mark, self.names, self.points):
            self.add_widget(part)
        for name in ("ideal_size", "size"):
            self.fbind(name, self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        self.names.ideal_size = self.ideal_size
        self.points.ideal_size = 1.15 * self.ideal_size
        self.spacing, self.mark.width = BESIDE * self.ideal_size, MARK * self.ideal_size
        self.points.width = self._figures * FIGURE * self.ideal_size
        room = max(1.0, self.width - self.mark.width - self.points.width - 2 * self.spacing)
        self.names.width = min(room, self._names_wide(self.ideal_size) / LEAVES) if self.beside else room

    def _names_wide(self, size: float) -> float:
        return measured(self.names.text, size, self.names.font_name, self.names.bold)[0]

    @property
    def _figures(self) -> int:
        return max(2, len(self.points.text))

    def fits(self, ideal: float) -> float:
        """Give the size, up to ``ideal`` pixels, in which mark, names and points stand beside each other."""
        needed = self._names_wide(ideal) + (MARK + 2 * BESIDE + self._figures * FIGURE) * ideal
        return float(min(ideal, LEAVES * ideal * self.width / max(1.0, needed)))


class Standing(GridLayout):
    """The sides of a match beside and below each other, as the width allows."""

    sides = ListProperty([])
    unit = NumericProperty(8)
    ideal_size = NumericProperty(20)
    most_columns = NumericProperty(4)
    rows_shown = NumericProperty(1)
    """How many rows there are."""

    def __init__(self, **kwargs: object) -> None:
        self._letter_soon = Clock.create_trigger(self._letter, -1)
        super().__init__(**kwargs)
        for name in ("sides", "ideal_size", "most_columns"):
            self.fbind(name, self._show)
        self.fbind("size", self._letter_soon)
        self._show()

    def _show(self, *_: object) -> None:
        self.clear_widgets()
        count = max(1, len(self.sides))
        self.rows_shown = -(-count // int(self.most_columns))
        self.cols = -(-count // self.rows_shown)
        for side in self.sides:
            chip = StandingChip(side, beside=self.cols > 1, ideal_size=self.ideal_size, unit=self.unit)
            chip.fbind("size", self._letter_soon)
            self.add_widget(chip)

    def _letter(self, *_: object) -> None:
        """Write all sides in one size, once it is known how wide each may be."""
        fits = min((chip.fits(self.ideal_size) for chip in self.children), default=self.ideal_size)
        for chip in self.children:
            chip.ideal_size = max(fits, SMALLEST * self.ideal_size)


ROW = 1.5 * theme.BODY
"""Height of a row of a standing, in units."""
