"""The records that ``porrazo watch --record FILE`` writes, known by their names so that Start can offer them.

The match stays in the file that the user named, and only there: the store keeps the file's path, what watches the
match, and its place among the matches. A record that another program writes is not offered; one
that is over is forgotten.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from companion.archive import match_file, settings
from companion.archive.kept_match import Kept, read_match
from companion.archive.match_file import OpenedFile
from companion.archive.older_files import lines_of
from companion.archive.settings import CameraChoice
from companion.store.store import NEXT_PLACE, Row, Store
from engine.holding import opened
from engine.record import MOST_BYTES
from vision.files import gate

log = logging.getLogger(__name__)

MOST_NAMED = 20
"""So many records are remembered, those begun last: whoever watches many films needs no more."""


@dataclass(frozen=True)
class NamedRecord:
    """A record in a file that the user named. ``place`` is its place among the matches (see `schema`)."""

    path: Path
    camera: CameraChoice
    place: int = 0


@dataclass(frozen=True)
class KeptInFile(Kept):
    """A match whose record is a file that the user named; it has no number (0)."""

    named: NamedRecord = NamedRecord(Path(), CameraChoice())


@dataclass(frozen=True)
class OpenedNamed(OpenedFile):
    """A named record that is gone on with, and what watches it."""

    camera: CameraChoice = field(default_factory=CameraChoice)


def note(store: Store, path: Path, camera: CameraChoice) -> None:
    """Remember a record as the one played last. OSError where the store cannot be written."""
    with store.change() as within:
        within.execute(
            f"INSERT OR REPLACE INTO named_record (path, camera, place) VALUES (?, ?, ({NEXT_PLACE}))",
            (os.fsencode(path.absolute()), json.dumps(asdict(camera))),
        )
        within.execute(
            "DELETE FROM named_record WHERE path NOT IN (SELECT path FROM named_record ORDER BY place DESC LIMIT ?)",
            (MOST_NAMED,),
        )


def forget(store: Store, path: Path) -> None:
    """Forget a record; its file stays. OSError where the store cannot be written."""
    with store.change() as within:
        within.execute("DELETE FROM named_record WHERE path = ?", (os.fsencode(path.absolute()),))


def unfinished(store: Store) -> Iterator[KeptInFile]:
    """Give the matches that may be gone on with, the one played last first; those that are over are forgotten."""
    for named in noted(store):
        found = _read(named)
        if found is None:
            continue
        if found.winner is None:
            yield found
        elif store.writes:
            with suppress(OSError):
                forget(store, named.path)


def noted(store: Store) -> tuple[NamedRecord, ...]:
    """List the records that are remembered, the one played last first. OSError where they cannot be read."""
    if not store.ask("SELECT 1 FROM sqlite_master WHERE name = 'named_record'"):
        return ()  # an older store that is only looked at
    return tuple(
        [
            NamedRecord(Path(os.fsdecode(path)), _camera(camera), place)
            for path, camera, place in store.ask(
                "SELECT path, camera, place FROM named_record ORDER BY place DESC"
            )
            if isinstance(path, bytes) and isinstance(place, int)
        ]
    )


def gone_on_with(store: Store, found: KeptInFile) -> OpenedNamed:
    """Open a record to write it, and make it the one played last.

    OSError where it cannot be written, `InUse` where another program writes it; ValueError where it has become another
    match meanwhile.
    """
    named = found.named
    record = match_file.open_record(named.path, found.header)
    with suppress(OSError):
        note(store, named.path, named.camera)
    return OpenedNamed(record.journal, record.header, record.events, record.notice, camera=named.camera)


def _read(named: NamedRecord) -> KeptInFile | None:
    """Read a match that nobody writes; None where there is none that can be read, or nothing has happened in it."""
    try:
        opened(named.path, os.O_RDWR).close()
        lines = lines_of(gate.read(named.path, MOST_BYTES))
        changed = named.path.stat().st_mtime
    except (OSError, ValueError) as error:
        log.info("%s is not offered: %s", named.path, error)
        return None
    if len(lines) < 2:
        return None
    found = read_match(Row(0, lines[0], tuple(lines[1:]), changed, source=named.path.name), 0)
    return KeptInFile(0, found.match, found.when, found.hurt, named) if isinstance(found, Kept) else None


def _camera(kept: object) -> CameraChoice:
    try:
        return settings.camera_from(json.loads(str(kept)))
    except (ValueError, RecursionError):
        return CameraChoice()
