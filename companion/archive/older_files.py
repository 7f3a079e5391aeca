"""What porrazo kept in files before it had a store: taken into the store once, the files then moved aside.

``match.jsonl`` was the match being played, ``matches/`` held the others, ``people.json`` and ``settings.json`` the
rest. Lines are taken over as they stand, also those that make no sense: nothing is lost, and what they are worth is
found when the match is read. A file is moved into ``imported/`` only once the store has it on the disk; where it
cannot be moved, the store knows it by its name, size and time. A file that cannot be opened stays where it is.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from companion.archive import players, settings
from companion.locales import N_
from companion.messages import Notice
from companion.store.store import PLAYING, PUT_BY, WATCHED, Line, Row, Store, insert_whole
from engine.journal import whole_lines
from engine.record import MOST_BYTES, WHITE_SPACE
from vision.files import gate
from vision.files.gate import NotTaken

CURRENT, FINISHED, PEOPLE, SETTINGS = "match.jsonl", "matches", "people.json", "settings.json"
IMPORTED_FOLDER = "imported"
AT_ONCE = 25
"""So many matches are taken over in one transaction: some hundredths of a second."""
LONG_AGO = 2**42
"""In milliseconds since 1970: places of matches taken over are below 0, in the order of their times."""
NAME_STAMP = re.compile(r"(\d{4}-\d\d-\d\d-\d{6})(?:-(\d{1,3}))?")
"""How the files in ``matches/`` were named: when, and which of that second."""
SMALL_BYTES = 1_000_000
"""Of the files of people and settings: some hundred each."""

Stop = Callable[[], bool]


def taken_over(store: Store, enough: Stop = lambda: False) -> tuple[bool, list[Notice]]:
    """Take the older files over until it is enough; say whether that was all, and what could not be opened.

    Matches that may be gone on with come first, then the latest ones. OSError where the store cannot be written.
    """
    notices: list[Notice] = []
    _take_small(store, notices)
    watched = None if store.ask("SELECT 1 FROM match LIMIT 1") else _left_apart(store.folder)
    files = (path for path in _files(store.folder, watched) if not _is_known(store, path))
    while batch := list(islice(files, AT_ONCE)):
        _take(store, batch, watched, notices)
        if enough():
            return next(files, None) is None, notices
    return True, notices


def _files(folder: Path, watched: Path | None) -> Iterator[Path]:
    """Give the files of matches, those that may be gone on with first, then the latest first."""
    yield from (path for path in (folder / CURRENT, watched) if path is not None and path.is_file())
    with suppress(OSError):
        others = [
            path for path in (folder / FINISHED).iterdir() if path.suffix == ".jsonl" and path != watched
        ]
        yield from sorted(others, key=lambda path: path.stem, reverse=True)


def _left_apart(folder: Path) -> Path | None:
    """Find the match that was watched in a window of its own later than the one being played was written to."""
    with suppress(OSError):
        others = (path for path in (folder / FINISHED).glob("*.jsonl") if path.is_file())
        latest = max(others, key=lambda path: (_changed(path), path.stem), default=None)
        if latest is not None and _changed(latest) > _changed(folder / CURRENT):
            return latest
    return None


def _take(store: Store, paths: Iterable[Path], watched: Path | None, notices: list[Notice]) -> None:
    """Take some files over in one transaction, and move them aside then."""
    done: list[Path] = []
    playing = bool(store.playing())
    with store.change() as within:
        for path in paths:
            try:
                lines = lines_of(gate.read(path, MOST_BYTES))
            except NotTaken as error:
                text = N_("{file} cannot be read: {reason}")
                notices.append(Notice(text, {"file": path.name, "reason": str(error)}))
                continue
            being_played = path.name == CURRENT
            if len(lines) > 1 or (lines and being_played):
                state = PLAYING if being_played and not playing else WATCHED if path == watched else PUT_BY
                _insert(within, path, lines, state)
            within.execute("INSERT OR IGNORE INTO imported (file) VALUES (?)", (_known_as(path),))
            done.append(path)
    for path in done:
        _move_aside(store.folder, path)


def _insert(within: sqlite3.Connection, path: Path, lines: Sequence[Line], state: str) -> None:
    when, nth = _when(path)
    number = insert_whole(within, Row(0, lines[0], tuple(lines[1:]), when, state, path.name))
    last = max(when, _changed(path) / 1e9) if state == WATCHED else when
    place = round(last * 1000) + nth - LONG_AGO
    within.execute("UPDATE match SET place = ? WHERE number = ?", (place, number))


def lines_of(content: bytes) -> list[Line]:
    """Split a record into its lines without blank ones and a last one that was cut off; bytes for what is no text."""
    lines: list[Line] = []
    for line in whole_lines(content.removeprefix(b"\xef\xbb\xbf")):
        bare = line.strip(WHITE_SPACE)
        try:
            lines.append(bare.decode("utf-8"))
        except UnicodeDecodeError:
            lines.append(bare)
    return [line for line in lines if line]


def _when(path: Path) -> tuple[float, int]:
    """Tell when a match was put by, in seconds since 1970, and which of that second it was."""
    found = NAME_STAMP.match(path.stem)
    if found is not None:
        with suppress(ValueError, OverflowError):
            return time.mktime(time.strptime(found[1], "%Y-%m-%d-%H%M%S")), int(found[2] or 0)
    return _changed(path) / 1e9, 0


def _changed(path: Path) -> int:
    """When a file was last written to, in nanoseconds since 1970; 0 where there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


# -- which were taken over ---------------------------------------------------------------------------------


def _known_as(path: Path) -> str:
    about = path.stat()
    return f"{path.name} {about.st_size} {about.st_mtime_ns}"


def _is_known(store: Store, path: Path) -> bool:
    """Whether the store has this file already; it is moved aside then, since something stopped that before."""
    with suppress(OSError):
        if store.ask("SELECT 1 FROM imported WHERE file = ?", _known_as(path)):
            _move_aside(store.folder, path)
            return True
    return False


def _move_aside(folder: Path, path: Path) -> None:
    with suppress(OSError):  # the store knows it, wherever it lies
        aside = folder / IMPORTED_FOLDER
        aside.mkdir(exist_ok=True)
        to, number = aside / path.name, 2
        while to.exists():
            to, number = aside / f"{path.stem}-{number}{path.suffix}", number + 1
        os.rename(path, to)


# -- people and settings -----------------------------------------------------------------------------------


def _take_small(store: Store, notices: list[Notice]) -> None:
    """Take people and settings over; a broken file is moved aside all the same."""
    for name in (PEOPLE, SETTINGS):
        path = store.folder / name
        if not path.is_file() or _is_known(store, path):
            continue
        with store.change() as within:
            try:
                content = gate.read(path, SMALL_BYTES)
                if name == PEOPLE:
                    players.write(within, players.from_json(content))
                else:
                    settings.write(within, settings.from_json(content))
            except ValueError:
                notices.append(settings.SETTINGS_UNREAD)
            within.execute("INSERT OR IGNORE INTO imported (file) VALUES (?)", (_known_as(path),))
        _move_aside(store.folder, path)
