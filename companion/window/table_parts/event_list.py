"""The list of what happened, newest first; every line can be tapped to put it right."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from kivy.clock import Clock
from kivy.graphics import Color, Line
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.recycleview import RecycleView
from kivy.uix.widget import Widget

from companion import theme
from companion.window.widgets import load_kv
from companion.window.widgets.text import FittedLabel, TouchButton, measured
from companion.window.wording.phrases import MINUS

load_kv(__file__)


PLUS = "+"
"""On the button of a line before which a play can be put in."""
STILL = 0.2
"""Seconds after a list moved last until it comes to lie with whole rows in sight."""


@dataclass(frozen=True)
class ListLine:
    """One line, marked up: what happened, what it scored; ``quiet`` ones do not count.

    ``inserts``: a play that was missed can be put in before it. ``current``: a replay stands at it.
    """

    what: str
    points: str = ""
    quiet: bool = False
    inserts: bool = False
    current: bool = False


class EventRow(ButtonBehavior, Widget):
    """One line on screen. The list fills it with another one while it is scrolled."""

    at = NumericProperty(0)
    what = StringProperty("")
    points = StringProperty("")
    quiet = BooleanProperty(False)
    inserts = BooleanProperty(False)
    current = BooleanProperty(False)
    insert = ObjectProperty(None, allownone=True)
    """What a tap on its plus does."""
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.plus = TouchButton(text=PLUS, quiet=True, edged=False, on_release=self._put_in)
        with self.plus.canvas.after:
            Color(*theme.INK_OFF)
            self._ring = Line(width=dp(1))
        self.left = FittedLabel(most_lines=2)
        self.right_text = FittedLabel(most_lines=2, bold=True, halign="right")
        self.add_widget(self.left)
        self.add_widget(self.right_text)
        for name in ("pos", "size", "what", "points", "quiet", "inserts", "current", "unit"):
            self.fbind(name, self._show)

    def _put_in(self, _button: object) -> None:
        if callable(self.insert):
            self.insert()

    def _show_plus(self) -> float:
        """Show the plus at the right end, if a play can be put in; give its width in pixels."""
        if self.inserts != (self.plus.parent is not None):
            (self.add_widget if self.inserts else self.remove_widget)(self.plus)
        self.plus.size = max(dp(theme.TOUCH), 6 * self.unit), self.height
        self.plus.pos = self.right - self.plus.width, self.y
        self.plus.color, self.plus.ideal_size = theme.INK_SOFT, min(theme.BODY * self.unit, 0.5 * self.height)
        around = min(0.72 * self.plus.ideal_size, 0.4 * self.plus.width)
        self._ring.circle = *self.plus.center, around  # else it is taken for points
        return float(self.plus.width) if self.inserts else 0.0

    def _show(self, *_: object) -> None:
        size = min(theme.BODY * self.unit, 0.55 * self.height)
        inside, plus = 1.4 * self.unit, self._show_plus()
        right = self.right - (plus or inside)
        room = max(1, right - self.x - inside)
        self.left.text, self.right_text.text = self.what, self.points
        self.left.color = theme.INK_OFF if self.quiet else theme.INK
        self.left.bold = self.current
        self.right_text.color = theme.WRONG if self.points.startswith(MINUS) else theme.POINTS
        self.left.ideal_size, self.right_text.ideal_size = size, 0.94 * size
        share = self._share(room)
        self.left.pos = self.x + inside, self.y
        self.left.size = max(1, room - share), self.height
        self.right_text.pos = right - share, self.y
        self.right_text.size = max(1, share), self.height

    def _share(self, room: float) -> float:
        """Give the points what they need, in pixels; where there is less, both texts are made smaller alike."""
        if not self.points:
            return 0.0
        points, _ = measured(self.points, self.right_text.ideal_size, theme.FONT, True)
        what, _ = measured(self.what, self.left.ideal_size, theme.FONT, self.current)
        points += 1.5 * self.unit
        return float(points * min(1.0, room / (points + what)))


class EventList(RecycleView):
    """Shows ``lines`` (of `ListLine`); ``on_line(at)`` says which was tapped, ``on_insert(at)`` whose plus."""

    lines = ListProperty([])
    inserting = BooleanProperty(False)
    """Whether plays can be put in here."""
    unit = NumericProperty(8)
    row_height = NumericProperty(dp(theme.TOUCH))

    def __init__(self, **kwargs: object) -> None:
        for name in ("on_line", "on_insert"):
            self.register_event_type(name)
        super().__init__(**kwargs)
        self.fbind("lines", self._fill)
        self.fbind("unit", self._fill)
        self.fbind("height", self._fit_rows)
        self._lie_soon = Clock.create_trigger(self._lie, STILL)
        self.fbind("scroll_y", self._moved)
        self._fill()

    def on_line(self, at: int) -> None:
        """A line was tapped."""

    def on_insert(self, at: int) -> None:
        """A play is to be put in before this line's."""

    def _fill(self, *_: object) -> None:
        self._fit_rows()
        lines: Sequence[ListLine] = self.lines
        self.data = [
            {
                "at": at,
                "what": line.what,
                "points": line.points,
                "quiet": line.quiet,
                "inserts": self.inserting and line.inserts,
                "current": line.current,
                "insert": partial(self.dispatch, "on_insert", at),
                "unit": self.unit,
                "on_release": self._tapped(at),
            }
            for at, line in enumerate(lines)
        ]
        self.scroll_y = 1.0

    def _fit_rows(self, *_: object) -> None:
        """Make rows as high as shows whole ones only."""
        least = dp(theme.TOUCH)
        wanted = max(least, 6.4 * self.unit)
        rows = max(1, min(round(self.height / wanted), int(self.height / least)))
        self.row_height = max(least, self.height / rows)

    def _moved(self, *_: object) -> None:
        self._lie_soon.cancel()
        self._lie_soon()

    def _lie(self, _seconds: float) -> None:
        """Come to lie so that the first row and the last one are whole, once no finger moves it."""
        beyond = len(self.data) * self.row_height - self.height
        if self._touch is not None:
            self._lie_soon()
        elif beyond > 0:
            above = round((1 - self.scroll_y) * beyond / self.row_height)
            self.scroll_y = max(0.0, 1 - above * self.row_height / beyond)

    def _tapped(self, at: int) -> object:
        return lambda: self.dispatch("on_line", at)
