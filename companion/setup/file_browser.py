"""Lists folders and the pictures in them, to choose from on a touch screen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from vision.files.pictures import PICTURE_ENDINGS

DRIVES = (Path("/media"), Path("/run/media"))
"""Where Linux mounts USB sticks and memory cards: in a folder of their own, or of their user's."""


@dataclass(frozen=True)
class Listing:
    """The folders and pictures in a folder, without hidden ones.

    Sorted by name, with numbers in a name by their value (2 before 10).
    """

    folder: Path
    folders: tuple[Path, ...]
    pictures: tuple[Path, ...]


def listing(folder: Path) -> Listing:
    """List a folder; OSError if it cannot be read."""
    there = sorted((path for path in folder.iterdir() if not path.name.startswith(".")), key=_counted)
    folders = tuple(path for path in there if _is_folder(path))
    pictures = tuple(path for path in there if path.suffix.lower() in PICTURE_ENDINGS and path not in folders)
    return Listing(folder, folders, pictures)


def drives(user: str, roots: tuple[Path, ...] = DRIVES) -> tuple[Path, ...]:
    """The folders of the USB sticks and memory cards that are plugged in."""
    found: list[Path] = []
    for root in roots:
        for folder in (root / user, root):
            try:
                found += [path for path in listing(folder).folders if path != root / user]
            except OSError:
                continue
    return tuple(dict.fromkeys(found))


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # the user may not look at it
        return False


def _counted(path: Path) -> list[tuple[int, int, str]]:
    parts = re.split(r"(\d+)", path.name.casefold())
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]
