"""How many threads the networks of a table should have: ``python -m tests.benchmarks.bench_threads FILM [SECONDS]``.

A film's first seconds (20) are looked at by one process, and by two at once, as when another program is busy too; the
networks of each have one thread, or one for each core. By turns, three rounds; printed is the middle one of each: how
many times real time, and the processor's milliseconds a frame, both of one process.
"""

from __future__ import annotations

import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.benchmarks.bench_recognise import versions
from vision.cameras.camera import frames
from vision.cameras.opening import open_camera
from vision.photograph import networks
from vision.runtime.inference import cores
from vision.tracking.table import Table

ROUNDS = 3
WARM_S = 1.0
"""Seconds of the film before anything is measured."""


def looked(film: str, seconds: float, threads: int) -> tuple[float, float]:
    """Look at the film's first seconds: times real time, and milliseconds of processor a frame."""
    table, count = Table(*networks(threads)), 0
    wall = processor = 0.0
    for frame in frames(open_camera(film)):
        if frame.t > seconds:
            break
        if frame.t <= WARM_S:
            wall, processor = time.perf_counter(), time.process_time()
        count += frame.t > WARM_S
        table.look(frame.image, frame.t, frame.number)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    return (seconds - WARM_S) / wall, 1000 * processor / count


def main() -> int:
    """Measure by turns and print."""
    film, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 20.0
    print(versions())
    ways = [(at_once, threads) for at_once in (1, 2) for threads in sorted({1, cores()})]
    found: dict[tuple[int, int], list[tuple[float, float]]] = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for at_once, threads in ways:
            with ProcessPoolExecutor(at_once, get_context("spawn")) as pool:
                asked = [pool.submit(looked, film, seconds, threads) for _ in range(at_once)]
                found[at_once, threads] += [each.result() for each in asked]
    for (at_once, threads), each in found.items():
        pace, processor = (statistics.median(column) for column in zip(*each, strict=True))
        print(
            f"{at_once} at once, threads: {threads}   {pace:.2f} times real time   {processor:.1f} ms a frame"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
