"""Every match the app keeps, in one folder: the one being played, and those before it.

``match.jsonl`` is the match being played or the last one; ``matches/`` holds the others, a file each, by the time
at which they were put by. A file is moved, never copied or overwritten, and written line by line as a match goes:
whatever stops the program, what had happened is there. A file that cannot be read is one sentence, and stays.
"""

from __future__ import annotations

import io
import logging
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.locales import N_
from companion.messages import Notice
from companion.record import match_file
from companion.record.match_file import Opened
from engine.events import Event
from engine.header import Header
from engine.holding import InUse, opened, sync_folder
from engine.journal import Journal, whole_lines
from engine.porrazo.game import Match
from engine.record import BadRecord, read

log = logging.getLogger(__name__)

CLAIM = "in-use.lock"
"""The file that the program which plays holds. It stays when the program ends, held by nobody."""
BEGAN = "began"
"""In a record's header: when the match began, in seconds since 1970."""


@dataclass(frozen=True)
class Kept:
    """A match as it lies in its file. ``when`` is when it began (or was put by), in seconds since 1970."""

    path: Path
    match: Match
    when: float

    @property
    def header(self) -> Header:
        """Who plays, by which rules."""
        return self.match.header

    @property
    def winner(self) -> int | None:
        """The side that has won; None while nobody has."""
        return self.match.settled.position.winner

    @property
    def scores(self) -> tuple[int, ...]:
        """The points by side."""
        return self.match.settled.position.scores


@dataclass(frozen=True)
class Unreadable:
    """A file in the folder that holds no match, and the sentence that says so."""

    path: Path
    notice: Notice


