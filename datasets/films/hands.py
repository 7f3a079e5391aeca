"""Hands and bare forearms as reliefs: a right hand from above, palm down, in any state between a grip and spread.

The wrist is at u = 0, fingers point along +u, the thumb lies at negative v. A left hand is the mirror image.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.films.relief import SCALE, Limb, Relief, rough

Grey = NDArray[np.float32]
Colour = NDArray[np.float32]

ARM = (-620.0, 205.0)
"""From how far behind the wrist to how far before it an arm is drawn, mm."""
ACROSS = (-105.0, 105.0)

SKINS = (
    (168, 190, 226), (150, 178, 222), (132, 162, 208), (120, 150, 196), (98, 132, 182), (84, 116, 164),
    (66, 94, 140), (52, 74, 114), (42, 58, 90), (34, 46, 72),
)  # fmt: skip
"""Skin from pale to dark, BGR, as white paper of 240 beside it would show it."""
NAILS = (None, None, None, (46, 30, 190), (120, 90, 215), (70, 30, 110), (60, 40, 40), (200, 190, 230))


@dataclass(frozen=True, slots=True)
class Finger:
    """Where a finger begins, how long and thick it is (mm), and how it points when the hand is spread (degrees)."""

    u: float
    v: float
    length: float
    radius: float
    spread: float


FINGERS = (
    Finger(82, -28, 89, 8.7, -14),
    Finger(86, -9, 98, 9.0, -4),
    Finger(82, 10, 91, 8.6, 5),
    Finger(73, 28, 72, 7.5, 16),
)


FOREARM = ((24, 24), (4, 28), (-40, 28), (-110, 34), (-190, 42), (-270, 46), (-620, 54))
"""(u, half width) of the arm from the wrist backwards, mm."""


@dataclass(frozen=True, slots=True)
class Person:
    """What one player's arms look like: skin BGR, size, build, nail varnish, and a seed for what is only theirs."""

    skin: tuple[float, float, float]
    size: float
    build: float
    nails: tuple[int, int, int] | None
    hairy: float
    ring: bool
    seed: int


def person(rng: np.random.Generator) -> Person:
    """Somebody."""
    tone = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.95, 1.05, 3)
    nails = NAILS[int(rng.integers(len(NAILS)))]
    return Person(
        (float(tone[0]), float(tone[1]), float(tone[2])),
        float(rng.uniform(0.9, 1.08)),
        float(rng.uniform(0.86, 1.12)),
        nails,
        0.0 if nails else float(rng.uniform(0, 1)),
        bool(rng.random() < 0.4),
        int(rng.integers(1 << 30)),
    )


def joints(finger: Finger, spread: float) -> list[tuple[float, float, float]]:
    """Knuckle, two joints and tip (u, v, z) of a finger; ``spread`` 0 grips a card, 1 lies flat and wide."""
    way = np.radians(finger.spread * (0.18 + 0.9 * spread))
    bends = np.radians(np.array([14, 40, 58]) * (1 - spread) + np.array([7, 14, 20]) * spread)
    at = np.array([finger.u, finger.v - (0.18 * finger.v * (1 - spread)), 24.0])
    found = [tuple(at)]
    for share, bend in zip((0.46, 0.3, 0.24), bends, strict=True):
        flat = finger.length * share * np.cos(bend)
        at = at + np.array(
            [flat * np.cos(way), flat * np.sin(way), -finger.length * share * np.sin(bend) * 0.55]
        )
        found.append((float(at[0]), float(at[1]), float(max(at[2], 4.0))))
    return [(float(u), float(v), float(z)) for u, v, z in found]


def thumb(spread: float) -> list[tuple[float, float, float]]:
    """The thumb's root, joint, joint and tip; in a grip it reaches under the fingers."""
    closed = [(14, -24, 12), (50, -40, 10), (84, -40, 6), (110, -33, 4)]
    opened = [(14, -24, 12), (44, -50, 12), (75, -66, 9), (100, -75, 8)]
    mix = [
        tuple(a * (1 - spread) + b * spread for a, b in zip(c, o, strict=True))
        for c, o in zip(closed, opened, strict=True)
    ]
    return [(float(u), float(v), float(z)) for u, v, z in mix]


