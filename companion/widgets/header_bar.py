"""The bar along the upper edge: where the match stands, and the buttons that are always there."""

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.widgets.loading import load_kv

load_kv(__file__)


class HeaderBar(BoxLayout):
    """Title and buttons; each button is an event of the same name."""

    title = StringProperty("")
    unit = NumericProperty(8)
    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)
    two_rows = BooleanProperty(False)
    other_language = StringProperty("Español")
    gap = NumericProperty(dp(6))

    def __init__(self, **kwargs: object) -> None:
        for name in ("on_undo", "on_redo", "on_new_match", "on_language"):
            self.register_event_type(name)
        super().__init__(**kwargs)

    def on_undo(self) -> None:
        """Undo was tapped."""

    def on_redo(self) -> None:
        """Redo was tapped."""

    def on_new_match(self) -> None:
        """New match was tapped."""

    def on_language(self) -> None:
        """The name of the other language was tapped."""
