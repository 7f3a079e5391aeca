"""Cards that are laid and taken back into the hand: by the player whose turn it is, or by one whose turn it is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from datasets.films.stage import Reach, Stage
from datasets.films.timeline import Pose

Told = dict[str, object]

LIES = (0.5, 3.0)
"""For how long a card lies before its player takes it back, seconds."""
STAYS = 0.35
"""How often his hand waits over the card meanwhile, and does not leave."""
SNAPPED = 0.5
"""How often the next player does not wait until a card out of turn has been taken back."""


class SecondThoughts:
    """Plays that are unmade. Each returns what the truth tells, or None where nobody has a card for it."""

    def __init__(self, rng: np.random.Generator, stage: Stage) -> None:
        self.rng, self.stage = rng, stage

    def takeback(self, seat: int, held: Mapping[int, Sequence[str]]) -> Told | None:
        """The player in turn lays another card than he will play, and takes it back."""
        if not held.get(seat):
            return None
        stage, start = self.stage, self.stage.now
        name, reach = self._one(held[seat]), stage.come(seat)
        told: Told = {"do": "takeback", "seat": seat, "card": name}
        down = stage.lay(reach, name, self._place(seat, name)).t
        lies = float(self.rng.uniform(*LIES))
        if self.rng.random() < STAYS:
            self._hover(reach, lies)
        else:
            stage.stay(reach, float(self.rng.uniform(0.02, 0.1)), 0.2)
            stage.go(reach)
            stage.now = max(stage.now, down + lies)
            reach = stage.come(seat)
        return told | self._taken(reach, name, start, down)

    def out_of_turn(self, seat: int, held: Mapping[int, Sequence[str]]) -> Told | None:
        """Somebody lays a card before ``seat``, whose turn it is; he takes it back, perhaps while ``seat`` plays."""
        others = [other for other in held if other != seat and held[other]]
        if not others:
            return None
        stage, start = self.stage, self.stage.now
        other = int(self.rng.choice(others))
        name, reach = self._one(held[other]), stage.come(other)
        told: Told = {"do": "out of turn", "seat": other, "card": name}
        down = stage.lay(reach, name, self._place(other, name)).t
        stage.stay(reach, float(self.rng.uniform(0.02, 0.1)), 0.2)
        stage.go(reach)
        left = stage.now
        stage.now = max(left, down + float(self.rng.uniform(*LIES)))
        back = stage.now
        told |= self._taken(stage.come(other), name, start, down)
        if self.rng.random() < SNAPPED:
            stage.back(max(left, back - float(self.rng.uniform(0.2, 1.2))), seat)
        return told

    def _one(self, names: Sequence[str]) -> str:
        return names[int(self.rng.integers(len(names)))]

    def _place(self, seat: int, name: str) -> Pose:
        """Where a card is laid that may match one lying there: beside that, or where there is room."""
        stage, who = self.stage, self.stage.habits.seats[seat]
        lying = stage.lying()
        alike = [card.pose for card in stage.top.cards if card.what.name and card.what.name[0] == name[0]]
        if not alike or self.rng.random() < 0.4:
            return stage.room.free(who, lying)
        others = [pose for pose in lying if pose != alike[0]]
        near = stage.room.over if self.rng.random() < stage.habits.overlap else stage.room.beside
        return near(who, alike[0], others)

    def _hover(self, reach: Reach, seconds: float) -> None:
        """The hand draws back a little and stays over the table."""
        x, y = self.stage.drawn_back(reach, float(self.rng.uniform(60, 110)))
        last = self.stage.stay(reach, 0.06, 0.2)
        self.stage.move(reach, x, y, last.z + 34, 0.6)
        self.stage.stay(reach, seconds)

    def _taken(self, reach: Reach, name: str, start: float, down: float) -> Told:
        """The hand takes the card home; returns when it was laid and taken."""
        taken = self.stage.take_home(reach, name)
        times = [round(start, 3), round(reach.keys[-1].t, 3)]
        return {"t": times, "t_laid": round(down, 3), "t_taken": round(taken, 3)}
