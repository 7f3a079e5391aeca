"""Background: how the bare table looks, and where a frame differs from it or moves.

All is done on a small copy of the picture, in cells (``vision.view.cells``). The camera may shake or be bumped, so
each frame is first aligned with the one before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Box, Floats, Image, Mask
from vision.view.cells import (
    CELL,
    Part,
    cells_inside,
    cells_of,
    compared,
    difference,
    entries,
    floats,
    light_gain,
    shifted,
    small_copy,
    steepness,
    unlike,
    without_specks,
)

MOVING = 9.0
"""Grey levels from frame to frame from which a cell counts as moving."""
NOISE, NOISY, NOISE_LOOKS = 3.0, 5.0, 8
"""In a dim room noise changes cells by more. If the median cell changes by more than the first, in grey levels, the
limit rises by the second times the excess. The calmest of so many frames counts: a bump, or an arm over half the
picture, is no noise.
"""
STILL = 0.0008
"""Share of the cells that may change by chance; a fingertip changes more."""
DIFFERENT = 20.0
"""Grey levels from the bare table from which a cell counts as covered."""
PATTERNED = 25.0
"""Grey levels by which the median cell of a bare table differs from its neighbours, at least, if the table is printed:
felt, wood, linen and plastic in films have 2 to 14, prints 30 to 87.
"""
GAP, RIM, SPECK = 7, 3, 2
"""Cells: what differs from the bare table is closed over gaps so wide, since a card's white may look like the print's,
and taken a little larger; what is narrower than the last is noise.
"""
DENTED = 0.6
"""The least share of its hull that what differs must fill to be a card of which parts look like the table. Chosen.
An arm may fill as much: then a little print shows beside it.
"""
PLAIN = 0.6
"""How bright the even ground is that takes the bare table's place, of the picture's median: cards are lighter."""
LEARNING = 0.17
"""Learning rate: how much of a still, uncovered cell is taken over into the background each time."""
LEAST_SHIFT, FAR_SHIFT, FARTHEST_SHIFT = 0.04, 6.0, 20.0
"""Cells: a smaller shift than the first is nothing, a larger one than the last has lost the table. A knock swings a
camera further than it leaves it: 18 cells where that was 7 (film 10027).
"""
BETTER = 0.92
"""A shift is believed if it leaves at most this share of the difference at edges."""
BLOCKS, WITH_EDGES, EDGES_SHARE, STAYED = 8, 16, 0.02, 0.5
"""A far shift may be an arm's over a plain table, so the whole picture must have moved. Of 8 by 8 blocks so many have
edges, in such a share of their cells at least; and in none is the difference less than half as large without it.
Seven knocks: 26 blocks or more, and none stayed. Four arms: 14 at most, and one to five stayed.
"""
EDGE = 12.0
"""Grey levels from cell to cell from which there is an edge."""
LESSONS = 3
"""Every so many frames the background is brought up to date."""
SEEN_SHARE, BARE_SHARE, UNCHANGED_SHARE = 0.7, 0.25, 0.05
"""Shares of a card's place: so much must have been seen bare to compare it; with less than the second that differs the
bare table shows, perhaps under a white card on white; with less than the third nothing at all lies there.
"""


class Background:
    """The memory of the bare table. Give it each frame once with ``update``; then ask about places.

    ``shift``: how far the picture has moved since the frame before, in pixels (x, y). ``bumped``: by how
    much in all. ``patterned``: whether the bare table is printed all over, as far as it has been seen.
    """

    def __init__(self) -> None:
        self.shift = np.zeros(2, np.float32)
        self.bumped = np.zeros(2, np.float32)
        self.patterned = False
        self._showed_in = 0.0
        self._before: Floats | None = None
        self._share_moving = 0.0
        self._noise: deque[float] = deque(maxlen=NOISE_LOOKS)
        self._bare: Floats = np.zeros((0, 0, 3), np.float32)
        self._known: Mask = np.zeros((0, 0), bool)
        self._moving: Mask = np.zeros((0, 0), bool)
        self._different: Mask | None = None
        self._gains: dict[int, Floats] = {}
        self._moved: Mask = np.zeros((0, 0), bool)
        self._seen = 0

    def update(self, image: Image) -> None:
        """Take in the next frame (height, width, 3) BGR."""
        small = small_copy(image)
        if self._before is None or self._before.shape != small.shape:
            self._bare, self._known = small.copy(), np.zeros(small.shape[:2], bool)
            self._moving = np.zeros(small.shape[:2], bool)
            self._moved = np.ones(small.shape[:2], bool)
        else:
            self._compare(self._before, small)
        self._before, self._different, self._gains = small, None, {}
        self._seen += 1

    def _compare(self, before: Floats, small: Floats) -> None:
        before = self._aligned(before, small)
        apart, slack = compared(before, small, light_gain(before, small))
        self._noise.append(_middle(apart[::4, ::4].ravel()))
        noise = min(self._noise) if len(self._noise) == NOISE_LOOKS else 0.0
        changed = np.asarray(apart > MOVING + NOISY * max(0.0, noise - NOISE) + slack)
        self._share_moving = float(changed.mean())
        self._moving = _grown(changed)
        if not self.still():
            self._moved |= without_specks(changed)

    def _aligned(self, before: Floats, now: Floats) -> Floats:
        """The frame before, shifted onto this one if the camera moved; the background is shifted too.

        An arm that moves over a plain table looks like a shift too. So a shift is believed only if still edges fit
        better with it.
        """
        self.shift = np.zeros(2, np.float32)
        grey_before, grey_now = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (before, now))
        (x, y), _ = cv2.phaseCorrelate(grey_before, grey_now, _window(grey_now.shape))
        if not LEAST_SHIFT < max(abs(x), abs(y)) < FARTHEST_SHIFT:
            return before
        moved = shifted(before, x, y)
        edges = steepness(before) > EDGE
        if not edges.any():
            return before
        apart, aligned = (_middle(difference(picture, now)[edges]) for picture in (before, moved))
        if aligned > BETTER * apart:
            return before
        if max(abs(x), abs(y)) >= FAR_SHIFT and not _all_moved(
            edges, difference(before, now), difference(moved, now)
        ):
            return before
        self.shift = np.array([x * CELL, y * CELL], np.float32)
        self.bumped = self.bumped + self.shift
        self._bare = shifted(self._bare, x, y)
        return moved

    def learn(self, cards: list[Floats], backs: Sequence[Floats] = ()) -> None:
        """Learn how the table looks where nothing moves and no card (corners (4, 2)) lies. Where the table is printed,
        what lies there like a card's back and was never seen bare is the table too: a box of the print, or a pack.
        """
        if self._before is None or self._seen % LESSONS:
            return
        still = ~self._moving & ~self._taken(cards)
        free = still & ~self._taken(backs)
        fresh = (still if self.patterned else free) & ~self._known
        cv2.copyTo(self._before, fresh.astype(np.uint8), self._bare)
        self._known |= free | fresh
        cv2.accumulateWeighted(self._before, self._bare, LEARNING, free.astype(np.uint8))
        if self._known.any():
            self._judge_print()

    def _judge_print(self) -> None:
        """Find out whether the bare table is printed, by the light in which that showed: in less it differs by less."""
        steep = _middle(steepness(self._bare)[self._known])
        light = max(1.0, _middle(self._bare[..., 1][self._known]))
        if steep >= PATTERNED:
            self._showed_in = max(self._showed_in, light)
        self.patterned = steep * max(1.0, self._showed_in / light) >= PATTERNED

    def _taken(self, cards: Sequence[Floats]) -> Mask:
        """The cells (h, w) on which one of these cards (4, 2) lies, or that are near it."""
        taken = np.zeros(self._moving.shape, np.uint8)
        for corners in cards:
            cv2.fillConvexPoly(taken, cells_of(corners, 1.25), 1)
        return taken.astype(bool)

    def moving(self, corners: Floats) -> float:
        """The share of a card's place (4, 2) that moves."""
        inside, part = cells_inside(self._moving.shape, corners, 1.0)
        return float(self._moving[part][inside].mean()) if inside.any() else 0.0

    def moved_box(self) -> Box | None:
        """The part of the picture, in pixels, that has moved since ``forget_moves``; None if nothing has."""
        rows, columns = np.flatnonzero(self._moved.any(1)), np.flatnonzero(self._moved.any(0))
        if not len(rows):
            return None
        x0, y0, x1, y1 = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
        return int(x0 * CELL), int(y0 * CELL), int(x1 * CELL), int(y1 * CELL)

    def forget_moves(self) -> None:
        """Forget what has moved so far: it has been looked at."""
        self._moved[:] = False

    def still(self) -> bool:
        """Whether almost nothing moves anywhere."""
        return self._share_moving < STILL

    @property
    def picture(self) -> Floats:
        """The frame last taken in, one value a cell (h, w, 3)."""
        assert self._before is not None
        return self._before

    @property
    def moving_cells(self) -> Mask:
        """The cells (h, w) that moved from the frame before to this one."""
        return self._moving

    def arms(self) -> tuple[float, ...]:
        """Where arms reach in over the border: degrees about the middle, 0 right, 90 below; largest first."""
        return entries(self._moving) if self._moving.any() else ()

    def bare(self, corners: Floats) -> bool | None:
        """Whether the bare table shows at a card's place (4, 2); None if the place was never seen bare."""
        share = self._share_differing(corners)
        return None if share is None else share < BARE_SHARE

    def unchanged(self, corners: Floats) -> bool:
        """Whether all of a card's place (4, 2) looks as the bare table does: what is found there is print."""
        share = self._share_differing(corners)
        return share is not None and share < UNCHANGED_SHARE

    def _share_differing(self, corners: Floats) -> float | None:
        """The share of a card's place (4, 2) that does not look as the bare table does; None if the place was never
        seen bare.
        """
        inside, part = cells_inside(self._moving.shape, corners, 0.8)
        if not inside.any() or self._before is None or self._known[part][inside].mean() < SEEN_SHARE:
            return None
        return float(self._differing()[part][inside & self._known[part]].mean())

    def plain(self, image: Image) -> Image:
        """The frame last taken in (height, width, 3) BGR without the bare table: that is one even colour, so that a
        print's edges do not hide a card's. What was never seen bare stays.
        """
        return self._only(image, np.where(self._known, _pieces(self._differing()), 1))

    def new_since(self, look: Image, part: Part | None = None) -> Mask:
        """The cells of the frame last taken in, or of a part of it (h, w), that do not look as in an earlier one, small
        (H, W, 3).
        """
        rows, columns = part if part is not None else [slice(0, side) for side in look.shape[:2]]
        top, left = max(rows.start - 1, 0), max(columns.start - 1, 0)
        # a cell is held against its neighbours
        beside = slice(top, rows.stop + 1), slice(left, columns.stop + 1)
        before = floats(look)
        if id(look) not in self._gains:  # asked for many cards; a remembered look outlives the frame
            self._gains[id(look)] = light_gain(before, self.picture)
        apart, slack = compared(before[beside], self.picture[beside], self._gains[id(look)])
        new = np.asarray(apart > DIFFERENT + slack)
        return new[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]

    def only(self, image: Image, new: Mask) -> Image:
        """The frame last taken in (height, width, 3) BGR where cells (h, w) are ``new``; all else is one colour."""
        return self._only(image, _pieces(new))

    def _only(self, image: Image, show: Mask) -> Image:
        share = cv2.resize(show.astype(np.float32), image.shape[1::-1])
        ground = PLAIN * np.median(self.picture[::4, ::4].reshape(-1, 3), axis=0)
        return _blended(image, np.asarray(share, np.float32), ground.astype(np.float32))

    def _differing(self) -> Mask:
        """The cells (h, w) that do not look as the bare table does there."""
        if self._different is None:
            apart, slack = compared(self._bare, self.picture, light_gain(self._bare, self.picture))
            self._different = np.asarray(apart > DIFFERENT + slack)
            if self.patterned:
                self._different |= unlike(self._bare, self.picture)
        return self._different


