"""What was seen over time: the tracks with their times, and the times in which nobody looked at the table or saw it.

What happened while the table was out of sight is a guess, however well it fits, so it is doubtful. Afterwards
the table is looked at again. Cards that lie as before need no event. A difference is explained by plays where
a few are enough, else by a recount.

A slow machine looks only now and then. What came between two looks cannot be placed: a card may have come and gone
that nobody saw, or another may have come first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from companion.referee.observation import Observation, ObservedCard
from companion.referee.prior import SupposedEvent
from companion.referee.rates import COUPLE, MOST_KEPT, RATES
from engine.porrazo.events import Recount


@dataclass(frozen=True, slots=True)
class Beside:
    """What else happened than one event: when others were ``played``, and when cards ``left`` the table, in seconds."""

    played: Collection[float]
    left: Collection[float]

    def happened(self, since: float, until: float) -> bool:
        """Whether anything did between these seconds, or so near that it may have."""
        soon = until + RATES.turn
        return any(since < at <= soon for at in self.played) or any(
            since - RATES.turn <= at <= soon for at in self.left
        )

    def played_before(self, t: float) -> float:
        """When the last play before ``t`` seconds came; minus infinity where there was none."""
        return max((at for at in self.played if at <= t), default=float("-inf"))


@dataclass(slots=True)
class Gap:
    """A time from ``since`` to ``until`` seconds in which the table was out of sight.

    ``still``: since when nothing has moved after it, None while something moves; ``seen``: when the whole
    table was seen again, None until then.
    """

    since: float
    until: float
    still: float | None = None
    seen: float | None = None

    def see(self, observation: Observation) -> bool:
        """Take an observation after the gap; whether the whole table has now been seen again."""
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

    def holds(self, step: SupposedEvent, beside: Beside | None = None, seen_laid: bool = False) -> bool:
        """Whether an event falls into the gap, so that it is a guess. A play after it, laid before the whole table was
        seen again, is none: what was there before shows soon; nor is one that was ``seen_laid``, by an arm that came
        after it. Nor is one in a gap too short for a second one, from as soon after the last play before it as people
        play again; nor, where nothing else happened about then (``beside``, None where that is not known), in one too
        short for a third: two plays would have left two cards, or taken one.
        """
        end = float("inf") if self.seen is None else self.seen
        if isinstance(step.event, Recount):
            return self.since <= step.at <= end + RATES.fresh
        begin, plays = self.since, COUPLE
        if beside is None or beside.happened(self.since, self.until):
            plays = 1
        if beside is not None:
            begin = max(begin, beside.played_before(self.since) + RATES.turn)
        if self.until - begin < RATES.turn * plays:
            return False
        if seen_laid and step.at > self.until:
            return False
        return self.since <= step.at <= min(end, self.until + RATES.shows_within)


class Unseen:
    """The times in which the table was out of sight; the latest few are kept."""

    def __init__(self) -> None:
        self._gaps: list[Gap] = []

    def add(self, since: float, until: float) -> None:
        """Nobody saw the table between these seconds; a gap that is still open gets longer."""
        if self.open:
            self._gaps[-1].until, self._gaps[-1].still = until, None
        else:
            self._gaps = [*self._gaps[-3:], Gap(since, until)]

    def see(self, observation: Observation) -> bool:
        """Take an observation; whether the whole table has now been seen again."""
        return bool(self._gaps) and self._gaps[-1].see(observation)

    def end(self, t: float) -> None:
        """The source ended at ``t`` seconds, so no more of the table will be seen."""
        if self.open:
            self._gaps[-1].seen = t

    @property
    def open(self) -> bool:
        """Whether the whole table has not been seen again yet."""
        return bool(self._gaps) and self._gaps[-1].seen is None

    def holds(self, step: SupposedEvent, beside: Beside | None = None, seen_laid: bool = False) -> bool:
        """Whether an event falls into a time when nobody saw the table, so that it is a guess. ``beside``: what else
        happened, None where that is not known; ``seen_laid``: whether the arm that laid its card was seen.
        """
        return any(gap.holds(step, beside, seen_laid) for gap in self._gaps)

    def recounts(self, now: float) -> bool:
        """Whether the table may be recounted at ``now`` seconds.

        Yes just after it was out of sight, since nobody knows what happened to it.
        """
        seen = self._gaps[-1].seen if self._gaps else None
        return seen is not None and now - seen <= RATES.fresh

    @property
    def since(self) -> float:
        """When the table was last out of sight first, in seconds; minus infinity where it never was."""
        return self._gaps[-1].since if self._gaps else float("-inf")

    def between(self, begin: float, end: float) -> float:
        """For how many seconds from ``begin`` to ``end`` nobody saw the table."""
        return sum(max(0.0, min(end, gap.until) - max(begin, gap.since)) for gap in self._gaps)


class LookGaps:
    """Looks further apart than one play takes, but for times out of sight (`Unseen`); give each time to ``look``.
    A quick machine has none.
    """

    def __init__(self) -> None:
        self._gaps: deque[tuple[float, float]] = deque(maxlen=MOST_KEPT)
        self._at: float | None = None

    def look(self, t: float, unseen: Unseen | None = None) -> None:
        """There was a look at ``t`` seconds."""
        away = unseen.between(self._at, t) if unseen is not None and self._at is not None else 0.0
        if self._at is not None and t - self._at - away > RATES.turn:
            self._gaps.append((self._at, t))
        self._at = t

    def holds(self, t: float) -> bool:
        """Whether what is dated ``t`` seconds happened in a gap; what was first seen at its end did."""
        return any(since < t <= until for since, until in self._gaps)


@dataclass(slots=True, eq=False)
class Tracklet:
    """What was seen of one track.

    ``observed_card`` is its newest reading; ``since`` and ``until`` are when it was first and last seen, in
    seconds, ``until`` at most the time at which the pictures show that it had left; ``steady``: whether it ever was
    steady; ``here``: whether it is seen now; ``clear``: when it was last seen with nothing over it; ``early``: whether
    it was in the very first observation; ``read``: when its newest reading was new; ``taken_by``: from where arms
    reached there when it was taken, if that is known. ``clutter`` keeps what it costs as no card, as it is now
    (``identity.clutter_cost``).
    """

    track: int
    observed_card: ObservedCard
    since: float
    until: float
    steady: bool
    here: bool = True
    clear: float = float("-inf")
    early: bool = False
    read: float = float("-inf")
    taken_by: tuple[float, ...] = ()
    clutter: dict[bool, float] = field(default_factory=dict, repr=False)

    @property
    def other_arm(self) -> bool:
        """Whether an arm took it that surely was not the one that laid it."""
        laid_by, taken_by = self.observed_card.laid_by, self.taken_by
        apart = [abs((one - other + 180) % 360 - 180) for one in laid_by for other in taken_by]
        return min(apart, default=0.0) > 2 * RATES.arm_apart

    @property
    def life(self) -> float:
        """For how many seconds it was seen."""
        return self.until - self.since

    @property
    def tells(self) -> bool:
        """Whether it is worth keeping once it is gone: it was steady, or one card was likely enough."""
        return self.steady or self.observed_card.odds[self.observed_card.best] >= RATES.told_card


class Tracklets:
    """All tracks of the last while, in the order in which they began.

    Give each observation to ``see``; ``unseen`` are the times in which nobody saw the table, ``gaps`` those between
    looks that were far apart.
    """

    def __init__(self) -> None:
        self.by_track: dict[int, Tracklet] = {}
        self.unseen, self.gaps = Unseen(), LookGaps()
        self._faded: dict[int, ObservedCard] = {}
        self.version = 0
        self.now = 0.0
        self._first: float | None = None

    def seen_laid(self, step: SupposedEvent) -> bool:
        """Whether the arm was seen that laid an event's first card."""
        tracklets = [self.by_track.get(track) for track in step.tracks[:1] if track is not None]
        return any(each is not None and bool(each.observed_card.laid_by) for each in tracklets)

    def see(self, observation: Observation) -> bool:
        """Take an observation; whether it changed anything but the time."""
        changed = False
        self.gaps.look(observation.t, self.unseen)
        self._first = observation.t if self._first is None else self._first
        seen = set()
        for observed_card in observation.observed_cards:
            seen.add(observed_card.track)
            changed |= self._take(observed_card, observation.t)
        for track, tracklet in self.by_track.items():
            if tracklet.here and track not in seen:
                tracklet.here = False
                tracklet.clutter.clear()
                changed |= tracklet.steady
        for taken in observation.taken:
            if taken.track in self.by_track:
                gone = self.by_track[taken.track]
                gone.clutter.clear()
                gone.taken_by, gone.until = taken.arms, min(gone.until, taken.at)
        self.now = observation.t
        self.version += changed
        return changed

    def _take(self, observed_card: ObservedCard, t: float) -> bool:
        tracklet = self.by_track.get(observed_card.track)
        if tracklet is None:
            tracklet = Tracklet(
                observed_card.track, observed_card, observed_card.since, t, observed_card.steady
            )
            tracklet.early, tracklet.read = t == self._first, t
            tracklet.clear = tracklet.clear if observed_card.hidden else t
            self.by_track[observed_card.track] = tracklet
            return observed_card.steady
        changed = tracklet.steady and not tracklet.here
        tracklet.clutter.clear()
        tracklet.until, tracklet.here = t, True
        if (
            observed_card.since < tracklet.since
        ):  # only now is it known that it had been laid before it was seen
            tracklet.since, changed = observed_card.since, changed or tracklet.steady
        tracklet.clear = tracklet.clear if observed_card.hidden else t
        if observed_card is not tracklet.observed_card:
            changed |= observed_card.steady and not tracklet.steady
            before, best = tracklet.observed_card, observed_card.best
            changed |= tracklet.steady and (
                before.best != best
                or abs(before.costs[best] - observed_card.costs[best]) > RATES.better_reading
            )
            if before.odds is not observed_card.odds and before.odds != observed_card.odds:
                tracklet.read = t
            tracklet.observed_card = observed_card
            tracklet.steady = tracklet.steady or observed_card.steady
        return changed

    def forget(self, before: float) -> None:
        """Drop tracks last seen before a time, in seconds.

        How a steady one looked is kept for a while, since the search may still change which card it was.
        """
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
        """Remove tracks as if they had never been seen."""
        for track in tracks:
            self.by_track.pop(track, None)

    def get(self, track: int | None) -> Tracklet | None:
        """The tracklet of a track; None where it is forgotten or nobody saw it."""
        return self.by_track.get(track) if track is not None else None

    def looked_like(self, track: int | None) -> ObservedCard | None:
        """How a track looked when it was last seen, even if it is forgotten; None where nobody saw it."""
        tracklet = self.get(track)
        if tracklet is not None:
            return tracklet.observed_card
        return self._faded.get(track) if track is not None else None
