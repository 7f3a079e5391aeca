"""A table without pixels: cards that lie there from one time to another, and what a camera would see of them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.referee.observation import Observation, ObservedCard
from engine.cards import PACK, Card
from tests.referee.counted import arm_off, share_of_plays
from tests.referee.habits import Habits, Odds, readings, sure_of

FPS = 12
STEADY_FRAMES = 3
Interval = tuple[float, float]


@dataclass(slots=True)
class Lying:
    """A card, or what looks like one, that lies at ``x``, ``y`` from ``laid`` to ``gone`` seconds.

    ``read`` are its readings, each from a time on; in ``missed`` it is not found, in ``hidden`` it is covered; from
    each of ``nudged`` on it is another track. ``real``: it is a card laid. ``laid_by`` and ``turn``: as `ObservedCard`.
    """

    card: Card
    laid: float
    gone: float
    x: float
    y: float
    read: list[tuple[float, Odds]]
    missed: list[Interval] = field(default_factory=list)
    hidden: list[Interval] = field(default_factory=list)
    nudged: list[float] = field(default_factory=list)
    real: bool = False
    laid_by: tuple[float, ...] = ()
    turn: float | None = None


FOREVER = 1e9


class Seat(NamedTuple):
    """Where a player sits: the middle of the edge, degrees round the picture's, and the place along it (`arm_off`)."""

    middle: float
    place: str


@dataclass(frozen=True, slots=True)
class Sides:
    """From which side each seat's arms come: degrees round the picture's middle, 0 right, 90 below."""

    sits: tuple[Seat, ...]
    rng: random.Random
    astray: float | None

    @classmethod
    def of(cls, players: int, rng: random.Random, astray: float | None) -> "Sides":
        """Sit so many down clockwise, the first at the lower edge, at most two at an edge."""
        edges = [0, *rng.sample((1, 2, 3), min(players, 4) - 1)]
        edges = sorted([*edges, *rng.sample(edges, players - len(edges))])
        places = [
            ("long", "short")[edge % 2]
            if edges.count(edge) == 1
            else ("first", "second")[edges[k - 1 : k] == [edge]]
            for k, edge in enumerate(edges)
        ]
        sits = tuple(
            Seat((90.0 * edge + 90.0) % 360, place) for edge, place in zip(edges, places, strict=True)
        )
        return cls(sits, rng, astray)

    def shown(self, seat: int) -> tuple[float, ...]:
        """Where arms show, the largest first: as counted in films; now and then at another player's side."""
        rng = self.rng
        if self.astray is None or rng.random() < share_of_plays("none"):
            return ()
        if rng.random() < self.astray:
            seat = rng.randrange(len(self.sits))
        seats = [self.sits[seat]]
        chance = rng.random()
        if chance < share_of_plays("second at the same edge"):
            seats.append(self.sits[seat])
        elif chance < share_of_plays("second"):
            seats.append(rng.choice(self.sits))
        return tuple((each.middle + arm_off(each.place, rng)) % 360 for each in seats)


