"""Real photographs as training pictures: those of a folder of photographs that may be trained on.

Their labels say which card lies in which box, not where its corners are. Where the present networks find a card in
a labelled box, its corners become the truth (self-training); a picture that they do not find all cards of is left
out of the finder's set, and a card that they do not find out of the reader's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.crops import flatten, jittered
from datasets.decks import CARDS
from datasets.index_crops import loosely
from datasets.scenes import SeenCard
from vision.geometry.edges import refine
from vision.photograph import Recogniser
from vision.reading.indices import UNIT_SQUARE, flattened_index, patches

Image = NDArray[np.uint8]
Crop = tuple[Image, int]
Corners = NDArray[np.float32]

TRAINABLE = "edje/train_"
"""How the names of the pictures begin that may be trained on (Apache-2.0)."""
WHOLE = 0.72
"""A card whose found outline and labelled box share so much of their place is seen whole, and found well."""
JITTERS = 6
"""Crops made of each card."""


def _box(corners: Corners) -> NDArray[np.float64]:
    return np.array([*corners.min(0), *corners.max(0)], np.float64)


def shared(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Intersection over union of two boxes (x0, y0, x1, y1)."""
    low, high = np.maximum(one[:2], other[:2]), np.minimum(one[2:], other[2:])
    both = float(np.prod((high - low).clip(0)))
    areas = [float(np.prod(box[2:] - box[:2])) for box in (one, other)]
    return both / max(sum(areas) - both, 1e-9)


def matched(labels: list[dict[str, Any]], corners: Corners) -> list[tuple[str, Corners]]:
    """Each labelled card that was found whole, and its corners."""
    pairs = []
    for label in labels:
        box = np.array(label["box"], np.float64)
        best = max(corners, key=lambda four: shared(box, _box(four)), default=None)
        if best is not None and shared(box, _box(best)) >= WHOLE:
            pairs.append((str(label["card"]), best))
    return pairs


def photographs(folder: Path) -> Iterator[tuple[Image, list[SeenCard], bool]]:
    """Each trainable picture of the folder BGR, its cards that were found, and whether those are all."""
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    sight = Recogniser.load()
    for name in sorted(labels):
        if not name.startswith(TRAINABLE):
            continue
        picture = np.asarray(cv2.imread(str(folder / name)), np.uint8)
        found = refine(picture, sight.find(picture).corners)
        pairs = matched(labels[name]["cards"], found)
        cards = [SeenCard(card, corners, 1.0) for card, corners in pairs]
        yield picture, cards, len(pairs) == len(labels[name]["cards"]) == len(found)


def crops_of(rng: np.random.Generator, picture: Image, cards: list[SeenCard]) -> Iterator[Crop]:
    """``JITTERS`` crops of each card, BGR (176, 128, 3), now and then shrunk first, with their classes."""
    for card in cards:
        if card.card == "back":
            continue
        width = float(np.linalg.norm(card.corners[1] - card.corners[0]))
        for _ in range(JITTERS):
            scale = min(1.0, float(np.exp(rng.uniform(np.log(24), np.log(160)))) / max(width, 1.0))
            seen = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(
                np.uint8
            )
            corners = jittered(rng, card.corners * scale, abs(float(rng.normal(0, 0.025))) + 0.004)
            yield (
                flatten(seen, np.roll(corners, 2, 0) if rng.random() < 0.5 else corners),
                CARDS.index(card.card),
            )


def index_crops_of(rng: np.random.Generator, picture: Image, cards: list[SeenCard]) -> Iterator[Crop]:
    """``JITTERS`` crops of the index at either end of each card, BGR (96, 64, 3), now and then shrunk first, with their
    classes.
    """
    for card in cards:
        if card.card == "back":
            continue
        outline = cv2.getPerspectiveTransform(UNIT_SQUARE, card.corners)
        for patch in cv2.perspectiveTransform(patches(False), outline):
            high = float(np.linalg.norm(patch[3] - patch[0]))
            for _ in range(JITTERS):
                scale = min(1.0, float(np.exp(rng.uniform(np.log(13), np.log(110)))) / max(high, 1.0))
                seen = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
                crop = flattened_index(seen.astype(np.uint8), loosely(rng, patch * scale))
                yield crop, CARDS.index(card.card)
