"""What happens besides the play: a card nudged by a sleeve, an arm reaching for a drink, a card lifted and put back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from datasets.films.stage import GRASP, Stage, shifted
from datasets.films.timeline import Held, Lying

NUDGE = 6.0
"""How far a nudged card slips, mm (standard deviation)."""


class Asides:
    """Things that are no play. Each returns what the truth tells about it, or None where it could not happen."""

    def __init__(self, rng: np.random.Generator, stage: Stage) -> None:
        self.rng, self.stage = rng, stage

    def _somebody(self) -> int:
        return int(self.rng.integers(len(self.stage.habits.seats)))

    def _loose(self) -> Lying | None:
        """A card that lies uncovered, or None."""
        cards = self.stage.top.cards
        alone = [
            card
            for k, card in enumerate(cards)
            if all(
                np.hypot(card.pose.x - o.pose.x, card.pose.y - o.pose.y) > 100
                for o in cards[:k] + cards[k + 1 :]
            )
        ]
        return alone[int(self.rng.integers(len(alone)))] if alone else None

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
