"""Faults: errors in the program or its libraries that must not stop the watching of a table.

Some picture will always meet a bug. If a thread died of it, the score would stop and nobody would know. So ``guarded``
catches every exception, logs it with its traceback (never a picture), and returns it; the caller must tell people. Only
a `UserFacingError`, which is a sentence for people already, passes through.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
Tell = Callable[[str], None]
"""Receives a sentence for people, such as that a stream was lost or a film ends early."""

MOST, WITHIN = 3, 60.0
"""This many faults within this many seconds: starting again does not help."""

log = logging.getLogger("porrazo")
log.addHandler(logging.NullHandler())


class UserFacingError(RuntimeError):
    """An error whose message is one sentence for people. Trying again at once would end the same way."""


@dataclass(frozen=True)
class CaughtFault:
    """A fault that was caught, in short: ``IndexError: list index out of range``."""

    reason: str


def unsaid(_sentence: str) -> None:
    """Tell nobody."""


def guarded(act: Callable[[], T]) -> T | CaughtFault:
    """Return what ``act`` returns, or the fault that it raised, which is logged. `UserFacingError` passes through."""
    try:
        return act()
    except UserFacingError:
        raise
    except Exception as error:
        log.exception("a fault while watching")
        said = " ".join(str(error).split())
        return CaughtFault(f"{type(error).__name__}: {said}" if said else type(error).__name__)


class FaultCount:
    """Counts faults; call ``too_many`` at each one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._times: list[float] = []

    def too_many(self) -> bool:
        """Count one more fault; True if there have been too many to start again."""
        now = self._clock()
        self._times = [*(t for t in self._times if now - t < WITHIN), now]
        return len(self._times) >= MOST
