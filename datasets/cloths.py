"""Tables with a printed cloth under a camera: empty, and with cards face up and face down on them.

A view is drawn as other scenes are (``datasets.scenes``): the print through the camera's homography, then the cards
with their shadows, then light, a sensor's noise and JPEG, all of it the same for the same seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import clutter, light
from datasets.prints import GRAIN, SIDE, Print
from datasets.scenes import CARD_MM, Scene, SeenCard, lay_card, placed

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]

SIZE = (1280, 720)
FIELD_DEGREES = 60.0
"""How broad a view the camera has."""
CARD_PX = 85.0
"""Pixels that a card in the middle is wide: 1.3 m of table across the picture would give 62, a phone nearby 110."""
SPOTS_MM = tuple((x, y) for y in (-105.0, 15.0, 130.0) for x in (-330.0, -200.0, -70.0, 60.0, 190.0, 320.0))
"""Where cards may lie, so far apart that no turn makes them touch."""
JITTER_MM, TURN_DEGREES = 12.0, 14.0
SHADOW = (0.012, 0.016)
SHARPNESS_PX, NOISE_LEVELS, QUALITY = 0.7, 2.5, 88
"""A lens's blur, a sensor's noise in grey levels, and the JPEG quality of a usual camera."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on a cloth: so many cards face up, so many face down; ``seed`` says which and where."""

    face_up: int = 0
    face_down: int = 0
    seed: int = 0


def camera(card_px: float, tilt: float) -> Matrix:
    """Homography (3, 3) from millimetres to pixels of SIZE: a card in the middle is so wide, the camera ``tilt``
    degrees from straight down.
    """
    width, height = SIZE
    focal = width / 2 / np.tan(np.radians(FIELD_DEGREES) / 2)
    t = np.radians(tilt)
    inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    away = np.array([[1, 0, 0], [0, np.cos(t), 0], [0, -np.sin(t), 63.0 * focal / card_px]])
    return np.asarray(inner @ away, np.float64)


def bare(top: Print, tilt: float, card_px: float = CARD_PX, seed: int = 0) -> Scene:
    """The cloth without a card, drawn at twice the size and shrunk, so that fine print turns to no moire."""
    width, height = SIZE
    plane = camera(card_px, tilt)
    spin = placed(0, 0, top.turn, SIDE / GRAIN, SIDE / GRAIN, (SIDE, SIDE))
    twice = np.diag([2.0, 2.0, 1.0]) @ plane @ spin
    large = cv2.warpPerspective(
        top.texture(seed), twice, (2 * width, 2 * height), borderMode=cv2.BORDER_REFLECT_101
    )
    picture = np.asarray(cv2.resize(large, SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    return Scene(picture, plane, np.zeros((height, width), np.int32))


def plain(ground: Image, tilt: float, card_px: float = CARD_PX) -> Scene:
    """A table without a cloth: 90 cm of this ground."""
    plane, (rows, columns) = camera(card_px, tilt), ground.shape[:2]
    grain = 900.0 / max(rows, columns)
    spin = placed(0, 0, 0, columns * grain, rows * grain, (rows, columns))
    picture = cv2.warpPerspective(ground, plane @ spin, SIZE, borderMode=cv2.BORDER_REFLECT_101)
    return Scene(np.asarray(picture, np.uint8), plane, np.zeros((SIZE[1], SIZE[0]), np.int32))


def laid_on(
    top: Print, faces: Sequence[tuple[str, Image]], laid: Laid, tilt: float = 20.0, card_px: float = CARD_PX
) -> tuple[Image, list[SeenCard]]:
    """A cloth with cards out of ``faces``, names and pictures (h, w, 4) BGRA: BGR uint8 and the truth about them."""
    rng = np.random.default_rng([9, laid.seed])
    table = bare(top, tilt, card_px, laid.seed)
    count = laid.face_up + laid.face_down
    which, where = rng.permutation(len(faces))[:count], rng.permutation(len(SPOTS_MM))[:count]
    reverse = clutter.back(rng, 63.0 / CARD_MM)
    for k, (card, spot) in enumerate(zip(which, where, strict=True)):
        name, face = faces[card] if k < laid.face_up else ("back", reverse)
        x, y = np.array(SPOTS_MM[spot]) * 85.0 / card_px + rng.normal(0, JITTER_MM, 2)
        turn = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, TURN_DEGREES))
        lay_card(table, rng, name, np.array(face), float(x), float(y), turn, SHADOW)
    return photographed(rng, table.picture), table.truth()


def photographed(rng: np.random.Generator, picture: Image) -> Image:
    """A drawn view as a camera gives it."""
    height, width = picture.shape[:2]
    lit = cv2.GaussianBlur(picture, (0, 0), SHARPNESS_PX) * light.light_field(rng, height, width)
    lit = lit + rng.standard_normal((height, width, 3), np.float32) * NOISE_LEVELS
    _, data = cv2.imencode(".jpg", lit.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
