"""The table's plane and its part that people play on, found from the cards: rectangles of one known height."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Matrix

HEIGHT_MM = 88.0
"""Both usual sizes of playing card, poker and bridge, are this tall."""
MARGIN_MM = HEIGHT_MM
"""Millimetres around the cards that belong to the table too: the next cards are laid there."""
LEAST_AREA_MM = (640.0, 440.0)
"""A table is at least so wide and deep: seven cards side by side and four rows, a finger apart. Chosen: the few cards
from which it is found lie closer together than all that come later.
"""
CARD_ASPECT = 0.68
"""Width over height of a card: between 57 and 63 mm of 88."""
FLATTER = np.linspace(1.0, 2.6, 33)
"""How much flatter cards may look: up to a tilt of 67 degrees."""
REMEMBERED = 8
"""The planes of so many groups of cards are remembered: of one frame, two or three are asked for."""
ROUNDS = 4
"""Rounds of refinement: after these the plane no longer changes visibly."""

Points = NDArray[np.floating[Any]]
"""Points in single or in double precision, as they are given."""


def plane_of(corners: Floats) -> Matrix | None:
    """The homography (3, 3) from pixels to millimetres on the table, from cards (n, 4, 2) that lie flat.

    It starts from the card nearest the middle, then fits the plane so that all cards are rectangles of one size. None
    without a card, or if they contradict each other.
    """
    if not len(corners):
        return None
    plane = _fitted(np.asarray(corners, np.float32).tobytes())
    return None if plane is None else plane.copy()


@lru_cache(maxsize=REMEMBERED)
def _fitted(cards: bytes) -> Matrix | None:
    """The plane of cards, float32 (n, 4, 2). Cards that contradict each other take up to 70 ms, and in one frame the
    same are asked for with one find after the other.
    """
    corners = np.frombuffer(cards, np.float32).reshape(-1, 4, 2).copy()
    middle = corners.mean((0, 1))
    nearest = int(np.linalg.norm(corners.mean(1) - middle, axis=1).argmin())
    aspect = CARD_ASPECT  # the fit below finds out
    plane = cv2.getPerspectiveTransform(corners[nearest], rectangle(aspect)).astype(np.float64)
    for _ in range(ROUNDS if len(corners) > 1 else 0):
        flat = on_table(plane, corners)
        sides = np.linalg.norm(np.roll(flat, -1, 1) - flat, axis=2)
        aspect = float(
            np.clip(np.median((sides[:, 0] + sides[:, 2]) / (sides[:, 1] + sides[:, 3])), 0.6, 0.75)
        )
        ideal = laid_on(rectangle(aspect), flat)
        found, _ = cv2.findHomography(corners.reshape(-1, 2), ideal.reshape(-1, 2), cv2.RANSAC, 6.0)
        if found is None:
            return None
        plane = np.asarray(found, np.float64)
    return plane


def upright(plane: Matrix, at: Floats) -> Matrix:
    """The same plane with its origin at the pixel ``at`` (2,) and its x axis to the right there. So planes found from
    different cards agree.
    """
    here, beside = on_table(plane, np.stack([at, at + np.array([8, 0], np.float32)]).astype(np.float32))
    c, s = (beside - here) / max(float(np.linalg.norm(beside - here)), 1e-6)
    turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]], np.float64)
    move = np.array([[1, 0, -here[0]], [0, 1, -here[1]], [0, 0, 1]], np.float64)
    return np.asarray(turn @ move @ plane, np.float64)


def foreshortening(corners: Floats) -> float:
    """How many times flatter up and down than across cards (n, 4, 2) look: 1 from straight above, 2 at a tilt of 60
    degrees. It is the factor by which the picture must be made higher for most of them to be rectangles of a card's
    shape; each card tells by itself, so that a few wrong outlines change little.
    """
    one = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3])[:, None] / 2
    other = (corners[:, 2] - corners[:, 1] + corners[:, 3] - corners[:, 0])[:, None] / 2
    higher = np.stack([np.ones_like(FLATTER), FLATTER], 1)
    one, other = one * higher, other * higher
    lengths = np.sort(np.stack([np.linalg.norm(one, axis=2), np.linalg.norm(other, axis=2)]), 0)
    skew = np.abs((one * other).sum(2)) / np.maximum(lengths.prod(0), 1e-6)
    off = np.hypot(np.log(lengths[0] / np.maximum(lengths[1], 1e-6) / CARD_ASPECT), skew)
    return float(FLATTER[np.median(off, axis=0).argmin()])


def rectangle(aspect: float) -> Floats:
    """A card's corners (4, 2) in millimetres about its middle, clockwise from the top left."""
    w, h = HEIGHT_MM * aspect / 2, HEIGHT_MM / 2
    return np.array([[-w, -h], [w, -h], [w, h], [-w, h]], np.float32)


def laid_on(shape: Points, cards: Points) -> Points:
    """A shape (4, 2) turned and moved, but not stretched, onto each of some cards (..., 4, 2): the best fit. Or each
    onto its own cards, (..., 1, 4, 2) onto (..., n, 4, 2).
    """
    middles = cards.mean(-2, keepdims=True)
    off = cards - middles
    sine = (shape[..., 0] * off[..., 1] - shape[..., 1] * off[..., 0]).sum(-1)
    cosine = (shape * off).sum((-2, -1))
    length = np.maximum(np.hypot(sine, cosine), 1e-6)
    s, c = sine / length, cosine / length
    turn = np.stack([np.stack([c, s], -1), np.stack([-s, c], -1)], -2)
    return np.asarray(shape @ turn + middles)


def on_table(plane: Matrix, points: Floats) -> Floats:
    """Points (..., 2) of the picture, in millimetres on the table."""
    flat = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), plane)
    return np.asarray(flat.reshape(points.shape), np.float32)


def table_area(cards: Floats) -> Floats | None:
    """The corners (4, 2), in pixels, of the table round cards at ``cards`` (n, 4, 2); None without any.

    It reaches a card's length beyond them, and is never smaller than `LEAST_AREA_MM`. It is a rectangle on the table,
    so it narrows with distance if the camera looks at a slant. Its sides follow those of the picture: people hold a
    camera straight, but cards lie anyhow.
    """
    plane = plane_of(cards)
    if plane is None:
        return None
    turned = _turn(plane, cards)
    across = on_table(plane, cards).reshape(-1, 2) @ turned.T
    middle, extent = (across.min(0) + across.max(0)) / 2, np.ptp(across, axis=0) + 2 * MARGIN_MM
    reach = np.maximum(extent, LEAST_AREA_MM) / 2
    (left, near), (right, far) = middle - reach, middle + reach
    grown = np.array([[left, near], [right, near], [right, far], [left, far]], np.float32) @ turned
    try:
        back = np.asarray(np.linalg.inv(plane), np.float64)
    except np.linalg.LinAlgError:
        return None
    return on_table(back, np.asarray(grown, np.float32))


def _turn(plane: Matrix, cards: Floats) -> Floats:
    """The rotation (2, 2) of the table that turns the picture's horizontal, at the cards, onto the x axis."""
    middle = cards.reshape(-1, 2).mean(0)
    ends = on_table(plane, np.array([middle, middle + np.array([1, 0])], np.float32))
    along = ends[1] - ends[0]
    x, y = along / max(float(np.hypot(*along)), 1e-9)
    return np.array([[x, y], [-y, x]], np.float32)
