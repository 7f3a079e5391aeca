"""Measure recognition on photographs: ``python -m models.evaluate --photographs FOLDER [--weights FOLDER]``.

FOLDER is a folder of photographs with ``labels.json``: picture -> size and cards, each with its name and, where known,
its corners or the box of what shows of it. What ``porrazo recognise`` would say is compared with that. Cards without a
place are matched by name as a multiset: it can be said how many were found, not which.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing import drawn
from vision.photograph import Recogniser, SeenCard

Image = NDArray[np.uint8]
Label = dict[str, Any]

SETS = {"desk": "desk/", "mrpawelas": "mrpawelas/", "edje test": "edje/test_", "edje train": "edje/train_"}
"""Which pictures make up which set. The training of the networks that come with the program saw none of them."""
SAME_PLACE = 0.3
"""A find belongs to a labelled card where their boxes share so much of their joint area."""


@dataclass
class Count:
    """What came out on one set of pictures."""

    pictures: int = 0
    cards: int = 0
    found: int = 0
    rank: int = 0
    card: int = 0
    unread: int = 0
    false: int = 0
    milliseconds: list[float] = field(default_factory=list)
    corner_errors: list[float] = field(default_factory=list)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def row(self, name: str) -> str:
        """One line of the table."""
        off = f"{100 * statistics.median(self.corner_errors):.1f}" if self.corner_errors else "-"
        times = f"{statistics.median(self.milliseconds):.0f}" if self.milliseconds else "-"
        return (
            f"{name:<12}{self.pictures:>9}{self.cards:>7}  {share(self.found, self.cards):>17}"
            f"  {share(self.rank, self.found):>17}  {share(self.card, self.found):>17}"
            f"{self.unread:>8}{self.false:>7}{off:>8}{times:>7}"
        )


def share(part: int, whole: int) -> str:
    """``97.1 (92-99) %``, with the 95 % Wilson interval."""
    if not whole:
        return "-"
    p, z = part / whole, 1.96
    middle = (p + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * np.sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return f"{100 * p:.1f} ({100 * (middle - half):.0f}-{100 * min(1.0, middle + half):.0f}) %"


HEADING = (
    f"{'set':<12}{'pictures':>9}{'cards':>7}  {'found':>17}  {'rank right':>17}  {'card right':>17}"
    f"{'unread':>8}{'false':>7}{'corner':>8}{'ms':>7}"
)


def box_of(corners: NDArray[np.float32]) -> tuple[float, float, float, float]:
    """The upright box around corners (4, 2)."""
    (x0, y0), (x1, y1) = corners.min(0), corners.max(0)
    return float(x0), float(y0), float(x1), float(y1)


def joint(one: Iterable[float], other: Iterable[float]) -> float:
    """Intersection over union of two boxes x0, y0, x1, y1."""
    a, b = list(one), list(other)
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared)


def corner_error(seen: NDArray[np.float32], true: NDArray[np.float32]) -> float:
    """The worst corner's distance, in widths of the card, for the better of the four ways to count corners."""
    width = min(float(np.linalg.norm(true[k] - true[k - 1])) for k in range(4))
    ways = [np.roll(order, k, 0) for order in (true, true[::-1]) for k in range(4)]
    return min(float(np.linalg.norm(seen - way, axis=1).max()) for way in ways) / max(width, 1.0)


def placed(labels: list[Label], seen: list[SeenCard]) -> list[tuple[Label, SeenCard]]:
    """Labelled cards and the finds in their places, best overlap first."""
    boxes = [
        label["box"] if "box" in label else box_of(np.array(label["corners"], np.float32)) for label in labels
    ]
    pairs = sorted(
        (
            (joint(box, box_of(card.corners)), i, k)
            for i, box in enumerate(boxes)
            for k, card in enumerate(seen)
        ),
        reverse=True,
    )
    chosen: list[tuple[Label, SeenCard]] = []
    used_labels: set[int] = set()
    used_seen: set[int] = set()
    for overlap, i, k in pairs:
        if overlap >= SAME_PLACE and i not in used_labels and k not in used_seen:
            used_labels.add(i)
            used_seen.add(k)
            chosen.append((labels[i], seen[k]))
    return chosen


