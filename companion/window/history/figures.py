"""A table of figures with a name for each row and a mark for each column: who scored from what."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.properties import ListProperty, NumericProperty
from kivy.uix.gridlayout import GridLayout

from companion import theme
from companion.record import side_marks
from companion.window.widgets.shapes import ShapeMark
from companion.window.widgets.text import FittedLabel

NAME_SHARE = 2.6
"""How many times as wide as a column of figures the names are, with two columns."""

MOST_ROW = 7.0
"""Height of a row at most, in units."""


class FiguresTable(GridLayout):
    """``rows`` are (name, figures, ...); ``marks`` the columns' marks. The largest figure of a row is bold."""

    rows_shown = ListProperty([])
    marks = ListProperty([])
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(cols=1, row_force_default=True, **kwargs)
        self.fbind("height", self._space)

    def _space(self, *_: object) -> None:
        """Share the height among the rows; few rows stay close together."""
        rows = len(self.rows_shown) + 1
        self.row_default_height = max(1, min(self.height / rows, MOST_ROW * self.unit))

    def show(self, numbers: Sequence[int], rows: Sequence[tuple[str, Sequence[int]]], unit: float) -> None:
        """Show these rows, under these marks."""
        self.clear_widgets()
        self.unit, self.marks, self.rows_shown = unit, list(numbers), list(rows)
        self.cols = len(numbers) + 1
        self._cell(FittedLabel(), named=True)
        for number in numbers:
            self._cell(ShapeMark(shape=side_marks.shape(number), colour=side_marks.colour(number)))
        self._space()
        for name, figures in rows:
            self._cell(FittedLabel(text=name), named=True)
            for number, figure in zip(numbers, figures, strict=True):
                text = str(figure).replace("-", "\N{MINUS SIGN}") if figure else "\N{MIDDLE DOT}"
                best = figure > 0 and figure == max(figures)
                colour = side_marks.colour(number) if figure else theme.INK_SOFT
                self._cell(FittedLabel(text=text, bold=best, halign="center", color=colour))

    def _cell(self, cell: FittedLabel | ShapeMark, *, named: bool = False) -> None:
        cell.size_hint_x = NAME_SHARE if named else 1
        if isinstance(cell, FittedLabel):
            cell.ideal_size = theme.BODY * 0.9 * self.unit
        self.add_widget(cell)
