"""The program's own files: their folders on each system, and writing a file whole or not at all."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import platformdirs

FOLDER_NAME = "porrazo"
"""The name of the program's folder in each of the user's folders."""


def home() -> Path:
    """The user's home folder.

    FileNotFoundError if there is none: HOME is not set, and the machine knows no such user.
    """
    return _found(Path.home)


def data_folder() -> Path:
    """Folder of matches, settings and decks: by default ``~/.local/share/porrazo``. Errors as in `home`."""
    return _found(lambda: platformdirs.user_data_path(FOLDER_NAME, appauthor=False))


def cache_folder() -> Path:
    """Folder of data that can be made again: by default ``~/.cache/porrazo``. Errors as in `home`."""
    return _found(lambda: platformdirs.user_cache_path(FOLDER_NAME, appauthor=False))


def pictures_folder() -> Path:
    """The user's pictures folder, or their home if there is no such folder. Errors as in `home`."""
    return _there_or_home(_found(platformdirs.user_pictures_path))


def documents_folder() -> Path:
    """The user's documents folder, or their home if there is no such folder. Errors as in `home`."""
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
    """Write a file in place of the one of this name, whole or not at all; make its folder if there is none.

    Whatever stops the program or the machine, either the old file or the new one is there, whole. A link to a
    file stays a link. OSError if it cannot be written; then nothing of the new file is left. Without
    ``synced`` it does not wait for the disk, which can take long on a memory card; a power cut may then lose
    the file.
    """
    place = Path(os.path.realpath(path))
    place.parent.mkdir(parents=True, exist_ok=True)
    # Two programs or threads that write the same file at once need two names for their new files.
    beside = place.with_name(f"{place.name}.{os.getpid()}-{threading.get_ident()}.new")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            if synced:
                os.fsync(file.fileno())
        os.replace(beside, place)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        error.filename = str(path)  # the one that people know
        raise
    if synced:
        _sync_folder(place.parent)


def _sync_folder(folder: Path) -> None:
    """Write the folder's entries to disk, if the system allows a folder to be opened for that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
