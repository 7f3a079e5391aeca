"""Kinds of cameras: one over the table, a tablet that leans on a glass, a phone held upright, a cheap webcam.

Any level can be filmed by any of them. ``None`` stands for the camera that a level has by itself: 1280 by 720, as
high and as steep as the level says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from datasets.films.view import Aim

Range = tuple[float, float]

SIZE = (1280, 720)
CODED = 26
"""H.264 quality, lower is better."""
DEEPEST = 520.0
"""How far beyond the middle of the picture the table may be seen, mm: players sit at its far edge, and reach."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a camera does otherwise than its level says; None leaves the level's."""

    size: tuple[int, int] = SIZE
    tilt: Range | None = None
    jpeg: Range | None = None
    fps: tuple[int, int] | None = None
    crf: int = CODED
    wide: Range = (700, 800)
    """How much of the table is seen from one side of the picture to the other, mm."""


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "tablet": Kind(tilt=(44, 60), wide=(620, 740)),
        "phone": Kind(size=(720, 1280), wide=(460, 520)),
        "webcam": Kind(size=(640, 480), jpeg=(30, 60), fps=(8, 15), crf=31),
    }
)
"""Tablets stand at 44 to 60 degrees from the vertical; phones film upright pictures; webcams give few small ones, coded
in coarse blocks.
"""


def kind_of(name: str | None) -> Kind:
    """A kind of camera by its name."""
    return Kind() if name is None else KINDS[name]


def frame_rate(name: str | None, seed: int) -> int:
    """The frames a second of a film for which nobody asked for any: 12, or what the camera gives."""
    fps = kind_of(name).fps
    return 12 if fps is None else int(np.random.default_rng([seed, 24]).integers(fps[0], fps[1] + 1))


def low_aim(rng: np.random.Generator, kind: Kind, tilt: Range, distortion: float) -> Aim:
    """How a low camera stands: as wide as it may be without seeing further than the table's far edge."""
    leaning, wide = float(rng.uniform(*tilt)), float(rng.uniform(*kind.wide))
    hfov = float(rng.uniform(46, 60))
    while hfov > 34 and _beyond(leaning, hfov, wide) > DEEPEST:
        hfov -= 1
    height = wide / 2 / np.tan(np.radians(hfov) / 2) * np.cos(np.radians(leaning))
    return Aim(
        leaning,
        float(rng.normal(0, 2)),
        hfov,
        float(height),
        float(rng.normal(0, 8)),
        float(rng.normal(0, 6)),
        float(rng.uniform(-distortion, distortion / 3)),
    )


def _beyond(tilt: float, hfov: float, wide: float) -> float:
    """How far beyond the middle the picture's upper edge shows the table, mm."""
    half = np.tan(np.radians(hfov) / 2)
    upper = np.radians(tilt) + np.arctan(half * SIZE[1] / SIZE[0])
    height = wide / 2 / half * np.cos(np.radians(tilt))
    return float(height * (np.tan(upper) - np.tan(np.radians(tilt)))) if upper < 1.5 else np.inf
