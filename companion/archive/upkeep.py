"""What is done for the store beside the play, in a thread of its own: never in the way of the board's start.

The rest of the older files is taken over, a large store is read through, and figures that are owed are reckoned. All of
it may be stopped at any moment: what was done is in the store, and the next start goes on with the rest.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path

from companion.archive import figures, older_files
from companion.messages import Notice
from companion.store import opening
from companion.store.store import Store

PAUSE_S = 0.05
"""Seconds between two matches: reckoning one takes a hundredth, and the window needs the processor."""
STOP_WAIT_S = 5.0
"""Seconds that stopping waits for the match in hand."""


class Upkeep:
    """Looks after the store of a folder until there is nothing to do or it is stopped.

    ``notice``: what the store was found to be, if it is damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notice: Notice | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="upkeep", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the match in hand."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(STOP_WAIT_S)

    def _run(self) -> None:
        with suppress(OSError):  # a disk that takes nothing now may take it at the next start
            self.notice = opening.look_through(self.folder)
            if self.notice is None:
                with Store(self.folder) as store:
                    self._tend(store)

    def _tend(self, store: Store) -> None:
        older_files.taken_over(store, self._rest)
        for number in figures.owed(store):
            if self._rest():
                return
            figures.reckon(store, number)

    def _rest(self) -> bool:
        """Leave the processor to the window for a moment; say whether to stop."""
        return self._over.wait(PAUSE_S)
