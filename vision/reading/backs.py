"""The deck's back, learnt at the table: the stock shows it all the time.

A back that a reader half takes for a face, in poor light say, is told from one by looking like the other backs there.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.reading.reader import UNREADABLE

SMALL = (24, 33)
"""Pixels, width and height, to which backs are shrunk to be compared: what they show, not how finely."""
INSET = 0.04
"""The share of a flattened card's sides that is left out: the table shows there where its outline is loose."""
ALIKE = 0.7
"""The correlation from which two are the same. In four films looked into, faces shared 0.67 at most with a back, backs
of one deck 0.68 to 1 with each other: one of those kept is nearly always nearer than this.
"""
FACE_DOWN, UNTOLD = 0.95, 0.51
"""The probability of being unreadable that what looks like the deck's back has; that which says nothing for a face, and
next to nothing against one.
"""
MOST = 6
"""So many sights of the back are kept: light differs over the table."""
PLAIN = 4.0
"""Grey levels; what varies less is plain, and like everything plain."""


class Backs:
    """Remembers how the deck's back looks. Give it cards as ``vision.reading.reader.flattened`` cuts them."""

    def __init__(self) -> None:
        self._known: dict[int, Floats] = {}

    def learn(self, track: int, crop: Image) -> None:
        """A flattened card (height, width, 3) BGR that surely lies face down, and the track's number."""
        looks = _look(crop)
        if looks is None:
            return
        self._known.pop(track, None)
        self._known[track] = looks
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def like(self, crop: Image) -> bool:
        """Whether a flattened card looks like a back seen before, either end up."""
        looks = _look(crop) if self._known else None
        if looks is None:
            return False
        known = np.stack(list(self._known.values()))
        alike = (np.einsum("nhwc,hwc->n", known, one).max() for one in (looks, looks[::-1, ::-1]))
        return bool(max(alike) > ALIKE)


def _look(crop: Image) -> Floats | None:
    """A card small, without its light's brightness and strength; None if it is plain."""
    height, width = crop.shape[:2]
    x, y = round(width * INSET), round(height * INSET)
    small = cv2.resize(crop[y : height - y, x : width - x], SMALL, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.8)
    smooth -= smooth.mean((0, 1))
    if float(smooth.std()) < PLAIN:
        return None
    return np.asarray(smooth / np.linalg.norm(smooth), np.float32)


def with_blank(reading: Floats, blank: float) -> Floats:
    """A reading (53,) with another probability of being unreadable or a back."""
    faces = reading[:UNREADABLE] * ((1 - blank) / max(1e-6, float(reading[:UNREADABLE].sum())))
    return np.append(faces, np.float32(blank)).astype(np.float32)
