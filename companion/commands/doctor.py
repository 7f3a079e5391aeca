"""``porrazo doctor``: is everything here that the program needs, how quick is it, and what to do where it is not."""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

from companion.commands import BadInput

GOOD, WEAK, BROKEN = "ok", "note", "bad"
"""All is well; the program runs without it, or slowly; something does not work."""
LIBRARIES = ("numpy", "opencv-python", "onnxruntime", "openvino", "kivy", "aiohttp", "segno", "platformdirs")
NETWORKS = (
    "finder",
    "table_finder",
    "reader",
    "index_finder",
    "index_reader",
    "letter_reader",
    "spanish_reader",
)
OPTIONAL_LIBRARIES = {
    "openvino": "it may be quicker here: pipx inject porrazo openvino, or pip install openvino"
}
"""What need not be there, and what it would bring."""
LEAST_FREE = 100_000_000
"""Bytes: below this a disk is soon full."""
TIMED_RUNS = 5
"""Times that a network is run to be timed; the middle one counts."""
SLOW_S = 0.15
"""Seconds a picture from which on live play is slow: plays are then seen late, and more is asked."""
FIRST_PICTURE_S = 5.0
"""Seconds that a camera may take to show its first picture."""
LOG_LINES = 15
"""Of the log's end that are shown."""
REPORTED_LINES = 500
"""Of the log's end that a report holds."""


@dataclass(frozen=True)
class Finding:
    """What was found of one thing: ``state`` is one of `GOOD`, `WEAK`, `BROKEN`; ``advice`` what to do, or empty."""

    state: str
    about: str
    said: str
    advice: str = ""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "doctor",
        help="check the camera, the display, the networks and the folders",
        description="Check what the program needs on this machine, and say what to do where something is amiss. "
        "Nothing leaves the machine. Exit status 1 where something does not work.",
    )
    parser.add_argument(
        "--camera", metavar="SOURCE", help="try this camera: a number, a stream's URL, picamera"
    )
    parser.add_argument("--log", action="store_true", help="also show the end of the program's log")
    parser.add_argument(
        "--report",
        metavar="FILE",
        help="also write this and the log to a file for whoever helps, without names",
    )


def run(args: argparse.Namespace) -> int:
    """Print a line a finding, as they come; BadInput where the report cannot be written."""
    from engine.fields import visible

    if args.report is not None and Path(args.report).exists():
        raise BadInput(f"{args.report}: it is there already; name another file")
    worst, lines = False, []
    for finding in findings(args.camera):
        said = [f"{finding.state:<5} {finding.about:<12} {visible(finding.said)}"]
        said += [f"{'':<18} -> {visible(finding.advice)}"] if finding.advice else []
        print("\n".join(said), flush=True)
        lines += said
        worst = worst or finding.state == BROKEN
    if args.log:
        for line in log_tail():
            print(visible(line))
    if args.report is not None:
        from companion.commands.report import write_report

        write_report(Path(args.report), [*lines, "", *map(visible, log_tail(REPORTED_LINES))])
        print(f"{args.report}: written; nothing was sent. Read it before you give it to anybody")
    return 1 if worst else 0


def findings(camera: str | None) -> Iterator[Finding]:
    """Everything that is looked at, the quick things first."""
    yield machine()
    yield from map(library, LIBRARIES)
    yield from folders()
    yield display()
    yield voice()
    yield heat()
    yield (beneath := system())
    if beneath.state == BROKEN:
        return  # OpenCV cannot be loaded, and so neither networks nor cameras be tried
    yield from networks()
    yield from cameras(camera)


def machine() -> Finding:
    """What this is, and how many processors there are."""
    from companion import __version__

    said = f"porrazo {__version__}, Python {platform.python_version()}, {platform.platform()}, {os.cpu_count()} cores"
    return Finding(GOOD, "machine", said)


