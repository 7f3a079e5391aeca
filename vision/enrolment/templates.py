"""Template matching with an enrolled deck: how similar a card's index is to the index of each card of the deck.

The network reads any deck; a deck that was shown can be read better. The index of each shown card is compared with both
ends of the card in question, shifted a little each way. Only the index counts, since a covered card still shows that.
(Also measured: the whole face made small, and a head trained on the network's own features; neither read covered cards
better than the network alone.)
"""

from __future__ import annotations

import cv2
import numpy as np

from engine.cards import PACK
from vision.arrays import Floats, Image
from vision.enrolment.decks import Faces

X0, Y0, X1, Y1 = 2, 3, 26, 50
"""Where the index lies in a flattened card, pixels."""
SHIFT_PX = 6
"""Pixels by which the index may be shifted each way."""
BLUR_PX = 0.8
"""Pixels (standard deviation of a Gaussian) by which both are blurred, against grain."""
LEAST_CONTRAST = 100.0
"""Grey levels, root of the sum of squares: with less contrast a corner is blank and similar to nothing."""


class DeckTemplates:
    """The indices of one deck's faces, ready to be compared with cards."""

    def __init__(self, faces: Faces) -> None:
        indices = np.concatenate([_windows(end, 0) for crop in faces.crops for end in _ends(crop)])
        colours = indices.reshape(len(indices), 3, -1)
        centred = (colours - colours.mean(2, keepdims=True)).reshape(len(indices), -1)
        lengths = np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), LEAST_CONTRAST)
        self._indices = np.ascontiguousarray((centred / lengths).T)
        self._cards = np.repeat(faces.cards, 2)
        self.unknown = np.setdiff1d(np.arange(len(PACK)), self._cards)

    def similarity(self, crops: Image) -> Floats:
        """Correlations (n, 52), -1 to 1, of flattened cards (n, 176, 128, 3) with each card's index: that of the better
        end, in the order of ``engine.cards.PACK``; NaN for cards that were never shown.
        """
        like = np.full((len(crops), len(PACK)), -1, np.float32)
        like[:, self.unknown] = np.nan
        for row, crop in zip(like, crops, strict=True):
            for end in _ends(crop):
                windows = _windows(end, SHIFT_PX)
                found = (windows @ self._indices / _lengths(windows)[:, None]).max(0)
                np.maximum.at(row, self._cards, found)
        return like


def _ends(crop: Image) -> tuple[Image, Image]:
    """The card, and the card turned by half a circle."""
    return crop, np.ascontiguousarray(crop[::-1, ::-1])


def _windows(end: Image, shift: int) -> Floats:
    """What shows where the index should be, shifted by up to so many pixels each way: rows (shifts, 3 x pixels)."""
    corner = end[: Y1 + SHIFT_PX, : X1 + SHIFT_PX].astype(np.float32)
    soft = cv2.GaussianBlur(corner, (0, 0), BLUR_PX)
    wide = cv2.copyMakeBorder(soft, shift, 0, shift, 0, cv2.BORDER_REPLICATE)
    wide = wide[Y0 : Y1 + 2 * shift, X0 : X1 + 2 * shift]
    views = np.lib.stride_tricks.sliding_window_view(wide, (Y1 - Y0, X1 - X0), (0, 1))
    return np.asarray(views.reshape(views.shape[0] * views.shape[1], -1), np.float32)


def _lengths(windows: Floats) -> Floats:
    """The norm (n,) of each row without the mean of each of its three colours: a product with an index, divided by it,
    is a correlation.
    """
    means = windows.reshape(len(windows), 3, -1).mean(2)
    squares = np.einsum("np,np->n", windows, windows) - (means**2).sum(1) * (windows.shape[1] // 3)
    return np.asarray(np.sqrt(np.maximum(squares, LEAST_CONTRAST**2)), np.float32)
