"""A quiet line that fills from the left: how far something has come that takes a while."""

from math import pi, sin

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.messages import Progress
from companion.window.widgets.loading import load_kv

load_kv(__file__)

BREATHS_A_SECOND = 0.5
REDRAWN_A_SECOND = 8
"""Few enough to leave the processor to what is being waited for."""


class ProgressLine(Widget):
    """Shows a `Progress`, None for nothing; the step that is being done breathes, so that it is seen to go on."""

    progress = ObjectProperty(None, allownone=True)
    unit = NumericProperty(8)
    filled = NumericProperty(0.0)
    """The share of the line that is done."""
    step = NumericProperty(0.0)
    """The share of the line that is being done."""
    breath = NumericProperty(0.5)
    """How bright that is, 0 to 1."""

    def __init__(self, **kwargs: object) -> None:
        self._since = 0.0
        super().__init__(**kwargs)
        self.fbind("progress", self._show)
        self._show()

    def _show(self, *_: object) -> None:
        progress: Progress | None = self.progress
        self.opacity = 0.0 if progress is None else 1.0
        Clock.unschedule(self._breathe)
        if progress is None:
            return
        self.filled = progress.done / max(1, progress.of)
        self.step = min(1 / max(1, progress.of), 1 - self.filled)
        Clock.schedule_interval(self._breathe, 1 / REDRAWN_A_SECOND)

    def _breathe(self, seconds: float) -> None:
        self._since += seconds
        self.breath = 0.5 + 0.5 * sin(2 * pi * BREATHS_A_SECOND * self._since)
