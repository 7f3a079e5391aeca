"""A damaged store: put aside under another name, and all that can still be read of it copied into a new one.

Row by row: where a piece of the file is unreadable, the rows on it are lost and the next ones are tried, from the pages
themselves where need be (`leaves`). Nothing of the old file is run or believed: only rows of the kinds that a store has
are taken over, into tables made here. Figures are not copied, they are made anew.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeGuard

from companion.locales import N_
from companion.messages import Notice
from companion.store import leaves, schema
from companion.store.leaves import PAGE_BYTES, MatchRow
from companion.store.store import PLAYING, PUT_BY, WATCHED, Line, Row, Store, Value, insert_whole
from engine.holding import sync_folder
from engine.record import LONGEST_LINE

log = logging.getLogger(__name__)

STORE_WAS_DAMAGED = N_(
    "The store of matches was damaged; matches saved: {saved}, perhaps incomplete: {hurt}; "
    "the old file is kept as {file}"
)
PAGES_HERE = slice(28, 32)
"""Where the first page says how many there are."""
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What is raised for a piece that cannot be read; the second where SQLite itself complains of what is no text."""
MOST_MATCHES = 1_000_000
MOST_EVENTS = 100_000
"""Of a match. What a damaged file says of itself is not believed beyond these."""


@dataclass(frozen=True)
class Saved:
    """What was copied: how many matches, and how many of those lack a line or more."""

    matches: int
    hurt: int


def mended(folder: Path, now: float) -> Notice:
    """Put a damaged store aside, make a new one of what can be read of it, and say so. OSError where it cannot be."""
    saved, aside = replaced(folder, folder / schema.STORE_FILE, "damaged", now)
    log.warning("%s was damaged: %s, put aside as %s", folder / schema.STORE_FILE, saved, aside)
    values = {"saved": saved.matches, "hurt": saved.hurt, "file": aside.name if aside is not None else ""}
    return Notice(STORE_WAS_DAMAGED, values)


def replaced(folder: Path, source: Path, called: str, now: float) -> tuple[Saved, Path | None]:
    """Make a new store of what can be read of this one, and let it have the name.

    The store that was there is put aside under the name given, which is returned. OSError where that cannot be done;
    whatever stops the program, one of the two has the name, or gets it at the next start.
    """
    path, fresh = folder / schema.STORE_FILE, folder / f"{schema.STORE_FILE}.mended"
    for ending in ("", *schema.SIDE_FILES):
        Path(f"{fresh}{ending}").unlink(missing_ok=True)
    with Store(folder, name=fresh.name) as store:
        saved = copied(source, store)
    aside = _free_name(folder, f"{called}-{time.strftime('%Y-%m-%d-%H%M%S', time.localtime(now))}")
    was_there = path.exists()
    for ending in ("", *schema.SIDE_FILES):
        with suppress(FileNotFoundError):
            os.replace(f"{path}{ending}", f"{aside}{ending}")
    finish(folder)
    return saved, aside if was_there else None


def finish(folder: Path) -> None:
    """Let the mended store have the name, if the program was stopped just before that."""
    path, fresh = folder / schema.STORE_FILE, folder / f"{schema.STORE_FILE}.mended"
    if fresh.exists() and not path.exists():
        os.replace(fresh, path)
        sync_folder(folder)


def copied(path: Path, store: Store) -> Saved:
    """Copy all rows that can be read of the store at this path into another, in one transaction.

    Where its first page is ruined, which says what lies where, it is read with that of a new store: every store is made
    by the same steps, and so its tables begin at the same places.
    """
    saved = _copied(path, store)
    if saved is not None:
        return saved
    lent = store.folder / f"{schema.STORE_FILE}.lent"
    try:
        _lend_first_page(path, lent)
        return _copied(lent, store) or Saved(0, 0)
    finally:
        for ending in ("", *schema.SIDE_FILES):
            with suppress(OSError):
                Path(f"{lent}{ending}").unlink(missing_ok=True)


