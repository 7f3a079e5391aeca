"""The line along the lower edge: the one thing that matters most now, or a notice that waits for an OK."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.window.widgets import load_kv
from companion.window.widgets.text import FittedLabel, TouchButton

load_kv(__file__)


class Banner(Widget):
    """Shows ``text``, large; while there is a ``notice`` that, with a button: ``on_answer()``."""

    text = StringProperty("")
    colour = ListProperty(theme.INK)
    notice = StringProperty("")
    ok = StringProperty("OK")
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_answer")
        super().__init__(**kwargs)
        self.label = FittedLabel(bold=True)
        self.button = TouchButton(on_release=lambda _: self.dispatch("on_answer"))
        self.add_widget(self.label)
        self.add_widget(self.button)
        for name in ("pos", "size", "text", "colour", "notice", "ok", "unit"):
            self.fbind(name, self._show)
        self._show()

    def on_answer(self) -> None:
        """The notice was read."""

    def _show(self, *_: object) -> None:
        asked = bool(self.notice)
        width = max(dp(theme.TOUCH), 12 * self.unit) if asked else 0
        self.button.text = self.ok if asked else ""
        self.button.disabled, self.button.opacity = not asked, 1.0 if asked else 0.0
        self.button.size = (width, self.height) if asked else (0, 0)
        self.button.pos = self.right - width, self.y
        self.button.ideal_size = theme.BODY * self.unit
        self.label.text = self.notice or self.text
        self.label.color = theme.INK if asked else self.colour
        self.label.most_lines = 2
        self.label.ideal_size = min(
            theme.BODY * self.unit if asked else theme.HEADLINE * self.unit, 0.72 * self.height
        )
        self.label.pos = self.x + 1.6 * self.unit, self.y
        self.label.size = max(1, self.width - width - 3 * self.unit), self.height
