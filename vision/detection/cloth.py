"""Which finds are no cards but printed on the tablecloth: flowers, checks, boxes of newspaper.

1. What repeats is print: the find and its surroundings come again beside it, in two directions. A card
   interrupts the print that it lies on. Cards face down on a plain table have no print around them.
2. A find that is not the size of a card is print, if cards were surely read to compare it with, and if it is
   no part of a card that lies over or under it.
3. On a cloth with so much print, a remaining find is named only if its index shows, since print can be read
   as any card.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, Mask
from vision.detection.detections import Detections
from vision.geometry import quads
from vision.geometry.plane import on_table, plane_of
from vision.occlusion.covered import whole_cards

CARD_PX = (30, 42)
"""Width and height in pixels to which a find is flattened, to compare it with what lies beside it."""
AREA, RING = 5.0, 1.6
"""In sizes of the find: how much of the table around it is searched; how much of it is compared."""
RING_FLATTENED = RING * 1.25
"""In sizes of the find: how much is flattened to see a texture, for the blur needs what lies beside."""
BLUR_PX = 1.5
"""Standard deviation in pixels of the blur on both, since the table's slant makes what repeats a little
larger or smaller.
"""
NEAREST_SIZES = 0.3
"""In sizes of the find: places nearer than this are not compared, since they always look like the find."""
AGAIN, ACROSS = 0.68, 0.55
"""Least correlations of what repeats: in the best direction, and in another one. Of 300 cards on forty
printed cloths, each that was not read beyond doubt stayed below at least one of them.
"""
LEAST_SINE = 0.5
"""Least sine of the angle between the two directions: a row of cards repeats in one direction only."""
TEXTURE, PLAIN = 7.0, 3.0
"""Grey levels (standard deviation): how much the surroundings of a find must vary, and the find itself, for
the print to count as repeating.
"""
SHOWN_SHARE = 0.98
"""A place is not compared if the picture shows less than this share of it."""
EDGE_PX = 5
"""Pixels around the flattened find that are left out: its own edge may show there, since its outline is
loose.
"""
LIGHT_CHANGE_PX = 8.0
"""Pixels of the flattened find: changes of light over more than this are no texture."""
OTHER_SIZE = 0.3
"""A find is no card if the logarithm of the ratio of its side to a card's is more than this. On forty cloths
cards face down came to 0.26, since the outline and the plane are found loosely; of 700 prints 50 lay below
it.
"""
TOUCHES = 0.02
"""If a find and a card share more than this part of the smaller one's area, one may lie under the other."""
MANY = 4
"""This many prints that lie under no card make a patterned cloth. On a plain table there are few such finds,
and they stay as they are; in a fan there are many parts of cards, one under another.
"""
STANDS_OUT, LOOSELY = 0.8, 0.15
"""A find with this confidence may be a card face down; its size may then differ by this much more (a
logarithm).
"""
MOST_PACKS = 8
"""Where no card is read, at most this many finds are believed to be packs or cards face down. If there are
more, none is believed.
"""


