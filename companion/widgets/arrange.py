"""Where the parts of the main screen go, for any window. Plain geometry, no Kivy.

Rectangles are ``(x, y, width, height)`` in pixels, y upwards, as Kivy counts.
"""

import math
from dataclasses import dataclass

from companion import theme

Box = tuple[float, float, float, float]

BUTTONS_WIDE = 2.1
"""What a panel's two buttons side by side need, in touch sizes."""


@dataclass(frozen=True)
class Room:
    """The window: its size and the least side of a tappable thing in pixels."""

    width: float
    height: float
    touch: float

    @property
    def unit(self) -> float:
        """Pixels of one theme unit."""
        return theme.unit(self.width, self.height)

    @property
    def upright(self) -> bool:
        """Whether the window is higher than wide."""
        return self.height > self.width


@dataclass(frozen=True)
class Places:
    """Where each part goes; ``picture`` is None where there is no camera."""

    header: Box
    panels: tuple[Box, ...]
    board: Box
    picture: Box | None
    story: Box


def places(room: Room, sides: int, picture: bool) -> Places:
    """Arrange the main screen for so many sides, with or without a live picture."""
    gap = theme.MARGIN * room.unit
    inner = room.width - 2 * gap
    header_height = max(room.touch, theme.HEADER * room.unit)
    header_height += theme.HEADER_TITLE * room.unit if room.upright else 0
    columns = _columns(inner, gap, room, sides)
    rows = math.ceil(sides / columns)
    panel_height = _panel_height(room, (inner - (columns - 1) * gap) / columns)
    story_height = (theme.STORY_HEIGHT if rows == 1 else theme.STORY_HEIGHT_LOW) * room.unit

    top = room.height - gap - header_height
    header = (gap, top, inner, header_height)
    top -= gap + rows * panel_height + (rows - 1) * gap
    panels_box = (gap, top, inner, rows * panel_height + (rows - 1) * gap)
    tight = inner - (columns - 1) * gap < columns * BUTTONS_WIDE * room.touch
    panels = _grid(panels_box, sides, columns, (0.2 * gap if tight else gap, gap))
    story = (gap, gap, inner, story_height)
    rest = (gap, 2 * gap + story_height, inner, top - 3 * gap - story_height)
    board, seen = _board_and_picture(rest, room, gap) if picture else (rest, None)
    return Places(header, panels, board, seen, story)


def _columns(inner: float, gap: float, room: Room, sides: int) -> int:
    """Give how many panels stand side by side: all, or half in an upright window too narrow for it."""
    fits = inner - (sides - 1) * gap >= sides * BUTTONS_WIDE * room.touch
    return sides if fits or not room.upright else math.ceil(sides / 2)


def _panel_height(room: Room, width: float) -> float:
    """Give the height of a row of panels this wide; an upright window has less of it to give."""
    ideal = theme.PANEL_HEIGHT * room.unit * (0.72 if room.upright else 1.0)
    least = 2.9 if width < 4 * room.touch else 2.2
    return max(ideal, least * room.touch + 2 * theme.BORDER * room.unit)


def _grid(box: Box, count: int, columns: int, gaps: tuple[float, float]) -> tuple[Box, ...]:
    """Cut a box into rows of equal cells, left to right and downwards; the last row fills its width too.

    ``gaps`` lie between cells side by side, and between rows.
    """
    x, y, width, height = box
    beside, between = gaps
    rows = math.ceil(count / columns)
    cell_height = (height - (rows - 1) * between) / rows
    cells: list[Box] = []
    for row in range(rows):
        here = min(columns, count - row * columns)
        cell_width = (width - (here - 1) * beside) / here
        bottom = y + height - (row + 1) * cell_height - row * between
        cells += [(x + at * (cell_width + beside), bottom, cell_width, cell_height) for at in range(here)]
    return tuple(cells)


def _board_and_picture(rest: Box, room: Room, gap: float) -> tuple[Box, Box]:
    """Share what is left between board and picture: side by side, or one above the other if upright."""
    x, y, width, height = rest
    if room.upright:
        board_least = min(theme.BOARD_LEAST * room.height, 0.62 * height)
        picture_height = min(width / theme.PICTURE_SHAPE, 0.52 * height, height - gap - board_least)
        board_height = height - gap - picture_height
        return (x, y + picture_height + gap, width, board_height), (x, y, width, picture_height)
    picture_width = min(height * theme.PICTURE_SHAPE, 0.44 * width)
    board_width = width - gap - picture_width
    return (x, y, board_width, height), (x + board_width + gap, y, picture_width, height)


@dataclass(frozen=True)
class PanelPlaces:
    """Where the parts of one side's panel go, and how large its numeral is in pixels."""

    mark: Box
    names: Box
    numeral: Box
    less: Box
    more: Box
    numeral_size: float


def panel_places(box: Box, room: Room) -> PanelPlaces:
    """Arrange a side's panel: names above, then - numeral +; in a narrow one the buttons come lowest."""
    x, y, width, height = box
    names_height = max(room.touch, 0.34 * height)
    low = height - names_height
    numeral_size = min(theme.NUMERAL * room.unit, 1.02 * low)
    button = max(1.12 * room.touch, min(0.24 * width, 0.62 * numeral_size))
    if width < 2 * button + 1.35 * numeral_size:
        return _narrow_panel(box, room)
    mark = min(0.8 * names_height, theme.MARK * room.unit)
    inset = 0.9 * room.unit
    names_x = x + inset + mark + 0.4 * room.unit
    return PanelPlaces(
        mark=(x + inset, y + low + (names_height - mark) / 2, mark, mark),
        names=(names_x, y + low, x + width - names_x - 0.6 * room.unit, names_height),
        numeral=(x + button, y, width - 2 * button, low),
        less=(x, y, button, low),
        more=(x + width - button, y, button, low),
        numeral_size=numeral_size,
    )


def _narrow_panel(box: Box, room: Room) -> PanelPlaces:
    x, y, width, height = box
    touch = max(room.touch, 0.27 * height)
    between = height - 2 * touch
    mark = min(0.26 * width, theme.MARK * room.unit)
    left = x + mark + 0.6 * room.unit
    figures = x + width - left
    return PanelPlaces(
        mark=(x + 0.6 * room.unit, y + touch + (between - mark) / 2, mark, mark),
        names=(x, y + height - touch, width, touch),
        numeral=(left, y + touch, figures, between),
        less=(x, y, width / 2, touch),
        more=(x + width / 2, y, width / 2, touch),
        numeral_size=min(theme.NUMERAL * room.unit, 0.82 * figures, 1.15 * between),
    )
