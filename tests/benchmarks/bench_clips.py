"""What it costs to keep an evening's films: ``python -m tests.benchmarks.bench_clips``.

Pictures of the bundled clip, in three sizes, are taken in at 30 a second for 70 seconds, as the watching worker does;
then one film is made. Times are the processor's, of one thread; OpenCV is held to one.
"""

import tempfile
import time
from pathlib import Path

import cv2
import numpy as np

from companion.record.clips import Clips
from vision.arrays import Image

CLIP = Path(__file__).parents[1] / "films" / "clip.mp4"
SIZES = ((640, 480), (1280, 720), (1920, 1080))
RATE, SECONDS, SHOWN = 30, 70, 10
"""Pictures a second, seconds, and how many different pictures are taken in in turn."""


def pictures() -> list[Image]:
    """Read pictures of the clip, some two seconds apart."""
    film, found = cv2.VideoCapture(str(CLIP)), list[Image]()
    while len(found) < SHOWN * 30 and (read := film.read())[0]:
        found.append(np.asarray(read[1], np.uint8))
    film.release()
    return found[:: max(1, len(found) // SHOWN)]


def measured(shown: list[Image]) -> str:
    """Take these in for a while and make a film; a line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        clips, longest, began = Clips(Path(folder)), 0.0, time.thread_time()
        for number in range(RATE * SECONDS):
            before = time.thread_time()
            clips.take(shown[number // RATE % len(shown)], number / RATE)
            longest = max(longest, time.thread_time() - before)
        taken = time.thread_time() - began
        held = sum(len(picture.jpeg) for picture in clips._ring.pictures)
        clips.want("doubt", SECONDS - 5.0, float(SECONDS))
        before = time.process_time()
        clips.close()
        made = time.process_time() - before
        (film,) = Path(folder).iterdir()
        mean = 1000 * taken / (RATE * SECONDS)
        return (
            f"{mean:.2f} ms a frame | {1000 * longest:.1f} ms at most | ring {held / 1e6:.1f} MB | "
            f"a film {1000 * made:.0f} ms, {film.stat().st_size / 1e6:.2f} MB"
        )


def main() -> None:
    """Print a line for each size."""
    cv2.setNumThreads(1)
    shown = pictures()
    for width, height in SIZES:
        resized = [np.asarray(cv2.resize(each, (width, height)), np.uint8) for each in shown]
        print(f"{width} x {height} | {measured(resized)}")


if __name__ == "__main__":
    main()
