"""Where the parts of the table's screen go, for any window. Plain geometry, no Kivy."""

import math
from dataclasses import dataclass

from companion import theme
from companion.window.table_parts.seat_geometry import FAR, LEFT, NEAR, RIGHT, edges_of, seat_boxes
from companion.window.widgets.geometry import Box, Room, grid

STEPS_WIDE = 2.1
"""Least width of a panel with two buttons side by side, in touch sizes."""
NUMERAL_WIDE = 1.75
"""Least width of a panel with the name over the numeral, in touch sizes: for up to `IN_A_ROW` sides."""
IN_A_ROW = 5
MANY_SIDES = 4
"""From this many lanes on, the board of an upright window gets all the room that the rest does not need."""
BOARD_SHAPE = 0.56
"""A board of many lanes is as high as this share of its width; a higher one has no larger holes."""
LEFT_SHARE = 0.63
"""Share of the width for the board and what lies below it, in a window wider than high."""
BOARD_SHARE = 0.58
"""Share of its column for the board, where cards or a picture lie below it."""
KEYS_WIDE, KEYS_HIGH = (5, 3), (7, 2)
"""Columns and rows of the keys for ranks, beside the board and below it."""


@dataclass(frozen=True)
class PartsShown:
    """What there is to arrange: so many sides; a live picture, the table's cards, keys for ranks, steps of points.

    ``seats``: how many players announce by tapping at their place round the screen, 0 if nobody does.
    """

    sides: int
    picture: bool = False
    cards: bool = False
    keys: bool = False
    steps: bool = False
    seats: int = 0


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


def places(room: Room, shown: PartsShown) -> Places:
    """Arrange the main screen."""
    gap, inner = room.gap, room.width - 2 * room.gap
    edges = edges_of(shown.seats)
    row = max(room.touch, theme.HEADER * room.unit)
    bottom = gap
    near = _near_seats(room, shown)
    if room.upright and near:
        bottom += room.touch + gap
    banner = (gap, bottom, inner if room.upright or not near else 0.58 * inner, row)
    title, buttons, header = _header(room, row, far=FAR in edges)
    columns = _columns(room, shown)
    rows = math.ceil(shown.sides / columns)
    each = _panel_height(room, (inner - (columns - 1) * gap) / columns, rows, steps=shown.steps)
    panels_height = rows * each + (rows - 1) * gap
    top = room.height - gap - header - gap - panels_height
    panels = grid((gap, top, inner, panels_height), shown.sides, columns, gap)
    left = room.seat + gap if LEFT in edges else 0
    right = room.seat + gap if RIGHT in edges else 0
    floor = bottom + row + gap
    low = _keys_below(room, floor) if room.upright and shown.keys else None
    floor += low[3] + gap if low is not None else 0
    middle = (gap + left, floor, inner - left - right, top - gap - floor)
    if room.upright:
        # the board takes the whole width: who sits left and right has the space below it
        high, list_high = _shares(middle[3], room, shown)
        board: Box = (gap, top - gap - high, inner, high)
        middle = (middle[0], floor, middle[2], middle[3] - high - gap)
        picture, cards, event_list = _below_board(middle, list_high, gap, shown)
        keys = low
    else:
        board, picture, cards, event_list, keys = _side_by_side(middle, room, shown)
    strips = {NEAR: _near_strip(room, row), FAR: _far_strip(room, row)}
    seats = seat_boxes(room, edges, middle, strips)
    return Places(title, buttons, panels, board, picture, cards, event_list, keys, banner, seats)


def _keys_below(room: Room, floor: float) -> Box:
    """Give the keys of an upright window the whole width, from this height upwards."""
    height = KEYS_HIGH[1] * max(room.touch, 0.055 * room.height) + 0.4 * room.gap
    return room.gap, floor, room.width - 2 * room.gap, height


def _near_seats(room: Room, shown: PartsShown) -> bool:
    return NEAR in edges_of(shown.seats)


def _header(room: Room, row: float, *, far: bool) -> tuple[Box, Box, float]:
    """Give the boxes of title and buttons, and the height of both; in between is room for the far seats."""
    gap, inner = room.gap, room.width - 2 * room.gap
    if room.upright:
        upper = max(room.touch if far else 0, theme.HEADER_TITLE * room.unit)
        top = room.height - gap - upper
        lower = max(room.touch, 0.6 * row)
        title = (gap, top, inner * (0.42 if far else 1), upper)
        return title, (gap, top - gap - lower, inner, lower), upper + gap + lower
    top = room.height - gap - row
    width = min(theme.HEADER_BUTTONS * room.unit, 0.45 * inner)
    width = max(width, 3 * 1.35 * room.touch)
    title_width = (0.27 * inner) if far else inner - width - gap
    return (gap, top, title_width, row), (room.width - gap - width, top, width, row), row