def library(name: str) -> Finding:
    """Whether a library is installed."""
    try:
        return Finding(GOOD, "library", f"{name} {version(name)}")
    except PackageNotFoundError:
        if name in OPTIONAL_LIBRARIES:
            return Finding(WEAK, "library", f"{name} is not installed", OPTIONAL_LIBRARIES[name])
        return Finding(BROKEN, "library", f"{name} is missing", "install the program again")


def folders() -> Iterator[Finding]:
    """Whether matches can be kept, and how much room there is."""
    from vision.files.own_files import cache_folder, data_folder

    for about, folder in (("matches", data_folder), ("cache", cache_folder)):
        try:
            yield _folder(about, folder())
        except OSError as error:
            yield Finding(
                BROKEN, about, error.strerror or str(error), "set HOME to a folder that can be written"
            )


def _folder(about: str, folder: Path) -> Finding:
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not os.access(there, os.W_OK):
        return Finding(
            BROKEN, about, f"{folder} cannot be written", "give this user the right to write there"
        )
    free = shutil.disk_usage(there).free
    said = f"{folder}, {free / 1e9:.1f} GB free"
    if free < LEAST_FREE:
        return Finding(WEAK, about, said, "the disk is nearly full: make room before you play")
    return Finding(GOOD, about, said)


def display() -> Finding:
    """Whether a window can be shown, and by what."""
    if not sys.platform.startswith("linux"):
        return Finding(GOOD, "display", sys.platform)
    driver = os.environ.get("SDL_VIDEODRIVER")
    screens = [name for name in ("WAYLAND_DISPLAY", "DISPLAY") if os.environ.get(name)]
    drawing = sorted(Path("/dev/dri").glob("card*"))
    if not (driver or screens or drawing):
        return Finding(WEAK, "display", "there is none here", "porrazo watch SOURCE --headless needs none")
    said = driver or " and ".join(screens) or "no desktop: straight to the screen (kmsdrm)"
    if not sorted(Path("/dev/dri").glob("render*")):
        return Finding(WEAK, "display", f"{said}, drawn without a graphics processor", "drawing takes longer")
    return Finding(GOOD, "display", said)


def voice() -> Finding:
    """Whether scores can be said aloud."""
    if sys.platform.startswith("linux") and shutil.which("espeak-ng") is None:
        return Finding(
            WEAK, "voice", "there is none", "sudo apt install espeak-ng, if scores are to be said aloud"
        )
    return Finding(GOOD, "voice", "scores can be said aloud")


def heat() -> Finding:
    """Whether heat or a weak supply slows the machine down."""
    from companion.pipeline.strain import HOT, strain

    found = strain()
    said = "not known here" if found.celsius is None else f"{found.celsius:.0f} degrees Celsius"
    why = found.now or found.before
    if why is None:
        return Finding(GOOD, "heat", said)
    said += f"; {why} slows it down now" if found.now else f"; {why} has slowed it down since it was started"
    advice = "give it a cooler, or more air" if why == HOT else "give it the supply that was made for it"
    return Finding(WEAK, "heat", said.replace(HOT, "heat"), advice)


def system() -> Finding:
    """Whether the libraries of the system are there that OpenCV and Kivy need; no index of Python's has them."""
    from companion.system_libraries import missing_packages, what_to_type

    if not (wanting := what_to_type()):
        return Finding(GOOD, "system", "what OpenCV and Kivy need is there")
    typed = f"sudo apt-get install {' '.join(missing_packages())}, and then porrazo doctor again"
    return Finding(BROKEN, "system", wanting.split(";")[0], typed)


