"""What the referee gets to see: the cards lying face up, each with its probabilities."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from companion.referee.rates import RATES, Rates
from engine.cards import PACK, Card, Rank, Suit

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
"""Pairs of ranks that the reader confuses, besides two court cards."""
RED = frozenset((Suit.HEARTS, Suit.DIAMONDS))


def mistaken(one: Card, other: Card, rates: Rates = RATES) -> float:
    """The probability that a card surely read as ``one`` really is ``other``."""
    pair = frozenset((one.rank, other.rank))
    if one.suit == other.suit:
        return rates.confused_rank if pair <= COURTS or pair in LOOK_ALIKE else 0.0
    alike = (one.suit in RED) == (other.suit in RED)
    if one.rank == other.rank:
        return rates.confused_suit if alike else rates.confused_more
    return rates.confused_more if alike and pair <= COURTS else 0.0


def confusions(rates: Rates = RATES) -> tuple[tuple[tuple[int, float], ...], ...]:
    """For the code of each card as read, the other cards that it may really be, as (code, probability)."""
    return tuple(
        tuple(
            (other.code, often) for other in PACK if other != one and (often := mistaken(one, other, rates))
        )
        for one in PACK
    )


CONFUSIONS = confusions()


@dataclass(frozen=True, slots=True)
class ObservedCard:
    """One card lying on the table.

    ``track`` is its track's number; ``odds`` are the 52 probabilities in the order of ``engine.cards.PACK``;
    ``x`` and ``y`` are where its middle lies, in heights of a card; ``since`` is from when on it has lain
    there, in seconds; ``steady``: it has lain there long enough to be believed; ``hidden``: something covers
    it now; ``laid_by``: from where arms reached there when it was laid, in degrees round the picture's middle
    (0 right, 90 below), the broadest first; empty where that is not known. ``turn``: which way its long side lies in
    the picture, degrees from 0 to 180 (0 across it, 90 up and down); None where that is not known.

    The rest is computed from these. ``costs`` are in nats, by a card's code, then by rank alone; they allow
    for sure readings that are wrong. ``near`` are the cards that it may be, as (cost, code), cheapest first.
    ``best`` is the code of the likeliest card.
    """

    track: int
    odds: tuple[float, ...]
    x: float
    y: float
    since: float
    steady: bool = True
    hidden: bool = False
    laid_by: tuple[float, ...] = ()
    turn: float | None = None
    costs: tuple[float, ...] = field(init=False, repr=False, compare=False)
    near: tuple[tuple[float, int], ...] = field(init=False, repr=False, compare=False)
    best: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        open_to_all = RATES.reading_open * (1 - max(self.odds))
        odds = [(1 - open_to_all) * share + open_to_all / len(PACK) for share in self.odds]
        most = RATES.reading_most
        floor = math.exp(-most)
        for code, share in enumerate(self.odds):
            if share > floor:
                for other, often in CONFUSIONS[code]:
                    odds[other] += share * often
        ranks = (sum(odds[rank::13]) for rank in range(13))
        costs = tuple(-math.log(min(chance, 1.0)) if chance > floor else most for chance in (*odds, *ranks))
        near = sorted(
            (cost, code) for code, cost in enumerate(costs[: len(PACK)]) if cost < RATES.another_card
        )
        object.__setattr__(self, "costs", costs)
        object.__setattr__(self, "near", tuple(near))
        object.__setattr__(self, "best", self.odds.index(max(self.odds)))

    @staticmethod
    def certain(track: int, card: Card, since: float = 0.0) -> ObservedCard:
        """A card that is surely known: for tests, and for cards that a person has named."""
        odds = [0.0] * len(PACK)
        odds[card.code] = 1.0
        return ObservedCard(track, tuple(odds), 0.0, 0.0, since)

    @property
    def readable(self) -> bool:
        """Whether one card is at least as likely as all others together."""
        return self.odds[self.best] >= 0.5

    def cost(self, card: Card) -> float:
        """How much the reading speaks against this card, in nats: from 0, certain, to ``reading_most``."""
        return self.costs[card.code]


def as_rank(observed_card: ObservedCard, rank: Rank) -> Card:
    """The likeliest card of a rank."""
    return PACK[min(range(rank - 1, len(PACK), 13), key=lambda code: observed_card.costs[code])]


@dataclass(frozen=True, slots=True)
class Taken:
    """The card of a ``track`` was taken from its place at ``at`` seconds; ``arms``: from where arms reached there then,
    in degrees round the picture's middle (0 right, 90 below), the broadest first; empty where that is not known.
    """

    track: int
    at: float
    arms: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """All cards that lie face up at ``t`` seconds.

    ``still``: nothing moves; ``arms``: where something reaches in over the picture's border, in degrees round
    its middle (0 right, 90 below), the largest first; ``taken``: what is known since the last look to have left.
    """

    t: float
    observed_cards: tuple[ObservedCard, ...]
    still: bool = True
    arms: tuple[float, ...] = ()
    taken: tuple[Taken, ...] = ()

    @property
    def covered(self) -> bool:
        """Whether cards lie there and something is over every one of them; one alone may be under an arm at rest."""
        return len(self.observed_cards) > 1 and all(each.hidden for each in self.observed_cards)
