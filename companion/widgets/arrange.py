"""Where the parts of the main screen go, for any window. Plain geometry, no Kivy.

Rectangles are ``(x, y, width, height)`` in pixels, y upwards, as Kivy counts.
"""

import math
from dataclasses import dataclass

from companion import theme

Box = tuple[float, float, float, float]


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
    story_height = theme.STORY_HEIGHT * room.unit
    columns = min(sides, 2 if room.upright else sides)
    rows = math.ceil(sides / columns)
    panel_height = _panel_height(room, rows)

    top = room.height - gap - header_height
    header = (gap, top, inner, header_height)
    top -= gap + rows * panel_height + (rows - 1) * gap
    panels = _grid((gap, top, inner, rows * panel_height + (rows - 1) * gap), sides, columns, gap)
    story = (gap, gap, inner, story_height)
    rest = (gap, 2 * gap + story_height, inner, top - 3 * gap - story_height)
    board, seen = _board_and_picture(rest, room, gap) if picture else (rest, None)
    return Places(header, panels, board, seen, story)


def _panel_height(room: Room, rows: int) -> float:
    """Give the height of one row of panels: a name to tap above a numeral, flatter where there are many rows."""
    share = 1.0 if rows == 1 else max(0.45, 1.3 / rows)
    return max(theme.PANEL_HEIGHT * room.unit * share, 1.05 * room.touch)


def _grid(box: Box, count: int, columns: int, gap: float) -> tuple[Box, ...]:
    """Cut a box into rows of equal cells, left to right and downwards; the last row fills its width too."""
    x, y, width, height = box
    rows = math.ceil(count / columns)
    cell_height = (height - (rows - 1) * gap) / rows
    cells: list[Box] = []
    for row in range(rows):
        here = min(columns, count - row * columns)
        cell_width = (width - (here - 1) * gap) / here
        bottom = y + height - (row + 1) * cell_height - row * gap
        cells += [(x + at * (cell_width + gap), bottom, cell_width, cell_height) for at in range(here)]
    return tuple(cells)


def _board_and_picture(rest: Box, room: Room, gap: float) -> tuple[Box, Box]:
    """Share what is left between board and picture: side by side, or one above the other if upright."""
    x, y, width, height = rest
    if room.upright:
        picture_height = min(width / theme.PICTURE_SHAPE, 0.52 * height)
        board_height = height - gap - picture_height
        return (x, y + picture_height + gap, width, board_height), (x, y, width, picture_height)
    picture_width = min(height * theme.PICTURE_SHAPE, 0.44 * width)
    board_width = width - gap - picture_width
    return (x, y, board_width, height), (x + board_width + gap, y, picture_width, height)


@dataclass(frozen=True)
class PanelPlaces:
    """Where the parts of one side's panel go, and how large its numeral is in pixels."""

    name: Box
    numeral: Box
    less: Box
    more: Box
    numeral_size: float


def panel_places(box: Box, room: Room) -> PanelPlaces:
    """Arrange a side's panel: flat (all in a row), wide (- numeral + below the name) or narrow (buttons lowest)."""
    x, y, width, height = box
    touch, ideal = room.touch, theme.NUMERAL * room.unit
    button = max(touch, min(0.22 * width, 0.62 * ideal))
    if height < 1.6 * touch + 0.35 * ideal:
        return _flat_panel(box, touch, ideal)
    name_height = max(touch, 0.36 * height)
    low = height - name_height
    if width >= 2 * button + 1.35 * min(ideal, low):
        numeral = (x + button, y, width - 2 * button, low)
        return PanelPlaces(
            name=(x, y + low, width, name_height),
            numeral=numeral,
            less=(x, y, button, low),
            more=(x + width - button, y, button, low),
            numeral_size=min(ideal, 1.02 * low),
        )
    between = height - name_height - touch
    return PanelPlaces(
        name=(x, y + height - name_height, width, name_height),
        numeral=(x, y + touch, width, between),
        less=(x, y, width / 2, touch),
        more=(x + width / 2, y, width / 2, touch),
        numeral_size=min(ideal, 0.5 * width, 1.15 * between),
    )


def _flat_panel(box: Box, touch: float, ideal: float) -> PanelPlaces:
    x, y, width, height = box
    figure = min(ideal, 1.0 * height, 0.3 * width)
    middle = 1.25 * figure
    name_width = width - 2 * touch - middle
    return PanelPlaces(
        name=(x, y, name_width, height),
        numeral=(x + name_width + touch, y, middle, height),
        less=(x + name_width, y, touch, height),
        more=(x + width - touch, y, touch, height),
        numeral_size=figure,
    )
