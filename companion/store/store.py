"""Everything the app keeps, in one SQLite database: matches with their events, people, settings, figures.

Each event is one row, the line that the exported record has for it, and is on the disk before its points are shown.
Whoever changes a match does it in one transaction. OSError, with a reason for people, where the disk does not do it.

One connection, one thread. Never open the database's file but through here: closing a file lets go of the locks that
the whole process has on it.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.store import schema
from companion.store.schema import Damaged
from engine.holding import sync_folder

PLAYING, WATCHED, PUT_BY = "playing", "watched", "put by"
"""What a match is: played here, watched in a window of its own, or one that another was begun after."""
NEXT_PLACE = """SELECT coalesce(max(max(place), 0), 0) + 1 FROM
    (SELECT place FROM match UNION ALL SELECT place FROM named_record)"""
"""Beyond all others; those of matches taken over from files are below 0."""

Line = str | bytes
"""A line of a record; bytes where it is no text, which only an imported one can be."""
Value = str | bytes | int | float | None


@dataclass(frozen=True)
class Row:
    """A match as it is kept. ``began`` is in seconds since 1970; ``source`` names the file that it came from."""

    number: int
    header: Line
    events: tuple[Line, ...]
    began: float
    state: str = PUT_BY
    source: str = ""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The whole record: line 0 is the header, line n the nth event."""
        return (self.header, *self.events)


class Store:
    """The database in a folder's ``porrazo.db``, made where it is not there yet unless it is only read.

    ``changes`` differs whenever anything in it may have changed, by whichever program.
    """

    def __init__(self, folder: Path, *, writes: bool = True, name: str = schema.STORE_FILE) -> None:
        self.folder, self.writes = folder, writes
        self.path = folder / name
        if writes:
            folder.mkdir(parents=True, exist_ok=True)
        self._open()

    def _open(self) -> None:
        is_new = not self.path.exists()
        self.connection = schema.connect(self.path, writes=self.writes)
        self._file = _identity(self.path)
        if is_new:
            sync_folder(self.folder)

    def close(self) -> None:
        """Close the database; what was written is in its one file then."""
        with suppress(sqlite3.Error):
            self.connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- asking and changing ---------------------------------------------------------------------------

    def ask(self, question: str, *values: Value) -> list[tuple[Value, ...]]:
        """Ask one question in SQL and return all rows."""
        with self._spoken():
            return self.connection.execute(question, values).fetchall()

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Make changes: all of them are on the disk in the end, or none is."""
        with self._spoken(), schema.transaction(self.connection):
            yield self.connection

    @contextmanager
    def _spoken(self) -> Iterator[None]:
        """Say in an OSError what SQLite says, and leave the note where that is damage."""
        try:
            with schema.spoken(self.path):
                yield
        except Damaged:
            with suppress(OSError):
                (self.folder / schema.DAMAGE_NOTE).touch()
            raise

    @property
    def changes(self) -> tuple[int, int]:
        """Two numbers, one for other programs' changes and one for our own."""
        (version,) = self.ask("PRAGMA data_version")[0]
        assert isinstance(version, int)
        return version, self.connection.total_changes

    def is_in_place(self) -> bool:
        """Whether the file is still there by its name."""
        return _identity(self.path) == self._file

    def put_back(self) -> None:
        """Write the whole database anew under its name, after somebody has deleted or moved the file."""
        if self.path.exists():
            raise FileExistsError(errno.EEXIST, "another file has taken its place", str(self.path))
        beside = Path(f"{self.path}.new")
        self.folder.mkdir(parents=True, exist_ok=True)
        self.copy_to(beside)
        for ending in schema.SIDE_FILES:
            Path(f"{self.path}{ending}").unlink(missing_ok=True)  # they belong to the file that is gone
        os.replace(beside, self.path)
        sync_folder(self.folder)
        self.close()
        self._open()

    def copy_to(self, path: Path) -> None:
        """Copy everything into one other file, which is on the disk then; one that is there is replaced."""
        path.unlink(missing_ok=True)
        with schema.spoken(path), closing(sqlite3.connect(path)) as copy:
            copy.execute("PRAGMA synchronous = FULL")
            self.connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, none beside it

    # -- matches ---------------------------------------------------------------------------------------

    def begin(self, header: Line, began: float, state: str, *, sets_aside: Sequence[int] = ()) -> int:
        """Begin a match and return its number; those set aside are put by, or gone where nothing happened in them."""
        with self.change() as within:
            for number in sets_aside:
                _put_by(within, number)
            return _insert(within, header, began, state)

    def go_on(self, number: int, *, sets_aside: Sequence[int] = ()) -> None:
        """Make a match the one that is being played, the last of all."""
        with self.change() as within:
            for each in sets_aside:
                _put_by(within, each)
            within.execute(
                f"UPDATE match SET state = ?, place = ({NEXT_PLACE}) WHERE number = ?",
                (PLAYING, number),
            )

    def add(
        self, header: Line, events: Sequence[Line], began: float, state: str = PUT_BY, source: str = ""
    ) -> int:
        """Add a whole match and return its number."""
        with self.change() as within:
            return insert_whole(within, Row(0, header, tuple(events), began, state, source))

    def rewrite(self, number: int, lines: Sequence[Line], kept: int) -> None:
        """Put these lines, the header first, in the place of a match's; the first ``kept`` events are there already.

        The match comes back where it was deleted.
        """
        with self.change() as within:
            there = within.execute("SELECT header FROM match WHERE number = ?", (number,)).fetchone()
            if there is None:
                kept = 0
                _insert(within, lines[0], time.time(), PUT_BY, number)
            elif there[0] != lines[0]:
                within.execute("UPDATE match SET header = ? WHERE number = ?", (lines[0], number))
            within.execute("DELETE FROM event WHERE match = ? AND line > ?", (number, kept))
            _add_events(within, number, lines[1 + kept :], after=kept)
            within.execute(
                "UPDATE match SET reckoned = 0, winner = NULL WHERE number = ? AND reckoned != 0", (number,)
            )

    def delete(self, number: int) -> bool:
        """Delete a match with all that is kept of it; False where there is none."""
        with self.change() as within:
            return _delete(within, number)

    def row(self, number: int) -> Row | None:
        """Read a match; None where there is none."""
        found = self.ask("SELECT header, began, state, source FROM match WHERE number = ?", number)
        if not found:
            return None
        header, began, state, source = found[0]
        events = self.ask("SELECT json FROM event WHERE match = ? ORDER BY line", number)
        lines = tuple([line if isinstance(line, bytes) else str(line) for (line,) in events])
        assert isinstance(began, int | float)
        return Row(
            number,
            header if isinstance(header, bytes) else str(header),
            lines,
            began,
            str(state),
            str(source),
        )

    def numbers(self) -> tuple[int, ...]:
        """List the matches in which something happened, the one that was played last first."""
        question = """SELECT number FROM match
            WHERE EXISTS (SELECT 1 FROM event WHERE match = number) ORDER BY state = ? DESC, place DESC, number DESC"""
        return tuple([int(str(number)) for (number,) in self.ask(question, PLAYING)])

    def unfinished(self) -> tuple[int, ...]:
        """List the matches that may be gone on with, the one that was played last first.

        Those that another was begun after are left out, and those that were watched while nothing happened.
        """
        question = """SELECT number FROM match WHERE state != ? AND winner IS NULL
            AND (state = ? OR EXISTS (SELECT 1 FROM event WHERE match = number)) ORDER BY place DESC"""
        return tuple([int(str(number)) for (number,) in self.ask(question, PUT_BY, PLAYING)])

    def place(self, number: int) -> int:
        """Tell a match's place in the order of play; 0 where there is none."""
        found = self.ask("SELECT place FROM match WHERE number = ?", number)
        return int(str(found[0][0])) if found else 0

    def playing(self) -> tuple[int, ...]:
        """List the matches that count as the one being played: one, or none."""
        return tuple([int(str(n)) for (n,) in self.ask("SELECT number FROM match WHERE state = ?", PLAYING)])


