"""Cells: small copies of pictures, one value for each cell of 4 x 4 pixels, and how two of them differ.

That averages sensor noise out. What light alone changes counts as no difference.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, Mask
from vision.view.light import dimmed

Part = tuple[slice, slice]
"""An upright part of a small picture: its rows and columns, each with a start and a stop."""

CELL = 4
"""Side of a cell, in pixels of the picture."""
PATCH, UNLIKE, TEXTURE = 5, 0.4, 15.0
"""What covers a print hides its pattern, however white a card is on white, and no light does. So a patch of this many
cells a side is covered if its brightness goes along with the bare table's by less than the second (a correlation),
where the bare table's differs by at least the third, grey levels (a standard deviation). Chosen on one film on lace.
"""
BAND = 4
"""Width in cells of the band along the picture's border: what moves there has come in over the border."""
ARM = 14
"""The least moving cells of an arm in that band; a fingertip's shadow has fewer."""
MOST_ARMS = 6
"""What seems to come in at more places than these is a light that changes: in 45 films more were seen in 1 of 370
looks, up to thirty.
"""
SLACK = 0.45
"""Cells by which an edge may seem to move while nothing does: the rest of the shaking, and rounding."""


def small_copy(image: Image) -> Floats:
    """The picture with one value for each cell, float32. Halved twice, which is quicker than once by four."""
    height, width = image.shape[0] // CELL, image.shape[1] // CELL
    half = cv2.resize(image, (2 * width, 2 * height), interpolation=cv2.INTER_AREA)
    return floats(cv2.resize(half, (width, height), interpolation=cv2.INTER_AREA))


def median_colour(picture: Image) -> Floats:
    """The median of each channel (3,) of a picture (h, w, 3), by counting: NumPy's takes seven times as long."""
    levels = [cv2.calcHist([picture], [channel], None, [256], [0, 256])[:, 0] for channel in range(3)]
    counts = [np.cumsum(each) for each in levels]
    middles = [np.searchsorted(each, [(each[-1] - 1) // 2, each[-1] // 2], side="right") for each in counts]
    return np.asarray(np.mean(middles, axis=1), np.float32)


def cells_of(corners: Floats, size: float) -> NDArray[np.int32]:
    """The corners (4, 2) of a card's place in cells, ``size`` times as large."""
    centre = corners.mean(0)
    return np.asarray((centre + (corners - centre) * size) / CELL).astype(np.int32)


def cells_inside(shape: tuple[int, ...], corners: Floats, size: float) -> tuple[Mask, Part]:
    """The cells of a card's place (4, 2), ``size`` times as large, in a small picture of this shape: a mask, and the
    upright part that it is for.
    """
    outline = cells_of(corners, size)
    rows, columns = shape[:2]
    x0, y0 = np.clip(outline.min(0), 0, (columns, rows))
    x1, y1 = np.clip(outline.max(0) + 1, 0, (columns, rows))
    mask = np.zeros((max(y1 - y0, 0), max(x1 - x0, 0)), np.uint8)
    if mask.size:
        cv2.fillConvexPoly(mask, outline - (x0, y0), 1)
    return mask.astype(bool), (slice(y0, max(y0, y1)), slice(x0, max(x0, x1)))


def light_gain(before: Floats, now: Floats) -> Floats:
    """How many times as bright a small picture (h, w, 3) is to be made, by channel (3,), to be as bright as before: a
    lamp or the camera's exposure may have drifted.
    """
    return dimmed(before[::4, ::4], now[::4, ::4]).clip(0.7, 1.4)


def compared(before: Floats, now: Floats, gain: Floats) -> tuple[Floats, Floats]:
    """By how many grey levels two pictures differ, cell by cell, once the second has so many times its light (3,); and
    how much of that edges may cause that only tremble.
    """
    scale: Any = (*gain.tolist(), 0.0)  # a number a channel, which OpenCV's annotations leave out
    bright = floats(cv2.multiply(now, scale))
    return difference(bright, before), floats(SLACK * steepness(before))


def unlike(bare: Floats, now: Floats) -> Mask:
    """The cells (h, w) about which another pattern shows ``now`` than on the ``bare`` table, which has one there."""
    one, other = (floats(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)) for picture in (bare, now))
    mean_one, mean_other = _smooth(one), _smooth(other)
    spread_one = np.sqrt(np.maximum(_smooth(one * one) - mean_one * mean_one, 0))
    spread_other = np.sqrt(np.maximum(_smooth(other * other) - mean_other * mean_other, 0))
    along = _smooth(one * other) - mean_one * mean_other
    return np.asarray((spread_one > TEXTURE) & (along < UNLIKE * spread_one * spread_other))


def _smooth(picture: Floats) -> Floats:
    """The mean about each cell of a picture (h, w)."""
    return floats(cv2.blur(picture, (PATCH, PATCH)))


def difference(one: Floats, other: Floats) -> Floats:
    """The difference (h, w) of two pictures, grey levels, in the channel in which it is largest."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    return floats(cv2.max(cv2.max(blue, green), red))


def steepness(picture: Floats) -> Floats:
    """How much brightness changes between a cell's neighbours, grey levels (h, w)."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    kernel = np.ones((3, 3), np.uint8)
    return floats(cv2.dilate(grey, kernel)) - floats(cv2.erode(grey, kernel))


def shifted(picture: Floats, x: float, y: float) -> Floats:
    """A small picture moved by so many cells."""
    move = np.array([[1, 0, x], [0, 1, y]], np.float32)
    size = (picture.shape[1], picture.shape[0])
    return floats(cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE))


def entries(mask: Mask) -> tuple[float, ...]:
    """Where what a mask (h, w) shows comes in over the picture's border: degrees about the middle, 0 right, 90 below;
    the broadest first. Less than an arm is left out, and all of it where a light changes.
    """
    band = mask.astype(np.uint8)
    band[BAND:-BAND, BAND:-BAND] = 0
    _, _, stats, middles = cv2.connectedComponentsWithStats(band, connectivity=8)
    sizes, centre = stats[1:, cv2.CC_STAT_AREA], np.array(band.shape[::-1]) / 2
    found = [middles[1 + k] - centre for k in np.argsort(-sizes) if sizes[k] >= ARM]
    if len(found) > MOST_ARMS:
        return ()
    return tuple(float(np.degrees(np.arctan2(y, x)) % 360) for x, y in found)


def without_specks(mask: Mask) -> Mask:
    """A mask without its single cells: noise."""
    near = cv2.boxFilter(mask.astype(np.float32), -1, (3, 3), normalize=False)
    return np.asarray(mask & (near > 1.5))


def floats(picture: object) -> Floats:
    """What OpenCV gives, as float32."""
    return np.asarray(picture, np.float32)
