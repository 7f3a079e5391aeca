"""Where people put things: piles and stock before each player, the tendido's row, and free places for cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.films.habits import Habits, Seat
from datasets.films.timeline import CARD_HEIGHT, Cloth, Pose
from datasets.films.view import View

Points = NDArray[np.float64]

CLEAR = 7.0
"""Millimetres that people leave between cards."""
FROM_EDGE = 64.0
"""How far from the picture's edge piles are kept, mm from their middles."""


class TooNear(ValueError):
    """The camera is so near that what the game lays does not fit into the picture."""


@dataclass(frozen=True, slots=True)
class Side:
    """A player's side of the table: a point at the picture's edge, and the directions inwards and to his right."""

    edge: Points
    inwards: Points
    right: Points

    def at(self, deep: float, right: float) -> Points:
        """The place so many mm inwards and to the player's right."""
        return self.edge + deep * self.inwards + right * self.right


def side_of(view: View, seat: Seat) -> Side:
    """A seat's side of the picture."""
    width, height = view.size
    share = 0.5 + 0.36 * seat.along
    pixel = {
        "near": (share * width, height),
        "far": ((1 - share) * width, 0),
        "left": (0, share * height),
        "right": (width, (1 - share) * height),
    }[seat.edge]
    a = np.radians(seat.faces)
    inwards = np.array([np.cos(a), np.sin(a)])
    return Side(view.to_table(np.array([pixel], np.float64))[0], inwards, np.array([inwards[1], -inwards[0]]))


def quad(pose: Pose, width: float, more: float = 0.0) -> NDArray[np.float32]:
    """A card's outline on the table (4, 2), grown by ``more`` mm."""
    return pose.corners(width + more, CARD_HEIGHT + more)[:, :2].astype(np.float32)


Outline = tuple[float, float, NDArray[np.float32]]
"""A middle (x, y) and the corners (4, 2) around it."""


def outline(pose: Pose, width: float, more: float = 0.0) -> Outline:
    """A card's outline with its middle."""
    return pose.x, pose.y, quad(pose, width, more)


def block(x: float, y: float, reach: float) -> Outline:
    """The square that a thing takes up."""
    r = reach * 0.8
    return x, y, np.array([[x - r, y + r], [x + r, y + r], [x + r, y - r], [x - r, y - r]], np.float32)


