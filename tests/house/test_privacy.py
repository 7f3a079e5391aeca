"""The program tells nobody anything: no command, and not the app, asks the network for a thing or marks the device.

Libraries beneath it would (ONNX Runtime and OpenVINO report to their makers), some of them in C++, where Python sees
nothing of it. So each program runs under a filter of Linux's kernel (seccomp) that ends it when it opens a socket to
the internet or asks which networks there are, as every look-up does; with nothing in its environment that keeps a
library quiet; and with a home in which nothing is yet.
"""

import ctypes
import os
import platform
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision
from companion.archive.evenings import until_when
from companion.archive.settings import Settings
from companion.record.kept_evening import SEEN_FILE
from tests.app.kept import choose
from vision.runtime import inference

ROOT = Path(vision.__file__).parents[1]
CLIP = ROOT / "tests" / "films" / "clip.mp4"
RECORD = ROOT / "tests" / "games" / "records" / "automatic.jsonl"
PICTURES = {".jpg", ".jpeg", ".png", ".mp4", ".mjpeg", ".avi", ".gif", ".webp", ".npy", ".bmp"}
"""How files end that may hold pictures."""
LYING = 300
"""In this frame of the clip four cards lie open on the table."""

KERNELS = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198)}
"""Processor -> how its programs are marked (linux/audit.h), and the number of the system call socket()."""
NO_NEW_PRIVILEGES, SET_FILTER, FILTER = 38, 22, 2
"""Words of prctl() (linux/prctl.h, linux/seccomp.h)."""
LOAD, EQUAL, ANSWER = 0x20, 0x15, 0x06
"""A filter's instructions (linux/bpf_common.h): load a word, skip so many if it is equal or if not, answer."""
CALL, MARK, DOMAIN, PROTOCOL = 0, 4, 16, 32
"""Where the number, the mark and the first and third arguments of a system call lie (linux/seccomp.h)."""
ALLOW, END = 0x7FFF0000, 0x80000000
ROUTES = 0
"""The protocol of a netlink socket that lists networks; the C library opens one for every look-up."""

STOPPING = """
import sys
from companion import cli
from companion.window import launch
opened = launch.open_window

def open_window():
    opened()
    from kivy.app import App
    from kivy.clock import Clock
    Clock.schedule_interval(lambda _: App.get_running_app().stop() if enough() else None, 0.2)

launch.open_window = open_window
"""
"""Before ``enough`` and the arguments: the app closes itself when there is enough."""

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or platform.machine() not in KERNELS, reason="the filter is Linux's"
)


def step(code: int, number: int, yes: int = 0, no: int = 0) -> bytes:
    """One instruction of a filter."""
    return struct.pack("=HBBI", code, yes, no, number)


def offline() -> None:
    """From now on this process, and what it starts, is ended by SIGSYS when it turns to the internet."""
    mark, opening = KERNELS[platform.machine()]
    steps = (
        step(LOAD, MARK), step(EQUAL, mark, no=8),
        step(LOAD, CALL), step(EQUAL, opening, no=6),
        step(LOAD, DOMAIN), step(EQUAL, socket.AF_INET, yes=5), step(EQUAL, socket.AF_INET6, yes=4),
        step(EQUAL, socket.AF_NETLINK, no=2),
        step(LOAD, PROTOCOL), step(EQUAL, ROUTES, yes=1),
        step(ANSWER, ALLOW), step(ANSWER, END),
    )  # fmt: skip
    code = ctypes.create_string_buffer(b"".join(steps))
    program = ctypes.create_string_buffer(struct.pack("@HP", len(steps), ctypes.addressof(code)))
    kernel = ctypes.CDLL(None, use_errno=True)
    if kernel.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) or kernel.prctl(SET_FILTER, FILTER, program, 0, 0):
        raise OSError(ctypes.get_errno(), "this machine allows no filter")


def python(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python offline, in a bare environment with this home."""
    plain = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "SDL_VIDEODRIVER": "offscreen"}
    own = {"HOME": str(home), "TMPDIR": str(home), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *words],
        env=plain | own, cwd=ROOT, preexec_fn=offline, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def strangers(home: Path) -> list[str]:
    """The files in a home that are not the program's own; drawing leaves lists of fonts and of shaders."""
    ours = (
        ".cache/porrazo/",
        ".config/porrazo/",
        ".local/share/porrazo/",
        ".cache/fontconfig/",
        ".cache/mesa",
    )
    files = [file.relative_to(home).as_posix() for file in home.rglob("*") if not file.is_dir()]
    return [name for name in files if not name.startswith(ours)]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    made = tmp_path / "home"
    made.mkdir()
    return made


@pytest.fixture(scope="module")
def frame(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture with four open cards, named after one of them."""
    film = cv2.VideoCapture(str(CLIP))
    film.set(cv2.CAP_PROP_POS_FRAMES, LYING)
    _, picture = film.read()
    film.release()
    file = tmp_path_factory.mktemp("frame") / "7s.png"
    cv2.imwrite(str(file), picture)
    return file


@pytest.fixture(scope="module")
def frames(frame: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, twenty times: two seconds of a film in which nothing moves."""
    folder = tmp_path_factory.mktemp("frames")
    for number in range(20):
        (folder / f"{number:02}.png").symlink_to(frame)
    return folder


@pytest.mark.parametrize(
    "act",
    [
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
        "socket.socket(socket.AF_INET6, socket.SOCK_STREAM)",
        "socket.getaddrinfo('somewhere.invalid', 80)",
    ],
)
def test_who_turns_to_the_internet_is_found_out(act: str, home: Path) -> None:
    assert python(home, "-c", f"import socket; {act}").returncode == -signal.SIGSYS
    assert python(home, "-c", "import socket; socket.socketpair()").returncode == 0


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("score", str(RECORD)), 0),
        (("recognise", "FRAME"), 0),
        (("watch", "FRAMES", "--headless"), 0),
        (("deck", "learn", "--name", "Ours", "FRAME"), 2),  # its one card that it could learn is too small
        (("deck", "list"), 0),
        (("deck", "forget", "Ours"), 2),
        (("doctor", "--camera", "/nowhere"), 1),
        (("evening", str(RECORD)), 2),
        (("camera", "FRAMES", "--still", "STILL"), 0),
        (("completion", "bash"), 0),
    ],
    ids=lambda words: "-".join(words[:2]) if isinstance(words, tuple) else "",
)
def test_a_command_asks_nobody_and_marks_nothing(
    words: tuple[str, ...], status: int, frame: Path, frames: Path, home: Path, tmp_path: Path
) -> None:
    places = {"FRAME": str(frame), "FRAMES": str(frames), "STILL": str(tmp_path / "still.png")}
    done = python(home, "-m", "companion.cli", *(places.get(word, word) for word in words))
    assert (done.returncode, strangers(home)) == (status, []), done.stderr


