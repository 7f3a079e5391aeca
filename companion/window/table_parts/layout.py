"""Where the parts of the table's screen go, for any window. Plain geometry, no Kivy.

The board is the hero: it gets about half of the height. In a window wider than high the sides' panels stand left and
right of it, clockwise from the upper left, as people sit round a table; in an upright one they stand above it.
"""

import math
from dataclasses import dataclass, replace

from companion import theme
from companion.window.table_parts.seat_geometry import FAR, LEFT, NEAR, RIGHT, edges_of, seat_boxes
from companion.window.widgets.geometry import Box, Room, grid

MANY_SIDES = 4
"""From this many lanes on, the board of an upright window gets all the room that the rest does not need."""
STEPS_WIDE = 2.1
"""Least width of a panel with two buttons side by side, in touch sizes."""
STEPS_BESIDE, STEPS_IN_ROWS = 4.1, 3.1
"""Least width of a panel beside the board, in touch sizes: with four buttons in a row, or with two rows of three."""
NUMERAL_WIDE = 1.75
"""Least width of a panel with the name over the numeral, in touch sizes: for up to `IN_A_ROW` sides."""
IN_A_ROW = 5
PANELS_WIDE = 0.175
"""Share of the width for the panels at each side of the board."""
BOARD_MOST = 0.52
"""Of an upright window's height the board gets no more: there its holes grow no larger."""
LIST_WIDE = 0.4
"""Share of the list's width in its strip, of what the keys leave."""
LIST_BESIDE = 10.0
"""From this width on, in touch sizes, an upright window has the cards beside the list."""
PICTURE_HIGH = 0.1
"""Least share of an upright window's height for the live picture."""
STRIP = 0.2
"""Share of the height for the strip below the banner, where no keys lie in it."""
BUTTONS_WIDE, BUTTONS_UPRIGHT = 0.45, 0.56
"""Most of the header's width for its buttons: in an upright window the title has two lines."""
SEATS_WIDE = 0.5
"""Share of the banner's row for players' buttons, where the screen stands."""
KEYS_WIDE, KEYS_HIGH = (5, 3), (7, 2)
"""Columns and rows of the keys for ranks, beside other parts and below them."""


@dataclass(frozen=True)
class PartsShown:
    """What there is to arrange: so many sides; a live picture, the table's cards, keys for ranks, steps of points.

    ``seats``: how many players announce by tapping, 0 if nobody does; ``lying``: each at their edge of a screen that
    lies on the table, else side by side. ``left_handed``: what is tapped most lies at the left of a screen that stands.
    """

    sides: int
    picture: bool = False
    cards: bool = False
    keys: bool = False
    steps: bool = False
    seats: int = 0
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


@dataclass(frozen=True)
class _Frame:
    """What the window's edges leave for the rest: ``middle``; the header above it, and the seats' strips."""

    title: Box
    buttons: Box
    middle: Box
    strips: dict[str, Box]
    edges: tuple[str, ...]


def places(room: Room, shown: PartsShown) -> Places:
    """Arrange the main screen."""
    frame = _frame(room, shown)
    made = _upright(room, shown, frame) if room.upright else _wide(room, shown, frame)
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
        seats=tuple(other(box) for box in made.seats[::-1]),
    )  # fmt: skip


# -- the edges -----------------------------------------------------------------------------------------


def _frame(room: Room, shown: PartsShown) -> _Frame:
    gap, inner = room.gap, room.width - 2 * room.gap
    edges = edges_of(shown.seats, lying=shown.lying)
    title, buttons = _header(room, far=FAR in edges)
    beside = not room.upright and not shown.lying  # then they stand in the banner's row
    near = NEAR in edges and not beside
    low = gap + (room.touch + gap if near else 0)
    top = min(title[1], buttons[1]) - gap
    far = (title[0] + title[2] + gap, title[1], 0.0, title[3])
    right = room.width - gap if room.upright else buttons[0] - gap
    strips = {NEAR: (gap, gap, inner, room.touch), FAR: (far[0], far[1], right - far[0], far[3])}
    return _Frame(title, buttons, (gap, low, inner, top - low), strips, edges)


