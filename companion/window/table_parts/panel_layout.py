"""Where the parts of one side's panel go. Plain geometry, no Kivy."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion import theme
from companion.window.table_parts.layout import narrow, steps_height
from companion.window.widgets.geometry import Box, Room

STEPS = (-1, 1, 2, 3, 5)
"""Points that a button gives at once, where there is room for so many buttons; the first come first."""


TWO_FIGURES = 0.76
"""A numeral of two figures fills the panel at this size, in widths of the panel; three figures are written smaller."""


@dataclass(frozen=True)
class PanelPlaces:
    """Where the parts of one side's panel go; the numeral is ``numeral_size`` pixels high.

    ``score`` is what is touched to change the points: all above the ``steps``, a box for each of so many.
    ``together``: a side's names stand in one line.
    """

    mark: Box
    names: Box
    numeral: Box
    score: Box
    steps: tuple[Box, ...]
    numeral_size: float
    together: bool


def panel_places(box: Box, room: Room, *, steps: bool) -> PanelPlaces:
    """Arrange a side's panel: mark, names and numeral side by side, or the names above in a narrow one."""
    x, y, width, height = box
    low = steps_height(room) + 0.5 * room.gap if steps else 0
    score = (x, y + low, width, height - low)
    buttons = _steps((x, y, width, steps_height(room)), room) if steps else ()
    inside = 0.9 * room.unit
    if narrow(width, score[3]):
        name = min(0.36 * score[3], 1.35 * theme.BODY * room.unit)
        mark = min(0.95 * name, theme.MARK * room.unit, 0.22 * width)
        top = y + height - name - 0.4 * room.unit
        names_x = x + inside + mark + 0.4 * room.unit
        figures = score[3] - name - 0.4 * room.unit
        return PanelPlaces(
            mark=(x + inside, top + (name - mark) / 2, mark, mark),
            names=(names_x, top, x + width - names_x - room.unit, name),
            numeral=(x, score[1], width, figures),
            score=score,
            steps=buttons,
            numeral_size=min(theme.NUMERAL * room.unit, 1.1 * figures, TWO_FIGURES * width),
            together=True,
        )
    numeral_size = min(theme.NUMERAL * room.unit, 1.05 * score[3])
    figures = min(1.75 * numeral_size, 0.5 * width)
    mark = min(0.5 * score[3], theme.MARK * room.unit)
    names_x = x + inside + mark + 0.8 * room.unit
    return PanelPlaces(
        mark=(x + inside, score[1] + (score[3] - mark) / 2, mark, mark),
        names=(names_x, score[1], x + width - figures - names_x, score[3]),
        numeral=(x + width - figures, score[1], figures - inside, score[3]),
        score=score,
        steps=buttons,
        numeral_size=numeral_size,
        together=False,
    )


def alike(panels: Sequence[Box], room: Room, *, steps: bool) -> float:
    """Give the size in pixels in which the numerals of all panels fit."""
    return min(panel_places(box, room, steps=steps).numeral_size for box in panels)


def _steps(box: Box, room: Room) -> tuple[Box, ...]:
    """Give as many boxes side by side as fingers can hit."""
    x, y, width, height = box
    each = max(room.touch, 5 * room.unit)
    fits = max((width + 0.01) // each, min(2, (width + 0.01) // room.touch), 1)
    count = min(len(STEPS), int(fits))
    return tuple((x + at * width / count, y, width / count, height) for at in range(count))
