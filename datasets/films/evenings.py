"""Evenings that are not orderly: which incidents a level has, and how often.

``evening`` has them all; every ingredient is a level of its own too, so that it can be measured alone: the same camera,
seats and hand as that evening's of the same seed, with nothing but this one thing amiss, and that often.

Counted in four given films of such evenings (189 plays, 55 captures, 28 of them of a run, 771 seconds):

| what | times | where |
|---|---|---|
| the next arm in before the last has gone, by 0.05 to 0.38 s | 48 | the 160 plays that follow a play |
| a card laid and taken back, 3.9 to 4.9 s from arm to arm | 9 | the 126 plays with another card in hand |
| a card laid out of turn and taken back | 3 | plays |
| the table tidied: 1, 2 or 3 cards (2, 5 and 2 times) | 9 | plays |
| a card lifted, looked at and put back, 1.9 to 2.9 s | 6 | plays |
| a run's cards forgotten, taken seconds later | 3 | the 28 captures of a run |
| a capture left lying for longer than a player's usual 4 s | 2 | captures |
| a card nudged | 12 | plays |
| a reach for a drink, or to point | 14 | plays |
| the focus hunts | 16 | 12.9 minutes |
| the exposure jumps | 12 | 12.9 minutes |
| a lamp is switched | 3 | 12.9 minutes |

What those films do not have has a rate that was chosen, not counted: it is there to be held, not to be likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PLAYS, FOLLOWING, WITH_CHOICE, CAPTURES, RUNS, MINUTES = 189, 160, 126, 55, 28, 771.5 / 60

PEOPLE: Mapping[str, float] = MappingProxyType(
    {
        "takeback": 9 / WITH_CHOICE,
        "out_of_turn": 3 / PLAYS,
        "late": 3 / RUNS,
        "lying": 2 / CAPTURES,
        "quick": 48 / FOLLOWING,
        "together": 0.04,
        "peek": 6 / PLAYS,
        "tidy": 9 / PLAYS,
        "dropped": 0.015,
        "wrong_capture": 0.015,
        "toppled": 0.01,
        "pause": 0.004,
        "resting": 0.05,
        "pointing": 0.03,
        "exposed": 0.06,
        "misdeal": 0.04,
        "counting": 0.3,
        "objects": 0.02,
        "cloth": 0.008,
        "heap": 0.03,
        "seats": 0.3,
        "overtaken": 0.02,
    }
)
"""Chances, each time that it could happen: by play; ``exposed`` and ``misdeal`` by deal; ``counting`` and ``seats``
(people change places) by hand. Chosen, not counted: ``together`` (the next card laid while the last is gathered) and
all from ``dropped`` on.
"""

TABLE: Mapping[str, float] = MappingProxyType({"printed": 0.4, "second_pack": 0.12, "worn": 0.3})
"""Chances by film, all chosen: a printed cloth or tiles, a second pack in sight, worn cards."""

CAMERA: Mapping[str, float] = MappingProxyType(
    {
        "focus": 16 / MINUTES,
        "flash": 12 / MINUTES,
        "lamp": 3 / MINUTES,
        "freeze": 0.25,
        "knock": 0.15,
        "drift": 0.05,
        "flicker": 0.05,
        "covered": 0.15,
        "smear": 0.04,
    }
)
"""Times a minute; all from ``freeze`` on are chosen."""

ALONE = {
    "takeback": 0.35, "out_of_turn": 0.25, "late": 0.8, "lying": 0.6, "quick": 0.8, "together": 0.5, "peek": 0.3,
    "tidy": 0.3, "focus": 4.0, "flash": 4.0, "lamp": 2.0, "freeze": 2.0, "knock": 1.5, "drift": 0.5, "flicker": 0.5,
    "dropped": 0.25, "wrong_capture": 0.25, "toppled": 0.35, "pause": 0.1, "resting": 0.3, "pointing": 0.3,
    "objects": 0.2, "cloth": 0.3, "heap": 0.4, "seats": 1.0, "printed": 1.0, "second_pack": 1.0, "worn": 1.0,
    "exposed": 0.7, "misdeal": 0.5, "counting": 1.0, "covered": 2.0, "smear": 0.7, "overtaken": 0.5,
}  # fmt: skip
"""The same where an ingredient is alone: often enough that one hand says something."""

INGREDIENTS = tuple(ALONE)
EVENINGS = ("evening", *INGREDIENTS)


def people(level: str) -> Mapping[str, float]:
    """The chances of what people do at a level, by name; empty where they are orderly."""
    return _of(level, PEOPLE)


def camera(level: str) -> Mapping[str, float]:
    """What happens to the camera and the light at a level, times a minute."""
    return _of(level, CAMERA)


def table(level: str) -> Mapping[str, float]:
    """The chances of what a table and its cards are like at a level."""
    return _of(level, TABLE)


def _of(level: str, rates: Mapping[str, float]) -> Mapping[str, float]:
    if level == "evening":
        return rates
    return {level: ALONE[level]} if level in rates else {}
