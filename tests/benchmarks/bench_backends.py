"""Whether another back end recognises the same cards: ``python -m tests.benchmarks.bench_backends FOLDER...``.

Every picture below the folders is recognised with ONNX Runtime and with the other back end (``opencv`` if none is
named), in turn. Counted: pictures whose cards are the same, card by card; how far the corners of the same cards and
their confidences differ; processor time of both. Pictures that differ are named.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import numpy as np

from vision.arrays import Image
from vision.detection.detections import SeenCard
from vision.files.pictures import read_picture
from vision.photograph import Recogniser
from vision.runtime import inference

PICTURES = {".jpg", ".jpeg", ".png"}
FIRST = "onnxruntime"


class Compared:
    """One back end, and the processor time that it took."""

    def __init__(self, name: str) -> None:
        os.environ[inference.BACKEND_VARIABLE] = name
        self.recogniser, self.seconds = Recogniser.load(), 0.0

    def cards(self, image: Image) -> list[SeenCard]:
        """The cards of a picture, from the left."""
        began = time.process_time()
        seen = self.recogniser.recognise(image)
        self.seconds += time.process_time() - began
        return sorted(
            seen, key=lambda card: (float(card.corners[:, 0].mean()), float(card.corners[:, 1].mean()))
        )


def apart(one: Sequence[SeenCard], other: Sequence[SeenCard]) -> tuple[float, float] | None:
    """By how many pixels corners differ at most, and by how much confidences; None if the cards are others."""
    if [card.card for card in one] != [card.card for card in other]:
        return None
    pairs = list(zip(one, other, strict=True))
    return (
        max((float(np.abs(a.corners - b.corners).max()) for a, b in pairs), default=0.0),
        max((abs(a.confidence - b.confidence) for a, b in pairs), default=0.0),
    )


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_backends", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--backend", default="opencv")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth picture")
    options = parser.parse_args()
    files = sorted(f for folder in options.folders for f in folder.rglob("*") if f.suffix.lower() in PICTURES)
    one, other = Compared(FIRST), Compared(options.backend)
    cards, worst, differ = 0, (0.0, 0.0), []
    looked = files[:: options.every]
    for file in looked:
        image = read_picture(file)
        first, second = one.cards(image), other.cards(image)
        cards += len(first)
        found = apart(first, second)
        if found is None:
            differ.append(file.name)
            print(f"{file}: {[str(c.card) for c in first]} and {[str(c.card) for c in second]}", flush=True)
        else:
            worst = max(worst[0], found[0]), max(worst[1], found[1])
    print(f"{FIRST} {version('onnxruntime')}, {options.backend}, opencv-python {version('opencv-python')}")
    print(f"{len(looked)} pictures, {cards} cards: the same in {len(looked) - len(differ)} pictures")
    print(f"there corners differ by {worst[0]:.3f} pixels at most, confidences by {worst[1]:.5f}")
    print(f"processor time: {one.seconds:.1f} s and {other.seconds:.1f} s")
    return 1 if differ else 0


if __name__ == "__main__":
    raise SystemExit(main())
