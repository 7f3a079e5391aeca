"""Over a camera's live picture: the table's area, what is masked, where something is wrong, who sits where.

Everything is given in fractions of the picture, from its upper left corner. A drag over the picture makes a mask.
"""

from __future__ import annotations

from kivy.graphics import Canvas, Color, Line, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.archive.settings import Region
from companion.window.table_parts.seat_geometry import (
    LEFT,
    RIGHT,
    TURNED,
    name_boxes,
    name_margins,
    seats_round,
)
from companion.window.table_parts.seat_keys import SeatKeys
from companion.window.widgets.text import FittedLabel, TouchButton

LEAST_MASK = 0.03
"""A drag over less than this share of the picture's width or height is a tap, not a mask."""
CROSS_SIGN = "\N{MULTIPLICATION SIGN}"
HATCH_GAP = 14.0
"""Distance between the lines over a mask, in `CameraOverlay.thin`."""
NAME_GAP = 0.6
"""Distance between the picture and a name beside it, in units."""

Point = tuple[float, float]


class CameraOverlay(Widget):
    """``on_mask(region)``: dragged over. ``on_unmask(at)``: a mask's cross was tapped. ``on_seat()``: a name was."""

    frame = ListProperty([0, 0, 1, 1])
    """Where the picture lies in the window: x, y, width, height in pixels."""
    area = ListProperty([])
    """The table's corners."""
    masks = ListProperty([])
    faults = ListProperty([])
    """Pairs of a region and the word for what is wrong there."""
    seats = ListProperty([])
    """The names, the one at the lower edge first, clockwise as the camera sees the table."""
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        for name in ("on_mask", "on_unmask", "on_seat"):
            self.register_event_type(name)
        super().__init__(**kwargs)
        self.crosses: list[TouchButton] = []
        self.names: list[SeatKeys] = []
        self.words: list[FittedLabel] = []
        self._dragged: tuple[Point, Point] | None = None
        self._drawing = Canvas()
        self.canvas.before.add(self._drawing)
        for name in ("frame", "area", "masks", "faults", "seats", "unit"):
            self.fbind(name, self._show)

    def on_mask(self, region: Region) -> None:
        """A region was dragged over."""

    def on_unmask(self, at: int) -> None:
        """The cross of the mask at this index was tapped."""

    def on_seat(self) -> None:
        """A name was tapped."""

    # -- dragging ----------------------------------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begin a mask, unless something on top of the picture was hit."""
        if super().on_touch_down(touch):
            return True
        x, y, width, height = self.frame
        if not (x <= touch.x <= x + width and y <= touch.y <= y + height) or width < 2:
            return False
        touch.grab(self)
        self._dragged = (self._fraction(touch), self._fraction(touch))
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Draw the mask as it grows."""
        if touch.grab_current is not self or self._dragged is None:
            return bool(super().on_touch_move(touch))
        self._dragged = (self._dragged[0], self._fraction(touch))
        self._show()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Take the mask, if it is large enough to be meant."""
        if touch.grab_current is not self or self._dragged is None:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        region = _region(self._dragged[0], self._fraction(touch))
        self._dragged = None
        if min(region[2] - region[0], region[3] - region[1]) >= LEAST_MASK:
            self.dispatch("on_mask", region)
        self._show()
        return True

    def _fraction(self, touch: MotionEvent) -> Point:
        x, y, width, height = self.frame
        return min(1.0, max(0.0, (touch.x - x) / width)), min(1.0, max(0.0, 1 - (touch.y - y) / height))

    # -- showing -----------------------------------------------------------------------------------------

    def _show(self, *_: object) -> None:
        self._drawing.clear()
        with self._drawing:
            self._draw_area()
            for mask in self.masks:
                self._draw_mask(mask)
            if self._dragged is not None:
                self._draw_mask(_region(*self._dragged))
            for region, _word in self.faults:
                self._draw_fault(region)
        self._put_crosses()
        self._put_words()
        self._put_names()

    def _draw_area(self) -> None:
        if len(self.area) > 2:
            Color(*theme.OUTLINE)
            points = [part for point in self.area for part in self._pixels(_inside(point))]
            thin = self.thin
            Line(points=points, close=True, width=1.6 * thin, dash_length=8 * thin, dash_offset=6 * thin)

    def _draw_mask(self, region: Region) -> None:
        x, y, width, height = self._box(region)
        Color(*theme.SHADE)
        Rectangle(pos=(x, y), size=(width, height))
        Color(*theme.OUTLINE)
        Line(rectangle=(x, y, width, height), width=1.2 * self.thin)
        Color(*theme.faded(theme.OUTLINE, 0.35))
        step = HATCH_GAP * self.thin
        for at in range(1, int((width + height) / step) + 1):
            start, end = max(0.0, at * step - height), min(width, at * step)
            Line(points=[x + start, y + at * step - start, x + end, y + at * step - end], width=1)

    def _draw_fault(self, region: Region) -> None:
        x, y, width, height = self._box(region)
        Color(*theme.OUTLINE_EDGE)
        Line(rectangle=(x, y, width, height), width=4 * self.thin)
        Color(*theme.OUTLINE_WRONG)
        Line(rectangle=(x, y, width, height), width=2 * self.thin)

    def _put_crosses(self) -> None:
        while len(self.crosses) < len(self.masks):
            at = len(self.crosses)
            cross = TouchButton(text=CROSS_SIGN, on_release=lambda _, at=at: self.dispatch("on_unmask", at))
            self.crosses.append(cross)
        for cross in self.crosses:
            if cross.parent is not None:
                self.remove_widget(cross)
        side = max(dp(theme.TOUCH), 5.5 * self.unit)
        for cross, mask in zip(self.crosses, self.masks, strict=False):
            x, y, width, height = self._box(mask)
            cross.size, cross.ideal_size = (side, side), theme.HEADLINE * self.unit
            cross.center = self._kept_inside(x + width / 2, y + height / 2, side, side)
            self.add_widget(cross)

    def _put_words(self) -> None:
        self.clear_widgets(self.words)
        self.words = []
        height = 1.5 * theme.SMALL * self.unit
        for region, text in self.faults:
            x, y, width, tall = self._box(region)
            word = Plaque(text=text, halign="center", bold=True, ideal_size=theme.SMALL * self.unit)
            word.size = (max(width, 16 * self.unit), height)
            above = y + tall + 0.6 * height
            word.center = self._kept_inside(x + width / 2, above, *word.size)
            self.words.append(word)
            self.add_widget(word)

    @property
    def thin(self) -> float:
        """The width of a thin line, in pixels."""
        return float(dp(1) * max(1.0, self.unit / theme.DRAWN_AT))

    @property
    def margins(self) -> list[float]:
        """What the names need beside the picture, in pixels: left, below, right, above."""
        return name_margins(seats_round(len(self.seats)), self._deep)

    @property
    def _deep(self) -> float:
        return float(max(dp(theme.TOUCH), 7.5 * self.unit) + NAME_GAP * self.unit)

    def _put_names(self) -> None:
        """Write every name beside the picture, on the side where that player sits; there it hides no card."""
        while len(self.names) < len(self.seats):
            self.names.append(SeatKeys())
            self.names[-1].bind(on_answer=lambda *_: self.dispatch("on_seat"))
        for name in self.names:
            if name.parent is not None:
                self.remove_widget(name)
        seats = seats_round(len(self.seats))
        long = max(2 * dp(theme.TOUCH), 20 * self.unit)
        places = name_boxes(seats, tuple(self.frame), self._deep, long, NAME_GAP * self.unit)
        for name, text, seat, box in zip(self.names, self.seats, seats, places, strict=False):
            name.unit, name.name, name.answers = self.unit, text, [text]
            name.lie(*box, turned=TURNED[seat.edge] if seat.edge in (LEFT, RIGHT) else 0)
            self.add_widget(name)

    def _kept_inside(self, x: float, y: float, width: float, height: float) -> Point:
        """Give the centre nearest to this one that keeps a box of this size inside the picture."""
        left, bottom, wide, tall = self.frame
        across = min(max(x, left + width / 2), left + wide - width / 2)
        return across, min(max(y, bottom + height / 2), bottom + tall - height / 2)

    def _pixels(self, point: Point) -> Point:
        x, y, width, height = self.frame
        return x + point[0] * width, y + (1 - point[1]) * height

    def _box(self, region: Region) -> tuple[float, float, float, float]:
        left, upper, right, lower = region
        x, y = self._pixels((left, lower))
        return x, y, (right - left) * self.frame[2], (lower - upper) * self.frame[3]


class Plaque(FittedLabel):
    """A word on a dark plate, readable over any picture."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            Color(*theme.LABEL_BACK)
            plate = Rectangle()
        self.bind(
            pos=lambda _, pos: setattr(plate, "pos", pos), size=lambda _, size: setattr(plate, "size", size)
        )


def _region(one: Point, other: Point) -> Region:
    (left, right), (upper, lower) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    return left, upper, right, lower


def _inside(point: Point) -> Point:
    return min(1.0, max(0.0, point[0])), min(1.0, max(0.0, point[1]))
