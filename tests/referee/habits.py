"""How people behave at a simulated table, and how badly it is seen: chances from 0 to 1, times in seconds."""

import random
from dataclasses import dataclass

from engine.cards import PACK, Card
from tests.referee.counted import Shown, prone, taken_for

Odds = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Habits:
    """One level. ``at_once``: a capture laid and swept in one movement; ``unseen``: its card then never seen;
    ``forgets``: part of a run is picked up later; ``nudges``, ``misses``, ``doubles``: of each card a second;
    ``phantoms``: a second; ``hides``: an arm covers a card; ``slips``: first read wrongly, put right soon; ``torn``:
    stays open between two cards; ``mistaken``: surely read as another for as long as it lies; ``arms``: a card is seen
    where an arm or a pile is, for a second or three; ``early``: one at the very first look; ``parts``: a capture
    swept in two movements; ``astray``: an arm shows where somebody else sits, None: no arm shows; ``anything``: of the
    misreadings those as any card at all, the others are as counted (`taken_for`).
    """

    at_once: float = 0.0
    unseen: float = 0.0
    forgets: float = 0.0
    nudges: float = 0.0
    hides: float = 0.0
    misses: float = 0.0
    phantoms: float = 0.0
    doubles: float = 0.0
    slips: float = 0.0
    torn: float = 0.0
    mistaken: float = 0.0
    arms: float = 0.0
    early: float = 0.0
    parts: float = 0.0
    astray: float | None = None
    anything: float = 0.0


LEVELS = {
    "none": Habits(),
    "easy": Habits(
        0.03, 0.1, 0.0, 0.005, 0.3, 0.01, 0.002, 0.005, 0.01, 0.005, 0.004, 0.01, 0.0, 0.02, anything=0.25
    ),
    "normal": Habits(
        0.1, 0.2, 0.02, 0.01, 0.5, 0.03, 0.005, 0.01, 0.02, 0.01, 0.015, 0.04, 0.1, 0.05, anything=0.25
    ),
    "hard": Habits(
        0.2, 0.3, 0.06, 0.03, 0.8, 0.1, 0.02, 0.04, 0.05, 0.02, 0.04, 0.1, 0.3, 0.1, anything=0.25
    ),
    "easy-film": Habits(
        0.03, 0.1, 0.0, 0.005, 0.3, 0.01, 0.002, 0.005, 0.004, 0.005, 0.004, 0.001, 0.0, 0.02, 0.006
    ),
    "normal-film": Habits(
        0.1, 0.2, 0.02, 0.01, 0.5, 0.03, 0.005, 0.01, 0.004, 0.01, 0.0065, 0.0015, 0.1, 0.05, 0.01
    ),
    "hard-film": Habits(
        0.2, 0.3, 0.06, 0.03, 0.8, 0.1, 0.02, 0.04, 0.007, 0.035, 0.007, 0.003, 0.3, 0.1, 0.015
    ),
}
"""Of the levels called after films, ``slips``, ``torn``, ``mistaken``, ``arms`` and ``astray`` are what ``bench_sight``
counts in twenty films of each level, at the upper end of the 95 % interval or above; the others as these films are
made, or worse. Those without are worse than any film: the referee must not break there. Their ``anything`` is chosen:
the reader hardly ever takes a rank for another, and the rules must bear it if it does.
"""


def sure_of(card: Card, sure: float = 0.995) -> Odds:
    """A good reading: the rest is spread over all other cards."""
    odds = [(1 - sure) / 51] * len(PACK)
    odds[card.code] = sure
    return tuple(odds)


def torn_between(card: Card, other: Card, share: float) -> Odds:
    """A reading that leaves two cards open, the first with this share."""
    odds = [0.0004] * len(PACK)
    odds[card.code], odds[other.code] = share * 0.98, (1 - share) * 0.98
    return tuple(odds)


def readings(card: Card, habits: Habits, rng: random.Random) -> list[tuple[float, Odds]]:
    """What is read of a card: the odds, each from so many seconds after it was laid."""
    anything = rng.random() < habits.anything

    def often(shown: Shown) -> float:
        return 1.0 if anything else prone(card, shown)

    def other(shown: Shown) -> Card:
        return (
            rng.choice([each for each in PACK if each != card]) if anything else taken_for(card, shown, rng)
        )

    chance = rng.random() - habits.slips * often("part")
    if chance < 0:
        wrong = torn_between(other("part"), card, rng.uniform(0.7, 0.999))
        return [(0.0, wrong), (rng.uniform(0.3, 1.5), sure_of(card))]
    chance -= habits.mistaken * often("all")
    if chance < 0:
        return [(0.0, torn_between(other("all"), card, rng.uniform(0.9, 0.999)))]
    if chance < habits.torn * often("all"):
        return [(0.0, torn_between(card, other("all"), rng.uniform(0.45, 0.8)))]
    return [(0.0, sure_of(card, rng.uniform(0.9, 0.999)))]
