"""A picture in other sizes: no larger than what is looked for needs, and stretched where cards look too flat."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.detection.detections import Detections, SeenCard
from vision.geometry import quads

CARD_SIDES = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)
"""A card's corners in millimetres."""


@dataclass(frozen=True, eq=False, slots=True)
class Resized:
    """A picture ``image`` made ``across`` times as wide and ``down`` times as high."""

    image: Image
    across: float = 1.0
    down: float = 1.0

    def into(self, found: Detections) -> Detections:
        """What was found in the picture as it was, where it lies in this one."""
        by = np.array([self.across, self.down], np.float32)
        return Detections(np.asarray((found.corners + 0.5) * by - 0.5, np.float32), found.confidence)

    def back(self, corners: Floats) -> Floats:
        """Points (..., 2) of this picture, in pixels of the picture as it was."""
        by = np.array([self.across, self.down], np.float32)
        return np.asarray((corners + 0.5) / by - 0.5, np.float32)

    def cards_back(self, seen: list[SeenCard]) -> list[SeenCard]:
        """Cards seen in this picture, in pixels of the picture as it was."""
        return [replace(card, corners=self.back(card.corners)) for card in seen]


def resized(image: Image, across: float, down: float) -> Resized:
    """A picture (height, width, 3) made about ``across`` times as wide and ``down`` times as high."""
    height, width = image.shape[:2]
    new = max(1, round(width * across)), max(1, round(height * down))
    if new == (width, height):
        return Resized(image)
    method = cv2.INTER_AREA if across <= 1 and down <= 1 else cv2.INTER_LINEAR
    made = np.asarray(cv2.resize(_nearly(image, across, down), new, interpolation=method), np.uint8)
    return Resized(made, new[0] / width, new[1] / height)


def _nearly(image: Image, across: float, down: float) -> Image:
    """The picture shrunk by a whole number, if it is to be shrunk by more: that is several times as fast."""
    times = int(1 / max(across, down))
    whole = image.shape[1] // max(times, 1), image.shape[0] // max(times, 1)
    if times < 2 or min(whole) < 1:
        return image
    return np.asarray(cv2.resize(image, whole, interpolation=cv2.INTER_AREA), np.uint8)


def shrunk(image: Image, times: int) -> Resized:
    """A picture made so many times smaller."""
    return resized(image, 1 / max(times, 1), 1 / max(times, 1))


def flatness(corners: Floats) -> Floats:
    """How many times each card (n, 4, 2), a short edge first, would have to be stretched upright to look as from above.

    Under a low camera what is farther away is pressed together, up and down in the picture; across it stays as it is.
    """
    along, down = (
        corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3],
        (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]),
    )
    columns = np.stack([along / (2 * CARD_SIDES[1, 0]), down / (2 * CARD_SIDES[2, 1])], 2)
    across, upright = np.linalg.norm(columns, axis=2).T
    return np.asarray(across / np.maximum(upright, 1e-6), np.float32)


def narrowest(corners: Floats) -> float:
    """The least side in pixels of these cards (n, 4, 2); 0 without any."""
    return float(np.min(np.stack(quads.widths_and_heights(corners)))) if len(corners) else 0.0
