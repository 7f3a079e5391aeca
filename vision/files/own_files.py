"""The program's own files: the folders in which people's systems want them, and writing one whole or not at all."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import platformdirs

NAME = "porrazo"
"""Of the program's folder in each of the user's."""


def home() -> Path:
    """The user's home folder; FileNotFoundError where there is none: no HOME, and no such user on this machine."""
    return _found(Path.home)


def data_folder() -> Path:
    """Where matches, settings and decks are kept: by default ``~/.local/share/porrazo``. Errors as `home` has them."""
    return _found(lambda: platformdirs.user_data_path(NAME, appauthor=False))


def cache_folder() -> Path:
    """For what can be found out again: by default ``~/.cache/porrazo``. Errors as `home` has them."""
    return _found(lambda: platformdirs.user_cache_path(NAME, appauthor=False))


def pictures_folder() -> Path:
    """The user's pictures, or their home where there is no such folder. Errors as `home` has them."""
    return _there_or_home(_found(platformdirs.user_pictures_path))


def documents_folder() -> Path:
    """The user's documents, or their home where there is no such folder. Errors as `home` has them."""
    return _there_or_home(_found(platformdirs.user_documents_path))


def _found(look: Callable[[], Path]) -> Path:
    try:
        return look()
    except RuntimeError:
        said = "there is none for this user: set HOME to a folder"
        raise FileNotFoundError(errno.ENOENT, said, "home folder") from None


def _there_or_home(folder: Path) -> Path:
    return folder if folder.is_dir() else home()


def write_whole(path: Path, content: bytes, *, synced: bool = True) -> None:
    """Write a file in place of the one of this name, and its folder where there is none: whatever stops the program
    or the machine, the old file or the new one is there, whole. A link to a file stays one. OSError where it cannot
    be written; then nothing of it is left. Unless ``synced`` it does not wait for the disk, which can be long on a
    memory card: a power cut may then take the file.
    """
    place = Path(os.path.realpath(path))
    place.parent.mkdir(parents=True, exist_ok=True)
    # Two programs, or two threads, that write the same file at once must not write into each other's.
    beside = place.with_name(f"{place.name}.{os.getpid()}-{threading.get_ident()}.new")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            if synced:
                os.fsync(file.fileno())
        os.replace(beside, place)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    if synced:
        _sync_folder(place.parent)


def _sync_folder(folder: Path) -> None:
    """Bring a folder's names to the disk, where the system lets a folder be opened for that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