def _columns(room: Room, shown: PartsShown) -> int:
    """Give how many panels stand side by side: all, or half in an upright window too narrow for it."""
    sides, inner = shown.sides, room.width - 2 * room.gap
    close = not shown.steps and sides <= IN_A_ROW
    wide, beside = (NUMERAL_WIDE, 0.3 * room.gap) if close else (STEPS_WIDE, room.gap)
    fits = inner - (sides - 1) * beside >= sides * wide * room.touch
    return sides if fits or not room.upright else math.ceil(sides / 2)


def _panel_height(room: Room, width: float, rows: int, *, steps: bool) -> float:
    """Give the height of a panel this wide; an upright window has less of it to give, and least for two rows."""
    ideal = theme.PANEL_HEIGHT * room.unit * (1.0 if not room.upright else 0.8 if rows == 1 else 0.66)
    if narrow(width, ideal) and rows == 1:
        ideal *= 1.12  # the name lies above the numeral
    least = 1.2 * room.touch + 2 * theme.BORDER * room.unit
    return max(ideal, least) + (steps_height(room) + 0.5 * room.gap if steps else 0)


def steps_height(room: Room) -> float:
    """Give the height of a panel's buttons."""
    return max(room.touch, 5.5 * room.unit)


def narrow(width: float, height: float) -> bool:
    """Whether a panel is too narrow for the name beside the numeral."""
    return width < 2.3 * height


def _side_by_side(
    box: Box, room: Room, shown: PartsShown
) -> tuple[Box, Box | None, Box | None, Box, Box | None]:
    x, y, width, height = box
    gap = room.gap
    left = LEFT_SHARE * width
    if shown.keys:
        left = min(left, width - gap - KEYS_WIDE[0] * (room.touch + 0.4 * gap))
    right = (x + left + gap, y, width - left - gap, height)
    event_list, keys = right, None
    if shown.keys:
        across, down = KEYS_WIDE
        each = min(max(room.touch, 0.16 * height), 1.0 * right[2] / across)
        keys_height = max(each, room.touch) * down + 0.4 * gap * (down - 1)
        keys = (right[0], y, right[2], keys_height)
        event_list = (right[0], y + keys_height + gap, right[2], height - keys_height - gap)
    if not (shown.cards or shown.picture):
        return (x, y, left, height), None, None, event_list, keys
    board_height = BOARD_SHARE * (height - gap)
    below = height - gap - board_height
    board = (x, y + below + gap, left, board_height)
    picture, cards = _below((x, y, left, below), gap, shown)
    return board, picture, cards, event_list, keys


def _shares(height: float, room: Room, shown: PartsShown) -> tuple[float, float]:
    """Share the height of an upright window between its board and its list of events, less the gap between them."""
    gap, many = room.gap, shown.sides >= MANY_SIDES
    if not (shown.cards or shown.picture):
        event_list = max(2.1 * room.touch, 0.4 * height)
        return height - event_list - gap, event_list
    least = (1.05 if shown.keys or many else 2.1) * room.touch
    event_list = max(least, (0.18 if many else 0.27) * height)
    rest = height - event_list - 2 * gap
    board = BOARD_SHARE * rest
    if many:
        most = BOARD_SHAPE * (room.width - 2 * gap)
        board = max(board, min(most, rest - (0.075 if shown.keys else 0.12) * room.height))
    return board, event_list


def _below_board(
    box: Box, event_list: float, gap: float, shown: PartsShown
) -> tuple[Box | None, Box | None, Box]:
    """Share the space below an upright window's board: picture and cards above, the list of events below."""
    x, y, width, height = box
    if not (shown.cards or shown.picture):
        return None, None, box
    picture, cards = _below((x, y + event_list + gap, width, height - event_list - gap), gap, shown)
    return picture, cards, (x, y, width, event_list)


def _below(box: Box, gap: float, shown: PartsShown) -> tuple[Box | None, Box | None]:
    """Share the space below the board between a small picture and the cards on the table."""
    x, y, width, height = box
    if not shown.picture:
        return None, box
    picture_width = min(height * theme.PICTURE_SHAPE, 0.46 * width)
    if not shown.cards:
        return box, None
    return (x, y, picture_width, height), (x + picture_width + gap, y, width - picture_width - gap, height)


def _near_strip(room: Room, row: float) -> Box:
    gap, inner = room.gap, room.width - 2 * room.gap
    if room.upright:
        return gap, gap, inner, room.touch
    x = gap + 0.58 * inner + gap
    return x, gap, room.width - gap - x, row


def _far_strip(room: Room, row: float) -> Box:
    title, buttons, _ = _header(room, row, far=True)
    x = title[0] + title[2] + room.gap
    right = room.width - room.gap if room.upright else buttons[0] - room.gap
    return x, title[1], right - x, title[3]
