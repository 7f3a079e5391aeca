"""What happens to the camera and the light during a film: hunting focus, lamps, knocks, pictures that freeze."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]

LENGTHS = {
    "focus": (0.6, 2.0),
    "flash": (0.5, 1.5),
    "freeze": (1.0, 3.0),
    "lamp": (0.0, 0.0),
    "knock": (0.0, 0.0),
    "drift": (30.0, 120.0),
    "flicker": (10.0, 60.0),
    "covered": (0.7, 2.5),
    "smear": (60.0, 300.0),
}
"""For how long each lasts, seconds; a switched lamp and a knocked camera stay so until the next."""
FAR = {"knock": 22.0, "drift": 40.0}
"""How far a camera is moved at most, pixels of a picture 1280 wide, across and down."""
SETTLES = 1.5
"""Seconds in which a camera's exposure follows a lamp, halfway."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One: its name, from when, for how long (s), and three numbers from -1 to 1 that say how."""

    do: str
    start: float
    seconds: float
    how: tuple[float, float, float]

    def share(self, t: float) -> float:
        """How much of it has passed at ``t``, 0 to 1."""
        return float(np.clip((t - self.start) / max(self.seconds, 1e-6), 0, 1))

    def on(self, t: float) -> bool:
        """Whether it is happening."""
        return self.start <= t < self.start + self.seconds


@dataclass(frozen=True, slots=True)
class Troubles:
    """Those of one film, in order of time. Without any, every picture stays as it is."""

    all: tuple[Trouble, ...] = ()

    @staticmethod
    def draw(rng: np.random.Generator, rates: Mapping[str, float], seconds: float) -> Troubles:
        """As many as ``rates``, times a minute, let happen in a film so long."""
        found = []
        for name, rate in rates.items():
            least, most = LENGTHS[name]
            for _ in range(int(rng.poisson(rate * seconds / 60))):
                a, b, c = (float(v) for v in rng.uniform(-1, 1, 3))
                start, length = float(rng.uniform(2, max(seconds - 3, 3))), float(rng.uniform(least, most))
                found.append(Trouble(name, start, length, (a, b, c)))
        return Troubles(tuple(sorted(found, key=lambda each: each.start)))

    def of(self, name: str) -> tuple[Trouble, ...]:
        """Those of one name."""
        return tuple(each for each in self.all if each.do == name)

    def moved(self, t: float) -> tuple[float, float]:
        """By how many pixels of a picture 1280 wide knocks, which ring for a moment, and drifts have moved it."""
        dx = dy = 0.0
        for each in (*self.of("knock"), *self.of("drift")):
            after = t - each.start
            if after >= 0:
                ring = 1 + 1.6 * float(np.exp(-after * 7) * np.cos(after * 40))
                far = FAR[each.do] * (ring if each.do == "knock" else each.share(t))
                dx, dy = dx + far * each.how[0], dy + far * each.how[1]
        return dx, dy

    def blur(self, t: float) -> float:
        """By how many pixels of a picture 1280 wide the focus is off: it goes away, overshoots and comes back."""
        most = 0.0
        for each in self.of("focus"):
            if each.on(t):
                s = each.share(t)
                most = max(
                    most, (3.0 + 1.8 * each.how[0]) * abs(float(np.sin(2 * np.pi * s) * (1.25 - 0.7 * s)))
                )
        return most

    def light(self, t: float) -> Field:
        """How much brighter everything is, float32 (3,) BGR."""
        found = self._lamp(t)
        for each in self.of("flash"):
            if each.on(t):
                found = found * np.float32(1 + 0.45 * each.how[0] * np.sin(np.pi * each.share(t)) ** 0.5)
        return found

    def _lamp(self, t: float) -> Field:
        """A lamp is switched off, and on again the next time; the camera's exposure makes up for half of it."""
        past = [each for each in self.of("lamp") if each.start <= t]
        if not past:
            return np.ones(3, np.float32)
        off = past[-1 if len(past) % 2 else -2]
        dim, warm = 0.5 + 0.2 * off.how[0], 0.12 * off.how[1]
        fades = float(np.exp(-(t - past[-1].start) / SETTLES))
        if len(past) % 2 == 0:
            return np.full(3, 1 + 0.5 * (1 - dim) * fades, np.float32)
        return np.array([1 - warm, 1, 1 + warm], np.float32) * np.float32(dim + 0.5 * (1 - dim) * (1 - fades))

    def bands(self, t: float, rows: int) -> Field | None:
        """Stripes of a flickering lamp, float32 (rows, 1, 1) about 1, or None where there are none."""
        for each in self.of("flicker"):
            if each.on(t):
                y = np.arange(rows, dtype=np.float32) / rows
                wave = np.sin(2 * np.pi * (y * (2.5 + each.how[1]) + t * (0.7 + 3 * abs(each.how[2]))))
                return (1 + (0.13 + 0.07 * each.how[0]) * wave).astype(np.float32)[:, None, None]
        return None

    def covered(self, t: float, width: int, height: int) -> Field | None:
        """How much of each pixel a hand before the lens covers, float32 (h, w, 1), or None."""
        for each in self.of("covered"):
            if not each.on(t):
                continue
            a, s = np.pi * each.how[0], np.sin(np.pi * each.share(t)) ** 0.5
            far = 1.25 - (1.05 + 0.2 * each.how[1]) * s  # from outside to nearly the middle and back
            middle = (int(80 + 80 * far * np.cos(a)), int(45 + 80 * far * np.sin(a)))
            mask = np.zeros((90, 160), np.float32)
            cv2.ellipse(mask, middle, (62, 48), float(np.degrees(a)), 0, 360, 1.0, -1)
            soft = cv2.GaussianBlur(mask, (0, 0), 9)
            return np.asarray(cv2.resize(soft, (width, height))[..., None], np.float32)
        return None

    def smeared(self, t: float, width: int, height: int) -> Field | None:
        """How much of each pixel a greasy lens smears, float32 (h, w, 1), or None."""
        for each in self.of("smear"):
            if each.on(t):
                mask = np.zeros((90, 160), np.float32)
                middle = (int(80 + 45 * each.how[0]), int(45 + 25 * each.how[1]))
                cv2.ellipse(mask, middle, (42, 22), 90 * each.how[2], 0, 360, 0.85, -1)
                soft = cv2.GaussianBlur(mask, (0, 0), 7)
                return np.asarray(cv2.resize(soft, (width, height))[..., None], np.float32)
        return None

    def frozen(self, t: float) -> bool:
        """Whether the camera still gives its last picture."""
        return any(each.on(t) for each in self.of("freeze"))

    def told(self) -> list[dict[str, object]]:
        """What the truth says: from when (s), for how long where it ends, and how far a picture moved in the end."""
        found: list[dict[str, object]] = []
        for each in self.all:
            line: dict[str, object] = {"do": each.do, "t": round(each.start, 2)}
            if each.seconds:
                line["seconds"] = round(each.seconds, 2)
            if each.do in FAR:
                line["px"] = [round(FAR[each.do] * way, 1) for way in each.how[:2]]
            found.append(line)
        return found
