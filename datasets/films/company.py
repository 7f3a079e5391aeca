"""Arms that play no card: a hand at rest, somebody who points, things put down. People play on meanwhile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from datasets.films.articles import AHEAD, Article
from datasets.films.habits import Seat
from datasets.films.places import block, outline, overlap
from datasets.films.props import PACK, SPREAD
from datasets.films.stage import Reach, Stage
from datasets.films.timeline import CARD_HEIGHT, Key, Pose

Told = dict[str, object]

STANDS = (6.0, 30.0)
"""For how long a thing stands on the table, seconds."""
RESTS = (4.0, 18.0)
"""For how long a hand rests, seconds."""


class Company:
    """Other hands over the table. None of them moves the clock: people play on."""

    def __init__(self, rng: np.random.Generator, stage: Stage) -> None:
        self.rng, self.stage = rng, stage
        self.resting: dict[int, float] = {}
        """Until when each seat's other hand rests."""
        self.articles: list[Article] = []

    def rest(self) -> Told | None:
        """Somebody rests the hand that he does not play with on the table, where nothing lies."""
        stage, rng, start = self.stage, self.rng, self.stage.now
        seats = stage.habits.seats
        seat = int(rng.integers(len(seats)))
        if self.resting.get(seat, 0.0) > start:
            return None
        other = replace(seats[seat], left_handed=not seats[seat].left_handed)
        place = self._clear_place(other)
        if place is None:
            return None
        reach = self._come(other, len(seats) + seat)
        stage.move(reach, *place, 10, 0.7)
        stage.stay(reach, float(rng.uniform(*RESTS)), float(rng.uniform(0.3, 1.0)))
        end = self._gone(reach)
        self.resting[seat] = end
        stage.room.busy.append((end, block(*place, 60)))
        return {"do": "resting", "seat": seat, "t": [round(start, 3), round(end, 3)]}

    def _clear_place(self, seat: Seat) -> tuple[float, float] | None:
        """Where a hand may rest before its player, or None."""
        room, rng, side = self.stage.room, self.rng, self.stage.room.sides[seat.seat]
        hand = -1 if seat.left_handed else 1
        taken = [*room.kept(), *(block(pose.x, pose.y, 60) for pose in self.stage.lying())]
        for _ in range(25):
            x, y = side.at(float(rng.uniform(40, 150)), hand * float(rng.uniform(20, 220)))
            if not any(overlap(block(float(x), float(y), 60), other) for other in taken):
                return float(x), float(y)
        return None

    def put_down(self) -> Told | None:
        """Somebody puts something down beside the cards, or half on one, and takes it away after a while."""
        stage, rng = self.stage, self.rng
        seats = stage.habits.seats
        seat, kind = int(rng.integers(len(seats))), str(rng.choice(sorted(set(SPREAD) - {PACK})))
        other = replace(seats[seat], left_handed=not seats[seat].left_handed)
        found = self._spot(other, SPREAD[kind]) if self.resting.get(seat, 0.0) < stage.now else None
        if found is None:
            return None
        (x, y), on = found
        first = self._come(other, len(seats) + seat)
        down = self._at(first, x, y).t
        second = self._come(other, len(seats) + seat, self._gone(first) + float(rng.uniform(*STANDS)))
        lifted = self._at(second, x, y).t
        end = self._gone(second)
        comes, goes = self.stage.gestures[-2:]
        self.articles.append(Article(kind, int(rng.integers(1 << 30)), comes, down, goes, lifted))
        self.resting[seat] = end
        stage.room.busy.append((end, block(x, y, SPREAD[kind])))
        times = [round(down, 3), round(lifted, 3)]
        return {"do": "objects", "what": kind, "seat": seat, "on": on, "t": times}

    def _spot(self, seat: Seat, spread: float) -> tuple[tuple[float, float], list[str]] | None:
        """A place for a thing, and the cards that it half covers; None where there is none."""
        room, rng, side = self.stage.room, self.rng, self.stage.room.sides[seat.seat]
        cards = [(str(card.what.name), outline(card.pose, room.width)) for card in self.stage.top.cards]
        for _ in range(30):
            x, y = (float(v) for v in side.at(float(rng.uniform(70, 330)), float(rng.uniform(-280, 280))))
            mine = block(x, y, spread)
            shares = {name: overlap(mine, card) / (room.width * CARD_HEIGHT) for name, card in cards}
            free = not any(overlap(mine, other) for other in room.kept())
            if free and max(shares.values(), default=0.0) < 0.3 and room.fits(Pose(x, y, 0)):
                return (x, y), [name for name, share in shares.items() if share > 0]
        return None

    def _at(self, reach: Reach, x: float, y: float) -> Key:
        """The hand brings what it holds to (x, y), or goes there for it."""
        a = np.radians(reach.bearing(Key(0, x, y, 0, 0)))
        self.stage.move(reach, x - AHEAD * float(np.cos(a)), y - AHEAD * float(np.sin(a)), 30, 0.35)
        return self.stage.stay(reach, float(self.rng.uniform(0.05, 0.2)), 0.6)

    def pointing(self) -> Told | None:
        """Somebody who does not play reaches in from any side and points at a card."""
        stage, rng = self.stage, self.rng
        cards = stage.top.cards
        if not cards or self.resting.get(-1, 0.0) > stage.now:
            return None
        card = cards[int(rng.integers(len(cards)))]
        number = 2 * len(stage.habits.seats)
        edge = str(rng.choice(["near", "left", "far", "right"]))
        reach = self._come(Seat(number, edge, float(rng.uniform(-0.9, 0.9)), False, "open"), number)
        x, y = stage.grasp(reach, card.pose)
        far = np.hypot(x - reach.root[0], y - reach.root[1])
        short = float(rng.uniform(25, 90)) / float(far)
        x, y = x + (reach.root[0] - x) * short, y + (reach.root[1] - y) * short
        stage.move(reach, x, y, float(rng.uniform(30, 70)), 0.25)
        stage.stay(reach, float(rng.uniform(0.3, 2.0)))
        end = self._gone(reach)
        self.resting[-1] = end
        start = reach.keys[0].t
        return {"do": "pointing", "card": card.what.name, "edge": edge, "t": [round(start, 3), round(end, 3)]}

    def _come(self, seat: Seat, arm: int, t: float | None = None) -> Reach:
        """An arm that is not one that plays, at ``t`` or a moment from now."""
        x, y = self.stage.room.out(seat)
        start = self.stage.now + float(self.rng.uniform(0, 0.8)) if t is None else t
        return Reach(seat, self.stage.room.root(seat), [Key(start, x, y, 38, 0.1)], [], arm)

    def _gone(self, reach: Reach) -> float:
        """The arm leaves; returns when."""
        x, y = self.stage.room.out(reach.seat)
        end = self.stage.move(reach, x, y, 36, 0.3, 0.9).t
        self.stage.gestures.append(self.stage.gesture(reach))
        return end
