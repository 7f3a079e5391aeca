"""What moves when: the table top as it lies, and the gestures of arms, as functions of time.

Poses are in table millimetres; a card's ``turn`` is in degrees counter-clockwise, 0 with its top away from the near
edge; ``roll`` turns it over about its long axis (0 face up, 180 face down).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

CARD_HEIGHT = 88.0
SHEET = 0.3
"""Thickness of a card, mm."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a flat thing lies or is carried."""

    x: float
    y: float
    turn: float
    z: float = 0.0
    roll: float = 0.0

    def corners(self, width: float, height: float = CARD_HEIGHT) -> NDArray[np.float64]:
        """Its four corners (4, 3), clockwise from its own top left as seen face up."""
        a, r = np.radians(self.turn), np.radians(self.roll)
        u = np.array([-1, 1, 1, -1]) * width / 2
        v = np.array([1, 1, -1, -1]) * height / 2
        flat = u * np.cos(r)
        x = self.x + flat * np.cos(a) - v * np.sin(a)
        y = self.y + flat * np.sin(a) + v * np.cos(a)
        return np.column_stack([x, y, self.z + (u + width / 2 * np.sign(np.sin(r) + 1e-9)) * np.sin(r)])


@dataclass(frozen=True, slots=True)
class Thing:
    """One card lying or carried (``name``), or a packet of ``count`` cards face down (no name)."""

    name: str | None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Lying:
    """A thing that lies still."""

    what: Thing
    pose: Pose


@dataclass(frozen=True, slots=True)
class Top:
    """The table top at rest: the stock, each seat's captured packets, and the cards in play, lowest first."""

    stock: Lying | None
    piles: tuple[tuple[Lying, ...], ...]
    cards: tuple[Lying, ...] = ()

    def find(self, name: str) -> Lying:
        """The card of this name."""
        return next(card for card in self.cards if card.what.name == name)

    def without(self, name: str) -> Top:
        """The table once that card is gone."""
        return replace(self, cards=tuple(card for card in self.cards if card.what.name != name))

    def with_card(self, name: str, pose: Pose) -> Top:
        """The table with one more card, on top of all others."""
        return replace(self, cards=(*self.cards, Lying(Thing(name), pose)))

    def with_pile(self, seat: int, packets: tuple[Lying, ...]) -> Top:
        """The table with another captured pile at that seat."""
        return replace(self, piles=(*self.piles[:seat], packets, *self.piles[seat + 1 :]))

    def with_stock(self, left: int) -> Top:
        """The table with that many cards in the stock."""
        if self.stock is None or left == 0:
            return replace(self, stock=None)
        return replace(self, stock=replace(self.stock, what=Thing(None, left)))


@dataclass(frozen=True, slots=True)
class Cloth:
    """How far the cloth was pulled (mm) and turned about the table's middle (degrees), with all that lies on it."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0

    def matrix(self) -> NDArray[np.float64]:
        """Where a place on the table (homogeneous mm) goes, (3, 3)."""
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        return np.array([[c, -s, self.x], [s, c, self.y], [0, 0, 1]])

    def moved(self, pose: Pose) -> Pose:
        """Where what lies at a pose comes to lie."""
        x, y, _ = self.matrix() @ (pose.x, pose.y, 1.0)
        return replace(pose, x=float(x), y=float(y), turn=pose.turn + self.turn)


def moved_by(cloth: Cloth, top: Top) -> Top:
    """A table as it lies once its cloth was pulled."""

    def along(what: Lying) -> Lying:
        return replace(what, pose=cloth.moved(what.pose))

    stock = along(top.stock) if top.stock else None
    piles = tuple(tuple(along(part) for part in pile) for pile in top.piles)
    return Top(stock, piles, tuple(along(card) for card in top.cards))


def in_time(acts: Sequence[tuple[float, Top]]) -> tuple[tuple[float, Top], ...]:
    """Tables by the time from which they lie so, from tables in the order in which they were acted.

    Where two arms were at work at once, each changes only what it touched of what the other left.
    """
    changes = [(t, before, after) for (_, before), (t, after) in pairwise(acts)]
    found = [acts[0]]
    for t, before, after in sorted(changes, key=lambda change: change[0]):
        found.append((t, _changed(found[-1][1], before, after)))
    return tuple(found)


def _changed(top: Top, before: Top, after: Top) -> Top:
    """A table to which happens what made ``after`` of ``before``."""
    if top == before:
        return after
    left = tuple(card for card in top.cards if card not in before.cards or card in after.cards)
    new = tuple(card for card in after.cards if card not in before.cards)
    piles = tuple(
        then if then != was else now
        for now, was, then in zip(top.piles, before.piles, after.piles, strict=True)
    )
    stock = after.stock if after.stock != before.stock else top.stock
    return Top(stock, piles, left + new)


@dataclass(frozen=True, slots=True)
class Key:
    """Where a hand's fingertips are at a time; ``spread`` 0 grips, 1 lies open."""

    t: float
    x: float
    y: float
    z: float
    spread: float


