"""How often a machine manages to look at the table: people are told once where it is too seldom to see every play."""

from __future__ import annotations

from collections import deque

from companion.referee.rates import RATES

TOLD_AFTER, WITHIN_S = 12, 60.0
"""People are told after so many gaps within so many seconds: a hiccup, or a camera lost, is not worth that word."""


class LookPace:
    """Give the time of each look to ``look``; it answers once, if looks are often too far apart."""

    def __init__(self) -> None:
        self._at: float | None = None
        self._gaps: deque[tuple[float, float]] = deque(maxlen=TOLD_AFTER)
        self._told = False

    def look(self, t: float) -> float | None:
        """There was a look at ``t`` seconds. The mean of the gaps in which a play may be missed, in seconds, at the
        moment when that is worth saying; else None.
        """
        gap, self._at = t - self._at if self._at is not None else 0.0, t
        if self._told or gap <= RATES.turn:
            return None
        self._gaps.append((t, gap))
        self._told = len(self._gaps) == TOLD_AFTER and t - self._gaps[0][0] < WITHIN_S
        return sum(each for _, each in self._gaps) / TOLD_AFTER if self._told else None
