"""Where the app keeps its matches: the one being played, others, and broken files, which are never lost."""

import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from companion.locales import N_
from companion.messages import Notice
from companion.record.async_journal import SyncedBehind
from engine.events import Event, IllegalPlay
from engine.header import Header
from engine.holding import opened, sync_folder
from engine.journal import Journal, cut_off_at
from engine.porrazo.game import Match
from engine.record import BadRecord, line_of

log = logging.getLogger(__name__)

CURRENT = "match.jsonl"
FINISHED = "matches"


@dataclass(frozen=True)
class Opened:
    """A match with its journal open; ``notice`` says what went wrong on the way, if anything did."""

    journal: Journal
    header: Header
    events: tuple[Event, ...]
    notice: Notice | None = None


def resume_or_begin(folder: Path, header: Header, clock: Callable[[], float] = time.time) -> Opened:
    """Go on with the unfinished match of this folder, or begin one with this header.

    A finished match goes to the others; a file that cannot be read is put aside under another name.
    OSError where the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / CURRENT
    if not path.exists():
        return begin(folder, header, clock)
    try:
        journal, found, events = SyncedBehind.resume(path)
    except BadRecord as wrong:
        return _begin_anew(path, header, wrong, clock)
    try:
        finished = replayed(found, events).settled.position.winner is not None
    except BadRecord as wrong:
        journal.close()
        return _begin_anew(path, header, wrong, clock)
    if finished:
        journal.close()
        return begin(folder, header, clock)
    log.info("%s: goes on after %d events", path, len(events))
    return Opened(journal, found, tuple(events), _repaired(journal))


def begin(
    folder: Path, header: Header, clock: Callable[[], float] = time.time, ours: Journal | None = None
) -> Opened:
    """Begin a match in this folder; one that is there is put by, if anything happened in it.

    `InUse` where another than ``ours`` is writing that one.
    """
    path = folder / CURRENT
    if path.exists():
        put_by(path, clock, ours)
    log.info("%s: a match begins", path)
    return Opened(SyncedBehind.begin(path, header), header, ())


def begin_apart(folder: Path, header: Header, clock: Callable[[], float] = time.time) -> Opened:
    """Begin a match beside the one that may be unfinished in this folder, and leave that one as it is."""
    matches = folder / FINISHED
    matches.mkdir(parents=True, exist_ok=True)
    path = _free_name(matches, stamp(clock()))
    log.info("%s: a match begins, beside the one being played", path)
    return Opened(SyncedBehind.begin(path, header), header, ())


def open_record(path: Path, header: Header, kind: type[Journal] = Journal) -> Opened:
    """Begin the record that the user named, or go on with it if its header says the same, names apart.

    ``kind`` of journal keeps it. BadRecord where a line of it is bad, ValueError where its header says something else;
    it stays as it is. `InUse` where another program is writing it. A file cut off within its header is begun anew.
    """
    if not path.exists() or _never_begun(path, header):
        log.info("%s: the record begins", path)
        return Opened(kind.begin(path, header), header, ())
    journal, found, events = kind.resume(path)
    try:
        replayed(found, events)
        if _but_for_names(found) != _but_for_names(header):
            raise ValueError("this is the record of another match; name another file")
    except ValueError:
        journal.close()
        raise
    log.info("%s: goes on after %d events", path, len(events))
    return Opened(journal, found, tuple(events), _repaired(journal))


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


def replayed(header: Header, events: list[Event]) -> Match:
    """Fold a record; BadRecord where the rules refuse it."""
    try:
        match = Match(header)
    except ValueError as wrong:
        raise BadRecord(1, str(wrong)) from None
    for number, event in enumerate(events, start=2):
        try:
            match.add(event)
        except IllegalPlay as refusal:
            raise BadRecord(number, str(refusal)) from None
    return match


def check_free(path: Path, ours: Journal | None = None) -> None:
    """`InUse` where another than ``ours`` is writing this file: it must stay where it is."""
    if ours is None or not ours.holds(path):
        opened(path, os.O_RDWR).close()


def put_by(path: Path, clock: Callable[[], float], ours: Journal | None = None) -> None:
    """Put the match of this file to the others; one in which nothing happened is not kept.

    `InUse` where another than ``ours`` is writing it.
    """
    check_free(path, ours)
    if sum(bool(line.strip()) for line in path.read_bytes().splitlines()) < 2:
        path.unlink()
        return
    finished = path.parent / FINISHED
    finished.mkdir(exist_ok=True)
    place = _free_name(finished, stamp(clock()))
    os.replace(path, place)
    log.info("%s: put by as %s", path, place)
    sync_folder(finished)
    sync_folder(path.parent)


def _begin_anew(path: Path, header: Header, wrong: BadRecord, clock: Callable[[], float]) -> Opened:
    aside = _free_name(path.parent, f"broken-{stamp(clock())}")
    os.replace(path, aside)
    log.warning("%s: line %d cannot be read (%s): kept as %s", path, wrong.line, wrong, aside)
    text = N_("The last match could not be read (line {line}); it is kept as {file}")
    notice = Notice(text, {"file": aside.name, "line": wrong.line})
    return Opened(SyncedBehind.begin(path, header), header, (), notice)


def stamp(when: float) -> str:
    """Write a time as a file's name begins with it."""
    return time.strftime("%Y-%m-%d-%H%M%S", time.localtime(when))


def _free_name(folder: Path, stem: str) -> Path:
    """Give a path in the folder that no file has yet."""
    path, number = folder / f"{stem}.jsonl", 2
    while path.exists():
        path, number = folder / f"{stem}-{number}.jsonl", number + 1
    return path