def _pieces(differing: Mask) -> Mask:
    """What differs (h, w), in whole pieces a little larger than it is, without specks."""
    show = cv2.morphologyEx(differing.astype(np.uint8), cv2.MORPH_OPEN, np.ones((SPECK, SPECK), np.uint8))
    show = cv2.morphologyEx(show, cv2.MORPH_CLOSE, np.ones((GAP, GAP), np.uint8))
    return cv2.dilate(_rounded_out(np.asarray(show, np.uint8)), np.ones((RIM, RIM), np.uint8)).astype(bool)


def _blended(image: Image, share: Floats, ground: Floats) -> Image:
    """So much (h, w) of a picture (h, w, 3) over an even ground (3,). Nearly everywhere that is all or nothing, and
    copied: working out every pixel took five times as long.
    """
    row = np.tile(ground.astype(np.uint8), (image.shape[1], 1))
    blended = np.repeat(row[None], image.shape[0], 0)
    cv2.copyTo(image, (share > 0).astype(np.uint8), blended)
    rim = np.flatnonzero((share > 0) & (share < 1))
    by = share.reshape(-1)[rim, None]
    pixels = image.reshape(-1, 3)[rim] * by + ground * (1 - by)
    blended.reshape(-1, 3)[rim] = pixels.astype(np.uint8)
    return blended


