"""How a picture is framed: turned the right way round if it is mirrored, and what is no table painted over.

Whether it is mirrored, as a front camera shows it, a card's indices tell: they stand in its upper left corner and the
one opposite, and in a mirror in the other two. (Reading does not tell: networks read a mirrored 8 as an 8.)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Floats, Image, Region
from vision.cameras.camera import Camera, Frame
from vision.geometry.edges import refine
from vision.reading.reader import HEIGHT, WIDTH, flattened

PAINT = 96
"""The grey of what is painted over: no card is so dark, no table so plain."""
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


def masked(image: Image, masks: Sequence[Region]) -> Image:
    """A picture (height, width, 3) with these regions painted over; the picture itself where there are none."""
    if not masks:
        return image
    image = image.copy()
    height, width = image.shape[:2]
    for left, upper, right, lower in masks:
        rows = slice(int(upper * height), round(lower * height))
        image[rows, int(left * width) : round(right * width)] = PAINT
    return image


def unmirrored(image: Image) -> Image:
    """A picture with left and right exchanged."""
    return np.ascontiguousarray(image[:, ::-1])


class Framed:
    """A `Camera` whose pictures are turned round and painted over before anybody sees them."""

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
