"""Where the parts of the table's screen go in a window higher than wide. Plain geometry, no Kivy.

From the top: the sides' panels, the board, the newest play; below it the list and the cards on the table, side by side
where there is room, or below each other, a live picture beside the list; then the keys. While somebody may announce,
their buttons lie above the keys, and what is above these is lower: board and keys stay where they are. The board gets
what the rest does not need.
"""

import math

from companion import theme
from companion.window.table_parts.layout_parts import (
    LIST_WIDE,
    NARROW,
    Frame,
    PartsShown,
    Places,
    narrow,
    rows_needed,
    sides_cut,
    steps_height,
)
from companion.window.table_parts.seat_geometry import NEAR, seat_boxes
from companion.window.widgets.geometry import Box, Room, grid

MANY_SIDES = 4
"""From this many lanes on, the list has one line: the board needs the room."""
STEPS_WIDE = 2.1
"""Least width of a panel with two buttons side by side, in touch sizes."""
NUMERAL_WIDE = 1.75
"""Least width of a panel with the name over the numeral, in touch sizes: for up to `IN_A_ROW` sides."""
IN_A_ROW = 5
OVER = 0.98
"""How high a panel with the name over the numeral is, beside one with the name at its left."""
BOARD_MOST = 0.52
"""The board gets no more of the height: there its holes grow no larger."""
BOARD_LEAST = (0.43, 0.42)
"""What it has above this share of the height goes to the seats and the cards first: with few lanes, with many."""
MORE_FOR_CARDS, CARDS_GOAL = 0.8, 1.9
"""So much more height the cards have where people announce, and so high they would be, in touch sizes."""
BANNER = 1.1
"""Height of the newest play's row, in touch sizes."""
KEYS = (7, 2)
"""Columns and rows of the keys for ranks."""
CARDS_BESIDE = 7.0
"""From this width on, in touch sizes, the cards lie beside the list."""
TWO_LINES_WIDE = 11.0
"""From this width on, in touch sizes, a list beside the cards has two lines."""
ONE_LINE = 0.47
"""Share of the width for a list of one line beside the cards."""
CARDS_HIGH = 0.075
"""Least share of the height for cards below a live picture."""


def upright(room: Room, shown: PartsShown, frame: Frame) -> Places:
    """Arrange the main screen from the top downwards."""
    gap = room.row_gap
    x, y, width, _ = frame.middle
    panels = _panels_on_top(frame.middle, room, shown)
    ceiling = panels[-1][1] - gap
    keys = _keys_below(room, y) if shown.keys else None
    floor = y + (keys[3] + gap if keys is not None else 0)
    left, _, across, _ = sides_cut((x, floor, width, 0), room, frame.edges)
    row = max(BANNER * room.touch, 0.8 * theme.HEADER * room.unit)
    free = ceiling - floor - row - sum(_rows(across, room, shown)) - 2 * gap
    near, high = _seats_and_board(free, room, shown, frame)
    board = (x, ceiling - high, width, high)
    banner = (left, board[1] - gap - row, across, row)
    rows = round(near / (room.touch + gap))
    low = floor + (rows_needed(shown, rows) * (room.touch + gap) if near and shown.speaking else 0)
    event_list, picture, cards = _below((left, low, across, banner[1] - gap - low), room, shown)
    strip = (left, floor, across, max(room.touch, near - gap))
    if rows > 1:
        seats = grid(strip, 2 * rows, 2, gap)[: shown.seats]
    else:
        middle = (left, floor, across, board[1] - gap - floor)
        seats = seat_boxes(room, frame.edges, middle, {**frame.strips, NEAR: strip})
    return Places(frame.title, frame.buttons, panels, board, picture, cards, event_list, keys, banner, seats)


def _seats_and_board(free: float, room: Room, shown: PartsShown, frame: Frame) -> tuple[float, float]:
    """Share what the rest leaves between the seats' buttons, with the gap below them, and the board.

    Where the screen stands, every two seats have a row, so that each announcement is in sight, and the cards are
    larger, as far as the board stays large.
    """
    if NEAR not in frame.edges:
        return 0, min(free, BOARD_MOST * room.height)
    each = room.touch + room.row_gap
    near, least = each, BOARD_LEAST[shown.sides >= MANY_SIDES] * room.height
    if not shown.lying and free - math.ceil(shown.seats / 2) * each >= least:
        near = math.ceil(shown.seats / 2) * each
    high = min(free - near, BOARD_MOST * room.height)
    spare = free - near - least if shown.cards else 0
    return near, high - max(0, min(spare - (free - near - high), MORE_FOR_CARDS * room.touch))


