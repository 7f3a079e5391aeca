"""Framing: a mirrored picture is turned back, and regions that are no table are masked.

A front camera gives a mirrored picture. A card's indices tell: they are at its upper left and lower right corner, and
in a mirror at the other two. (Reading does not tell: the networks read a mirrored 8 as an 8.)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Floats, Image, Region
from vision.cameras.camera import Camera, Frame
from vision.geometry.edges import refine
from vision.reading.reader import HEIGHT, WIDTH, flattened

MASK_LEVEL = 96
"""Grey level of a masked region: no card is so dark, and no table so plain."""
UPPER, LOWER = round(0.035 * HEIGHT), round(0.295 * HEIGHT)
OUTER, INNER = round(0.04 * WIDTH), round(0.19 * WIDTH)
"""Where an index is, in pixels of a flattened card from its corner."""
FAINT_PRINT = 0.15
"""Differences from the paper, in shares of its brightness, up to which there is no print."""
SURE_SUM = 1.5
"""The sum over cards from which the answer is sure. Of real cards, nine in ten give 0.4 to 0.9 each; decks with four
indices give almost nothing.
"""
FEWEST_CARDS = 3
"""The least cards before there is an answer."""


def masked(image: Image, masks: Sequence[Region]) -> Image:
    """A picture (height, width, 3) with these regions masked; the picture itself if there are none."""
    if not masks:
        return image
    image = image.copy()
    height, width = image.shape[:2]
    for left, upper, right, lower in masks:
        rows = slice(int(upper * height), round(lower * height))
        image[rows, int(left * width) : round(right * width)] = MASK_LEVEL
    return image


def unmirrored(image: Image) -> Image:
    """A picture with left and right swapped."""
    return np.ascontiguousarray(image[:, ::-1])


class Framed:
    """A `Camera` whose pictures are unmirrored and masked first."""

    def __init__(self, camera: Camera, mirrored: bool = False, masks: Sequence[Region] = ()) -> None:
        self._camera, self._mirrored, self._masks = camera, mirrored, tuple(masks)

    @property
    def live(self) -> bool:
        """See Camera."""
        return self._camera.live

    def read(self) -> Frame | None:
        """See Camera."""
        frame = self._camera.read()
        if frame is None or not (self._mirrored or self._masks):
            return frame
        image = unmirrored(frame.image) if self._mirrored else frame.image
        return Frame(masked(image, self._masks), frame.t, frame.number)

    def close(self) -> None:
        """See Camera."""
        self._camera.close()


def handedness(image: Image, corners: Floats) -> float:
    """How surely a card at ``corners`` (4, 2) is not mirrored: 1 surely not, -1 surely mirrored, 0 unknown."""
    darkest = flattened(image, corners).min(2).astype(np.float32)
    paper = max(float(np.percentile(darkest, 75)), 40.0)
    print_there = np.clip((paper - darkest) / paper - FAINT_PRINT, 0, 1)
    left = _ink(print_there) + _ink(print_there[::-1, ::-1])
    right = _ink(print_there[:, ::-1]) + _ink(print_there[::-1])
    return (left - right) / (left + right + 0.02)


def _ink(card: Floats) -> float:
    """Print in the upper left corner."""
    return float(card[UPPER:LOWER, OUTER:INNER].mean())


class MirrorWatch:
    """Sums up over cards; ``mirrored`` is True or False once that is sure, None until then."""

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
        if self._asked < FEWEST_CARDS or abs(self._sum) < SURE_SUM:
            return None
        return self._sum < 0
