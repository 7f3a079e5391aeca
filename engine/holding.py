"""Files as a record needs them: locked by one writer, written completely, their names on disk too.

The lock is the system's own advisory lock on the record itself (flock; on Windows a byte far beyond its end).
It ends with the process, however that ends, and leaves no file beside the record. Readers are not locked out.
"""

import errno
import io
import itertools
import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

HELD_BY_ANOTHER = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
FAR_BEYOND = 0x7FFFFFF0
"""The offset of the byte that is locked on Windows, where others cannot read a locked byte."""
O_BINARY = getattr(os, "O_BINARY", 0)


class InUse(OSError):
    """Another program, or another window of this one, is writing the file."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EBUSY, "another porrazo is writing it", str(path))


def opened(path: Path, flags: int) -> io.FileIO:
    """Open a file to add to it, and lock it.

    `InUse` if somebody else holds the lock; another OSError if it cannot be opened. On a file system without
    locks the file is opened unlocked.
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
        file.close()  # its writer has just replaced the file by another: open that one


def hold(number: int) -> None:
    """Lock an open file until it is closed; OSError if another holds the lock or there are no locks."""
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
    """Write all lines to the end of the file; OSError if the disk takes no more."""
    left = memoryview("".join(line + "\n" for line in lines).encode())
    while left:
        left = left[os.write(file.fileno(), left) :]


def keep_beside(path: Path) -> Path:
    """Give a file a second name, ``NAME.damaged`` or the next that is free, under which it stays as it is; return that.

    It costs no room on the disk where there are hard links, else the file is copied. Whoever calls this replaces the
    file by another and never writes into it. OSError where the folder takes no more.
    """
    for number in itertools.count(1):
        beside = path.with_name(f"{path.name}.damaged" + (f"-{number}" if number > 1 else ""))
        if not os.path.lexists(beside):
            try:
                os.link(path, beside)
            except OSError:
                _copied(path, beside)
            sync_folder(path.parent)
            return beside
        if beside.exists() and beside.samefile(path):
            return beside
    raise AssertionError


def _copied(path: Path, beside: Path) -> None:
    with path.open("rb") as old, beside.open("xb") as new:
        try:
            shutil.copyfileobj(old, new)
            new.flush()
            os.fsync(new.fileno())
        except OSError:
            beside.unlink()
            raise


def sync_folder(folder: Path) -> None:
    """Write the folder's entries to disk, if the system allows a folder to be opened for that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
