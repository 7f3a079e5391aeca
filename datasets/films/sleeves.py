"""Sleeves as reliefs: cloth round an arm, with folds that run across it, a hem, and a pattern."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.films.relief import SCALE, Relief, rough

Grey = NDArray[np.float32]
Colour = NDArray[np.float32]

CLOTHS = ("plain", "denim", "stripes", "check", "knit", "shirt")


@dataclass(frozen=True, slots=True)
class Sleeve:
    """A sleeve: its cuff lies ``cuff`` mm behind the wrist, ``loose`` is how wide it hangs, ``cloth`` its kind."""

    cuff: float
    loose: float
    cloth: str
    colours: tuple[tuple[float, float, float], tuple[float, float, float]]
    seed: int


def sleeve(rng: np.random.Generator) -> Sleeve | None:
    """Somebody's sleeve, or None where the arm is bare."""
    if rng.random() < 0.2:
        return None
    short = rng.random() < 0.25
    cuff = float(rng.uniform(150, 260) if short else rng.uniform(5, 70))
    return Sleeve(
        cuff,
        float(rng.uniform(0.0, 1.0)),
        str(rng.choice(CLOTHS)),
        (_dye(rng), _dye(rng)),
        int(rng.integers(1 << 30)),
    )


def _dye(rng: np.random.Generator) -> tuple[float, float, float]:
    """A colour that clothes have: many greys, blues, whites; few of them loud."""
    saturation = float(rng.choice([0.05, 0.25, 0.5, 0.75], p=[0.3, 0.3, 0.25, 0.15]))
    hue = float(rng.choice([rng.uniform(95, 120), rng.uniform(0, 180)]))
    hsv = np.array([[[hue, saturation * 255, rng.uniform(45, 235)]]], np.uint8)
    b, g, r = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
    return float(b), float(g), float(r)


def sleeve_relief(what: Sleeve, arm: Relief) -> Relief:
    """The sleeve's own relief, of the arm's size: nothing before the cuff."""
    rng = np.random.default_rng(what.seed)
    rows, columns = arm.height.shape
    u, v = arm.places(slice(0, rows), slice(0, columns))
    behind = np.maximum(-what.cuff - u, 0)
    girth = 37 + 6 * what.loose + np.minimum(behind * (0.06 + 0.025 * what.loose), 20)
    folds = _folds(rng, (rows, columns), behind, what.loose)
    sway = rough(rng, (1, columns), 45) * (1.0 + 1.5 * what.loose)
    radius = girth * (1 + 0.028 * folds)
    away = np.abs(v - sway)
    inside = np.minimum(radius - away, -what.cuff - u + 1.2 * np.sin(v * 0.05) + 0.004 * v * v * 0.3)
    round_top = np.sqrt(np.maximum(radius**2 - away**2, 0)) * 0.72
    hem = 1.2 * np.exp(-((behind - 9) ** 2) / 60) if what.cloth in ("shirt", "denim", "knit") else 0.0
    height = np.where(inside > 0, 4 + round_top + folds * (1.3 + 1.1 * what.loose) + hem, -1e3)
    return Relief(height.astype(np.float32), inside.astype(np.float32), arm.u0, arm.v0)


def _folds(rng: np.random.Generator, shape: tuple[int, int], behind: Grey, loose: float) -> Grey:
    """Folds across the arm, slanting, sharper on one side; quiet near the cuff. About -1.5 to 2."""
    rows, columns = shape
    wide = cv2.resize(rough(rng, (columns, rows), 9, 4.5 + 2 * loose).T, (columns, rows))
    slant = np.float32(rng.uniform(-0.35, 0.35))
    shear = np.array([[1, slant, -slant * rows / 2], [0, 1, 0]], np.float32)
    wide = cv2.warpAffine(wide, shear, (columns, rows), borderMode=cv2.BORDER_REFLECT)
    creased = np.sign(wide) * np.abs(wide) ** 0.8
    return np.asarray(creased * np.clip(behind / 45, 0.12, 1), np.float32)


def cloth(what: Sleeve, relief: Relief) -> Colour:
    """The sleeve's colour (h, w, 3) float32 BGR before light falls on it."""
    rng = np.random.default_rng(what.seed + 1)
    rows, columns = relief.height.shape
    u, v = relief.places(slice(0, rows), slice(0, columns))
    first, second = (np.array(c, np.float32) for c in what.colours)
    fine = rough(rng, (rows, columns), 0.7)
    bend = rough(rng, (rows, columns), 30)
    u, v = u + 0.9 * bend, v + 0.7 * bend  # the pattern bends with the folds
    if what.cloth == "denim":
        twill = np.sin((u + v) * SCALE * 1.6)
        share = 0.45 + 0.16 * twill + 0.13 * fine + 0.12 * rough(rng, (rows, columns), 12)
        first, second = np.array([112, 78, 54], np.float32), np.array([176, 146, 118], np.float32)
    elif what.cloth == "stripes":
        share = (np.sin(u * (0.25 + 0.3 * what.loose)) > 0.25).astype(np.float32)
    elif what.cloth == "check":
        share = 0.5 * (np.sin(u * 0.42) > 0.1) + 0.5 * (np.sin(v * 0.42) > 0.1)
    elif what.cloth == "shirt":
        share = 0.9 * (np.sin(v * 1.1) > 0.85) + np.zeros_like(u)
    else:
        share = 0.1 * fine
    if what.cloth == "knit":
        share = share + 0.12 * np.sin(v * 2.4)
    share = cv2.GaussianBlur(share.astype(np.float32), (0, 0), 0.7)[..., None]
    picture = first * (1 - share) + second * share
    stitch = np.exp(-((-what.cuff - u - 14) ** 2) / 0.8) * 0.22
    return np.asarray(picture * (1 + 0.035 * fine[..., None]) * (1 - stitch[..., None]), np.float32)
