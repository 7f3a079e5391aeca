"""How quickly a film is worked through: ``python -m tests.benchmarks.bench_pace FILM [SECONDS]``.

The film's first seconds (60), frame by frame in turns: as ``porrazo watch`` looks at them, and with both networks on
every frame, each card read every time. Wall time on all cores that the process has, decoding included in both; how many
times real time that is. Beside it the processor time, and what the networks were shown: the same on a busy machine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from tests.benchmarks.bench_recognise import versions
from vision.arrays import Floats
from vision.cameras.camera import frames
from vision.cameras.opening import open_camera
from vision.photograph import networks
from vision.runtime.inference import Network
from vision.tracking.table import Table


class Counted:
    """A network whose work is counted: ``pixels`` of the pictures that it was shown, and how ``many`` these were."""

    def __init__(self, network: Network) -> None:
        self.network, self.pixels, self.many = network, 0, 0

    def run(self, batch: Floats) -> Floats:
        """See Network."""
        self.many += len(batch)
        self.pixels += len(batch) * batch.shape[2] * batch.shape[3]
        return self.network.run(batch)


@dataclass
class Spent:
    """What one way of looking took: wall and processor seconds; pixels shown to the finder, crops to the reader."""

    finder: Counted
    reader: Counted
    wall: float = 0.0
    processor: float = 0.0
    looks: int = 0
    pixels: int = 0
    crops: int = 0

    def of(self, look: Callable[[], object]) -> None:
        """Count one look."""
        wall, processor = time.perf_counter(), time.process_time()
        looks, pixels, crops = self.finder.many, self.finder.pixels, self.reader.many
        look()
        self.wall += time.perf_counter() - wall
        self.processor += time.process_time() - processor
        self.looks += self.finder.many - looks
        self.pixels += self.finder.pixels - pixels
        self.crops += self.reader.many - crops


def main(arguments: list[str]) -> None:
    """Print both paces."""
    if not arguments:
        raise SystemExit("bench_pace: name a film")
    seconds = float(arguments[1]) if len(arguments) > 1 else 60.0
    finder, reader = networks()
    finder.network = shown = Counted(finder.network)
    reader.network = read = Counted(reader.network)
    table = Table(finder, reader)
    spent = {"watch": Spent(shown, read), "both networks on every frame": Spent(shown, read)}
    watch, both = spent.values()
    decoding, count, last, began = 0.0, 0, 0.0, time.perf_counter()
    for frame in frames(open_camera(arguments[0])):
        if frame.t >= seconds:
            break
        decoding += time.perf_counter() - began
        watch.of(lambda frame=frame: table.look(frame.image, frame.t, frame.number))  # type: ignore[misc]
        both.of(lambda image=frame.image: reader.read(image, finder.find(image).corners))  # type: ignore[misc]
        began = time.perf_counter()
        count, last = count + 1, frame.t
    print(versions())
    print(f"{arguments[0]}: {count} frames, {last:.1f} s; decoding {1000 * decoding / count:.1f} ms a frame")
    for name, took in spent.items():
        whole = took.wall + decoding
        print(
            f"{name}: {1000 * whole / count:.1f} ms a frame, {last / whole:.2f} times real time; a frame: "
            f"{1000 * took.processor / count:.1f} ms of processor, the finder {took.looks / count:.2f} pictures of "
            f"{took.pixels / 1000 / count:.0f} thousand pixels in all, the reader {took.crops / count:.2f} crops"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
