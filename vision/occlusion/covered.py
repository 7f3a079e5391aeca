"""Partly covered cards: from the part that shows, the outlines that the whole card may have.

The finder marks only the part of a covered card that shows, or marks two cards as one. Other cards tell how large a
card is. A detection with the size of a card one way, but shorter or longer the other way, is part of a card, or two
cards. The card then lies at one of its two ends; the reader tells at which, if any.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Doubles, Floats, Mask, Matrix
from vision.geometry import quads
from vision.geometry.plane import HEIGHT_MM, on_table, plane_of

SAME_LENGTH_SHARE = 0.13
"""A detection's side is a card's side if their lengths differ by less than this share."""
LARGER_THAN_A_CARD = 1.15
"""A detection with this many times a card's area is more than one card: of a covered card at least a strip shows."""
LEAST, MOST = 0.12, 1.95
"""Shares of a card's length: a shorter detection tells too little, a longer one is more than two cards."""


def whole_cards(corners: Floats, whole: Floats, plane: Matrix | None = None) -> list[Floats]:
    """For each detection (n, 4, 2), the outlines (m, 4, 2) of cards that it may be a part of, or that may be parts of
    it.

    None if it has a card's size, or if ``whole``, the cards (k, 4, 2) seen whole, do not tell that size. ``plane``: the
    homography (3, 3) from pixels to millimetres on the table, where more is known of it than what these cards tell.
    """
    plane = plane_of(whole) if plane is None and len(whole) else plane
    nothing = np.zeros((0, 4, 2), np.float32)
    if plane is None or not len(whole):
        return [nothing for _ in corners]
    size = _size(plane, whole)
    back = np.asarray(np.linalg.inv(plane), np.float64)
    flat = on_table(plane, corners)
    return [
        on_table(back, outlines) if len(outlines := _at_its_ends(find, size)) else nothing for find in flat
    ]


def larger_than_cards(corners: Floats, whole: Floats) -> Mask:
    """Which detections (n, 4, 2) are larger than cards (k, 4, 2) seen whole; none if those do not tell their size."""
    plane = plane_of(whole)
    if plane is None or not len(corners):
        return np.zeros(len(corners), np.bool_)
    areas, usual = (np.abs(quads.signed_areas(on_table(plane, each))) for each in (corners, whole))
    return np.asarray(areas > LARGER_THAN_A_CARD * np.median(usual), np.bool_)


def _size(plane: Doubles, whole: Floats) -> tuple[float, float]:
    """Width and height of cards (k, 4, 2) on the table, mm."""
    return float(np.median(_sides(on_table(plane, whole)).min(1))), HEIGHT_MM


def _sides(flat: Floats) -> Floats:
    """The mean lengths (n, 2) of edges 0-1 and 2-3, and of edges 1-2 and 3-0."""
    lengths = np.linalg.norm(np.roll(flat, -1, 1) - flat, axis=2)
    return np.asarray((lengths[:, :2] + lengths[:, 2:]) / 2, np.float32)


def _at_its_ends(find: Floats, size: tuple[float, float]) -> Floats:
    """Cards of this size, mm, at either end of a detection (4, 2) that has one side of a card; none if it has both."""
    outlines: list[Floats] = []
    for turned in (find, np.roll(find, -1, 0)):
        across, along = _sides(turned[None])[0]
        for broad, long in (size, size[::-1]):
            fits, ratio = abs(across / broad - 1) < SAME_LENGTH_SHARE, along / long
            if fits and abs(ratio - 1) < SAME_LENGTH_SHARE:
                return np.zeros((0, 4, 2), np.float32)
            if fits and LEAST < ratio < MOST:
                outlines += [_from(turned, long), _from(np.roll(turned, 2, 0), long)]
    return np.array(outlines, np.float32).reshape(-1, 4, 2)


def _from(find: Floats, length: float) -> Floats:
    """A card of this length from the detection's first edge along its sides."""
    way = (find[2] - find[1] + find[3] - find[0]) / 2
    reach = way / max(float(np.linalg.norm(way)), 1e-6) * length
    return np.array([find[0], find[1], find[1] + reach, find[0] + reach], np.float32)
