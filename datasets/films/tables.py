"""Table tops for films: wood, felt, cloth and laminate, larger and finer than those of the training scenes; and prints.

Stills for training are taken of films with seeds of their own, and on prints of other steps and colours: no table of a
film that is measured occurs in training, tables of its kind do. Every maker gives a BGR uint8 texture (SIDE, SIDE, 3),
GRAIN pixels a millimetre.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.films.view import Matrix, View
from datasets.grounds import noise
from datasets.prints import GRAIN as PRINTED_GRAIN
from datasets.prints import KINDS, PRINTS, WHITE, Ink, Print

Image = NDArray[np.uint8]
Grey = NDArray[np.float32]

GRAIN = 1.8
SIDE = 2600
"""Pixels along each side: 1.4 m."""
LEAST_APART = 120
"""By how much the two colours of a print differ at least, grey levels, all three channels together."""

WOODS = (
    (92, 128, 168),
    (70, 104, 150),
    (48, 74, 112),
    (120, 152, 184),
    (34, 50, 74),
    (60, 84, 132),
    (140, 160, 176),
)
FELTS = ((58, 96, 22), (110, 44, 18), (34, 26, 120), (60, 60, 62), (92, 84, 12), (70, 20, 66), (40, 70, 36))
LINENS = (
    (196, 206, 212),
    (80, 74, 70),
    (150, 120, 84),
    (70, 60, 150),
    (96, 120, 92),
    (176, 190, 204),
    (110, 100, 96),
)
DYES = (
    (60, 50, 160),
    (140, 84, 40),
    (70, 110, 60),
    (50, 50, 54),
    (40, 130, 190),
    (225, 228, 230),
    (120, 70, 120),
)


def _paint(grey: Grey, tone: NDArray[np.float32]) -> Image:
    """A tone (BGR) made brighter and darker by ``grey`` (1: as it is)."""
    return np.asarray(np.clip(tone * grey[..., None], 0, 255), np.uint8)


def _tone(rng: np.random.Generator, tones: tuple[tuple[int, int, int], ...]) -> NDArray[np.float32]:
    return (
        np.array(tones[int(rng.integers(len(tones)))], np.float32)
        * np.float32(rng.uniform(0.85, 1.1))
        * rng.uniform(0.95, 1.05, 3).astype(np.float32)
    )


def wood(rng: np.random.Generator) -> Image:
    """Planks: growth rings cut lengthwise, pores, a seam between planks, each of its own tone."""
    tone, picture = _tone(rng, WOODS), np.zeros((SIDE, SIDE, 3), np.uint8)
    edges, strength = [0], float(rng.uniform(0.5, 1.1))
    while edges[-1] < SIDE:
        edges.append(edges[-1] + int(rng.uniform(85, 190) * GRAIN))
    fibres = noise(rng, SIDE, 1.3, 40.0)
    for top, bottom in pairwise(edges):
        height = min(bottom, SIDE) - top
        grey = _plank(rng, height, strength) + 0.028 * np.roll(fibres, int(rng.integers(SIDE)), 1)[:height]
        mood = rng.uniform(0.93, 1.07) * (1 + rng.normal(0, 0.015, 3).astype(np.float32))
        picture[top : top + height] = _paint(grey, tone * mood.astype(np.float32))
        _seam(picture, top)
    return picture


def _plank(rng: np.random.Generator, height: int, strength: float) -> Grey:
    """One plank's brightness (height, SIDE) about 1."""
    size = max(height, 64)
    x = np.arange(SIDE, dtype=np.float32)[None, :] / GRAIN
    y = np.arange(size, dtype=np.float32)[:, None] / GRAIN
    bend = cv2.resize(
        rng.standard_normal((4, 16)).astype(np.float32), (SIDE, size), interpolation=cv2.INTER_CUBIC
    )
    heart = rng.uniform(-0.6, 1.6) * size / GRAIN
    across = np.abs(y - heart) + 9 * bend + rng.uniform(-0.02, 0.02) * x
    depth = np.sqrt(across**2 + (rng.uniform(8, 40)) ** 2)
    small, fine = (
        cv2.resize(
            rng.standard_normal((size // step + 2, SIDE // long)).astype(np.float32),
            (SIDE, size),
            interpolation=cv2.INTER_CUBIC,
        )
        for step, long in ((16, 190), (4, 130))
    )
    phase = depth / rng.uniform(3.5, 8) + 0.35 * small + 0.05 * fine
    ring = (phase % 1.0).astype(np.float32)
    late = np.where(ring < 0.86, (ring / 0.86) ** 2.5, (1 - ring) / 0.14)  # wood darkens through the year
    streak = cv2.GaussianBlur(rng.standard_normal((size, SIDE // 24)).astype(np.float32), (0, 0), 0.8)
    pores = np.maximum(cv2.resize(streak, (SIDE, size), interpolation=cv2.INTER_LINEAR) - 0.9, 0)
    grey = 1 + strength * (-0.17 * late - 0.05 * np.minimum(pores, 2) + 0.035 * bend + 0.02 * small)
    return np.asarray(cv2.GaussianBlur(grey[:height].astype(np.float32), (0, 0), 0.7), np.float32)


def _seam(picture: Image, row: int) -> None:
    """The gap between two planks: dark, its lower edge catching the light."""
    for k, share in ((-2, 0.9), (-1, 0.62), (0, 0.38), (1, 0.55), (2, 1.06), (3, 1.03)):
        if 0 < row + k < len(picture):
            picture[row + k] = np.clip(picture[row + k].astype(np.float32) * share, 0, 255).astype(np.uint8)


def felt(rng: np.random.Generator) -> Image:
    """Billiard cloth or baize: short fibres every which way, brushed patches, lint."""
    fibres = np.zeros((SIDE, SIDE), np.float32)
    for way in rng.uniform(0, 180, 3):
        fibres += _brushed(rng, float(way))
    patches = noise(rng, SIDE, 60 * GRAIN) * 0.022 + noise(rng, SIDE, 14 * GRAIN) * 0.012
    grey = 1 + float(rng.uniform(0.022, 0.045)) * fibres + patches + 0.03 * noise(rng, SIDE, 1.02)
    picture = _paint(grey.astype(np.float32), _tone(rng, FELTS))
    pale = tuple(float(v) for v in picture.mean((0, 1)) * 1.25 + 22)
    for _ in range(int(rng.integers(10, 70))):
        x, y = rng.integers(0, SIDE * 16, 2)
        way, length = rng.uniform(0, 2 * np.pi), rng.uniform(1, 5) * GRAIN * 16
        end = (int(x + length * np.cos(way)), int(y + length * np.sin(way)))
        cv2.line(picture, (int(x), int(y)), end, pale, 1, cv2.LINE_AA, 4)
    return picture


def _brushed(rng: np.random.Generator, way: float) -> Grey:
    """Noise drawn out in one direction, deviation about 1."""
    kernel = np.zeros((11, 11), np.float32)
    kernel[5] = 1
    turned = cv2.warpAffine(kernel, cv2.getRotationMatrix2D((5, 5), way, 1), (11, 11))
    drawn = cv2.filter2D(rng.standard_normal((SIDE, SIDE), np.float32), -1, turned / turned.sum())
    return np.asarray(drawn * 2.4, np.float32)


def linen(rng: np.random.Generator) -> Image:
    """A tablecloth: threads over and under, creases from folding, plain or printed."""
    warp = cv2.GaussianBlur(rng.standard_normal((SIDE, SIDE), np.float32), (0, 0), sigmaX=0.7, sigmaY=9)
    weft = cv2.GaussianBlur(rng.standard_normal((SIDE, SIDE), np.float32), (0, 0), sigmaX=9, sigmaY=0.7)
    over = np.indices((SIDE, SIDE), np.int32).sum(0) % 2 == 0
    threads = np.where(over, warp / warp.std(), weft / weft.std())
    grey = (
        1
        + 0.028 * cv2.GaussianBlur(threads.astype(np.float32), (0, 0), 0.5)
        + 0.02 * noise(rng, SIDE, 120 * GRAIN)
    )
    picture = _printed(rng, _tone(rng, LINENS)).astype(np.float32) * (grey * _creases(rng))[..., None]
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _creases(rng: np.random.Generator) -> Grey:
    """Where the cloth was folded: a light side and a dark side, a few straight lines."""
    x = np.arange(SIDE, dtype=np.float32) / GRAIN
    found = np.ones((SIDE, SIDE), np.float32)
    step, first = rng.uniform(260, 420), rng.uniform(0, 300)
    for at in np.arange(first, SIDE / GRAIN, step):
        away = x - at
        profile = 1 + 0.055 * np.tanh(away / 2.0) * np.exp(-np.abs(away) / 26)
        found *= profile[None, :] if rng.random() < 0.5 else profile[:, None]
    return found


def _printed(rng: np.random.Generator, ground: NDArray[np.float32]) -> Image:
    """A pattern on cloth: none, gingham, stripes, dots, flowers, a border's lines."""
    picture = np.empty((SIDE, SIDE, 3), np.uint8)
    picture[:] = np.clip(ground, 0, 255)
    ink, step = _tone(rng, DYES), float(rng.uniform(12, 60)) * GRAIN
    kind = str(rng.choice(["plain", "gingham", "stripes", "dots", "flowers"], p=[0.3, 0.2, 0.2, 0.15, 0.15]))
    if kind in ("gingham", "stripes"):
        band = (np.arange(SIDE) / step % 1 < rng.uniform(0.15, 0.5)).astype(np.float32)
        bands = np.broadcast_to(band[None, :] + (band[:, None] if kind == "gingham" else 0), (SIDE, SIDE))
        share = cv2.GaussianBlur(np.ascontiguousarray(bands), (0, 0), 0.8)[..., None] * 0.42
        return np.asarray(np.clip(picture * (1 - share) + ink * share, 0, 255), np.uint8)
    if kind in ("dots", "flowers"):
        step = max(step, 24 * GRAIN)
        for row, y in enumerate(np.arange(0, SIDE, step * 0.87)):
            for x in np.arange(row % 2 * step / 2, SIDE, step):
                _blossom(picture, (x, y), step * 0.17, ink, kind == "flowers", float(rng.uniform(0, 360)))
    return picture


def _blossom(
    picture: Image, at: tuple[float, float], radius: float, ink: NDArray[np.float32], petals: bool, way: float
) -> None:
    dye = tuple(float(v) for v in np.clip(ink, 0, 255))
    if not petals:
        cv2.circle(picture, (int(at[0] * 16), int(at[1] * 16)), int(radius * 11), dye, -1, cv2.LINE_AA, 4)
        return
    for k in range(6):
        a = np.radians(way + 60 * k)
        middle = (int((at[0] + radius * np.cos(a)) * 16), int((at[1] + radius * np.sin(a)) * 16))
        cv2.circle(picture, middle, int(radius * 9.5), dye, -1, cv2.LINE_AA, 4)
    cv2.circle(
        picture, (int(at[0] * 16), int(at[1] * 16)), int(radius * 8), (60, 190, 220), -1, cv2.LINE_AA, 4
    )


def laminate(rng: np.random.Generator) -> Image:
    """A kitchen table: speckled plastic, clouded a little."""
    tone = _tone(rng, LINENS)
    clouds = noise(rng, SIDE, 90 * GRAIN) + 0.6 * noise(rng, SIDE, 25 * GRAIN)
    specks = np.maximum(noise(rng, SIDE, 2.2) - 1.3, 0) - np.maximum(noise(rng, SIDE, 1.7) - 1.5, 0)
    grey = 1 + rng.uniform(0.0, 0.03) * clouds + rng.uniform(0, 0.16) * specks + 0.012 * noise(rng, SIDE, 1.1)
    return _paint(grey.astype(np.float32), tone)


def covered(rng: np.random.Generator, prints: tuple[Print, ...]) -> Image:
    """One of some printed tops (``datasets.prints``), woven or worn a little."""
    texture = prints[int(rng.integers(len(prints)))].texture(int(rng.integers(1 << 30)))
    larger = cv2.resize(texture, None, fx=GRAIN / PRINTED_GRAIN, fy=GRAIN / PRINTED_GRAIN)[:SIDE, :SIDE]
    grey = 1 + 0.02 * noise(rng, SIDE, 120 * GRAIN) + 0.02 * noise(rng, SIDE, 1.3)
    return np.asarray(np.clip(larger * (grey * _creases(rng))[..., None], 0, 255), np.uint8)


def printed(rng: np.random.Generator, view: View) -> Image:
    """A table under a printed cloth of any step and of any two colours, as a camera sees it: for training, so that the
    prints that films and benchmarks show stay unseen.
    """
    maker, kinds = KINDS[int(rng.integers(len(KINDS)))]
    step = float(
        np.exp(rng.uniform(*np.log([min(k[0] for k in kinds) * 0.8, max(k[0] for k in kinds) * 1.2])))
    )
    ground, ink = (_any_ink(rng) for _ in range(2))
    while abs(sum(ground) - sum(ink)) < LEAST_APART:
        ground, ink = (_any_ink(rng) for _ in range(2))
    return seen_from(rng, covered(rng, (Print("any", maker, step, 0.0, ground, ink),)), view)


def _any_ink(rng: np.random.Generator) -> Ink:
    """A colour, BGR: white more often than any other."""
    if rng.random() < 0.3:
        return WHITE
    b, g, r = (int(value) for value in rng.integers(20, 250, 3))
    return b, g, r


COVERS = tuple(maker.__name__ for maker, _ in KINDS)
"""Printed tops: only evenings have them, and films that name one."""
TABLES: dict[str, Callable[[np.random.Generator], Image]] = {
    "wood": wood,
    "felt": felt,
    "cloth": linen,
    "laminate": laminate,
    **{
        name: partial(covered, prints=tuple(p for p in PRINTS if p.maker.__name__ == name)) for name in COVERS
    },
}


def table(rng: np.random.Generator, kind: str, view: View) -> Image:
    """The bare table top as a camera sees it, BGR uint8."""
    return seen_from(rng, TABLES[kind](rng), view)


def seen_from(rng: np.random.Generator, texture: Image, view: View) -> Image:
    """A table top as a camera sees it, BGR uint8: turned at random, drawn at twice the size and shrunk."""
    width, height = view.size
    around = rng.uniform(-12, 12) + (90 if rng.random() < 0.4 else 0)
    a, (x, y) = np.radians(around), rng.uniform(-60, 60, 2)
    turn = np.array([[np.cos(a), -np.sin(a), x], [np.sin(a), np.cos(a), y], [0, 0, 1]])
    flat: Matrix = np.array([[1 / GRAIN, 0, -SIDE / 2 / GRAIN], [0, -1 / GRAIN, SIDE / 2 / GRAIN], [0, 0, 1]])
    twice = np.diag([2.0, 2.0, 1.0]) @ view.at_height(0.0) @ turn @ flat
    big = cv2.warpPerspective(
        texture, twice, (2 * width, 2 * height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)
