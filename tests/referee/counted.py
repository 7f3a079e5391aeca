"""What was counted in photographs and films, to draw from: what cards are taken for, and where arms show.

``counted_sight.json`` is written by ``python -m tests.benchmarks.count_sight``, which says what is counted and how; no
number of the referee goes in. Too few were counted for each pair of cards, so those of rank and of suit are taken
apart: a pair of suits stands for every rank, a pair of ranks for every suit.
"""

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from engine.cards import PACK, Card, Suit

Shown = Literal["all", "part"]
"""What of a card is seen: whatever shows of cards that lie on a table, or a part of it while a hand is over it."""
KINDS: dict[Shown, tuple[str, ...]] = {"all": ("whole", "small", "part", "tracks"), "part": ("part",)}
COUNTED: dict[str, Any] = json.loads((Path(__file__).parent / "counted_sight.json").read_text())
BIN = 10
"""Degrees of a bin of directions."""


class Counts(NamedTuple):
    """Cards held possible for others: of another suit alone, of another rank alone, of both."""

    suits: Counter[tuple[Suit | None, Suit | None]]
    ranks: Counter[tuple[int, int]]
    both: Counter[tuple[Card, Card]]


@cache
def misread(shown: Shown) -> Counts:
    """What was held possible for what."""
    found = Counts(Counter(), Counter(), Counter())
    sources = {**COUNTED["photographs"], "tracks": COUNTED["films"]["tracks"]}
    for kind in KINDS[shown]:
        for pair, often in sources[kind]["as"].items():
            true, read = map(Card.parse, pair.split(" as "))
            if true.rank == read.rank:
                found.suits[true.suit, read.suit] += often
            elif true.suit == read.suit:
                found.ranks[true.rank, read.rank] += often
            else:
                found.both[true, read] += often
    return found


@cache
def others(card: Card, shown: Shown) -> dict[Card, float]:
    """The cards that one is taken for, each with how often beside the others."""
    counts, found = misread(shown), dict[Card, float]()
    for other in PACK:
        often = counts.both[card, other] * 1.0
        if other.rank == card.rank:
            often = counts.suits[card.suit, other.suit] / 13
        elif other.suit == card.suit:
            often = counts.ranks[card.rank, other.rank] / 4
        if often:
            found[other] = often
    return found


@cache
def prone(card: Card, shown: Shown) -> float:
    """How often a card is misread, beside the average card of the pack."""
    return 52 * sum(others(card, shown).values()) / sum(sum(others(each, shown).values()) for each in PACK)


def taken_for(card: Card, shown: Shown, rng: random.Random) -> Card:
    """A card that one is taken for."""
    often = others(card, shown)
    return rng.choices([*often], [*often.values()])[0]


def arm_off(place: str, rng: random.Random) -> float:
    """Degrees from the middle of a player's edge at which the arm shows; ``place``: where along it the player sits."""
    bins: dict[str, int] = COUNTED["arms"]["off"][place]
    middle = int(rng.choices([*bins], [*bins.values()])[0])
    return middle + rng.uniform(-BIN / 2, BIN / 2)


def share_of_plays(what: str) -> float:
    """The share of plays at which arms were seen so: ``none``, ``second``, ``second at the same edge``."""
    return float(COUNTED["arms"][what] / COUNTED["arms"]["plays"])
