"""The evenings that people chose to keep: a folder each, listed with their size, and deleted as soon as they say so.

What is in such a folder: `companion.record.kept_evening`.
"""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from itertools import count
from pathlib import Path

EVENINGS_FOLDER = "evenings"
"""In the data folder."""
HOURS = 12.0
"""For so long the choice to keep an evening holds, so that nobody is filmed next week because of it."""
NAMED = "%Y-%m-%d %H.%M"
"""How the folder of an evening is named, by when it begins."""


@dataclass(frozen=True)
class StoredEvening:
    """An evening in its folder, and how many bytes it takes."""

    folder: Path
    size: int

    @property
    def began(self) -> str:
        """When it began: ``2026-11-23 20:45``."""
        return self.folder.name.replace(".", ":")


def until_when(now: float) -> float:
    """Give the time until which an evening chosen now is kept, in seconds since the epoch."""
    return now + HOURS * 3600


def is_wanted(until: float, now: float) -> bool:
    """Whether an evening is to be kept now that was chosen until then; not where the clock was put back since."""
    return now < until <= until_when(now)


def free_folder(data: Path, now: float) -> Path:
    """Name the folder of an evening that begins now; it is not there yet."""
    folder, name = data / EVENINGS_FOLDER, time.strftime(NAMED, time.localtime(now))
    names = (name if number == 1 else f"{name} ({number})" for number in count(1))
    return next(folder / each for each in names if not (folder / each).exists())


def stored(data: Path) -> list[StoredEvening]:
    """List the evenings kept, the latest first; none where they cannot be looked at."""
    try:
        folders = [each for each in (data / EVENINGS_FOLDER).iterdir() if each.is_dir()]
        return [StoredEvening(each, _size(each)) for each in sorted(folders, reverse=True)]
    except OSError:
        return []


def delete(evening: StoredEvening) -> None:
    """Delete an evening with all that is in it. OSError where that cannot be."""
    shutil.rmtree(evening.folder)


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())