# -- the panels ----------------------------------------------------------------------------------------


def _panels_on_top(box: Box, room: Room, shown: PartsShown) -> tuple[Box, ...]:
    x, y, width, height = box
    columns = _columns(room, shown)
    rows = math.ceil(shown.sides / columns)
    each = _panel_height(room, (width - (columns - 1) * room.gap) / columns, rows, shown)
    high = rows * each + (rows - 1) * room.gap
    return grid((x, y + height - high, width, high), shown.sides, columns, room.gap)


def _columns(room: Room, shown: PartsShown) -> int:
    """Give how many panels stand side by side: all, or half in a window too narrow for it."""
    sides, inner = shown.sides, room.width - 2 * room.gap
    close = not shown.steps and sides <= IN_A_ROW
    wide, beside = (NUMERAL_WIDE, 0.3 * room.gap) if close else (STEPS_WIDE, room.gap)
    fits = inner - (sides - 1) * beside >= sides * wide * room.touch
    return sides if fits else math.ceil(sides / 2)


def _panel_height(room: Room, width: float, rows: int, shown: PartsShown) -> float:
    """Give the height of a panel this wide; two sides have their names beside the numeral."""
    ideal = theme.PANEL_HEIGHT * room.unit * (0.92 if rows == 1 else 0.55 if shown.keys else 0.79)
    if shown.sides == 2 and not shown.steps:
        ideal = min(ideal, 0.99 * width / NARROW)
    elif narrow(width, ideal) and rows == 1:
        ideal *= OVER
    least = 1.2 * room.touch + 2 * theme.BORDER * room.unit
    return max(ideal, least) + (steps_height(room) + 0.5 * room.gap if shown.steps else 0)


# -- below the banner ----------------------------------------------------------------------------------


def _rows(width: float, room: Room, shown: PartsShown) -> tuple[float, float]:
    """Give the least heights of the list's row and of the cards' own below it, 0 where they have none.

    A gap lies between the two; it counts as a part of the second. Where people announce, both have more while nobody
    does.
    """
    touch, gap, seated = room.touch, room.row_gap, bool(shown.seats)
    close = shown.keys or shown.lying or shown.sides >= MANY_SIDES
    if not shown.cards:
        return max((1.05 if close else 2.05) * touch, (0.05 if close else 0.08) * room.height), 0.0
    if shown.picture:
        cards = 1.05 * touch if seated else max(1.2 * touch, CARDS_HIGH * room.height)
        return (1.4 if close else 1.6 if seated else 2.05) * touch, cards + gap
    if width >= CARDS_BESIDE * touch:
        return (1.1 if seated else 2.05 if width >= TWO_LINES_WIDE * touch else 1.35) * touch, 0.0
    return 1.05 * touch, (1.1 if seated else 1.35) * touch + gap


def _below(box: Box, room: Room, shown: PartsShown) -> tuple[Box, Box | None, Box | None]:
    """Share what lies below the banner: the list, the live picture, the cards on the table."""
    x, y, width, height = box
    gap, beside = room.row_gap, room.gap
    if not shown.cards:
        return box, None, None
    first, second = _rows(width, room, shown)
    if not second:
        share = LIST_WIDE if width >= TWO_LINES_WIDE * room.touch else ONE_LINE
        event_list, cards = _beside_list(box, beside, share * width)
        return event_list, None, cards
    more, low = height - first - second, second - gap
    low += max(0.45 * more, min(more, CARDS_GOAL * room.touch - low))
    upper = (x, y + low + gap, width, height - low - gap)
    cards = (x, y, width, low)
    if not shown.picture:
        return upper, None, cards
    wide = min(upper[3] * theme.PICTURE_SHAPE, 0.5 * width)
    event_list, picture = _beside_list(upper, beside, width - beside - wide)
    return event_list, picture, cards


def _beside_list(box: Box, gap: float, wide: float) -> tuple[Box, Box]:
    """Share a box between the list, this wide, and what lies beside it."""
    x, y, width, height = box
    return (x, y, wide, height), (x + wide + gap, y, width - wide - gap, height)


def _keys_below(room: Room, floor: float) -> Box:
    """Give the keys the whole width, from this height upwards."""
    height = KEYS[1] * max(room.touch, 0.055 * room.height) + 0.4 * room.gap
    return room.gap, floor, room.width - 2 * room.gap, height
