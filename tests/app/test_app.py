"""The app's process: how it draws without a graphics processor, who comes first, how it ends."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.pipeline.starting import LESS_URGENT, less_urgent
from companion.window import launch

LINUX = sys.platform.startswith("linux")


@pytest.mark.skipif(not LINUX, reason="only Linux tells its graphics processors in /dev/dri")
def test_without_a_graphics_processor_software_draws(tmp_path: Path) -> None:
    assert launch.drawn_by_software(tmp_path / "dri")
    (tmp_path / "card0").touch()
    assert launch.drawn_by_software(tmp_path), "a screen alone draws nothing"
    (tmp_path / "renderD128").touch()
    assert not launch.drawn_by_software(tmp_path)


@pytest.mark.skipif(not LINUX, reason="only Linux knows the urgency of a thread")
def test_threads_of_what_is_made_less_urgent_are_so_and_no_others() -> None:
    before = os.getpriority(os.PRIO_PROCESS, 0)

    def make() -> int:
        seen: list[int] = []
        look = threading.Thread(
            target=lambda: seen.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        )
        look.start()
        look.join()
        return seen[0]

    assert less_urgent(make) == min(19, before + LESS_URGENT)
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


def test_what_cannot_be_made_says_so() -> None:
    def make() -> int:
        raise OSError("no such network")

    with pytest.raises(OSError, match="no such network"):
        less_urgent(make)


def test_a_camera_that_hangs_does_not_keep_the_process() -> None:
    code = (
        "import threading; from companion.window import launch; launch.CLOSE_WAIT_S = 0.2\n"
        "threading.Thread(target=threading.Event().wait, name='watch', daemon=True).start()\n"
        "print('closed'); print(launch.left())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "closed\n", "")


def test_a_watcher_that_ends_is_waited_for() -> None:
    ended = threading.Event()
    threading.Timer(0.2, ended.set).start()
    thread = threading.Thread(target=ended.wait, name="aim", daemon=True)
    thread.start()
    assert launch.left() == 0
    assert not thread.is_alive()
