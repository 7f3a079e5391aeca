"""Is the picture mirrored, as a front camera shows it? A card's indices tell: they stand in its upper left corner and
the one opposite, and in a mirror in the other two. (Reading does not tell: networks read a mirrored 8 as an 8.)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry.edges import refine
from vision.reading.reader import HEIGHT, WIDTH, flattened

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

UPPER, LOWER = round(0.035 * HEIGHT), round(0.295 * HEIGHT)
OUTER, INNER = round(0.04 * WIDTH), round(0.19 * WIDTH)
"""Where an index stands, in pixels of a flattened card from its corner."""
FAINT = 0.15
"""Shares of the paper's brightness that are no print."""
SURE = 1.5
"""So much more print in one pair of corners than in the other, summed over cards, is no chance: of real cards nine in
ten say 0.4 to 0.9 each, and decks with four indices next to nothing.
"""
FEWEST = 3
"""Cards that must have been asked."""


def handedness(image: Image, corners: Floats) -> float:
    """How surely a card at ``corners`` (4, 2) lies the right way round: 1 surely, -1 surely mirrored, 0 no telling."""
    darkest = flattened(image, corners).min(2).astype(np.float32)
    paper = max(float(np.percentile(darkest, 75)), 40.0)
    print_there = np.clip((paper - darkest) / paper - FAINT, 0, 1)
    left = _ink(print_there) + _ink(print_there[::-1, ::-1])
    right = _ink(print_there[:, ::-1]) + _ink(print_there[::-1])
    return (left - right) / (left + right + 0.02)


def _ink(card: Floats) -> float:
    """Print in the upper left corner."""
    return float(card[UPPER:LOWER, OUTER:INNER].mean())


class MirrorWatch:
    """Asks card after card; ``mirrored`` is True or False once it is sure, None until then."""

    def __init__(self) -> None:
        self._sum, self._asked = 0.0, 0

    def ask(self, image: Image, cards: Floats) -> None:
        """Take in the cards at ``cards`` (n, 4, 2) of one picture."""
        for corners in refine(image, cards):
            self._sum += handedness(image, corners)
            self._asked += 1

    @property
    def mirrored(self) -> bool | None:
        """What the cards have said so far."""
        if self._asked < FEWEST or abs(self._sum) < SURE:
            return None
        return self._sum < 0
