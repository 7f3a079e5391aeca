"""What was seen, as far as every history is weighed by it: the tracks, the seats, and when cards were shown or left.

What shows of a covered card is read badly. In a heap the reader goes on reading a card of which a corner shows, and its
track's reading decays from sure to nonsense. So from when another card lies on it a card keeps the last reading that it
had.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import dist

from companion.referee.observation import Observation, ObservedCard
from companion.referee.rates import RATES
from companion.referee.tracklets import Tracklet, Tracklets
from companion.referee.tricks.history import Step
from companion.referee.tricks.rates import TRICKS
from companion.referee.tricks.rows import apart
from companion.referee.tricks.rules import Rules
from companion.referee.tricks.seats import Seats


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


class Readings:
    """Give each observation to ``uncovered``; it returns it with every covered card as it was read before."""

    def __init__(self) -> None:
        self._read: dict[int, list[tuple[float, ObservedCard]]] = {}
        self._kept: dict[int, ObservedCard] = {}

    def uncovered(self, observation: Observation) -> Observation:
        """The observation, covered cards as they were read when they lay clear."""
        cards = observation.observed_cards
        here = {card.track for card in cards}
        self._read = {track: read for track, read in self._read.items() if track in here}
        self._kept = {track: card for track, card in self._kept.items() if track in here}
        for card in cards:
            read = self._read.setdefault(card.track, [])
            if not read or read[-1][1] is not card:
                read.append((observation.t, card))
        return replace(observation, observed_cards=tuple(self._clear(card, cards) for card in cards))

    def _clear(self, card: ObservedCard, cards: Iterable[ObservedCard]) -> ObservedCard:
        """A card as it was last read before another lay on it; as it is where none does or none was steady before."""
        since = min((other.since for other in cards if _covers(other, card)), default=None)
        if since is None:
            return card
        before = [read for t, read in self._read[card.track] if t <= since and read.steady]
        if not before:
            return card
        kept = self._kept.get(card.track)
        if kept is None or kept.odds is not before[-1].odds or kept.hidden != card.hidden:
            kept = replace(before[-1], hidden=card.hidden, laid_by=card.laid_by, since=card.since)
            self._kept[card.track] = kept
        return kept


def _covers(other: ObservedCard, card: ObservedCard) -> bool:
    """Whether a card was laid on another one."""
    later = other.steady and other.since > card.since + RATES.order_within
    return later and dist((other.x, other.y), (card.x, card.y)) < TRICKS.cover
