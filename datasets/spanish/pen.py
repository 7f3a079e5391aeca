"""A pen for flat drawings, and a pack's look: shapes in fractions of a sheet's height, filled and outlined, on nothing.

Pips and court figures are drawn with it once, large, and shrunk to where they stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw

from datasets.styles import Colour

Point = tuple[float, float]
SHEET = 400
"""Pixels of a sheet's height: no pip or figure of a stored face is taller."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a deck draws: its inks, the outline's width (share of a pip's height), measures 0 to 1 of its shapes, and how
    much wider than drawn its pips are."""

    gold: Colour
    red: Colour
    blue: Colour
    green: Colour
    line: Colour
    pale: Colour
    thick: float
    full: float
    bend: float
    stretch: float = 1.0


class Pen:
    """Draws on a sheet ``aspect`` times as wide as high; lengths are fractions of its height."""

    def __init__(self, aspect: float, outline: Colour, thick: float) -> None:
        self.aspect, self.outline, self.thick = aspect, outline, thick
        self.sheet = Pillow.new("RGBA", (max(2, round(SHEET * aspect)), SHEET), (*outline, 0))
        self.draw = ImageDraw.Draw(self.sheet)

    def _at(self, points: Sequence[Point]) -> list[Point]:
        return [(x * SHEET, y * SHEET) for x, y in points]

    def _wide(self, thick: float | None) -> int:
        return max(1, round((self.thick if thick is None else thick) * SHEET))

    def shape(self, points: Sequence[Point], fill: Colour, outlined: bool = True) -> None:
        """A filled outline through these points, closed."""
        at = self._at(points)
        self.draw.polygon(at, fill=(*fill, 255))
        if outlined and self.thick > 0:
            self.draw.line(
                [*at, at[0], at[1]], fill=(*self.outline, 255), width=self._wide(None), joint="curve"
            )

    def disc(
        self, x: float, y: float, radius: float, fill: Colour, tall: float = 1.0, lined: bool = True
    ) -> None:
        """A disc, ``tall`` times as high as wide."""
        box = [
            (x - radius) * SHEET,
            (y - radius * tall) * SHEET,
            (x + radius) * SHEET,
            (y + radius * tall) * SHEET,
        ]
        line = (*self.outline, 255) if lined and self.thick > 0 else None
        self.draw.ellipse(box, fill=(*fill, 255), outline=line, width=self._wide(None))

    def ring(self, x: float, y: float, radius: float, ink: Colour, thick: float) -> None:
        """A circle's line."""
        box = [(x - radius) * SHEET, (y - radius) * SHEET, (x + radius) * SHEET, (y + radius) * SHEET]
        self.draw.ellipse(box, outline=(*ink, 255), width=self._wide(thick))

    def line(self, points: Sequence[Point], ink: Colour, thick: float) -> None:
        """A line through these points."""
        self.draw.line(self._at(points), fill=(*ink, 255), width=self._wide(thick), joint="curve")

    def limb(self, points: Sequence[Point], ink: Colour, thick: float) -> None:
        """A thick outlined line with round ends: an arm, a leg, a handle."""
        if self.thick > 0:
            self._round(points, self.outline, thick + 2 * self.thick)
        self._round(points, ink, thick)

    def _round(self, points: Sequence[Point], ink: Colour, thick: float) -> None:
        self.line(points, ink, thick)
        for x, y in (points[0], points[-1]):
            self.disc(x, y, thick / 2, ink, lined=False)

    def petals(self, x: float, y: float, count: int, reach: tuple[float, float], fill: Colour) -> None:
        """Points of a star or of a sun around a middle, from the nearer ``reach`` to the farther."""
        near, far = reach
        angles = np.arange(2 * count) * np.pi / count
        points = [
            (x + (far if k % 2 else near) * float(np.sin(a)), y - (far if k % 2 else near) * float(np.cos(a)))
            for k, a in enumerate(angles)
        ]
        self.shape(points, fill)

    def beads(self, x: float, y: float, count: int, far: float, size: float, fill: Colour) -> None:
        """Dots in a circle."""
        for angle in np.arange(count) * 2 * np.pi / count:
            self.disc(x + far * float(np.sin(angle)), y - far * float(np.cos(angle)), size, fill, lined=False)

    def mirrored(self) -> None:
        """Turn what is drawn so far about its upright middle."""
        self.sheet = self.sheet.transpose(Pillow.Transpose.FLIP_LEFT_RIGHT)
        self.draw = ImageDraw.Draw(self.sheet)


def both(points: Sequence[Point], middle: float) -> list[Point]:
    """The right half of an outline, top to bottom (offsets from ``middle``, heights), and its mirror image."""
    return [(middle + x, y) for x, y in points] + [(middle - x, y) for x, y in reversed(points)]
