"""What can happen in Conquian: cards turned, taken, passed, discarded and forced (C8-C15)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import FORTY, Card
from engine.events import Adjust, Event, Extra, kinds_of
from engine.fields import Fields, card_of_pack, required, shown, suited, whole

IN_PACK = frozenset(FORTY)
SEATS = 2
"""Two play, without teams (C1)."""

Melds = tuple[tuple[Card, ...], ...]
"""Melds of one seat, each a set or a run, as they were written."""


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """The seat at turn turns the top card of the stock, and so declines a card that is offered (C9)."""

    do: ClassVar[str] = "turn"
    seat: int
    card: Card

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Turn":
        """Return a card turned."""
        return cls(whole(line, "seat"), suited(line, "card", IN_PACK), extra=extra)


@dataclass(frozen=True, slots=True)
class Take(Event):
    """The seat at turn takes the centre card; ``melds`` are all its melds as they lie afterwards (C11)."""

    do: ClassVar[str] = "take"
    seat: int
    melds: Melds

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Take":
        """Return a card taken."""
        return cls(whole(line, "seat"), melds_of(line), extra=extra)


@dataclass(frozen=True, slots=True)
class Pass(Event):
    """The seat at turn does not want the card it has turned; without a stock, nor the one offered (C10, C16)."""

    do: ClassVar[str] = "pass"
    seat: int

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Pass":
        """Return a pass."""
        return cls(whole(line, "seat"), extra=extra)


@dataclass(frozen=True, slots=True)
class Discard(Event):
    """Who has taken a card lays one from the hand down in the middle (C13)."""

    do: ClassVar[str] = "discard"
    seat: int
    card: Card

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Discard":
        """Return a discard."""
        return cls(whole(line, "seat"), suited(line, "card", IN_PACK), extra=extra)


@dataclass(frozen=True, slots=True)
class Force(Event):
    """This seat makes the other one take the centre card (C15)."""

    do: ClassVar[str] = "force"
    seat: int

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Force":
        """Return a force."""
        return cls(whole(line, "seat"), extra=extra)


def melds_of(line: Fields) -> Melds:
    """Return the melds that a line lists: at least one, and cards in each."""
    value = required(line, "melds")
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f'"melds" must be a list of melds, not {shown(value)}')
    return tuple(meld_of(meld) for meld in value)


def meld_of(value: object) -> tuple[Card, ...]:
    """Return the cards that one meld lists."""
    if not isinstance(value, list | tuple) or not value:
        raise ValueError(f"a meld must be a list of cards, not {shown(value)}")
    return tuple(card_of_pack(each, IN_PACK) for each in value)


KINDS = kinds_of(Turn, Take, Pass, Discard, Force, Adjust)
