"""Where no window can be opened: one sentence and status 2, never a traceback or a window nobody sees."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def run_without_display(tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Run ``porrazo`` alone where SDL may only use X11, and there is no X server."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("KIVY_", "SDL_", "XDG_")) and name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    environment |= {"HOME": str(tmp_path), "SDL_VIDEODRIVER": "x11", "PYTHONPATH": os.getcwd()}
    return subprocess.run(
        [sys.executable, "-m", "companion.cli"], env=environment, capture_output=True, text=True, timeout=60
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can be without a display")
def test_no_display_is_one_sentence_and_status_2(tmp_path: Path) -> None:
    done = run_without_display(tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == ["porrazo: no window can be opened: there is no display here"]
