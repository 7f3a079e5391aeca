"""A record whose lines go to the system at once and to the disk a moment later, in a thread of its own.

What a program has written survives it however it ends, a kill included: the system has it. Only a power cut takes what
is not on the disk yet, and waiting for the disk is long on a memory card, while nobody can tap. So ``append`` writes,
and the disk catches up behind it. ``rewrite`` and ``revise`` still wait: no old record is given up for a new one
that is not on the disk.
"""

from __future__ import annotations

import logging
import os
import threading
from contextlib import suppress
from pathlib import Path

from engine.journal import Journal

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds that leaving waits for the disk."""


class SyncedBehind(Journal):
    """A `Journal`, and ``trouble`` is also what the disk said later, when it did not take a line after all."""

    def __init__(self, path: Path, lines: list[str]) -> None:
        super().__init__(path, lines)
        self._turn = threading.Condition()
        self._wanted: int | None = None
        self._busy = self._over = self._new_name = False
        self._thread: threading.Thread | None = None

    def settle(self) -> None:
        """Wait until all that was written is on the disk, or the patience ends."""
        with self._turn:
            self._turn.wait_for(lambda: self._wanted is None and not self._busy, PATIENCE)

    def close(self) -> None:
        """Settle, and close the file."""
        with suppress(OSError):
            self.restore()
        with self._turn:
            self._over = True
            self._turn.notify_all()
        if self._thread is not None:
            self._thread.join(PATIENCE)
        super().close()

    def _sync(self) -> None:
        self._want(os.dup(self._file.fileno()))

    def _sync_folder(self) -> None:
        if self._over:
            super()._sync_folder()
        else:
            self._new_name = True
            self._sync()

    def _want(self, file: int) -> None:
        """Have this file brought to the disk, and close it then; one that waits already needs it no more."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="record", daemon=True)
            self._thread.start()
        with self._turn:
            before, self._wanted = self._wanted, file
            self._turn.notify_all()
        if before is not None:
            os.close(before)

    def _work(self) -> None:
        while (file := self._next()) is not None:
            try:
                if self._new_name:
                    self._new_name = False
                    super()._sync_folder()
                os.fsync(file)
            except OSError as error:
                log.warning("%s: the disk did not take it: %s", self.path, error)
                self.trouble = error
            finally:
                os.close(file)

    def _next(self) -> int | None:
        """Wait for the next file; None when there is none and will be none."""
        with self._turn:
            self._busy = False
            self._turn.notify_all()
            self._turn.wait_for(lambda: self._wanted is not None or self._over)
            file, self._wanted = self._wanted, None
            self._busy = file is not None
            return file
