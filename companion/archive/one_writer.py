"""One program writes a folder's store and holds the folder as long as it runs; a second one looks.

The store is opened when it is first needed: mended where it is damaged, and filled once with what older versions kept
in files.
"""

from __future__ import annotations

import io
import logging
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.archive import older_files
from companion.archive.kept_match import Unreadable
from companion.archive.stored_match import take_rescued
from companion.archive.upkeep import Upkeep
from companion.locales import N_
from companion.messages import Notice
from companion.store.opening import opened_store, readable_store
from companion.store.store import Store
from engine.holding import InUse, opened

log = logging.getLogger(__name__)

LOCK_FILE = "in-use.lock"
"""The file that the program which plays holds. It stays when the program ends, held by nobody."""
IMPORT_AT_START_S = 0.3
"""Seconds that taking older files over may hold up the start, a hundred matches; the rest is done beside the play."""


class OneWriter:
    """A folder's store, for the one program that writes it, or for another that looks."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder, self.clock = folder, clock
        self.reads_only = False
        """Another porrazo plays here: matches are looked at and nothing is written."""
        self._notice: Notice | None = None
        self._upkeep: Upkeep | None = None
        self._claim: io.FileIO | None = None
        self._store: Store | None = None
        self._left_over: list[Unreadable] = []

    @property
    def notice(self) -> Notice | None:
        """What is wrong with the store, or was when it was opened, if anything."""
        return self._notice or (self._upkeep.notice if self._upkeep is not None else None)

    @property
    def left_over(self) -> list[Unreadable]:
        """What older versions left that could not be opened, and stays where it is."""
        return list(self._left_over)

    def claim(self) -> bool:
        """Take the folder for this program until it ends, if no other has it; say whether it may be written."""
        if self._claim is None:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._claim = opened(self.folder / LOCK_FILE, os.O_RDWR | os.O_CREAT)
            except InUse:
                log.warning("%s: another porrazo plays here: nothing is written", self.folder)
                self.reads_only = True
                return False
            except OSError:
                pass  # no file can be written there at all, which whoever tries is told
        self.reads_only = False
        return True

    def tend(self) -> None:
        """Have done beside the play what the store needs, where this program has claimed it."""
        if self._claim is not None and self._upkeep is None:
            self._upkeep = Upkeep(self.folder)
            self._upkeep.start()

    def let_go(self) -> None:
        """Let another program have the folder."""
        if self._upkeep is not None:
            self._upkeep.stop()
            self._upkeep = None
        self._close_store()
        if self._claim is not None:
            self._claim.close()
            self._claim = None

    def check_ours(self) -> None:
        if self.reads_only and not self.claim():
            raise InUse(self.folder)

    # -- the store -------------------------------------------------------------------------------------

    def writing(self) -> Store:
        """Open the store to write it, mended and with older files taken over; OSError where it cannot be."""
        if self._store is None or not self._store.writes:
            self._close_store()
            store, notice = opened_store(self.folder, self.clock(), mends=not self.reads_only)
            self._store = store
            if not self.reads_only:
                self._take_over(store)
            self._notice = notice or self._notice
        return self._store

    def _take_over(self, store: Store) -> None:
        end = time.monotonic() + IMPORT_AT_START_S
        with suppress(OSError):  # what could not be taken over now will be at the next start
            take_rescued(store)
            _, notices = older_files.taken_over(store, lambda: time.monotonic() > end)
            self._left_over = [Unreadable(None, notice) for notice in notices]
            self._notice = notices[0] if notices else None

    def reading(self) -> Store | None:
        """Open the store to look at it; None where there is nothing to look at, or nothing that can be."""
        if self._store is None and not self.reads_only and self.folder.exists():
            try:
                return self.writing()
            except OSError as error:
                self._notice = cannot_open(error)
        if self._store is None:
            try:
                self._store = readable_store(self.folder)
            except OSError as error:
                self._notice = cannot_open(error)
        return self._store

    def _close_store(self) -> None:
        if self._store is not None:
            self._store.close()
        self._store = None


def cannot_open(error: OSError) -> Notice:
    """Say why the store cannot be opened."""
    text = N_("The matches kept cannot be opened: {reason}")
    return Notice(text, {"reason": error.strerror or str(error)})
