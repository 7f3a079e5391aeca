"""What happens besides the play: a card nudged by a sleeve, an arm reaching for a drink, a card lifted and put back,
the table tidied.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from datasets.films.places import outline, overlap
from datasets.films.stage import GRASP, Reach, Stage, shifted
from datasets.films.timeline import Held, Lying, Pose

NUDGE = 6.0
"""How far a nudged card slips, mm (standard deviation)."""
SLIDES = (20.0, 250.0)
"""How far a card is slid by somebody who tidies the table, mm."""
TIDIED = (0.2, 0.55, 0.25)
"""How often one, two or three cards are slid: 2, 5 and 2 times in the given films."""


class Asides:
    """Things that are no play. Each returns what the truth tells about it, or None where it could not happen."""

    def __init__(self, rng: np.random.Generator, stage: Stage) -> None:
        self.rng, self.stage = rng, stage

    def _somebody(self) -> int:
        return int(self.rng.integers(len(self.stage.habits.seats)))

    def _loose(self) -> Lying | None:
        """A card that lies uncovered, or None."""
        alone = self._alone()
        return alone[int(self.rng.integers(len(alone)))] if alone else None

    def _alone(self) -> list[Lying]:
        """The cards that lie clear of all others."""
        cards = self.stage.top.cards
        return [
            card
            for k, card in enumerate(cards)
            if all(
                np.hypot(card.pose.x - o.pose.x, card.pose.y - o.pose.y) > 100
                for o in cards[:k] + cards[k + 1 :]
            )
        ]

    def while_thinking(self) -> list[dict[str, object]]:
        """People think before they play; meanwhile somebody may nudge a card, reach for a drink or lift a card. Returns
        what the truth tells about it.
        """
        allowed, found = self.stage.habits.allowed, list[dict[str, object]]()
        self.stage.wait(float(np.clip(self.rng.exponential(0.6), 0, 1.8)))
        for chance, aside in (
            (allowed.nudge, self.nudge),
            (allowed.reach, self.reach),
            (allowed.lift, self.lift),
        ):
            told = aside() if self.rng.random() < chance else None
            if told is not None:
                found.append(told)
                self.stage.wait(float(self.rng.exponential(0.4)))
        return found

    def nudge(self) -> dict[str, object] | None:
        """Somebody brushes a card: it slips by some millimetres."""
        card = self._loose()
        if card is None:
            return None
        dx, dy = (float(v) for v in self.rng.normal(0, NUDGE * 0.7, 2))
        turn = float(self.rng.normal(0, 3.5))
        seat, times = self._handled(card, (dx, dy, turn), 9.0, 0.0)
        moved = {"moved_mm": round(float(np.hypot(dx, dy)), 1), "turned_deg": round(turn, 1)}
        return {"do": "nudge", "seat": seat, "card": card.what.name, "t": times, **moved}

    def lift(self) -> dict[str, object] | None:
        """Somebody lifts a card, looks, and puts it back."""
        card = self._loose()
        if card is None:
            return None
        dx, dy = (float(v) for v in self.rng.normal(0, 3, 2))
        seat, times = self._handled(
            card, (dx, dy, float(self.rng.normal(0, 3))), 45.0, float(self.rng.uniform(0.3, 0.8))
        )
        return {"do": "lift", "seat": seat, "card": card.what.name, "t": times}

    def _handled(
        self, card: Lying, by: tuple[float, float, float], height: float, pause: float
    ) -> tuple[int, list[float]]:
        """An arm comes, takes a card along a little and leaves."""
        stage, start, seat = self.stage, self.stage.now, self._somebody()
        reach = stage.come(seat)
        x, y = stage.grasp(reach, card.pose)
        down = stage.move(reach, x, y, 8, 0.35)
        stage.becomes(down.t, stage.top.without(str(card.what.name)))
        holds = [reach.seen(card.pose, down)]
        after = shifted(card.pose, *by)
        if pause:
            up = stage.move(reach, x - GRASP, y, height, 0.2)
            stay = stage.stay(reach, pause)
            holds += [replace(holds[0], t=up.t), replace(holds[0], t=stay.t)]
        x, y = x + by[0], y + by[1]
        done = stage.move(reach, x, y, 8, 0.35, 0.8)
        holds.append(reach.seen(after, done))
        reach.held.append(Held(card.what, tuple(holds)))
        stage.becomes(done.t, stage.top.with_card(str(card.what.name), after))
        stage.stay(reach, 0.05)
        stage.go(reach)
        return seat, [round(start, 3), round(stage.now, 3)]

    def reach(self) -> dict[str, object]:
        """Somebody reaches across the table, for a drink or a biscuit that may be out of the picture."""
        stage, start, seat = self.stage, self.stage.now, self._somebody()
        arm, side = stage.come(seat), stage.room.sides[seat]
        x, y = side.at(float(self.rng.uniform(90, 330)), float(self.rng.uniform(-180, 180)))
        stage.move(arm, float(x), float(y), 55, 0.7)
        stage.stay(arm, float(self.rng.uniform(0.1, 0.4)), 0.3)
        stage.go(arm)
        return {"do": "reach", "seat": seat, "t": [round(start, 3), round(stage.now, 3)]}

    def point(self, seat: int, name: str) -> dict[str, object]:
        """Somebody points at a card, without touching it."""
        stage, start = self.stage, self.stage.now
        pose, arm = stage.top.find(name).pose, stage.come(seat)
        x, y = stage.grasp(arm, pose)
        root = np.array(arm.root)
        short = float(self.rng.uniform(20, 70))
        way = (np.array([x, y]) - root) / np.hypot(*(np.array([x, y]) - root))
        stage.move(arm, x - short * float(way[0]), y - short * float(way[1]), 40, 0.25)
        stage.stay(arm, float(self.rng.uniform(0.2, 0.8)))
        stage.go(arm)
        times = [round(start, 3), round(stage.now, 3)]
        return {"do": "point", "seat": seat, "card": name, "t": times}

    def peek(self) -> dict[str, object] | None:
        """Somebody lifts a card towards himself, tilts it to see it better, and puts it back."""
        card = self._loose()
        if card is None:
            return None
        stage, rng, start, seat = self.stage, self.rng, self.stage.now, self._somebody()
        reach = stage.come(seat)
        x, y = stage.grasp(reach, card.pose)
        down = stage.move(reach, x, y, 8, 0.3)
        stage.becomes(down.t, stage.top.without(str(card.what.name)))
        hold = reach.seen(card.pose, down)
        x, y = stage.drawn_back(reach, float(rng.uniform(20, 90)))
        up = stage.move(reach, x, y, float(rng.uniform(60, 120)), 0.2)
        look = stage.stay(reach, float(rng.uniform(0.3, 1.0)))
        tilt = float(rng.uniform(15, 65) * rng.choice([-1, 1]))
        after = shifted(card.pose, *(float(v) for v in rng.normal(0, 4, 3)))
        x, y = stage.grasp(reach, after)
        done = stage.move(reach, x, y, 8, 0.35, 0.9)
        tilted = replace(hold, roll=tilt)
        holds = (hold, replace(tilted, t=up.t), replace(tilted, t=look.t), reach.seen(after, done))
        reach.held.append(Held(card.what, holds))
        stage.becomes(done.t, stage.top.with_card(str(card.what.name), after))
        stage.stay(reach, 0.05)
        stage.go(reach)
        times = [round(start, 3), round(stage.now, 3)]
        return {"do": "peek", "seat": seat, "card": card.what.name, "t": times}

    def tidy(self) -> dict[str, object] | None:
        """Somebody slides a card or a few to where they lie better, one after another under his flat fingers."""
        stage, start, seat = self.stage, self.stage.now, self._somebody()
        count = 1 + int(self.rng.choice(len(TIDIED), p=TIDIED))
        reach, alone, moved = stage.come(seat), self._alone(), {}
        for k in self.rng.permutation(len(alone))[:count]:
            far = self._slid(reach, alone[int(k)])
            if far is not None:
                moved[str(alone[int(k)].what.name)] = far
        if not moved:
            return None
        stage.go(reach)
        times = [round(start, 3), round(stage.now, 3)]
        return {"do": "tidy", "seat": seat, "cards": list(moved), "t": times, "moved_mm": moved}

    def _slid(self, reach: Reach, card: Lying) -> float | None:
        """The hand slides a card; returns how far (mm), or None where there is no better place."""
        stage, name = self.stage, str(card.what.name)
        after = self._better(card)
        if after is None:
            return None
        x, y = stage.grasp(reach, card.pose)
        stage.move(reach, x, y, 9, 0.6, 0.8)
        down = stage.stay(reach, float(self.rng.uniform(0.03, 0.12)), 0.7)
        stage.becomes(down.t, stage.top.without(name))
        hold = reach.seen(card.pose, down)
        x, y = stage.grasp(reach, after)
        done = stage.move(reach, x, y, 4.5, 0.7, 1.1)
        reach.held.append(Held(card.what, (hold, reach.seen(after, done))))
        stage.becomes(done.t, stage.top.with_card(name, after))
        return round(float(np.hypot(after.x - card.pose.x, after.y - card.pose.y)), 1)

    def _better(self, card: Lying) -> Pose | None:
        """Somewhere free within reach of a slide, or None."""
        room, rng = self.stage.room, self.rng
        others = [pose for pose in self.stage.lying() if pose != card.pose]
        taken = [outline(pose, room.width, 4) for pose in others] + room.kept()
        for _ in range(40):
            way, far = float(rng.uniform(0, 2 * np.pi)), float(np.exp(rng.uniform(*np.log(SLIDES))))
            pose = shifted(card.pose, far * np.cos(way), far * np.sin(way), float(rng.normal(0, 4)))
            mine = outline(pose, room.width)
            if room.fits(pose) and not any(overlap(mine, other) for other in taken):
                return pose
        return None
