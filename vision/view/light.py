"""Light that no camera has put right: an orange lamp in the evening, a room too dim. Cards are white.

What is brightest in a picture is most often a card, or the light on something as pale. Where that is far from white,
or dark, the picture is made as if it were white: found so, cards in such light are found nearly as by day.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Gains = tuple[float, float, float]
"""How many times as bright blue, green and red are to be."""

APART = 4
"""Pixels from one that is looked at to the next."""
DARKER = 0.999
"""Share of a picture that is not brighter: a single card far away is less than a hundredth of one."""
COLOURED = 1.5
"""So many times as bright as the faintest channel the strongest one is under a lamp that colours."""
DIM = 110.0
"""Grey levels: under less light cards are grey."""
WHITE = 225.0
"""Grey levels of a card in good light."""
MOST = 3.0
"""More is not made of a channel: there is nothing in it but noise."""


def balance(image: Image) -> Gains | None:
    """What makes the brightest in a picture (height, width, 3) BGR white; None where the light is well as it is."""
    looked_at = np.ascontiguousarray(image[::APART, ::APART])
    blue, green, red = (max(1, _brightest(looked_at, channel)) for channel in range(3))
    if max(blue, green, red) >= DIM and max(blue, green, red) < COLOURED * min(blue, green, red):
        return None
    gain = [min(MOST, max(1.0, WHITE / channel)) for channel in (blue, green, red)]
    return gain[0], gain[1], gain[2]


def _brightest(image: Image, channel: int) -> int:
    """The grey level of a channel that all but the brightest few pixels keep to. (From counts, as sorting is slow.)"""
    counts = cv2.calcHist([image], [channel], None, [256], [0, 256])[:, 0]
    return int(np.searchsorted(np.cumsum(counts), DARKER * counts.sum()))
