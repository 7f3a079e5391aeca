"""Flicker: takes out the bright and dark bars that a lamp draws over a film.

A lamp goes on and off a hundred times a second. A camera that reads its picture row by row, with a shutter that does
not fit the mains, shows that as bars that wander from frame to frame. White cards then change by more than a hand does,
and all seems to move for ever. Each row is made as bright as it mostly was in the last frames, while rows go up and
down all over the picture. Nothing is changed where they do not: an arm or a lamp that is switched makes one step.
"""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from vision.arrays import Floats, Image

BAND, COLUMN = 8, 8
"""Pixels: every so many rows one is measured, at every so many columns."""
FRAMES = 16
"""From so many frames it is known whether rows go up and down."""
SLOWLY = 32
"""Frames over which it is taken how bright a row mostly is: over fewer the bars would show in that."""
SWING = 0.08
"""Share of its brightness by which most rows change from most frames to the next, from which a film flickers. In thirty
films without such bars a lamp, a flash or the exposure reached 0.07 for a moment.
"""
LEAST_LEVEL = 8.0
"""Grey levels: in darker rows rounding looks like flicker."""
MOST_GAIN = 1.4
"""The largest factor of a row, up or down: more is an arm."""
SMOOTH = 1.0
"""Bands over which factors are smoothed (a standard deviation): bars have soft edges."""


class Flicker:
    """Knows how bright each row mostly is. Give each frame of a film in order to ``without``."""

    def __init__(self) -> None:
        self._rows: deque[Floats] = deque(maxlen=FRAMES)
        self._usual: Floats = np.zeros(0, np.float32)
        self._seen = 0

    def without(self, image: Image) -> Image:
        """The frame (height, width, 3) BGR without its bars; itself where there are none."""
        rows = _rows(image)
        if self._usual.shape != rows.shape:
            self._rows.clear()
            self._usual, self._seen = rows, 0
        self._seen = min(self._seen + 1, SLOWLY)
        self._usual = self._usual + (rows - self._usual) / np.float32(self._seen)
        self._rows.append(rows)
        if len(self._rows) < FRAMES or _swing(np.stack(self._rows) / self._usual) < SWING:
            return image
        by_band = (self._usual / rows).clip(1 / MOST_GAIN, MOST_GAIN)
        gain = cv2.GaussianBlur(by_band[:, None], (1, 0), SMOOTH, sigmaY=SMOOTH)
        factors = cv2.resize(gain, (1, image.shape[0]), interpolation=cv2.INTER_LINEAR)
        return np.asarray((image * factors[:, :, None]).clip(0, 255), np.uint8)


def _rows(image: Image) -> Floats:
    """How bright each band is, grey levels (n,): the mean of the middle half of its pixels, for arms and cards come and
    go.
    """
    green = np.sort(image[BAND // 2 :: BAND, ::COLUMN, 1], axis=1)
    quarter = green.shape[1] // 4
    middle = green[:, quarter : green.shape[1] - quarter].mean(1)
    return np.asarray(np.maximum(middle, LEAST_LEVEL), np.float32)


def _swing(share: Floats) -> float:
    """By which share most rows change from most frames to the next: ``share`` (frames, n) of what they mostly are."""
    return float(np.median(np.abs(np.diff(share, axis=0))))
