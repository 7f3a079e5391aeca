"""How cards lie on a table: spread, over one another, in rows, in hands, in a heap."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

LAID_OVER = 0.35
"""How often cards that lie apart have others laid half over them, as in play."""

Place = tuple[float, float, float]
"""Where a card's middle lies, x and y in millimetres of the table, and how far it is turned, degrees clockwise."""


@dataclass(frozen=True, eq=False, slots=True)
class Top:
    """A table top in a picture: ``plane`` (3, 3) takes its millimetres to pixels of a picture so wide and high."""

    plane: NDArray[np.float64]
    width: int
    height: int


def spots(rng: np.random.Generator, top: Top, count: int, spacing: float) -> list[tuple[float, float]]:
    """Table positions, in mm, of cards spread over the picture, at least ``spacing`` mm apart where there is room."""
    back = np.linalg.inv(top.plane)
    kept: list[tuple[float, float]] = []
    for _ in range(count * 6):
        pixel = np.array([[rng.uniform(0.05, 0.95) * top.width, rng.uniform(0.05, 0.95) * top.height]])
        x, y = cv2.perspectiveTransform(pixel[None], back)[0, 0]
        if all((x - a) ** 2 + (y - b) ** 2 > spacing * spacing for a, b in kept):
            kept.append((float(x), float(y)))
        if len(kept) == count:
            break
    return kept


def layout(rng: np.random.Generator, top: Top, card_px: float) -> list[Place]:
    """Where cards lie and how they are turned: spread, over one another, in rows, in hands, in a heap."""
    kind = rng.random()
    room = top.width * top.height / (card_px * card_px * 1.4)
    count = int(np.clip(rng.geometric(0.12), 1, max(1, min(24, room * 0.7))))
    base = float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 10))
    if kind < 0.34:
        loose = rng.random() < 0.6
        spacing = float(rng.uniform(70, 115))
        return _laid_over(
            rng,
            [
                (x, y, rng.uniform(0, 360) if loose else base + rng.choice([0, 90, 180]) + rng.normal(0, 6))
                for x, y in spots(rng, top, count, spacing)
            ],
        )
    if kind < 0.48:  # pairs and threes, one half over the other
        places = []
        for x, y in spots(rng, top, max(1, count // 2), 120):
            for k in range(int(rng.integers(1, 4))):
                reach = rng.uniform(8, 60) * k
                way = rng.uniform(0, 2 * np.pi)
                places.append((x + reach * np.cos(way), y + reach * np.sin(way), base + rng.normal(0, 25)))
        return places
    if kind < 0.66:
        return _stairs(rng, top, max(1, count // 3))
    if kind < 0.79:
        return _laid_over(rng, _rows(rng, top, base))
    if kind < 0.93:
        return _hands(rng, top, int(rng.integers(1, 4)))
    x0, y0 = spots(rng, top, 1, 1)[0]  # a heap
    return [
        (x0 + rng.normal(0, 25), y0 + rng.normal(0, 25), rng.uniform(0, 360)) for _ in range(min(count, 9))
    ]


def crowded(rng: np.random.Generator, top: Top, card_px: float) -> list[Place]:
    """Cards of which others leave little more than an index: hands fanned, cards laid half over others."""
    kind = rng.random()
    if kind < 0.5:
        return _hands(rng, top, int(rng.integers(1, 5)))
    if kind < 0.7:
        return _stairs(rng, top, int(rng.integers(1, 4)))
    return layout(rng, top, card_px)


def _laid_over(rng: np.random.Generator, places: list[Place]) -> list[Place]:
    """These, and sometimes a few more laid half over some of them, along, across or turned at will."""
    if rng.random() >= LAID_OVER:
        return places
    over = []
    for k in rng.permutation(len(places))[: int(rng.integers(1, 5))]:
        x, y, turn = places[k]
        way, reach = rng.uniform(0, 2 * np.pi), rng.uniform(14, 62)
        askew = rng.normal(0, 12) if rng.random() < 0.75 else rng.uniform(0, 360)
        over.append((x + reach * np.cos(way), y + reach * np.sin(way), turn + 90 * rng.integers(4) + askew))
    return places + over


def _stairs(rng: np.random.Generator, top: Top, count: int) -> list[Place]:
    """Cards laid tidily over one another, each moved sideways or along its length: two so laid look like one."""
    places = []
    for x, y in spots(rng, top, count, 150):
        turn, untidy = float(rng.uniform(0, 360)), float(rng.choice([0.5, 3.0]))
        a, along = np.radians(turn), rng.random() < 0.5
        step = float(rng.uniform(8, 86) if along else rng.uniform(8, 60)) * float(rng.choice([-1, 1]))
        for k in range(int(rng.integers(2, 5))):
            u, v = np.array([0, k * step] if along else [k * step, 0]) + rng.normal(0, untidy, 2)
            places.append(
                (
                    x + u * np.cos(a) - v * np.sin(a),
                    y + u * np.sin(a) + v * np.cos(a),
                    turn + rng.normal(0, untidy),
                )
            )
    return places


def _rows(rng: np.random.Generator, top: Top, base: float) -> list[Place]:
    """Cards side by side, as people lay them out."""
    (x, y), a = spots(rng, top, 1, 1)[0], np.radians(base)
    dx, dy = rng.uniform(60, 90), rng.uniform(88, 120)
    columns, rows = int(rng.integers(2, 8)), int(rng.integers(1, 4))
    places = []
    for c, r in ((c - (columns - 1) / 2, r - (rows - 1) / 2) for r in range(rows) for c in range(columns)):
        u, v = c * dx + rng.normal(0, 1.5), r * dy + rng.normal(0, 1.5)
        places.append((x + u * np.cos(a) - v * np.sin(a), y + u * np.sin(a) + v * np.cos(a), base))
    return places


def _hands(rng: np.random.Generator, top: Top, count: int) -> list[Place]:
    """Hands laid down fanned: the cards turn about a point below them, each over the one before or under it."""
    places = []
    for x, y in spots(rng, top, count, 170):
        turn, cards = float(rng.uniform(0, 360)), int(rng.integers(2, 14))
        radius, strip = float(rng.uniform(70, 500)), float(rng.uniform(8, 34))
        step = strip / radius * float(rng.choice([1, 1, -1]))
        for k in range(cards):
            a = np.radians(turn) + (k - (cards - 1) / 2) * step + rng.normal(0, 0.01)
            reach = radius + rng.normal(0, 1.5)
            middle = np.radians(turn)
            places.append(
                (
                    x + reach * np.sin(a) - radius * np.sin(middle),
                    y - reach * np.cos(a) + radius * np.cos(middle),
                    float(np.degrees(a)),
                )
            )
    return places
