"""The part of a picture that is the table people play on, told by the cards that lie there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.geometry.plane import HEIGHT_MM, on_table, plane_of

Floats = NDArray[np.float32]

MARGIN = HEIGHT_MM
"""Millimetres round the cards that belong to the table too: the next cards are laid beside these."""


def table_area(cards: Floats) -> Floats | None:
    """The corners (4, 2), in pixels, of the table round cards at ``cards`` (n, 4, 2); None without any.

    It is a rectangle on the table, so in a picture taken at a slant it narrows with the distance. Its sides run as
    the picture's do: people hold a camera straight, and cards may lie anyhow.
    """
    plane = plane_of(cards)
    if plane is None:
        return None
    turned = _turn(plane, cards)
    across = on_table(plane, cards).reshape(-1, 2) @ turned.T
    (left, near), (right, far) = across.min(0) - MARGIN, across.max(0) + MARGIN
    grown = np.array([[left, near], [right, near], [right, far], [left, far]], np.float32) @ turned
    try:
        back = np.asarray(np.linalg.inv(plane), np.float64)
    except np.linalg.LinAlgError:
        return None
    return on_table(back, np.asarray(grown, np.float32))


def _turn(plane: NDArray[np.float64], cards: Floats) -> Floats:
    """The rotation (2, 2) of the table that lets the picture's horizontal, where the cards are, run along x."""
    middle = cards.reshape(-1, 2).mean(0)
    ends = on_table(plane, np.array([middle, middle + np.array([1, 0])], np.float32))
    along = ends[1] - ends[0]
    x, y = along / max(float(np.hypot(*along)), 1e-9)
    return np.array([[x, y], [-y, x]], np.float32)
