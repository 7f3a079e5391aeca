"""A small dialogue: one question, a few large buttons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.modalview import ModalView

from companion import theme
from companion.window.widgets.lettering import TouchButton
from companion.window.widgets.loading import load_kv

load_kv(__file__)


@dataclass(frozen=True)
class Option:
    """One button: its text, what it does, and whether it can be tapped."""

    text: str
    act: Callable[[], None]
    enabled: bool = True


class Choice(ModalView):
    """Asks for one of ``options``; a tap beside the dialogue, or its last button, changes nothing."""

    title = StringProperty("")
    detail = StringProperty("")
    options = ListProperty([])
    columns = NumericProperty(1)
    unit = NumericProperty(8)
    rows = NumericProperty(1)
    row_height = NumericProperty(dp(theme.TOUCH))

    def __init__(self, options: Sequence[Option], cancel: str, **kwargs: object) -> None:
        super().__init__(options=list(options), **kwargs)
        self.buttons = [self._button(option) for option in options]
        self.cancel = TouchButton(text=cancel, quiet=True, on_release=lambda _: self.dismiss(animation=False))
        self.rows = -(-len(options) // int(self.columns))
        for button in self.buttons:
            self.ids.grid.add_widget(button)
        self.ids.below.add_widget(self.cancel)
        for button in (*self.buttons, self.cancel):
            button.ideal_size = theme.BODY * self.unit

    def _button(self, option: Option) -> TouchButton:
        def act(_: object) -> None:
            self.dismiss(animation=False)
            option.act()

        return TouchButton(text=option.text, disabled=not option.enabled, on_release=act)
