"""The levels that the referees' numbers share: how improbable, how long, how sure, how many.

A number that is one of these is named by it; what was counted, or went wrong with the level next to it, has a value of
its own.
"""

from __future__ import annotations

from dataclasses import dataclass

# How improbable something is, in nats: minus the natural logarithm of a probability.
SLIGHT = 0.3
"""3 in 4: hardly worth mentioning."""
TRIFLE = 0.5
"""3 in 5."""
COMMON = 1.0
"""1 in 3: what is expected, as one of a few things."""
OCCASIONAL = 1.5
"""2 in 9: a few times a hand."""
UNUSUAL = 2.0
"""1 in 7: it happens in most hands."""
UNLIKELY = 3.0
"""1 in 20: what beats the rest by so much is clear."""
RARE = 4.0
"""1 in 55: about once a hand."""
VERY_RARE = 5.0
"""1 in 150: once in a few hands."""
EXCEPTIONAL = 6.0
"""1 in 400: once in an evening."""
UNHEARD_OF = 7.0
"""1 in 1,000: nobody remembers the last time."""
HARDLY_EVER = 8.0
"""1 in 3,000: once in many evenings; where this is the best explanation, people are asked."""
BEYOND_BELIEF = 14.0
"""1 in a million: rather anything else."""

# How long, in seconds.
MOVEMENT = 0.6
"""A movement of an arm."""
SECOND = 1.0
"""As long as what is no card is mostly taken for one."""
SWEEP = 2.0
"""A capture taken off the table."""
WHILE = 3.0
"""A deal; as long as people wait for a line before they wonder."""
LONG = 6.0
"""Cards laid out one by one, a trick gathered, a shuffle."""
VERY_LONG = 8.0
"""After so long it will not come any more."""

# How sure, or which part of something.
SOME = 0.3
"""Enough to think of it, too little to believe it."""
HALF = 0.5
"""As much as all else together."""

# How many.
FEW = 3
"""What is looked into at once."""
SEVERAL = 6
"""What is kept in mind."""
MANY = 12
"""As many events as may still be open."""
MOST_KEPT = 4000
"""Entries that a cache keeps, of events, tracks, looks or positions: more than two hands need, and a few megabytes."""


@dataclass(frozen=True, slots=True)
class Ramp:
    """A cost that grows with time, or with distance: the first ``free`` seconds cost nothing, then ``first`` nats and
    ``per_second`` nats more for each second after, but never more than ``most``. Where none are free it starts at once.
    """

    free: float
    first: float
    per_second: float
    most: float

    def __call__(self, seconds: float) -> float:
        """The cost after so many seconds, or at such a distance, in nats."""
        if self.free and seconds <= self.free:
            return 0.0
        return min(self.first + self.per_second * max(0.0, seconds - self.free), self.most)
