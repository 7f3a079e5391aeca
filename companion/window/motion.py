"""Whether the people of this machine want things on screen to move: what they told the system, where it can be told.

Asked where nobody has chosen in the app's own settings. What cannot be found out is yes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

LONGEST_SECONDS = 1.0
"""The app's first frame waits no longer for an answer."""
CLIENT_AREA_ANIMATION = 0x1042
"""Of Windows' SystemParametersInfo: whether controls move."""


@dataclass(frozen=True)
class Asked:
    """A program that knows, its words, and what it says where nothing is to move."""

    program: str
    words: Sequence[str]
    still: str


ASKED = {
    "linux": Asked("gsettings", ("get", "org.gnome.desktop.interface", "enable-animations"), "false"),
    "darwin": Asked("defaults", ("read", "com.apple.universalaccess", "reduceMotion"), "1"),
}
"""By platform: GNOME and what takes its settings from there; macOS."""


@cache
def moves_here() -> bool:
    """Whether things may move; the system is asked once."""
    if sys.platform == "win32":
        return _moves_on_windows()
    asked = ASKED.get(sys.platform)
    if sys.platform == "linux" and not os.environ.get("XDG_RUNTIME_DIR"):
        return True  # no desktop: and without that folder the answer would leave a file in people's cache
    return asked is None or _said(asked) != asked.still


def _said(asked: Asked) -> str:
    """Give a program's answer, empty where it is not there or does not answer."""
    if shutil.which(asked.program) is None:
        return ""
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(
            (asked.program, *asked.words),
            capture_output=True, text=True, check=True, timeout=LONGEST_SECONDS,
        )  # fmt: skip
        return done.stdout.strip()
    return ""


def _moves_on_windows() -> bool:
    import ctypes

    moves = ctypes.c_int(1)
    library = getattr(ctypes, "windll").user32  # noqa: B009 - typed on Windows only
    library.SystemParametersInfoW(CLIENT_AREA_ANIMATION, 0, ctypes.byref(moves), 0)
    return bool(moves.value)
