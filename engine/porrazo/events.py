"""What may happen in Porrazo, as values. What each event does is for the rules to say."""

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card
from engine.events import Adjust, Event, Extra, event_of, kinds_of
from engine.fields import Fields, card, cards, flag, required, shown, text, whole
from engine.porrazo.setting import TENDIDO_SIZE

ANNOUNCED = ("ronda", "rondine", "four")
"""What can be announced."""


@dataclass(frozen=True, slots=True)
class Declare(Event):
    """A player announces a holding before the batch's first play (R4); ``kind`` is one of ``ANNOUNCED``."""

    do: ClassVar[str] = "declare"
    seat: int
    kind: str

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Declare":
        """Return an announcement."""
        kind = text(line, "kind")
        if kind not in ANNOUNCED:
            raise ValueError(f"{shown(kind)} cannot be announced: only {', '.join(ANNOUNCED)}")
        return cls(whole(line, "seat"), kind, extra=extra)


@dataclass(frozen=True, slots=True)
class Tendido(Event):
    """The dealer lays four cards in a row: a pair and a pair, left to right as the dealer sees them (R17)."""

    do: ClassVar[str] = "tendido"
    cards: tuple[Card, ...]

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Tendido":
        """Return a tendido."""
        row = cards(line, "cards")
        if len(row) != TENDIDO_SIZE:
            raise ValueError(f"a tendido has four cards, a pair and a pair, not {len(row)}")
        return cls(row, extra=extra)


@dataclass(frozen=True, slots=True)
class Leftover(Event):
    """The cards left after the last batch are laid on the table (R20)."""

    do: ClassVar[str] = "leftover"
    cards: tuple[Card, ...]

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Leftover":
        """Return a leftover."""
        return cls(cards(line, "cards"), extra=extra)


@dataclass(frozen=True, slots=True)
class Play(Event):
    """A player lays a card (R9); ``in_place`` forgoes the capture (R11), ``took`` chooses among equals."""

    do: ClassVar[str] = "play"
    seat: int
    card: Card
    in_place: bool = False
    took: tuple[Card, ...] = ()

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Play":
        """Return a play."""
        seat, laid = whole(line, "seat"), card(required(line, "card"))
        return cls(seat, laid, flag(line, "in_place"), cards(line, "took", ()), extra=extra)


@dataclass(frozen=True, slots=True)
class Claim(Event):
    """A player points out that another kept silent about a holding (R7)."""

    do: ClassVar[str] = "claim"
    seat: int
    against: int

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Claim":
        """Return a claim."""
        return cls(whole(line, "seat"), whole(line, "against"), extra=extra)


@dataclass(frozen=True, slots=True)
class Recount(Event):
    """These cards lie on the table now, whatever the rules expected; oldest first."""

    do: ClassVar[str] = "table"
    cards: tuple[Card, ...]

    @classmethod
    def read(cls, line: Fields, extra: Extra) -> "Recount":
        """Return a recount."""
        return cls(cards(line, "cards"), extra=extra)


KINDS = kinds_of(Declare, Tendido, Leftover, Play, Claim, Adjust, Recount)


def event_from_json(line: Fields) -> Event:
    """Return the event that a parsed line holds; ValueError in a sentence if it holds none.

    A correction by hand must have its reason, as in every record of Porrazo so far.
    """
    event = event_of(line, KINDS)
    if isinstance(event, Adjust):
        text(line, "why")
    return event
