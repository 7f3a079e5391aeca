"""The looks at a photograph: the whole picture first, and from nearer while cards are small."""

from __future__ import annotations

import math

import numpy as np

from vision.arrays import Image
from vision.detection.detections import Detections
from vision.detection.finder import WITHIN, Finder, distinct, same_card
from vision.detection.letterbox import STRIDE
from vision.geometry import quads

FIRST_LOOK, SECOND_LOOK, CLOSEST_LOOK = 160, 320, 1280
"""Pixels of the longer side in each look. The first is from afar, where cards that fill the picture are found whole."""
AIM_PX = 40.0
"""Pixels: the width of a card in the finder's input that the next look aims at."""
SMALL_PX = 32.0
"""Pixels: narrower cards are not found exactly, and some are not found at all."""
SMALL_SHARE = 0.25
"""The share of the detections that may be smaller: some may be only parts of cards."""
TOO_NEAR = 60.0
"""Pixels in the nearer look: a wider card may be found from afar only."""
NOTHING_NEW = 1.4
"""The most that a look enlarges the picture: beyond it there is nothing more to see."""


def look(finder: Finder, image: Image, second: int = SECOND_LOOK) -> Detections:
    """Where cards lie. Looks follow, ``second`` pixels large and more, while there is more to see."""
    whole = max(image.shape[:2])
    found = finder.find(image, FIRST_LOOK)
    closer: int | None = second
    while closer is not None and closer <= NOTHING_NEW * whole:
        found = combined_looks(found, finder.find(image, closer), closer / whole)
        closer = next_look(found, closer, whole)
    return found


def combined_looks(found: Detections, nearer: Detections, scale: float) -> Detections:
    """Combine two looks at a picture, the nearer one enlarged by ``scale``. A card that the nearer look does not show
    is dropped, unless it is too large there to be found and the nearer look shows no two cards in its place.
    """
    widths = quads.widths_and_heights(found.corners)[0] * scale
    kept = [
        k
        for k, corners in enumerate(found.corners)
        if (widths[k] > TOO_NEAR and sum(quads.overlap(corners, o)[1] > WITHIN for o in nearer.corners) < 2)
        or any(same_card(corners, other) for other in nearer.corners)
    ]
    return distinct(Detections.joined(found.select(kept), nearer))


def next_look(found: Detections, side: int, whole: int) -> int | None:
    """Pixels of the longer side for the next look at a picture ``whole`` long; None if the last one showed enough."""
    wanted = 2.0 * side
    if len(found):
        width = float(np.quantile(quads.widths_and_heights(found.corners)[0], SMALL_SHARE)) / whole
        if width * side >= SMALL_PX:
            return None
        wanted = max(AIM_PX / width, side + 2 * STRIDE)
    most = int(min(CLOSEST_LOOK, NOTHING_NEW * whole)) // STRIDE * STRIDE
    closer = min(math.ceil(wanted / STRIDE) * STRIDE, most)
    return closer if closer > side else None
