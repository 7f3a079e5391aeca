"""The list of what happened, newest first; every line can be tapped to put it right."""

from collections.abc import Sequence
from dataclasses import dataclass

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.recycleview import RecycleView
from kivy.uix.widget import Widget

from companion import theme
from companion.window.widgets import load_kv
from companion.window.widgets.text import FittedLabel, measured

load_kv(__file__)


MOST_FOR_POINTS = 0.55
"""The points take at most this share of a line's width."""


@dataclass(frozen=True)
class ListLine:
    """One line, marked up: what happened, what it scored; ``quiet`` ones do not count."""

    what: str
    points: str = ""
    quiet: bool = False


class EventRow(ButtonBehavior, Widget):
    """One line on screen. The list fills it with another one while it is scrolled."""

    at = NumericProperty(0)
    what = StringProperty("")
    points = StringProperty("")
    quiet = BooleanProperty(False)
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.left, self.right_text = FittedLabel(most_lines=2), FittedLabel(bold=True, halign="right")
        self.add_widget(self.left)
        self.add_widget(self.right_text)
        for name in ("pos", "size", "what", "points", "quiet", "unit"):
            self.fbind(name, self._show)

    def _show(self, *_: object) -> None:
        size = min(theme.BODY * self.unit, 0.55 * self.height)
        inside = 1.4 * self.unit
        room = max(1, self.width - 2 * inside)
        self.left.text, self.right_text.text = self.what, self.points
        self.left.color = theme.INK_OFF if self.quiet else theme.INK
        self.right_text.color = theme.POINTS
        self.left.ideal_size, self.right_text.ideal_size = size, 0.94 * size
        share = min(MOST_FOR_POINTS * room, self._wide) if self.points else 0
        self.left.pos = self.x + inside, self.y
        self.left.size = max(1, room - share), self.height
        self.right_text.pos = self.right - inside - share, self.y
        self.right_text.size = max(1, share), self.height

    @property
    def _wide(self) -> float:
        """Pixels that the points need, and a little between."""
        wide, _ = measured(self.points, self.right_text.ideal_size, theme.FONT, True)
        gap: float = 1.5 * self.unit
        return wide + gap


class EventList(RecycleView):
    """Shows ``lines`` (of `ListLine`); ``on_line(at)`` says which was tapped."""

    lines = ListProperty([])
    unit = NumericProperty(8)
    row_height = NumericProperty(dp(theme.TOUCH))

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_line")
        super().__init__(**kwargs)
        self.fbind("lines", self._fill)
        self.fbind("unit", self._fill)
        self._fill()

    def on_line(self, at: int) -> None:
        """A line was tapped."""

    def _fill(self, *_: object) -> None:
        self.row_height = max(dp(theme.TOUCH), 6.4 * self.unit)
        lines: Sequence[ListLine] = self.lines
        self.data = [
            {
                "at": at,
                "what": line.what,
                "points": line.points,
                "quiet": line.quiet,
                "unit": self.unit,
                "on_release": self._tapped(at),
            }
            for at, line in enumerate(lines)
        ]
        self.scroll_y = 1

    def _tapped(self, at: int) -> object:
        return lambda: self.dispatch("on_line", at)
