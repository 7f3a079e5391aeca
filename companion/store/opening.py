"""Opens the store whatever state it is in: a damaged one is mended, one that cannot be written is only read.

Damage is looked for in the whole file where that takes no time, or where somebody has met some: whoever meets it
leaves a note, and the next start acts on it.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from companion.locales import N_
from companion.messages import Notice
from companion.store import salvage, schema
from companion.store.schema import Damaged
from companion.store.store import Store

log = logging.getLogger(__name__)

QUICK_BYTES = 32_000_000
"""A store of this size, some 1,500 matches, is read through in a tenth of a second."""


def opened_store(folder: Path, now: float, *, mends: bool) -> tuple[Store, Notice | None]:
    """Open the store to write it; a damaged one is mended first, if it may be, and the sentence says so.

    OSError where it cannot be written; `Damaged` where it may not be mended.
    """
    if mends:
        salvage.finish(folder)
    try:
        store = Store(folder)
        if not mends or not _is_suspect(folder) or schema.is_sound(store.connection):
            _forget(folder, mends)
            return store, None
        store.close()
    except Damaged:
        if not mends:
            raise
    notice = salvage.mended(folder, now)
    _forget(folder, mends)
    return Store(folder), notice


def readable_store(folder: Path) -> Store | None:
    """Open the store to look at it; None where there is none. OSError where it cannot be opened.

    SQLite must write beside a store even to read it. Where it cannot, a copy is looked at.
    """
    path = folder / schema.STORE_FILE
    if not path.exists():
        return None
    try:
        store = Store(folder, writes=False)
        store.ask("SELECT 1 FROM match LIMIT 1")
    except Damaged:
        raise
    except OSError:
        return _copy(folder)
    return store


def _copy(folder: Path) -> Store:
    beside = Path(tempfile.mkdtemp(prefix="porrazo-"))
    try:
        for ending in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(
                    folder / f"{schema.STORE_FILE}{ending}", beside / f"{schema.STORE_FILE}{ending}"
                )
        store = Store(beside)
        store.ask("PRAGMA query_only = ON")
        store.writes = False
        return store
    finally:
        shutil.rmtree(beside, ignore_errors=True)  # the open files stay readable until they are closed


def met(folder: Path) -> None:
    """Leave the note that damage was met."""
    log.warning("%s is damaged: it is mended at the next start", folder / schema.STORE_FILE)
    with suppress(OSError):
        (folder / schema.DAMAGE_NOTE).touch()


def look_through(folder: Path) -> Notice | None:
    """Read a store through that was too large for the start; where it is damaged leave the note and say so."""
    with suppress(OSError):
        if os.stat(folder / schema.STORE_FILE).st_size <= QUICK_BYTES:
            return None
    with suppress(OSError), Store(folder, writes=False) as store:
        if not schema.is_sound(store.connection):
            met(folder)
            return Notice(N_("The store of matches is damaged: close porrazo and open it again to mend it"))
    return None


def _is_suspect(folder: Path) -> bool:
    """Whether to read the whole store before anything else."""
    with suppress(OSError):
        return (folder / schema.DAMAGE_NOTE).exists() or os.stat(
            folder / schema.STORE_FILE
        ).st_size <= QUICK_BYTES
    return True


def _forget(folder: Path, mends: bool) -> None:
    if mends:
        with suppress(OSError):
            (folder / schema.DAMAGE_NOTE).unlink(missing_ok=True)
