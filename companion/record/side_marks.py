"""The marks that tell sides apart: each has a colour and a shape, chosen when a match begins.

The header of a record holds them as ``"marks"``, the number of each side's mark. A record without this key
has the first marks in order. The numbers are indices into `theme.SIDE_COLOURS` and `theme.SIDE_SHAPES`.
"""

from __future__ import annotations

from companion import theme
from companion.theme import Colour
from engine.games import game_called
from engine.header import Header

MARKS = range(len(theme.SIDE_SHAPES))
MARKS_KEY = "marks"
"""The key in the record's header."""


def marks_of(header: Header) -> tuple[int, ...]:
    """The number of each side's mark; the first ones in order if the record has none or bad ones."""
    sides = len(game_called(header.game).sides(header))
    found = header.extra.get(MARKS_KEY)
    if not isinstance(found, list | tuple) or len(found) != sides or len(set(map(str, found))) != sides:
        return tuple(range(sides))
    if not all(type(mark) is int and mark in MARKS for mark in found):
        return tuple(range(sides))
    return tuple(found)


def colour(mark: int) -> Colour:
    """A mark's colour in the current theme."""
    return theme.SIDE_COLOURS[mark]


def shape(mark: int) -> str:
    """A mark's shape."""
    return theme.SIDE_SHAPES[mark]


def free(taken: tuple[int, ...], wished: int) -> int:
    """The wished mark, or the next one that is not taken; the wished one if all are taken."""
    turned = [(wished + step) % len(MARKS) for step in MARKS]
    return next((mark for mark in turned if mark not in taken), wished)
