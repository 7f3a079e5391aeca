"""A record on disk that grows as the match goes: whatever stops the program, what had happened is in it."""

import io
import os
from pathlib import Path
from types import TracebackType

from engine.events import Event
from engine.header import Header
from engine.record import BadRecord, line_of, read


class Journal:
    """An append-only record file. Line 0 is the header, line n the nth event; blank lines are dropped.

    A new event is one more line, on the disk before ``append`` returns. A changed one is put right in place:
    the whole file is written beside the old one and then takes its name, so that a reader sees either.
    """

    def __init__(self, path: Path, lines: list[str]) -> None:
        self.path = path
        self._lines = lines
        self._file = path.open("ab")

    @classmethod
    def begin(cls, path: str | os.PathLike[str], header: Header) -> "Journal":
        """Begin a new record; FileExistsError if the file is there already."""
        where = Path(path)
        where.touch(exist_ok=False)
        journal = cls(where, [])
        journal._add(line_of(header))
        return journal

    @classmethod
    def resume(cls, path: str | os.PathLike[str]) -> tuple["Journal", Header, list[Event]]:
        """Open a record to go on with it; returns its header and events too. BadRecord where it is bad.

        A last line without a line break that cannot be read was cut off while being written: it is dropped.
        """
        where = Path(path)
        content = where.read_bytes()
        lines = whole_lines(content)
        items = [item for _, item in read(lines)]
        header = items[0]
        assert isinstance(header, Header)
        events = [item for item in items if not isinstance(item, Header)]
        journal = cls(where, [line_of(item) for item in items])
        if not content.endswith(b"\n"):
            journal._replace()
        return journal, header, events

    def append(self, event: Event) -> int:
        """Write one more event and return its line (the first event's is 1)."""
        self._add(line_of(event))
        return len(self._lines) - 1

    def revise(self, line: int, event: Event) -> None:
        """Put another event in the place of the one at this line."""
        self._lines[line] = line_of(event)
        self._replace()

    def rewrite(self, header: Header, events: list[Event]) -> None:
        """Put this record in the place of the whole old one."""
        self._lines = [line_of(header), *map(line_of, events)]
        self._replace()

    def close(self) -> None:
        """Close the file; nothing is lost without it."""
        self._file.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def _add(self, line: str) -> None:
        self._lines.append(line)
        self._file.write(line.encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _replace(self) -> None:
        """Write every line anew, under another name first: a power cut leaves the old record or the new."""
        beside = self.path.with_name(self.path.name + ".new")
        with beside.open("wb") as file:
            file.writelines(line.encode() + b"\n" for line in self._lines)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self.path)
        self._file.close()
        self._file = self.path.open("ab")


def whole_lines(content: bytes) -> list[bytes]:
    """Split a record into lines, without a last one that was cut off in the middle."""
    lines = list(io.BytesIO(content))
    if lines and not lines[-1].endswith(b"\n"):
        try:
            list(read(lines))
        except BadRecord as bad:
            if bad.line == len(lines) > 1:
                lines.pop()
    return lines