def _lend_first_page(path: Path, lent: Path) -> None:
    """Copy a store to this path, with the first page of a new one in the place of its own."""
    for ending in ("", "-wal"):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}{ending}", f"{lent}{ending}")
    with TemporaryDirectory() as beside:
        Store(Path(beside)).close()
        page = bytearray((Path(beside) / schema.STORE_FILE).read_bytes()[:PAGE_BYTES])
    page[PAGES_HERE] = (lent.stat().st_size // PAGE_BYTES).to_bytes(4, "big")
    with lent.open("r+b") as file:
        file.write(page)


def _copied(path: Path, store: Store) -> Saved | None:
    """Copy all rows that can be read; None where it cannot even be read which tables there are."""
    matches = hurt = 0
    try:
        source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", isolation_level=None, uri=True)
    except UNREADABLE:
        return None
    with closing(source):
        for pragma in schema.SAFE_PRAGMAS:
            with suppress(*UNREADABLE):
                source.execute(pragma)
        tables = _tables(source)
        if not tables:
            return None
        with store.change() as within:
            for row, whole in _matches(source, path) if {"match", "event"} <= tables else ():
                insert_whole(within, row)
                matches, hurt = matches + 1, hurt + (not whole)
            _copy_small(source, within, tables)
    return Saved(matches, hurt)


def _tables(source: sqlite3.Connection) -> set[str]:
    """Name the tables that are as we make them; nothing else that bears such a name is asked for anything."""
    ours = {
        item for version in range(1, 1 + len(schema.MIGRATIONS)) for item in schema.expected(version).items()
    }
    try:
        there = source.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    except UNREADABLE:
        return set()
    return {name for name, sql in there if (name, sql) in ours}


# -- matches -----------------------------------------------------------------------------------------------


def _matches(source: sqlite3.Connection, path: Path) -> Iterator[tuple[Row, bool]]:
    """Give every match that can be read, in the order in which they were played, and whether it is surely whole."""
    rows = _headers(source, path)
    on_leaves = _on_leaves(path, {number for number in rows if not _events(source, number, {})[1]})
    for number in sorted(rows, key=lambda each: (rows[each].place, each)):
        header, began, state, _, origin = rows[number]
        events, whole = _events(source, number, on_leaves.get(number, {}))
        yield Row(number, header, events, began, state, origin), whole


def _headers(source: sqlite3.Connection, path: Path) -> dict[int, MatchRow]:
    """Read the matches without their events: from both ends, and then from the pages themselves."""
    rows: dict[int, MatchRow] = {}
    whole = False
    with suppress(*UNREADABLE):
        rows.update(_rows(source, "ASC"))
        whole = True
    if not whole:
        with suppress(*UNREADABLE):
            rows.update(_rows(source, "DESC"))
        rows = {**dict(leaves.matches(path)), **rows}
    known = (PLAYING, WATCHED, PUT_BY)
    return {
        number: row._replace(state=row.state if row.state in known else PUT_BY)
        for number, row in rows.items()
        if number > 0 and _is_line(row.header)
    }


def _rows(source: sqlite3.Connection, order: str) -> Iterator[tuple[int, MatchRow]]:
    columns = "header, began, state, place, source"
    question = f"SELECT number, {columns} FROM match NOT INDEXED ORDER BY number {order} LIMIT {MOST_MATCHES}"
    for number, *values in source.execute(question):
        row = leaves.as_match(values)
        if isinstance(number, int) and row is not None:
            yield number, row


def _on_leaves(path: Path, numbers: set[int]) -> dict[int, dict[int, Line]]:
    """Give the lines of these matches that are found on the pages themselves."""
    found: dict[int, dict[int, Line]] = {}
    for row in leaves.events(path) if numbers else ():
        if row.match in numbers and row.line <= MOST_EVENTS and _is_line(row.json):
            found.setdefault(row.match, {})[row.line] = row.json
    return found


def _events(
    source: sqlite3.Connection, number: int, on_leaves: Mapping[int, Line]
) -> tuple[tuple[Line, ...], bool]:
    """Give the events of a match that can be read, and whether those are surely all.

    Where a piece cannot be read, what lies behind it is read from the last event on, until that piece is met again; and
    then from the pages themselves.
    """
    lines: dict[int, Line] = {}
    whole = False
    with suppress(*UNREADABLE):
        lines.update(_lines(source, number, "ASC"))
        whole = list(lines) == list(range(1, len(lines) + 1))
    if not whole:
        with suppress(*UNREADABLE):
            lines.update(_lines(source, number, "DESC"))
        lines = {**on_leaves, **lines}
    return tuple([lines[at] for at in sorted(lines)]), whole


def _lines(source: sqlite3.Connection, number: int, order: str) -> Iterator[tuple[int, Line]]:
    """Give line by line what can be read; one of `UNREADABLE` where that ends."""
    question = f"SELECT line, json FROM event WHERE match = ? ORDER BY line {order} LIMIT {MOST_EVENTS}"
    for at, line in source.execute(question, (number,)):
        if isinstance(at, int) and _is_line(line):
            yield at, line


def _is_line(value: object) -> TypeGuard[Line]:
    return isinstance(value, str | bytes) and len(value) <= LONGEST_LINE


# -- the rest ----------------------------------------------------------------------------------------------


def _copy_small(source: sqlite3.Connection, within: sqlite3.Connection, tables: set[str]) -> None:
    """Copy people, settings and the list of imported files, as far as each table can be read."""
    for table, kinds in SMALL_TABLES.items():
        if table not in tables:
            continue
        rows: list[tuple[Value, ...]] = []
        with suppress(*UNREADABLE):
            found = source.execute(f"SELECT {', '.join(kinds)} FROM {table} LIMIT {MOST_MATCHES}")
            rows.extend(row for row in found if all(map(isinstance, row, kinds.values())))
        marks = ", ".join("?" * len(kinds))
        within.executemany(f"INSERT OR REPLACE INTO {table} ({', '.join(kinds)}) VALUES ({marks})", rows)


SMALL_TABLES: dict[str, dict[str, type]] = {
    "person": {"person": str, "name": str, "mark": int, "place": int},
    "setting": {"name": str, "value": str},
    "imported": {"file": str},
    "named_record": {"path": bytes, "camera": str, "place": int},
}


def _free_name(folder: Path, stem: str) -> Path:
    """Give a path in the folder that no file has yet."""
    path, number = folder / f"{stem}.db", 2
    while path.exists():
        path, number = folder / f"{stem}-{number}.db", number + 1
    return path
