"""The camera's still of each play, kept beside the matches where people want it; the settings say so.

A still is found by the match's beginning and the time of the play, which are in the record: nothing else has to be
written there, and a play that is put right later keeps its picture.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np

from companion.archive.kept_match import BEGAN_KEY
from companion.messages import Picture
from engine.events import Event
from engine.header import Header
from engine.match import AnyMatch
from vision.files.own_files import write_whole

STILLS_FOLDER = "stills"
MOST_STILLS = 3000
"""So many stills are kept, some 200 MB; the oldest go."""
LATER_NS = 2_000_000_000
"""Nanoseconds between two stills that the clock does not tell apart: FAT keeps every other second."""
JPEG_QUALITY = 80
"""Of the JPEG, of 100."""


def name_of(header: Header, event: Event) -> str | None:
    """Give the file name of an event's still; None where there can be none."""
    began, t = header.extra.get(BEGAN_KEY), event.extra.get("t")
    numbers = [each for each in (began, t) if isinstance(each, int | float) and not isinstance(each, bool)]
    if len(numbers) < 2 or not _plays(event):
        return None
    return f"{numbers[0]:.1f}-{numbers[1]:.2f}.jpg"


def still_of(folder: Path, header: Header, event: Event) -> Path | None:
    """Find the still kept of an event."""
    name = name_of(header, event)
    path = folder / STILLS_FOLDER / name if name is not None else None
    return path if path is not None and path.is_file() else None


class Stills:
    """Keeps stills in a folder. What cannot be written is left out: a game is worth more than its pictures."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / STILLS_FOLDER
        self._newest: int | None = None
        """The time that the newest still bears, in nanoseconds since 1970."""

    def keep(self, match: AnyMatch, picture: Picture | None) -> None:
        """Keep the newest picture as the still of every play that has none yet and came with the last look."""
        if picture is None:
            return
        for event in _latest_plays(match):
            name = name_of(match.header, event)
            if name is not None and not (self.folder / name).exists():
                with suppress(OSError):
                    self._write(name, picture)

    def _write(self, name: str, picture: Picture) -> None:
        import cv2

        pixels = cv2.cvtColor(np.asarray(picture.rgba), cv2.COLOR_RGBA2BGR)
        done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        if done:
            write_whole(self.folder / name, data.tobytes(), synced=False)
            self._date(self.folder / name)

    def _date(self, path: Path) -> None:
        """Let no still bear an earlier time than those before it, though the clock was set: the oldest go first."""
        now = path.stat().st_mtime_ns
        if self._newest is None:
            self._newest = max(
                (other.stat().st_mtime_ns for other in self._kept() if other != path), default=0
            )
        self._newest = max(now, self._newest + LATER_NS)
        if self._newest != now:
            os.utime(path, ns=(self._newest, self._newest))

    def _kept(self) -> Iterator[Path]:
        return self.folder.glob("*.jpg")

    def prune(self) -> None:
        """Let the oldest go where there are too many."""
        with suppress(OSError):
            stills = sorted(self._kept(), key=lambda path: path.stat().st_mtime)
            for path in stills[:-MOST_STILLS]:
                path.unlink()


def _plays(event: Event) -> bool:
    """Say whether a single card was laid."""
    return getattr(event, "card", None) is not None


def _latest_plays(match: AnyMatch) -> Iterator[Event]:
    """Give the plays that became known last, all with the same time."""
    events = match.events
    last = events[-1].extra.get("t") if events else None
    for event in reversed(events):
        if last is None or event.extra.get("t") != last:
            return
        if _plays(event):
            yield event
