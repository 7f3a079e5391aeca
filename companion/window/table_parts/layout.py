"""Where the parts of the table's screen go, for any window. Plain geometry, no Kivy.

The board is the hero: it gets about half of the height. In a window wider than high the sides' panels stand left and
right of it, clockwise from the upper left, as people sit round a table; in an upright one they stand above it. The
newest play stands below the board, in a low window in the header.
"""

import math
from dataclasses import replace

from companion import theme
from companion.window.table_parts.layout_parts import (
    LIST_WIDE,
    Frame,
    PartsShown,
    Places,
    low,
    rows_needed,
    sides_cut,
    steps_height,
)
from companion.window.table_parts.seat_geometry import FAR, NEAR, edges_of, seat_boxes
from companion.window.table_parts.upright_layout import upright
from companion.window.widgets.geometry import Box, Room, grid

PANELS_WIDE = 0.175
"""Share of the width for the panels at each side of the board."""
STEPS_BESIDE, STEPS_IN_ROWS = 4.1, 3.1
"""Least width of a panel beside the board, in touch sizes: with four buttons in a row, or with two rows of three."""
STRIP = 0.2
"""Share of the height for the strip below the banner, where no keys lie in it."""
BUTTONS_WIDE, BUTTONS_UPRIGHT = 0.45, 0.56
"""Most of the header's width for its buttons: in an upright window the title has two lines."""
BUTTONS_BESIDE_SEATS = 4.9
"""Width of all of them beside the far seats, in touch sizes, in an upright or a low window."""
FAR_SEAT, FAR_SEATS = 1.95, 4.6
"""Width of a far seat in a low window's header, in touch sizes, for its name or one answer; and of all, at least."""
TITLE_BELOW = 3.0
"""Height of a title below the header, in units: one line of small text."""
HEADER_LOW = 1.2
"""Height of a low window's header, in touch sizes: a title and the newest play below each other, beside the buttons."""
TITLE_LOW = 0.3
"""Share of it for the title."""
BOARD_WIDE = 0.5
"""A board beside the panels has this share of the window's width at least."""
TWO_ROWS, LEAST_BESIDE = 4, 1.3
"""So many seats have two rows of buttons where a window stands, if the list and the cards keep so much height, in touch
sizes: then each has room for a name and all that may be announced.
"""
CARDS_GOAL, BOARD_LEAST = 1.9, 0.47
"""Beside two rows the cards would be so high, in touch sizes, as far as the board keeps this share of the height."""
PICTURE_WIDE = 0.38
"""Most that a live picture takes of the width that it shares with the cards."""
KEYS_WIDE = (5, 3)
"""Columns and rows of the keys for ranks, beside other parts."""


def places(room: Room, shown: PartsShown) -> Places:
    """Arrange the main screen."""
    frame = _frame(room, shown)
    made = upright(room, shown, frame) if room.upright else _wide(room, shown, frame)
    return _mirrored(made, room) if shown.left_handed and not shown.lying else made


def _mirrored(made: Places, room: Room) -> Places:
    """Exchange left and right; the sides' panels stay, since people sit where they sit, and seats keep their order."""

    def other(box: Box) -> Box:
        return room.width - box[0] - box[2], *box[1:]

    picture, cards, keys = (box and other(box) for box in (made.picture, made.cards, made.keys))
    return replace(
        made,
        title=other(made.title), buttons=other(made.buttons), event_list=other(made.event_list),
        banner=other(made.banner), picture=picture, cards=cards, keys=keys,
        seats=_moved(made.seats, room),
    )  # fmt: skip


def _moved(seats: tuple[Box, ...], room: Room) -> tuple[Box, ...]:
    """Move the seats' buttons together to the other side, in the same order."""
    left, right = (
        min((box[0] for box in seats), default=0),
        max((box[0] + box[2] for box in seats), default=0),
    )
    return tuple((box[0] + room.width - left - right, *box[1:]) for box in seats)


# -- the edges -----------------------------------------------------------------------------------------


def _frame(room: Room, shown: PartsShown) -> Frame:
    gap, close, inner = room.gap, room.row_gap, room.width - 2 * room.gap
    edges = edges_of(shown.seats, lying=shown.lying)
    if low(room):
        return _low_frame(room, edges, speak=shown.far)
    title, buttons = _header(room, far=FAR in edges)
    top = min(title[1], buttons[1]) - close
    begins = gap if room.upright else title[0] + title[2] + gap
    far = (begins, buttons[1], buttons[0] - gap - begins, buttons[3])
    return Frame(title, buttons, (gap, close, inner, top - close), {FAR: far}, edges)


