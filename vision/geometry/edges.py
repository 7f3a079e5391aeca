"""Edge refinement: moves the finder's corners onto the card's real edges, to a fraction of a pixel.

The finder's corners are off by a few hundredths of a card's width. Brightness is sampled along normals across each of
its edges; the straight line through most of the steps in brightness is the card's edge, and the corners are where the
edges meet. An edge with too few steps on it (under another card, or white on white) stays as it was.

All cards of a picture are done at once: arrays are (k, ...) for the k = 4 n edges of n cards.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, Mask
from vision.geometry import quads

REACH_WIDTHS = 0.3
"""How far to each side of the finder's edge is searched, in widths of the card."""
LEAST_REACH = 1.0
"""Pixels: cards so small that the reach would be less are left as they are."""
NORMALS = 24
"""Normals on each edge."""
END_SHARE = 0.1
"""The share of an edge left out at each end: a card's corners are round."""
SAMPLES = 33
"""Samples on each normal, from outside to inside."""
OFFSETS = 17
"""Offsets tried at each end of an edge in the first, coarse search for its line."""
MOST_SLANT = 1.0
"""How much the offsets at an edge's two ends may differ, in reaches."""
NEAR_SAMPLES = 2.0
"""Samples: steps in brightness no further than this from the line support it."""
SUPPORT_SHARE = 0.6
"""The share of the normals that must support an edge's line."""
LEAST_STEP = 6.0
"""Grey levels (of 255) from sample to sample: weaker steps are noise."""
STRONG_STEP = 24.0
"""Grey levels from sample to sample: stronger steps count as this, so that one bold print does not outweigh an edge."""
FINDER_SIGMA = 0.5
"""Standard deviation, in reaches, of how far the finder's own edge is expected to be off."""
FURTHEST_MOVE = 2.5
"""The most reaches that a corner may move; a larger move is a mistake."""

SLOPE_FILTER = np.array([[-0.25, -0.25, 0, 0.25, 0.25]], np.float32)
"""Filter that turns brightness along a normal into its slope, smoothed over five samples."""

_ALONG = np.linspace(END_SHARE, 1 - END_SHARE, NORMALS, dtype=np.float32)
_ACROSS = np.linspace(-1, 1, SAMPLES, dtype=np.float32)


def _candidates() -> tuple[Floats, NDArray[np.intp], Floats]:
    """The lines tried first: offsets at both ends (c, 2), the sample on each normal, and the belief in it."""
    offsets = np.linspace(-1, 1, OFFSETS, dtype=np.float32)
    first, last = (grid.ravel() for grid in np.meshgrid(offsets, offsets, indexing="ij"))
    sensible = np.abs(first - last) <= MOST_SLANT
    ends = np.stack([first[sensible], last[sensible]], 1)
    crossings = np.round(_samples(ends)).clip(0, SAMPLES - 1).astype(np.intp)
    belief = np.exp(-(ends**2).mean(1) / (2 * FINDER_SIGMA**2))
    return ends, crossings, np.asarray(belief, np.float32)


def _samples(ends: Floats) -> Floats:
    """Where lines with these offsets (c, 2), in reaches, cross the normals (c, normals), in samples."""
    offsets = ends[:, :1] * (1 - _ALONG) + ends[:, 1:] * _ALONG
    return np.asarray((offsets + 1) / 2 * (SAMPLES - 1), np.float32)


_LINES, _CROSSINGS, _BELIEF = _candidates()


def refine(image: Image, corners: Floats) -> Floats:
    """Move corners (n, 4, 2) of cards in a picture (height, width, 3) BGR onto the cards' own edges.

    Pixels, clockwise, in the order given. A card that is too small, or shows no edge, stays as it was.
    """
    widths, heights = quads.widths_and_heights(corners)
    reaches = np.asarray(REACH_WIDTHS * np.minimum(widths, heights), np.float32)
    large = reaches >= LEAST_REACH
    refined = np.array(corners, np.float32)
    if large.any():
        refined[large] = _refined(image, refined[large], reaches[large])
    return refined


def _refined(image: Image, corners: Floats, reaches: Floats) -> Floats:
    ends = np.roll(corners, -1, 1)
    along = (ends - corners) / np.maximum(np.linalg.norm(ends - corners, axis=2, keepdims=True), 1e-6)
    inwards = np.stack([-along[..., 1], along[..., 0]], 2) * reaches[:, None, None]
    offsets = _edges(_rises(image, corners.reshape(-1, 2), ends.reshape(-1, 2), inwards.reshape(-1, 2)))
    offsets = offsets.reshape(-1, 4, 2)
    met = _meetings(corners + inwards * offsets[..., :1], ends + inwards * offsets[..., 1:])
    far = np.linalg.norm(met - corners, axis=2) > FURTHEST_MOVE * reaches[:, None]
    moved = (offsets != 0).any(2)
    still = ~(moved | np.roll(moved, 1, 1))
    return np.where((far | still)[..., None], corners, met).astype(np.float32)


