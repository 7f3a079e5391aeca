"""The shape of the store: its tables, the steps from one version to the next, and how a file of it is opened.

A store is one SQLite database. ``application_id`` says that it is ours and ``user_version`` which steps it has taken.
Every change of the tables is one more step at the end of `MIGRATIONS`; none is ever altered, since stores out there
have taken it already. A step is one transaction: a store stands before it or after it.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from engine.holding import InUse

STORE_FILE = "porrazo.db"
DAMAGE_NOTE = "damage-was-met"
"""The file that whoever meets damage leaves beside it. It is empty, and gone once the store is mended or whole."""
SIDE_FILES = ("-wal", "-shm")
"""What SQLite keeps beside the file while it is open: what was written last, and who reads where."""
APPLICATION_ID = 0x506F727A
"""The letters "Porz"."""
LOCK_WAIT_S = 5.0
"""Seconds that a writer waits for another's transaction, which takes milliseconds."""

MIGRATIONS: Sequence[Sequence[str]] = (
    (
        """CREATE TABLE match (
            number INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL, began REAL NOT NULL,
            state TEXT NOT NULL, place INTEGER NOT NULL, source TEXT NOT NULL DEFAULT '',
            reckoned INTEGER NOT NULL DEFAULT 0, winner INTEGER)""",
        "CREATE INDEX match_by_place ON match (place)",
        """CREATE TABLE event (
            match INTEGER NOT NULL, line INTEGER NOT NULL, json TEXT NOT NULL,
            PRIMARY KEY (match, line)) WITHOUT ROWID""",
        """CREATE TABLE figures (
            match INTEGER NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL,
            finished INTEGER NOT NULL, won INTEGER NOT NULL, points INTEGER NOT NULL, plays INTEGER NOT NULL,
            best INTEGER NOT NULL, announcements INTEGER NOT NULL, porrazos INTEGER NOT NULL,
            limpias INTEGER NOT NULL, in_place INTEGER NOT NULL, tendidos INTEGER NOT NULL,
            cards INTEGER NOT NULL, by_hand INTEGER NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID""",
        """CREATE TABLE person (
            person TEXT PRIMARY KEY, name TEXT NOT NULL, mark INTEGER NOT NULL, place INTEGER NOT NULL)""",
        "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        "CREATE TABLE imported (file TEXT PRIMARY KEY)",
    ),
    ("CREATE TABLE named_record (path BLOB PRIMARY KEY, camera TEXT NOT NULL, place INTEGER NOT NULL)",),
)
"""``match.place`` grows with every match that is begun or gone on with, so that no order hangs on the clock;
``named_record.place`` is of the same count.
``event.json`` and ``match.header`` are lines of the record. ``figures`` are kept, and can be made anew from the rest.
"""

SAFE_PRAGMAS = (
    f"PRAGMA busy_timeout = {round(1000 * LOCK_WAIT_S)}",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
)
"""For every store: one that was tampered with runs nothing and is found out sooner."""
DURABLE_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a commit is on the disk when it returns
    "PRAGMA fullfsync = ON",  # on macOS too
)


class Damaged(OSError):
    """The file is no store, or not a whole one."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EIO, "the store of matches is damaged", str(path))


class TooNew(OSError):
    """The store was written by a later version of porrazo, which knows what this one does not."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "a later version of porrazo has written it; use that one", str(path))


@contextmanager
def spoken(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into an OSError with a reason for people; `Damaged` where the file is."""
    try:
        yield
    except sqlite3.Error as error:
        raise _os_error(error, path) from error
    except UnicodeDecodeError as error:  # Python's own, where SQLite complains of a name that is no text
        raise Damaged(path) from error


def _os_error(error: sqlite3.Error, path: Path) -> OSError:
    code = getattr(error, "sqlite_errorcode", None)
    match code & 0xFF if isinstance(code, int) else None:
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_ERROR | sqlite3.SQLITE_FORMAT:
            return Damaged(path)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return InUse(path)
        case sqlite3.SQLITE_FULL:
            number = errno.ENOSPC
        case sqlite3.SQLITE_READONLY:
            number = errno.EROFS
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            number = errno.EROFS if _reads_only(path.parent) else errno.EACCES
        case sqlite3.SQLITE_NOMEM:
            number = errno.ENOMEM
        case _:
            number = errno.ENOSPC if code == sqlite3.SQLITE_IOERR_SHMSIZE else errno.EIO
    return OSError(number, os.strerror(number), str(path))


def _reads_only(folder: Path) -> bool:
    """Whether a folder is on a disk that takes nothing; SQLite says only that it cannot make its files there."""
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except (AttributeError, OSError):  # Windows has no such question
        return False


def connect(path: Path, *, writes: bool) -> sqlite3.Connection:
    """Open a store, made and brought to this version first where it is to be written; OSError where it cannot be.

    `Damaged`: it is no store of ours. `TooNew`: it is one that this version cannot read.
    """
    with spoken(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={'rwc' if writes else 'ro'}",
            timeout=LOCK_WAIT_S,
            isolation_level=None,
            uri=True,
        )
        try:
            for pragma in SAFE_PRAGMAS:
                connection.execute(pragma)
            _check_ours(connection, path)
            if writes:
                for pragma in DURABLE_PRAGMAS:
                    connection.execute(pragma).fetchall()
                _take_steps(connection)
            _check_tables(connection, path)
        except BaseException:
            with suppress(sqlite3.Error):
                connection.close()
            raise
    return connection


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    application, version, empty = (
        _one(connection, question)
        for question in (
            "PRAGMA application_id",
            "PRAGMA user_version",
            "SELECT count(*) = 0 FROM sqlite_master",
        )
    )
    if not empty and application != APPLICATION_ID:
        raise Damaged(path)
    if application == APPLICATION_ID and version > len(MIGRATIONS):
        raise TooNew(path)


def _check_tables(connection: sqlite3.Connection, path: Path) -> None:
    """`Damaged` unless there is nothing but our own tables: no trigger, no view, nothing that we did not make."""
    there = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"))
    version = _one(connection, "PRAGMA user_version")
    if there and there != expected(version):
        raise Damaged(path)


def expected(version: int) -> dict[str, str]:
    """Give what a store of this version is made of: names, and the statements that make them."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for step in MIGRATIONS[:version]:
            for statement in step:
                fresh.execute(statement)
        return dict(fresh.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"))


def _take_steps(connection: sqlite3.Connection) -> None:
    if _one(connection, "PRAGMA user_version") >= len(MIGRATIONS):
        return
    with transaction(connection):
        done = _one(connection, "PRAGMA user_version")  # another program may have been quicker
        for step in MIGRATIONS[done:]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Let everything within happen, on the disk, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # some errors have rolled it back already
            connection.execute("ROLLBACK")
        raise


def is_sound(connection: sqlite3.Connection) -> bool:
    """Read the whole file and say whether it holds together."""
    try:
        found: tuple[str] = connection.execute("PRAGMA quick_check(1)").fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False
    return found == ("ok",)


def _one(connection: sqlite3.Connection, question: str) -> int:
    row = connection.execute(question).fetchone()
    answer: int = row[0]
    return answer
