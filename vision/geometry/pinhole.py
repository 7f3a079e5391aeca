"""The table's plane as a camera sees it, found from the cards on it: it stays the same while cards come and go.

Any homography has eight numbers, and a few cards, some of them outlined badly, are explained by many that no camera
makes: then a far card was placed a hundred cards away. A camera with square pixels that looks through the middle of its
picture has four: how far it is tilted ahead and aside, how far off the table is, and its focal length. A fifth is the
cards' shape. They are fitted to all cards at once, by least squares; a card counts less the worse it fits.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Matrix
from vision.geometry.plane import CARD_ASPECT, HEIGHT_MM, laid_on, rectangle

FOCAL, FOCAL_SPREAD = 1.0, 0.3
"""The focal length in sizes of the picture's longer side, and the logarithm by which it mostly differs: a picture 53
degrees wide, and from 31 to 85 within two of these. Telephones, webcams and a Raspberry Pi's camera have 50 to 80.
"""
ASPECT_SPREAD = 0.05
"""By so much a card's width over its height mostly differs from `CARD_ASPECT`."""
TILT_SPREAD, BACK_SPREAD = 1.0, 0.3
"""The tangent by which a camera is mostly tilted, ahead or aside; and the other way, so that what is higher in the
picture is nearer. One card alone looks the same tilted to us or from us.
"""
DISTANCE, DISTANCE_SPREAD = 500.0, 3.0
"""Millimetres to the table, and the logarithm by which they differ, twenty times: this hardly says anything."""
SLIP = 1.5
"""Pixels by which corners are mostly off, root mean square; a card that fits three times worse counts a tenth."""
TILTS = (0.0, 0.6, 1.2, 1.8)
"""How slanted the table may be seen, to begin with: tangents of 0, 31, 50 and 61 degrees."""
ROUNDS, TRIES = 12, 4
"""Rounds of one fit at most, and steps tried in each, shorter every time."""
LITTLE = 1e-4
"""A round that makes the fit better by less is the last; by so much numbers are changed to see what that changes."""
DAMPED, LESS, MORE = 0.01, 0.25, 6.0
"""Levenberg's damping of the first step, how it changes after a good one, and after a bad one."""

Numbers = Matrix
"""The tangents of the tilt aside and ahead, the logarithms of the distance of the table in millimetres and of the focal
length in sizes of the picture's longer side, and by how much wider than `CARD_ASPECT` cards are: (5,).
"""
USUAL: Numbers = np.array([0.0, 0.0, np.log(DISTANCE), np.log(FOCAL), 0.0])
SPREADS: Numbers = np.array([TILT_SPREAD, TILT_SPREAD, DISTANCE_SPREAD, FOCAL_SPREAD, ASPECT_SPREAD])
SPREADS_BACK: Numbers = np.array([TILT_SPREAD, BACK_SPREAD, DISTANCE_SPREAD, FOCAL_SPREAD, ASPECT_SPREAD])

TILTED_BACK: Numbers = np.array([-1.0, -1.0, 1.0, 1.0, 1.0])
"""Times these, a camera is tilted the other way: few cards cannot tell, and more may tell that it was the wrong one."""


class Pinhole:
    """Finds the plane again and again, each time beginning with what was found the last time."""

    def __init__(self) -> None:
        self._last: Numbers | None = None

    def plane(self, corners: Floats, size: tuple[int, int]) -> Matrix | None:
        """The homography (3, 3) from pixels to millimetres on the table, from cards (n, 4, 2) in a picture of this size
        (width, height); None without a card.
        """
        if not len(corners):
            return None
        fit = _Fit(corners, size)
        last = self._last
        starts = [fit.start(tilt) for tilt in TILTS] if last is None else [last, last * TILTED_BACK]
        self._last = min((fit.refined(start) for start in starts), key=fit.cost)
        return homography(self._last, size)


