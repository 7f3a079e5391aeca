"""Where the parts of one side's panel go. Plain geometry, no Kivy."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion import theme
from companion.window.table_parts.layout_parts import narrow, steps_height
from companion.window.widgets.geometry import Box, Room

STEPS = (-1, 1, 2, 3, 5)
"""Points that a button gives at once, where there is room for so many buttons; the first come first."""


TWO_FIGURES = 0.74
"""A numeral of two figures fills the panel at this size, in widths of the panel; three figures are written smaller."""
HIGH_FIGURES = 1.28
"""Size of a numeral over its place's height: figures are 0.7 of their size high, the rest of it is air."""
TAKEN, TAKEN_SHARE = 0.32, 0.16
"""Least height of the line that says what was captured, in a finger's sizes: its letters have 12 pixels; and its share
of a panel's height."""
FIGURE = 0.62
"""Width of a figure, in sizes of the numeral."""
NUMERAL_WIDE = 0.44
"""Share of a panel's width for a numeral beside the name."""
MARK_WIDE = 0.16
"""Share of that width for the mark at most: the name needs the rest."""
TWO_ROWS = 5.0
"""From this height on, in heights of a button, a narrow panel has two rows of them."""
FLAT, FLAT_NUMERAL = 0.7, 0.56
"""Below this ratio of height to width what was captured stands beside the numeral, which has this share of the width:
below it both were small.
"""
TALL = 0.8
"""From this ratio of height to width on, a side's names stand below each other over the numeral."""


@dataclass(frozen=True)
class PanelPlaces:
    """Where the parts of one side's panel go; the numeral is ``numeral_size`` pixels high.

    ``taken``: how many cards the side has captured. ``score`` is what is touched to change the points: all above the
    ``steps``, a box for each of so many. ``together``: a side's names stand in one line.
    """

    mark: Box
    names: Box
    numeral: Box
    taken: Box
    score: Box
    steps: tuple[Box, ...]
    numeral_size: float
    together: bool


def panel_places(box: Box, room: Room, *, steps: bool, names: int = 1) -> PanelPlaces:
    """Arrange a side's panel: mark, names and numeral side by side, or the names above in a narrow one."""
    x, y, width, height = box
    each = steps_height(room)
    rows = 0 if not steps else 2 if height > TWO_ROWS * each and narrow(width, height) else 1
    low = rows * each + 0.5 * room.gap if steps else 0
    score = (x, y + low, width, height - low)
    buttons = _steps((x, y, width, rows * each), room, rows) if steps else ()
    over, beside = _over(score, room, buttons, names), _beside(score, room, buttons)
    if steps:  # points by hand: the numeral is what is looked at
        return max(over, beside, key=lambda places: places.numeral_size)
    return over if narrow(width, score[3]) else beside


def _over(score: Box, room: Room, steps: tuple[Box, ...], names: int) -> PanelPlaces:
    """Put the names over the numeral, and what was captured below it."""
    x, y, width, height = score
    inside = 0.9 * room.unit
    tall, flat = height > TALL * width, height < FLAT * width and not steps
    edge = min(room.unit, 0.025 * height)
    taken = 0.0 if steps else min(max(TAKEN_SHARE * height, TAKEN * room.finger), 0.24 * height)
    share = 0.2 if tall else 0.34 if steps else 0.27
    if tall and not steps:  # what a narrow panel's numeral leaves is the name's
        spare = height - 2 * edge - taken - TWO_FIGURES / HIGH_FIGURES * width
        share = min(0.34, max(share, spare / max(1, names) / height))
    name = min(share * height, 1.35 * theme.BODY * room.unit)
    lines = names if tall else 1
    lines = lines if lines * name < 0.42 * height else 1
    mark = min(0.9 * name, theme.MARK * room.unit, 0.22 * width)
    top = y + height - name * lines - edge
    names_x = x + inside + mark + 0.4 * room.unit
    floor = y + edge
    figures = top - floor - (0 if flat else taken)
    wide = FLAT_NUMERAL * width if flat else width
    left = x + width - wide
    return PanelPlaces(
        mark=(x + inside, y + height - (y + height - top) / 2 - mark / 2, mark, mark),
        names=(names_x, top, x + width - names_x - 0.6 * room.unit, name * lines),
        numeral=(left, top - figures, wide, figures),
        taken=(x + inside, floor, left - x - inside, figures)
        if flat
        else (x + inside, floor, width - 2 * inside, taken),
        score=score,
        steps=steps,
        numeral_size=min(theme.NUMERAL * room.unit, HIGH_FIGURES * figures, TWO_FIGURES * wide),
        together=lines < names,
    )


def _beside(score: Box, room: Room, steps: tuple[Box, ...]) -> PanelPlaces:
    """Put the names beside the numeral, with what was captured below them."""
    x, y, width, height = score
    inside = 0.9 * room.unit
    numeral_size = min(theme.NUMERAL * room.unit, 1.05 * height, NUMERAL_WIDE * width / (2 * FIGURE))
    figures = 2 * FIGURE * numeral_size + inside
    mark = min((0.5 if steps else 0.36) * height, theme.MARK * room.unit, MARK_WIDE * width)
    names_x = x + inside + mark + 0.8 * room.unit
    across = x + width - figures - names_x - inside
    taken = min(0.34 * height, 1.3 * theme.SMALL * room.unit)
    return PanelPlaces(
        mark=(x + inside, y + taken + (height - taken - mark) / 2, mark, mark),
        names=(names_x, y + taken, across, height - taken),
        numeral=(x + width - figures, y, figures - inside, height),
        taken=(names_x, y, across, taken),
        score=score,
        steps=steps,
        numeral_size=numeral_size,
        together=False,
    )


def alike(panels: Sequence[Box], room: Room, *, steps: bool) -> float:
    """Give the size in pixels in which the numerals of all panels fit."""
    return min(panel_places(box, room, steps=steps).numeral_size for box in panels)


def _steps(box: Box, room: Room, rows: int) -> tuple[Box, ...]:
    """Give as many boxes in one row or two as fingers can hit."""
    x, y, width, height = box
    least = max(room.touch, 5 * room.unit)
    fits = int(max((width + 0.01) // least, min(2, (width + 0.01) // room.touch), 1))
    count = min(len(STEPS), fits * rows)
    columns = -(-count // rows)
    each, high = width / columns, height / rows
    places = [divmod(at, columns) for at in range(count)]
    return tuple((x + column * each, y + (rows - 1 - row) * high, each, high) for row, column in places)
