"""The cards on the table as the app sees them; each can be tapped, and all counted anew."""

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.widgets.lettering import FittedLabel, TouchButton
from companion.widgets.loading import load_kv
from companion.widgets.playing_card import CardRow

load_kv(__file__)


class TableCards(Widget):
    """``on_card(at)`` says which card was tapped; ``on_recount()`` that they should be counted anew."""

    cards = ListProperty([])
    raised = ListProperty([])
    caption = StringProperty("")
    """Said while no card lies there."""
    recount_text = StringProperty("")
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        for name in ("on_card", "on_recount"):
            self.register_event_type(name)
        super().__init__(**kwargs)
        self.row = CardRow()
        self.row.bind(on_card=lambda _, at: self.dispatch("on_card", at))
        self.label = FittedLabel(color=theme.INK_SOFT, halign="center")
        self.button = TouchButton(on_release=lambda _: self.dispatch("on_recount"))
        for part in (self.row, self.label, self.button):
            self.add_widget(part)
        for name in ("pos", "size", "cards", "raised", "caption", "recount_text", "unit"):
            self.fbind(name, self._show)
        self._show()

    def on_card(self, at: int) -> None:
        """A card was tapped."""

    def on_recount(self) -> None:
        """Counting anew was asked for."""

    def _show(self, *_: object) -> None:
        inside = self.unit
        width = max(1.25 * dp(theme.TOUCH), 12 * self.unit)
        self.button.text, self.button.ideal_size = self.recount_text, theme.SMALL * self.unit
        height = max(dp(theme.TOUCH), min(10 * self.unit, self.height - 2 * inside))
        self.button.size = width, height
        self.button.pos = self.right - inside - width, self.center_y - height / 2
        room = max(1, self.width - width - 3 * inside)
        self.row.unit, self.row.cards, self.row.raised = self.unit, self.cards, self.raised
        self.row.pos, self.row.size = (
            (self.x + inside, self.y + inside),
            (room, max(1, self.height - 2 * inside)),
        )
        self.label.text = "" if self.cards else self.caption
        self.label.ideal_size = theme.BODY * self.unit
        self.label.pos, self.label.size = (self.x + inside, self.y), (room, self.height)
