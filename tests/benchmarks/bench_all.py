"""``make bench``: speed, memory and size in one run, beside named others where they are installed.

Times are those of the processor where it says so, so that other work on the machine hardly touches them; versions and
the machine come first. Most parts are benchmarks of their own with more to say: see docs/benchmarks.md.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.util import cache_from_source
from pathlib import Path

import cv2
import numpy as np

from tests.benchmarks import bench_engine, bench_referee, bench_tracker
from vision.arrays import Image
from vision.photograph import Recogniser, networks
from vision.tracking.table import Table

ROOT = Path(__file__).parents[2]
CLIP = ROOT / "tests" / "films" / "clip.mp4"
RECORD = ROOT / "tests" / "films" / "clip.record.jsonl"
LYING = 300
"""In this frame of the clip four cards lie open on the table, and two piles."""
LOOKS, STARTS, MATCHES, ENGINE_S = 12, 5, 3, 0.7
"""How often each is done: looks at a picture, starts of a command, matches acted out, seconds an engine plays."""
NAMED = ("numpy", "opencv-python", "onnxruntime", "kivy", "supervision", "norfair", "chess", "pokerkit")


def part(title: str) -> None:
    """Print the beginning of a part."""
    print(f"\n== {title} ==", flush=True)


def versions() -> None:
    """Print what was measured, and on what."""
    said = []
    for name in NAMED:
        try:
            said.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            said.append(f"{name} is not installed")
    load = os.getloadavg()[0]
    print(
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, load {load:.1f}"
    )
    print(", ".join(said))


def milliseconds(act: Callable[[], object]) -> str:
    """Do this some times; what it takes, the middle one, and its processor time."""
    act()
    spent: list[tuple[float, float]] = []
    for _ in range(LOOKS):
        began, worked = time.perf_counter(), time.process_time()
        act()
        spent.append((time.perf_counter() - began, time.process_time() - worked))
    waited, worked = (1000 * float(np.median(column)) for column in zip(*spent, strict=True))
    return f"{waited:7.1f} ms, {worked:7.1f} ms of processor"


def picture() -> Image:
    """A picture of the clip."""
    film = cv2.VideoCapture(str(CLIP))
    film.set(cv2.CAP_PROP_POS_FRAMES, LYING)
    image = np.asarray(film.read()[1], np.uint8)
    film.release()
    return image


def recognition() -> None:
    """Print what it takes to look at a picture of 1280 x 720 with four cards and two piles."""
    image, recogniser = picture(), Recogniser.load()
    finder, reader = networks()
    print(f"porrazo recognise, a photograph       {milliseconds(lambda: recogniser.recognise(image))}")
    print(f"the finder alone, as watch uses it    {milliseconds(lambda: finder.find(image))}")
    print(
        f"watch's first look at a table         {milliseconds(lambda: Table(finder, reader).look(image, 0.0, 0))}"
    )
    print("beside Ultralytics' predict(): bench_recognise, in the training environment (6 GB), not here")


def referee() -> None:
    """Print how many matches, seen with a camera's usual errors, come out right."""
    print(
        "level   plays  right %  suits %  exact % asked %  wrong/k revised  p50 s  p95 s ms/look  alone %  hands %"
    )
    for level in ("easy", "normal"):
        print(bench_referee.row(level, bench_referee.measure(level, range(9000, 9000 + MATCHES), 1)))
    print("no other program is known that infers a card game's plays from what is seen")


def start_and_memory() -> None:
    """Print how long commands take to answer, and the most memory they hold."""
    words = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "porrazo --version": [sys.executable, "-m", "companion.cli", "--version"],
        "porrazo score RECORD": [sys.executable, "-m", "companion.cli", "score", str(RECORD)],
        "porrazo recognise PICTURE": [sys.executable, "-m", "companion.cli", "recognise", str(still())],
    }
    for name, command in words.items():
        runs = [measured(command) for _ in range(STARTS)]
        seconds, worked, memory = (float(np.median(column)) for column in zip(*runs, strict=True))
        print(f"{name:<28} {seconds:6.2f} s, {worked:6.2f} s of processor, {memory:5.0f} MB")


def still() -> Path:
    """A picture as a file."""
    return ROOT / "docs" / "design" / "three-directions-1280x800.png"


WAITING = """
import json, os, subprocess, sys, time
began = time.perf_counter()
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = os.wait4(child.pid, 0)[2]
print(json.dumps([time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000]))
"""
"""Run by a small process: of one that is begun by a large process the system counts the large one's memory."""


def measured(words: list[str]) -> tuple[float, float, float]:
    """Seconds, seconds of processor, and megabytes of memory at the most that a command took."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", WAITING, *words], cwd=ROOT, capture_output=True, check=True
    )
    seconds, worked, memory = json.loads(done.stdout)
    return seconds, worked, memory


def size() -> None:
    """Print the size of the program with all that it needs, and of the bytecode that Python has written beside it."""
    wanted, sizes, bytecode = ["porrazo"], dict[str, int](), 0
    while wanted:
        name = wanted.pop()
        if name in sizes:
            continue
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # for another system
        files = [Path(str(file.locate())) for file in found.files or () if "__pycache__" not in file.parts]
        sizes[name] = sum(file.stat().st_size for file in files if file.exists())
        bytecode += sum(map(compiled, files))
        wanted += [asked[0].lower() for one in found.requires or () if (asked := needed(one))]
    sizes["porrazo"] = sum(
        file.stat().st_size
        for room in ("engine", "vision", "companion", "models/weights")
        for file in (ROOT / room).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    )
    largest = sorted(sizes.items(), key=lambda each: -each[1])[:6]
    print(
        f"{sum(sizes.values()) / 1e6:.0f} MB, and {bytecode / 1e6:.0f} of bytecode: "
        + ", ".join(f"{name} {of / 1e6:.0f}" for name, of in largest)
    )


def compiled(file: Path) -> int:
    """Bytes of the bytecode that lies beside a module; 0 where none was written."""
    if file.suffix != ".py":
        return 0
    beside = Path(cache_from_source(str(file)))
    return beside.stat().st_size if beside.exists() else 0


def needed(requirement: str) -> re.Match[str] | None:
    """The name of what is required here, or None for an extra's."""
    return None if "extra ==" in requirement else re.match(r"[A-Za-z0-9._-]+", requirement)


def main() -> int:
    """Measure everything."""
    began = time.monotonic()
    versions()
    for title, act in (
        ("recognition", recognition),
        ("tracker", bench_tracker.main),
        ("referee", referee),
        ("engine", lambda: bench_engine.main(ENGINE_S)),
        ("start-up and memory", start_and_memory),
        ("size, installed", size),
    ):
        part(title)
        act()
    print(f"\n{time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
