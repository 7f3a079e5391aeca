"""How long it takes to recognise 8 cards in a frame of 1280 x 720: ``python -m tests.benchmarks.bench_recognise``.

The frame is made of photographs (faces and a table out of the folder that $PORRAZO_PHOTOS names), or is ``--image``.
In every round each of these is run once, so that all of them suffer alike from whatever else the machine does:

- the finder alone, on the frame shrunk to 640, and as a table is looked at with it, in 8 bits where the back end does
  that; the reader alone, on 8 cards both ends up;
- ``recognise``, as ``porrazo recognise`` does it: looks from several distances, edges, reading;
- a live look that meets all 8 cards for the first time, and one that knows them and reads none (something moves, or
  no network would run at all);
- Ultralytics' ``predict()`` with the same finder, by its own ONNX Runtime session, and from ``--checkpoint``, if given,
  by torch.

For each: milliseconds, median and 95th percentile, and those of processor time, which other work on the machine hardly
touches; how much of it the networks took; and how many times as fast as ``predict()`` it was.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.measuring import laid, made
from models.measuring.labels import pictures
from vision.arrays import Floats, Image
from vision.detection.finder import Finder
from vision.detection.letterbox import LONG_SIDE, letterboxed
from vision.photograph import Recogniser
from vision.reading.indices import IndexReader, Indices
from vision.reading.reader import HEIGHT, WIDTH, Reader
from vision.runtime import inference, weights
from vision.runtime.inference import CannotRun, Network
from vision.tracking.table import Table

KNOWN_AFTER = 12
"""Looks after which a table knows its cards."""


@dataclass
class Timed:
    """One thing that is run: milliseconds by the clock, of processor time, and of that within networks."""

    name: str
    run: Callable[[], object]
    clock: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    network: list[float] = field(default_factory=list)

    def once(self, spent: Spent) -> None:
        """Run it and note what it took."""
        spent.seconds = 0.0
        clock, processor = time.perf_counter(), time.process_time()
        self.run()
        self.clock.append((time.perf_counter() - clock) * 1000)
        self.processor.append((time.process_time() - processor) * 1000)
        self.network.append(spent.seconds * 1000)

    def row(self, rival: Timed | None) -> str:
        """One line of the table."""
        ms, p95 = np.median(self.clock), np.percentile(self.clock, 95)
        cpu, cpu95 = np.median(self.processor), np.percentile(self.processor, 95)
        inside = np.median(np.array(self.network) / np.array(self.processor))
        over = f"{1 / inside:8.2f}" if inside > 0 else f"{'-':>8}"
        times = f"{np.median(rival.processor) / cpu:8.1f}" if rival and rival is not self else f"{'-':>8}"
        return f"{self.name:<44}{ms:8.1f}{p95:8.1f}{cpu:8.1f}{cpu95:8.1f}{over}{times}"


HEADING = f"{'':<44}{'ms':>8}{'p95':>8}{'CPU ms':>8}{'p95':>8}{'/ bare':>8}{'times':>8}"


@dataclass
class Spent:
    """Seconds of processor time spent in networks since it was last set to 0."""

    seconds: float = 0.0


class Watched:
    """A network whose time is noted."""

    def __init__(self, network: Network, spent: Spent) -> None:
        self._network, self._spent = network, spent

    def run(self, batch: Floats) -> Floats:
        """See Network."""
        began = time.process_time()
        answer = self._network.run(batch)
        self._spent.seconds += time.process_time() - began
        return answer


class Moving:
    """Frames of a table on which nothing changes but a corner, where something dark goes to and fro."""

    def __init__(self, frame: Image, finder: Finder, reader: Reader) -> None:
        self.table, self.number = Table(finder, reader), 0
        self.frames = [frame.copy(), frame.copy()]
        self.frames[1][-60:, -90:] //= 3

    def look(self) -> object:
        """One more frame."""
        self.number += 1
        return self.table.look(self.frames[self.number % 2], self.number / 10, self.number)


def frame_of(folder: Path) -> Image:
    """Eight photographed cards on a photographed table; ValueError where the folder does not hold what that takes."""
    faces = laid.photographed(folder)
    tables = made.pieces(pictures(folder, "mrpawelas")) if faces else []
    if faces is None or not tables:
        raise ValueError(f"{folder}: has no crops of all 52 cards, or no tables to lay them on")
    return laid.scene(faces, max(tables, key=lambda piece: piece.image().size).image(), 0).image()


def ours(backend: str, frame: Image, threads: int, spent: Spent, known_after: int) -> list[Timed]:
    """What is run with one back end."""
    files = [
        weights.weights_file(f"{name}.onnx") for name in ("finder", "reader", "index_finder", "index_reader")
    ]
    loaded = [Watched(inference.load(file, backend, threads), spent) for file in files]
    table = weights.weights_file("table_finder.onnx")
    live = Watched(inference.load(table, backend, threads, quantised=True), spent)
    by_index = IndexReader(loaded[3], weights.temperature(files[3]))
    finder, reader = Finder(loaded[0]), Reader(loaded[1], weights.temperature(files[1]), by_index)
    indices = Indices(loaded[2], by_index)
    batch, _ = letterboxed(frame, LONG_SIDE)
    cards = np.random.default_rng(0).random((16, 3, HEIGHT, WIDTH), np.float32)
    recogniser, moving = Recogniser(finder, reader, indices), Moving(frame, Finder(live), reader)
    seen = recogniser.recognise(frame)
    print(f"{backend}: {sum(one.card is not None for one in seen)} cards read, {len(seen)} seen")
    for _ in range(known_after):
        moving.look()
    return [
        Timed(f"{backend}: finder alone", lambda: loaded[0].run(batch)),
        Timed(f"{backend}: the live finder alone", lambda: live.run(batch)),
        Timed(f"{backend}: reader alone, 8 cards", lambda: loaded[1].run(cards)),
        Timed(f"{backend}: recognise", lambda: recogniser.recognise(frame)),
        Timed(f"{backend}: live, cards new", lambda: Moving(frame, Finder(live), reader).look()),
        Timed(f"{backend}: live, cards known", moving.look),
    ]


def ultralytics(weights_file: Path, what: str, frame: Image, threads: int) -> Timed:
    """Its predict() on the same frame."""
    import torch
    from ultralytics import YOLO

    torch.set_num_threads(threads)
    network: Any = YOLO(str(weights_file), task="pose")
    wanted = {"imgsz": LONG_SIDE, "device": "cpu", "verbose": False}
    return Timed(f"Ultralytics predict(), {what}", lambda: network.predict(frame, **wanted))


def rivals(checkpoint: Path | None, frame: Image, threads: int) -> list[Timed]:
    """Ultralytics with the finder's ONNX file, and with a checkpoint; none where it is not installed."""
    if find_spec("ultralytics") is None:
        print("Ultralytics is not installed here: no comparison (it is in the extra 'train')")
        return []
    for name, value in (("YOLO_OFFLINE", "1"), ("YOLO_AUTOINSTALL", "0"), ("YOLO_VERBOSE", "False")):
        os.environ.setdefault(name, value)
    found = [ultralytics(weights.weights_file("finder.onnx"), "finder.onnx", frame, threads)]
    return found + ([ultralytics(checkpoint, "checkpoint", frame, threads)] if checkpoint else [])