def _header(room: Room, *, far: bool) -> tuple[Box, Box]:
    """Give the boxes of title and buttons; in between is room for the far seats. An upright window with seats there
    has its title below both.
    """
    gap, inner = room.gap, room.width - 2 * room.gap
    row = max(room.touch, (theme.HEADER_ROW_UPRIGHT if room.upright else theme.HEADER_ROW) * room.unit)
    share = BUTTONS_UPRIGHT if room.upright else BUTTONS_WIDE
    width = max(min(theme.HEADER_BUTTONS * room.unit, share * inner), 3 * 1.35 * room.touch)
    top = room.height - room.row_gap - row
    if room.upright and far:
        low = TITLE_BELOW * room.unit
        width = BUTTONS_BESIDE_SEATS * room.touch
        return (gap, top - room.row_gap - low, inner, low), (room.width - gap - width, top, width, row)
    title = 0.27 * inner if far else inner - width - gap
    return (gap, top, title, row), (room.width - gap - width, top, width, row)


def _low_frame(room: Room, edges: tuple[str, ...], *, speak: bool) -> Frame:
    """Put title and banner below each other, beside the buttons and the far seats, which have their room while they
    ``speak``.
    """
    gap, inner, row = room.gap, room.width - 2 * room.gap, HEADER_LOW * room.touch
    buttons, far = min(theme.HEADER_BUTTONS * room.unit, BUTTONS_WIDE * inner), edges.count(FAR)
    if far:
        buttons = BUTTONS_BESIDE_SEATS * room.touch
    header = (room.width - gap - buttons, room.height - gap - row, buttons, row)
    seated = max(FAR_SEATS, far * FAR_SEAT) * room.touch
    floor, wide = header[1], inner - buttons - gap - (seated + gap if far and speak else 0)
    title = (gap, floor + (1 - TITLE_LOW) * row, wide, TITLE_LOW * row)
    banner = (gap, floor, wide, (1 - TITLE_LOW) * row)
    strips = {FAR: (header[0] - gap - seated, floor, seated, row)}
    return Frame(title, header, (gap, gap, inner, floor - 2 * gap), strips, edges, banner)


# -- a window wider than high --------------------------------------------------------------------------


def _wide(room: Room, shown: PartsShown, frame: Frame) -> Places:
    """Arrange a window wider than high. While nobody speaks, the list and the cards have the room of the seats'
    buttons; where it is low, the board has that of the banner.
    """
    gap, box = room.gap, sides_cut(frame.middle, room, frame.edges)
    x, y, width, height = box
    row = max(room.touch, theme.HEADER * room.unit)
    most = 0 if frame.banner else height - 2 * gap - row - BOARD_LEAST * room.height
    strip, rows = _strip_and_rows(room, shown, most)
    banner = frame.banner or (x, y + strip + gap, width, row)
    floor = y + strip + gap + (0 if frame.banner else row + gap)
    panels, board = _panels_beside((x, floor, width, y + height - floor), room, shown)
    keys, rest = _keys_at_right((x, y, width, strip), room, shown)
    each = room.touch + gap
    near = (*rest[:3], rows * each - gap)
    seats = seat_boxes(room, frame.edges, box, {**frame.strips, NEAR: near})
    if rows > 1:
        seats = grid(near, shown.seats, math.ceil(shown.seats / rows), gap)
    if shown.speaking and seats:
        taken = rows_needed(shown, rows) * each
        rest = (rest[0], y + taken, rest[2], strip - taken)
    event_list, picture, cards = _strip(rest, room, shown)
    in_header = frame.banner is not None
    return Places(
        frame.title, frame.buttons, panels, board, picture, cards, event_list, keys, banner, seats, in_header
    )  # fmt: skip


def _strip_and_rows(room: Room, shown: PartsShown, most: float) -> tuple[float, int]:
    """Give the height of what lies below the board and the banner, up to ``most`` if seats have two rows there, and the
    number of their rows.
    """
    strip, seated = _strip_height(room, shown), 2 * (room.touch + room.gap)
    if shown.seats < TWO_ROWS or shown.lying:
        return strip, 1
    raised = max(strip, min(seated + CARDS_GOAL * room.touch, most))
    return (strip, 1) if raised - seated < LEAST_BESIDE * room.touch else (raised, 2)


