"""What an hour at a quiet table costs: ``python -m tests.benchmarks.bench_quiet [LOOKS]`` (36000: an hour at ten a
second).

A frame of the bundled clip, with a sensor's noise, is looked at again and again: nothing moves. In the same run, the
same frames with both networks on every one. Processor time, so that other programs do not count; and what memory the
process holds after the first tenth and at the end.
"""

import sys
import time
from pathlib import Path

import numpy as np

from tests.benchmarks.bench_recognise import versions
from vision.cameras.camera import frames
from vision.cameras.opening import open_camera
from vision.photograph import networks
from vision.tracking.table import Table

CLIP = Path(__file__).parents[1] / "films" / "clip.mp4"
SHOWN = 370
"""The frame: eight cards and a pile lie there."""
A_SECOND = 10
GRAINS = 16


def held() -> float:
    """MiB of memory that this process holds."""
    facts = Path("/proc/self/status").read_text(encoding="ascii")
    return int(facts.split("VmRSS:")[1].split()[0]) / 1024


def main(arguments: list[str]) -> None:
    """Print the shares of one core, and the memory."""
    looks = int(arguments[0]) if arguments else 6000
    last = next(frame.image for frame in frames(open_camera(str(CLIP))) if frame.number >= SHOWN)
    rng = np.random.default_rng(0)
    noisy = [np.clip(last + rng.normal(0, 2, last.shape), 0, 255).astype(np.uint8) for _ in range(GRAINS)]
    finder, reader = networks()
    table = Table(finder, reader)
    print(versions())
    began = time.process_time()
    for image in noisy[:4]:
        reader.read(image, finder.find(image).corners)
    every = (time.process_time() - began) / 4
    for number in range(40):
        view = table.look(noisy[number % GRAINS], number / A_SECOND, number)
    began, early = time.process_time(), held()
    for number in range(40, 40 + looks):
        view = table.look(noisy[number % GRAINS], number / A_SECOND, number)
        early = held() if number == 40 + looks // 10 else early
    quiet = (time.process_time() - began) / looks
    height, width = last.shape[:2]
    print(f"{looks} looks at {width}x{height}, {len(view.cards)} cards and {len(view.backs)} backs known")
    print(
        f"quiet: {1000 * quiet:.1f} ms a look, {100 * quiet * A_SECOND:.1f} % of a core at {A_SECOND} a second"
    )
    print(f"both networks on every frame: {1000 * every:.1f} ms, {100 * every * A_SECOND:.1f} %")
    print(f"memory: {early:.0f} MiB after a tenth, {held():.0f} MiB at the end")


if __name__ == "__main__":
    main(sys.argv[1:])
