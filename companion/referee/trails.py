"""The tracks of cards over time: from when to when each was seen, and what is known by now of what it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.referee.sight import Sight, Sighting
from companion.referee.unseen import Unseen

REMEMBERED = 60
"""Cards of which the looks are remembered when they have long been gone: a hand's."""
FLEETING_FOR = 1.0
"""Seconds: what was seen for no longer may have been in a hand, or a card seen twice."""
GLIMPSE = 0.35
"""A track that never became steady tells something only if one card is at least so likely."""


@dataclass(slots=True, eq=False)
class Trail:
    """One track: its newest sighting, from when to when it was seen, whether ever steady, whether there now; until when
    nothing covered it; ``early``: it was there at the first look of all.
    """

    track: int
    sighting: Sighting
    since: float
    until: float
    steady: bool
    here: bool = True
    clear: float = float("-inf")
    early: bool = False

    @property
    def life(self) -> float:
        """Seconds for which it was seen."""
        return self.until - self.since

    @property
    def tells(self) -> bool:
        """Whether it tells anything once it has gone."""
        return self.steady or self.sighting.odds[self.sighting.best] >= GLIMPSE


class Trails:
    """All tracks of the last while, in the order in which they began. ``see`` takes each sight; ``unseen`` are times
    without one.
    """

    def __init__(self) -> None:
        self.by_track: dict[int, Trail] = {}
        self.unseen = Unseen()
        self._faded: dict[int, Sighting] = {}
        self.version = 0
        self.now = 0.0
        self._first: float | None = None

    def see(self, sight: Sight) -> bool:
        """Take in a sight; whether anything is otherwise than before but for the time that has passed."""
        changed = False
        self._first = sight.t if self._first is None else self._first
        seen = set()
        for sighting in sight.sightings:
            seen.add(sighting.track)
            changed |= self._take(sighting, sight.t)
        for track, trail in self.by_track.items():
            if trail.here and track not in seen:
                trail.here = False
                changed |= trail.steady
        self.now = sight.t
        self.version += changed
        return changed

    def _take(self, sighting: Sighting, t: float) -> bool:
        trail = self.by_track.get(sighting.track)
        if trail is None:
            trail = Trail(sighting.track, sighting, sighting.since, t, sighting.steady)
            trail.early = t == self._first
            trail.clear = trail.clear if sighting.hidden else t
            self.by_track[sighting.track] = trail
            return sighting.steady
        changed = trail.steady and not trail.here
        trail.until, trail.here = t, True
        trail.clear = trail.clear if sighting.hidden else t
        if sighting is not trail.sighting:
            changed |= sighting.steady and not trail.steady
            before = trail.sighting
            changed |= trail.steady and (
                before.best != sighting.best
                or abs(before.costs[sighting.best] - sighting.costs[sighting.best]) > 0.3
            )
            trail.sighting = sighting
            trail.steady = trail.steady or sighting.steady
        return changed

    def forget(self, before: float) -> None:
        """Drop what was last seen before a time; what it looked like is remembered for a while."""
        kept = {}
        for track, trail in self.by_track.items():
            if trail.here or (trail.until >= before and trail.tells):
                kept[track] = trail
            elif trail.steady:
                self._faded[track] = trail.sighting
        self.by_track = kept
        for track in [*self._faded][:-REMEMBERED]:
            del self._faded[track]

    def drop(self, tracks: Iterable[int]) -> None:
        """Forget tracks as if they had never been seen."""
        for track in tracks:
            self.by_track.pop(track, None)

    def get(self, track: int | None) -> Trail | None:
        """The trail of a track, None where it is forgotten or nobody saw it."""
        return self.by_track.get(track) if track is not None else None

    def looked_like(self, track: int | None) -> Sighting | None:
        """How a track was seen at last, also one that is forgotten; None where nobody saw it."""
        trail = self.get(track)
        if trail is not None:
            return trail.sighting
        return self._faded.get(track) if track is not None else None
