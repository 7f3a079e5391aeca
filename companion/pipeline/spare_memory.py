"""Memory that a program has let go of and the C library keeps for later: while a table is watched it is given back.

Networks, pictures and Python ask for memory in pieces of every size, from several threads. Linux's C library keeps a
store for each thread and gives nothing back that lies between pieces in use: after 100 looks these were 30 to 50 MB.
Only Linux with glibc has the two calls; elsewhere nothing is done.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any

from companion.pipeline.watcher import Looks
from vision.arrays import Image
from vision.tracking.table import TableView

STORES = -8
"""glibc's number for the setting of how many stores there may be (``M_ARENA_MAX``)."""
MOST_STORES = 2
"""One for the thread that draws, one for those that look."""
EVERY_S = 30.0
"""Seconds of watching between two times: one takes some milliseconds of the thread that looks."""


@cache
def _library() -> Any:
    """The C library, if it has both calls; else None."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "mallopt") and hasattr(library, "malloc_trim") else None


def few_stores() -> None:
    """Let the threads that begin from now on share a few stores."""
    if (library := _library()) is not None:
        library.mallopt(STORES, MOST_STORES)


def give_back() -> None:
    """Give back to the system what is kept and not in use."""
    if (library := _library()) is not None:
        library.malloc_trim(0)


class GivesBack:
    """Looks as ``table`` does, and gives memory back now and then."""

    def __init__(self, table: Looks) -> None:
        self.table = table
        self._at: float | None = None
        give_back()

    def look(self, image: Image, t: float, number: int) -> TableView:
        """See Looks."""
        view = self.table.look(image, t, number)
        if self._at is None or not 0 <= t - self._at < EVERY_S:
            self._at = t
            give_back()
        return view
