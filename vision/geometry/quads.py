"""The geometry of quadrilaterals in a picture, and of the upright boxes that hold them.

Quadrilaterals are float32 (n, 4, 2), pixels, y downwards; boxes are x0, y0, x1, y1.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Box, Doubles, Floats, Mask

NEXT, LAST = [1, 2, 3, 0], [3, 0, 1, 2]
"""For each corner, the number of the next one and of the one before."""


AT_BORDER = 4.0
"""Pixels: an outline that ends so near to the picture's border may go on beyond it."""


def signed_areas(corners: Floats) -> Floats:
    """Areas (n,) in square pixels, positive where the corners go clockwise as seen."""
    x, y = corners[..., 0], corners[..., 1]
    return np.asarray((x * y[:, NEXT] - x[:, NEXT] * y).sum(1) / 2, np.float32)


def turns(corners: Floats) -> Floats:
    """The sine of each corner's turn (n, 4), positive for a right turn as seen."""
    along = corners[:, NEXT] - corners
    before = along[:, LAST]
    cross = before[..., 0] * along[..., 1] - before[..., 1] * along[..., 0]
    lengths = np.linalg.norm(along, axis=2)
    return np.asarray(cross / np.maximum(lengths * lengths[:, LAST], 1e-6), np.float32)


def widths_and_heights(corners: Floats) -> tuple[Floats, Floats]:
    """The mean length (n,) of edges 0-1 and 2-3, and that of edges 1-2 and 3-0."""
    lengths = np.linalg.norm(corners[:, NEXT] - corners, axis=2)
    return (lengths[:, 0] + lengths[:, 2]) / 2, (lengths[:, 1] + lengths[:, 3]) / 2


def in_order(corners: Floats) -> Floats:
    """The same quadrilaterals with their corners clockwise and a short edge first.

    Where the corners already go round (either way) the first edge stays the first: under perspective a
    card's short edge can look the longer, and the network has seen which it is. Where the outline crosses
    itself, the corners are sorted around their middle and the edges' lengths decide.
    """
    ordered = corners.copy()
    rounds = turns(corners)
    anticlockwise = (rounds < 0).all(1)
    ordered[anticlockwise] = corners[anticlockwise][:, [1, 0, 3, 2]]
    crossing = ~anticlockwise & ~(rounds > 0).all(1)
    for k in np.flatnonzero(crossing):
        ordered[k] = _sorted_round(corners[k])
    return ordered


def _sorted_round(corners: Floats) -> Floats:
    """Corners (4, 2) sorted clockwise around their middle, a short edge first."""
    off = corners - corners.mean(0)
    round_trip = corners[np.argsort(np.arctan2(off[:, 1], off[:, 0]))]
    width, height = widths_and_heights(round_trip[None])
    return np.asarray(np.roll(round_trip, -1, 0) if width[0] > height[0] else round_trip, np.float32)


def sound(corners: Floats, least_edge: float, least_sine: float) -> Mask:
    """Which (n,) are clockwise and convex, with no edge shorter and no corner flatter than given."""
    edges = np.linalg.norm(corners[:, NEXT] - corners, axis=2)
    return np.asarray((turns(corners) >= least_sine).all(1) & (edges >= least_edge).all(1))


def overlap(one: Floats, other: Floats) -> tuple[float, float]:
    """Overlap of two convex outlines (4, 2): intersection over union, and intersection over the smaller area."""
    if _far_apart(one, other):
        return 0.0, 0.0
    areas = np.abs(signed_areas(np.stack([one, other])))
    if areas.min() <= 0:
        return 0.0, 0.0
    shared, _ = cv2.intersectConvexConvex(one, other)
    return float(shared / max(float(areas.sum()) - shared, 1e-6)), float(shared / areas.min())


def _far_apart(one: Floats, other: Floats) -> bool:
    """Whether the upright boxes round two outlines (4, 2) have nothing in common. Of the pairs asked for, hundreds a
    frame, nearly all; NumPy takes four times as long for so few numbers.
    """
    (x, y), (u, v) = one.T.tolist(), other.T.tolist()
    return bool(max(x) < min(u) or max(u) < min(x) or max(y) < min(v) or max(v) < min(y))


def same_way(one: Floats, other: Floats, within_degrees: float) -> bool:
    """Whether the long sides of two cards (4, 2) point the same way, either end up."""
    ways = [np.subtract(c[2] + c[3], c[0] + c[1]) for c in (one, other)]
    angles = [np.degrees(np.arctan2(way[1], way[0])) for way in ways]
    apart = abs(angles[0] - angles[1]) % 180
    return bool(min(apart, 180 - apart) <= within_degrees)


def around(corners: Floats, size: float) -> Doubles:
    """The upright box (x0, y0, x1, y1) of a card's place (4, 2), ``size`` times as large."""
    centre = corners.mean(0)
    larger = centre + (corners - centre) * size
    return np.array([*larger.min(0), *larger.max(0)], np.float64)


def uncut(corners: Floats, size: tuple[int, int]) -> Mask:
    """Which outlines (n, 4, 2) the picture's border, of this size (width, height), does not cut, as far as one can see:
    a card that goes on beyond it is found as what shows of it.
    """
    inside = (corners > AT_BORDER) & (corners < np.array(size) - AT_BORDER)
    return np.asarray(inside.all((1, 2)), bool)


def holds(box: Box | Doubles, other: Doubles) -> bool:
    """Whether a box holds all of another."""
    return bool((np.asarray(box[:2]) <= other[:2]).all() and (other[2:] <= np.asarray(box[2:])).all())


def union(boxes: list[Doubles]) -> Doubles:
    """The least box that holds all of these."""
    together = np.stack(boxes)
    return np.array([*together[:, :2].min(0), *together[:, 2:].max(0)], np.float64)


def touch(one: Doubles, other: Doubles) -> bool:
    """Whether two boxes have a part in common."""
    return bool((one[:2] < other[2:]).all() and (other[:2] < one[2:]).all())


def joined_boxes(one: Box | None, other: Box | None) -> Box | None:
    """The least box that holds both."""
    if one is None or other is None:
        return one or other
    return (min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))
