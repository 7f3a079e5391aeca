"""The types of arrays and of places in a picture that all of vision shares.

NumPy's types do not hold shapes: each docstring says them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture: (height, width, 3), blue, green, red, 0 to 255."""
Floats = NDArray[np.float32]
"""Points in pixels, corners (n, 4, 2), probabilities: whatever is measured."""
Doubles = NDArray[np.float64]
"""What is worked out with more digits."""
Matrix = NDArray[np.float64]
"""A homography (3, 3)."""
Mask = NDArray[np.bool_]
"""Which of a list are meant (n,), or which of a picture's pixels or cells (height, width)."""
Numbers = NDArray[np.int64]
"""Codes of cards, or places in a list."""
Box = tuple[int, int, int, int]
"""A part of a picture: x0, y0, x1, y1 in pixels, the last two excluded."""
Region = tuple[float, float, float, float]
"""A part of a picture: left, upper, right and lower edge, as fractions of its width and height."""
