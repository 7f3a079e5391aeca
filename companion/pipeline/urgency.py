"""Which threads come first where there are fewer processors than work: that which draws and takes taps."""

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Made = TypeVar("Made")

STEP = 5
"""By how much the networks are less urgent than drawing, as Unix counts."""


def step_back() -> None:
    """Let this thread, and those that it starts, run after the others.

    Only Linux knows the urgency of a thread; elsewhere this does nothing. Not for a thread that runs Python for long:
    while it holds the interpreter, drawing would wait for one that has to wait for everybody else.
    """
    if sys.platform.startswith("linux"):
        me = threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, me, os.getpriority(os.PRIO_PROCESS, me) + STEP)


def less_urgent(make: Callable[[], Made]) -> Made:
    """Make something whose own threads, started while it is made, are to run after the others."""
    with ThreadPoolExecutor(1, "less urgent", step_back) as thread:
        return thread.submit(make).result()
