"""The window as plain geometry: its size, what its lengths are measured in, and rectangles in it. No Kivy.

Rectangles are ``(x, y, width, height)`` in pixels, y upwards, as Kivy counts.
"""

import math
from dataclasses import dataclass

from companion import theme

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Room:
    """The window: its size in pixels, and ``finger``: the least side of a tappable thing, in pixels too."""

    width: float
    height: float
    finger: float

    @property
    def touch(self) -> float:
        """The side of a tappable thing in this window, in pixels."""
        return max(self.finger, theme.TOUCH_UNITS * self.unit)

    @property
    def unit(self) -> float:
        """Pixels of one theme unit."""
        return theme.unit(self.width, self.height)

    @property
    def gap(self) -> float:
        """The space between parts, in pixels."""
        return theme.MARGIN * self.unit

    @property
    def row_gap(self) -> float:
        """The space between parts below each other, in pixels: half of it in an upright window, which has many."""
        return self.gap / 2 if self.upright else self.gap

    @property
    def seat(self) -> float:
        """How deep the buttons at the left and right edge are, in pixels."""
        return max(self.touch, 6 * self.unit)

    @property
    def upright(self) -> bool:
        """Whether the window is higher than wide."""
        return self.height > self.width


def grid(box: Box, count: int, columns: int, gap: float) -> tuple[Box, ...]:
    """Cut a box into rows of equal cells, left to right and downwards; the last row fills its width too."""
    x, y, width, height = box
    rows = math.ceil(count / columns)
    cell_height = (height - (rows - 1) * gap) / rows
    cells: list[Box] = []
    for row in range(rows):
        here = min(columns, count - row * columns)
        # many panels in a small window stand closer
        beside = gap if width / here > 3.6 * gap + 96 else 0.3 * gap
        cell_width = (width - (here - 1) * beside) / here
        at = y + height - (row + 1) * cell_height - row * gap
        cells += [(x + k * (cell_width + beside), at, cell_width, cell_height) for k in range(here)]
    return tuple(cells)
