"""How quickly a film is worked through: ``python -m tests.benchmarks.bench_pace FILM [SECONDS]``.

The film's first seconds (60), frame by frame in turns: as ``porrazo watch`` looks at them, and with both networks on
every frame, each card read every time. Wall time on all cores that the process has, decoding included in both; how many
times real time that is.
"""

import sys
import time

from tests.benchmarks.bench_recognise import versions
from vision.cameras.camera import frames
from vision.cameras.opening import open_camera
from vision.photograph import networks
from vision.tracking.table import Table


def main(arguments: list[str]) -> None:
    """Print both paces."""
    if not arguments:
        raise SystemExit("bench_pace: name a film")
    seconds = float(arguments[1]) if len(arguments) > 1 else 60.0
    finder, reader = networks()
    table = Table(finder, reader)
    spent = {"watch": 0.0, "both networks on every frame": 0.0}
    decoding, count, last, began = 0.0, 0, 0.0, time.perf_counter()
    for frame in frames(open_camera(arguments[0])):
        if frame.t >= seconds:
            break
        shown = time.perf_counter()
        decoding += shown - began
        table.look(frame.image, frame.t, frame.number)
        looked = time.perf_counter()
        reader.read(frame.image, finder.find(frame.image).corners)
        began = time.perf_counter()
        spent["watch"] += looked - shown
        spent["both networks on every frame"] += began - looked
        count, last = count + 1, frame.t
    print(versions())
    print(f"{arguments[0]}: {count} frames, {last:.1f} s; decoding {1000 * decoding / count:.1f} ms a frame")
    for name, took in spent.items():
        whole = took + decoding
        print(f"{name}: {1000 * whole / count:.1f} ms a frame, {last / whole:.2f} times real time")


if __name__ == "__main__":
    main(sys.argv[1:])
