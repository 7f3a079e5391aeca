"""How people play and how they are filmed: everything that a film's seed decides before the first card."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.films.arms import Lamp
from datasets.films.cameras import kind_of, low_aim
from datasets.films.evenings import EVENINGS
from datasets.films.view import Aim

LEVELS = ("easy", "normal", "hard")
"""The orderly levels; ``evenings.EVENINGS`` are the others."""
FACES = {"near": 90.0, "left": 0.0, "far": -90.0, "right": 180.0}
"""The direction in which a player at each edge of the picture looks."""
AROUND = ("near", "left", "far", "right")
"""The edges clockwise as seen from above."""

UPRIGHT = 0.6
"""How wide a camera's field is across an upright picture, beside that of a lying one."""

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Level:
    """What a level allows; ranges are drawn from evenly, chances are per play."""

    tilt: Range
    jpeg: Range
    noise: Range
    exposure: Range
    white: float
    glare: Range
    shake: Range
    distortion: float
    props: Range
    overlap: Range
    pause: Range
    fast: float
    nudge: float
    reach: float
    lift: float
    bump: float
    drift: float
    direct: Range
    lean: float


EVENING = Level(
    (12, 38), (55, 88), (2.5, 4.5), (0.75, 1.0), 0.06, (0, 0.3), (0, 0.5), 0.03, (0, 4), (0.15, 0.75), (0.3, 2.8), 0.16,
    0.06, 0.07, 0, 0, 0.05, (0.35, 0.7), 0.4,
)  # fmt: skip
"""An evening's camera and ways: the same for each of its ingredients alone."""

SETTINGS = {
    "easy": Level(
        (0, 10), (90, 96), (0.8, 1.8), (0.92, 1.0), 0.02, (0, 0), (0, 0), 0, (0, 0), (0, 0.3), (0.4, 2.2), 0, 0.03, 0,
        0, 0, 0.0, (0.3, 0.45), 0,
    ),
    "normal": Level(
        (6, 22), (74, 88), (1.8, 3.6), (0.82, 1.0), 0.05, (0, 0.2), (0, 0.15), 0.025, (0, 3), (0.15, 0.6), (0.3, 2.6),
        0.06, 0.08, 0.05, 0.01, 0, 0.03, (0.35, 0.6), 0.3,
    ),
    "hard": Level(
        (18, 35), (55, 75), (3.2, 5.5), (0.55, 1.0), 0.1, (0.2, 0.6), (0.5, 1.8), 0.03, (2, 4), (0.4, 0.8), (0.3, 3.0),
        0.12, 0.1, 0.1, 0.03, 0.7, 0.08, (0.45, 0.72), 0.8,
    ),
    **dict.fromkeys(EVENINGS, EVENING),
}  # fmt: skip


def number_of(level: str) -> int:
    """A level's number for the dice: all evenings have one, so that a seed's table and camera are the same for all."""
    return LEVELS.index(level) if level in LEVELS else len(LEVELS)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place: the picture's edge, how far along it (-1 to 1, to his right), and his way of playing."""

    seat: int
    edge: str
    along: float
    left_handed: bool
    reveal: str

    @property
    def faces(self) -> float:
        """The direction he looks in, degrees."""
        return FACES[self.edge]


@dataclass(frozen=True, slots=True)
class Habits:
    """The ways of one table."""

    level: str
    seed: int
    seats: tuple[Seat, ...]
    bottom: int
    porrazo: str
    layout: str
    overlap: float
    tempo: float
    pile: str
    table: str
    props: tuple[str, ...]
    wear: float = 0.0
    """How worn the cards are, 0 to 1."""

    @property
    def allowed(self) -> Level:
        """The level's figures."""
        return SETTINGS[self.level]


@dataclass(frozen=True, slots=True)
class Optics:
    """What the camera does to the picture; ``bump``: when and by how many pixels it is knocked."""

    jpeg: int
    noise: float
    exposure: float
    white: tuple[float, float, float]
    glare: float
    shake: float
    bump: tuple[float, float, float] | None
    drift: float
    lamp: Lamp
    lean: bool


