"""What screens are built of: plates, a title bar, chief buttons, rows of choices, a line that fills."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sin

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.messages import Progress
from companion.window.widgets import load_kv
from companion.window.widgets.text import FittedLabel, TouchButton, in_one_size

load_kv(__file__)


class ChiefButton(TouchButton):
    """The one thing to do next; a screen has one at most."""


class StepButton(TouchButton):
    """One of several steps, ``number`` in a ring: a tick once it is ``done``; the ``next`` one is gold."""

    number = NumericProperty(1)
    done = BooleanProperty(False)
    next = BooleanProperty(False)
    unit = NumericProperty(8)
    ring = NumericProperty(20)
    """Diameter of the ring, in pixels."""


class Sentence(FittedLabel):
    """Running text in as many lines as it takes; its height follows."""

    def _fit(self, *_: object) -> None:
        self.font_size = max(1.0, self.ideal_size)
        self.shorten = False
        self.text_size = max(1, self.width), None


class Plate(BoxLayout):
    """A panel with round corners; ``framed`` draws the gold frame of what comes next."""

    unit = NumericProperty(8)
    framed = BooleanProperty(False)
    chosen = BooleanProperty(False)
    """Whether it is the one chosen of several: it has the frame and the tick of a `ChoiceButton`."""
    edge = ListProperty([0, 0, 0, 0])
    """The colour of its frame while it is not gold."""


class EmptyPlate(Plate):
    """Fills the room of a list while there is nothing to list: a ``drawing``, what would be here and why, what to do
    next. ``on_act()``: the next thing was tapped."""

    title = StringProperty("")
    sentence = StringProperty("")
    action = StringProperty("")
    upright = BooleanProperty(False)
    """Whether the picture stands above the words, not beside them."""

    def __init__(self, drawing: Widget, **kwargs: object) -> None:
        self.register_event_type("on_act")
        super().__init__(**kwargs)
        self.ids.stage.add_widget(drawing)
        self.act: ChiefButton = self.ids.act

    def on_act(self) -> None:
        """The next thing was tapped."""


class TapPlate(ButtonBehavior, Plate):
    """A plate that is a button as a whole."""


class TitleBar(BoxLayout):
    """The way back, and what this screen is; further widgets go to the right."""

    title = StringProperty("")
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_back")
        super().__init__(**kwargs)

    def on_back(self) -> None:
        """The way back was tapped."""


class ButtonGrid(GridLayout):
    """Buttons that belong together: all are written in one size, ``ideal_size`` or the largest in which each fits."""

    ideal_size = NumericProperty(20)

    def __init__(self, **kwargs: object) -> None:
        self._letter_soon = Clock.create_trigger(self._letter, -1)
        super().__init__(**kwargs)
        self.fbind("ideal_size", self._letter_soon)

    def add_widget(self, widget: Widget, *args: object, **kwargs: object) -> None:
        """Add a button."""
        super().add_widget(widget, *args, **kwargs)
        for name in ("size", "text"):
            widget.fbind(name, self._letter_soon)
        self._letter_soon()

    def remove_widget(self, widget: Widget, *args: object, **kwargs: object) -> None:
        """Take a button away."""
        for name in ("size", "text"):
            widget.funbind(name, self._letter_soon)
        super().remove_widget(widget, *args, **kwargs)

    def _letter(self, *_: object) -> None:
        """Write them, once they lie where they belong."""
        in_one_size([each for each in self.children if each.text and each.opacity], self.ideal_size)


class Choices(ButtonGrid):
    """Buttons side by side of which one is on. ``on_chosen(at)``: another one was tapped."""

    texts = ListProperty([])
    at = NumericProperty(0)
    unit = NumericProperty(8)
    per_row = NumericProperty(0)
    """At most so many beside each other; 0: all."""

    def __init__(self, texts: Sequence[str] = (), **kwargs: object) -> None:
        self.register_event_type("on_chosen")
        self.buttons: list[ChoiceButton] = []
        super().__init__(**kwargs)
        for name in ("texts", "at", "per_row"):
            self.fbind(name, self._show)
        self.texts = list(texts)

    def on_chosen(self, at: int) -> None:
        """The choice at this index was tapped."""

    def _show(self, *_: object) -> None:
        if len(self.buttons) != len(self.texts):
            self.clear_widgets()
            self.buttons = [self._button(at) for at in range(len(self.texts))]
            for button in self.buttons:
                self.add_widget(button)
        self.cols = int(min(self.per_row or len(self.texts), len(self.texts))) or 1
        for at, (button, text) in enumerate(zip(self.buttons, self.texts, strict=True)):
            button.text, button.chosen = text, at == self.at
        self._letter_soon()  # a chosen one has less room

    def _button(self, at: int) -> ChoiceButton:
        return ChoiceButton(ideal_size=self.ideal_size, on_release=lambda _: self._choose(at))

    def _choose(self, at: int) -> None:
        if at != self.at:
            self.at = at
            self.dispatch("on_chosen", at)


class ChoiceButton(TouchButton):
    """One of several; the chosen one has a frame and a tick, so that colour is not the only sign."""

    chosen = BooleanProperty(False)
    tick = NumericProperty(8)
    """The size of the tick in its corner, in pixels."""
    beside = NumericProperty(6)
    """Space at both sides of the text, in pixels, and round the tick."""


BREATHS_A_SECOND = 0.5
REDRAWN_A_SECOND = 8
"""Redrawn seldom: the processor is needed by what people wait for."""


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
