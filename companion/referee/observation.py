"""What the referee is shown: the cards lying face up, each with the probabilities of what it is."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from engine.cards import PACK, Card, Rank, Suit

IMPROBABLE = 7.0
"""Nats; no single reading counts against a card by more than this: readings can be plain wrong."""
FLOOR = math.exp(-IMPROBABLE)
UNSURE = 0.5
"""Of what a reading leaves open, so much is spread over all cards: one that is torn is likelier to be plain wrong."""
TOO_FAR = 5.5
"""Nats; a card read with so much against it is another card."""
COURTS = frozenset((Rank.JACK, Rank.QUEEN, Rank.KING))
LOOK_ALIKE = frozenset(
    frozenset(pair)
    for pair in (
        (Rank.SIX, Rank.NINE),
        (Rank.SIX, Rank.EIGHT),
        (Rank.EIGHT, Rank.NINE),
        (Rank.FIVE, Rank.SIX),
        (Rank.ACE, Rank.FOUR),
        (Rank.TEN, Rank.NINE),
        (Rank.TEN, Rank.FOUR),
    )
)
"""Ranks that are taken for each other, besides the courts."""
RED = frozenset((Suit.HEARTS, Suit.DIAMONDS))
WORTH_SPREADING = 0.01


def mistaken(one: Card, other: Card) -> float:
    """How often, roughly, a reading that is sure of one card should have been sure of another."""
    pair = frozenset((one.rank, other.rank))
    if one.suit == other.suit:
        return 0.006 if pair <= COURTS or pair in LOOK_ALIKE else 0.0
    if one.rank == other.rank:
        return 0.01 if (one.suit in RED) == (other.suit in RED) else 0.002
    return 0.002 if pair <= COURTS and (one.suit in RED) == (other.suit in RED) else 0.0


SPREAD = tuple(
    tuple((other.code, often) for other in PACK if other != one and (often := mistaken(one, other)))
    for one in PACK
)
"""For each card's code the cards that it is mistaken for, as (code, how often)."""


@dataclass(frozen=True, slots=True)
class ObservedCard:
    """One card lying on the table.

    ``track`` numbers it; ``odds`` are the 52 probabilities in the order of ``engine.cards.PACK``; ``x`` and ``y`` are
    where its middle lies, in heights of a card; ``since`` when it was first seen there, seconds; ``steady`` whether it
    has lain long enough to be believed; ``hidden`` whether something covers it now.

    Worked out from these: ``costs``, nats, by a card's code, ranks alone included, allowing for what readings are
    wrong about although they are sure; ``near``, the cards it may be, as (cost, code), cheapest first; ``best``, the
    code of the likeliest.
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
        open_to_all = UNSURE * (1 - max(self.odds))
        odds = [(1 - open_to_all) * share + open_to_all / len(PACK) for share in self.odds]
        for code, share in enumerate(self.odds):
            if share > WORTH_SPREADING:
                for other, often in SPREAD[code]:
                    odds[other] += share * often
        ranks = (sum(odds[rank::13]) for rank in range(13))
        costs = tuple(
            -math.log(min(chance, 1.0)) if chance > FLOOR else IMPROBABLE for chance in (*odds, *ranks)
        )
        near = sorted((cost, code) for code, cost in enumerate(costs[: len(PACK)]) if cost < TOO_FAR)
        object.__setattr__(self, "costs", costs)
        object.__setattr__(self, "near", tuple(near))
        object.__setattr__(self, "best", self.odds.index(max(self.odds)))

    @staticmethod
    def certain(track: int, card: Card, since: float = 0.0) -> ObservedCard:
        """A card read beyond doubt: for tests and for cards that a person has named."""
        odds = [0.0] * len(PACK)
        odds[card.code] = 1.0
        return ObservedCard(track, tuple(odds), since=since)

    @property
    def readable(self) -> bool:
        """Whether one card is likelier than all others together."""
        return self.odds[self.best] >= 0.5

    def cost(self, card: Card) -> float:
        """How much the readings speak against this card, in nats: 0 where it is certain, at most IMPROBABLE."""
        return self.costs[card.code]


def as_rank(observed_card: ObservedCard, rank: Rank) -> Card:
    """The likeliest card of a rank."""
    return PACK[min(range(rank - 1, len(PACK), 13), key=lambda code: observed_card.costs[code])]


@dataclass(frozen=True, slots=True)
class Observation:
    """All that lies face up at ``t`` seconds; ``still``: nothing moves; ``arms``: where something reaches
    in over the picture's border, degrees round its middle (0 right, 90 below), the largest first.
    """

    t: float
    observed_cards: tuple[ObservedCard, ...]
    still: bool = True
    arms: tuple[float, ...] = ()
