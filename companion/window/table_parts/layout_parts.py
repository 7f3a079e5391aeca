"""What the table's screen is made of, and the few rules of size that both of its layouts follow. Plain geometry."""

import math
from dataclasses import dataclass

from companion.window.table_parts.seat_geometry import LEFT, RIGHT
from companion.window.widgets.geometry import Box, Room

LIST_WIDE = 0.4
"""Share of the list's width in its strip, of what the keys leave."""
LOW = 12.0
"""A window lower than this, in touch sizes, is low."""
NARROW = 2.6
"""Below this ratio of width to height a panel has the name over the numeral, not beside it."""


@dataclass(frozen=True)
class PartsShown:
    """What there is to arrange: so many sides; a live picture, the table's cards, keys for ranks, steps of points.

    ``seats``: how many players announce by tapping, 0 if nobody does; ``speaking``, ``far``: somebody at the lower
    edge, or at the upper one, has something to announce now; ``speakers``: how many have, 0 for all. ``lying``: each
    at their edge of a screen that lies on the table, else side by side.
    ``left_handed``: what is tapped most lies at the left of a screen that stands.
    """

    sides: int
    picture: bool = False
    cards: bool = False
    keys: bool = False
    steps: bool = False
    seats: int = 0
    speaking: bool = False
    speakers: int = 0
    far: bool = False
    lying: bool = False
    left_handed: bool = False


@dataclass(frozen=True)
class Places:
    """Where each part goes; None for what is not shown. ``seats`` are by seat."""

    title: Box
    buttons: Box
    panels: tuple[Box, ...]
    board: Box
    picture: Box | None
    cards: Box | None
    event_list: Box
    keys: Box | None
    banner: Box
    seats: tuple[Box, ...]
    in_header: bool = False
    """Whether the banner stands in the header, and not over the list."""


@dataclass(frozen=True)
class Frame:
    """What the window's edges leave for the rest: ``middle``; the header above it, and the seats' strips.

    ``banner``: its place in the header, None where it stands below the board.
    """

    title: Box
    buttons: Box
    middle: Box
    strips: dict[str, Box]
    edges: tuple[str, ...]
    banner: Box | None = None


def low(room: Room) -> bool:
    """Whether this window has its banner in the header: in a low one a row of its own takes it from the board."""
    return not room.upright and room.height < LOW * room.touch


def sides_cut(box: Box, room: Room, edges: tuple[str, ...]) -> Box:
    """Leave room for who sits at the left and at the right edge."""
    left = room.seat + room.gap if LEFT in edges else 0
    right = room.seat + room.gap if RIGHT in edges else 0
    return box[0] + left, box[1], box[2] - left - right, box[3]


def rows_needed(shown: PartsShown, rows: int) -> int:
    """Of so many rows of seats' buttons, give how many those who have something to announce need."""
    return math.ceil((shown.speakers or shown.seats) / math.ceil(shown.seats / rows)) if rows > 1 else 1


def steps_height(room: Room) -> float:
    """Give the height of a panel's buttons."""
    return max(room.touch, 5.5 * room.unit)


def narrow(width: float, height: float) -> bool:
    """Whether a panel is too narrow for the name beside the numeral."""
    return width < NARROW * height
