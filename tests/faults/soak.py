"""The bundled clip again and again, as fast as it goes: ``python -m tests.faults.soak --help``.

One watcher with the program's own networks sees the clip in a loop, its times going on, and writes a record. Every
minute says how many frames were seen, how long a frame took of the processor, how much memory, how many threads and
open files there are. In the end the last minutes are compared with those after the first: memory may not grow by more
than 5 %, a frame not take longer by more than a tenth, and there may be no more threads or files.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from companion.commands.headless import keep
from companion.pipeline.watcher import Looks, Watcher
from companion.referee import Referee
from engine.header import Header
from engine.journal import Journal
from tests.faults.phone_load import memory
from vision.cameras.camera import Camera, Frame
from vision.cameras.opening import open_camera

CLIP = Path(__file__).parents[1] / "films" / "clip.mp4"
HEADER = Header(("Ana", "Beto"), target=1_000_000, options={"declarations": "automatic"})
MOST_GROWTH, MOST_SLOWER = 0.05, 0.1
PAUSE_S = 4.0
"""Seconds between the end of the clip and its beginning, in the film's own time."""


class Loop:
    """A film that begins again at its end, its times and numbers going on."""

    live = False

    def __init__(self, path: Path) -> None:
        self.path, self._camera, self.rounds = path, open_camera(str(path)), 1
        self._since, self._numbers = 0.0, 0
        self._end = (0.0, 0)

    def read(self) -> Frame | None:
        """See Camera."""
        frame = self._camera.read()
        while frame is None:
            self._camera.close()
            self._camera, self.rounds = open_camera(str(self.path)), self.rounds + 1
            self._since, self._numbers = self._end[0] + PAUSE_S, self._end[1] + 1
            frame = self._camera.read()
        self._end = (self._since + frame.t, self._numbers + frame.number)
        return Frame(frame.image, *self._end)

    def close(self) -> None:
        """See Camera."""
        self._camera.close()


@dataclass(frozen=True)
class Minute:
    """What was measured over a while. ``cost``: seconds of the processor for a frame; memory in bytes."""

    frames: int
    cost: float
    memory: int
    threads: int
    files: int

    def __str__(self) -> str:
        """One line."""
        return (
            f"{self.frames} frames, {1000 * self.cost:.1f} ms of the processor each, {self.memory / 1e6:.0f} MB, "
            f"{self.threads} threads, {self.files} files"
        )


def soaked(
    table: Looks, camera: Camera, spans: int, seconds: float, say: Callable[[str], object]
) -> list[Minute]:
    """Watch for so many spans of so many seconds, and measure each."""
    measured = []
    with tempfile.TemporaryDirectory() as name, Journal.begin(Path(name) / "m.jsonl", HEADER) as journal:
        watcher = Watcher(camera, table, Referee(HEADER))
        for number in range(spans):
            measured.append(_span(watcher, journal, seconds))
            say(f"{number + 1}: {measured[-1]}")
        watcher.close()
    return measured


def _span(watcher: Watcher, journal: Journal, seconds: float) -> Minute:
    end, used, frames = time.monotonic() + seconds, time.process_time(), 0
    while time.monotonic() < end and (frame := watcher.camera.read()) is not None:
        for change in watcher.step(frame)[1]:
            keep(change, watcher, journal)
        frames += 1
    cost = (time.process_time() - used) / max(1, frames)
    gc.collect()
    return Minute(frames, cost, memory(), threading.active_count(), len(os.listdir("/proc/self/fd")))


def compared(minutes: Sequence[Minute]) -> tuple[str, bool]:
    """Compare the last fifth with the second fifth; say how, and whether it is well."""
    fifth = max(1, len(minutes) // 5)
    early, late = minutes[fifth : 2 * fifth] or minutes[:1], minutes[-fifth:]
    growth = median(m.memory for m in late) / median(m.memory for m in early) - 1
    slower = median(m.cost for m in late) / median(m.cost for m in early) - 1
    threads = max(m.threads for m in late) - max(m.threads for m in early)
    files = max(m.files for m in late) - max(m.files for m in early)
    said = (
        f"memory {100 * growth:+.1f} %, a frame's cost {100 * slower:+.1f} %, {threads:+d} threads, {files:+d} files; "
        f"{sum(m.frames for m in minutes)} frames"
    )
    return said, growth <= MOST_GROWTH and slower <= MOST_SLOWER and threads <= 0 and files <= 0


def main(words: Sequence[str] | None = None) -> int:
    """Run the long form; 1 if something grows."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--minutes", type=int, default=120)
    args = parser.parse_args(words)
    from vision.photograph import networks
    from vision.tracking.table import Table

    camera = Loop(CLIP)
    minutes = soaked(Table(*networks()), camera, args.minutes, 60.0, lambda line: print(line, flush=True))
    said, well = compared(minutes)
    print(f"{said}, {camera.rounds} rounds of the clip")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
