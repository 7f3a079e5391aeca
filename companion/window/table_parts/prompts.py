"""What the table says and asks: the banner along the lower edge, and the question in the place of the list."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.window.widgets import load_kv
from companion.window.widgets.playing_card import CardRow
from companion.window.widgets.text import FittedLabel, TouchButton, in_one_size

load_kv(__file__)


class Banner(Widget):
    """Shows ``text``, large; while there is a ``notice`` that, with a button: ``on_answer()``."""

    text = StringProperty("")
    colour = ListProperty(theme.INK)
    notice = StringProperty("")
    ok = StringProperty("OK")
    unit = NumericProperty(8)

    button: TouchButton = ObjectProperty()

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_answer")
        super().__init__(**kwargs)

    def on_answer(self) -> None:
        """The notice was read."""


class Question(Widget):
    """Asks ``text``. ``on_card(at)`` and ``on_answer(at)`` say which card or button was tapped."""

    text = StringProperty("")
    cards = ListProperty([])
    answers = ListProperty([])
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        for name in ("on_card", "on_answer"):
            self.register_event_type(name)
        super().__init__(**kwargs)
        self.label = FittedLabel(bold=True, most_lines=2, halign="center")
        self.row = CardRow(centred=True)
        self.row.bind(on_card=lambda _, at: self.dispatch("on_card", at))
        self.buttons: list[TouchButton] = []
        self.add_widget(self.label)
        self.add_widget(self.row)
        for name in ("pos", "size", "text", "cards", "answers", "unit"):
            self.fbind(name, self._show)
        self._show()

    def on_card(self, at: int) -> None:
        """The card at this index was tapped."""

    def on_answer(self, at: int) -> None:
        """The button at this index was tapped."""

    def _show(self, *_: object) -> None:
        inside = 1.2 * self.unit
        x, width = self.x + inside, max(1, self.width - 2 * inside)
        floor = self._put_buttons(x, self.y + inside, width)
        top = self.top - 0.6 * inside
        room = max(1, top - floor)
        height = min(2.7 * theme.BODY * self.unit, room * (0.42 if self.cards else 1))
        self.label.text = self.text
        self.label.ideal_size = min(1.1 * theme.BODY * self.unit, 0.5 * height)
        self.label.pos, self.label.size = (x, top - height), (width, height)
        self.row.cards = self.cards
        row = max(1, room - height - inside)
        self.row.pos, self.row.size = (x, floor + 0.5 * inside), (width, row)

    def _put_buttons(self, x: float, y: float, width: float) -> float:
        """Put the buttons side by side at this height; give the height above them."""
        while len(self.buttons) < len(self.answers):
            at = len(self.buttons)
            self.buttons.append(TouchButton(on_release=lambda _, at=at: self.dispatch("on_answer", at)))
        for button in self.buttons:
            self.remove_widget(button)
        shown = self.buttons[: len(self.answers)]
        if not shown:
            return y
        gap: float = 0.8 * self.unit
        height: float = max(dp(theme.TOUCH), 6.4 * self.unit)
        each = (width - (len(shown) - 1) * gap) / len(shown)
        for at, (button, text) in enumerate(zip(shown, self.answers, strict=False)):
            button.text = text
            button.pos, button.size = (x + at * (each + gap), y), (max(1, each), height)
            self.add_widget(button)
        in_one_size(shown, theme.BODY * self.unit)
        return y + height + gap
