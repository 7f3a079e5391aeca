"""Who sits where round a screen that lies on the table, and round a camera's picture of it. Plain geometry, no Kivy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin

from companion.window.widgets.geometry import Box, Room

NEAR, LEFT, FAR, RIGHT = "near", "left", "far", "right"
"""The screen's edges, clockwise as its players sit, from the lower one."""

TURNED = {NEAR: 0, LEFT: 270, FAR: 180, RIGHT: 90}
"""By how many degrees, anticlockwise, writing is turned for who sits at an edge."""

EDGES = {
    0: (),
    2: (NEAR, FAR),
    3: (NEAR, LEFT, RIGHT),
    4: (NEAR, LEFT, FAR, RIGHT),
    5: (NEAR, LEFT, FAR, FAR, RIGHT),
    6: (NEAR, NEAR, LEFT, FAR, FAR, RIGHT),
    7: (NEAR, NEAR, LEFT, FAR, FAR, RIGHT, RIGHT),
    8: (NEAR, NEAR, LEFT, LEFT, FAR, FAR, RIGHT, RIGHT),
}
"""By the number of players: the edge of each seat."""

REACH = 0.45
"""How far from the picture's middle names lie along its edges at most, in its widths and heights."""
CLOSE = 1.5
"""Seats at one edge with less room than this, in touch sizes, stand closer."""
SLANT = 0.6
"""Who sits less slanted to the lower or upper edge than this (a cosine) sits there, others left or right."""


def edges_of(seats: int, *, lying: bool = True) -> tuple[str, ...]:
    """Give the edge of each of so many seats, the first at the lower edge, the others clockwise.

    Of a screen that stands and does not lie on the table everybody sees the lower edge.
    """
    return EDGES[seats] if lying else (NEAR,) * seats


def seat_boxes(room: Room, edges: tuple[str, ...], middle: Box, strips: Mapping[str, Box]) -> tuple[Box, ...]:
    """Give the box of every seat's buttons, at its edge of the screen.

    ``strips`` are the boxes for all who sit at the near and at the far edge; others sit beside ``middle``.
    """
    return tuple(_seat_box(room, edges, seat, middle, strips) for seat in range(len(edges)))


def _seat_box(room: Room, edges: tuple[str, ...], seat: int, middle: Box, strips: Mapping[str, Box]) -> Box:
    edge = edges[seat]
    here = [at for at, other in enumerate(edges) if other == edge]
    number, count = here.index(seat), len(here)
    gap = room.gap
    if edge in (LEFT, RIGHT):
        # clockwise: up the left edge, down the right one
        at = number if edge == LEFT else count - 1 - number
        each = (middle[3] - (count - 1) * gap) / count
        x = gap if edge == LEFT else room.width - gap - room.seat
        return x, middle[1] + at * (each + gap), room.seat, each
    strip = strips[edge]
    # clockwise: from right to left along the near edge, from left to right along the far one; all at one as one reads
    at = count - 1 - number if edge == NEAR and count < len(edges) else number
    if strip[2] < CLOSE * count * room.touch:
        gap *= 0.3
    each = (strip[2] - (count - 1) * gap) / count
    return strip[0] + at * (each + gap), strip[1], each, strip[3]


@dataclass(frozen=True)
class PictureSeat:
    """A seat beside a picture: at which edge, and how far along it: 0 to 1 from the left or from the top."""

    edge: str
    along: float


def seats_round(count: int) -> Sequence[PictureSeat]:
    """Where so many people sit, the first at the middle of the lower edge, then clockwise as the camera sees them."""
    return [_seat_at(2 * pi * seat / count) for seat in range(count)]


def _seat_at(angle: float) -> PictureSeat:
    across, down = 0.5 - REACH * sin(angle), 0.5 + REACH * cos(angle)
    if abs(cos(angle)) >= SLANT:
        return PictureSeat(NEAR if cos(angle) > 0 else FAR, across)
    return PictureSeat(LEFT if sin(angle) > 0 else RIGHT, down)


def name_margins(seats: Sequence[PictureSeat], deep: float) -> list[float]:
    """Room that names so deep need beside the picture, in pixels: left, below, right, above."""
    taken = {seat.edge for seat in seats}
    return [deep if edge in taken else 0.0 for edge in (LEFT, NEAR, RIGHT, FAR)]


def name_boxes(seats: Sequence[PictureSeat], frame: Box, deep: float, long: float, gap: float) -> list[Box]:
    """Where each name lies in the window, ``deep`` from the picture outwards and at most ``long`` along its edge."""
    return [_name_box(seat, frame, deep, min(long, _room(seat, seats, frame) - gap), gap) for seat in seats]


def _room(seat: PictureSeat, seats: Sequence[PictureSeat], frame: Box) -> float:
    """How far it is between neighbours at a seat's edge, at least, in pixels; the whole edge for one alone."""
    length = frame[2] if seat.edge in (NEAR, FAR) else frame[3]
    places = sorted(other.along for other in seats if other.edge == seat.edge)
    return length * min((after - before for before, after in pairwise(places)), default=1.0)


def _name_box(seat: PictureSeat, frame: Box, deep: float, long: float, gap: float) -> Box:
    x, y, width, height = frame
    if seat.edge in (NEAR, FAR):
        left = min(max(x + seat.along * width - long / 2, x), x + width - long)
        return left, y - deep if seat.edge == NEAR else y + height + gap, long, deep - gap
    low = min(max(y + (1 - seat.along) * height - long / 2, y), y + height - long)
    return x - deep if seat.edge == LEFT else x + width + gap, low, deep - gap, long
