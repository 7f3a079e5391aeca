"""Which threads come first where there are fewer processors than work: that which draws and takes taps."""

import contextlib
import os
import sys
import threading

STEP = 5
"""By how much whoever looks at the table is less urgent than drawing, as Unix counts."""


def step_back() -> None:
    """Let this thread, and those that it starts (the networks'), run after the one that draws.

    Only Linux knows the urgency of a thread; elsewhere this does nothing.
    """
    if sys.platform.startswith("linux"):
        me = threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, me, os.getpriority(os.PRIO_PROCESS, me) + STEP)
