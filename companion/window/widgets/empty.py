"""What a screen shows while there is nothing to list: a picture, what would be here and why, what to do next."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from companion.window.widgets import load_kv
from companion.window.widgets.plates import ChiefButton, Plate

load_kv(__file__)


class EmptyPlate(Plate):
    """Fills the room of a list. ``on_act()``: the next thing was tapped."""

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
