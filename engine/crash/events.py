"""What may happen in Crash: hands are set and shown, or thirteen cards laid at once (K8, K9, K18, K19)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card
from engine.events import Adjust, Event, Extra, kinds_of
from engine.fields import Fields, suited_cards, whole


@dataclass(frozen=True, slots=True)
class SetDown(Event):
    """A seat says how many hands it has laid down; none: it counts as four (K8)."""

    do: ClassVar[str] = "set"
    seat: int
    hands: int

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "SetDown":
        """Return a number of hands."""
        return cls(whole(line, "seat"), whole(line, "hands"), extra=extra)


@dataclass(frozen=True, slots=True)
class Show(Event):
    """A seat turns up its hand of this step, the cards in any order (K9)."""

    do: ClassVar[str] = "show"
    seat: int
    cards: tuple[Card, ...]

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Show":
        """Return a hand shown."""
        return cls(whole(line, "seat"), suited_cards(line, "cards"), extra=extra)


@dataclass(frozen=True, slots=True)
class SixPairs(Event):
    """A seat lays its thirteen cards as six pairs: the deal is void (K18)."""

    do: ClassVar[str] = "six_pairs"
    seat: int
    cards: tuple[Card, ...]

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "SixPairs":
        """Return six pairs."""
        return cls(whole(line, "seat"), suited_cards(line, "cards"), extra=extra)


@dataclass(frozen=True, slots=True)
class Straight(Event):
    """A seat lays thirteen different ranks: it wins the match (K19)."""

    do: ClassVar[str] = "straight"
    seat: int
    cards: tuple[Card, ...]

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Straight":
        """Return a straight."""
        return cls(whole(line, "seat"), suited_cards(line, "cards"), extra=extra)


KINDS = kinds_of(Show, SetDown, SixPairs, Straight, Adjust)
