"""Everything the store keeps, in one file: written for keeping elsewhere, and read back.

A backup is a store itself, closed. What is read back is checked first and then copied row by row into a new store, so
that nothing else in the file comes in; the store that was there is put aside.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion.store import salvage, schema
from companion.store.opening import readable_store
from companion.store.schema import Damaged, TooNew
from companion.store.store import Store
from engine.holding import sync_folder
from vision.files import gate

INCOMING_FILE = f"{schema.STORE_FILE}.incoming"


class NoBackup(ValueError):
    """The file is no backup that can be read back; the message says why."""


def back_up(folder: Path, to: Path) -> int:
    """Write the store of a folder into one file and return how many matches are in it.

    FileExistsError where the file is there already, FileNotFoundError where there is no store or no folder
    for it, OSError where it cannot be written; then nothing of it is left.
    """
    if to.exists():
        raise FileExistsError(errno.EEXIST, "it is there already; name another file", str(to))
    if not to.parent.is_dir():  # SQLite would say that it may not be written
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(to.parent))
    store = readable_store(folder)
    if store is None:
        raise FileNotFoundError(
            errno.ENOENT, "there is nothing to back up yet", str(folder / schema.STORE_FILE)
        )
    beside = to.with_name(f"{to.name}.new")
    try:
        with store:
            store.copy_to(beside)
        with closing(schema.connect(beside, writes=False)) as copy:
            if not schema.is_sound(copy):
                raise Damaged(folder / schema.STORE_FILE)
            (matches,) = copy.execute("SELECT count(*) FROM match").fetchone()
        os.rename(beside, to)
    except OSError as error:
        if error.filename == str(beside):
            error.filename = str(to)  # the one that people know
        raise
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
    sync_folder(to.parent)
    return int(matches)


def restore(folder: Path, source: Path, now: float) -> tuple[int, Path | None]:
    """Put what a backup holds in the place of a folder's store; return how many matches, and where the old store is.

    `NoBackup` where the file is none, or not a whole one; everything is as it was then. The folder must be claimed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _brought_in(folder, source) as here:
        try:
            with closing(schema.connect(here, writes=False)) as copy:
                sound = schema.is_sound(copy)
                empty = not copy.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        except TooNew as error:
            raise NoBackup(str(error.strerror)) from None
        except OSError:
            raise NoBackup("it is no backup of porrazo") from None
        if empty:
            raise NoBackup("it is no backup of porrazo")
        if not sound:
            raise NoBackup("the backup is damaged")
        _in_one_file(folder)
        saved, aside = salvage.replaced(folder, here, "before-restore", now)
    return saved.matches, aside


def _in_one_file(folder: Path) -> None:
    """Bring what was written last into the store's own file, which is put aside and may be restored in its turn."""
    with suppress(OSError):  # a damaged one is put aside as it is
        if (folder / schema.STORE_FILE).exists():
            with Store(folder) as store:
                store.ask("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _brought_in(folder: Path, source: Path) -> Iterator[Path]:
    """Copy a file into the folder for as long as it is looked at: SQLite writes beside what it reads."""
    here = folder / INCOMING_FILE
    try:
        try:
            with gate.opened(source) as file, here.open("wb") as copy:
                shutil.copyfileobj(file, copy)
        except gate.NotTaken as error:
            raise NoBackup(f"it cannot be read: {error}") from None
        yield here
    finally:
        for ending in ("", *schema.SIDE_FILES, "-journal"):
            with suppress(OSError):
                Path(f"{here}{ending}").unlink(missing_ok=True)
