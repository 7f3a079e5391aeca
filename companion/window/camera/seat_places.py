"""Who sits where round a camera's picture: at which of its edges, and how far along. Plain geometry, no Kivy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin

from companion.window.table_parts.around import FAR, LEFT, NEAR, RIGHT

Box = tuple[float, float, float, float]

REACH = 0.45
"""How far from the picture's middle names lie along its edges at most, in its widths and heights."""
SLANT = 0.6
"""Who sits less slanted to the lower or upper edge than this (a cosine) sits there, others left or right."""


@dataclass(frozen=True)
class Seat:
    """An edge of the picture, and how far along it: 0 to 1 from the left or from the top."""

    edge: str
    along: float


def seats_round(count: int) -> Sequence[Seat]:
    """Where so many people sit, the first at the middle of the lower edge, then clockwise as the camera sees them."""
    return [_seat(2 * pi * seat / count) for seat in range(count)]


def _seat(angle: float) -> Seat:
    across, down = 0.5 - REACH * sin(angle), 0.5 + REACH * cos(angle)
    if abs(cos(angle)) >= SLANT:
        return Seat(NEAR if cos(angle) > 0 else FAR, across)
    return Seat(LEFT if sin(angle) > 0 else RIGHT, down)


def margins(seats: Sequence[Seat], deep: float) -> list[float]:
    """Room that names so deep need beside the picture, in pixels: left, below, right, above."""
    taken = {seat.edge for seat in seats}
    return [deep if edge in taken else 0.0 for edge in (LEFT, NEAR, RIGHT, FAR)]


def boxes(seats: Sequence[Seat], frame: Box, deep: float, long: float, gap: float) -> list[Box]:
    """Where each name lies in the window, ``deep`` from the picture outwards and at most ``long`` along its edge."""
    return [_box(seat, frame, deep, min(long, _room(seat, seats, frame) - gap), gap) for seat in seats]


def _room(seat: Seat, seats: Sequence[Seat], frame: Box) -> float:
    """How far it is between neighbours at a seat's edge, at least, in pixels; the whole edge for one alone."""
    length = frame[2] if seat.edge in (NEAR, FAR) else frame[3]
    places = sorted(other.along for other in seats if other.edge == seat.edge)
    return length * min((after - before for before, after in pairwise(places)), default=1.0)


def _box(seat: Seat, frame: Box, deep: float, long: float, gap: float) -> Box:
    x, y, width, height = frame
    if seat.edge in (NEAR, FAR):
        left = min(max(x + seat.along * width - long / 2, x), x + width - long)
        return left, y - deep if seat.edge == NEAR else y + height + gap, long, deep - gap
    low = min(max(y + (1 - seat.along) * height - long / 2, y), y + height - long)
    return x - deep if seat.edge == LEFT else x + width + gap, low, deep - gap, long
