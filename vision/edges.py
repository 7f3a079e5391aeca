"""Corners to a fraction of a pixel: each edge of a card is looked for in the picture itself.

The finder says where a card lies to a few hundredths of its width. Across each edge it gives, brightness is
sampled along normals; the straight line that most of the steps in brightness lie on is the card's edge, and
corners are where edges meet. An edge that too few steps support (a card half under another, white on white)
stays as it was.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import quads

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

REACH = 0.08
"""How far from the finder's edge is looked, in widths of the card."""
NORMALS = 24
"""Normals an edge."""
ENDS = 0.1
"""The share of an edge at both its ends that is left out: a card's corners are round."""
STEPS = 33
"""Samples a normal, from outside to inside."""
SLANTS = 9
"""Offsets tried at each end of an edge in the first, coarse search for its line."""
NEAR = 2.0
"""Samples: steps in brightness no further than this from the line support it."""
SUPPORTED = 0.6
"""The share of normals that must support an edge's line."""
LEAST_STEP = 6.0
"""Grey levels a sample, of 255: weaker steps are noise."""
TRUST = 0.5
"""How broad, in reaches, the belief in the finder's own edge is (a Gaussian's deviation)."""

_ALONG = np.linspace(ENDS, 1 - ENDS, NORMALS, dtype=np.float32)
_ACROSS = np.linspace(-1, 1, STEPS, dtype=np.float32)


def refine(image: Image, corners: Floats) -> Floats:
    """Move the corners (4, 2) of one card in a picture (height, width, 3) BGR onto the card's own edges.

    Pixels, clockwise, in the order given; no corner moves further than the search reaches, give or take a
    slant.
    """
    width, height = quads.widths_and_heights(corners[None])
    reach = REACH * float(min(width[0], height[0]))
    if reach < 1.0:
        return corners
    starts, ends, normals = _edges(corners)
    steps = _steps(image, starts, ends, normals, reach)
    lines = [_line(step) for step in steps]
    if all(line is None for line in lines):
        return corners
    moved = [np.zeros(2, np.float32) if line is None else line * reach for line in lines]
    firsts = np.stack(
        [start + normal * m[0] for start, normal, m in zip(starts, normals, moved, strict=True)]
    )
    lasts = np.stack([end + normal * m[1] for end, normal, m in zip(ends, normals, moved, strict=True)])
    met = _meetings(firsts, lasts)
    far = np.linalg.norm(met - corners, axis=1) > 2.5 * reach
    return np.where(far[:, None], corners, met).astype(np.float32)


def _edges(corners: Floats) -> tuple[Floats, Floats, Floats]:
    """First and last points and inward normals of the four edges, each (4, 2)."""
    ends = np.roll(corners, -1, 0)
    along = (ends - corners) / np.maximum(np.linalg.norm(ends - corners, axis=1, keepdims=True), 1e-6)
    return corners, ends, np.stack([-along[:, 1], along[:, 0]], 1)


