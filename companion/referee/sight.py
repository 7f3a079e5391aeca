"""What the referee is shown: the cards lying face up, each with the probabilities of what it is."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from engine.cards import PACK, Card

IMPROBABLE = 7.0
"""Nats; no single reading counts against a card by more than this: readings can be plain wrong."""
FLOOR = math.exp(-IMPROBABLE)


@dataclass(frozen=True, slots=True)
class Sighting:
    """One card lying on the table.

    ``track`` numbers it; ``odds`` are the 52 probabilities in the order of ``engine.cards.PACK``; ``x`` and ``y`` are
    where its middle lies, in heights of a card; ``since`` when it was first seen there, seconds; ``steady`` whether it
    has lain long enough to be believed; ``hidden`` whether something covers it now.
    """

    track: int
    odds: tuple[float, ...]
    x: float = 0.0
    y: float = 0.0
    since: float = 0.0
    steady: bool = True
    hidden: bool = False
    costs: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        chances = (*self.odds, *(sum(self.odds[rank::13]) for rank in range(13)))
        object.__setattr__(self, "costs", tuple(-math.log(max(min(c, 1.0), FLOOR)) for c in chances))

    @staticmethod
    def certain(track: int, card: Card, since: float = 0.0) -> Sighting:
        """A card read beyond doubt: for tests and for cards that a person has named."""
        odds = [0.0] * len(PACK)
        odds[card.code] = 1.0
        return Sighting(track, tuple(odds), since=since)

    def cost(self, card: Card) -> float:
        """How much the readings speak against this card, in nats: 0 where it is certain, at most IMPROBABLE."""
        return self.costs[card.code]

    def likely(self, most: int, least: float = 0.02) -> list[Card]:
        """The likeliest cards, best first: at most so many, none below ``least``."""
        order = sorted(range(len(PACK)), key=lambda code: -self.odds[code])[:most]
        return [PACK[code] for code in order if self.odds[code] >= least]


@dataclass(frozen=True, slots=True)
class Sight:
    """All that lies face up at ``t`` seconds; ``still``: nothing moves."""

    t: float
    sightings: tuple[Sighting, ...]
    still: bool = True
