"""Keys to tap a card with: a key for each rank, or all fifty-two and one a rank for a card whose suit nobody saw."""

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion import theme
from companion.window.widgets import load_kv
from companion.window.widgets.pack_shown import is_red, pack_shown
from companion.window.widgets.playing_card import rank_text
from companion.window.widgets.text import TouchButton
from engine.cards import ANY_SUIT, PACK, Card

load_kv(__file__)


RANKS = 13
TALL = 1.25
"""From this ratio of height to width on, a key has its rank over its sign."""
UPRIGHT_COLUMNS = 7
"""Columns of keys where thirteen side by side would be too narrow: each suit then has two rows."""


class CardKey(ButtonBehavior, Label):
    """One key, looking like the corner of its card; dimmed where the card is impossible now."""

    ink = ListProperty(theme.CARD_BLACK)
    marked = BooleanProperty(False)
    """Whether it is the card that was written down."""

    def __init__(self, card: Card, **kwargs: object) -> None:
        super().__init__(markup=True, font_name=theme.FONT_DISPLAY, **kwargs)
        self.card = card
        self.ink = theme.CARD_RED if is_red(card) else theme.CARD_BLACK
        self.fbind("size", self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        """Write rank and sign beside each other, in a tall key below each other: as large as they fit."""
        card, tall = self.card, self.height > TALL * self.width
        sign = pack_shown.suit_markup(card.suit)
        self.text = rank_text(card) + ("\n" if sign and tall else "") + sign
        across, high = (0.5, 0.56) if not sign else (0.56, 0.36) if tall else (0.36, 0.56)
        self.font_size = max(1.0, min(across * self.width, high * self.height))


class CardKeys(Widget):
    """Keys for ``cards``, in rows of ``columns``; ``on_card(card)``. Only cards in ``possible`` can be tapped."""

    cards = ListProperty(ANY_SUIT)
    possible = ListProperty(ANY_SUIT)
    marked = ObjectProperty(None, allownone=True)
    """The card that was written down: its key has a frame."""
    columns = NumericProperty(RANKS)
    gap = NumericProperty(dp(3))

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_card")
        super().__init__(**kwargs)
        self.keys: dict[Card, CardKey] = {}
        for name in ("pos", "size", "columns", "gap"):
            self.fbind(name, self._put)
        self.fbind("cards", self._build)
        self.fbind("possible", self._dim)
        self.fbind("marked", self._dim)
        self._build()

    def on_card(self, card: Card) -> None:
        """A card was tapped."""

    @property
    def rows(self) -> int:
        """How many rows of keys there are; every suit begins a row of its own."""
        return -(-len(self.cards) // RANKS) * self._rows_a_suit

    @property
    def _rows_a_suit(self) -> int:
        return -(-RANKS // int(self.columns))

    def _build(self, *_: object) -> None:
        self.clear_widgets()
        self.keys = {card: CardKey(card) for card in self.cards}
        for key in self.keys.values():
            key.bind(on_release=lambda key: self.dispatch("on_card", key.card))
            self.add_widget(key)
        self._dim()
        self._put()

    def _dim(self, *_: object) -> None:
        possible = set(self.possible)
        for card, key in self.keys.items():
            key.disabled = card not in possible
            key.marked = card == self.marked

    def _put(self, *_: object) -> None:
        columns, rows = int(self.columns), self.rows
        width = (self.width - (columns - 1) * self.gap) / columns
        height = (self.height - (rows - 1) * self.gap) / rows
        for at, key in enumerate(self.keys.values()):
            suit, number = divmod(at, RANKS)
            row, column = suit * self._rows_a_suit + number // columns, number % columns
            key.size = max(1, width), max(1, height)
            key.pos = self.x + column * (width + self.gap), self.top - (row + 1) * height - row * self.gap


WHOLE_PACK = (*PACK, *ANY_SUIT)
"""The keys for any card; those of unknown suit come last."""


def columns_of(width: float, height: float) -> int:
    """Say how many keys look well side by side in a window of this size: a whole suit, or half of one."""
    return RANKS if width > height else UPRIGHT_COLUMNS


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
        wide = max(1.0, free * width + (free - 1) * gap)
        self.lay.text, self.lay.padding = self.to_lay, [0.5 * self.unit, 0]
        self.lay.ideal_size = min(theme.BODY * self.unit, 0.36 * wide)
        self.lay.size, self.lay.pos = (wide, max(1, height)), (self.right - wide, self.y)
        if bool(self.to_lay) != (self.lay.parent is not None):
            (self.add_widget if self.to_lay else self.remove_widget)(self.lay)