def _strip_height(room: Room, shown: PartsShown) -> float:
    """Give the height of what lies below the board and the banner."""
    if shown.keys or (low(room) and (shown.cards or shown.seats)):
        return _keys_height(room)
    if low(room):
        return 1.1 * room.touch
    near = room.touch + room.gap if shown.seats else room.touch
    return max(1.1 * room.touch + near, STRIP * room.height)


def _keys_height(room: Room) -> float:
    return KEYS_WIDE[1] * max(1.02 * room.touch, 0.072 * room.height) + 0.8 * room.gap


def _panels_beside(box: Box, room: Room, shown: PartsShown) -> tuple[tuple[Box, ...], Box]:
    """Put the panels left and right of the board, clockwise from the upper left; above it where they would be low, or
    leave it narrow.
    """
    x, y, width, height = box
    gap, right = room.gap, math.ceil(shown.sides / 2)
    steps = (STEPS_BESIDE if shown.sides > 2 else STEPS_IN_ROWS) * room.touch if shown.steps else 0
    wide = max(PANELS_WIDE * width, steps)
    columns = [_column((x + width - wide, y, wide, height), right, gap)]
    columns.append(_column((x, y, wide, height), shown.sides - right, gap))
    too_low = min(each[3] for column in columns for each in column) < _panel_least(room, steps=shown.steps)
    if too_low or width - 2 * (wide + gap) < BOARD_WIDE * room.width:
        return _panels_above(box, room, shown)
    board = (x + wide + gap, y, width - 2 * (wide + gap), height)
    first, *others = columns[1]
    return (first, *columns[0], *reversed(others)), board


def _column(box: Box, count: int, gap: float) -> list[Box]:
    """Cut a box into so many below each other, the uppermost first."""
    x, y, width, height = box
    each = (height - (count - 1) * gap) / max(1, count)
    return [(x, y + (count - 1 - at) * (each + gap), width, each) for at in range(count)]


def _panels_above(box: Box, room: Room, shown: PartsShown) -> tuple[tuple[Box, ...], Box]:
    x, y, width, height = box
    high = max(_panel_least(room, steps=shown.steps), 0.36 * height)
    panels = grid((x, y + height - high, width, high), shown.sides, shown.sides, room.gap)
    return panels, (x, y, width, height - high - room.gap)


def _panel_least(room: Room, *, steps: bool) -> float:
    """Give the least height of a panel."""
    least = 1.1 * room.touch
    return least + (steps_height(room) + 0.5 * room.gap if steps else 0)


def _keys_at_right(box: Box, room: Room, shown: PartsShown) -> tuple[Box | None, Box]:
    """Cut the keys off the strip below the banner, if there are any; give them and the rest."""
    if not shown.keys:
        return None, box
    x, y, width, height = box
    columns, rows = KEYS_WIDE
    ideal = 1.15 * min(height, _keys_height(room)) * columns / rows
    wide = max(columns * (room.touch + 0.4 * room.gap), min(ideal, 0.34 * width))
    return (x + width - wide, y, wide, height), (x, y, width - wide - room.gap, height)


def _strip(box: Box, room: Room, shown: PartsShown) -> tuple[Box, Box | None, Box | None]:
    """Share what the keys leave of the strip below the banner: the list, the live picture, the cards on the table."""
    x, y, width, height = box
    if not (shown.cards or shown.picture):
        return box, None, None
    list_wide = LIST_WIDE * width
    rest = (x + list_wide + room.gap, y, width - list_wide - room.gap, height)
    picture, cards = _side_by_side(rest, room.gap, shown)
    return (x, y, list_wide, height), picture, cards


def _side_by_side(box: Box, gap: float, shown: PartsShown) -> tuple[Box | None, Box | None]:
    """Share a box between the live picture and the cards on the table."""
    x, y, width, height = box
    if not shown.picture:
        return None, box
    wide = min(height * theme.PICTURE_SHAPE, PICTURE_WIDE * width)
    if not shown.cards:
        return box, None
    return (x, y, wide, height), (x + wide + gap, y, width - wide - gap, height)
