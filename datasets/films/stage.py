"""The stage: what lies on the table so far, the clock, and the gestures that change it.

Each movement adds a gesture to the film, moves the clock to where the arm has left the picture, and leaves the table
as it then lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.films.habits import Habits, Seat
from datasets.films.places import Room
from datasets.films.timeline import Cloth, Gesture, Held, Hold, Key, Lying, Pose, Slide, Thing, Top, seen_from

QUIET = 0.37
"""Seconds for which nothing moves after every result."""
TURN = 0.15
"""Seconds that somebody needs from one movement to his next."""
GRASP = 17.0
"""How far before the fingertips the middle of a held card is, mm."""


@dataclass(slots=True)
class Reach:
    """A gesture being made: keys and held things, to be frozen when the arm has left."""

    seat: Seat
    root: tuple[float, float]
    keys: list[Key]
    held: list[Held]
    arm: int | None = None
    """Which arm it is, if not the one that its seat plays with."""

    def bearing(self, key: Key) -> float:
        """The arm's direction with the hand there."""
        return Gesture(self.seat.seat, self.root, (key,)).bearing(key)

    def seen(self, pose: Pose, key: Key, roll: float | None = None) -> Hold:
        """How the hand at ``key`` holds what lies at ``pose``."""
        return seen_from(key, self.bearing(key), pose, roll)


