"""Which finds are printed on the tablecloth and no cards: flowers, checks, boxes of newspaper.

1. What repeats: the find, together with what is round it, comes again beside it in two directions. A card interrupts
   the print that it lies on, and cards face down on a plain table have nothing round them.
2. What has no card's size beside cards that were surely read, and is no part of one that lies over it or under it.
3. Where so much is print, what is left must show its index to be named, since print is read as any card.
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

CARD = (30, 42)
"""Pixels to which a find is flattened to be compared with what lies beside it."""
AREA, RING = 5.0, 1.6
"""In sizes of the find: how much of the table round it is searched, and with how much of it the find is compared."""
SOFT = 1.5
"""Pixels by which both are blurred: the table's slant makes what repeats a little larger or smaller."""
ELSEWHERE = 0.3
"""Sizes of the find: nearer than this everything looks like itself."""
AGAIN, ACROSS = 0.68, 0.55
"""Correlations of what repeats: in one direction, and in another. Of 300 cards on forty printed cloths none that was
not read beyond doubt came over both.
"""
ASIDE = 0.5
"""The sine of the angle between the two: a row of cards repeats in one direction."""
TEXTURE, PLAIN = 7.0, 3.0
"""Grey levels by which the table round a find must vary for anything to repeat there, and the find itself."""
WHOLE = 0.98
"""A place of which the picture shows less is not compared."""
EDGE = 5
"""Pixels round the flattened find in which its own edge may show, its outline being loose: no texture."""
WIDER = 8.0
"""Pixels of the flattened find: light and shade that change over more are no texture."""
OTHER_SIZE = 0.3
"""The logarithm of the ratio by which a side differs from a card's that is none. On forty cloths cards face down came
to 0.26, out of the outline and of the plane found loosely; of 700 prints 50 lay below.
"""
TOUCHES = 0.02
"""What shares so much of the smaller one's area with a card may be under it."""
MANY = 4
"""So many prints that lie under no card make a patterned cloth: on a plain table there are few things, and they are
left as they are; in a fan there are many parts of cards, one under another.
"""
STANDS_OUT, LOOSELY = 0.8, 0.15
"""What the finder is so sure of may be a card face down; and by so much more may its size then differ."""
MOST_PACKS = 8
"""So many packs and cards may lie face down where no card is read: of more such finds none is believed."""


class Prints:
    """Tells which of the finds in a picture (height, width, 3) BGR are print. ``again``: for the finds of which that is
    known, by their numbers, whether they repeat.
    """

    def __init__(self, image: Image, found: Detections, again: dict[int, bool] | None = None) -> None:
        self._image, self._found = image, found
        self.again = again if again is not None else {}

    def among(self, read: Mask, sure: Mask, many: int = MANY, packs: int = MOST_PACKS) -> Mask:
        """Which of the finds (n,) are print. ``read`` (n,): they can be read, and so are none; ``sure`` (n,): those
        read beyond doubt, which tell how large cards are. Where none is, it takes ``many`` finds to be print, and at
        most so many ``packs`` are believed.
        """
        corners, stands_out = self._found.corners, self._found.confidence >= STANDS_OUT
        alone = np.array([not _under(find, corners[read]) for find in corners], bool)
        again = self._repeat(~read & alone)  # a fan's cards may come again, one beside the other
        if (~read).sum() < (MANY if sure.any() else many):
            return again
        if not sure.any():
            few = (stands_out & ~again & ~read).sum() <= packs
            return np.asarray(~read & (again | ~stands_out | (not few)), bool)
        tolerance = np.where(stands_out, OTHER_SIZE + LOOSELY, OTHER_SIZE).astype(np.float32)
        strange = again | (~read & of_other_size(corners, corners[sure], tolerance))
        return strange if (strange & alone).sum() >= MANY else again

    def _repeat(self, which: Mask) -> Mask:
        """Which of these finds (n,) repeat; each is looked at once."""
        for k in map(int, np.flatnonzero(which)):
            if k not in self.again:
                self.again[k] = repeats(self._image, self._found.corners[k])
        return np.array([which[k] and self.again[k] for k in range(len(which))], bool)


