"""A record on disk that grows with the match: whatever stops the program, all that had happened is in it."""

import errno
import io
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.events import Event
from engine.header import Header
from engine.holding import keep_beside, opened, same_file, sync_folder, write
from engine.record import BadRecord, line_of, read

Reads = Callable[[list[bytes]], tuple[Header, list[Event], tuple[int, ...]]]
"""From the lines of a record to its header, its events, and the numbers of lines that it left out or put right."""


def strictly(lines: list[bytes]) -> tuple[Header, list[Event], tuple[int, ...]]:
    """Read a record as `Reads` says; BadRecord where a line is bad."""
    items = [item for _, item in read(lines)]
    header = items[0]
    assert isinstance(header, Header)
    return header, [item for item in items if not isinstance(item, Header)], ()


class Journal:
    """An append-only record file; line 0 is the header, line n the nth event, and blank lines are dropped.

    A new event is one more line, on disk before ``append`` returns. To change an event, the whole file is
    written beside the old one and then takes its name, so that a reader sees either the old file or the new
    one.

    The file is locked while the journal is open: a second writer gets `InUse`. ``trouble`` is the error when
    something could not be written. From then on the file is out of date, and each event tries to write the
    whole file again. The caller gets the OSError too; the journal itself keeps every line, so nothing needs
    to be appended twice. ``hurt``: the numbers of the lines that were left out or put right when the record
    was opened (the header's is 1); ``kept_beside`` is then the file as it was, under another name. ``cut_off``:
    the number of the last line if it was cut off, which is one of them, else None.
    """

    def __init__(self, path: Path, lines: list[str]) -> None:
        self.path = path
        self._place = Path(os.path.realpath(path))  # so that a link stays a link when the file is replaced
        self._lines = lines
        self.trouble: OSError | None = None
        self.cut_off: int | None = None
        self.hurt: tuple[int, ...] = ()
        self.kept_beside: Path | None = None
        self._file = opened(self._place, os.O_RDWR)

    @classmethod
    def begin(cls, path: str | os.PathLike[str], header: Header) -> Self:
        """Begin a new record.

        FileExistsError if the file already holds more than the beginning of this header.
        """
        where = Path(path)
        where.open("ab").close()
        journal = cls(where, [])
        try:
            if not cut_off_at(journal._place.read_bytes(), header):
                raise FileExistsError(errno.EEXIST, "the file is there already", str(path))
            os.ftruncate(journal._file.fileno(), 0)
            journal._add(line_of(header))
        except OSError as error:
            journal._file.close()
            error.filename = str(path)
            raise
        journal._sync_folder()
        return journal

    @classmethod
    def resume(
        cls, path: str | os.PathLike[str], reads: Reads = strictly
    ) -> tuple[Self, Header, list[Event]]:
        """Open a record to continue it; also return its header and events.

        A last line that has no line break and cannot be read was cut off while it was written; it is left out.
        ``reads`` says what the other lines hold; what it raises is raised, and the file stays as it is. Before a
        file loses a line it gets a second name (`keep_beside`); OSError where it can have none.
        """
        journal = cls(Path(path), [])
        try:
            content = journal._place.read_bytes()
            lines = whole_lines(content)
            header, events, journal.hurt = reads(lines)
            if sum(map(len, lines)) < len(content):
                journal.cut_off = len(lines) + 1
                journal.hurt += (journal.cut_off,)
            if journal.hurt:
                journal.kept_beside = keep_beside(journal._place)
        except (OSError, ValueError):
            journal._file.close()
            raise
        journal._lines = [line_of(header), *map(line_of, events)]
        if journal.hurt or not content.endswith(b"\n"):
            with suppress(OSError):  # it is tried again with the next event
                journal._replace()
        return journal, header, events

    def append(self, event: Event) -> int:
        """Write one more event and return its line number (the first event has 1)."""
        self._add(line_of(event))
        return len(self._lines) - 1

    def revise(self, line: int, event: Event) -> None:
        """Replace the event at this line by another."""
        self._lines[line] = line_of(event)
        self._replace()

    def rewrite(self, header: Header, events: list[Event]) -> None:
        """Replace the whole record by this one."""
        self._lines = [line_of(header), *map(line_of, events)]
        self._replace()

    def restore(self) -> None:
        """Write the whole record again if a line could not be written or the file was deleted."""
        if self._file.closed:
            return
        if self.trouble is not None or not self._in_place():
            self._replace()

    def close(self) -> None:
        """Close the file; if a part of it is missing on disk, first try to write it whole."""
        with suppress(OSError):
            self.restore()
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def _add(self, line: str) -> None:
        """Add a line to the end of the file; write the whole file again if it is not as it should be."""
        self._lines.append(line)
        if self.trouble is not None or not self._in_place():
            self._replace()
            return
        before = os.fstat(self._file.fileno()).st_size
        try:
            write(self._file, [line])
            self._sync()
        except OSError as error:
            self.trouble = error
            with suppress(OSError):  # remove the half line, which would make the record unreadable
                os.ftruncate(self._file.fileno(), before)
            raise

    def _sync(self) -> None:
        os.fsync(self._file.fileno())

    def _in_place(self) -> bool:
        """Whether the open file is still the one with this name."""
        return same_file(self._file, self._place)

    def _replace(self) -> None:
        """Write all lines to a new file, then rename it: a power cut leaves the old record or the new one."""
        beside = self._place.with_name(self._place.name + ".new")
        try:
            self._file = self._replaced(beside)
        except OSError as error:
            self.trouble = error
            with suppress(OSError):
                beside.unlink(missing_ok=True)
            raise
        self.trouble = None
        self._sync_folder()

    def _replaced(self, beside: Path) -> io.FileIO:
        if self._place.exists() and not self._in_place():
            raise FileExistsError(errno.EEXIST, "another file has taken its place", str(self.path))
        fresh = opened(beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        try:
            write(fresh, self._lines)
            os.fsync(fresh.fileno())
            os.replace(beside, self._place)
        except OSError:
            fresh.close()
            raise
        self._file.close()
        return fresh

    def _sync_folder(self) -> None:
        sync_folder(self._place.parent)


def cut_off_at(content: bytes, header: Header) -> bool:
    """Whether the file holds no more than the beginning of this header's line, and so no event."""
    whole = line_of(header).encode() + b"\n"
    return len(content) < len(whole) and whole.startswith(content)


def whole_lines(content: bytes) -> list[bytes]:
    """Split a record into lines, without a last line that was cut off."""
    lines = list(io.BytesIO(content))
    if lines and not lines[-1].endswith(b"\n"):
        try:
            list(read(lines))
        except BadRecord as bad:
            if bad.line == len(lines) > 1:
                lines.pop()
    return lines
