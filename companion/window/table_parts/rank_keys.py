"""The keys to play cards with by their ranks, and one more that lays several cards at once."""

from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.window.table_parts.card_keys import CardKeys
from companion.window.widgets.text import TouchButton
from engine.cards import ANY_SUIT, Card

FEW, MANY = 5, 7
"""Keys in a row, beside the board and below it."""


class RankKeys(Widget):
    """A key a rank: ``on_card(card)``, a card of unknown suit. ``to_lay`` names the further key: ``on_lay()``."""

    possible = ListProperty(ANY_SUIT)
    to_lay = StringProperty("")
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        for name in ("on_card", "on_lay"):
            self.register_event_type(name)
        super().__init__(**kwargs)
        self.keys = CardKeys(cards=ANY_SUIT)
        self.keys.bind(on_card=lambda _, card: self.dispatch("on_card", card))
        self.lay = TouchButton(on_release=lambda _: self.dispatch("on_lay"))
        self.add_widget(self.keys)
        for name in ("pos", "size", "possible", "to_lay", "unit"):
            self.fbind(name, self._show)
        self._show()

    def on_card(self, card: Card) -> None:
        """A rank was tapped."""

    def on_lay(self) -> None:
        """The further key was tapped."""

    def _show(self, *_: object) -> None:
        columns = MANY if self.width > 3 * self.height else FEW
        keys, gap = self.keys, 0.6 * self.unit
        keys.columns, keys.gap, keys.possible = columns, gap, self.possible
        keys.pos, keys.size = self.pos, self.size
        rows, free = keys.rows, keys.rows * columns - len(ANY_SUIT)
        width = (self.width - (columns - 1) * gap) / columns
        height = (self.height - (rows - 1) * gap) / rows
        wide = free * width + (free - 1) * gap
        self.lay.text, self.lay.padding = self.to_lay, [0.5 * self.unit, 0]
        self.lay.ideal_size = min(theme.BODY * self.unit, 0.36 * wide)
        self.lay.size, self.lay.pos = (max(1, wide), max(1, height)), (self.right - wide, self.y)
        if bool(self.to_lay) != (self.lay.parent is not None):
            (self.add_widget if self.to_lay else self.remove_widget)(self.lay)