class Archive:
    """The matches of one folder. No Kivy here; nothing is held open but the journal of an opened match."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder, self.clock = folder, clock
        self.reads_only = False
        """Another porrazo plays here: matches are looked at and nothing is written."""
        self._claim: io.FileIO | None = None
        self._playing: Journal | None = None
        self._read: dict[Path, tuple[tuple[int, int], Kept | Unreadable]] = {}

    @property
    def current(self) -> Path:
        """The file of the match being played."""
        return self.folder / match_file.CURRENT

    # -- one writer ------------------------------------------------------------------------------------

    def claim(self) -> bool:
        """Take the folder for this program until it ends, if no other has it; say whether it may be written."""
        if self._claim is None:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._claim = opened(self.folder / CLAIM, os.O_RDWR | os.O_CREAT)
            except InUse:
                log.warning("%s: another porrazo plays here: nothing is written", self.folder)
                self.reads_only = True
                return False
            except OSError:
                pass  # no file can be written there at all, which whoever tries is told
        self.reads_only = False
        return True

    def let_go(self) -> None:
        """Let another program have the folder."""
        if self._claim is not None:
            self._claim.close()
            self._claim = None

    def _check_ours(self) -> None:
        if self.reads_only and not self.claim():
            raise InUse(self.folder)

    # -- playing ---------------------------------------------------------------------------------------

    def begin(self, header: Header) -> Opened:
        """Begin a match; the one being played is put by. OSError where no file can be written."""
        self._check_ours()
        self.folder.mkdir(parents=True, exist_ok=True)
        return self._played(match_file.begin(self.folder, header, self.clock, self._playing))

    def begin_apart(self, header: Header) -> Opened:
        """Begin a match beside the one that may be unfinished. OSError where no file can be written."""
        return self._played(match_file.begin_apart(self.folder, header, self.clock))

    def resume_or_begin(self, header: Header) -> Opened:
        """Go on with the match that is not finished, or begin one. OSError where no file can be written."""
        self._check_ours()
        return self._played(match_file.resume_or_begin(self.folder, header, self.clock))

    def _played(self, opened: Opened) -> Opened:
        self._playing = opened.journal
        return opened

    def unfinished(self) -> Kept | Unreadable | None:
        """Look for a match to go on with: None where there is none, or the last one is over.

        One that was watched in a window of its own lies among the others: it is the one if it was played later.
        """
        apart = self._left_apart()
        if apart is not None:
            return apart
        if not self._holds_something(self.current):
            return None
        found = self.read(self.current)
        return None if isinstance(found, Kept) and found.winner is not None else found

    def resume(self, path: Path | None = None) -> Opened | None:
        """Open the unfinished match, or that of this file, which becomes the one being played.

        None where it cannot be read or is over. OSError where no file can be written.
        """
        found = self.unfinished() if path is None else self.read(path)
        if not isinstance(found, Kept) or found.winner is not None:
            return None
        self._check_ours()
        if found.path != self.current:
            match_file.check_free(found.path)
            if self.current.exists():
                match_file.put_by(self.current, self.clock, self._playing)
            os.rename(found.path, self.current)
            sync_folder(found.path.parent)
            sync_folder(self.folder)
        os.utime(self.current)  # the one that was played last
        return self.resume_or_begin(found.header)

    def _left_apart(self) -> Kept | None:
        """The match among the others that was written to later than the one being played, and is not over."""
        others = {path: _changed(path) for path in self._others()}
        latest = max(others, key=lambda path: others[path], default=None)
        if latest is None or others[latest] <= _changed(self.current):
            return None
        found = self.read(latest)
        going_on = isinstance(found, Kept) and found.winner is None and bool(found.match.events)
        return found if isinstance(found, Kept) and going_on else None

    # -- looking back ----------------------------------------------------------------------------------

    def paths(self) -> tuple[Path, ...]:
        """List the files of all matches in which something happened, the latest first."""
        here = [self.current] if len(self._lines(self.current)) > 1 else []
        return (*here, *sorted(self._others(), key=lambda path: path.stem, reverse=True))

    def _others(self) -> list[Path]:
        """The files of all matches but the one being played."""
        try:
            files = [*(self.folder / match_file.FINISHED).iterdir()]
        except OSError:
            return []
        return [path for path in files if path.suffix == ".jsonl"]

    def read(self, path: Path) -> Kept | Unreadable:
        """Read a match; what was read before and has not changed since is not read again."""
        try:
            about = path.stat()
            stamp = (about.st_mtime_ns, about.st_size)
        except OSError as error:
            return _unreadable(path, error.strerror or str(error))
        known = self._read.get(path)
        if known is None or known[0] != stamp:
            self._read[path] = stamp, _read(path, about.st_mtime)
        return self._read[path][1]

    def matches(self) -> Iterator[Kept | Unreadable]:
        """Read all matches, the latest first, one at a time: there may be many."""
        return map(self.read, self.paths())

    def _holds_something(self, path: Path) -> bool:
        """Whether a file was begun at all: one that was cut off before its header was never a match."""
        return bool(self._lines(path))

    def _lines(self, path: Path) -> list[bytes]:
        try:
            return [line for line in path.read_bytes().splitlines() if line.strip()]
        except FileNotFoundError:
            return []
        except OSError:
            return [b"?"]  # it is there, and will be said to be unreadable


def _changed(path: Path) -> int:
    """When a file was last written to, in nanoseconds since 1970; 0 where there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _read(path: Path, changed: float) -> Kept | Unreadable:
    try:
        items = [item for _, item in read(whole_lines(path.read_bytes()))]
    except OSError as error:
        return _unreadable(path, error.strerror or str(error))
    except BadRecord as bad:
        return _bad(path, bad)
    header, events = items[0], [item for item in items if not isinstance(item, Header)]
    assert isinstance(header, Header)
    try:
        return Kept(path, match_file.replayed(header, events), _when(path, header, events, changed))
    except BadRecord as bad:
        return _bad(path, bad)


def _when(path: Path, header: Header, events: list[Event], changed: float) -> float:
    """Tell when a match began: as its header says, else its first tap, its name, or its last change."""
    for found in (header.extra.get(BEGAN), *(event.extra.get("clock") for event in events[:1])):
        if isinstance(found, int | float) and not isinstance(found, bool) and 0 < found < 1e11:
            return float(found)
    try:
        return time.mktime(time.strptime(path.stem[: len("2026-01-31-235959")], "%Y-%m-%d-%H%M%S"))
    except (ValueError, OverflowError):
        return changed


def _unreadable(path: Path, reason: str) -> Unreadable:
    return Unreadable(
        path, Notice(N_("{file} cannot be read: {reason}"), {"file": path.name, "reason": reason})
    )


def _bad(path: Path, bad: BadRecord) -> Unreadable:
    text = N_("{file} holds no match that can be read (line {line}); it is left as it is")
    return Unreadable(path, Notice(text, {"file": path.name, "line": bad.line}))
