"""Prepares a picture for the finder: made smaller, padded (letterboxed), and white-balanced.

Under an orange lamp or in a dim room, cameras do not balance the light well. The brightest thing in a picture is most
often a card, and cards are white. So if the brightest is far from white, the picture is changed until it is white, and
cards are found nearly as well as by day.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats, Image

Gains = tuple[float, float, float]
"""Factors for blue, green and red."""

PIXEL_STEP = 4
"""Every how many pixels one is looked at, to save time."""
BRIGHTEST_QUANTILE = 0.999
"""The brightest is this quantile of the pixels: even one card far away covers the rest."""
COLOURED_RATIO = 1.5
"""A lamp is coloured if the strongest channel is this many times as bright as the weakest."""
DIM_LEVEL = 110.0
"""Grey level of the brightest below which the light is too dim."""
WHITE_LEVEL = 225.0
"""Grey level of a card in good light."""
MOST_GAIN = 3.0
"""The largest factor: beyond it a channel holds only noise."""
LONG_SIDE = 640
"""Pixels of the picture's longer side as the network sees it."""
STRIDE = 32
"""Both sides of what the network sees are multiples of this."""
LEAST_SIDE = 64
"""A side of what the network sees has at least so many pixels: of 32, OpenCV answers nonsense (4.12 and 4.14)."""
PAD_GREY = 114
"""What the network was trained to see beyond the picture's edge."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How a picture was fitted into the network's input: made ``scale`` times as wide, and as high ``stretch`` times
    that.
    """

    scale: float
    left: int
    top: int
    stretch: float = 1.0

    def undone(self, points: Floats) -> Floats:
        """Turn points (..., 2) of the network's input into pixels of the picture."""
        # A pixel's middle is its coordinate: shrinking by s takes x to s (x + 1/2) - 1/2.
        middle = points - np.array([self.left, self.top], np.float32) + 0.5
        by = np.array([self.scale, self.scale * self.stretch], np.float32)
        return np.asarray(middle / by - 0.5, np.float32)


def letterboxed(
    image: Image, long_side: int, gains: Gains | None = None, stretch: float = 1.0
) -> tuple[Floats, Fit]:
    """A picture (height, width, 3) BGR as the network's input (1, 3, H, W) RGB 0 to 1, and how it fits in.

    Its longer side becomes ``long_side``; it keeps its shape, but is then made ``stretch`` times as high. Both sides
    are padded to multiples of 32, at least to 64. Blue, green and red are made ``gains`` times as bright.
    """
    height, width = image.shape[:2]
    scale = long_side / max(height, width)
    new_width, new_height = max(1, round(width * scale)), max(1, round(height * scale * stretch))
    if (new_width, new_height) != (width, height):
        method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        image = np.asarray(cv2.resize(image, (new_width, new_height), interpolation=method), np.uint8)
    if gains is not None:
        by: Any = (*gains, 0.0)  # a number a channel, which OpenCV's annotations leave out
        image = np.asarray(cv2.multiply(image, by), np.uint8)
    spare_x, spare_y = _spare(new_width), _spare(new_height)
    left, top = spare_x // 2, spare_y // 2
    padded = np.full((new_height + spare_y, new_width + spare_x, 3), PAD_GREY, np.uint8)
    padded[top : top + new_height, left : left + new_width] = image
    return _planes(padded), Fit(scale, left, top, stretch)


def _planes(image: Image) -> Floats:
    """A picture (height, width, 3) BGR as planes (1, 3, height, width) RGB 0 to 1: what ``cv2.dnn.blobFromImage``
    gives, in a third of its time.
    """
    planes = np.empty((1, 3, *image.shape[:2]), np.float32)
    for plane, channel in zip(planes[0], reversed(cv2.split(image)), strict=True):
        np.multiply(channel, np.float32(1 / 255), out=plane)
    return planes


def _spare(side: int) -> int:
    """Pixels to be added to a side."""
    return max(LEAST_SIDE - side, -side % STRIDE)


def white_balance(image: Image) -> Gains | None:
    """The factors that make the brightest in a picture (height, width, 3) BGR white; None if the light is good."""
    blue, green, red = brightest(image)
    if max(blue, green, red) >= DIM_LEVEL and max(blue, green, red) < COLOURED_RATIO * min(blue, green, red):
        return None
    gain = [min(MOST_GAIN, max(1.0, WHITE_LEVEL / channel)) for channel in (blue, green, red)]
    return gain[0], gain[1], gain[2]


def brightest(image: Image) -> tuple[int, int, int]:
    """The grey levels of blue, green and red, 1 to 255, that only the brightest few pixels of a picture exceed."""
    looked_at = np.ascontiguousarray(image[::PIXEL_STEP, ::PIXEL_STEP])
    blue, green, red = (max(1, _brightest(looked_at, channel)) for channel in range(3))
    return blue, green, red


def _brightest(image: Image, channel: int) -> int:
    """The level of one channel. (By histogram: sorting is slow.)"""
    counts = cv2.calcHist([image], [channel], None, [256], [0, 256]).ravel()
    return int(np.searchsorted(np.cumsum(counts), BRIGHTEST_QUANTILE * counts.sum()))
