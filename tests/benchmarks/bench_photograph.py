"""What a photograph of 12 megapixels takes: ``python -m tests.benchmarks.bench_photograph [--sets SET ...]``.

Eight photographed cards on a photographed table (out of the folder that $PORRAZO_PHOTOS names), all face up and with
two face down, which is doubtful; thirteen cards on a desk; a fanned hand; each enlarged to 12 megapixels. In every
round each is recognised once as the program does it and once with indices looked for in the whole picture and every one
read five times, as it was before; so both suffer alike from whatever else the machine does. ``--sets``: also each
photograph of these sets, once, and in how many the two name different cards.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from models.evaluate import MEASURED
from models.measuring import laid, made
from models.measuring.labels import Picture, fans, pictures
from vision.arrays import Box, Floats, Image
from vision.detection.detections import SeenCard
from vision.photograph import Recogniser
from vision.reading.indices import AS_FOUND, LOOSE_PATCHES, Index, Indices
from vision.reading.reader import READABLE, UNREADABLE

PIXELS = 12e6
FACE_DOWN = 2
FANS = "fans"
DOUBTED = "desk/OverallTest_test4.jpg"
"""Thirteen cards on a desk, some of which are hard to tell from it."""


class Thorough(Indices):
    """Reads every index as often as it may be read."""

    def _read(self, image: Image, places: Floats, known: Sequence[SeenCard]) -> tuple[Floats, Floats]:
        places, says = places.copy(), self._all(image, places)
        unread = np.flatnonzero(says[:, :UNREADABLE].max(1) < READABLE)
        if len(unread):
            turned = np.roll(places[unread], 2, 1)
            others = self._all(image, turned)
            better = others[:, :UNREADABLE].max(1) > says[unread, :UNREADABLE].max(1)
            places[unread[better]], says[unread[better]] = turned[better], others[better]
        return places, says

    def _all(self, image: Image, places: Floats) -> Floats:
        says = self._readings(image, places, (*AS_FOUND, *LOOSE_PATCHES))
        surest = says[:, :, :UNREADABLE].max(2).argmax(0)
        return np.asarray((says[surest, np.arange(len(places))] + says.mean(0)) / 2, np.float32)


class Everywhere(Recogniser):
    """Looks for indices in the whole of a picture, and reads each as often as it may be read."""

    def _indices_within(
        self, image: Image, box: Box, scales: Sequence[float], seen: Sequence[SeenCard]
    ) -> list[Index]:
        return super()._indices_within(image, (0, 0, image.shape[1], image.shape[0]), scales, seen)


def both() -> tuple[Recogniser, Recogniser]:
    """The program's, and what it is compared with."""
    now, before = Recogniser.load(threads=1), Everywhere.load(threads=1)
    assert isinstance(before.indices, Indices)
    before.indices = Thorough(before.indices.finder, before.indices.reader)
    return now, before


def enlarged(image: Image) -> Image:
    """A picture of 12 megapixels."""
    factor = (PIXELS / (image.shape[0] * image.shape[1])) ** 0.5
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC), np.uint8)


def large(folder: Path) -> Iterator[tuple[str, Image]]:
    """The pictures that are timed; ValueError where the folder does not hold what they are made of."""
    faces, tables = laid.photographed(folder), made.pieces(pictures(folder, "mrpawelas"))
    if faces is None or not tables:
        raise ValueError(f"{folder}: has no crops of all 52 cards, or no tables to lay them on")
    free = laid.scene(faces, max(tables, key=lambda piece: piece.image().size).image(), 0)
    yield "eight cards face up", enlarged(free.image())
    two = Picture(free.name, free.labels[:FACE_DOWN], made=free.image())
    yield "two of them face down", enlarged(made.turned_over([two], tables)[0].image())
    for name, file in (("thirteen cards on a light desk", DOUBTED), ("a fanned hand", min(fans(folder)))):
        yield name, enlarged(np.asarray(cv2.imread(str(folder / file)), np.uint8))


def named(recogniser: Recogniser, image: Image) -> tuple[list[str], float]:
    """The cards that are named in a picture seen alone, and the milliseconds of processor time that it took."""
    if recogniser.letters is not None:
        recogniser.letters.forget()
    began = time.process_time()
    seen = recogniser.recognise(image)
    return sorted(str(card.card) for card in seen if card.card), (time.process_time() - began) * 1000


def compare(folder: Path, sets: Sequence[str], now: Recogniser, before: Recogniser) -> None:
    """Compare both on every photograph of some sets."""
    files = [folder / picture.name for name in sets if name != FANS for picture in pictures(folder, name)]
    files += [folder / name for name in fans(folder) if FANS in sets]
    spent, other = np.zeros(2), 0
    for file in files:
        image = np.asarray(cv2.imread(str(file)), np.uint8)
        answers = [named(one, image) for one in (now, before)]
        spent += [ms for _, ms in answers]
        if answers[0][0] != answers[1][0]:
            other += 1
            print(f"{file.name}: now {answers[0][0]}, before {answers[1][0]}")
    print(
        f"{len(files)} photographs: {other} answered otherwise; {spent[0]:.0f} ms now, {spent[1]:.0f} before"
    )


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_photograph", description=__doc__)
    parser.add_argument("--photographs", type=Path, default=os.environ.get("PORRAZO_PHOTOS"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sets", nargs="+", choices=[*MEASURED, "edje train", FANS], default=[])
    options = parser.parse_args(arguments)
    if options.photographs is None:
        print("porrazo: name a folder of photographs with --photographs or PORRAZO_PHOTOS")
        return 2
    cv2.setNumThreads(1)
    now, before = both()
    print(f"{'milliseconds of processor, one thread, median':<46}{'now':>8}{'before':>8}   cards named")
    for name, image in large(Path(options.photographs)):
        pairs = [[named(one, image) for one in (now, before)] for _ in range(options.rounds)]
        ms = np.median([[spent for _, spent in pair] for pair in pairs], 0)
        said = " and ".join(str(len(cards)) for cards, _ in pairs[-1])
        print(f"{name:<46}{ms[0]:8.0f}{ms[1]:8.0f}   {said}", flush=True)
    if options.sets:
        compare(Path(options.photographs), options.sets, now, before)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