def habits(rng: np.random.Generator, level: str, seed: int, players: int, bottom: int | None) -> Habits:
    """Draw a table's ways."""
    allowed = SETTINGS[level]
    kinds = ("cup", "pen", "coins", "coaster", "phone")
    props = rng.permutation(kinds)[: int(rng.integers(int(allowed.props[0]), int(allowed.props[1]) + 1))]
    at_bottom = int(rng.integers(players)) if bottom is None else bottom
    return Habits(
        level=level,
        seed=seed,
        seats=_seats(rng, players, at_bottom),
        bottom=at_bottom,
        porrazo=str(rng.choice(["stands", "taken at once"])),
        layout=str(rng.choice(["scattered", "rows"], p=[0.7, 0.3])),
        overlap=round(float(rng.uniform(*allowed.overlap)), 2),
        tempo=round(float(rng.uniform(0.85, 1.15)), 3),
        pile=str(rng.choice(["loose", "neat"])),
        table=str(rng.choice(["wood", "felt", "cloth", "laminate"], p=[0.35, 0.25, 0.28, 0.12])),
        props=tuple(str(p) for p in props),
    )


def _seats(rng: np.random.Generator, players: int, bottom: int) -> tuple[Seat, ...]:
    """Who sits where: clockwise from the near edge, where seat ``bottom`` sits (the right-hand one, if two do)."""
    if players == 2:
        edges = ["near", "far" if rng.random() < 0.8 else str(rng.choice(["left", "right"]))]
    elif players == 3:
        free = str(rng.choice(["left", "far", "right"]))
        edges = [edge for edge in AROUND if edge != free]
    else:
        edges = list(AROUND)
        for edge in rng.choice(["near", "far"], players - 4, replace=False):
            edges.insert(edges.index(str(edge)), str(edge))
    edges.sort(key=AROUND.index)
    found = []
    for place, edge in enumerate(edges):
        pair = edges.count(edge) > 1
        first = pair and edges.index(edge) == place
        along = (0.55 if first else -0.55) if pair else float(rng.uniform(-0.12, 0.12))
        reveal = "flip" if rng.random() < 0.25 else "open"
        found.append(Seat((bottom + place) % players, edge, along, bool(rng.random() < 0.15), reveal))
    return tuple(sorted(found, key=lambda seat: seat.seat))


def aim(rng: np.random.Generator, level: str, camera: str | None = None) -> Aim:
    """Draw how the camera stands: so that about 75 by 42 cm of table are in the picture."""
    allowed, kind = SETTINGS[level], kind_of(camera)
    if kind.tilt is not None:
        return low_aim(rng, kind, kind.tilt, allowed.distortion)
    tilt, hfov = float(rng.uniform(*allowed.tilt)), float(rng.uniform(46, 60))
    wide = float(rng.uniform(*kind.wide))
    if kind.size[1] > kind.size[0]:
        hfov *= UPRIGHT
    height = wide / 2 / np.tan(np.radians(hfov) / 2) * np.cos(np.radians(tilt))
    return Aim(
        tilt,
        float(rng.normal(0, 2)),
        hfov,
        float(np.clip(height, 600, 900 if kind.size[0] > kind.size[1] else 1300)),
        float(rng.normal(0, 8)),
        float(rng.normal(0, 6)),
        float(rng.uniform(-allowed.distortion, allowed.distortion / 3)),
    )


def optics(rng: np.random.Generator, level: str, seconds: float, camera: str | None = None) -> Optics:
    """Draw the light and what the camera does to the picture."""
    allowed = SETTINGS[level]
    coded = kind_of(camera).jpeg or allowed.jpeg
    warm = float(np.clip(rng.normal(0, allowed.white), -0.17, 0.17))
    way, far = rng.uniform(0, 2 * np.pi), rng.uniform(3, 8)
    bump = (float(rng.uniform(0.3, 0.7)) * seconds, float(np.cos(way) * far), float(np.sin(way) * far))
    lamp = Lamp(float(rng.uniform(0, 360)), float(rng.uniform(42, 70)), float(rng.uniform(*allowed.direct)))
    return Optics(
        jpeg=int(rng.uniform(*coded)),
        noise=float(rng.uniform(*allowed.noise)),
        exposure=float(rng.uniform(*allowed.exposure)),
        white=(1 - warm, 1 + float(rng.normal(0, allowed.white / 4)), 1 + warm),
        glare=float(rng.uniform(*allowed.glare)),
        shake=float(rng.uniform(*allowed.shake)),
        bump=bump if rng.random() < allowed.bump else None,
        drift=allowed.drift,
        lamp=lamp,
        lean=bool(rng.random() < allowed.lean),
    )
