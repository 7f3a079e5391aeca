"""Playing cards on screen: one card, and the row of cards that lie on the table."""

from collections.abc import Sequence

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.widgets.lettering import signs
from companion.widgets.loading import load_kv
from engine.cards import Card

load_kv(__file__)

RED = "dh"
TEN = "10"


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


class CardRow(Widget):
    """Cards side by side as large as the widget allows, overlapping where there are many."""

    cards = ListProperty([])
    raised = ListProperty([])
    """Which of them are framed."""
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "cards", "raised"):
            self.fbind(name, self._lay)
        self._lay()

    def _lay(self, *_: object) -> None:
        self._deal(self.cards)
        width = min(theme.CARD_SHAPE * self.height, self.width)
        step = _step(len(self.cards), width, self.width)
        for at, shown in enumerate(self.children[::-1]):
            shown.size = width, width / theme.CARD_SHAPE
            shown.pos = self.x + at * step, self.center_y - shown.height / 2
            shown.raised = shown.card in self.raised

    def _deal(self, cards: Sequence[Card]) -> None:
        shown = [child.card for child in self.children[::-1]]
        if shown != list(cards):
            self.clear_widgets()
            for card in cards:
                self.add_widget(PlayingCard(card=card, unit=self.unit))


def _step(count: int, width: float, room: float) -> float:
    """How far apart cards lie: clear of each other, or overlapping so that the last one still fits."""
    free = width * 1.08
    return free if count < 2 else min(free, (room - width) / (count - 1))
