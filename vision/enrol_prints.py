"""A deck known by its own print: how like the index of each of its cards that of a flattened card is.

A network reads any deck; people who have shown theirs can be served better. The corner index of each shown card is
laid over both ends of the card in question, shifted a little each way: what a half-covered card still shows is its
index. (Measured beside it: the whole face made small, and a head trained on the network's own features; neither
read covered cards better than the network alone.)
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import PACK
from vision.enrolled import Faces

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

X0, Y0, X1, Y1 = 2, 3, 26, 50
"""Where the index lies in a flattened card, pixels."""
SHIFT, STEP = 6, 1
"""Pixels by which the index may be out of place, and the steps in which places are tried."""
SOFT = 0.8
"""Pixels (a Gaussian's deviation) by which both are blurred, so that half a step out of place is no matter."""
LEAST_CONTRAST = 1e-3
"""What shows nothing at all is like nothing."""


class Prints:
    """The indices of one deck's faces, ready to be compared with cards."""

    def __init__(self, faces: Faces) -> None:
        ends = [index for crop in faces.crops for end in _ends(crop) for index in _windows(end, 0)]
        self._indices = np.ascontiguousarray(np.stack(ends).T)
        self._cards = np.repeat(faces.cards, 2)

    def likeness(self, crops: Image) -> Floats:
        """How like each card's index flattened cards (n, 176, 128, 3) are, -1 to 1: correlations (n, 52) of the better
        end, in the order of ``engine.cards.PACK``; NaN for cards never shown.
        """
        like = np.full((len(crops), len(PACK)), -1, np.float32)
        like[:, np.setdiff1d(np.arange(len(PACK)), self._cards)] = np.nan
        for row, crop in zip(like, crops, strict=True):
            places = np.concatenate([_windows(end, SHIFT) for end in _ends(crop)])
            np.maximum.at(row, self._cards, (places @ self._indices).max(0))
        return like


def _ends(crop: Image) -> tuple[Image, Image]:
    """The card, and the card turned by half."""
    return crop, np.ascontiguousarray(crop[::-1, ::-1])


def _windows(end: Image, shift: int) -> Floats:
    """What shows where the index should be, shifted by up to so many pixels each way: rows (shifts, pixels x 3) of
    mean 0 in each colour and length 1, so that a product of two is their correlation.
    """
    corner = end[: Y1 + SHIFT, : X1 + SHIFT].astype(np.float32)
    soft = cv2.GaussianBlur(corner, (0, 0), SOFT)
    wide = cv2.copyMakeBorder(soft, shift, 0, shift, 0, cv2.BORDER_REPLICATE)
    wide = wide[Y0 : Y1 + 2 * shift, X0 : X1 + 2 * shift]
    size = (Y1 - Y0, X1 - X0)
    views: Any = np.lib.stride_tricks.sliding_window_view(wide, size, (0, 1))[::STEP, ::STEP]
    rows = (views - views.mean((-2, -1), keepdims=True)).reshape(views.shape[0] * views.shape[1], -1)
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), LEAST_CONTRAST)
    return np.asarray(rows / lengths, np.float32)
