"""Reads rows straight from the pages of a database file, where the pages that lead to them are ruined.

SQLite finds a row by way of other pages; a ruined one hides all rows behind it, though they are whole. Each page says
itself where its rows lie (sqlite.org/fileformat2.html, chapters 1.6 and 2.1). Only what looks like the
line of an event is given. One so long that it goes on on another page is left out.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from companion.store.store import Line

PAGE_BYTES = 4096
"""Bytes of a page of a store, as SQLite makes them."""
NUMBERED_LEAF = 0x0D
"""What a leaf of a table with row numbers begins with, as matches are kept."""
PAGE_KINDS = {0x0A: (8, 0), 0x02: (12, 4), NUMBERED_LEAF: (8, 0)}
"""What pages that hold rows begin with: those of tables without row numbers, as events are kept, a leaf and one that
leads to others and holds a row for each of them; and the leaf above. Then where it begins to say where its rows lie,
and how far within these the row begins.
"""
LARGEST_ROW = (PAGE_BYTES - 12) * 64 // 255 - 23
LARGEST_NUMBERED_ROW = PAGE_BYTES - 35
"""Bytes of a row that lies on its page whole."""
WHOLE_NUMBERS = (1, 2, 3, 4, 6, 8)
"""Bytes of whole numbers, by their kind from 1 on."""

REAL_KIND = 7
"""The kind of a number with a fraction."""

Value = int | float | Line | None


class EventRow(NamedTuple):
    """A line of a match's record."""

    match: int
    line: int
    json: Line


class MatchRow(NamedTuple):
    """A match without its events, as it is kept."""

    header: Line
    began: float
    state: str
    place: int
    source: str


def matches(path: Path) -> Iterator[tuple[int, MatchRow]]:
    """Give the number of every match on any leaf of the file, and what is kept of it beside its events."""
    for page in _pages(path):
        for cell in _cells(page) if page[0] == NUMBERED_LEAF else ():
            try:
                _, after = _number(page, cell)
                number, _ = _number(page, after)
                row = as_match(_row(page, cell, numbered=True)[1:6])
            except (IndexError, ValueError):
                continue
            if row is not None and number < 2**63:
                yield number, row


def as_match(values: list[Value]) -> MatchRow | None:
    """Take header, beginning, state, place and source for a match, if they look like one."""
    if len(values) != 5:
        return None
    header, began, state, place, source = values
    if not isinstance(header, str | bytes) or not isinstance(began, int | float) or not isfinite(began):
        return None
    if not isinstance(state, str) or not isinstance(place, int) or not isinstance(source, str):
        return None
    return MatchRow(header, float(began), state, place, source)


def events(path: Path) -> Iterator[EventRow]:
    """Give every event on any page of the file; one that was changed or taken back may be there in its old form too."""
    for page in _pages(path):
        for cell in _cells(page) if page[0] in PAGE_KINDS and page[0] != NUMBERED_LEAF else ():
            try:
                found = _event(_row(page, cell))
            except (IndexError, ValueError):
                continue
            if found is not None:
                yield found


def _event(values: list[Value]) -> EventRow | None:
    """Take these values for an event, if they look like one."""
    if len(values) != 3:
        return None
    match, line, json = values
    if not isinstance(match, int) or not isinstance(line, int) or not isinstance(json, str | bytes):
        return None
    return EventRow(match, line, json) if match > 0 and line > 0 else None


def _pages(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while len(page := file.read(PAGE_BYTES)) == PAGE_BYTES:
            yield page


def _cells(page: bytes) -> Iterator[int]:
    """Give the places on a page at which its rows begin."""
    (first, within), count = PAGE_KINDS[page[0]], int.from_bytes(page[3:5], "big")
    for at in range(first, min(first + 2 * count, PAGE_BYTES - 1), 2):
        cell = int.from_bytes(page[at : at + 2], "big") + within
        if first < cell < PAGE_BYTES:
            yield cell


def _row(page: bytes, at: int, *, numbered: bool = False) -> list[Value]:
    """Read the row that begins there; ValueError or IndexError where there is none that lies on this page whole."""
    size, at = _number(page, at)
    if numbered:
        _, at = _number(page, at)
    if size > (LARGEST_NUMBERED_ROW if numbered else LARGEST_ROW) or at + size > PAGE_BYTES:
        raise ValueError("it does not lie here whole")
    head, kinds_at = _number(page, at)
    value_at, values = at + head, list[Value]()
    while kinds_at < at + head:
        kind, kinds_at = _number(page, kinds_at)
        value, value_at = _value(page, kind, value_at)
        values.append(value)
    if value_at != at + size:
        raise ValueError("it does not end where it says")
    return values


def _value(page: bytes, kind: int, at: int) -> tuple[Value, int]:
    """Read a value of this kind, and give where the next one begins."""
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if 1 <= kind <= len(WHOLE_NUMBERS):
        end = at + WHOLE_NUMBERS[kind - 1]
        return int.from_bytes(page[at:end], "big", signed=True), end
    if kind == REAL_KIND and at + 8 <= PAGE_BYTES:
        (number,) = struct.unpack(">d", page[at : at + 8])
        return float(number), at + 8
    if kind < 12:
        raise ValueError("no such kind of ours")
    end = at + (kind - 12) // 2
    content = page[at:end]
    return (content.decode() if kind % 2 else content), end


def _number(page: bytes, at: int) -> tuple[int, int]:
    """Read a number of one to nine bytes, seven bits in each but the ninth, and give where the next thing begins."""
    value = 0
    for count in range(9):
        byte = page[at + count]
        if count == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    raise AssertionError("a number has nine bytes at most")