class Prints:
    """Decides which finds in a picture (height, width, 3) BGR are print.

    ``again``: whether a find repeats, by its number, for the finds that were judged before.
    """

    def __init__(self, image: Image, found: Detections, again: dict[int, bool] | None = None) -> None:
        self._image, self._found = image, found
        self.again = again if again is not None else {}

    def among(self, read: Mask, sure: Mask, many: int = MANY, packs: int = MOST_PACKS) -> Mask:
        """Decide which of the finds (n,) are print.

        ``read`` (n,): they can be read, and so are not print. ``sure`` (n,): read beyond doubt; they tell the
        size of cards. If none is sure and at least ``many`` finds cannot be read, only finds that stand out
        are believed to be packs, and only if there are at most ``packs`` of them.
        """
        corners, stands_out = self._found.corners, self._found.confidence >= STANDS_OUT
        alone = np.array([not _under(find, corners[read]) for find in corners], bool)
        again = self._repeat(~read & alone)  # not in a fan, where neighbouring cards may look alike
        if (~read).sum() < (MANY if sure.any() else many):
            return again
        if not sure.any():
            few = (stands_out & ~again & ~read).sum() <= packs
            return np.asarray(~read & (again | ~stands_out | (not few)), bool)
        tolerance = np.where(stands_out, OTHER_SIZE + LOOSELY, OTHER_SIZE).astype(np.float32)
        strange = again | (~read & of_other_size(corners, corners[sure], tolerance))
        return strange if (strange & alone).sum() >= MANY else again

    def faint(self, read: Mask) -> Mask:
        """Which finds (n,) are print where every find was read and cards are among them: those that cannot be read, lie
        under no card and are found with little confidence, if there are many. A square of a checked cloth may have
        nearly a card's size; a card face down is found with more confidence.
        """
        alone = np.array([not _under(find, self._found.corners[read]) for find in self._found.corners], bool)
        weak = ~read & alone & (self._found.confidence < STANDS_OUT)
        return np.asarray(weak & (weak.sum() >= MANY), bool)

    def _repeat(self, which: Mask) -> Mask:
        """Which of these finds (n,) repeat; each is looked at once."""
        for k in map(int, np.flatnonzero(which)):
            if k not in self.again:
                self.again[k] = repeats(self._image, self._found.corners[k])
        return np.array([which[k] and self.again[k] for k in range(len(which))], bool)


def of_other_size(corners: Floats, cards: Floats, tolerance: Floats) -> Mask:
    """Which finds (n, 4, 2) are not the size of cards (m, 4, 2) on the same table, and no part of one.

    ``tolerance`` (n,): the largest difference for each find, as a logarithm of the ratio.
    """
    plane = plane_of(cards)
    if plane is None:
        return np.zeros(len(corners), bool)
    usual = np.median(_sides(on_table(plane, cards)), 0)
    sides = _sides(on_table(plane, corners))
    off = [np.abs(np.log(np.maximum(way, 1e-3) / usual)).max(1) for way in (sides, sides[:, ::-1])]
    strange = np.asarray(np.minimum(*off) > tolerance, bool)
    for k in np.flatnonzero(strange):
        if _under(corners[k], cards):
            strange[k] = not len(whole_cards(corners[k : k + 1], cards)[0])
    return strange


def _under(find: Floats, cards: Floats) -> bool:
    """Whether a find (4, 2) lies partly under one of these cards (n, 4, 2), or over it."""
    return any(quads.overlap(find, card)[1] > TOUCHES for card in cards)


def repeats(image: Image, find: Floats) -> bool:
    """Whether a find (4, 2) and its surroundings come again beside it, in two directions."""
    itself, beside = _textures(_middle(_flattened(image, find, RING_FLATTENED)[0])[0])
    if itself < PLAIN or beside < TEXTURE:
        return False  # most finds are cards on a plain table: seen without flattening all that lies around
    ground, shown = _flattened(image, find, AREA)
    whole, left, top = _middle(ground)
    high, wide = whole.shape[:2]
    alike = np.where(_all_shown(shown, (wide, high)), _alike(ground, whole), -1)
    rows, columns = np.mgrid[0 : alike.shape[0], 0 : alike.shape[1]].astype(np.float32)
    dx, dy = (columns - left) / CARD_PX[0], (rows - top) / CARD_PX[1]
    alike[np.hypot(dx, dy) < NEAREST_SIZES] = -1
    best = int(alike.argmax())
    x, y = float(dx.flat[best]), float(dy.flat[best])
    across = np.abs(x * dy - y * dx) > LEAST_SINE * np.hypot(x, y) * np.hypot(dx, dy)
    return bool(alike.flat[best] >= AGAIN and np.where(across, alike, -1).max() >= ACROSS)


def _middle(ground: Image) -> tuple[Image, int, int]:
    """The find with its surroundings in the middle of a flattened table, and its x and y there."""
    high, wide = (round(side * RING) | 1 for side in CARD_PX[::-1])
    top, left = (ground.shape[0] - high) // 2, (ground.shape[1] - wide) // 2
    return ground[top : top + high, left : left + wide], left, top