def versions() -> str:
    """What is compared."""
    names = ("numpy", "opencv-python", "onnxruntime", "openvino", "ultralytics", "torch")
    there = [
        f"{name} {version(name)}" for name in names if find_spec({"opencv-python": "cv2"}.get(name, name))
    ]
    return f"Python {platform.python_version()}, {', '.join(there)}; {inference.cores()} cores"


def rounds(timed: Sequence[Timed], count: int, spent: Spent) -> None:
    """Run everything in turn, so many times, after once for warmth."""
    for one in timed:
        one.run()
    for _ in range(count):
        for one in timed:
            one.once(spent)


def parser() -> argparse.ArgumentParser:
    """The command line's form."""
    made_parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.bench_recognise",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made_parser.add_argument("--photographs", type=Path, default=os.environ.get("PORRAZO_PHOTOS"))
    made_parser.add_argument("--image", type=Path, help="a frame of your own")
    made_parser.add_argument("--checkpoint", type=Path, help="the finder as trained (.pt), for predict()")
    made_parser.add_argument("--rounds", type=int, default=30)
    made_parser.add_argument("--threads", type=int, default=2)
    return made_parser


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    options = parser().parse_args(arguments)
    if options.image is None and options.photographs is None:
        print(
            "porrazo: name a frame with --image, or a folder of photographs with --photographs or PORRAZO_PHOTOS"
        )
        return 2
    frame = cv2.imread(str(options.image)) if options.image else frame_of(Path(options.photographs))
    if frame is None:
        print(f"porrazo: {options.image}: not a picture")
        return 2
    print(versions())
    spent, timed = Spent(), list[Timed]()
    # Before ours: once our networks share their threads, ONNX Runtime loads none that would bring its own.
    others = rivals(options.checkpoint, np.asarray(frame, np.uint8), options.threads)
    for other in others:
        other.run()
    for backend in inference.present():
        try:
            timed += ours(backend, np.asarray(frame, np.uint8), options.threads, spent, KNOWN_AFTER)
        except CannotRun as error:
            print(f"{backend}: left out: {error}")
    rounds([*timed, *others], options.rounds, spent)
    print(HEADING)
    for one in (*timed, *others):
        print(one.row(others[-1] if others else None))
    print(
        "By processor time: / bare: the whole over the networks' part of it; times: as fast as the last line"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
