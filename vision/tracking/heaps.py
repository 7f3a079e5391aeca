"""Heaps: places where cards lie, one over the other, and when each is worth a look from near.

1. Outlines that overlap are one heap.
2. A heap is due once nothing has moved there for some frames, if it looks otherwise than when it was last looked at, or
   never was. An arm that came and went has changed nothing.
3. It is looked at again a little later, and a few times more while a look may tell more: another frame has other noise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Box, Floats, Mask
from vision.geometry import quads
from vision.tracking.arrival import ALIKE_GREY, BUMPED_PX
from vision.tracking.background import Background
from vision.tracking.track import QUIET
from vision.view.cells import CELL, compared, light_gain, shifted

CALM_FRAMES = 3
"""A heap is looked at from near once nothing has moved there for so many frames in a row."""
AGAIN_S = (0.4, 0.4, 0.8, 1.6, 3.2)
"""Seconds from each near look at a heap to the next, if there is one."""
CHANGED = 0.06
"""The share of a heap's cells that look otherwise if something was laid or taken there: a card of a row of twelve is
more, an edge that trembles is less.
"""
MOSTLY = 0.5
"""The share of a cell that must be known, once what is remembered has moved."""
OVER = 0.05
"""Outlines that share more of the smaller one's area are of one heap."""
ONE_HEAP = 0.5
"""The share of the smaller of two boxes from which on they hold one heap."""


@dataclass(eq=False, slots=True)
class Heap:
    """A place where cards lie: its ``box``, for how many frames it has been ``calm``, and since when; how often it was
    ``looked`` at since it changed, and when last; ``open``: another look may tell more.
    """

    box: Box
    calm: int = 0
    calm_since: float = 0.0
    looked: int = 0
    last: float = float("-inf")
    open: bool = True

    def due(self, t: float) -> bool:
        """Whether it is time for another near look."""
        if self.calm < CALM_FRAMES or not self.open or self.looked > len(AGAIN_S):
            return False
        return not self.looked or t - self.last >= AGAIN_S[self.looked - 1]


class Heaps:
    """The heaps on a table. Give ``due`` every frame; ``looked`` is told of each look."""

    def __init__(self) -> None:
        self._heaps: list[Heap] = []
        self._cells: Floats = np.zeros((0, 0, 3), np.float32)
        self._known: Mask = np.zeros((0, 0), bool)
        self._bumped: Floats = np.zeros(2, np.float32)

    def due(self, outlines: Sequence[Floats], background: Background, t: float) -> Iterator[Heap]:
        """The heaps to look at now, if so many outlines (4, 2) lie there."""
        self._gather(outlines)
        self._follow(background)
        for heap in self._heaps:
            self._settle(heap, background, t)
            if heap.due(t):
                yield heap

    def looked(self, heap: Heap, part: Box, background: Background, t: float) -> None:
        """A heap has been looked at, in a part of the picture."""
        heap.looked, heap.last = heap.looked + 1, t
        cells = _cells_of(part)
        self._cells[cells], self._known[cells] = background.picture[cells], True

    def _gather(self, outlines: Sequence[Floats]) -> None:
        """The heaps as these outlines lie now; those that were there go on."""
        before, self._heaps = self._heaps, []
        for box in _boxes(outlines):
            same = [heap for heap in before if _shared(heap.box, box) > ONE_HEAP]
            heap = max(same, key=lambda each: each.last, default=None) or Heap(box)
            before = [each for each in before if each is not heap]
            heap.box = box
            self._heaps.append(heap)

    def _follow(self, background: Background) -> None:
        """What is remembered moves with the camera; of pictures of another size nothing is known."""
        bumped = background.bumped - self._bumped
        if self._known.shape != background.moving_cells.shape:
            self._cells = np.zeros_like(background.picture)
            self._known, self._bumped = np.zeros(self._cells.shape[:2], bool), background.bumped
        elif float(np.abs(bumped).max()) > BUMPED_PX:
            by = bumped / CELL
            self._cells = shifted(self._cells, *by)
            self._known = shifted(self._known.astype(np.float32), *by) > MOSTLY
            self._bumped = background.bumped

    def _settle(self, heap: Heap, background: Background, t: float) -> None:
        """Note whether something moves at a heap's place and, once nothing does, whether it has changed."""
        if background.moving(corners_of(heap.box)) >= QUIET:
            heap.calm = 0
            return
        heap.calm += 1
        heap.calm_since = t if heap.calm == 1 else heap.calm_since
        if heap.calm >= CALM_FRAMES and self._changed(heap.box, background.picture):
            heap.looked, heap.open = 0, True
        elif not heap.looked:  # it was looked at with others
            heap.open = False

    def _changed(self, box: Box, picture: Floats) -> bool:
        """Whether a place looks otherwise than when it was looked at, or never was."""
        part = _cells_of(box)
        known = self._known[part]
        if not known.size or known.mean() < 1 - CHANGED:
            return True
        apart, slack = compared(
            self._cells[part], picture[part], light_gain(self._cells[part], picture[part])
        )
        return float((apart > ALIKE_GREY + slack)[known].mean()) > CHANGED


def corners_of(box: Box) -> Floats:
    """The corners (4, 2) of a box."""
    x0, y0, x1, y1 = box
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def _boxes(outlines: Sequence[Floats]) -> list[Box]:
    """The boxes of heaps: of outlines that overlap, one over the other."""
    groups: list[list[Floats]] = []
    for outline in outlines:
        over = [group for group in groups if any(quads.overlap(outline, other)[1] > OVER for other in group)]
        groups = [group for group in groups if not any(group is each for each in over)]
        groups.append([outline, *(other for group in over for other in group)])
    return [_box(np.concatenate(group)) for group in groups]


def _box(points: Floats) -> Box:
    (x0, y0), (x1, y1) = np.floor(points.min(0)).astype(int), np.ceil(points.max(0)).astype(int)
    return int(x0), int(y0), int(x1) + 1, int(y1) + 1


def _shared(one: Box, other: Box) -> float:
    """The share of the smaller of two boxes that lies in the other."""
    return quads.overlap(corners_of(one), corners_of(other))[1]


def _cells_of(box: Box) -> tuple[slice, slice]:
    """The cells of a small picture that a box takes."""
    x0, y0, x1, y1 = (max(0, each // CELL) for each in box)
    return slice(y0, y1 + 1), slice(x0, x1 + 1)
