"""Light that no camera has put right: an orange lamp in the evening, a room too dim. Cards are white.

What is brightest in a picture is most often a card, or the light on something as pale. Where that is far from white,
or dark, the picture is made as if it were white: found so, cards in such light are found nearly as by day.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Gains = tuple[float, float, float]
"""How many times as bright blue, green and red are to be."""

APART = 4
"""Pixels from one that is looked at to the next."""
BRIGHTEST = 99.9
"""Percentile: a single card far away is less than a hundredth of a picture."""
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
    blue, green, red = (
        max(1.0, float(x)) for x in np.percentile(image[::APART, ::APART], BRIGHTEST, axis=(0, 1))
    )
    if max(blue, green, red) >= DIM and max(blue, green, red) < COLOURED * min(blue, green, red):
        return None
    gain = [min(MOST, max(1.0, WHITE / channel)) for channel in (blue, green, red)]
    return gain[0], gain[1], gain[2]
