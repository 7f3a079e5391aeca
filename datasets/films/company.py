"""Arms that play no card: a hand that rests on the table, somebody at the side who points. They go on meanwhile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from datasets.films.habits import Seat
from datasets.films.places import block, overlap
from datasets.films.stage import Reach, Stage
from datasets.films.timeline import Key

Told = dict[str, object]

RESTS = (4.0, 18.0)
"""For how long a hand rests, seconds."""


class Company:
    """Other hands over the table. None of them moves the clock: people play on."""

    def __init__(self, rng: np.random.Generator, stage: Stage) -> None:
        self.rng, self.stage = rng, stage
        self.resting: dict[int, float] = {}
        """Until when each seat's other hand rests."""

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

    def _come(self, seat: Seat, arm: int) -> Reach:
        """An arm that is not one that plays, a moment from now."""
        x, y = self.stage.room.out(seat)
        start = self.stage.now + float(self.rng.uniform(0, 0.8))
        return Reach(seat, self.stage.room.root(seat), [Key(start, x, y, 38, 0.1)], [], arm)

    def _gone(self, reach: Reach) -> float:
        """The arm leaves; returns when."""
        x, y = self.stage.room.out(reach.seat)
        end = self.stage.move(reach, x, y, 36, 0.3, 0.9).t
        self.stage.gestures.append(self.stage.gesture(reach))
        return end