def of_other_size(corners: Floats, cards: Floats, tolerance: Floats) -> Mask:
    """Which finds (n, 4, 2) have another size than cards (m, 4, 2) on the same table, by more than the ``tolerance``
    (n,) of each, and are no part of one.
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
    """Whether a find (4, 2) and what is round it come again beside it, in two directions."""
    ground, shown = _flattened(image, find)
    high, wide = (round(side * RING) | 1 for side in CARD[::-1])
    top, left = (ground.shape[0] - high) // 2, (ground.shape[1] - wide) // 2
    whole = ground[top : top + high, left : left + wide]
    itself, beside = _textures(whole)
    if itself < PLAIN or beside < TEXTURE:
        return False
    alike = np.where(_all_shown(shown, (wide, high)), _alike(ground, whole), -1)
    rows, columns = np.mgrid[0 : alike.shape[0], 0 : alike.shape[1]].astype(np.float32)
    dx, dy = (columns - left) / CARD[0], (rows - top) / CARD[1]
    alike[np.hypot(dx, dy) < ELSEWHERE] = -1
    best = int(alike.argmax())
    x, y = float(dx.flat[best]), float(dy.flat[best])
    across = np.abs(x * dy - y * dx) > ASIDE * np.hypot(x, y) * np.hypot(dx, dy)
    return bool(alike.flat[best] >= AGAIN and np.where(across, alike, -1).max() >= ACROSS)


def _alike(ground: Image, whole: Image) -> Floats:
    """How much each place of the table looks like the middle one (h, w), as a find and together with what is round it:
    the lesser correlation of both.
    """
    x, y = _hole(whole)
    both = cv2.matchTemplate(ground, whole, cv2.TM_CCOEFF_NORMED)
    itself = cv2.matchTemplate(ground, whole[y : y + CARD[1], x : x + CARD[0]], cv2.TM_CCOEFF_NORMED)
    return np.asarray(np.minimum(both, itself[y : y + both.shape[0], x : x + both.shape[1]]), np.float32)


def _all_shown(shown: NDArray[np.uint8], size: tuple[int, int]) -> Mask:
    """Which places of this size (width, height) the picture shows whole, of what it shows of the table."""
    share = cv2.matchTemplate(shown, np.ones(size[::-1], np.uint8), cv2.TM_CCORR) / (size[0] * size[1])
    return np.asarray(share > WHOLE, bool)


def _hole(whole: Image) -> tuple[int, int]:
    """Where the find itself begins in the picture of it with what is round it, x and y."""
    return (whole.shape[1] - CARD[0]) // 2, (whole.shape[0] - CARD[1]) // 2


def _sides(flat: Floats) -> Floats:
    """The mean lengths (n, 2) of edges 0-1 and 2-3, and of edges 1-2 and 3-0."""
    return np.stack(quads.widths_and_heights(flat), 1)


def _textures(whole: Image) -> tuple[float, float]:
    """By how many grey levels a find varies, and what is round it."""
    (x, y), grey = _hole(whole), np.asarray(cv2.cvtColor(whole, cv2.COLOR_BGR2GRAY), np.float32)
    inner = grey[y + EDGE : y + CARD[1] - EDGE, x + EDGE : x + CARD[0] - EDGE]
    ring = np.ones(grey.shape, bool)
    ring[y - EDGE : y + CARD[1] + EDGE, x - EDGE : x + CARD[0] + EDGE] = False
    beside = np.where(ring, grey, np.median(grey[ring])).astype(np.float32)
    fine = beside - cv2.GaussianBlur(beside, (0, 0), WIDER)
    return float(inner.std()), float(fine[ring].std())


def _flattened(image: Image, find: Floats) -> tuple[Image, NDArray[np.uint8]]:
    """The table round a find (4, 2), AREA times as large, as if seen from above; and what of it the picture shows."""
    along, down = (find[1] - find[0] + find[2] - find[3]) / 2, (find[3] - find[0] + find[2] - find[1]) / 2
    size = (round(CARD[0] * AREA), round(CARD[1] * AREA))
    step = np.stack([along / CARD[0], down / CARD[1]], 1)
    start = find.mean(0) - step @ ((np.array(size) - 1) / 2)
    shrink = float(np.linalg.norm(step, axis=0).max())
    if shrink > SOFT:  # shrunk first, or fine print turns to moire
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
    flat = cv2.GaussianBlur(cv2.warpAffine(image, matrix, size, flags=how), (0, 0), SOFT)
    shown = cv2.warpAffine(np.ones(image.shape[:2], np.uint8), matrix, size, flags=how)
    return np.asarray(flat, np.uint8), np.asarray(shown, np.uint8)
