"""Dialogues over a screen: a sheet of several parts, and a short choice among a few large buttons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion import theme
from companion.window.widgets import load_kv
from companion.window.widgets.plates import ButtonGrid, ChoiceButton
from companion.window.widgets.text import TouchButton

load_kv(__file__)


CROSS = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True)
class Act:
    """A button: what it says and does, whether it can be tapped, and whether its sheet stays open.

    ``choice``: it is one of several of which one is chosen.
    """

    text: str
    act: Callable[[], object]
    enabled: bool = True
    stays: bool = False
    choice: bool = False


class Sheet(ModalView):
    """Put parts into it with `part` and rows of buttons with `acts`; a tap beside it closes it."""

    title = StringProperty("")
    unit = NumericProperty(8)
    row_height = NumericProperty(dp(theme.TOUCH))

    def __init__(self, title: str, unit: float, size_hint: tuple[float, float | None] = (0.97, 0.97)) -> None:
        super().__init__(title=title, unit=unit, size_hint=size_hint)
        self.row_height = max(dp(theme.TOUCH), 7.5 * unit)
        self.close = TouchButton(text=CROSS, quiet=True, on_release=lambda _: self.shut())
        self.close.ideal_size = theme.HEADLINE * unit
        self.close.size_hint_x, self.close.width = None, max(dp(theme.TOUCH), 9 * unit)
        self.ids.head.add_widget(self.close)
        self.buttons: dict[str, TouchButton] = {}
        if size_hint[1] is None:  # as high as its parts
            self.ids.column.fbind("minimum_height", self.setter("height"))

    def part(self, widget: Widget, share: float = 1.0, height: float | None = None) -> Widget:
        """Add a part below the others, this many pixels high, or with this share of the room that is left."""
        widget.size_hint_y = share if height is None else None
        if height is not None:
            widget.height = height
        self.ids.column.add_widget(widget)
        return widget

    def acts(self, acts: Sequence[Act], height: float | None = None) -> list[TouchButton]:
        """Add a row of buttons."""
        row = ButtonGrid(rows=1, spacing=self.unit, ideal_size=theme.BODY * self.unit)
        buttons = [self._button(act) for act in acts]
        for button in buttons:
            row.add_widget(button)
        self.part(row, height=height or self.row_height)
        return buttons

    def _button(self, act: Act) -> TouchButton:
        def do(_: object) -> None:
            if not act.stays:
                self.shut()
            act.act()

        kind = ChoiceButton if act.choice else TouchButton
        button = kind(text=act.text, disabled=not act.enabled, on_release=do)
        self.buttons[act.text] = button
        return button

    def shut(self) -> None:
        """Close it."""
        self.dismiss(animation=False)


class Choice(ModalView):
    """Asks for one of ``options``; a tap beside the dialogue, or its last button, changes nothing."""

    title = StringProperty("")
    detail = StringProperty("")
    options = ListProperty([])
    columns = NumericProperty(1)
    unit = NumericProperty(8)
    rows = NumericProperty(1)
    row_height = NumericProperty(dp(theme.TOUCH))

    def __init__(self, options: Sequence[Act], cancel: str, **kwargs: object) -> None:
        super().__init__(options=list(options), **kwargs)
        self.buttons = [self._button(option) for option in options]
        self.cancel = TouchButton(text=cancel, quiet=True, on_release=lambda _: self.dismiss(animation=False))
        self.rows = -(-len(options) // int(self.columns))
        for button in self.buttons:
            self.ids.grid.add_widget(button)
        self.ids.below.add_widget(self.cancel)
        self.cancel.ideal_size = theme.BODY * self.unit

    def _button(self, option: Act) -> TouchButton:
        def act(_: object) -> None:
            self.dismiss(animation=False)
            option.act()

        return TouchButton(text=option.text, disabled=not option.enabled, on_release=act)
