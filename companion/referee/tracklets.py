"""The tracks of cards over time: from when to when each was seen, and what is known by now of what it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.referee.blind_times import Unseen
from companion.referee.observation import Observation, ObservedCard
from companion.referee.rates import RATES


@dataclass(slots=True, eq=False)
class Tracklet:
    """One track: its newest observed card, from when to when it was seen, whether ever steady, whether there
    now; until when nothing covered it; ``early``: it was there at the first look of all.
    """

    track: int
    observed_card: ObservedCard
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
        return self.steady or self.observed_card.odds[self.observed_card.best] >= RATES.told_card


class Tracklets:
    """All tracks of the last while, in the order in which they began. ``see`` takes each sight; ``unseen`` are times
    without one.
    """

    def __init__(self) -> None:
        self.by_track: dict[int, Tracklet] = {}
        self.unseen = Unseen()
        self._faded: dict[int, ObservedCard] = {}
        self.version = 0
        self.now = 0.0
        self._first: float | None = None

    def see(self, observation: Observation) -> bool:
        """Take in a sight; whether anything is otherwise than before but for the time that has passed."""
        changed = False
        self._first = observation.t if self._first is None else self._first
        seen = set()
        for observed_card in observation.observed_cards:
            seen.add(observed_card.track)
            changed |= self._take(observed_card, observation.t)
        for track, tracklet in self.by_track.items():
            if tracklet.here and track not in seen:
                tracklet.here = False
                changed |= tracklet.steady
        self.now = observation.t
        self.version += changed
        return changed

    def _take(self, observed_card: ObservedCard, t: float) -> bool:
        tracklet = self.by_track.get(observed_card.track)
        if tracklet is None:
            tracklet = Tracklet(
                observed_card.track, observed_card, observed_card.since, t, observed_card.steady
            )
            tracklet.early = t == self._first
            tracklet.clear = tracklet.clear if observed_card.hidden else t
            self.by_track[observed_card.track] = tracklet
            return observed_card.steady
        changed = tracklet.steady and not tracklet.here
        tracklet.until, tracklet.here = t, True
        tracklet.clear = tracklet.clear if observed_card.hidden else t
        if observed_card is not tracklet.observed_card:
            changed |= observed_card.steady and not tracklet.steady
            before, best = tracklet.observed_card, observed_card.best
            changed |= tracklet.steady and (
                before.best != best
                or abs(before.costs[best] - observed_card.costs[best]) > RATES.better_reading
            )
            tracklet.observed_card = observed_card
            tracklet.steady = tracklet.steady or observed_card.steady
        return changed

    def forget(self, before: float) -> None:
        """Drop what was last seen before a time; what it looked like is remembered for a while."""
        kept = {}
        for track, tracklet in self.by_track.items():
            if tracklet.here or (tracklet.until >= before and tracklet.tells):
                kept[track] = tracklet
            elif tracklet.steady:
                self._faded[track] = tracklet.observed_card
        self.by_track = kept
        for track in [*self._faded][: -RATES.hand]:
            del self._faded[track]

    def drop(self, tracks: Iterable[int]) -> None:
        """Forget tracks as if they had never been seen."""
        for track in tracks:
            self.by_track.pop(track, None)

    def get(self, track: int | None) -> Tracklet | None:
        """The tracklet of a track, None where it is forgotten or nobody saw it."""
        return self.by_track.get(track) if track is not None else None

    def looked_like(self, track: int | None) -> ObservedCard | None:
        """How a track was seen at last, also one that is forgotten; None where nobody saw it."""
        tracklet = self.get(track)
        if tracklet is not None:
            return tracklet.observed_card
        return self._faded.get(track) if track is not None else None