class Stage:
    """A film in the making."""

    def __init__(self, rng: np.random.Generator, habits: Habits, room: Room, cards: int) -> None:
        self.rng, self.habits, self.room = rng, habits, room
        self.now = float(rng.uniform(0.7, 1.2))
        stock = Lying(Thing(None, cards), room.stock)
        self.tops: list[tuple[float, Top]] = [(0.0, Top(stock, tuple(() for _ in habits.seats)))]
        self.gestures: list[Gesture] = []
        self.slides: list[Slide] = []
        self.cloth: list[tuple[float, Cloth]] = []
        self.calm = 0.0
        """When the last arm has left."""
        self.won: list[list[tuple[str, ...]]] = [[] for _ in habits.seats]
        """What the packets of each seat's pile hold."""

    @property
    def top(self) -> Top:
        """The table as it lies now."""
        return self.tops[-1][1]

    def becomes(self, t: float, top: Top) -> None:
        """From ``t`` on the table lies so."""
        self.tops.append((t, top))

    def lying(self) -> list[Pose]:
        """Where cards lie from now on: an arm still at work may not have taken all that it will have taken."""
        found: dict[Pose, None] = {}
        for t, top in reversed(self.tops):
            found.update({card.pose: None for card in top.cards})
            if t <= self.now:
                break
        return list(found)

    def back(self, t: float, seat: int) -> None:
        """Turn the clock back to ``t``: somebody acts before the last arm has gone, each with one arm at a time."""
        own = max((g.keys[-1].t for g in self.gestures if g.seat == seat), default=0.0)
        self.now = max(t, own + TURN)

    def wait(self, seconds: float) -> None:
        """Nothing moves for so long, and never for less than QUIET."""
        self.now += max(QUIET, seconds * self.habits.tempo)

    # -------------------------------------------------------------------------------- an arm comes and goes

    def come(self, seat: int) -> Reach:
        """An arm is about to reach in from out of the picture."""
        who = self.habits.seats[seat]
        x, y = self.room.out(who)
        return Reach(who, self.room.root(who), [Key(self.now, x, y, 38, 0.1)], [])

    def travel(self, a: Key, x: float, y: float, pace: float = 1.0) -> float:
        """How long a hand takes from one place to another, seconds."""
        far = float(np.hypot(a.x - x, a.y - y))
        return (0.2 + far / 900) * self.habits.tempo * pace * float(self.rng.uniform(0.9, 1.15))

    def move(self, reach: Reach, x: float, y: float, z: float, spread: float, pace: float = 1.0) -> Key:
        """The hand goes on to another place."""
        last = reach.keys[-1]
        key = Key(last.t + self.travel(last, x, y, pace), x, y, z, spread)
        reach.keys.append(key)
        return key

    def stay(self, reach: Reach, seconds: float, spread: float | None = None) -> Key:
        """The hand stays where it is."""
        last = reach.keys[-1]
        key = replace(last, t=last.t + seconds, spread=last.spread if spread is None else spread)
        reach.keys.append(key)
        return key

    def go(self, reach: Reach) -> None:
        """The arm leaves the picture; the clock follows it."""
        x, y = self.room.out(reach.seat)
        last = reach.keys[-1]
        self.move(reach, x, y, max(32, last.z), last.spread, 0.85)
        self.gone(reach)

    def gone(self, reach: Reach) -> None:
        """The arm is out of the picture: its gesture ends there."""
        self.gestures.append(self.gesture(reach))
        self.calm = self.now = max(self.calm, reach.keys[-1].t)

    def take_home(self, reach: Reach, name: str) -> float:
        """The hand takes a card off the table and out of the picture; returns when it left the table."""
        hold = self.take(reach, self.top.find(name).pose, False)
        taken = reach.keys[-1].t
        self.becomes(taken, self.top.without(name))
        x, y = self.room.out(reach.seat)
        key = self.move(reach, x, y, 36, 0.2)
        roll = 180.0 if self.rng.random() < 0.5 else 0.0
        lifted = replace(hold, t=taken + 0.35 * (key.t - taken))
        reach.held.append(Held(Thing(name), (hold, lifted, replace(hold, t=key.t, roll=roll))))
        self.gone(reach)
        return taken

    def gesture(self, reach: Reach) -> Gesture:
        """The gesture that was made."""
        arm = reach.seat.seat if reach.arm is None else reach.arm
        return Gesture(arm, reach.root, tuple(reach.keys), tuple(reach.held))

    def grasp(self, reach: Reach, pose: Pose) -> tuple[float, float]:
        """Where the fingertips are when they hold a card lying so."""
        x, y = pose.x - reach.root[0], pose.y - reach.root[1]
        far = float(np.hypot(x, y))
        side = float(self.rng.normal(0, 4))
        return pose.x - GRASP * x / far + side * y / far, pose.y - GRASP * y / far - side * x / far

    def drawn_back(self, reach: Reach, far: float) -> tuple[float, float]:
        """A place so many mm back towards the shoulder."""
        last = reach.keys[-1]
        a = np.radians(reach.bearing(last))
        return last.x - far * float(np.cos(a)), last.y - far * float(np.sin(a))

    # ------------------------------------------------------------------------------------------ single acts

    def lay(self, reach: Reach, name: str, pose: Pose, pace: float = 1.0) -> Key:
        """Bring a card from out of the picture and lay it, as ``pose`` rolls it; returns the moment it lies."""
        x, y = self.grasp(reach, pose)
        start = reach.keys[-1]
        total = self.travel(start, x, y, pace) * 1.25 + 0.2
        down = Key(start.t + total, x, y, 7, 0.12)
        above = self._between(start, down, 0.93, total * 0.82)
        reach.keys += [above, down]
        hold = reach.seen(pose, down)
        closed = 180.0 if reach.seat.reveal == "flip" else 0.0
        tilted = replace(hold, turn=hold.turn + float(self.rng.normal(0, 6)))
        holds = (
            replace(tilted, t=start.t, roll=closed),
            replace(tilted, t=start.t + total * 0.5, roll=closed),
            replace(hold, t=start.t + total * 0.8),
            replace(hold, t=down.t),
        )
        reach.held.append(Held(Thing(name), holds))
        self.becomes(down.t, self.top.with_card(name, pose))
        return down

    def _between(self, a: Key, b: Key, share: float, after: float) -> Key:
        """A place on the way from one key to another, higher than both."""
        x, y = a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share
        return Key(a.t + after, x, y, max(22.0, b.z + 12), b.spread)

    def sweep(self, reach: Reach, names: Sequence[str], packets: Sequence[int] = ()) -> None:
        """Gather these cards, nearest first, and the topmost packets of these seats' piles; lay them on one's own pile.

        The cards go under the fingers one after another and are turned over on the way.
        """
        seat = reach.seat.seat
        carried: list[tuple[Thing, Hold]] = []
        left = list(names)
        while left:
            at = reach.keys[-1]
            name = min(
                left, key=lambda n: np.hypot(self.top.find(n).pose.x - at.x, self.top.find(n).pose.y - at.y)
            )
            left.remove(name)
            carried.append((Thing(name), self.take(reach, self.top.find(name).pose, len(names) > 3)))
            self.becomes(reach.keys[-1].t, self.top.without(name))
        took = list(names)
        for other in packets:
            pile = self.top.piles[other]
            took += self.won[other].pop()
            carried.append((pile[-1].what, self.take(reach, pile[-1].pose, False)))
            self.becomes(reach.keys[-1].t, self.top.with_pile(other, pile[:-1]))
        self._to_pile(reach, seat, carried)
        self.won[seat].append(tuple(took))

    def take(self, reach: Reach, pose: Pose, quick: bool) -> Hold:
        """The open hand comes down on a thing lying there; returns how it then holds it."""
        x, y = self.grasp(reach, pose)
        self.move(reach, x, y, 9, 0.85, 0.62 if quick else 0.85)
        key = self.stay(reach, float(self.rng.uniform(0.03, 0.12)), 0.7)
        return reach.seen(pose, key)

    def _to_pile(self, reach: Reach, seat: int, carried: Sequence[tuple[Thing, Hold]]) -> None:
        """Bring what was gathered to one's pile, turned over there."""
        pile = self.top.piles[seat]
        count = sum(thing.count for thing, _ in carried)
        pose = self._on_pile(seat)
        x, y = self.grasp(reach, pose)
        first = reach.keys[-1].t
        down = self.move(reach, x, y, 9, 0.5, 1.1)
        for k, (thing, hold) in enumerate(carried):
            loose = replace(
                hold, t=min(hold.t + 0.22, first + 0.1), ahead=GRASP + float(self.rng.normal(0, 3)) - k,
                right=float(self.rng.normal(0, 4)), turn=-90 + float(self.rng.normal(0, 6)),
            )  # fmt: skip
            end = reach.seen(pose, down, 180)
            before = replace(loose, t=max(loose.t + 0.02, down.t - 0.3))
            reach.held.append(Held(thing, (hold, loose, before, replace(end, t=down.t))))
        self.becomes(down.t, self.top.with_pile(seat, (*pile, Lying(Thing(None, count), pose))))
        self.stay(reach, float(self.rng.uniform(0.05, 0.2)), 0.4)

    def _on_pile(self, seat: int) -> Pose:
        """Where the next packet goes: squarely on the pile, or about there."""
        base, rng = self.room.piles[seat], self.rng
        loose = 7.0 if self.habits.pile == "loose" else 1.2
        across = 90 if self.habits.pile == "loose" and rng.random() < 0.12 else 0
        turn = base.turn + across + float(rng.normal(0, loose * 0.9))
        return Pose(base.x + float(rng.normal(0, loose)), base.y + float(rng.normal(0, loose)), turn)


def shifted(pose: Pose, dx: float, dy: float, turn: float) -> Pose:
    """A pose moved a little."""
    return replace(pose, x=pose.x + dx, y=pose.y + dy, turn=pose.turn + turn)
