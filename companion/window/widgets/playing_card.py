"""Playing cards on screen: one card, one that can be tapped, and the cards that lie on the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion import theme
from companion.window.widgets import load_kv
from companion.window.widgets.pack_shown import is_red, pack_shown
from engine.cards import Card

load_kv(__file__)

CLEAR_OF = 1.08
"""Cards side by side lie this many widths apart, where there is room."""
ONE_ROW = 3
"""So few cards always lie in one row: two and one below look like no hand."""
LOW_ROWS, LARGER = 1.3, 1.2
"""In a place this high, in touch sizes, cards lie in two rows if that makes them so much larger."""
LEGIBLE = dp(26)
"""Cards that would be narrower than this overlap: their ranks have 12 pixels then."""
SHOWN = 0.72
"""Share of an overlapped card's width that stays to be seen, at least: its rank and most of its sign."""
ROW_FILLED = 0.96
"""Share of a row's height that its cards take."""


def rank_text(card: Card) -> str:
    """Give the rank as a card shows it: the ten as 10."""
    return pack_shown.rank(card.rank)


def card_markup(card: Card) -> str:
    """Give a card as marked-up text for the felt: ``10♥``, its sign in its colour, or the rank alone."""
    if card.suit is None:
        return rank_text(card)
    sign = pack_shown.suit_markup(card.suit)
    return rank_text(card) + (f"[color={theme.SIGN_RED}]{sign}[/color]" if is_red(card) else sign)


class PlayingCard(Widget):
    """One card face up; ``raised`` frames it (a porrazo that waits lies on it)."""

    card = ObjectProperty(None, allownone=True)
    rank = StringProperty("")
    suit = StringProperty("")
    sign_font = StringProperty(theme.FONT_SIGNS)
    ink = ListProperty(theme.CARD_BLACK)
    raised = BooleanProperty(False)
    newest = BooleanProperty(False)
    """Whether it was laid last: it has a thin frame."""
    frame = NumericProperty(1)
    """Width of its frame, in pixels."""
    unit = NumericProperty(8)

    def on_card(self, _widget: object, card: Card | None) -> None:
        """Show another card."""
        suit = card.suit if card else None
        self.rank = rank_text(card) if card else ""
        self.suit = pack_shown.suit(suit)
        self.sign_font = pack_shown.signs.font
        self.ink = theme.CARD_RED if card and is_red(card) else theme.CARD_BLACK


class TouchCard(ButtonBehavior, PlayingCard):
    """A card that can be tapped; ``reach`` pixels to its right belong to it as well."""

    reach = NumericProperty(0)

    def collide_point(self, x: float, y: float) -> bool:
        """Whether a touch means this card."""
        return bool(self.x <= x <= self.right + self.reach and self.y <= y <= self.top)


class CardRow(Widget):
    """Cards side by side as large as the widget allows; where there are many, in two rows or overlapping.

    ``on_card(at)``: the card at this index was tapped.
    """

    cards = ListProperty([])
    raised = ListProperty([])
    """Which of them are framed; of cards that look alike the one laid last."""
    newest = ListProperty([])
    """Which of them was laid last."""
    centred = BooleanProperty(False)
    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        self.register_event_type("on_card")
        super().__init__(**kwargs)
        for name in ("pos", "size", "cards", "raised", "newest"):
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
        touch = dp(theme.TOUCH)
        layout = best_rows(len(self.cards), self.width, self.height, touch)
        raised, newest = self._last(self.raised), self._last(self.newest)
        for at, shown in enumerate(self.shown):
            row, column = divmod(at, layout.here)
            across = layout.across(min(layout.here, len(self.cards) - row * layout.here))
            left = self.x + (max(0, self.width - across) / 2 if self.centred else 0)
            middle = self.top - (row + 0.5) * self.height / layout.rows
            shown.size = layout.width, layout.width / theme.CARD_SHAPE
            shown.pos = left + column * layout.step, middle - shown.height / 2
            shown.reach = max(0, layout.step - layout.width)
            shown.raised, shown.newest = at in raised, at in newest

    def _last(self, cards: Sequence[Card]) -> set[int]:
        """Give the place of each of these cards, the last one of those that look alike."""
        return {
            at for at, card in enumerate(self.cards) if card in cards and card not in self.cards[at + 1 :]
        }

    def _deal(self, cards: Sequence[Card]) -> None:
        """Show these cards; those on screen are kept and only change their faces, since making one is slow."""
        shown = self.shown
        for spare in shown[len(cards) :]:
            self.remove_widget(spare)
        for _ in range(len(cards) - len(shown)):
            self.add_widget(TouchCard(unit=self.unit, on_release=self._tapped))
        for widget, card in zip(self.shown, cards, strict=True):
            widget.card = card

    def _tapped(self, card: TouchCard) -> None:
        self.dispatch("on_card", self.shown.index(card))


@dataclass(frozen=True)
class RowLayout:
    """How cards lie: in so many ``rows`` of ``here`` cards each, a card ``width`` wide, ``step`` apart; pixels."""

    rows: int
    here: int
    width: float
    step: float

    def across(self, count: int) -> float:
        """The width of a row of so many cards."""
        return (count - 1) * self.step + self.width


def best_rows(count: int, width: float, height: float, touch: float) -> RowLayout:
    """Lay cards in one row or two, whichever makes them larger; fingers should be able to tell them apart."""
    one = _rows(1, max(1, count), width, height, touch)
    if count <= ONE_ROW or height < LOW_ROWS * touch:
        return one
    two = _rows(2, count, width, height, touch)
    if height < 2 * touch:
        return two if two.width > LARGER * one.width else one
    return max(one, two, key=lambda layout: (layout.step >= touch, layout.width))


def _rows(rows: int, count: int, width: float, height: float, touch: float) -> RowLayout:
    here = -(-count // rows)
    high = theme.CARD_SHAPE * ROW_FILLED * height / rows
    apart, overlapping = width / here / CLEAR_OF, width / (1 + SHOWN * (here - 1))
    card = max(1.0, min(high, max(apart, min(LEGIBLE, overlapping))))
    room = (width - card) / max(1, here - 1)
    return RowLayout(rows, here, card, min(room, max(CLEAR_OF * card, touch)) if here > 1 else touch)