class Stage:
    """All that ever lies on the table, and when arms move. ``sights`` plays it."""

    def __init__(self, rng: random.Random, habits: Habits, sides: Sides) -> None:
        self.rng, self.habits, self.sides = rng, habits, sides
        self.things: list[Lying] = []
        self.on: dict[Card, Lying] = {}
        self.arms: list[tuple[float, float, tuple[float, ...]]] = []

    def lay(self, card: Card, t: float, x: float | None = None, y: float | None = None) -> None:
        """A card is laid, at a free place unless one is given."""
        rng = self.rng
        place = (rng.uniform(0, 8), rng.uniform(0, 5)) if x is None or y is None else (x, y)
        read = [(t + after, odds) for after, odds in readings(card, self.habits, rng)]
        thing = Lying(card, t, FOREVER, *place, read, real=True)
        self.things.append(thing)
        self.on[card] = thing

    def take(self, card: Card, t: float) -> None:
        """A card is taken off; nothing where it is gone already."""
        thing = self.on.pop(card, None)
        if thing is not None:
            thing.gone = max(t, thing.laid)

    def arm(self, begin: float, end: float, seat: int) -> None:
        """A player's arm is over the table; it may hide cards."""
        self.arms.append((begin, end, self.sides.shown(seat)))
        if self.rng.random() < self.habits.arms:
            self._flash(self.rng.choice(PACK), begin, self.rng.randint(4, 36), self.rng.uniform(0.3, 0.999))
        for thing in self.on.values():
            if self.rng.random() < self.habits.hides * 0.3:
                from_ = self.rng.uniform(begin, end)
                thing.hidden.append((from_, self.rng.uniform(from_, end)))

    def disturb(self, until: float) -> None:
        """Scatter over the whole time what disturbs: nudges, oversights, phantoms, cards seen twice."""
        rng, habits = self.rng, self.habits
        for thing in list(self.things):
            length = min(thing.gone, until) - thing.laid
            for _ in range(_times(rng, habits.nudges * length)):
                t = rng.uniform(thing.laid, thing.laid + length)
                thing.nudged.append(t)
                thing.missed.append((t, t + rng.randint(1, 4) / FPS))
            for _ in range(_times(rng, habits.misses * length)):
                t = rng.uniform(thing.laid, thing.laid + length)
                thing.missed.append((t, t + rng.randint(1, 5) / FPS))
            for _ in range(_times(rng, habits.doubles * length)):
                self._flash(thing.card, rng.uniform(thing.laid, thing.laid + length), 8, 0.95)
        if rng.random() < habits.early:
            self._flash(rng.choice(PACK), 0.0, rng.randint(4, 36), rng.uniform(0.3, 0.999))
        for _ in range(_times(rng, habits.phantoms * until)):
            self._flash(rng.choice(PACK), rng.uniform(0, until), 5, rng.uniform(0.2, 0.8))

    def _flash(self, card: Card, t: float, frames: int, sure: float) -> None:
        gone = t + self.rng.randint(1, frames) / FPS
        self.things.append(Lying(card, t, gone, self.rng.uniform(0, 8), 0.0, [(t, sure_of(card, sure))]))

    def observations(self, until: float) -> Iterator[Observation]:
        """Every frame, from 0 to ``until`` seconds."""
        waiting = sorted(self.things, key=lambda thing: -thing.laid)
        following: list[Followed] = []
        numbers = iter(range(1, 10**9))
        arms = sorted(self.arms, reverse=True)
        busy: tuple[float, tuple[float, ...]] = -1.0, ()
        for frame in range(round(until * FPS)):
            t = frame / FPS
            while waiting and waiting[-1].laid <= t:
                following.append(Followed(waiting.pop(), next(numbers), t))
            following = [each for each in following if each.thing.gone > t]
            while arms and arms[-1][0] <= t:
                busy = max(busy, arms.pop()[1:])
            seen = [
                observed_card for each in following if (observed_card := each.seen(t, numbers)) is not None
            ]
            still = t > busy[0]
            yield Observation(round(t, 3), tuple(seen), still, () if still else busy[1])


class Followed:
    """A thing followed from frame to frame, as sight does it."""

    def __init__(self, thing: Lying, track: int, t: float) -> None:
        self.thing, self.track, self.since = thing, track, t
        self.looks = 0
        self.nudged = sorted(thing.nudged, reverse=True)
        self._last: tuple[object, ObservedCard] | None = None

    def seen(self, t: float, numbers: Iterator[int]) -> ObservedCard | None:
        """How it is seen at ``t``; None where it is not."""
        thing = self.thing
        while self.nudged and self.nudged[-1] <= t:
            self.nudged.pop()
            self.track, self.since, self.looks = next(numbers), t, 0
            thing.x += 0.1
        if any(begin <= t < end for begin, end in thing.missed):
            self.since = t if self.looks == 0 else self.since
            return None
        hidden = any(begin <= t < end for begin, end in thing.hidden)
        if hidden and self.looks < STEADY_FRAMES:
            return None
        self.looks += not hidden
        odds = [odds for begin, odds in thing.read if begin <= t][-1]
        key = (self.track, self.looks >= STEADY_FRAMES, hidden, id(odds))
        if self._last is None or self._last[0] != key:
            steady = self.looks >= STEADY_FRAMES
            self._last = (
                key,
                ObservedCard(
                    self.track,
                    odds,
                    thing.x,
                    thing.y,
                    round(self.since, 3),
                    steady,
                    hidden,
                    thing.laid_by if steady else (),
                    thing.turn,
                ),
            )
        return self._last[1]


def _times(rng: random.Random, expected: float) -> int:
    """How often something happens that happens so often on average."""
    count = 0
    left = rng.expovariate(1.0)
    while left < expected:
        count += 1
        left += rng.expovariate(1.0)
    return count
