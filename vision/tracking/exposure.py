"""Exposure: brings the pictures of a dark table to usual brightness before anything is compared in them.

A camera whose exposure is fixed, in a room that grows dark, shows white cards in dark grey. The networks bear that, but
all that compares two pictures does so in grey levels: in such pictures hands do not seem to move, and dark wood is
mostly rounding. So the pictures are made brighter, all channels by one factor, which changes only when the light does.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.arrays import Image
from vision.detection.letterbox import WHITE_LEVEL, brightest

DIM_LEVEL = 135.0
"""Grey level of the brightest, most often a card, from which on pictures are left as they are: films of lit rooms have
143 or more.
"""
MOST_GAIN = 4.0
"""The largest factor: beyond it there is mostly noise."""
COVERED_LEVEL = 25.0
"""Grey level of the brightest below which nothing is known of the light: something is over the lens."""
CHANGED, CHANGED_FOR = 1.3, 1.0
"""The light has changed if another factor, by so many times, would have been right for so many seconds."""


class Exposure:
    """Makes each frame of a film about as bright as usual; give them in order to ``lit``."""

    def __init__(self) -> None:
        self._gain = 1.0
        self._changed: float | None = None

    def lit(self, image: Image, t: float, cards: bool) -> Image:
        """The frame (height, width, 3) BGR, ``t`` seconds into the source, made brighter where the table is dark.
        ``cards``: whether cards were last seen to lie there face up; without them nothing need be white, so the factor
        gets no larger.
        """
        self._follow(image, t, cards)
        if self._gain == 1.0:
            return image
        by: Any = (*[self._gain] * 3, 0.0)  # a number a channel, which OpenCV's annotations leave out
        return np.asarray(cv2.multiply(image, by), np.uint8)

    def _follow(self, image: Image, t: float, cards: bool) -> None:
        level = max(brightest(image))
        wanted = 1.0 if level >= DIM_LEVEL else min(MOST_GAIN, WHITE_LEVEL / level)
        told = level >= COVERED_LEVEL and (cards or wanted < self._gain)
        if not told or max(wanted / self._gain, self._gain / wanted) < CHANGED:
            self._changed = None
        elif self._changed is None:
            self._changed = t
        elif t - self._changed >= CHANGED_FOR:
            self._gain, self._changed = wanted, None