def _rounded_out(show: Image) -> Image:
    """A mask (h, w) of 0 and 1, its pieces that all but fill their hull made as large as that: a card has no dents."""
    pieces, _ = cv2.findContours(show, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hulls = [(cv2.contourArea(piece), cv2.convexHull(piece)) for piece in pieces]
    whole = [hull for area, hull in hulls if area >= DENTED * cv2.contourArea(hull)]
    return np.asarray(cv2.drawContours(show.copy(), whole, -1, 1, cv2.FILLED), np.uint8)


def _all_moved(edges: Mask, before: Floats, moved: Floats) -> bool:
    """Whether no part of the picture stayed where it was: ``before`` and ``moved`` (h, w) are how this frame differs
    from the one before, and from that one moved.
    """
    rows, columns = (np.array_split(np.arange(side), BLOCKS) for side in edges.shape)
    blocks = [np.ix_(some, others) for some in rows for others in columns]
    printed = [block for block in blocks if edges[block].mean() >= EDGES_SHARE]
    apart = ((picture[block][edges[block]] for picture in (before, moved)) for block in printed)
    stayed = any(_middle(there) < STAYED * _middle(elsewhere) for there, elsewhere in apart)
    return len(printed) >= WITH_EDGES and not stayed


def _middle(values: Floats) -> float:
    """The median of some values (n,); of an even number, the upper of the two."""
    half = len(values) // 2
    return float(np.partition(values, half)[half])


def _grown(mask: Mask) -> Mask:
    return cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)


def _window(shape: tuple[int, ...]) -> Floats:
    return np.asarray(cv2.createHanningWindow((shape[1], shape[0]), cv2.CV_32F), np.float32)
