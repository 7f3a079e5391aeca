"""What the bare table looks like, and where the picture differs from it or moves.

Everything is done on a small copy of the picture, a cell of 4 x 4 pixels a value, which sensor noise does
not reach. The camera may shake or be bumped: each frame is first laid over the one before.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

CELL = 4
"""Pixels of the picture to a side of a cell."""
MOVING = 9.0
"""Grey levels by which a cell must change from frame to frame to count as moving."""
DIFFERENT = 20.0
"""Grey levels by which a cell must differ from the bare table to count as covered."""
LEARNING = 0.06
"""How much of a still, uncovered cell is taken over into the memory of the table each frame."""
FARTHEST_SHIFT = 6.0
"""Cells; a camera bumped farther has lost its table."""


class Ground:
    """The memory of the bare table. Feed it each frame once with ``see``; then ask about places.

    ``shift``: how far the picture has moved since the frame before, in pixels (x, y). ``bumped``: by how
    much in all.
    """

    def __init__(self) -> None:
        self.shift = np.zeros(2, np.float32)
        self.bumped = np.zeros(2, np.float32)
        self._before: Floats | None = None
        self._bare: Floats = np.zeros((0, 0, 3), np.float32)
        self._known: Mask = np.zeros((0, 0), bool)
        self._moving: Mask = np.zeros((0, 0), bool)
        self._different: Mask = np.zeros((0, 0), bool)

    def see(self, image: Image) -> None:
        """Take in the next frame (height, width, 3) BGR."""
        height, width = image.shape[:2]
        small = cv2.resize(image, (width // CELL, height // CELL), interpolation=cv2.INTER_AREA).astype(
            np.float32
        )
        if self._before is None or self._before.shape != small.shape:
            self._bare, self._known = small.copy(), np.zeros(small.shape[:2], bool)
            self._moving = self._different = np.zeros(small.shape[:2], bool)
        else:
            self._compare(self._before, small)
        self._before = small

    def _compare(self, before: Floats, small: Floats) -> None:
        self.shift = self._shift_from(before, small)
        if np.abs(self.shift).max() > 0.4:
            self.bumped = self.bumped + self.shift
            move = np.array([[1, 0, self.shift[0] / CELL], [0, 1, self.shift[1] / CELL]], np.float32)
            size = (small.shape[1], small.shape[0])
            before = _floats(cv2.warpAffine(before, move, size, borderMode=cv2.BORDER_REPLICATE))
            self._bare = _floats(cv2.warpAffine(self._bare, move, size, borderMode=cv2.BORDER_REPLICATE))
        self._moving = _grown(np.abs(_even(small, before) - before).max(2) > MOVING)
        even = _even(small, self._bare)
        self._different = np.abs(even - self._bare).max(2) > DIFFERENT

    @staticmethod
    def _shift_from(before: Floats, now: Floats) -> Floats:
        grey_before, grey_now = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (before, now))
        (x, y), response = cv2.phaseCorrelate(grey_before, grey_now, _window(grey_now.shape))
        if response < 0.2 or max(abs(x), abs(y)) > FARTHEST_SHIFT or max(abs(x), abs(y)) < 0.05:
            return np.zeros(2, np.float32)
        return np.array([x * CELL, y * CELL], np.float32)

    def learn(self, cards: list[Floats]) -> None:
        """Remember how the table looks where nothing moves and no card (corners (4, 2)) lies."""
        if self._before is None:
            return
        free = ~self._moving
        for corners in cards:
            free &= ~self._mask(corners, 1.25)
        fresh = free & ~self._known
        self._bare[fresh] = self._before[fresh]
        self._known |= free
        self._bare[free] += LEARNING * (self._before[free] - self._bare[free])

    def moving(self, corners: Floats) -> float:
        """The share of a card's place (4, 2) that moves."""
        return float(self._moving[self._mask(corners, 1.0)].mean()) if self._moving.size else 0.0

    def still(self) -> bool:
        """Whether next to nothing moves anywhere."""
        return bool(self._moving.mean() < 0.003) if self._moving.size else True

    def bare(self, corners: Floats) -> bool | None:
        """Whether the bare table shows at a card's place (4, 2); None where it has never been seen bare."""
        mask = self._mask(corners, 0.8)
        if not mask.any() or self._known[mask].mean() < 0.7:
            return None
        return bool(self._different[mask & self._known].mean() < 0.25)

    def _mask(self, corners: Floats, size: float) -> Mask:
        centre = corners.mean(0)
        outline = ((centre + (corners - centre) * size) / CELL).astype(np.int32)
        mask = np.zeros(self._moving.shape, np.uint8)
        cv2.fillConvexPoly(mask, outline, 1)
        return mask.astype(bool)


def _even(small: Floats, to: Floats) -> Floats:
    """The picture as bright, channel by channel, as another: a lamp or the camera's exposure has drifted."""
    gain = np.median(to[::4, ::4] / np.maximum(small[::4, ::4], 4), axis=(0, 1))
    return np.asarray(small * gain.clip(0.7, 1.4), np.float32)


def _grown(mask: Mask) -> Mask:
    return cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)


def _window(shape: tuple[int, ...]) -> Floats:
    return np.asarray(cv2.createHanningWindow((shape[1], shape[0]), cv2.CV_32F), np.float32)


def _floats(picture: object) -> Floats:
    return np.asarray(picture, np.float32)
