"""What must not stop the watching of a table: a fault in the program itself, or in a library beneath it.

Whoever looks at a table meets pictures that nobody thought of. A thread that ends on one is worse than any fault: the
score stands still and nobody is told. So there is one place that takes every exception, ``guarded``: it logs the
fault with its traceback (no picture is logged, and nothing is shown unless the program that runs it asks for logs) and
returns it, and whoever called must say it to people. What is a sentence for people already, `UserFacingError`, passes.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
Tell = Callable[[str], None]
"""Takes a sentence for a person: a stream was lost, a film ends early."""

MOST, WITHIN = 3, 60.0
"""So many faults within so many seconds: starting again does not help."""

log = logging.getLogger("porrazo")
log.addHandler(logging.NullHandler())


class UserFacingError(RuntimeError):
    """Its message is one sentence for a person, and to try again at once would end the same way."""


@dataclass(frozen=True)
class CaughtFault:
    """A fault that was met, in short for people: ``IndexError: list index out of range``."""

    reason: str


def unsaid(_sentence: str) -> None:
    """Tell nobody."""


def guarded(act: Callable[[], T]) -> T | CaughtFault:
    """What ``act`` returns, or the fault that it ended in, which has been logged; `UserFacingError` passes."""
    try:
        return act()
    except UserFacingError:
        raise
    except Exception as error:
        log.exception("a fault while watching")
        said = " ".join(str(error).split())
        return CaughtFault(f"{type(error).__name__}: {said}" if said else type(error).__name__)


class FaultCount:
    """Counts faults. ``too_many`` is asked at each."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._times: list[float] = []

    def too_many(self) -> bool:
        """Take in one more fault; whether it is one too many to start again."""
        now = self._clock()
        self._times = [*(t for t in self._times if now - t < WITHIN), now]
        return len(self._times) >= MOST
