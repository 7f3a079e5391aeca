"""What a finder finds in stills of films: ``python -m models.measuring.stills FOLDER [--finders FILE ...]``.

FOLDER is what ``datasets.render stills`` or ``evening_stills`` wrote (``--split val``: of decks never trained on).
Rendered, synthetic. A card is found if a find shares half of their common area; by how much of it shows: *free* (0.9
and more), *half* (0.5), *little* (0.15). Finds that touch no card are *false*; *sure* ones have 0.8 or more.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.measuring.labels import Image
from models.measuring.outcomes import share
from vision.arrays import Floats
from vision.detection.detections import Detections
from vision.detection.finder import Finder
from vision.geometry import quads
from vision.runtime import inference

FOUND, TOUCHED = 0.5, 0.3
"""Shares of the common area of a card and a find."""
INSIDE = 0.5
"""The share of a card that must lie in the picture to be asked for."""
SHOWN = ((0.9, "free"), (0.5, "half"), (0.15, "little"))
SURE = 0.8


def counted(image: Image, cards: list[dict[str, Any]], found: Detections) -> Counter[str]:
    """Cards of a picture by how much of them shows, those that were found, and finds that touch none."""
    counts, height, width = Counter[str](), *image.shape[:2]
    untouched = [*range(len(found))]
    for card in cards:
        corners = np.array(card["corners"], np.float32)
        shares = [quads.overlap(corners, find) for find in found.corners]
        untouched = [k for k in untouched if shares[k][0] < TOUCHED and shares[k][1] < SURE]
        kind = next((name for least, name in SHOWN if card["visible"] >= least), None)
        if kind is not None and _inside(corners, width, height):
            counts[kind] += 1
            counts[f"{kind} found"] += any(common > FOUND for common, _ in shares)
    counts["false"] += len(untouched)
    counts["sure"] += int((found.confidence[untouched] >= SURE).sum())
    return counts


def _inside(corners: Floats, width: int, height: int) -> bool:
    """Whether enough of a card lies in the picture."""
    whole, inside = (
        abs(quads.signed_areas(part[None])[0]) for part in (corners, corners.clip(0, (width, height)))
    )
    return bool(inside >= INSIDE * whole)


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each finder."""
    parser = argparse.ArgumentParser(prog="python -m models.measuring.stills", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--finders", type=Path, nargs="+", default=[Path("models/weights/finder.onnx")])
    parser.add_argument("--every", type=int, default=1, help="only one picture in so many")
    options = parser.parse_args(arguments)
    lines = (options.folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()[:: options.every]
    for file in options.finders:
        finder, counts = Finder(inference.load(file)), Counter[str]()
        for line in lines:
            told = json.loads(line)
            picture = cv2.imread(str(options.folder / told["image"]))
            image: Image = np.asarray(picture, np.uint8)
            counts += counted(image, told["cards"], finder.find(image, max(image.shape[:2])))
        parts = [
            f"{name} {share(counts[f'{name} found'], counts[name])} of {counts[name]}" for _, name in SHOWN
        ]
        print(
            f"{file}: {', '.join(parts)}; false {counts['false']}, sure {counts['sure']}, in {len(lines)} pictures"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
