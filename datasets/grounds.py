"""Table tops: felt, wood, cloth, carpet, stone and plain, made from noise; and photographs of anything.

Every maker takes a random generator and a size and returns a BGR uint8 texture (size, size, 3) seen from above.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.sources import ground_photographs

Image = NDArray[np.uint8]
Grey = NDArray[np.float32]


def noise(rng: np.random.Generator, size: int, cell: float, stretch: float = 1.0) -> Grey:
    """Smooth noise float32 (size, size), mean 0 and deviation 1, with blobs of ``cell`` pixels, longer along x."""
    rows, columns = max(2, int(size / cell) + 2), max(2, int(size / (cell * stretch)) + 2)
    small = rng.standard_normal((rows, columns)).astype(np.float32)
    big = cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)
    return np.asarray((big - big.mean()) / (big.std() + 1e-6), np.float32)


def tinted(grey: Grey, colour: NDArray[np.float32], contrast: float) -> Image:
    """A colour (BGR 0-255) whose brightness follows ``grey``, by ``contrast`` of itself per deviation."""
    picture = colour[None, None, :] * (1 + contrast * grey[..., None])
    return np.clip(picture, 0, 255).astype(np.uint8)


def colour(
    rng: np.random.Generator, saturation: tuple[float, float], value: tuple[float, float]
) -> NDArray[np.float32]:
    """A colour of any hue, BGR float32 (3,)."""
    hsv = np.array([[[rng.uniform(0, 180), rng.uniform(*saturation) * 255, rng.uniform(*value) * 255]]])
    return np.asarray(cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def any_ink(rng: np.random.Generator, low: float = 0, high: float = 255) -> tuple[int, int, int]:
    """A colour, BGR, each of the three alike likely anywhere from ``low`` to ``high``."""
    b, g, r = (int(v) for v in rng.uniform(low, high, 3))
    return b, g, r


def felt(rng: np.random.Generator, size: int) -> Image:
    """Card-table felt: one colour, fine nap, faint large patches."""
    grey = 0.5 * noise(rng, size, 1.5) + 0.4 * noise(rng, size, 6) + 0.5 * noise(rng, size, size / 5)
    base = colour(rng, (0.4, 0.95), (0.15, 0.6))
    return tinted(grey, base, float(rng.uniform(0.04, 0.15)))


def wood(rng: np.random.Generator, size: int) -> Image:
    """Boards with rings and grain."""
    x = np.linspace(0, 1, size, dtype=np.float32)
    warp = noise(rng, size, size / 6, stretch=5) * rng.uniform(0.3, 1.5)
    rings = np.sin((x[:, None] * rng.uniform(8, 60) + warp) * 2 * np.pi).astype(np.float32)
    grain = noise(rng, size, 1.6, stretch=rng.uniform(15, 50))
    grey = (rng.uniform(0.1, 0.6) * rings + rng.uniform(0.4, 0.9) * grain).astype(np.float32)
    hue, sat, val = rng.uniform(5, 20), rng.uniform(60, 190), rng.uniform(45, 225)
    base = cv2.cvtColor(np.array([[[hue, sat, val]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    picture = tinted(grey, base, float(rng.uniform(0.06, 0.25)))
    if rng.random() < 0.6:
        boards = int(rng.integers(2, 9))
        for edge in np.linspace(0, size, boards + 1)[1:-1].astype(int):
            cv2.line(
                picture,
                (0, int(edge)),
                (size, int(edge)),
                tuple(float(c) * 0.35 for c in base),
                int(rng.integers(1, 4)),
            )
    return picture


def cloth(rng: np.random.Generator, size: int) -> Image:
    """Woven cloth, plain, striped, checked or dotted, with folds."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    weave = np.sin(x * rng.uniform(0.6, 2.5)) * np.sin(y * rng.uniform(0.6, 2.5))
    grey = 0.6 * weave + 0.4 * noise(rng, size, 2) + rng.uniform(0.2, 1.5) * noise(rng, size, size / 4)
    picture = tinted(
        grey.astype(np.float32), colour(rng, (0.0, 0.8), (0.2, 0.95)), float(rng.uniform(0.03, 0.12))
    )
    kind, step = rng.random(), int(rng.integers(12, 120))
    other = tuple(float(v) for v in colour(rng, (0.0, 0.9), (0.1, 0.95)))
    layer = picture.copy()
    for k in range(0, size, step):
        if kind < 0.45:
            cv2.line(layer, (k, 0), (k, size), other, max(1, step // 3))
        if kind < 0.3:
            cv2.line(layer, (0, k), (size, k), other, max(1, step // 3))
        if kind > 0.85:
            for j in range(0, size, step):
                cv2.circle(layer, (k, j), max(1, step // 5), other, -1, cv2.LINE_AA)
    return cv2.addWeighted(picture, 0.5, layer, 0.5, 0).astype(np.uint8)


def carpet(rng: np.random.Generator, size: int) -> Image:
    """Loops or tufts: strong small contrast."""
    grey = (
        noise(rng, size, rng.uniform(2, 8)) + 0.6 * noise(rng, size, 1.5) + 0.3 * noise(rng, size, size / 4)
    )
    return tinted(grey, colour(rng, (0.0, 0.6), (0.15, 0.8)), float(rng.uniform(0.1, 0.35)))


def stone(rng: np.random.Generator, size: int) -> Image:
    """Marble, granite, concrete, tiles."""
    veins = np.abs(noise(rng, size, size / 5) + 0.5 * noise(rng, size, size / 14))
    grey = -np.exp(-veins * rng.uniform(3, 12)) * rng.uniform(0, 3) + rng.uniform(0, 1) * noise(rng, size, 2)
    picture = tinted(
        grey.astype(np.float32), colour(rng, (0.0, 0.25), (0.2, 0.97)), float(rng.uniform(0.04, 0.15))
    )
    if rng.random() < 0.3:
        step = int(rng.integers(80, 300))
        for k in range(0, size, step):
            cv2.line(picture, (k, 0), (k, size), (90, 90, 90), 3)
            cv2.line(picture, (0, k), (size, k), (90, 90, 90), 3)
    return picture


def plain(rng: np.random.Generator, size: int) -> Image:
    """A desk top, paint or plastic: next to nothing to see, from black to white."""
    grey = noise(rng, size, size / 3) + 0.3 * noise(rng, size, 2)
    return tinted(grey, colour(rng, (0.0, 0.7), (0.05, 1.0)), float(rng.uniform(0.005, 0.05)))


@functools.lru_cache(maxsize=48)
def _photograph(path: Path) -> Image:
    picture = cv2.imread(str(path))
    if picture is None:
        raise ValueError(f"{path.name}: not a picture")
    scale = 800 / min(picture.shape[:2])
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8)


def photograph(rng: np.random.Generator, size: int) -> Image:
    """A square piece of a photograph, turned at random, its contrast often lowered."""
    paths = ground_photographs()
    if not paths:
        return cloth(rng, size)
    whole = _photograph(paths[int(rng.integers(len(paths)))])
    side = int(rng.uniform(0.3, 1.0) * min(whole.shape[:2]))
    y, x = (int(rng.integers(0, whole.shape[k] - side + 1)) for k in (0, 1))
    piece = np.rot90(whole[y : y + side, x : x + side], int(rng.integers(4)))
    small = cv2.resize(np.ascontiguousarray(piece), (size, size), interpolation=cv2.INTER_AREA)
    flat = small.mean((0, 1), keepdims=True)
    lowered = np.clip(flat + (small - flat) * rng.uniform(0.3, 1.1), 0, 255)
    return np.asarray(lowered.astype(np.uint8), np.uint8)


MAKERS: tuple[tuple[float, Callable[[np.random.Generator, int], Image]], ...] = (
    (0.18, felt),
    (0.22, wood),
    (0.15, cloth),
    (0.12, carpet),
    (0.08, stone),
    (0.10, plain),
    (0.15, photograph),
)


def ground(rng: np.random.Generator, size: int) -> Image:
    """A table top of a kind at random, BGR uint8 (size, size, 3)."""
    odds = np.array([share for share, _ in MAKERS])
    maker = MAKERS[int(rng.choice(len(MAKERS), p=odds / odds.sum()))][1]
    return maker(rng, size)
