"""A win is a moment: when the last peg has dropped home, the winner's peg fills the screen, seen from above.

It is in nobody's way: a touch ends it and goes on to what lies below.
"""

from __future__ import annotations

from collections.abc import Sequence

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.window.widgets import load_kv
from companion.window.widgets.shapes import ShapeMark
from companion.window.widgets.text import FittedLabel

PARTS = (FittedLabel,)
"""Named in the .kv."""

load_kv(__file__)

GROWS = 0.3
"""Seconds in which the mark fills the screen, at the usual speed."""


class PegHead(ShapeMark):
    """A side's mark as the head of its peg, light on it as on the board."""


class WinMoment(Widget):
    """Shows nothing until `begin`; ``text`` says who has won."""

    text = StringProperty("")
    shape = StringProperty("circle")
    colour = ListProperty(theme.SIDE_COLOURS[0])
    grown = NumericProperty(0.0)
    """How far the mark has grown, 0 to 1."""
    unit = NumericProperty(8)

    def begin(self, text: str, shape: str, colour: Sequence[float]) -> None:
        """Show who has won, once the peg has landed; at once where nothing is to move."""
        self.text, self.shape, self.colour = text, shape, list(colour)
        Animation.cancel_all(self)
        if not theme.PEG_FLIGHT:
            self.grown = 1.0
            return
        self.grown = 0.0
        grow = Animation(grown=1.0, duration=GROWS * theme.PEG_FLIGHT / theme.USUAL_FLIGHT, t="out_cubic")
        (Animation(duration=theme.PEG_FLIGHT) + grow).start(self)

    def end(self) -> None:
        """Show nothing any more."""
        Animation.cancel_all(self)
        self.text, self.grown = "", 0.0

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """End at any touch; it goes on to what lies below."""
        if self.text and not touch.is_mouse_scrolling:
            self.end()
        return False
