"""Reads and writes the record of one match as JSON Lines: the header, then one event on each line.

Reading is strict and raises nothing but ValueError. Each game says what its lines mean.
"""

import itertools
import json
import math
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, cast

from engine.events import Event
from engine.fields import Fields, shown
from engine.game import AnyGame
from engine.games import game_called
from engine.header import Header, game_named

MOST_DIGITS = 4000
"""The most digits of a number; Python refuses to print more than 4300, so longer ones could not be written.
"""
MOST_BYTES = 64_000_000
"""The most bytes of a record; a match takes about ten thousand."""
LONGEST_LINE = 1_000_000
"""The most bytes of a line of a record; an event takes a few hundred."""
WHITE_SPACE = b" \t\r\n"
"""The white space of JSON; a line of nothing else is skipped."""


class BadRecord(ValueError):
    """A line of a record cannot be read; ``line`` counts from 1, blank lines included."""

    def __init__(self, line: int, wrong: str) -> None:
        super().__init__(wrong)
        self.line = line


def read(lines: Iterable[bytes]) -> Iterator[tuple[int, Header | Event]]:
    """Give a record's header and then its events, each with its line number (from 1), as they are read.

    ``lines`` are split at b"\\n" only, as an open binary file gives them. BadRecord at the first bad line.
    """
    game: AnyGame | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip(WHITE_SPACE):
            continue
        try:
            parsed = parse(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line)
            if game is None:
                game = game_called(game_named(parsed))
                yield number, game.header(parsed)
            else:
                yield number, game.event(parsed)
        except ValueError as wrong:
            raise BadRecord(number, str(wrong)) from None
        except RecursionError:
            raise BadRecord(number, "the line is nested too deeply") from None
    if game is None:
        raise BadRecord(1, "the record is empty: it must begin with its header")


def lines_of(source: BinaryIO) -> Iterator[bytes]:
    """Give the lines of an open file for ``read``; BadRecord if it holds too much for a record.

    The limit is needed since a file may never end.
    """
    taken = 0
    for number in itertools.count(1):
        line = source.readline(LONGEST_LINE + 1)
        taken += len(line)
        if len(line) > LONGEST_LINE:
            raise BadRecord(number, f"the line is longer than {LONGEST_LINE} bytes")
        if taken > MOST_BYTES:
            raise BadRecord(number, f"the record is larger than {MOST_BYTES} bytes")
        if not line:
            return
        yield line


def parse(line: bytes) -> Fields:
    """Return the object that one line holds."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError("the line is not UTF-8") from None
    try:
        parsed = LINE_DECODER(text)
    except json.JSONDecodeError as wrong:
        raise ValueError(f"the line is not JSON: {wrong.msg} at column {wrong.colno}") from None
    if not isinstance(parsed, dict):
        raise ValueError(f"a line must hold an object in braces, not {shown(parsed)}")
    if "\\ud" in text.lower():
        refuse_half_characters(parsed)
    return cast(Fields, parsed)


def refuse_half_characters(parsed: object) -> None:
    """Raise ValueError for half a character (backslash-ud800 alone), which could not be written again."""
    try:
        json.dumps(parsed, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("the line holds half a character (a lone surrogate)") from None


def once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object; ValueError if a key is there twice."""
    built = dict(pairs)
    if len(built) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"{shown(twice)} is there twice")
    return built


def finite(digits: str) -> float:
    """Return a number with a fraction; ValueError if it is too large to be written again."""
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{shown(digits)} is too large")
    return number


def short(digits: str) -> int:
    """Return a whole number; ValueError if it has thousands of digits."""
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number is {len(digits)} digits long")
    return int(digits)


def no_number(name: str) -> object:
    """Raise ValueError for NaN and the infinities, which JSON does not have."""
    raise ValueError(f"{name} is not a number that JSON knows")


LINE_DECODER: Callable[[str], object] = json.JSONDecoder(
    object_pairs_hook=once_each, parse_float=finite, parse_int=short, parse_constant=no_number
).decode


def line_of(item: Header | Event) -> str:
    """Write a header or an event as its line of a record, without the line break."""
    return json.dumps(item.to_json(), ensure_ascii=False)