def fingertips(who: Person, spread: float) -> tuple[float, float]:
    """Where the fingers hold a card (u, v), mm from the wrist: between the index and middle fingertips."""
    tips = [joints(finger, spread)[3] for finger in FINGERS[:3]]
    u, v = np.mean([tip[:2] for tip in tips], 0) * who.size
    return float(u) - 8, float(v)


def arm_relief(who: Person, spread: float) -> Relief:
    """The whole bare arm."""
    relief = Relief.empty(ARM, ACROSS)
    s, b = who.size, who.build

    def add(limbs: list[tuple[float, float, float, float]], melt: float, flat: float = 1.0) -> None:
        for start, end in pairwise(limbs):
            relief.add(Limb(_grown(start, s, b), _grown(end, s, b), flat), melt)

    relief.add_tube(tuple((u * s, radius * s * b) for u, radius in FOREARM), 2, 0.62, 9)
    for finger in FINGERS:
        add(
            [
                (-4, finger.v * 0.42, 6, 18),
                (finger.u * 0.55, finger.v * 0.8, 9, 14.5),
                (finger.u, finger.v * 0.98, 13, 10.5),
            ],
            7,
        )
        way = np.radians(
            finger.spread * (0.18 + 0.9 * spread)
        )  # the web: fingers part well before their knuckles
        u, v = finger.u + 21 * np.cos(way), finger.v + 21 * np.sin(way)
        add([(finger.u, finger.v * 0.98, 12, 10.5), (float(u), float(v) * 0.95, 7, 9.0)], 6)
    u, v, z = zip(*thumb(spread), strict=True)
    add([(4, -14, 4, 15), (34, -26, 4, 17), (u[1], v[1] * 0.96, z[1] - 2, 12)], 9)
    add([(u[1], v[1], z[1], 11), (u[2], v[2], z[2], 9.8), (u[3], v[3], z[3], 8.0)], 4)
    for finger in FINGERS:
        r = finger.radius
        (a, b0, c, d) = joints(finger, spread)
        relief_joints = [(*a, r * 1.13), (*b0, r * 1.03), (*c, r * 0.93), (*d, r * 0.76)]
        add([(x, y, z - r * 0.9, radius) for x, y, z, radius in relief_joints], 2.2)
        knob = 14.0 + 1.5 * (1 - spread)
        relief.add(
            Limb(_grown((a[0] - 5, a[1], knob, 8.5), s, b), _grown((a[0] + 2, a[1], knob, 8), s, b)), 8
        )
    return relief


def _grown(
    at: tuple[float, float, float, float], size: float, build: float
) -> tuple[float, float, float, float]:
    u, v, z, radius = at
    return (u * size, v * size * (0.5 + 0.5 * build), z * size, radius * size * build)


def skin(who: Person, spread: float, relief: Relief) -> Colour:
    """The colour of bare skin (h, w, 3) float32 BGR, before light falls on it."""
    rng = np.random.default_rng(who.seed)
    shape = relief.height.shape
    blotches = rough(rng, shape, 14)[..., None] * (0.018, 0.022, 0.010)
    fine = rough(rng, shape, 0.9)[..., None] * 0.022
    veins = _veins(rng, shape)
    tone = np.array(who.skin, np.float32)
    picture = tone * (1 + blotches + fine)
    picture = picture * (1 - veins[..., None] * np.array([0.03, 0.05, 0.11]) * (tone[2] / 220))
    red = _glow(relief, who, spread)[..., None]
    picture = picture * (1 - red * np.array([0.16, 0.15, 0.02]))
    picture = picture * (1 - _wrinkles(relief, who, spread)[..., None] * np.array([0.24, 0.21, 0.16]))
    if who.hairy > 0.4:
        picture = picture * (1 - _hairs(rng, relief)[..., None] * (who.hairy - 0.3) * 0.8)
    return np.asarray(picture, np.float32)


def _blob(relief: Relief, u: float, v: float, radius: float) -> Grey:
    """A soft round spot, 1 in its middle."""
    rows, columns = relief.window((u - 3 * radius, u + 3 * radius), (v - 3 * radius, v + 3 * radius))
    spot = np.zeros(relief.height.shape, np.float32)
    along, across = relief.places(rows, columns)
    spot[rows, columns] = np.exp(-((along - u) ** 2 + (across - v) ** 2) / (2 * radius * radius))
    return spot


