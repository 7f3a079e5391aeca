"""What else stands on the table: a cup, a pen, coins, a coaster, a phone. Drawn from solids, with shadows."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.films.arms import Lamp
from datasets.films.places import Outline, block, overlap
from datasets.films.view import View

Image = NDArray[np.uint8]
Points = NDArray[np.float64]
Ink = tuple[float, float, float]

PACK = "pack"
"""A second pack of cards, which is no solid: ``production`` lays it."""
SPREAD = {"cup": 46.0, "pen": 75.0, "coins": 32.0, "coaster": 50.0, "phone": 80.0, "pack": 60.0}
"""About how far each reaches from its middle, mm."""


def spots(
    rng: np.random.Generator, view: View, props: Iterable[str], kept: list[Outline]
) -> list[tuple[str, float, float]]:
    """A place for each thing: near the picture's edges, off the piles and the row; some partly out of the picture."""
    found: list[tuple[str, float, float]] = []
    for name in props:
        best, least = (0.0, 0.0), np.inf
        for _ in range(120):
            along, deep = rng.uniform(0.03, 0.97), rng.uniform(-0.03, 0.16)
            side = int(rng.integers(4))
            share = ((along, deep), (along, 1 - deep), (deep, along), (1 - deep, along))[side]
            x, y = view.to_table(np.array([share]) * view.size)[0]
            mine = block(float(x), float(y), SPREAD[name])
            cost = sum(overlap(mine, other) for other in kept) + 900 * sum(
                np.hypot(x - a, y - b) < SPREAD[name] + SPREAD[n] for n, a, b in found
            )
            if cost < least:
                best, least = (float(x), float(y)), cost
        found.append((name, *best))
    return found


