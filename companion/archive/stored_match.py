"""The record of one match while it is played: every event goes into the store before its points are shown."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from companion.store.schema import Damaged
from companion.store.store import Line, Store
from engine.events import Event
from engine.header import Header
from engine.holding import InUse, opened
from engine.record import line_of
from vision.files.own_files import write_whole

RESCUED_FILE = "rescued-{number}.jsonl"
"""The file of a match that a damaged store did not take, beside the store."""
MOST_DIGITS = 15
"""Of a match's number, far below what SQLite holds."""


class StoredMatch:
    """A match of the store, held so that no other program writes it. Line 0 is the header, line n the nth event.

    ``trouble`` is what the disk said when something could not be written. From then on each event tries to write all
    that is missing; OSError says so to whoever wrote, and nothing need be written twice.
    """

    def __init__(self, store: Store, number: int, lines: Sequence[Line]) -> None:
        self.store, self.number = store, number
        self.trouble: OSError | None = None
        self._lines, self._stored = list(lines), list(lines)
        self._hold = held(store.folder, number)
        self._open = True

    def append(self, event: Event) -> int:
        """Write one more event and return its line (the first event's is 1)."""
        self._lines.append(line_of(event))
        self._write()
        return len(self._lines) - 1

    def rewrite(self, header: Header, events: list[Event]) -> None:
        """Put this record in the place of the whole old one."""
        self._lines = [line_of(header), *map(line_of, events)]
        self._write()

    def restore(self) -> None:
        """Write what is not there: a line that failed, a database that was deleted."""
        if self._open and (self._lines != self._stored or not self.store.is_in_place()):
            self._write()

    def holds(self, number: int) -> bool:
        """Whether this is the match that is being written here."""
        return self._open and self.number == number

    def close(self) -> None:
        """Let another program have the match, once all that can be written is."""
        with suppress(OSError):
            self.restore()
        self._open = False
        if self._hold is not None:
            with suppress(OSError):
                hold_of(self.store.folder, self.number).unlink()
            self._hold.close()
            self._hold = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self) -> None:
        """Bring what is kept to what happened, in one transaction."""
        try:
            if not self.store.is_in_place():
                self.store.put_back()
            self.store.rewrite(self.number, self._lines, self._alike())
        except OSError as error:
            self.trouble = error
            if isinstance(error, Damaged):
                self._rescue()
            raise
        self._stored, self.trouble = list(self._lines), None

    def _rescue(self) -> None:
        """Keep the match in a file of its own until the store is mended, which the next start does."""
        with suppress(OSError):
            write_whole(self.store.folder / RESCUED_FILE.format(number=self.number), joined(self._lines))

    def _alike(self) -> int:
        """Count the events, from the first one, that are kept as they happened."""
        pairs = zip(self._lines[1:], self._stored[1:], strict=False)
        differs = (at for at, (now, kept) in enumerate(pairs) if now != kept)
        return next(differs, min(len(self._lines), len(self._stored)) - 1)


def joined(lines: Sequence[Line]) -> bytes:
    """Write lines as a record's file has them."""
    return b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)


def take_rescued(store: Store) -> None:
    """Put matches that were rescued from a damaged store into the place of what the mended one has of them.

    One that is no record stays as it is. OSError where the store cannot be written.
    """
    for path in store.folder.glob(RESCUED_FILE.format(number="*")):
        number = path.stem.partition("-")[2]
        try:
            lines = path.read_bytes().decode().split("\n")
        except ValueError:
            continue
        if number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS and lines[:-1]:
            store.rewrite(int(number), lines[:-1], kept=0)
            if not store.playing():
                store.go_on(int(number))
            path.unlink()


def hold_of(folder: Path, number: int) -> Path:
    """Name the file that is held by whoever writes this match; it is gone with them, or held by nobody."""
    return folder / f"match-{number}.lock"


def held(folder: Path, number: int) -> io.FileIO | None:
    """Hold a match; `InUse` where another program does. None where no file can be written, as its writer will hear."""
    try:
        return opened(hold_of(folder, number), os.O_RDWR | os.O_CREAT)
    except InUse:
        raise
    except OSError:
        return None


def check_free(folder: Path, number: int) -> None:
    """`InUse` where another program is writing this match: it must stay as it is."""
    path = hold_of(folder, number)
    if path.exists():
        opened(path, os.O_RDWR).close()
