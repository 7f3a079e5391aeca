"""Cards laid on a table under a camera of which everything is known: tilt, distance, what covers what.

The faces are photographs (``crops/`` of the photographs, one deck, never trained on) on tables cut from photographs, or
decks that ``datasets.decks`` has drawn and that are kept from training, on the same tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.cloths import SIZE, camera
from datasets.decks import load, rounded
from datasets.scenes import CARD_MM, Scene, lay, placed, project
from engine.cards import PACK
from models.measuring.labels import Image, Label, Picture

USUAL_WIDTH = 110.0
"""Pixels that a card in the middle is wide where its distance is not what is tried."""
GRID = (
    (-1.5, -0.5),
    (-0.5, -0.5),
    (0.5, -0.5),
    (1.5, -0.5),
    (-1.5, 0.5),
    (-0.5, 0.5),
    (0.5, 0.5),
    (1.5, 0.5),
)
SPACING_MM, PAIRS_MM = (125.0, 130.0), (160.0, 150.0)
"""Eight cards, or pairs of cards, in two rows, so far apart that no turn makes them touch."""
SHADOW = (0.01, 0.015)


@dataclass(frozen=True, eq=False, slots=True)
class Faces:
    """A deck to lay: faces (52, h, w, 4) BGRA in the order of the pack, or a list of such by card."""

    name: str
    faces: Sequence[Image]


def photographed(folder: Path) -> Faces | None:
    """The faces of ``crops/``, the first photograph of each card; None where they are not all there."""
    files = [sorted((folder / "crops").glob(f"{card}_*.jpg")) for card in PACK]
    if not all(files):
        return None
    pictures = [cv2.imread(str(found[0])) for found in files]
    return Faces("real faces", [rounded(np.asarray(picture, np.uint8)) for picture in pictures])


def drawn(cache: Path) -> list[Faces]:
    """The decks of a cache that are kept from training."""
    return [Faces(deck.name, list(deck.faces)) for deck in load(cache, "val")]


def scene(
    faces: Faces,
    ground: Image,
    seed: int,
    card_px: float = USUAL_WIDTH,
    tilt: float = 0.0,
    covered: float = 0.0,
) -> Picture:
    """Eight cards on a table; with ``covered`` > 0 each has another laid over that share of it."""
    rng = np.random.default_rng([21, seed])
    top = table(ground, camera(card_px, tilt))
    order = rng.permutation(52)
    labels = []
    spacing = PAIRS_MM if covered else SPACING_MM
    for number, (column, row) in enumerate(GRID):
        x, y = np.array([column, row]) * spacing + rng.normal(0, 4, 2)
        turn = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 12))
        under, over = int(order[number]), int(order[8 + number])
        lay_face(top, faces, under, (x, y, turn))
        labels.append(Label(str(PACK[under]), top.cards[-1][1], None, covered))
        if covered:
            dx, dy = _shift(covered, faces.faces[under], turn, along=number % 2 == 1)
            lay_face(top, faces, over, (x + dx, y + dy, turn + float(rng.normal(0, 3))))
            labels.append(Label(str(PACK[over]), top.cards[-1][1]))
    return Picture(f"{faces.name} on a table {seed}", tuple(labels), made=top.picture)


def _shift(covered: float, face: Image, turn: float, along: bool) -> tuple[float, float]:
    """How far from a card another lies, in mm, that covers this share of it, to its right or below."""
    a = np.radians(turn)
    width = CARD_MM * face.shape[1] / face.shape[0]
    u, v = (0.0, CARD_MM * (1 - covered)) if along else (width * (1 - covered), 0.0)
    return u * np.cos(a) - v * np.sin(a), u * np.sin(a) + v * np.cos(a)


def table(ground: Image, plane: NDArray[np.float64]) -> Scene:
    """A bare table of this ground under this camera."""
    rows, columns = ground.shape[:2]
    grain = 900.0 / max(rows, columns)  # the piece is taken to show 90 cm of table
    spin = placed(0, 0, 0, columns * grain, rows * grain, (rows, columns))
    picture = cv2.warpPerspective(ground, plane @ spin, SIZE, borderMode=cv2.BORDER_REFLECT_101)
    return Scene(np.asarray(picture, np.uint8), plane, np.zeros((SIZE[1], SIZE[0]), np.int32))


def lay_face(top: Scene, faces: Faces, which: int, at: tuple[float, float, float]) -> None:
    """Lay a card of the deck: x and y of its middle in millimetres, degrees that it is turned by."""
    face = np.array(faces.faces[which])
    h, w = face.shape[:2]
    matrix = top.plane @ placed(*at, CARD_MM * w / h, CARD_MM, (h, w))
    top.cards.append(("", project(matrix, np.array([[0, 0], [w, 0], [w, h], [0, h]]))))
    lay(top, face, matrix, len(top.cards), 0.95, SHADOW)
