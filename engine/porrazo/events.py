"""What may happen in Porrazo, as values. What each event does is for the rules to say."""

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.cards import Card
from engine.events import Adjust, Event, Readers, event_of, kinds_of
from engine.fields import Fields, cards, flag, one_card, shown, text, whole
from engine.porrazo.setting import TENDIDO_SIZE

ANNOUNCED = ("ronda", "rondine", "four")
"""What can be announced."""


def announced(line: Fields, key: str) -> str:
    """Return what a field announces; ValueError if it is nothing that can be announced."""
    kind = text(line, key)
    if kind not in ANNOUNCED:
        raise ValueError(f"{shown(kind)} cannot be announced: only {', '.join(ANNOUNCED)}")
    return kind


def row_of_four(line: Fields, key: str) -> tuple[Card, ...]:
    """Return the cards of a tendido; ValueError unless there are four."""
    row = cards(line, key)
    if len(row) != TENDIDO_SIZE:
        raise ValueError(f"a tendido has four cards, a pair and a pair, not {len(row)}")
    return row


def cards_or_none(line: Fields, key: str) -> tuple[Card, ...]:
    """Return a list of cards, an empty one if the field is missing."""
    return cards(line, key, ())


@dataclass(frozen=True, slots=True)
class Declare(Event):
    """A player announces a holding before the batch's first play (R4); ``kind`` is one of ``ANNOUNCED``."""

    do: ClassVar[str] = "declare"
    readers: ClassVar[Readers] = {"kind": announced, "seat": whole}
    seat: int
    kind: str


@dataclass(frozen=True, slots=True)
class Tendido(Event):
    """The dealer lays four cards in a row: a pair and a pair, left to right as the dealer sees them (R17)."""

    do: ClassVar[str] = "tendido"
    readers: ClassVar[Readers] = {"cards": row_of_four}
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Leftover(Event):
    """The cards left after the last batch are laid on the table (R20)."""

    do: ClassVar[str] = "leftover"
    readers: ClassVar[Readers] = {"cards": cards}
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Play(Event):
    """A player lays a card (R9); ``in_place`` forgoes the capture (R11), ``took`` chooses among equals."""

    do: ClassVar[str] = "play"
    readers: ClassVar[Readers] = {"seat": whole, "card": one_card, "in_place": flag, "took": cards_or_none}
    seat: int
    card: Card
    in_place: bool = False
    took: tuple[Card, ...] = ()

    def says_same(self, other: Event) -> bool:
        """Tell whether both are the same play; a card whose suit nobody saw equals any card of its rank."""
        if not isinstance(other, Play) or (self.seat, self.in_place) != (other.seat, other.in_place):
            return False
        unsuited = self.card.rank == other.card.rank and None in (self.card.suit, other.card.suit)
        return unsuited or self.card == other.card

    def completed(self, other: Event) -> Event:
        """Return this play with the other's card if only that has a suit."""
        if isinstance(other, Play) and self.card.suit is None:
            return replace(self, card=other.card)
        return self


@dataclass(frozen=True, slots=True)
class Claim(Event):
    """A player points out that another kept silent about a holding (R7)."""

    do: ClassVar[str] = "claim"
    readers: ClassVar[Readers] = {"seat": whole, "against": whole}
    seat: int
    against: int


@dataclass(frozen=True, slots=True)
class Recount(Event):
    """These cards lie on the table now, whatever the rules expected; oldest first."""

    do: ClassVar[str] = "table"
    readers: ClassVar[Readers] = {"cards": cards}
    cards: tuple[Card, ...]


KINDS = kinds_of(Declare, Tendido, Leftover, Play, Claim, Adjust, Recount)


def event_from_json(line: Fields) -> Event:
    """Return the event that a parsed line holds; ValueError in a sentence if it holds none.

    A correction by hand must have its reason, as in every record of Porrazo so far.
    """
    event = event_of(line, KINDS)
    if isinstance(event, Adjust):
        text(line, "why")
    return event