def _rises(image: Image, starts: Floats, ends: Floats, inwards: Floats) -> Floats:
    """How steeply brightness rises inwards across edges (k, normals, steps); 0 outside the picture."""
    feet = starts[:, None] + (ends - starts)[:, None] * _ALONG[:, None]
    places = (feet[:, :, None] + inwards[:, None, None] * _ACROSS[:, None]).reshape(-1, SAMPLES, 2)
    x, y = np.ascontiguousarray(places[..., 0], np.float32), np.ascontiguousarray(places[..., 1], np.float32)
    sampled = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grey = cv2.cvtColor(sampled, cv2.COLOR_BGR2GRAY).astype(np.float32)
    rise = cv2.filter2D(grey, -1, SLOPE_FILTER, borderType=cv2.BORDER_REPLICATE)
    rows, columns = image.shape[:2]
    inside = (x >= 0) & (x <= columns - 1) & (y >= 0) & (y <= rows - 1)
    return np.asarray((rise * inside).reshape(-1, NORMALS, SAMPLES), np.float32)


def _edges(rise: Floats) -> Floats:
    """Where each edge lies at both its ends (k, 2), in reaches inwards; 0, 0 if too little shows.

    Steps up and steps down are tried apart: a line through both kinds would follow a printed stroke.
    """
    both = np.concatenate([rise, -rise])
    capped = np.clip(both, 0, STRONG_STEP)
    votes = capped[:, np.arange(NORMALS), _CROSSINGS].mean(2) * _BELIEF
    lines, support = _fitted(both, _LINES[votes.argmax(1)])
    worth = np.where(support >= SUPPORT_SHARE, votes.max(1), 0).reshape(2, -1)
    way = worth.argmax(0)
    edges = np.arange(len(rise))
    return np.where(worth[way, edges, None] > 0, lines.reshape(2, -1, 2)[way, edges], 0).astype(np.float32)


def _fitted(strength: Floats, ends: Floats) -> tuple[Floats, Floats]:
    """Lines (k, 2) through the strongest steps (k, normals, steps) near coarse ones, and their support."""
    strong = np.zeros(strength.shape[:2], np.bool_)
    for near in (2 * NEAR_SAMPLES, NEAR_SAMPLES):
        distance = np.abs(np.arange(SAMPLES) - _samples(ends)[..., None])
        peak = np.where(distance <= near, strength, -1).argmax(2).clip(1, SAMPLES - 2)[..., None]
        before, height, after = (np.take_along_axis(strength, peak + k, 2)[..., 0] for k in (-1, 0, 1))
        strong = height >= LEAST_STEP
        # The top of the parabola through the strongest step and its neighbours.
        bend = np.minimum(before - 2 * height + after, -1e-3)
        nudge = (0.5 * (before - after) / bend).clip(-1, 1)
        ends = _straight((peak[..., 0] + nudge) / (SAMPLES - 1) * 2 - 1, strong)
    return ends, np.asarray(strong.mean(1), np.float32)


def _straight(offsets: Floats, weights: Mask) -> Floats:
    """Least-squares lines through offsets (k, normals) along edges: their values at both ends (k, 2)."""
    total = np.maximum(weights.sum(1), 1)
    along, across = (weights * _ALONG).sum(1) / total, (weights * offsets).sum(1) / total
    apart = _ALONG - along[:, None]
    slope = (weights * apart * (offsets - across[:, None])).sum(1) / np.maximum(
        (weights * apart**2).sum(1), 1e-6
    )
    return np.stack([across - slope * along, across + slope * (1 - along)], 1).astype(np.float32)


def _meetings(firsts: Floats, lasts: Floats) -> Floats:
    """Where each edge's line (n, 4, 2) meets that of the edge before it."""
    p, r = firsts.astype(np.float64), (lasts - firsts).astype(np.float64)
    q, s = np.roll(p, 1, 1), np.roll(r, 1, 1)
    cross = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    parallel = np.abs(cross) < 1e-9
    share = ((q - p)[..., 0] * s[..., 1] - (q - p)[..., 1] * s[..., 0]) / np.where(parallel, 1, cross)
    return np.where(parallel[..., None], p, p + r * share[..., None]).astype(np.float32)
