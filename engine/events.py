"""The events of a match, as values. What each of them does is for the rules to say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.cards import Card

KINDS = ("ronda", "rondine", "four")

Extra = Mapping[str, object]
"""Further keys of a line: kept and written again, ignored by the rules."""


def nothing_more() -> Extra:
    """Return no further keys."""
    return {}


class Line:
    """What every event can do: be written as its line of a record."""

    __slots__ = ()
    do: ClassVar[str]
    extra: Extra

    def to_json(self) -> dict[str, object]:
        """Return the object that the event's line holds: ``do``, its fields, then the further keys.

        ``in_place`` and ``took`` are written only where they say something.
        """
        line: dict[str, object] = {"do": self.do}
        names: tuple[str, ...] = self.__slots__
        for name in names:
            value = getattr(self, name)
            if name != "extra" and value is not False and not (name == "took" and value == ()):
                line[name] = in_json(value)
        return line | dict(self.extra)


def in_json(value: object) -> object:
    """Return a field's value as JSON holds it: cards as texts."""
    if isinstance(value, tuple):
        return [in_json(item) for item in value]
    return str(value) if isinstance(value, Card) else value


@dataclass(frozen=True, slots=True)
class Declare(Line):
    """A player announces a holding before the batch's first play (R4); ``kind`` is one of ``KINDS``."""

    do: ClassVar[str] = "declare"
    seat: int
    kind: str
    extra: Extra = field(default_factory=nothing_more, hash=False)


@dataclass(frozen=True, slots=True)
class Tendido(Line):
    """The dealer lays four cards in a row: a pair and a pair, left to right as the dealer sees them (R17)."""

    do: ClassVar[str] = "tendido"
    cards: tuple[Card, ...]
    extra: Extra = field(default_factory=nothing_more, hash=False)


@dataclass(frozen=True, slots=True)
class Leftover(Line):
    """The cards left after the last batch are laid on the table (R20)."""

    do: ClassVar[str] = "leftover"
    cards: tuple[Card, ...]
    extra: Extra = field(default_factory=nothing_more, hash=False)


@dataclass(frozen=True, slots=True)
class Play(Line):
    """A player lays a card (R9); ``in_place`` forgoes the capture (R11), ``took`` chooses among equals."""

    do: ClassVar[str] = "play"
    seat: int
    card: Card
    in_place: bool = False
    took: tuple[Card, ...] = ()
    extra: Extra = field(default_factory=nothing_more, hash=False)


@dataclass(frozen=True, slots=True)
class Claim(Line):
    """A player points out that another kept silent about a holding (R7)."""

    do: ClassVar[str] = "claim"
    seat: int
    against: int
    extra: Extra = field(default_factory=nothing_more, hash=False)


@dataclass(frozen=True, slots=True)
class Adjust(Line):
    """Points given or taken by hand, with the reason (R23); never 0."""

    do: ClassVar[str] = "adjust"
    seat: int
    points: int
    why: str
    extra: Extra = field(default_factory=nothing_more, hash=False)


@dataclass(frozen=True, slots=True)
class Recount(Line):
    """These cards lie on the table now, whatever the rules expected; oldest first."""

    do: ClassVar[str] = "table"
    cards: tuple[Card, ...]
    extra: Extra = field(default_factory=nothing_more, hash=False)


Event = Declare | Tendido | Leftover | Play | Claim | Adjust | Recount