def overlap(a: Outline, b: Outline) -> float:
    """The area in square mm that two outlines share."""
    if (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 > 130**2:
        return 0.0
    return float(cv2.intersectConvexConvex(a[2], b[2])[0])


class Room:
    """The table as people see it when they look for a place: what is kept free, what fits into the picture."""

    def __init__(
        self, rng: np.random.Generator, view: View, habits: Habits, dealer: int, width: float
    ) -> None:
        self.rng, self.view, self.habits, self.width = rng, view, habits, width
        self.sides = tuple(side_of(view, seat) for seat in habits.seats)
        self.piles, self.stock = self._keep(dealer)
        self.row = self._row(habits.seats[dealer])
        self.row_laid = False
        self.obstacles: list[Outline] = []
        self.busy: list[tuple[float, Outline]] = []
        """Places that a hand rests on, and until when."""

    def _keep(self, dealer: int) -> tuple[tuple[Pose, ...], Pose]:
        """A place for each pile, at its player's right hand, and for the stock at the dealer's left."""
        best: tuple[float, list[Pose]] = (float("-inf"), [])
        for _ in range(200):
            tried = [self._before(seat, 1) for seat in self.habits.seats]
            tried.append(self._before(self.habits.seats[dealer], -1))
            apart = min(
                (float(np.hypot(a.x - b.x, a.y - b.y)) for k, a in enumerate(tried) for b in tried[:k]),
                default=999,
            )
            apart = min(apart, 118) - 40 * sum(not self.fits(pose) for pose in tried)
            if apart > best[0]:
                best = (apart, tried)
        *piles, stock = best[1]
        return tuple(piles), stock

    def seated(self, habits: Habits, dealer: int) -> None:
        """People sit elsewhere: each has his side, and a place for his pile, before him."""
        self.habits = habits
        self.sides = tuple(side_of(self.view, seat) for seat in habits.seats)
        self.piles, self.stock = self._keep(dealer)

    def pulled(self, cloth: Cloth) -> None:
        """The cloth moves with all that lies on it."""
        self.piles = tuple(cloth.moved(pile) for pile in self.piles)
        self.stock, self.row = cloth.moved(self.stock), tuple(cloth.moved(pose) for pose in self.row)

    def deals(self, dealer: int) -> None:
        """Another player deals: the stock lies at his left, clear of the piles, and the row as he sees it."""
        tried = [self._before(self.habits.seats[dealer], -1) for _ in range(60)]
        self.stock = max(tried, key=lambda pose: self._clear_of_piles(pose) - 200 * (not self.fits(pose)))
        self.row, self.row_laid = self._row(self.habits.seats[dealer]), False

    def _clear_of_piles(self, pose: Pose) -> float:
        """How far a place is from the nearest pile, mm; more than enough counts no more."""
        return min(118.0, *(float(np.hypot(pose.x - pile.x, pose.y - pile.y)) for pile in self.piles))

    def _before(self, seat: Seat, hand: int) -> Pose:
        """A place at a player's right (1) or left (-1) hand; a left-handed player's piles lie at his left."""
        rng, long = self.rng, seat.edge in ("near", "far")
        away = rng.uniform(110, 240) if long else rng.uniform(70, 135)
        if abs(seat.along) > 0.3:
            away = rng.uniform(70, 140)
        hand = -hand if seat.left_handed else hand
        x, y = self.sides[seat.seat].at(FROM_EDGE + rng.uniform(-6, 16), hand * away)
        return Pose(float(x), float(y), seat.faces - 90 + float(rng.normal(0, 7)))

    def fits(self, pose: Pose, margin: float = 12.0) -> bool:
        """Whether a card lies wholly in the picture."""
        corners = self.view.seen_through_lens(self.view.project(pose.corners(self.width)))
        return bool((corners > margin).all() and (corners < np.array(self.view.size) - margin).all())

    def _row(self, dealer: Seat) -> tuple[Pose, ...]:
        """Four places in a row across the middle, left to right as the dealer sees them."""
        rng, side = self.rng, self.sides[dealer.seat]
        pitch, gap = self.width + rng.uniform(4, 10), rng.uniform(0, 10)
        middle = self.view.to_table(np.array([[0.5, 0.5]]) * self.view.size)[0] + rng.normal(0, 12, 2)
        steps = np.array([-1.5, -0.5, 0.5, 1.5]) * pitch + np.array([-1, -1, 1, 1]) * gap / 2
        slant = rng.normal(0, 0.03)
        found = []
        for k in steps:
            x, y = middle + side.right * k + side.inwards * (k * slant + rng.normal(0, 1.5))
            found.append(Pose(float(x), float(y), dealer.faces - 90 + float(rng.normal(0, 2.5))))
        return tuple(found)

    def kept(self) -> list[Outline]:
        """Outlines that no played card should cover: piles, stock, and the row until it has been laid."""
        outlines = [outline(pose, self.width, 16) for pose in (*self.piles, self.stock)]
        if not self.row_laid:
            outlines += [outline(pose, self.width, 4) for pose in self.row]
        return outlines + self.obstacles + [place for _, place in self.busy]

    def free(self, seat: Seat, lying: Iterable[Pose]) -> Pose:
        """A free place for a seat's card; where the table is full, the place that covers least."""
        taken = [outline(pose, self.width, 2 * CLEAR) for pose in lying]
        kept, best, least = self.kept(), None, np.inf
        for _ in range(140):
            pose = self._somewhere(seat)
            mine = outline(pose, self.width)
            cost = sum(overlap(mine, other) for other in taken) * 3 + sum(
                overlap(mine, other) for other in kept
            )
            liked = cost + 0.15 * self._far_from(seat, pose)
            if liked >= least or not self.fits(pose):
                continue
            best, least = pose, liked
        if best is None:
            raise TooNear("no card fits into the picture: the camera is too near")
        return best

    def _somewhere(self, seat: Seat) -> Pose:
        """A place at random; people who keep rows use a grid."""
        rng, (width, height) = self.rng, self.view.size
        pixel = np.array([[rng.uniform(0.06, 0.94) * width, rng.uniform(0.09, 0.91) * height]])
        x, y = self.view.to_table(pixel)[0]
        turn = seat.faces - 90 + float(rng.normal(0, 6))
        if self.habits.layout == "rows":
            x, y = round(x / 78) * 78 + rng.normal(0, 3), round(y / 104) * 104 + rng.normal(0, 3)
            turn = seat.faces - 90 + float(rng.normal(0, 3))
        return Pose(float(x), float(y), turn)

    def _far_from(self, seat: Seat, pose: Pose) -> float:
        """How far a place is from where the player's arm reaches easily, mm."""
        x, y = self.sides[seat.seat].at(190, 0)
        return float(np.hypot(pose.x - x, pose.y - y))

    def over(self, seat: Seat, matched: Pose, others: Sequence[Pose]) -> Pose:
        """A place half over another card, that leaves about half of it to be seen and covers no third one."""
        return self._near(seat, matched, others, (20, 46), self.width * 0.25)

    def beside(self, seat: Seat, matched: Pose, others: Sequence[Pose]) -> Pose:
        """A place close to another card, touching it or nearly."""
        return self._near(seat, matched, others, (self.width + 1, 98), 0.0)

    def _near(
        self, seat: Seat, matched: Pose, others: Sequence[Pose], reach: tuple[float, float], may: float
    ) -> Pose:
        rng, best, least = self.rng, None, np.inf
        apart = [outline(pose, self.width, 4) for pose in others]
        apart += [outline(pose, self.width, 6) for pose in (*self.piles, self.stock)]
        aim_at = outline(matched, self.width)
        for _ in range(60):
            way, far = rng.uniform(0, 2 * np.pi), rng.uniform(*reach)
            turn = seat.faces - 90 + float(rng.normal(0, 9))
            pose = Pose(matched.x + float(far * np.cos(way)), matched.y + float(far * np.sin(way)), turn)
            mine = outline(pose, self.width)
            cost = sum(overlap(mine, other) for other in apart) + (0 if self.fits(pose) else 4000)
            cost += abs(overlap(mine, aim_at) - 2400 * (may > 0)) * (0.3 if may else 1.5) + 0.5 * far
            if cost < least:
                best, least = pose, cost
        assert best is not None
        return best

    def _side(self, seat: Seat) -> Side:
        """A seat's side of the table, or that of somebody who stands there and does not play."""
        return self.sides[seat.seat] if seat.seat < len(self.sides) else side_of(self.view, seat)

    def root(self, seat: Seat) -> tuple[float, float]:
        """Where a player's shoulder is, out of the picture."""
        hand = -1 if seat.left_handed else 1
        x, y = self._side(seat).at(-390, hand * 75)
        return float(x), float(y)

    def out(self, seat: Seat) -> tuple[float, float]:
        """Where a hand rests out of the picture, its shadow too."""
        hand = -1 if seat.left_handed else 1
        x, y = self._side(seat).at(
            -150 + float(self.rng.normal(0, 10)), hand * (30 + float(self.rng.normal(0, 25)))
        )
        return float(x), float(y)