class Draughtsman:
    """Draws solids into a picture of the table under one camera and one lamp."""

    def __init__(self, rng: np.random.Generator, view: View, lamp: Lamp, picture: Image) -> None:
        self.rng, self.view, self.lamp, self.picture = rng, view, lamp, picture

    def draw(self, name: str, x: float, y: float) -> None:
        """Draw one thing, its middle at (x, y) mm."""
        things: dict[str, Callable[[float, float], None]] = {
            "cup": self.cup, "pen": self.pen, "coins": self.coins,
            "coaster": self.coaster, "phone": self.phone,
        }  # fmt: skip
        things[name](x, y)

    def ring(self, x: float, y: float, z: float, radius: float) -> Points:
        """A circle's pixels (48, 2)."""
        a = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        return self.view.project(
            np.column_stack([x + radius * np.cos(a), y + radius * np.sin(a), np.full(48, z)])
        )

    def fill(self, pixels: Points, ink: Ink, soft: float = 0.0, strength: float = 1.0) -> None:
        """Fill an outline, its edge soft by so many pixels."""
        x0, y0 = np.floor(pixels.min(0)).astype(int) - int(3 * soft + 3)
        x1, y1 = np.ceil(pixels.max(0)).astype(int) + int(3 * soft + 3)
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [np.round((pixels - (x0, y0)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        if soft:
            mask = cv2.GaussianBlur(mask, (0, 0), soft).astype(np.uint8)
        rows, columns = self.picture.shape[:2]
        a, b, c, d = max(x0, 0), max(y0, 0), min(x1, columns), min(y1, rows)
        if a >= c or b >= d:
            return
        share = mask[b - y0 : d - y0, a - x0 : c - x0, None].astype(np.float32) * (strength / 255)
        place = self.picture[b:d, a:c]
        place[:] = (place * (1 - share) + np.array(ink, np.float32) * share).clip(0, 255).astype(np.uint8)

    def shadow(self, outline: Callable[[float, float, float], Points], height: float) -> None:
        """The soft shadow of a thing so tall, from its outline at a place (x, y) shifted by (dx, dy) at height 0."""
        dx, dy = self.lamp.slope()
        low, high = outline(0, 0, 0), outline(dx * height, dy * height, 0)
        hull = cv2.convexHull(np.vstack([low, high]).astype(np.float32)).reshape(-1, 2).astype(np.float64)
        self.fill(hull, (8, 8, 10), 1.5 + 0.09 * height, 0.25 + 0.45 * self.lamp.direct)
        self.fill(low, (5, 5, 5), 3.0, 0.4)

    def disc(self, x: float, y: float, radius: float, height: float, ink: Ink) -> None:
        """A round flat thing with a lit top and a darker edge."""
        self.shadow(lambda dx, dy, z: self.ring(x + dx, y + dy, z, radius), height)
        self.fill(self.ring(x, y, 0, radius), _dim(ink, 0.55))
        self.fill(self.ring(x, y, height, radius), ink)

    def cup(self, x: float, y: float) -> None:
        """A cup or mug, something to drink in it."""
        rng = self.rng
        low, high, tall = float(rng.uniform(26, 32)), float(rng.uniform(37, 43)), float(rng.uniform(75, 100))
        ink = _ink(rng, 0.35, (120, 245))
        self.shadow(lambda dx, dy, z: self.ring(x + dx, y + dy, z, high * 0.95), tall)
        way = float(rng.uniform(0, 2 * np.pi))
        for z in np.linspace(tall * 0.25, tall * 0.75, 9):
            bow = 16 * np.sin((z / tall - 0.25) / 0.5 * np.pi)
            middle = (x + (low + (high - low) * z / tall + bow) * np.cos(way), y + (low + bow) * np.sin(way))
            self.fill(self.ring(*middle, float(z), 5), _dim(ink, 0.5 + 0.4 * z / tall))
        for z in np.linspace(0, tall, 26):
            self.fill(
                self.ring(x, y, float(z), low + (high - low) * float(z / tall)),
                _dim(ink, 0.42 + 0.3 * float(z / tall)),
            )
        self.fill(self.ring(x, y, tall, high), _dim(ink, 1.04))
        self.fill(self.ring(x, y, tall - 1, high - 3.2), _dim(ink, 0.55))
        drink: Ink = ((18, 34, 62), (30, 60, 110), (60, 120, 170), (40, 130, 190))[int(rng.integers(4))]
        dx, dy = self.lamp.slope()
        self.fill(self.ring(x, y, tall * 0.8, high - 5), drink)
        self.fill(
            self.ring(x - dx * 9, y - dy * 9, tall * 0.8, (high - 5) * 0.62), _dim(drink, 1.35), 3.5, 0.7
        )

    def coaster(self, x: float, y: float) -> None:
        """A coaster or beer mat with rings on it."""
        radius, ink = float(self.rng.uniform(42, 52)), _ink(self.rng, 0.35, (140, 235))
        self.disc(x, y, radius, 2.5, ink)
        other = _ink(self.rng, 0.7, (40, 200))
        for share in (0.92, 0.38):
            self.fill(self.ring(x, y, 2.5, radius * share), other)
            self.fill(self.ring(x, y, 2.5, radius * (share - 0.05)), ink if share > 0.5 else other)

    def coins(self, x: float, y: float) -> None:
        """A few coins."""
        for _ in range(int(self.rng.integers(2, 6))):
            a, b = x + float(self.rng.normal(0, 15)), y + float(self.rng.normal(0, 13))
            ink: Ink = ((70, 130, 175), (60, 120, 190), (165, 170, 172))[int(self.rng.integers(3))]
            radius = float(self.rng.uniform(9, 13))
            self.disc(a, b, radius, 2.0, ink)
            self.fill(self.ring(a, b, 2, radius * 0.8), _dim(ink, 0.86), 0.8)
            self.fill(self.ring(a - 1, b + 1.5, 2, radius * 0.45), _dim(ink, 1.15), 1.2)

    def stick(self, a: Points, b: Points, radius: float, ink: Ink, z: float = 0.0) -> None:
        """A round bar lying between two places."""
        along = (b - a) / np.linalg.norm(b - a)
        across = np.array([-along[1], along[0]])

        def side(dx: float, dy: float, at: float) -> Points:
            quad = np.array(
                [a - across * radius, b - across * radius, b + across * radius, a + across * radius]
            )
            return self.view.project(np.column_stack([quad + np.array([dx, dy]), np.full(4, z + at)]))

        self.shadow(side, radius * 2)
        to_lamp = np.array([np.cos(np.radians(self.lamp.bearing)), np.sin(np.radians(self.lamp.bearing))])
        for share in np.linspace(-1, 1, 9):
            w = np.sqrt(max(1 - share * share, 0.02))
            lit = 0.5 + 0.5 * w + 0.3 * share * float(across @ to_lamp)
            middle, half = across * radius * share * 0.95, across * radius * 0.13
            line = np.array([a + middle - half, b + middle - half, b + middle + half, a + middle + half])
            self.fill(
                self.view.project(np.column_stack([line, np.full(4, z + radius * (1 + w))])), _dim(ink, lit)
            )

    def pen(self, x: float, y: float) -> None:
        """A pen: barrel, cap, clip."""
        way, ink = float(self.rng.uniform(0, np.pi)), _ink(self.rng, 0.7, (20, 160))
        along, here = np.array([np.cos(way), np.sin(way)]), np.array([x, y])
        self.stick(here - along * 70, here + along * 70, 4.2, ink)
        self.stick(here + along * 20, here + along * 71, 4.7, _dim(ink, 0.8))
        self.stick(here + along * 24, here + along * 60, 1.0, (190, 195, 200), 8)
        self.stick(here - along * 78, here - along * 69, 2.0, (120, 125, 130))

    def phone(self, x: float, y: float) -> None:
        """A phone, its screen dark."""
        way = float(self.rng.uniform(0, 2 * np.pi))
        screen = _ink(self.rng, 0.3, (14, 40))

        def slab(dx: float, dy: float, z: float, less: float = 0.0) -> Points:
            return self.view.project(_rounded(x + dx, y + dy, z, 36 - less, 75 - less, 9 - less, way))

        self.shadow(slab, 9)
        self.fill(slab(0, 0, 0), (40, 40, 42))
        self.fill(slab(0, 0, 9), (62, 62, 64))
        self.fill(slab(0, 0, 9, 2.5), screen)
        glint = self.view.project(_rounded(x - 6, y + 10, 9, 12, 55, 6, way + 0.4))
        self.fill(glint, _dim(screen, 1.9), 7.0, 0.5)


def _rounded(x: float, y: float, z: float, half_w: float, half_h: float, radius: float, way: float) -> Points:
    """The outline of a rounded slab, mm."""
    radius = max(radius, 0.5)
    quarter = np.linspace(0, np.pi / 2, 6)
    flat = np.vstack(
        [
            np.array([sx * (half_w - radius), sy * (half_h - radius)])
            + radius * np.column_stack([np.cos(quarter + k * np.pi / 2), np.sin(quarter + k * np.pi / 2)])
            for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1)))
        ]
    )
    c, s = np.cos(way), np.sin(way)
    return np.column_stack(
        [x + flat[:, 0] * c - flat[:, 1] * s, y + flat[:, 0] * s + flat[:, 1] * c, np.full(len(flat), z)]
    )


def _dim(ink: Ink, share: float) -> Ink:
    return min(ink[0] * share, 255), min(ink[1] * share, 255), min(ink[2] * share, 255)


def _ink(rng: np.random.Generator, saturation: float, value: tuple[float, float]) -> Ink:
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(0, saturation) * 255, rng.uniform(*value)]]], np.uint8)
    b, g, r = (float(v) for v in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return b, g, r