def _header(room: Room, *, far: bool) -> tuple[Box, Box]:
    """Give the boxes of title and buttons; in between is room for the far seats, in an upright window above these."""
    gap, inner = room.gap, room.width - 2 * room.gap
    row = max(room.touch, (theme.HEADER_ROW_UPRIGHT if room.upright else theme.HEADER_ROW) * room.unit)
    share = BUTTONS_UPRIGHT if room.upright else BUTTONS_WIDE
    width = max(min(theme.HEADER_BUTTONS * room.unit, share * inner), 3 * 1.35 * room.touch)
    top = room.height - gap - row
    if room.upright and far:
        lower = top - gap - room.touch
        return (gap, top, 0.42 * inner, row), (gap, lower, inner, room.touch)
    title = 0.27 * inner if far else inner - width - gap
    return (gap, top, title, row), (room.width - gap - width, top, width, row)


def _sides_cut(box: Box, room: Room, edges: tuple[str, ...]) -> Box:
    """Leave room for who sits at the left and at the right edge."""
    left = room.seat + room.gap if LEFT in edges else 0
    right = room.seat + room.gap if RIGHT in edges else 0
    return box[0] + left, box[1], box[2] - left - right, box[3]


# -- a window wider than high --------------------------------------------------------------------------


def _wide(room: Room, shown: PartsShown, frame: _Frame) -> Places:
    gap = room.gap
    box = _sides_cut(frame.middle, room, frame.edges)
    x, y, width, height = box
    row, low = max(room.touch, theme.HEADER * room.unit), _strip_height(room, shown)
    upper = (x, y + low + row + 2 * gap, width, height - low - row - 2 * gap)
    panels, board = _panels_beside(upper, room, shown)
    banner = (x, y + low + gap, width, row)
    strips = frame.strips
    if shown.seats and not shown.lying:
        share = max(SEATS_WIDE * width, shown.seats * (room.touch + gap))
        banner = (x, banner[1], width - share - gap, row)
        strips = {NEAR: (x + width - share, banner[1], share, row)}
    event_list, picture, cards, keys = _strip((x, y, width, low), room, shown)
    seats = seat_boxes(room, frame.edges, box, strips)
    return Places(frame.title, frame.buttons, panels, board, picture, cards, event_list, keys, banner, seats)


def _strip_height(room: Room, shown: PartsShown) -> float:
    if not shown.keys:
        return max(2.1 * room.touch, STRIP * room.height)
    return KEYS_WIDE[1] * max(1.02 * room.touch, 0.072 * room.height) + 0.8 * room.gap


def _panels_beside(box: Box, room: Room, shown: PartsShown) -> tuple[tuple[Box, ...], Box]:
    """Put the panels left and right of the board, clockwise from the upper left; above it where they would be low."""
    x, y, width, height = box
    gap, right = room.gap, math.ceil(shown.sides / 2)
    steps = (STEPS_BESIDE if shown.sides > 2 else STEPS_IN_ROWS) * room.touch if shown.steps else 0
    wide = max(PANELS_WIDE * width, steps)
    columns = [_column((x + width - wide, y, wide, height), right, gap)]
    columns.append(_column((x, y, wide, height), shown.sides - right, gap))
    if min(each[3] for column in columns for each in column) < _panel_least(room, steps=shown.steps):
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


def _strip(box: Box, room: Room, shown: PartsShown) -> tuple[Box, Box | None, Box | None, Box | None]:
    """Share the strip below the banner: the list, the live picture, the cards on the table, the keys."""
    x, y, width, height = box
    gap, keys = room.gap, None
    if shown.keys:
        columns, rows = KEYS_WIDE
        wide = max(columns * (room.touch + 0.4 * gap), min(1.15 * height * columns / rows, 0.34 * width))
        keys = (x + width - wide, y, wide, height)
        width -= wide + gap
    if not (shown.cards or shown.picture):
        return (x, y, width, height), None, None, keys
    list_wide = LIST_WIDE * width
    rest = (x + list_wide + gap, y, width - list_wide - gap, height)
    picture, cards = _side_by_side(rest, gap, shown)
    return (x, y, list_wide, height), picture, cards, keys


def _side_by_side(box: Box, gap: float, shown: PartsShown) -> tuple[Box | None, Box | None]:
    """Share a box between the live picture and the cards on the table."""
    x, y, width, height = box
    if not shown.picture:
        return None, box
    wide = min(height * theme.PICTURE_SHAPE, 0.5 * width)
    if not shown.cards:
        return box, None
    return (x, y, wide, height), (x + wide + gap, y, width - wide - gap, height)


# -- an upright window ---------------------------------------------------------------------------------


