"""The marks by which sides are told apart: a colour and a shape each, chosen when a match is begun.

The header of a record carries them as ``"marks"``, the number of each side's mark; a record without has the first
ones in order. The numbers are places in `theme.SIDE_COLOURS` and `theme.SIDE_SHAPES`.
"""

from __future__ import annotations

from companion import theme
from companion.theme import Colour
from engine.header import Header

MARKS = range(len(theme.SIDE_SHAPES))
KEY = "marks"
"""In the record's header."""


def marks_of(header: Header) -> tuple[int, ...]:
    """Give the number of every side's mark; the first ones in order where the record does not say, or amiss."""
    sides = len(header.teams) if header.teams is not None else len(header.players)
    found = header.extra.get(KEY)
    if not isinstance(found, list | tuple) or len(found) != sides or len(set(map(str, found))) != sides:
        return tuple(range(sides))
    if not all(type(mark) is int and mark in MARKS for mark in found):
        return tuple(range(sides))
    return tuple(found)


def colour(mark: int) -> Colour:
    """Give a mark's colour in the look of the day."""
    return theme.SIDE_COLOURS[mark]


def shape(mark: int) -> str:
    """Give a mark's shape."""
    return theme.SIDE_SHAPES[mark]


def free(taken: tuple[int, ...], wished: int) -> int:
    """Give the wished mark, or the next one that nobody has taken (the wished one where all are)."""
    turned = [(wished + step) % len(MARKS) for step in MARKS]
    return next((mark for mark in turned if mark not in taken), wished)