def test_the_app_at_its_start_asks_nobody_and_marks_nothing(home: Path) -> None:
    done = python(home, "-c", f"{STOPPING}enough = lambda: True\nsys.exit(cli.main([]))")
    assert (done.returncode, strangers(home)) == (0, []), done.stderr


def test_the_app_at_a_table_that_it_watches_asks_nobody_and_marks_nothing(frames: Path, home: Path) -> None:
    record = home / ".cache" / "porrazo" / "watched.jsonl"
    record.parent.mkdir(parents=True)
    seen = f"enough = lambda: open({str(record)!r}).read().count('\\n') > 1\n"
    words = ["watch", str(frames), "--record", str(record)]
    done = python(home, "-c", f"{STOPPING}{seen}sys.exit(cli.main({words!r}))")
    assert (done.returncode, strangers(home)) == (0, []), done.stderr


@pytest.mark.parametrize("chosen", [False, True])
def test_no_picture_of_a_table_is_kept_unless_people_chose_that(
    chosen: bool, frames: Path, home: Path, tmp_path: Path
) -> None:
    """Watching a table that goes dark, of which a film is kept where the evening is."""
    film = tmp_path / "film"
    film.mkdir()
    black = tmp_path / "black.png"
    cv2.imwrite(str(black), np.zeros((720, 1280, 3), np.uint8))
    for number in range(40):
        (film / f"{number:02}.png").symlink_to(frames / "00.png" if number < 20 else black)
    data = home / ".local" / "share" / "porrazo"
    data.mkdir(parents=True)
    if chosen:
        choose(data, Settings(evening=until_when(time.time())))
    record = data / "watched.jsonl"
    seen = "def enough():\n    from kivy.app import App\n    return App.get_running_app().session.source == 'ended'\n"
    words = ["watch", str(film), "--record", str(record)]
    done = python(home, "-c", f"{STOPPING}{seen}sys.exit(cli.main({words!r}))")
    assert (done.returncode, strangers(home)) == (0, []), done.stderr
    kept = sorted(path.name for path in data.rglob("*") if path.suffix in PICTURES)
    assert {name.partition("-")[2] for name in kept} == ({"recount.mp4", "unseen.mp4"} if chosen else set())
    assert len([*data.rglob(SEEN_FILE)]) == chosen


@pytest.mark.parametrize("backend", inference.present())
def test_no_back_end_asks_anybody_or_marks_anything(backend: str, home: Path) -> None:
    network = ROOT / "models" / "weights" / "reader.onnx"
    code = (
        f"import pathlib, vision.runtime.inference as r; r.load(pathlib.Path({str(network)!r}), {backend!r})"
    )
    done = python(home, "-c", code)
    assert (done.returncode, strangers(home)) == (0, []), done.stderr


@pytest.mark.parametrize(
    "first",
    ["vision.runtime.inference", "vision.runtime.backend_selection", "models.quantise", "tests.conftest"],
)
def test_whatever_starts_first_turns_reports_off(first: str, home: Path) -> None:
    """Also those of OpenVINO's package for reports, of which a stand-in is found here."""
    reporting = home / ".cache" / "porrazo"
    reporting.mkdir(parents=True)
    (reporting / "openvino_telemetry.py").write_text(
        "import socket; socket.getaddrinfo('somewhere.invalid', 80)"
    )
    said = f"import os, {first}\nprint(os.environ['ORT_DISABLE_TELEMETRY'])\ntry: import openvino_telemetry\n"
    code = f"import sys; sys.path.insert(0, {str(reporting)!r})\n{said}except ImportError: print('off')"
    done = python(home, "-c", code)
    assert (done.returncode, done.stdout.split()) == (0, ["1", "off"]), done.stderr


def test_training_turns_its_library_s_reports_off(home: Path) -> None:
    code = "import os, models; print(os.environ['YOLO_OFFLINE'], os.environ['YOLO_AUTOINSTALL'])"
    assert python(home, "-c", code).stdout.split() == ["true", "false"]