def _upright(room: Room, shown: PartsShown, frame: _Frame) -> Places:
    gap = room.gap
    x, y, width, height = frame.middle
    columns = _columns(room, shown)
    rows = math.ceil(shown.sides / columns)
    each = _panel_height(room, (width - (columns - 1) * gap) / columns, rows, shown)
    high = rows * each + (rows - 1) * gap
    panels = grid((x, y + height - high, width, high), shown.sides, columns, gap)
    keys = _keys_below(room, y) if shown.keys else None
    floor = y + (keys[3] + gap if keys is not None else 0)
    ceiling = y + height - high - gap
    across = _sides_cut((x, floor, width, 0), room, frame.edges)
    beside = shown.cards and not shown.picture and across[2] >= LIST_BESIDE * room.touch
    board_high, cards_high, list_high, row = _heights(room, shown, ceiling - floor, beside=beside)
    board = (x, ceiling - board_high, width, board_high)
    below = (across[0], floor, across[2], board[1] - gap - floor)
    banner = (below[0], below[1] + below[3] - row, below[2], row)
    event_list = (below[0], banner[1] - gap - list_high, below[2], list_high)
    lower = (below[0], floor, below[2], cards_high)
    if beside:
        event_list, lower = _list_beside(event_list, gap)
    picture, cards = _side_by_side(lower, gap, shown) if lower[3] else (None, None)
    seats = seat_boxes(room, frame.edges, below, frame.strips)
    return Places(frame.title, frame.buttons, panels, board, picture, cards, event_list, keys, banner, seats)


def _list_beside(box: Box, gap: float) -> tuple[Box, Box]:
    """Share a box between the list and the cards on the table."""
    x, y, width, height = box
    wide = LIST_WIDE * width
    return (x, y, wide, height), (x + wide + gap, y, width - wide - gap, height)


def _heights(
    room: Room, shown: PartsShown, height: float, *, beside: bool
) -> tuple[float, float, float, float]:
    """Share the height between board, cards, list and banner, less the gaps between them; the board takes most.

    ``beside``: the cards lie beside the list and take nothing.
    """
    gap = room.gap
    row = max(1.2 * room.touch, 0.8 * theme.HEADER * room.unit)
    cards = max(1.15 * room.touch, PICTURE_HIGH * room.height if shown.picture else 0.0)
    close = shown.keys or shown.lying or shown.sides >= MANY_SIDES
    event_list = max((1.05 if close else 2.05) * room.touch, (0.05 if close else 0.08) * room.height)
    if beside:
        event_list = max(2.1 * room.touch, event_list)
    if beside or not (shown.cards or shown.picture):
        cards = 0.0
    free = height - row - cards - event_list - (3 if cards else 2) * gap
    board = min(free, BOARD_MOST * room.height)
    spare = free - board
    return board, cards + (0.45 * spare if cards else 0), event_list + (0.55 if cards else 1.0) * spare, row


def _keys_below(room: Room, floor: float) -> Box:
    """Give the keys of an upright window the whole width, from this height upwards."""
    height = KEYS_HIGH[1] * max(room.touch, 0.055 * room.height) + 0.4 * room.gap
    return room.gap, floor, room.width - 2 * room.gap, height


def _columns(room: Room, shown: PartsShown) -> int:
    """Give how many panels stand side by side: all, or half in an upright window too narrow for it."""
    sides, inner = shown.sides, room.width - 2 * room.gap
    close = not shown.steps and sides <= IN_A_ROW
    wide, beside = (NUMERAL_WIDE, 0.3 * room.gap) if close else (STEPS_WIDE, room.gap)
    fits = inner - (sides - 1) * beside >= sides * wide * room.touch
    return sides if fits else math.ceil(sides / 2)


def _panel_height(room: Room, width: float, rows: int, shown: PartsShown) -> float:
    """Give the height of a panel this wide in an upright window, which has least of it for two rows and keys."""
    ideal = theme.PANEL_HEIGHT * room.unit * (0.92 if rows == 1 else 0.55 if shown.keys else 0.79)
    if narrow(width, ideal) and rows == 1:
        ideal *= 1.12  # the name lies above the numeral
    least = 1.2 * room.touch + 2 * theme.BORDER * room.unit
    return max(ideal, least) + (steps_height(room) + 0.5 * room.gap if shown.steps else 0)


def steps_height(room: Room) -> float:
    """Give the height of a panel's buttons."""
    return max(room.touch, 5.5 * room.unit)


def narrow(width: float, height: float) -> bool:
    """Whether a panel is too narrow for the name beside the numeral."""
    return width < 2.6 * height