def _steps(image: Image, starts: Floats, ends: Floats, normals: Floats, reach: float) -> Floats:
    """How steeply brightness rises inwards, (4, normals, steps); 0 outside the picture."""
    feet = starts[:, None] + (ends - starts)[:, None] * _ALONG[None, :, None]
    places = feet[:, :, None] + normals[:, None, None] * (_ACROSS * reach)[None, None, :, None]
    flat = places.reshape(4 * NORMALS, STEPS, 2)
    low = np.floor(flat.min((0, 1))).astype(int) - 2
    high = np.ceil(flat.max((0, 1))).astype(int) + 3
    rows, columns = image.shape[:2]
    low, high = np.clip(low, 0, (columns - 1, rows - 1)), np.clip(high, 1, (columns, rows))
    around = image[low[1] : high[1], low[0] : high[0]]
    local = flat - low.astype(np.float32)
    sampled = cv2.remap(
        around, local[..., 0], local[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    grey = cv2.cvtColor(sampled, cv2.COLOR_BGR2GRAY).astype(np.float32)
    rise = cv2.filter2D(
        grey, -1, np.array([[-0.25, -0.25, 0, 0.25, 0.25]], np.float32), borderType=cv2.BORDER_REPLICATE
    )
    inside = (flat >= 0).all(2) & (flat[..., 0] <= columns - 1) & (flat[..., 1] <= rows - 1)
    return np.asarray((rise * inside).reshape(4, NORMALS, STEPS), np.float32)


_OFFSETS = np.linspace(-1, 1, 2 * SLANTS - 1, dtype=np.float32)
_FIRST, _LAST = (o.ravel() for o in np.meshgrid(_OFFSETS, _OFFSETS, indexing="ij"))
_SENSIBLE = np.abs(_FIRST - _LAST) <= 1.0
_FIRST, _LAST = _FIRST[_SENSIBLE], _LAST[_SENSIBLE]
# Where each candidate line crosses each normal, as a sample's number (lines, normals).
_CROSSINGS = np.clip(
    np.round((_FIRST[:, None] * (1 - _ALONG) + _LAST[:, None] * _ALONG + 1) / 2 * (STEPS - 1)), 0, STEPS - 1
).astype(np.intp)
_BELIEF = np.exp(-((_FIRST**2 + _LAST**2) / 2) / (2 * TRUST**2)).astype(np.float32)


def _line(rise: Floats) -> Floats | None:
    """Where the edge lies at its first and last corner, in reaches inwards; None if too little shows."""
    best: Floats | None = None
    most = SUPPORTED
    for strength in (rise, -rise):
        capped = np.clip(strength, 0, 4 * LEAST_STEP)
        smooth = cv2.blur(capped, (3, 1))
        votes = smooth[np.arange(NORMALS)[None], _CROSSINGS].mean(1) * _BELIEF
        k = int(votes.argmax())
        line, support = _fitted(strength, float(_FIRST[k]), float(_LAST[k]))
        if line is not None and support > most:
            best, most = line, support
    return best


def _fitted(strength: Floats, first: float, last: float) -> tuple[Floats | None, float]:
    """The line through the strongest steps near a coarse one, and the share of normals that support it."""
    normal = np.arange(NORMALS)
    for near in (2 * NEAR, NEAR):
        middle = ((first * (1 - _ALONG) + last * _ALONG) + 1) / 2 * (STEPS - 1)
        distance = np.abs(np.arange(STEPS)[None] - middle[:, None])
        windowed = np.where(distance <= near, strength, 0)
        peak = windowed.argmax(1).clip(1, STEPS - 2)
        height = windowed[normal, peak]
        strong = height >= LEAST_STEP
        if strong.sum() < SUPPORTED * NORMALS:
            return None, 0.0
        before, after = strength[normal, peak - 1], strength[normal, peak + 1]
        bend = before - 2 * height + after
        nudge = np.where(bend < -1e-3, 0.5 * (before - after) / np.where(bend < -1e-3, bend, 1), 0).clip(
            -1, 1
        )
        offset = (peak + nudge) / (STEPS - 1) * 2 - 1
        slope, start = np.polyfit(_ALONG[strong], offset[strong], 1)
        first, last = float(start), float(start + slope)
    return np.array([first, last], np.float32), float(strong.mean())


def _meetings(firsts: Floats, lasts: Floats) -> Floats:
    """Where each edge's line meets that of the edge before it, (4, 2)."""
    p, r = firsts.astype(np.float64), (lasts - firsts).astype(np.float64)
    q, s = np.roll(p, 1, 0), np.roll(r, 1, 0)
    cross = r[:, 0] * s[:, 1] - r[:, 1] * s[:, 0]
    safe = np.where(np.abs(cross) > 1e-9, cross, 1)
    share = ((q - p)[:, 0] * s[:, 1] - (q - p)[:, 1] * s[:, 0]) / safe
    met = p + r * share[:, None]
    return np.where((np.abs(cross) > 1e-9)[:, None], met, p).astype(np.float32)
