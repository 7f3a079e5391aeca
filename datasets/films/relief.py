"""Reliefs: a height in millimetres over every pixel, built from rounded limbs that melt into one another, then lit.

All reliefs have SCALE pixels a millimetre and are seen from above. Columns run along the arm (fingertips to the
right), rows across it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.float32]
Colour = NDArray[np.float32]

SCALE = 2.0
"""Pixels a millimetre: about what the camera sees of a hand raised over the table."""
NOTHING = -1e3
"""The height where there is nothing."""


@dataclass(frozen=True, slots=True)
class Limb:
    """A rounded limb from (u, v, height, radius) to the like, in mm; ``flat`` squeezes its height."""

    start: tuple[float, float, float, float]
    end: tuple[float, float, float, float]
    flat: float = 1.0


@dataclass(slots=True)
class Relief:
    """``height`` float32 (h, w) in mm, and ``inside``, how far each pixel lies inside the outline, in mm (negative
    outside); (u0, v0) is the place in mm of the first pixel."""

    height: Grey
    inside: Grey
    u0: float
    v0: float

    @staticmethod
    def empty(u: tuple[float, float], v: tuple[float, float]) -> Relief:
        """Nothing, over a range of millimetres along and across."""
        shape = (round((v[1] - v[0]) * SCALE), round((u[1] - u[0]) * SCALE))
        return Relief(np.full(shape, NOTHING, np.float32), np.full(shape, NOTHING, np.float32), u[0], v[0])

    def window(self, u: tuple[float, float], v: tuple[float, float]) -> tuple[slice, slice]:
        """Rows and columns of a range of millimetres, clipped to the relief."""
        rows, columns = self.height.shape
        return _span(v, self.v0, rows), _span(u, self.u0, columns)

    def places(self, rows: slice, columns: slice) -> tuple[Grey, Grey]:
        """Millimetres along (1, w) and across (h, 1) of a window's pixels."""
        u = self.u0 + (np.arange(columns.start, columns.stop, dtype=np.float32) + 0.5) / SCALE
        v = self.v0 + (np.arange(rows.start, rows.stop, dtype=np.float32) + 0.5) / SCALE
        return np.asarray(u[None, :], np.float32), np.asarray(v[:, None], np.float32)

    def add(self, limb: Limb, melt: float) -> None:
        """Join a limb to what is there, the seam rounded over about ``melt`` mm."""
        (a, b, z0, r0), (c, d, z1, r1) = limb.start, limb.end
        reach = max(r0, r1) + 3 * melt + 2
        rows, columns = self.window(
            (min(a, c) - reach, max(a, c) + reach), (min(b, d) - reach, max(b, d) + reach)
        )
        if rows.start >= rows.stop or columns.start >= columns.stop:
            return
        u, v = self.places(rows, columns)
        along = max((c - a) ** 2 + (d - b) ** 2, 1e-6)
        share = np.clip(((u - a) * (c - a) + (v - b) * (d - b)) / along, 0, 1)
        away = np.hypot(u - a - share * (c - a), v - b - share * (d - b))
        radius = r0 + share * (r1 - r0)
        inside = radius - away
        round_top = np.sqrt(np.maximum(radius * radius - away * away, 0)) * limb.flat
        height = np.where(inside > 0, z0 + share * (z1 - z0) + round_top, NOTHING)
        self._join(rows, columns, height, inside, melt)

    def add_tube(
        self, stations: tuple[tuple[float, float], ...], height: float, flat: float, melt: float
    ) -> None:
        """Join a straight tube along u, given as (u, radius) from its hand end on, its axis ``height`` mm up."""
        rows, columns = self.window((self.u0, stations[0][0] + 2), (self.v0, -self.v0))
        u, v = self.places(rows, columns)
        at, radii = zip(*sorted(stations), strict=True)
        radius = np.interp(u, at, radii)
        radius = cv2.blur(
            radius.astype(np.float32), (int(40 * SCALE) | 1, 1), borderType=cv2.BORDER_REPLICATE
        )
        radius = np.sqrt(np.maximum(radius**2 - np.maximum(u - stations[0][0] + radius, 0) ** 2, 1e-3))
        inside = radius - np.abs(v)
        round_top = height + np.sqrt(np.maximum(radius**2 - v * v, 0)) * flat
        self._join(rows, columns, np.where(inside > 0, round_top, NOTHING), inside, melt)

    def _join(
        self,
        rows: slice,
        columns: slice,
        height: NDArray[np.floating],
        inside: NDArray[np.floating],
        melt: float,
    ) -> None:
        self.height[rows, columns] = _melted(self.height[rows, columns], height.astype(np.float32), melt)
        edge = _melted(self.inside[rows, columns], inside.astype(np.float32), melt * 0.8)
        self.inside[rows, columns] = edge

    def alpha(self) -> Grey:
        """The outline, soft by a pixel, 0 to 1."""
        return np.asarray(np.clip(self.inside * SCALE + 0.5, 0, 1), np.float32)


def _span(wanted: tuple[float, float], first: float, most: int) -> slice:
    """The pixels of a range of millimetres, from ``first`` on, at most so many."""
    ends = (int(np.clip(round((value - first) * SCALE), 0, most)) for value in wanted)
    return slice(*ends)


def _melted(a: Grey, b: Grey, melt: float) -> Grey:
    """The greater of two heights, the crease between them filled."""
    gap = np.maximum(melt - np.abs(a - b), 0) / max(melt, 1e-6)
    return np.asarray(np.maximum(a, b) + gap * gap * melt * 0.25, np.float32)


def normals(height: Grey, soften: float = 0.8) -> Colour:
    """Unit normals (h, w, 3) of a relief: along, across, up. Edges fall away to the table."""
    ground = cv2.GaussianBlur(np.maximum(height, 0), (0, 0), soften)
    du = cv2.Sobel(ground, cv2.CV_32F, 1, 0, ksize=3) * (SCALE / 8)
    dv = cv2.Sobel(ground, cv2.CV_32F, 0, 1, ksize=3) * (SCALE / 8)
    length = np.sqrt(du * du + dv * dv + 1)
    return np.asarray(np.stack([-du / length, -dv / length, 1 / length], -1), np.float32)


def hollows(height: Grey, alpha: Grey, reach: float) -> Grey:
    """How much of the sky each place sees, 0 to 1: creases and gaps between limbs see less."""
    ground = np.maximum(height, 0)
    around = cv2.blur(cv2.blur(ground, (int(reach * SCALE),) * 2), (int(reach * SCALE),) * 2)
    share = cv2.blur(alpha, (int(reach * SCALE),) * 2)
    deep = np.maximum(around / np.maximum(share, 0.3) - ground, 0)
    return np.asarray(np.exp(-deep / reach * 0.9), np.float32)


def rough(rng: np.random.Generator, shape: tuple[int, int], cell: float, stretch: float = 1.0) -> Grey:
    """Noise of the given shape, blobs of ``cell`` mm, longer along the arm; mean 0, deviation 1."""
    pixels = max(cell * SCALE, 1.01)
    rows, columns = int(shape[0] / pixels) + 2, int(shape[1] / (pixels * stretch)) + 2
    small = rng.standard_normal((rows, columns), np.float32)
    big = cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray((big - big.mean()) / (big.std() + 1e-6), np.float32)
