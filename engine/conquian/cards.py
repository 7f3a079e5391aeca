"""What can happen in Conquian: cards turned, taken, passed, discarded and forced (C8-C15)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import FORTY, Card
from engine.events import Adjust, Event, Readers, kinds_of
from engine.fields import Fields, card_of_pack, of_forty, required, shown, whole

IN_PACK = frozenset(FORTY)
SEATS = 2
"""Two play, without teams (C1)."""

Melds = tuple[tuple[Card, ...], ...]
"""Melds of one seat, each a set or a run, as they were written."""


def melds_of(line: Fields, key: str) -> Melds:
    """Return the melds that a field lists: at least one, and cards in each."""
    value = required(line, key)
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f'"{key}" must be a list of melds, not {shown(value)}')
    return tuple(meld_of(meld) for meld in value)


def meld_of(value: object) -> tuple[Card, ...]:
    """Return the cards that one meld lists."""
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f"a meld must be a list of cards, not {shown(value)}")
    return tuple(card_of_pack(each, IN_PACK) for each in value)


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """The seat at turn turns the top card of the stock, and so declines a card that is offered (C9)."""

    do: ClassVar[str] = "turn"
    readers: ClassVar[Readers] = {"seat": whole, "card": of_forty}
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Take(Event):
    """The seat at turn takes the centre card; ``melds`` are all its melds as they lie afterwards (C11)."""

    do: ClassVar[str] = "take"
    readers: ClassVar[Readers] = {"seat": whole, "melds": melds_of}
    seat: int
    melds: Melds


@dataclass(frozen=True, slots=True)
class Pass(Event):
    """The seat at turn does not want the card it has turned; without a stock, nor the one offered (C10, C16)."""

    do: ClassVar[str] = "pass"
    readers: ClassVar[Readers] = {"seat": whole}
    seat: int


@dataclass(frozen=True, slots=True)
class Discard(Event):
    """Who has taken a card lays one from the hand down in the middle (C13)."""

    do: ClassVar[str] = "discard"
    readers: ClassVar[Readers] = {"seat": whole, "card": of_forty}
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Force(Event):
    """This seat makes the other one take the centre card (C15)."""

    do: ClassVar[str] = "force"
    readers: ClassVar[Readers] = {"seat": whole}
    seat: int


KINDS = kinds_of(Turn, Take, Pass, Discard, Force, Adjust)