def insert_whole(within: sqlite3.Connection, row: Row) -> int:
    """Add a whole match within a transaction, under its own number if it has one that is free."""
    taken = within.execute("SELECT 1 FROM match WHERE number = ?", (row.number,)).fetchone()
    number = _insert(
        within, row.header, row.began, row.state, None if taken else row.number or None, row.source
    )
    _add_events(within, number, row.events, after=0)
    return number


def _insert(
    within: sqlite3.Connection,
    header: Line,
    began: float,
    state: str,
    number: int | None = None,
    source: str = "",
) -> int:
    cursor = within.execute(
        f"INSERT INTO match (number, header, began, state, place, source) VALUES (?, ?, ?, ?, ({NEXT_PLACE}), ?)",
        (number, header, began, state, source),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def _add_events(within: sqlite3.Connection, number: int, lines: Sequence[Line], *, after: int) -> None:
    rows = ((number, line, json) for line, json in enumerate(lines, start=after + 1))
    within.executemany("INSERT INTO event (match, line, json) VALUES (?, ?, ?)", rows)


def _put_by(within: sqlite3.Connection, number: int) -> None:
    if within.execute("SELECT 1 FROM event WHERE match = ? LIMIT 1", (number,)).fetchone():
        within.execute("UPDATE match SET state = ? WHERE number = ?", (PUT_BY, number))
    else:
        _delete(within, number)


def _delete(within: sqlite3.Connection, number: int) -> bool:
    for table in ("event", "figures"):
        within.execute(f"DELETE FROM {table} WHERE match = ?", (number,))
    return within.execute("DELETE FROM match WHERE number = ?", (number,)).rowcount > 0


def _identity(path: Path) -> tuple[int, int] | None:
    """Tell one file from another that has its name; never by opening it."""
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_dev, about.st_ino
