"""What may happen in Crash: hands are set and shown, or thirteen cards laid at once (K8, K9, K18, K19)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card
from engine.events import Adjust, Event, Readers, kinds_of
from engine.fields import suited_cards, whole


@dataclass(frozen=True, slots=True)
class SetDown(Event):
    """A seat says how many hands it has laid down; none: it counts as four (K8)."""

    do: ClassVar[str] = "set"
    readers: ClassVar[Readers] = {"seat": whole, "hands": whole}
    seat: int
    hands: int


@dataclass(frozen=True, slots=True)
class Show(Event):
    """A seat turns up its hand of this step, the cards in any order (K9)."""

    do: ClassVar[str] = "show"
    readers: ClassVar[Readers] = {"seat": whole, "cards": suited_cards}
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SixPairs(Event):
    """A seat lays its thirteen cards as six pairs: the deal is void (K18)."""

    do: ClassVar[str] = "six_pairs"
    readers: ClassVar[Readers] = {"seat": whole, "cards": suited_cards}
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Straight(Event):
    """A seat lays thirteen different ranks: it wins the match (K19)."""

    do: ClassVar[str] = "straight"
    readers: ClassVar[Readers] = {"seat": whole, "cards": suited_cards}
    seat: int
    cards: tuple[Card, ...]


KINDS = kinds_of(Show, SetDown, SixPairs, Straight, Adjust)
