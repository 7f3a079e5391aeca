"""Signs: an index is a rank over a suit, two marks of ink one over the other. A letter on a cloth stands alone."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image

INK_SHARES = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
"""What differs from the ground by one of these shares of the most is ink: two blurred signs part at one of them."""
MOST_INK = 97.0
"""The percentile of the differences that counts as the most: a few pixels may be a glare or a card's edge."""
WHERE_INK_IS = (slice(5, 75), slice(5, 45))
"""Rows and columns of a flattened index, 96 x 64 pixels, that hold its print, and little of what lies beside it."""
LEAST_AREA, LEAST_WIDTH, LEAST_HEIGHT = 30, 4, 9
"""Pixels of a sign in a flattened index; a 1 may be as narrow."""
LEAST_RANK_HEIGHT, MOST_WIDTH = 16, 44
"""Pixels: a rank is taller than a suit may be, and what is wider than either is another card's edge or the table."""
LEAST_OVER, MOST_OVER = -1, 16
"""Pixels between the foot of the rank and the head of the suit."""
ONE_OVER_ANOTHER = 0.5
"""The share of the narrower sign's width that lies over or under the other."""


def shows_two(crop: Image) -> bool:
    """Whether a flattened index (96, 64, 3) BGR uint8 shows one sign over another, as every index does."""
    lab = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), np.float32)
    ground = np.median(lab.reshape(-1, 3), 0)  # the paper, whatever its colour: it takes most of the picture
    apart = np.asarray(np.linalg.norm(lab - ground, axis=2), np.float32)
    most = float(np.percentile(apart[WHERE_INK_IS], MOST_INK))
    return any(_one_over_another(_signs(apart, share * most)) for share in INK_SHARES)


def _signs(apart: Floats, least: float) -> list[tuple[int, int, int, int]]:
    """What may be a sign where the difference (96, 64) to the ground is more than ``least``: x, y, width, height."""
    found = cv2.connectedComponentsWithStats(np.asarray(apart > least, np.uint8), connectivity=4)[2][
        1:
    ].tolist()
    return [
        (x, y, width, height)
        for x, y, width, height, area in found
        if area >= LEAST_AREA and height >= LEAST_HEIGHT and LEAST_WIDTH <= width <= MOST_WIDTH
    ]


def _one_over_another(signs: list[tuple[int, int, int, int]]) -> bool:
    """Whether one of the signs may be a rank and another the suit beneath it."""
    for x, y, width, height in signs:
        for x2, y2, width2, _ in signs:
            shared = min(x + width, x2 + width2) - max(x, x2)
            under = LEAST_OVER <= y2 - (y + height) < MOST_OVER
            if height >= LEAST_RANK_HEIGHT and under and shared >= ONE_OVER_ANOTHER * min(width, width2):
                return True
    return False
