"""The gate for files from outside: it opens regular files of a sensible size, and refuses all others in one sentence.

A pipe would block, a device would be read for ever, a huge file would fill the memory: all that is checked before
anything is read. Records, pictures, films, decks and labels come through here. It imports no NumPy and no OpenCV.
"""

from __future__ import annotations

import os
import stat
from typing import BinaryIO

MILLION = 1_000_000
MOST_PIXELS = 128 * MILLION
"""The most pixels of a picture or a film's frame. Phones have up to 108 million; reading takes seconds and 400 MB."""
PICTURE_BYTES = 3 * MOST_PIXELS + MILLION
"""The most bytes of a picture's file: that many pixels, not compressed."""
LABEL_BYTES = MILLION
"""The most bytes of a file that labels photographs."""

KINDS = (
    (stat.S_ISDIR, "Is a directory"),
    (stat.S_ISFIFO, "it is a pipe, not a file"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
    (stat.S_ISCHR, "it is a device, not a file"),
    (stat.S_ISBLK, "it is a device, not a file"),
)


class NotTaken(ValueError):
    """The file is refused. The message says why, without the file's name."""


def opened(file: str | os.PathLike[str], most: int | None = None) -> BinaryIO:
    """Open a regular file of at most ``most`` bytes (None: any size) for reading; NotTaken for any other."""
    # Without O_NONBLOCK opening a pipe waits until somebody writes to it; of a regular file it changes nothing.
    flags = (
        os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    )
    try:
        number = os.open(file, flags)
    except (OSError, ValueError) as error:
        raise NotTaken(_reason(error)) from None
    try:
        _check(os.fstat(number), most)
    except NotTaken:
        os.close(number)
        raise
    return os.fdopen(number, "rb")


def check(file: str | os.PathLike[str], most: int | None = None) -> None:
    """NotTaken unless ``opened`` would open it. For files that a library opens by name."""
    opened(file, most).close()


def read(file: str | os.PathLike[str], most: int) -> bytes:
    """Read all of a regular file of at most ``most`` bytes; NotTaken for any other."""
    try:
        with opened(file, most) as source:
            content = source.read(most + 1)
    except OSError as error:
        raise NotTaken(_reason(error)) from None
    if len(content) > most:  # it has grown since it was looked at
        raise NotTaken(_too_large(most))
    return content


def _check(facts: os.stat_result, most: int | None) -> None:
    if not stat.S_ISREG(facts.st_mode):
        raise NotTaken(next((said for is_it, said in KINDS if is_it(facts.st_mode)), "it is no regular file"))
    if most is not None and facts.st_size > most:
        raise NotTaken(_too_large(most))


def _too_large(most: int) -> str:
    return f"it is larger than {most // MILLION} MB"


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "there is no such name"
