"""Things that are put down on the table during a film and taken away again: a phone, a cup, a pen, a coaster, coins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.films.arms import Lamp
from datasets.films.props import Draughtsman
from datasets.films.timeline import Gesture
from datasets.films.view import View

Image = NDArray[np.uint8]

AHEAD = 10.0
"""How far before the fingertips the middle of a carried thing is, mm."""


@dataclass(frozen=True, slots=True)
class Article:
    """One thing: which kind, a number that settles its looks, and the arms that bring it and take it away.

    It is carried by ``comes`` until ``down`` (s) and by ``goes`` from ``lifted`` on.
    """

    kind: str
    number: int
    comes: Gesture
    down: float
    goes: Gesture
    lifted: float

    def rests(self, t: float) -> bool:
        """Whether it stands on the table, and nobody moves it."""
        return self.down <= t < self.lifted

    def place(self, t: float) -> tuple[float, float] | None:
        """Where its middle is, mm, or None while it is out of the picture."""
        if not self.comes.keys[0].t <= t <= self.goes.keys[-1].t:
            return None
        gesture, at = (self.comes, min(t, self.down)) if t < self.lifted else (self.goes, t)
        hand = gesture.hand(at)
        a = np.radians(gesture.bearing(hand))
        return hand.x + AHEAD * float(np.cos(a)), hand.y + AHEAD * float(np.sin(a))

    def draw(self, picture: Image, view: View, lamp: Lamp, t: float) -> None:
        """Draw it into a picture of the table as it is at ``t``."""
        place = self.place(t)
        if place is not None:
            Draughtsman(np.random.default_rng([27, self.number]), view, lamp, picture).draw(self.kind, *place)
