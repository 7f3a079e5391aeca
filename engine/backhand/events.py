"""What can happen in Backhand, and what its cards are worth."""

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card, Rank
from engine.events import Adjust, Event, Readers, kinds_of
from engine.fields import cards, one_card, whole

COURT_WORTH = 10
"""What a ten and a court card are worth; all others are worth their number, an ace 1."""


def value(card: Card) -> int:
    """Return what a card is worth."""
    return min(card.rank, COURT_WORTH)


def is_ace(card: Card) -> bool:
    """Tell whether a card is an ace: among the first two it is replaced (B6)."""
    return card.rank is Rank.ACE


@dataclass(frozen=True, slots=True)
class Bet(Event):
    """A seat bets against the bank, before the round's first card (B13)."""

    do: ClassVar[str] = "bet"
    readers: ClassVar[Readers] = {"seat": whole, "stake": whole}
    seat: int
    stake: int


@dataclass(frozen=True, slots=True)
class Deal(Event):
    """A seat gets its first two cards, or the two new ones after a push (B5, B10)."""

    do: ClassVar[str] = "deal"
    readers: ClassVar[Readers] = {"seat": whole, "cards": cards}
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """One card comes from the stock for a seat."""

    readers: ClassVar[Readers] = {"seat": whole, "card": one_card}
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Replace(Drawn):
    """An ace among the first two is discarded, and a card takes its place (B6)."""

    do: ClassVar[str] = "replace"


@dataclass(frozen=True, slots=True)
class Hit(Drawn):
    """One more card into the hand (B8)."""

    do: ClassVar[str] = "hit"


@dataclass(frozen=True, slots=True)
class Backhand(Drawn):
    """A seat says that the next card busts; this is that card, turned up and not added (B9)."""

    do: ClassVar[str] = "backhand"


@dataclass(frozen=True, slots=True)
class Push(Event):
    """A push hand is thrown away (B10)."""

    do: ClassVar[str] = "push"
    readers: ClassVar[Readers] = {"seat": whole}
    seat: int


@dataclass(frozen=True, slots=True)
class Shuffle(Event):
    """All cards but those of hands still in play are shuffled (B4)."""

    do: ClassVar[str] = "shuffle"


KINDS = kinds_of(Bet, Deal, Replace, Hit, Push, Backhand, Shuffle, Adjust)
