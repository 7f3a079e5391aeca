"""What the referee is shown: the cards lying face up, each with the probabilities of what it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.cards import PACK, Card

IMPROBABLE = 7.0
"""Nats; no single reading counts against a card by more than this: readings can be plain wrong."""
FLOOR = math.exp(-IMPROBABLE)
TOO_FAR = 5.5
"""Nats; a card read with so much against it is another card."""
WORTH_NAMING = math.exp(-TOO_FAR)


@dataclass(frozen=True, slots=True)
class Sighting:
    """One card lying on the table.

    ``track`` numbers it; ``odds`` are the 52 probabilities in the order of ``engine.cards.PACK``; ``x`` and ``y`` are
    where its middle lies, in heights of a card; ``since`` when it was first seen there, seconds; ``steady`` whether it
    has lain long enough to be believed; ``hidden`` whether something covers it now.

    Worked out from these: ``costs``, nats, by a card's code, ranks alone included; ``near``, the cards it may be, as
    (cost, code), cheapest first; ``best``, the code of the likeliest.
    """

    track: int
    odds: tuple[float, ...]
    x: float = 0.0
    y: float = 0.0
    since: float = 0.0
    steady: bool = True
    hidden: bool = False
    costs: tuple[float, ...] = field(init=False, repr=False, compare=False)
    near: tuple[tuple[float, int], ...] = field(init=False, repr=False, compare=False)
    best: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ranks = (sum(self.odds[rank::13]) for rank in range(13))
        costs = tuple(
            -math.log(min(chance, 1.0)) if chance > FLOOR else IMPROBABLE for chance in (*self.odds, *ranks)
        )
        near = sorted((cost, code) for code, cost in enumerate(costs) if cost < TOO_FAR)
        object.__setattr__(self, "costs", costs)
        object.__setattr__(self, "near", tuple(near))
        object.__setattr__(self, "best", self.odds.index(max(self.odds)))

    @staticmethod
    def certain(track: int, card: Card, since: float = 0.0) -> Sighting:
        """A card read beyond doubt: for tests and for cards that a person has named."""
        odds = [0.0] * len(PACK)
        odds[card.code] = 1.0
        return Sighting(track, tuple(odds), since=since)

    @property
    def readable(self) -> bool:
        """Whether one card is likelier than all others together."""
        return self.odds[self.best] >= 0.5

    def cost(self, card: Card) -> float:
        """How much the readings speak against this card, in nats: 0 where it is certain, at most IMPROBABLE."""
        return self.costs[card.code]

    def likely(self, most: int, least: float = 0.02) -> list[Card]:
        """The likeliest cards, best first: at most so many, none below ``least``."""
        cards = [PACK[code] for _, code in self.near if code < len(PACK) and self.odds[code] >= least]
        return cards[:most]


@dataclass(frozen=True, slots=True)
class Sight:
    """All that lies face up at ``t`` seconds; ``still``: nothing moves."""

    t: float
    sightings: tuple[Sighting, ...]
    still: bool = True


@dataclass(frozen=True, slots=True)
class Look:
    """A sight with what is remembered from earlier ones.

    ``passing`` are cards no longer there, or never steady, seen within the last seconds; ``seen_as`` the newest
    sightings, of two tracks at most, by the code of each card that they may have been; ``names`` what each track was
    taken for at last, by code. Events up to number ``floor`` are over and done with. ``fits`` keeps what was worked out
    for this sight.
    """

    sight: Sight
    passing: tuple[Sighting, ...] = ()
    seen_as: Mapping[int, Sequence[Sighting]] = field(default_factory=dict)
    floor: int = 0
    names: Mapping[int, int] = field(default_factory=dict)
    fits: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)
    tracks: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tracks", frozenset(s.track for s in self.sight.sightings))

    @property
    def t(self) -> float:
        """The time of the sight, seconds."""
        return self.sight.t
