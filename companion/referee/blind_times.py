"""Times in which nobody saw the table. What happened then is a guess, however well it fits: it is doubted.

Afterwards the table is recounted against the match: what lies there as before is no news; what differs is explained by
plays where a few do, else the table is taken as it lies.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.hypothesis import HistoryNode
from companion.referee.observation import Observation
from companion.referee.rates import RATES
from engine.porrazo.events import Recount


@dataclass(slots=True)
class Gap:
    """The table was out of sight from ``since`` to ``until`` seconds, has lain ``still`` since then, and all was taken
    in again at ``seen``.
    """

    since: float
    until: float
    still: float | None = None
    seen: float | None = None

    def see(self, observation: Observation) -> bool:
        """Take in a sight after it; whether the table has been taken in with that."""
        if self.seen is not None:
            return False
        calm = observation.still and all(each.steady for each in observation.observed_cards)
        self.still = (observation.t if self.still is None else self.still) if calm else None
        enough = (
            RATES.still_for_hidden
            if any(each.hidden for each in observation.observed_cards)
            else RATES.still_for
        )
        if (
            self.still is not None and observation.t - self.still >= enough
        ) or observation.t - self.until > RATES.taken_in_after:
            self.seen = observation.t
        return self.seen is not None

    def holds(self, past: HistoryNode) -> bool:
        """Whether an event is a guess at what happened in it."""
        end = float("inf") if self.seen is None else self.seen
        more = RATES.recounted_within if isinstance(past.event, Recount) else 0.0
        return self.since <= past.step.at <= end + more


class Unseen:
    """The times in which the table was out of sight, the latest few."""

    def __init__(self) -> None:
        self._gaps: list[Gap] = []

    def add(self, since: float, until: float) -> None:
        """Nobody saw the table between these seconds."""
        if self.open:
            self._gaps[-1].until, self._gaps[-1].still = until, None
        else:
            self._gaps = [*self._gaps[-3:], Gap(since, until)]

    def see(self, observation: Observation) -> bool:
        """Take in a sight; whether the table has been taken in again with that."""
        return bool(self._gaps) and self._gaps[-1].see(observation)

    def end(self, t: float) -> None:
        """Nothing more is to be seen: what was taken in by now is all."""
        if self.open:
            self._gaps[-1].seen = t

    @property
    def open(self) -> bool:
        """Whether the table has not been taken in again yet."""
        return bool(self._gaps) and self._gaps[-1].seen is None

    def holds(self, past: HistoryNode) -> bool:
        """Whether an event is a guess at what happened while nobody looked."""
        return any(gap.holds(past) for gap in self._gaps)

    def recounts(self, now: float) -> bool:
        """Whether the table may be taken as it lies, for nobody knows what happened to it."""
        seen = self._gaps[-1].seen if self._gaps else None
        return seen is not None and now - seen <= RATES.recounted_within

    def between(self, begin: float, end: float) -> float:
        """For how much of a time nobody saw the table, seconds."""
        return sum(max(0.0, min(end, gap.until) - max(begin, gap.since)) for gap in self._gaps)
