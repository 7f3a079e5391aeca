"""Light: what lamps and cameras do to the pictures of a film is put right before anything is compared in them.

*Exposure.* A camera whose exposure is fixed, in a room that grows dark, shows white cards in dark grey. The networks
bear that, but all that compares two pictures does so in grey levels: in such pictures arms do not seem to move, and
dark wood is mostly rounding. So the pictures are made brighter, all channels by one factor, which changes only when the
light does.

*Flicker.* A lamp goes on and off a hundred times a second. A camera that reads its picture row by row, with a shutter
that does not fit the mains, shows that as bars that wander from frame to frame. White cards then change by more than an
arm does, and all seems to move for ever. Each row is made as bright as it mostly is, while rows go up and down all
over the picture. Nothing is changed where they do not: an arm or a lamp that is switched makes one step.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.detection.letterbox import WHITE_LEVEL, brightest

LEAST_LIGHT = 4.0
"""Grey levels: of less nobody can say how much brighter it has become."""
DIM_LEVEL = 135.0
"""Grey level of the brightest, most often a card, from which on pictures are left as they are: of thirty-nine
films only four have less, about 130, where a lamp is switched off.
"""
MOST_GAIN = 4.0
"""The largest factor: beyond it there is mostly noise."""
COVERED_LEVEL = 25.0
"""Grey level of the brightest below which nothing is known of the light: something is over the lens."""
CHANGED, CHANGED_FOR = 1.3, 1.0
"""The light has changed if another factor, by so many times, would have been right for so many seconds."""
BAND, COLUMN = 8, 8
"""Pixels: every so many rows one is measured, at every so many columns."""
FRAMES = 16
"""From so many frames it is known whether rows go up and down."""
SLOWLY = 32
"""Frames over which it is taken how bright a row mostly is: over fewer the bars would show in that."""
SWING = 0.08
"""Share of its brightness by which most rows change from most frames to the next, from which a film flickers. In
fifteen films without such bars a lamp, a flash or the exposure reached 0.06 for a moment.
"""
LEAST_LEVEL = 8.0
"""Grey levels: in darker rows rounding looks like flicker."""
MOST_ROW_GAIN = 1.4
"""The largest factor of a row, up or down: more is an arm."""
SMOOTH = 1.0
"""Bands over which factors are smoothed (a standard deviation): bars have soft edges."""


def dimmed(before: Floats, now: Floats) -> Floats:
    """How many times as bright a picture (h, w, 3) was as it is ``now``, by channel (3,). Most of it shows the same."""
    was, is_now = (np.maximum(picture, LEAST_LIGHT) for picture in (before, now))
    by = (was / is_now).reshape(-1, before.shape[2])  # along one axis a median takes a tenth of the time
    return np.asarray(np.median(by, axis=0), np.float32)


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


class Flicker:
    """Knows how bright each row mostly is. Give each frame of a film in order to ``without``."""

    def __init__(self) -> None:
        self._changes: deque[Floats] = deque(maxlen=FRAMES - 1)
        self._usual = self._before = np.zeros((0, 0), np.float32)
        self._seen = 0

    def without(self, image: Image) -> Image:
        """The frame (height, width, 3) BGR without its bars; itself where there are none."""
        spots = np.maximum(image[BAND // 2 :: BAND, ::COLUMN, 1].astype(np.float32), LEAST_LEVEL)
        if self._usual.shape != spots.shape:
            self._changes.clear()
            self._usual, self._before, self._seen = spots, spots, 0
        else:
            self._changes.append(_share(spots, self._before) - 1)
        self._seen, self._before = min(self._seen + 1, SLOWLY), spots
        self._usual = self._usual + (spots - self._usual) / np.float32(self._seen)
        if len(self._changes) < FRAMES - 1 or np.median(np.abs(np.stack(self._changes))) < SWING:
            return image
        share = _share(spots, self._usual)
        by_band = (1 / share).clip(1 / MOST_ROW_GAIN, MOST_ROW_GAIN)
        gain = cv2.GaussianBlur(by_band[:, None], (1, 0), SMOOTH, sigmaY=SMOOTH)
        factors = cv2.resize(gain, (1, image.shape[0]), interpolation=cv2.INTER_LINEAR)
        return np.asarray((image * factors[:, :, None]).clip(0, 255), np.uint8)


def _share(spots: Floats, of: Floats) -> Floats:
    """How bright each row is (n,) as a share of how it was, by the middle one of its spots (n, columns): arms and cards
    come and go, and how bright a row is on average says more of them.
    """
    return np.asarray(np.median(spots / of, axis=1), np.float32)