def _glow(relief: Relief, who: Person, spread: float) -> Grey:
    """Where blood shows: knuckles and fingertips."""
    glow = np.zeros(relief.height.shape, np.float32)
    for finger in FINGERS:
        for k, strength in ((0, 0.5), (1, 0.55), (3, 1.0)):
            u, v, _ = joints(finger, spread)[k]
            glow += strength * _blob(relief, u * who.size, v * who.size, 6.5)
    return np.minimum(glow, 1)


def _wrinkles(relief: Relief, who: Person, spread: float) -> Grey:
    """Fine dark folds across the finger joints."""
    lines = np.zeros(relief.height.shape, np.float32)
    for finger in FINGERS:
        points = joints(finger, spread)
        for k in (1, 2):
            (u, v, _), (u2, v2, _) = points[k], points[k + 1]
            way = np.arctan2(v2 - v, u2 - u)
            across = np.array([-np.sin(way), np.cos(way)])
            for step in (-2.4, -0.8, 0.9, 2.6):
                middle = np.array([u + step * np.cos(way), v + step * np.sin(way)]) * who.size
                half = across * finger.radius * (0.62 - 0.08 * abs(step)) * who.size
                ends = [_pixel(relief, middle - half), _pixel(relief, middle + half)]
                cv2.line(lines, ends[0], ends[1], 0.75, 1, cv2.LINE_AA, 4)
    return cv2.GaussianBlur(lines, (0, 0), 0.9).astype(np.float32)


def _pixel(relief: Relief, place: NDArray[np.float64]) -> tuple[int, int]:
    """A place (u, v) in mm as (column, row) in sixteenths of a pixel, as cv2's ``shift=4`` takes it."""
    u, v = place
    return round((u - relief.u0) * SCALE * 16), round((v - relief.v0) * SCALE * 16)


def _veins(rng: np.random.Generator, shape: tuple[int, int]) -> Grey:
    """Branching bluish lines along the arm, faint."""
    ridge = np.abs(rough(rng, shape, 16, 3.5))
    return cv2.GaussianBlur(np.exp(-((ridge / 0.12) ** 2)).astype(np.float32), (0, 0), 2.0).astype(np.float32)


def _hairs(rng: np.random.Generator, relief: Relief) -> Grey:
    """Short fine hairs on the forearm, lying outwards and towards the hand."""
    hairs = np.zeros(relief.height.shape, np.float32)
    for _ in range(1100):
        u, v = float(rng.uniform(-300, 0)), float(rng.normal(6, 20))
        way, length = rng.normal(0.0, 0.35) + np.sign(v) * 0.6, rng.uniform(3, 7)
        end = np.array([u + length * np.cos(way), v + length * np.sin(way)])
        cv2.line(hairs, _pixel(relief, np.array([u, v])), _pixel(relief, end), 0.4, 1, cv2.LINE_AA, 4)
    return cv2.GaussianBlur(hairs, (0, 0), 0.6).astype(np.float32)


def nail_outlines(who: Person, spread: float) -> list[tuple[float, float, float, float, float]]:
    """Each fingernail as an ellipse: middle u, v, half length, half width (mm), direction (degrees)."""
    found = []
    for finger in FINGERS:
        (u0, v0, _), (u, v, _) = joints(finger, spread)[2:]
        way = float(np.degrees(np.arctan2(v - v0, u - u0)))
        long = (3.4 + 3.4 * spread) * finger.radius / 8.5
        found.append(
            (
                u * who.size + 1.5 * np.cos(np.radians(way)),
                v * who.size,
                long * who.size,
                finger.radius * 0.56 * who.size,
                way,
            )
        )
    (u0, v0, _), (u, v, _) = thumb(spread)[2:]
    if spread > 0.3:
        found.append(
            (
                u * who.size,
                v * who.size - 0.5,
                6.5 * who.size,
                5.0 * who.size,
                float(np.degrees(np.arctan2(v - v0, u - u0))),
            )
        )
    return [(float(u), float(v), float(a), float(b), float(w)) for u, v, a, b, w in found]
