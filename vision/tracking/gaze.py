"""Where to look next: which part of the picture, and from how near.

1. Nowhere, once nothing has moved for a while and all is known.
2. Where things move, while they do; now and then, and once all is at rest, at the whole picture.
3. From nearer as well, once all is at rest: where something has moved since it last was looked at so.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Box
from vision.detection.detections import Detections
from vision.detection.letterbox import LONG_SIDE
from vision.tracking.searching import around, certain_cards, holds, long_side, near_side, part
from vision.tracking.track import Track

QUIET_LOOKS = 4
"""All is at rest, and the networks rest, once the picture has been still for so many frames in a row."""
WHOLE_EVERY = 24
"""While things move, every so many frames the whole picture is looked at, else only where they do."""
LEAST_NEARER = 1.2
"""A nearer look is worth its while only from so much nearer."""


class Gaze:
    """Follows what moves. ``quiet``: for how many frames nothing has; ``side``: pixels of the longer side at which
    pictures are looked at.
    """

    def __init__(self) -> None:
        self.quiet = 0
        self.side = LONG_SIDE
        self._sized = False
        self._touched: Box | None = None

    def wide(
        self, size: tuple[int, int], number: int, stirred: Box | None, tracks: list[Track]
    ) -> Box | None:
        """The part of frame ``number``, of this size (width, height), that is to be looked at, or None; ``stirred``:
        where something has moved since the last look.
        """
        self._touched = joined(self._touched, stirred)
        open_ones = [track for track in tracks if track.open]
        if self.quiet > QUIET_LOOKS and not open_ones:
            return None
        if self.quiet == QUIET_LOOKS or number % WHOLE_EVERY == 0:
            return (0, 0, *size)
        return part(size, stirred, open_ones, tracks)

    def near(self, size: tuple[int, int], box: Box, tracks: list[Track]) -> Box | None:
        """The part to look at from nearer as well, once ``box`` is looked at: what was touched, when all has come to
        rest; where lies what was only found from near, whenever its place is looked at.
        """
        if self.near_side(size) < LEAST_NEARER * self.side:
            return None
        whole = np.array([*size, *size])
        near = [t for t in tracks if t.near and holds(box, around(t.corners, 1.0).clip(0, whole))]
        touched = None
        if self.quiet == QUIET_LOOKS:
            touched, self._touched = self._touched, None
        return part(size, touched, near, tracks)

    def near_side(self, size: tuple[int, int]) -> int:
        """Pixels of the longer side for a look from nearer at a picture of this size (width, height)."""
        return near_side(self.side, max(size))

    def found(self, size: tuple[int, int], box: Box, cards: Detections, tracks: list[Track]) -> None:
        """What was found in a part of a picture: where that is the whole, its cards tell from how near to look next.
        Once that is known it holds while the table is bare as well: the next card will be as large.
        """
        if box != (0, 0, *size):
            return
        certain = certain_cards(cards, tracks)
        self._sized = self._sized or len(certain) > 0
        if len(certain) or not self._sized:
            self.side = long_side(certain if len(certain) else cards.corners, self.side, max(size))


def joined(one: Box | None, other: Box | None) -> Box | None:
    """The least box that holds both."""
    if one is None or other is None:
        return one or other
    return (min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))
