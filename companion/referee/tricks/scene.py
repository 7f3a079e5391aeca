"""What was seen, as far as every history is weighed by it: the tracks, the seats, and when cards were shown or left."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.referee.tracklets import Tracklet, Tracklets
from companion.referee.tricks.history import Rules
from companion.referee.tricks.rates import TRICKS
from companion.referee.tricks.rows import apart
from companion.referee.tricks.seats import Seats
from companion.referee.tricks.steps import Step


@dataclass(frozen=True, slots=True)
class Scene:
    """What was seen: the tracks, whose arms, and from when on it counts (``horizon``, in seconds); when cards were last
    seen (``ends``, as far as it was asked).
    """

    rules: Rules
    tracklets: Tracklets
    seats: Seats
    horizon: float = float("-inf")
    ends: dict[int, float] = field(default_factory=dict)

    @property
    def now(self) -> float:
        """The time of the newest observation, in seconds."""
        return self.tracklets.now

    def at(self, step: Step) -> float:
        """When cards were shown, in seconds, the last of them, or one was taken, by what is known of the tracks now."""
        if step.taken is not None:
            return self.left(step.taken, step.at)
        known = [
            tracklet.since for track in step.tracks if (tracklet := self.tracklets.get(track)) is not None
        ]
        return max(known, default=step.at)

    def left(self, track: int, otherwise: float) -> float:
        """When a card was last seen at the place where it was laid, also as another track; ``otherwise`` where that is
        forgotten.
        """
        own = self.tracklets.get(track)
        if own is None:
            return otherwise
        if track not in self.ends:
            end = own.until
            for each in self.tracklets.by_track.values():  # in the order in which they began
                if own.since < each.since < end + TRICKS.turn and same_card(each, own):
                    end = max(end, each.until)
            self.ends[track] = end
        return self.ends[track]


def same_card(one: Tracklet, other: Tracklet) -> bool:
    """Whether two tracks look alike and lie in one place."""
    return one.observed_card.best == other.observed_card.best and apart(one, other) < TRICKS.cover / 2


def remember_seen(again: Tracklet, used: set[int], tracklets: Tracklets) -> None:
    """A track is forgotten: until then that card was seen which it looked like, and which one of the tracks ``used``
    had shown before.
    """
    code = again.observed_card.best
    known = (tracklets.get(track) for track in used)
    cards = [each for each in known if each is not None and each.observed_card.best == code]
    before = [each for each in cards if each.since <= again.since]
    if before and again.steady:
        card = max(before, key=lambda each: each.since)
        card.until = max(card.until, again.until)
