"""Playing cards on screen: one card, one that can be tapped, and the cards that lie on the table."""

from collections.abc import Sequence

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion import theme
from companion.widgets.lettering import signs
from companion.widgets.loading import load_kv
from engine.cards import Card

load_kv(__file__)

RED = "dh"
TEN = "10"
CLEAR_OF = 1.08
"""Cards side by side lie this many widths apart, where there is room."""
CROWDED = 0.75
"""Cards that lie closer than this many widths rather lie in two rows."""


def rank_text(card: Card) -> str:
    """Give the rank as a card shows it: the ten as 10."""
    letter = card.rank.letter
    return TEN if letter == "T" else letter


def is_red(card: Card) -> bool:
    """Whether it is a heart or a diamond."""
    return card.suit is not None and card.suit.letter in RED


def card_markup(card: Card) -> str:
    """Give a card as marked-up text for the felt: ``10♥``, its sign in its colour, or the rank alone."""
    if card.suit is None:
        return rank_text(card)
    sign = signs(card.suit.symbol)
    return rank_text(card) + (f"[color={theme.SIGN_RED}]{sign}[/color]" if is_red(card) else sign)


class PlayingCard(Widget):
    """One card face up; ``raised`` frames it (a porrazo that waits lies on it)."""

    card = ObjectProperty(None, allownone=True)
    rank = StringProperty("")
    suit = StringProperty("")
    ink = ListProperty(theme.CARD_BLACK)
    raised = BooleanProperty(False)
    unit = NumericProperty(8)

    def on_card(self, _widget: object, card: Card | None) -> None:
        """Show another card."""
        suit = card.suit if card else None
        self.rank = rank_text(card) if card else ""
        self.suit = suit.symbol if suit else ""
        self.ink = theme.CARD_RED if card and is_red(card) else theme.CARD_BLACK


class TouchCard(ButtonBehavior, PlayingCard):
    """A card that can be tapped."""


class CardRow(Widget):
    """Cards side by side as large as the widget allows; where there are many, in two rows or overlapping.

    ``on_card(at)``: the card at this index was tapped.
    """

    cards = ListProperty([])
    raised = ListProperty([])
    """Which of them are framed."""
    centred = BooleanProperty(False)
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_card")
        super().__init__(**kwargs)
        for name in ("pos", "size", "cards", "raised"):
            self.fbind(name, self._lay)
        self._lay()

    def on_card(self, at: int) -> None:
        """A card was tapped."""

    @property
    def shown(self) -> list[TouchCard]:
        """The cards, in order."""
        return list(self.children[::-1])

    def _lay(self, *_: object) -> None:
        self._deal(self.cards)
        rows = rows_of(len(self.cards), self.width, self.height, dp(theme.TOUCH))
        here = -(-len(self.cards) // rows)
        between = 0.04 * self.height if rows > 1 else 0
        height = (self.height - between * (rows - 1)) / rows
        width = min(theme.CARD_SHAPE * height, self.width)
        step = _step(here, width, self.width)
        left = self.x + (max(0, self.width - width - (here - 1) * step) / 2 if self.centred else 0)
        for at, shown in enumerate(self.shown):
            row, column = divmod(at, here)
            middle = self.top - (row + 0.5) * height - row * between
            shown.size = width, width / theme.CARD_SHAPE
            shown.pos = left + column * step, middle - shown.height / 2
            shown.raised = shown.card in self.raised

    def _deal(self, cards: Sequence[Card]) -> None:
        if [shown.card for shown in self.shown] != list(cards):
            self.clear_widgets()
            for at, card in enumerate(cards):
                self.add_widget(TouchCard(card=card, unit=self.unit, on_release=self._tapped(at)))

    def _tapped(self, at: int) -> object:
        return lambda _: self.dispatch("on_card", at)


def rows_of(count: int, width: float, height: float, touch: float) -> int:
    """Say in how many rows cards lie: two where in one row fingers could not tell them apart."""
    one = min(theme.CARD_SHAPE * height, width)
    crowded = count > 1 and _step(count, one, width) < max(touch, CROWDED * one)
    return 2 if crowded and height >= 2 * touch else 1


def _step(count: int, width: float, room: float) -> float:
    """How far apart cards lie: clear of each other, or overlapping so that the last one still fits."""
    free = width * CLEAR_OF
    return free if count < 2 else min(free, (room - width) / (count - 1))