@dataclass(frozen=True, slots=True)
class Hold:
    """Where a held thing is at a time as seen from the hand: ahead, to the right (mm), turned (degrees), rolled."""

    t: float
    ahead: float
    right: float
    turn: float
    roll: float


@dataclass(frozen=True, slots=True)
class Held:
    """A thing carried by a hand, from its first hold to its last."""

    what: Thing
    holds: tuple[Hold, ...]


@dataclass(frozen=True, slots=True)
class Gesture:
    """One movement of one player's arm, from out of the picture and back; ``root`` is where the shoulder is."""

    seat: int
    root: tuple[float, float]
    keys: tuple[Key, ...]
    held: tuple[Held, ...] = ()

    def hand(self, t: float) -> Key:
        """Where the fingertips are."""
        k = min(max(bisect_right([key.t for key in self.keys], t), 1), len(self.keys) - 1)
        a, b = self.keys[k - 1], self.keys[k]
        s = eased((t - a.t) / max(b.t - a.t, 1e-6))
        mixed = (p * (1 - s) + q * s for p, q in ((a.x, b.x), (a.y, b.y), (a.z, b.z), (a.spread, b.spread)))
        return Key(t, *mixed)

    def bearing(self, hand: Key) -> float:
        """The direction in which the arm points, degrees."""
        return float(np.degrees(np.arctan2(hand.y - self.root[1], hand.x - self.root[0])))

    def carried(self, t: float) -> list[tuple[Thing, Pose]]:
        """What the hand holds, and where, the thing nearest the hand last."""
        hand = self.hand(t)
        return [
            (h.what, placed(hand, self.bearing(hand), hold_at(h, t)))
            for h in self.held
            if h.holds[0].t <= t < h.holds[-1].t
        ]


@dataclass(frozen=True, slots=True)
class Slide:
    """A thing that slides by itself, as dealt packets do."""

    what: Thing
    start: float
    end: float
    first: Pose
    last: Pose

    def pose(self, t: float) -> Pose:
        """Where it is; it slows down."""
        s = 1 - (1 - min(max((t - self.start) / (self.end - self.start), 0), 1)) ** 2
        mixed = (
            a * (1 - s) + b * s
            for a, b in (
                (self.first.x, self.last.x),
                (self.first.y, self.last.y),
                (self.first.turn, self.last.turn),
            )
        )
        x, y, turn = mixed
        return Pose(x, y, turn, 2.0, 180.0)


@dataclass(frozen=True, slots=True)
class Timeline:
    """A whole film: the resting table from each time on, gestures, slides, and the length in seconds."""

    tops: tuple[tuple[float, Top], ...]
    gestures: tuple[Gesture, ...]
    slides: tuple[Slide, ...]
    seconds: float

    def top(self, t: float) -> Top:
        """The resting table."""
        return self.tops[max(bisect_right([at for at, _ in self.tops], t) - 1, 0)][1]

    def moving(self, t: float) -> tuple[list[Gesture], list[Slide]]:
        """What moves at a time."""
        arms = [g for g in self.gestures if g.keys[0].t <= t <= g.keys[-1].t]
        return arms, [s for s in self.slides if s.start <= t <= s.end]


def eased(share: float) -> float:
    """How far a hand has come after a share of its time: it starts and stops gently."""
    s = min(max(share, 0.0), 1.0)
    return s * s * s * (10 - 15 * s + 6 * s * s)


def hold_at(held: Held, t: float) -> Hold:
    """How a thing is held at a time."""
    holds = held.holds
    k = min(max(bisect_right([h.t for h in holds], t), 1), len(holds) - 1)
    a, b = holds[k - 1], holds[k]
    s = eased((t - a.t) / max(b.t - a.t, 1e-6))
    around = (b.turn - a.turn + 180) % 360 - 180
    ahead, right, roll = (
        p * (1 - s) + q * s for p, q in ((a.ahead, b.ahead), (a.right, b.right), (a.roll, b.roll))
    )
    return Hold(t, ahead, right, a.turn + around * s, roll)


def placed(hand: Key, bearing: float, hold: Hold) -> Pose:
    """The pose on the table of a thing held so."""
    a = np.radians(bearing)
    x = hand.x + hold.ahead * np.cos(a) + hold.right * np.sin(a)
    y = hand.y + hold.ahead * np.sin(a) - hold.right * np.cos(a)
    return Pose(float(x), float(y), bearing + hold.turn, max(hand.z - 4, 0.5), hold.roll)


def seen_from(hand: Key, bearing: float, pose: Pose, roll: float | None = None) -> Hold:
    """How a hand holds what is to lie at ``pose``: the inverse of ``placed``."""
    a = np.radians(bearing)
    dx, dy = pose.x - hand.x, pose.y - hand.y
    ahead, right = dx * np.cos(a) + dy * np.sin(a), dx * np.sin(a) - dy * np.cos(a)
    return Hold(hand.t, float(ahead), float(right), pose.turn - bearing, pose.roll if roll is None else roll)
