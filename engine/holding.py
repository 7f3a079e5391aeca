"""Files as a record needs them: held by one writer, written without a rest, their names on the disk too.

The hold is the system's own advisory lock on the record itself (flock; on Windows a byte far beyond its end): it
vanishes with the process, however that ends, and leaves no file beside the record. Readers are not kept out.
"""

import errno
import io
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

HELD_BY_ANOTHER = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
FAR_BEYOND = 0x7FFFFFF0
"""The byte held on Windows, where others may not read what is held."""
O_BINARY = getattr(os, "O_BINARY", 0)


class InUse(OSError):
    """Another program, or another window of this one, is writing the file."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EBUSY, "another porrazo is writing it", str(path))


def opened(path: Path, flags: int) -> io.FileIO:
    """Open a file to add to and hold it; `InUse` where somebody else does, another OSError where it cannot be opened.

    On a file system that knows no locks the file is opened without.
    """
    while True:
        number = os.open(path, flags | os.O_APPEND | O_BINARY, 0o666)
        file = io.FileIO(number, "a+")
        try:
            hold(number)
        except OSError as error:
            if error.errno in HELD_BY_ANOTHER:
                file.close()
                raise InUse(path) from None
        if same_file(file, path):
            return file
        file.close()  # its writer put another in its place just now


def hold(number: int) -> None:
    """Hold an open file until it is closed; OSError where another does or nobody can."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(number, FAR_BEYOND, os.SEEK_SET)
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


def same_file(file: io.FileIO, path: Path) -> bool:
    """Whether an open file is the one that has this name."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        return False


def write(file: io.FileIO, lines: Iterable[str]) -> None:
    """Write lines to the end, all of them; OSError where the disk takes no more."""
    left = memoryview("".join(line + "\n" for line in lines).encode())
    while left:
        left = left[os.write(file.fileno(), left) :]


def sync_folder(folder: Path) -> None:
    """Bring a folder's names to the disk, where the system lets a folder be opened for that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
