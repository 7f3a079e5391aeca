"""Malilla's forty cards: what they are worth, which is higher, and which events lay them (M2-M4, M8)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import FORTY, Card, Rank, Suit
from engine.events import Adjust, Event, Readers, kinds_of
from engine.fields import of_forty, whole
from engine.shared import tricks

IN_PACK = frozenset(FORTY)
"""The pack: no 8, 9 and 10 (M2)."""

RANK_ORDER = (2, 3, 4, 5, 6, 11, 12, 13, 1, 7)
"""The ranks by number, low to high: 7 A K Q J 6 5 4 3 2 from the top (M4)."""
RANK_HEIGHT = {Rank(rank): height for height, rank in enumerate(RANK_ORDER)}
CARD_POINTS = {Rank.SEVEN: 5, Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
"""What a card is worth; all others nothing (M4)."""
FOLLOWING, TRUMPING = 10, 20
"""Added to the height of a card of the suit led, and of a trump: these beat the others, trumps beat both (M8)."""


def worth(card: Card) -> int:
    """Return what a card is worth."""
    return CARD_POINTS.get(card.rank, 0)


def strength(card: Card, led: Suit, trump: Suit) -> int:
    """Return how strong a card is in a trick: of two cards the stronger one wins (M8)."""
    if card.suit is trump:
        return RANK_HEIGHT[card.rank] + TRUMPING
    return RANK_HEIGHT[card.rank] + FOLLOWING if card.suit is led else 0


@dataclass(frozen=True, slots=True)
class Trump(Event):
    """The dealer turns up the last card dealt: its suit is trump for the hand (M3)."""

    do: ClassVar[str] = "trump"
    readers: ClassVar[Readers] = {"card": of_forty}
    card: Card


@dataclass(frozen=True, slots=True)
class Play(tricks.Play):
    """A player lays a card to the trick."""

    readers: ClassVar[Readers] = {"seat": whole, "card": of_forty}


@dataclass(frozen=True, slots=True)
class Misdeal(Event):
    """The cards were dealt wrongly: they pass to the next dealer (M7)."""

    do: ClassVar[str] = "misdeal"


KINDS = kinds_of(Trump, Play, Misdeal, Adjust)