class _Fit:
    """The numbers that explain some cards (n, 4, 2) in a picture of this size (width, height)."""

    def __init__(self, corners: Floats, size: tuple[int, int]) -> None:
        self._corners = np.asarray(corners, np.float64)
        self._size = size
        one, other = self._corners[:, 2] - self._corners[:, 0], self._corners[:, 3] - self._corners[:, 1]
        area = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2
        self._sizes = np.sqrt(np.maximum(area, 1.0))

    def start(self, tilt: float) -> Numbers:
        """Where to begin: a usual camera, tilted ahead by so much, from which cards look as large as they do."""
        size_mm = HEIGHT_MM * np.sqrt(CARD_ASPECT)
        away = size_mm / np.median(self._sizes) * FOCAL * max(self._size)
        return np.array([0.0, tilt, np.log(away), np.log(FOCAL), 0.0])

    def cost(self, numbers: Numbers) -> float:
        """How badly they explain the cards, and how unusual they are: minus the logarithm of how likely that is."""
        return self._cost(self._off(numbers), numbers)

    def refined(self, numbers: Numbers) -> Numbers:
        """The numbers near these that explain the cards best, by Levenberg's and Marquardt's method."""
        off, damped = self._off(numbers), DAMPED
        cost = self._cost(off, numbers)
        for _ in range(ROUNDS):
            bend, slope = self._around(numbers, off)
            for _ in range(TRIES):
                new = numbers - np.linalg.solve(bend + damped * np.diag(np.diag(bend)), slope)
                new_off = self._off(new)
                better = cost - self._cost(new_off, new)
                if better > 0:
                    break
                damped *= MORE
            else:
                return numbers
            numbers, off, cost, damped = new, new_off, cost - better, damped * LESS
            if better < LITTLE:
                return numbers
        return numbers

    def _around(self, numbers: Numbers, off: Matrix) -> tuple[Matrix, Matrix]:
        """How the cost bends (5, 5) and slopes (5,) about these numbers, which leave each card ``off`` (n, 8)."""
        by = (self._off(numbers + LITTLE * np.eye(len(numbers))) - off) / LITTLE  # (5, n, 8)
        weighted = (by / (SLIP**2 + (off**2).mean(1))[:, None]).reshape(len(numbers), -1)
        spreads = _spreads(numbers)
        bend = weighted @ by.reshape(len(numbers), -1).T + np.diag(spreads**-2.0)
        return bend, weighted @ off.ravel() + (numbers - USUAL) / spreads**2

    def _cost(self, off: Matrix, numbers: Numbers) -> float:
        badly = off.shape[1] / 2 * np.log1p((off**2).mean(1) / SLIP**2)
        return float(badly.sum() + (((numbers - USUAL) / _spreads(numbers)) ** 2).sum() / 2)

    def _off(self, numbers: Numbers) -> Matrix:
        """By how many pixels (..., n, 8) the corners of each card are off, if it lies on the plane of these numbers
        (..., 5).
        """
        flat = _moved(homography(numbers, self._size), self._corners)
        aspect = CARD_ASPECT + numbers[..., 4, None, None, None]
        shape = rectangle(1.0).astype(np.float64) * np.concatenate([aspect, np.ones_like(aspect)], -1)
        mm_a_pixel = HEIGHT_MM * np.sqrt(aspect[..., 0]) / self._sizes[:, None]
        off = (flat - laid_on(shape, flat)).reshape(*flat.shape[:-2], 8)
        return np.asarray(off / mm_a_pixel)


def homography(numbers: Numbers, size: tuple[int, int]) -> Matrix:
    """From pixels of a picture of this size (width, height) to millimetres on the table (..., 3, 3), by each of some
    numbers (..., 5).
    """
    aside, ahead, distance, focal = np.moveaxis(numbers[..., :4], -1, 0)
    one, nothing = np.ones_like(aside), np.zeros_like(aside)
    down = np.stack([aside, ahead, one], -1)
    down /= np.linalg.norm(down, axis=-1, keepdims=True)
    dx, dy, dz = np.moveaxis(down, -1, 0)
    slant = np.sqrt(dy**2 + dz**2)  # of the picture's rows: right is (1, 0, 0) less what of it points down
    right = np.stack([slant**2, -dx * dy, -dx * dz], -1) / slant[..., None]
    forth = np.stack([nothing, dz, -dy], -1) / slant[..., None]  # down x right
    away, long = np.exp(distance)[..., None], np.exp(focal) * max(size)
    on_table = np.stack([away * right, away * forth, down], -2)
    middle = on_table @ np.array([-size[0] / 2, -size[1] / 2, 0.0])
    columns = [on_table[..., 0] / long[..., None], on_table[..., 1] / long[..., None]]
    return np.asarray(np.stack([*columns, on_table[..., 2] + middle / long[..., None]], -1))


def _spreads(numbers: Numbers) -> Numbers:
    """By how much each number mostly differs from the usual one (5,)."""
    return SPREADS if numbers[1] >= 0 else SPREADS_BACK


def _moved(plane: Matrix, points: Matrix) -> Matrix:
    """Points (n, 4, 2) of the picture on the table, (..., n, 4, 2) by each of some planes (..., 3, 3). What lies beyond
    the horizon is very far away.
    """
    moved = points @ np.swapaxes(plane[..., None, :, :2], -1, -2) + plane[..., None, None, :, 2]
    return np.asarray(moved[..., :2] / np.maximum(moved[..., 2:], 1e-3))
