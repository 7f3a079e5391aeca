"""How exact are the corners? ``python -m models.corners --scenes FOLDER [--weights FOLDER]``, on rendered scenes.

For every whole, uncovered card of the scenes (``datasets.render scenes``: synthetic, decks never trained on) the worst
corner is off, in widths of the card: of what the finder says, of the same after ``vision.geometry.edges``, and
of the best oriented box there is, which is what an OBB network could say at most, before and after the same refinement.
Cards are grouped by how badly an oriented box can fit them, that is, by how slantingly they are seen.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.measuring.labels import box_of
from models.measuring.matching import SAME_PLACE, corner_error, joint
from vision.detection.finder import Finder
from vision.geometry.edges import refine
from vision.photograph import Recogniser

Floats = NDArray[np.float32]

SLANTS = ((0.0, 0.03), (0.03, 0.06), (0.06, 0.12), (0.12, 9.0))
"""Groups by the error of the best oriented box, in widths of the card."""
WHOLE = 0.95
"""A card counts where at least so much of it shows."""
LEAST_WIDTH = 24.0
"""Pixels; smaller cards are measured by the pixel, not by the network."""


def best_box(corners: Floats) -> Floats:
    """An oriented box (4, 2) fitted to a card: its middle, the turn of its ends, its mean width and height."""
    middle = corners.mean(0)
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    turn = across / max(float(np.linalg.norm(across)), 1e-6)
    normal = np.array([-turn[1], turn[0]], np.float32)
    w, h = np.linalg.norm(across) / 2, float(abs(down @ normal)) / 2
    fitted = np.stack(
        [middle + x * w * turn + y * h * normal for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    )
    return np.asarray(fitted, np.float32)


def errors(scenes: Path, finder: Finder) -> list[tuple[float, float, float, float | None, float | None]]:
    """For each card: best box, best box refined, and the finder's corners, raw and refined (None: not found)."""
    found = []
    for line in (scenes / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        scene = json.loads(line)
        image = np.asarray(cv2.imread(str(scenes / scene["image"])), np.uint8)
        detections = finder.find(image)
        for card in scene["cards"]:
            true = np.array(card["corners"], np.float32)
            width = float(np.linalg.norm(true[1] - true[0]))
            inside = bool((true >= 0).all() and (true <= np.array(scene["size"])).all())
            if card["visible"] < WHOLE or width < LEAST_WIDTH or not inside:
                continue
            box = best_box(true)
            near = max(detections.corners, key=lambda seen: joint(box_of(seen), box_of(true)), default=None)
            hit = near is not None and joint(box_of(near), box_of(true)) >= SAME_PLACE
            found.append(
                (
                    corner_error(box, true),
                    corner_error(refine(image, box), true),
                    corner_error(near, true) if hit and near is not None else None,
                    corner_error(refine(image, near), true) if hit and near is not None else None,
                )
            )
    return [(row[0], *row) for row in found]


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.corners", description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--weights", type=Path)
    options = parser.parse_args(arguments)
    if not (options.scenes / "truth.jsonl").is_file():
        print(f"porrazo: {options.scenes} holds no scenes: make them with python -m datasets.render scenes")
        return 2
    rows = errors(options.scenes, Recogniser.load(folder=options.weights).finder)
    print(
        "best box off by   cards  found   median error, % of the width: box  box refined  finder  finder refined"
    )
    for low, high in SLANTS:
        group = [row for row in rows if low <= row[0] < high]
        hits = [row for row in group if row[3] is not None]
        if not hits:
            continue
        medians = [
            100 * float(np.median([row[k] for row in hits if row[k] is not None])) for k in (1, 2, 3, 4)
        ]
        print(
            f"{100 * low:5.0f}-{min(100 * high, 99):2.0f} %  {len(group):8d}{len(hits):7d}  {'':30}"
            + "".join(f"{value:10.1f}" for value in medians)
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
