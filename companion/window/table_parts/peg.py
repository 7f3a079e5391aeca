"""A peg seen from above: a head in its side's shape and colour that flies from hole to hole."""

from kivy.animation import Animation
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.record.pegging import Point
from companion.window.widgets import load_kv
from companion.window.widgets.shapes import fan, rim

load_kv(__file__)


class Peg(Widget):
    """One peg. ``size_px`` is the radius of its head; ``lift`` how far it is off the board, 0 to 1."""

    shape = StringProperty("circle")
    colour = ListProperty(theme.SIDE_COLOURS[0])
    size_px = NumericProperty(10)
    lift = NumericProperty(0)
    vertices = ListProperty(fan("circle")[0])
    indices = ListProperty(fan("circle")[1])
    outline = ListProperty(rim("circle"))

    def on_shape(self, _peg: object, shape: str) -> None:
        """Take another head."""
        self.vertices, self.indices = fan(shape)
        self.outline = rim(shape)

    def go(self, where: Point, seconds: float) -> None:
        """Move to a point, in an arc of this many seconds or, at 0, at once."""
        Animation.cancel_all(self)
        if seconds <= 0:
            self.center, self.lift = where, 0
            return
        Animation(center_x=where[0], center_y=where[1], duration=seconds, t="in_out_cubic").start(self)
        rise = Animation(lift=1, duration=seconds / 2, t="out_quad")
        (rise + Animation(lift=0, duration=seconds / 2, t="in_quad")).start(self)
