"""A match opened to be played, and the record that the user named: a file, begun or gone on with."""

import logging
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from companion.locales import N_
from companion.messages import Notice
from engine.events import Event, IllegalPlay
from engine.header import Header
from engine.journal import Journal, cut_off_at
from engine.match import AnyMatch, Match
from engine.record import BadRecord, line_of

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

    ``kind`` of journal keeps it. BadRecord where a line of it is bad, ValueError where its header says something else;
    it stays as it is. `InUse` where another program is writing it. A file cut off within its header is begun anew.
    """
    if not path.exists() or _never_begun(path, header):
        log.info("%s: the record begins", path)
        return OpenedFile(kind.begin(path, header), header, ())
    journal, found, events = kind.resume(path)
    try:
        replayed(found, events)
        if _but_for_names(found) != _but_for_names(header):
            raise ValueError("this is the record of another match; name another file")
    except ValueError:
        journal.close()
        raise
    log.info("%s: goes on after %d events", path, len(events))
    return OpenedFile(journal, found, tuple(events), _repaired(journal))


def _never_begun(path: Path, header: Header) -> bool:
    return path.stat().st_size <= len(line_of(header).encode()) and cut_off_at(path.read_bytes(), header)


def _repaired(journal: Journal) -> Notice | None:
    """Say that a line was dropped when the record was opened, if one was."""
    if journal.cut_off is None:
        return None
    log.warning("%s: repaired: line %d was cut off and is left out", journal.path, journal.cut_off)
    text = N_("Line {line} of the record was cut off while it was written: it is left out")
    return Notice(text, {"line": journal.cut_off})


def _but_for_names(header: Header) -> Header:
    return replace(header, players=("",) * len(header.players), extra={})


def replayed(header: Header, events: list[Event]) -> AnyMatch:
    """Fold a record; BadRecord where the rules refuse it."""
    try:
        match: AnyMatch = Match(header)
    except ValueError as wrong:
        raise BadRecord(1, str(wrong)) from None
    for number, event in enumerate(events, start=2):
        try:
            match.add(event)
        except IllegalPlay as refusal:
            raise BadRecord(number, str(refusal)) from None
    return match


def stamp(when: float) -> str:
    """Write a time as a file's name begins with it."""
    return time.strftime("%Y-%m-%d-%H%M%S", time.localtime(when))
