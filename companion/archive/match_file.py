"""A match opened to be played, and the record that the user named: a file, begun or gone on with."""

import logging
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from companion.archive.mending import folded
from companion.locales import N_
from companion.messages import Notice
from engine.events import Event
from engine.header import Header
from engine.journal import Journal, cut_off_at
from engine.record import line_of

log = logging.getLogger(__name__)


class Written(Protocol):
    """What keeps the record of a match while it is played: a `Journal`, or the store's `StoredMatch`."""

    trouble: OSError | None

    def append(self, event: Event) -> int:
        """Write one more event and return its line (the first event's is 1); OSError if it cannot be written."""

    def rewrite(self, header: Header, events: list[Event]) -> None:
        """Put this record in the place of the whole old one; OSError if it cannot be written."""

    def restore(self) -> None:
        """Write what is not there; OSError if that is not possible."""

    def close(self) -> None:
        """Let go of it."""


@dataclass(frozen=True)
class Opened:
    """A match with its journal open; ``notice`` says what went wrong on the way, if anything did."""

    journal: Written
    header: Header
    events: tuple[Event, ...]
    notice: Notice | None = None


@dataclass(frozen=True)
class OpenedFile(Opened):
    """A record in a file of its own."""

    journal: Journal


def open_record(path: Path, header: Header, kind: type[Journal] = Journal) -> OpenedFile:
    """Begin the record that the user named, or go on with it if its header says the same, names apart.

    ``kind`` of journal keeps it. A line that makes no sense costs itself: the file as it was is kept beside under
    another name, and the notice says so. BadRecord where no event can be read, ValueError where the header says
    something else; the file stays as it is. `InUse` where another program is writing it. A file cut off within its
    header is begun anew.
    """
    if not path.exists() or _never_begun(path, header):
        log.info("%s: the record begins", path)
        return OpenedFile(kind.begin(path, header), header, ())

    def read_one_that_fits(lines: list[bytes]) -> tuple[Header, list[Event], tuple[int, ...]]:
        found = folded(lines)
        if _but_for_names(found.match.header) != _but_for_names(header):
            raise ValueError("this is the record of another match; name another file")
        return found.match.header, list(found.match.events), found.hurt

    journal, found, events = kind.resume(path, read_one_that_fits)
    log.info("%s: goes on after %d events", path, len(events))
    return OpenedFile(journal, found, tuple(events), _repaired(journal))


def _never_begun(path: Path, header: Header) -> bool:
    return path.stat().st_size <= len(line_of(header).encode()) and cut_off_at(path.read_bytes(), header)


def _repaired(journal: Journal) -> Notice | None:
    """Say which lines made no sense when the record was opened, and where the file is as it was."""
    lines = journal.hurt
    if not lines or journal.kept_beside is None:
        return None
    log.warning("%s: lines %s make no sense; kept as %s", journal.path, lines, journal.kept_beside)
    values = {"line": lines[0], "count": len(lines), "file": journal.kept_beside.name}
    if lines == (journal.cut_off,):
        text = N_("Line {line} of the record was cut off and is left out; the old file is kept as {file}")
    elif len(lines) == 1:
        text = N_(
            "Line {line} of the record makes no sense and is left out or put right: check the score; "
            "the old file is kept as {file}"
        )
    else:
        text = N_(
            "{count} lines of the record make no sense and are left out or put right, line {line} first: "
            "check the score; the old file is kept as {file}"
        )
    return Notice(text, values)


def _but_for_names(header: Header) -> Header:
    return replace(header, players=("",) * len(header.players), extra={})


def stamp(when: float) -> str:
    """Write a time as a file's name begins with it."""
    return time.strftime("%Y-%m-%d-%H%M%S", time.localtime(when))