def _alike(ground: Image, whole: Image) -> Floats:
    """How much each place of the table looks like the middle one (h, w).

    This is the lesser of two correlations: that of the find alone, and that of the find with its
    surroundings.
    """
    x, y = _hole(whole)
    both = cv2.matchTemplate(ground, whole, cv2.TM_CCOEFF_NORMED)
    itself = cv2.matchTemplate(ground, whole[y : y + CARD_PX[1], x : x + CARD_PX[0]], cv2.TM_CCOEFF_NORMED)
    return np.asarray(np.minimum(both, itself[y : y + both.shape[0], x : x + both.shape[1]]), np.float32)


def _all_shown(shown: NDArray[np.uint8], size: tuple[int, int]) -> Mask:
    """Which places of this size (width, height) the picture shows whole.

    ``shown``: 1 where the picture shows the table, else 0.
    """
    share = cv2.matchTemplate(shown, np.ones(size[::-1], np.uint8), cv2.TM_CCORR) / (size[0] * size[1])
    return np.asarray(share > SHOWN_SHARE, bool)


def _hole(whole: Image) -> tuple[int, int]:
    """The x and y at which the find begins in the picture of it with its surroundings."""
    return (whole.shape[1] - CARD_PX[0]) // 2, (whole.shape[0] - CARD_PX[1]) // 2


def _sides(flat: Floats) -> Floats:
    """The mean lengths (n, 2) of edges 0-1 and 2-3, and of edges 1-2 and 3-0."""
    return np.stack(quads.widths_and_heights(flat), 1)


def _textures(whole: Image) -> tuple[float, float]:
    """The standard deviations of a find and of its surroundings, in grey levels."""
    (x, y), grey = _hole(whole), np.asarray(cv2.cvtColor(whole, cv2.COLOR_BGR2GRAY), np.float32)
    inner = grey[y + EDGE_PX : y + CARD_PX[1] - EDGE_PX, x + EDGE_PX : x + CARD_PX[0] - EDGE_PX]
    ring = np.ones(grey.shape, bool)
    ring[y - EDGE_PX : y + CARD_PX[1] + EDGE_PX, x - EDGE_PX : x + CARD_PX[0] + EDGE_PX] = False
    beside = np.where(ring, grey, np.median(grey[ring])).astype(np.float32)
    fine = beside - cv2.GaussianBlur(beside, (0, 0), LIGHT_CHANGE_PX)
    return float(inner.std()), float(fine[ring].std())


def _flattened(image: Image, find: Floats, area: float) -> tuple[Image, NDArray[np.uint8]]:
    """The table around a find (4, 2), so many times as large, as seen from above; and a mask of what is shown.

    The mask is 1 where the picture shows the table, else 0.
    """
    along, down = (find[1] - find[0] + find[2] - find[3]) / 2, (find[3] - find[0] + find[2] - find[1]) / 2
    size = (round(CARD_PX[0] * area), round(CARD_PX[1] * area))
    step = np.stack([along / CARD_PX[0], down / CARD_PX[1]], 1)
    start = find.mean(0) - step @ ((np.array(size) - 1) / 2)
    shrink = float(np.linalg.norm(step, axis=0).max())
    if shrink > BLUR_PX:  # shrink first, since fine print would give moire
        reach = (np.abs(step) @ size) / 2
        x0, y0 = np.clip(find.mean(0) - reach, 0, np.array(image.shape[1::-1]) - 1).astype(int)
        x1, y1 = np.clip(find.mean(0) + reach, (x0, y0), image.shape[1::-1]).astype(int) + 1
        image = image[y0:y1, x0:x1]
        small = (max(1, round(image.shape[1] / shrink)), max(1, round(image.shape[0] / shrink)))
        factor = np.divide(small, image.shape[1::-1])
        image = np.asarray(cv2.resize(image, small, interpolation=cv2.INTER_AREA), np.uint8)
        step, start = step * factor[:, None], (start - (x0, y0) + 0.5) * factor - 0.5
    matrix = np.column_stack([step, start])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.GaussianBlur(cv2.warpAffine(image, matrix, size, flags=how), (0, 0), BLUR_PX)
    shown = cv2.warpAffine(np.ones(image.shape[:2], np.uint8), matrix, size, flags=how)
    return np.asarray(flat, np.uint8), np.asarray(shown, np.uint8)