def named(labels: list[Label], seen: list[SeenCard]) -> list[tuple[Label, SeenCard]]:
    """Labelled cards without a place and finds: the same card first, then the same rank, then any."""
    rest_labels, rest_seen = list(labels), list(seen)
    pairs: list[tuple[Label, SeenCard]] = []
    for alike in (
        lambda label, card: str(card.card) == label["card"],
        lambda label, card: card.card is not None and card.card.rank.letter == label["card"][0],
        lambda label, card: True,
    ):
        for label in list(rest_labels):
            match = next((card for card in rest_seen if alike(label, card)), None)
            if match is not None:
                rest_labels.remove(label)
                rest_seen.remove(match)
                pairs.append((label, match))
    return pairs


def compare(count: Count, labels: list[Label], seen: list[SeenCard]) -> bool:
    """Count one picture; returns whether all of it was right."""
    faces = [label for label in labels if label["card"] != "back"]
    located = all("box" in label or "corners" in label for label in faces)
    pairs = placed(faces, seen) if located else named(faces, seen)
    count.cards += len(faces)
    count.found += len(pairs)
    right = 0
    for label, card in pairs:
        said = str(card.card) if card.card else "?"
        count.unread += said == "?"
        count.rank += said[0] == label["card"][0]
        right += said == label["card"]
        if said != label["card"]:
            count.confusions[label["card"], said] += 1
        if "corners" in label:
            count.corner_errors.append(corner_error(card.corners, np.array(label["corners"], np.float32)))
    count.card += right
    matched = {id(card) for _, card in pairs}
    false = sum(card.card is not None and id(card) not in matched for card in seen)
    count.false += false
    return right == len(faces) and not false


def measure(
    folder: Path, recogniser: Recogniser, names: Iterable[str]
) -> tuple[dict[str, Count], list[Image]]:
    """Counts by set, and drawn copies of the pictures in which something was wrong."""
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    counts, wrong = {name: Count() for name in names}, []
    for name in names:
        for picture, facts in sorted(labels.items()):
            if not picture.startswith(SETS[name]):
                continue
            image = cv2.imread(str(folder / picture))
            if image is None:
                raise ValueError(f"{folder / picture}: not a picture")
            began = time.perf_counter()
            seen = recogniser.recognise(np.asarray(image, np.uint8))
            counts[name].milliseconds.append((time.perf_counter() - began) * 1000)
            counts[name].pictures += 1
            if not compare(counts[name], facts["cards"], seen):
                wrong.append(drawn(np.asarray(image, np.uint8), seen))
    return counts, wrong


def sheet(pictures: list[Image], most: int = 24, side: int = 420) -> Image:
    """Pictures on one sheet, six to a row."""
    cells = []
    for picture in pictures[:most]:
        scale = side / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        cell = np.zeros((side, side, 3), np.uint8)
        cell[: small.shape[0], : small.shape[1]] = small
        cells.append(cell)
    cells += [np.zeros((side, side, 3), np.uint8)] * (-len(cells) % 6)
    return np.vstack([np.hstack(cells[k : k + 6]) for k in range(0, len(cells), 6)])


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluate", description=__doc__)
    parser.add_argument(
        "--photographs", default=os.environ.get("PORRAZO_PHOTOS"), help="default: $PORRAZO_PHOTOS"
    )
    parser.add_argument(
        "--weights", help="a folder with finder.onnx and reader.onnx; default: those of the program"
    )
    parser.add_argument("--sets", nargs="+", choices=list(SETS), default=["desk", "mrpawelas", "edje test"])
    parser.add_argument("--sheet", type=Path, help="write a sheet of the pictures with an error to this PNG")
    options = parser.parse_args(arguments)
    if options.photographs is None or not (Path(options.photographs) / "labels.json").is_file():
        print("porrazo: --photographs (or PORRAZO_PHOTOS) must name a folder of photographs with labels.json")
        return 2
    if options.weights:
        os.environ["PORRAZO_WEIGHTS"] = options.weights
    counts, wrong = measure(Path(options.photographs), Recogniser.load(), options.sets)
    print(HEADING)
    for name, count in counts.items():
        print(count.row(name))
    confusions = sum((count.confusions for count in counts.values()), Counter[tuple[str, str]]())
    print(
        "read as:", ", ".join(f"{a} as {b} ({n})" for (a, b), n in confusions.most_common(15)) or "no error"
    )
    if options.sheet is not None and wrong:
        cv2.imwrite(str(options.sheet), sheet(wrong))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
