"""A match in charts: the curve of every side's points, and the table of who scored from what."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.core.text import Label as TextTexture
from kivy.graphics import Canvas, Color, Line, Mesh, PopMatrix, PushMatrix, Rectangle, Scale, Translate
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion import theme
from companion.record import side_marks
from companion.window.widgets.shapes import ShapeMark, fan
from companion.window.widgets.text import FittedLabel

Point = tuple[float, float]

GRID_STEPS = (5, 10, 20, 50, 100, 200, 500)
"""Points between two lines of the grid: the first that gives few enough."""
MOST_LINES = 4


class ScoreCurve(Widget):
    """Draws a `Curve`. ``upto``: an event of it to stand at, -1 for none. ``hand_text`` names a hand, "{n}" in it."""

    curve = ObjectProperty(None, allownone=True)
    upto = NumericProperty(-1)
    unit = NumericProperty(8)
    hand_text = StringProperty("{n}")

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_event")
        super().__init__(**kwargs)
        self._drawing = Canvas()
        self.canvas.add(self._drawing)
        for name in ("pos", "size", "curve", "upto", "unit", "hand_text"):
            self.fbind(name, self._draw)

    def on_event(self, event: int) -> None:
        """A finger is at this event of the curve."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Go to where the finger is, where the curve stands at an event."""
        if self.upto < 0 or self.curve is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._point(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Follow the finger."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self._point(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Let go."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        return True

    def _point(self, touch: MotionEvent) -> None:
        last = len(self.curve.totals) - 1
        left, right = self.at(0, 0)[0], self.at(last, 0)[0]
        share = (touch.x - left) / max(1.0, right - left)
        self.dispatch("on_event", round(min(1.0, max(0.0, share)) * last))

    # -- where things lie --------------------------------------------------------------------------------

    @property
    def _size(self) -> float:
        """The size of the letters, in pixels."""
        return float(max(10.0, theme.SMALL * 0.85 * self.unit))

    @property
    def _span(self) -> tuple[int, int]:
        """The least and the greatest points drawn."""
        points = [each for totals in self.curve.totals for each in totals]
        return min(0, *points), max(self.curve.target, *points)

    def at(self, event: float, points: float) -> Point:
        """Give the place in pixels of a total of points after a number of events."""
        size, (low, high) = self._size, self._span
        left, right = self.x + 2.6 * size, self.right - 2.2 * size
        bottom, top = self.y + 0.7 * size, self.top - 1.7 * size
        events = max(1, len(self.curve.totals) - 1)
        return left + (right - left) * event / events, bottom + (top - bottom) * (points - low) / (high - low)

    def line(self, side: int) -> list[float]:
        """Give a side's line as x, y, x, y, ...: points stay until they change."""
        flat: list[float] = []
        before = 0
        totals = [each[side] for each in self.curve.totals]
        for event, points in enumerate(totals):
            if points != before:
                flat += [*self.at(event, before), *self.at(event, points)]
                before = points
        return [*self.at(0, 0), *flat, *self.at(len(totals) - 1, totals[-1])]

    # -- drawing -----------------------------------------------------------------------------------------

    def _draw(self, *_: object) -> None:
        self._drawing.clear()
        if self.curve is None or self.width < 10 or self.height < 10:
            return
        with self._drawing:
            self._draw_grid()
            self._draw_hands()
            for side in range(self.curve.sides):
                self._draw_side(side)
            if self.upto >= 0:
                Color(*theme.INK)
                Line(
                    points=[*self.at(self.upto, self._span[0]), *self.at(self.upto, self._span[1])], width=1.4
                )
            for side, place in self._ends_apart():
                self._draw_end(side, place)

    def _draw_grid(self) -> None:
        low, high = self._span
        target = self.curve.target
        room = self.at(0, high)[1] - self.at(0, low)[1]
        most = max(1.0, min(MOST_LINES, room / (1.6 * self._size)))
        step = next((each for each in GRID_STEPS if (high - low) / each <= most), GRID_STEPS[-1])
        last = len(self.curve.totals) - 1
        for points in range(low - low % step, target, step):
            if points < low or target - points < step / 2:
                continue
            Color(*theme.faded(theme.INK_SOFT, 0.28))
            Line(points=[*self.at(0, points), *self.at(last, points)], width=1)
            self._write(str(points), self.at(0, points), theme.INK_SOFT)
        Color(*theme.BRASS)
        (left, y), (right, _) = self.at(0, target), self.at(last, target)
        dash = 1.3 * self.unit
        for at in range(int((right - left) / (2 * dash)) + 1):
            begins = left + 2 * dash * at
            Line(points=[begins, y, min(right, begins + dash), y], width=max(1.0, 0.12 * self.unit))
        self._write(str(target), (left, y), theme.BRASS)

    def _draw_hands(self) -> None:
        low, high = self._span
        for number, (begins, ends) in enumerate(
            zip((0, *self.curve.hands), (*self.curve.hands, len(self.curve.totals) - 1), strict=True), start=1
        ):
            if begins:
                Color(*theme.faded(theme.INK_SOFT, 0.4))
                Line(points=[*self.at(begins, low), *self.at(begins, high)], width=1)
            left, right = self.at(begins, high), self.at(ends, high)
            texture = self._lettering(self.hand_text.format(n=number), theme.INK_SOFT)
            if texture.width < right[0] - left[0]:
                Color(1, 1, 1, 1)
                place = ((left[0] + right[0] - texture.width) / 2, self.top - texture.height)
                Rectangle(texture=texture, pos=place, size=texture.size)

    def _draw_side(self, side: int) -> None:
        points = self.line(side)
        Color(*theme.PANEL)
        Line(points=points, width=max(2.2, 0.46 * self.unit), joint="round", cap="round")
        Color(*side_marks.colour(self.curve.marks[side]))
        Line(points=points, width=max(1.5, 0.27 * self.unit), joint="round", cap="round")

    def _ends_apart(self) -> list[tuple[int, Point]]:
        """Put the marks at the lines' ends, those that would lie on each other side by side."""
        last, placed, apart = len(self.curve.totals) - 1, list[tuple[int, Point]](), self._apart
        for side in sorted(range(self.curve.sides), key=lambda side: self.curve.totals[-1][side]):
            x, y = self.at(last, self.curve.totals[-1][side])
            if placed:
                y = max(y, placed[-1][1][1] + apart)
            placed.append((side, (x + 1.1 * self._size, y)))
        over = max(0.0, placed[-1][1][1] + 0.5 * apart - self.top)
        return [(side, (x, y - over)) for side, (x, y) in placed]

    @property
    def _apart(self) -> float:
        """How far marks at the lines' ends lie from each other at least, in pixels: all of them on the plate."""
        return float(min(1.05 * self._size, self.height / self.curve.sides))

    def _draw_end(self, side: int, place: Point) -> None:
        mark = self.curve.marks[side]
        vertices, indices = fan(side_marks.shape(mark))
        PushMatrix()
        Translate(*place)
        Scale(0.52 * self._apart, 0.52 * self._apart, 1)
        Color(*side_marks.colour(mark))
        Mesh(vertices=vertices, indices=indices, mode="triangle_fan")
        PopMatrix()

    def _write(self, text: str, beside: Point, colour: theme.Colour) -> None:
        texture = self._lettering(text, colour)
        Color(1, 1, 1, 1)
        place = (beside[0] - texture.width - 0.5 * self._size, beside[1] - texture.height / 2)
        Rectangle(texture=texture, pos=place, size=texture.size)

    def _lettering(self, text: str, colour: theme.Colour) -> Texture:
        label = TextTexture(text=text, font_size=self._size, font_name=theme.FONT, bold=True, color=colour)
        label.refresh()
        return label.texture


NAME_SHARE = 2.6
"""Width of the column of names, in widths of a column of figures."""

LETTERS = 0.72
"""Size of the letters at most, as a share of a row's height."""
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
        size = min(theme.BODY * 0.9 * self.unit, LETTERS * self.row_default_height)
        for cell in self.children:
            if isinstance(cell, FittedLabel):
                cell.ideal_size = size

    def show(self, numbers: Sequence[int], rows: Sequence[tuple[str, Sequence[int]]], unit: float) -> None:
        """Show these rows, under these marks."""
        self.clear_widgets()
        self.unit, self.marks, self.rows_shown = unit, list(numbers), list(rows)
        self.cols = len(numbers) + 1
        self._cell(FittedLabel(), named=True)
        for number in numbers:
            self._cell(ShapeMark(shape=side_marks.shape(number), colour=side_marks.colour(number)))
        for name, figures in rows:
            self._cell(FittedLabel(text=name), named=True)
            for number, figure in zip(numbers, figures, strict=True):
                text = str(figure).replace("-", "\N{MINUS SIGN}") if figure else "\N{MIDDLE DOT}"
                best = figure > 0 and figure == max(figures)
                colour = side_marks.colour(number) if figure else theme.INK_SOFT
                self._cell(FittedLabel(text=text, bold=best, halign="center", color=colour))
        self._space()

    def _cell(self, cell: FittedLabel | ShapeMark, *, named: bool = False) -> None:
        cell.size_hint_x = NAME_SHARE if named else 1
        self.add_widget(cell)
