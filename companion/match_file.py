"""Where the app keeps its matches: the one being played, finished ones, and broken files, which are never lost."""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.session import N_, Notice
from engine.illegal import IllegalPlay
from engine.match import Match
from engine.record import BadRecord, Event, Header, Journal

CURRENT = "match.jsonl"
FINISHED = "matches"


@dataclass(frozen=True)
class Opened:
    """A match with its journal open; ``notice`` says what went wrong on the way, if anything did."""

    journal: Journal
    header: Header
    events: tuple[Event, ...]
    notice: Notice | None = None


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Give the app's folder in the user's data folder (XDG_DATA_HOME, by default ~/.local/share)."""
    base = environment.get("XDG_DATA_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share") / "porrazo"


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
        journal, found, events = Journal.resume(path)
        finished = _finished(found, events)
    except ValueError as wrong:
        return _begin_anew(path, header, wrong, clock)
    if finished:
        journal.close()
        return begin(folder, header, clock)
    return Opened(journal, found, tuple(events))


def begin(folder: Path, header: Header, clock: Callable[[], float] = time.time) -> Opened:
    """Begin a match in this folder. One that is there is kept among the finished ones, if anything happened in it."""
    path = folder / CURRENT
    if path.exists():
        _put_by(path, clock)
    return Opened(Journal.begin(path, header), header, ())


def _finished(header: Header, events: list[Event]) -> bool:
    """Whether a record ends with a winner; BadRecord where the rules refuse it."""
    match = Match(header)
    for number, event in enumerate(events, start=2):
        try:
            match.add(event)
        except IllegalPlay as refusal:
            raise BadRecord(number, str(refusal)) from None
    return match.position.settled().winner is not None


def _put_by(path: Path, clock: Callable[[], float]) -> None:
    if len(path.read_bytes().splitlines()) < 2:
        path.unlink()
        return
    finished = path.parent / FINISHED
    finished.mkdir(exist_ok=True)
    os.replace(path, _free_name(finished, time.strftime("%Y-%m-%d-%H%M%S", time.localtime(clock()))))


def _begin_anew(path: Path, header: Header, wrong: ValueError, clock: Callable[[], float]) -> Opened:
    stamp = time.strftime("broken-%Y-%m-%d-%H%M%S", time.localtime(clock()))
    aside = _free_name(path.parent, stamp)
    os.replace(path, aside)
    where = f"line {wrong.line}: {wrong}" if isinstance(wrong, BadRecord) else str(wrong)
    text = N_("The last match could not be read and was kept as {file} ({reason})")
    notice = Notice(text, {"file": str(aside), "reason": where})
    return Opened(Journal.begin(path, header), header, (), notice)


def _free_name(folder: Path, stem: str) -> Path:
    """Give a path in the folder that no file has yet."""
    path, number = folder / f"{stem}.jsonl", 2
    while path.exists():
        path, number = folder / f"{stem}-{number}.jsonl", number + 1
    return path