def networks() -> Iterator[Finding]:
    """Whether the networks are whole, and how long each back end takes for a picture of the table."""
    from vision.runtime import backend_selection, inference
    from vision.runtime.weights import MissingWeights, check, weights_file

    try:
        finder = weights_file("table_finder.onnx")
        for name in NETWORKS:
            check(weights_file(f"{name}.onnx"))
    except MissingWeights as error:
        yield Finding(BROKEN, "networks", str(error), "install the program again")
        return
    yield Finding(GOOD, "networks", f"whole, in {finder.parent}")
    try:
        chosen = backend_selection.backend(finder)
    except inference.CannotRun as error:
        yield Finding(BROKEN, "networks", str(error), f"unset {inference.BACKEND_VARIABLE}")
        return
    for name in inference.present():
        yield _timed(name, finder, chosen)


def _timed(name: str, finder: Path, chosen: str) -> Finding:
    import numpy as np

    from vision.runtime import inference
    from vision.runtime.backend_selection import TIMED_INPUT

    used = ", used here" if name == chosen else ""
    try:
        network = inference.load(finder, name, quantised=True)
        picture = np.zeros(TIMED_INPUT, np.float32)
        seconds = median(_seconds(lambda: network.run(picture)) for _ in range(TIMED_RUNS))
    except inference.CannotRun as error:
        if used:
            return Finding(BROKEN, "speed", f"{name}: {error}", "install the program again")
        return Finding(WEAK, "speed", f"{name} cannot run this network; others can")
    said = f"{name}: {seconds * 1000:.0f} ms a look{used}"
    if used and seconds > SLOW_S:
        return Finding(
            WEAK, "speed", said, "close other programs; on a slow machine the program asks more often"
        )
    return Finding(GOOD, "speed", said)


def _seconds(act: Callable[[], object]) -> float:
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


def cameras(wanted: str | None) -> Iterator[Finding]:
    """Whether a camera gives pictures: the one that was named, else each that the system lists."""
    if wanted is not None:
        yield tried(wanted)
        return
    listed = sorted(Path("/dev").glob("video[0-9]*"), key=lambda path: int(path.name.removeprefix("video")))
    if sys.platform.startswith("linux") and not listed:
        advice = "plug one in, or use a phone: porrazo doctor --camera URL. Without one, cards are tapped"
        yield Finding(WEAK, "camera", "the system lists none", advice)
        return
    for number in [path.name.removeprefix("video") for path in listed] or ["0"]:
        finding = tried(number)
        if finding.state == GOOD:
            yield finding
            return
    yield Finding(BROKEN, "camera", "none of those listed gives pictures", "does another program hold it?")


def tried(source: str) -> Finding:
    """Open a camera and wait a while for a picture."""
    from companion.pipeline.sources import open_camera
    from vision.cameras.camera import CameraError
    from vision.cameras.live import KNOWN_S, kept_by

    found: list[Finding] = []

    def look() -> None:
        try:
            camera = open_camera(source)
            frame = camera.read()
            kept = kept_by(camera) if frame is not None else None
            camera.close()
        except CameraError as error:
            found.append(
                Finding(BROKEN, "camera", str(error), "is it plugged in, and no other program at it?")
            )
            return
        if frame is None:
            found.append(Finding(BROKEN, "camera", f"{source} gives no picture"))
        else:
            height, width = frame.image.shape[:2]
            said = f"{source}: {width} x {height} pixels" + (f", {kept}" if kept is not None else "")
            found.append(Finding(GOOD, "camera", said))

    thread = threading.Thread(target=look, name="doctor's camera", daemon=True)
    thread.start()
    thread.join(FIRST_PICTURE_S + KNOWN_S)
    return (
        found[0] if found else Finding(BROKEN, "camera", f"{source}: no picture in {FIRST_PICTURE_S:.0f} s")
    )


def log_tail(most: int = LOG_LINES) -> Iterator[str]:
    """The end of the program's log."""
    from companion.logs import log_file

    try:
        path = log_file()
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()[-most:]
    except FileNotFoundError:
        yield "log: there is none yet; the app and porrazo watch write one"
        return
    except OSError as error:
        yield f"log: {error.strerror or error}"
        return
    yield f"log: {path}"
    yield from lines
