"""The part of a picture that is the table people play on, told by the cards that lie there."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import HEIGHT_MM, on_table, plane_of

Floats = NDArray[np.float32]

MARGIN = HEIGHT_MM
"""Millimetres round the cards that belong to the table too: the next cards are laid beside these."""


def table_area(cards: Floats) -> Floats | None:
    """The corners (4, 2), in pixels, of the table round cards at ``cards`` (n, 4, 2); None without any.

    It is a rectangle on the table, so in a picture taken at a slant it narrows with the distance.
    """
    plane = plane_of(cards)
    if plane is None:
        return None
    middle, (width, height), turn = cv2.minAreaRect(on_table(plane, cards).reshape(-1, 2))
    grown = cv2.boxPoints((middle, (width + 2 * MARGIN, height + 2 * MARGIN), turn))
    try:
        back = np.asarray(np.linalg.inv(plane), np.float64)
    except np.linalg.LinAlgError:
        return None
    return on_table(back, np.asarray(grown, np.float32))
