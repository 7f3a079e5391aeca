"""False readings where no card lies: ``python -m models.measuring.bare [--pictures 300] [--sheet SHEET.png]``.

Rendered tables, half of them with a printed cloth, and on them what looks like cards and is none
(``datasets.lookalikes``; with ``--others`` other kinds of both, ``datasets.strangers``): synthetic, the same for the
same number. Counted is what is *named* as a card; backs are cards that nobody names.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from datasets import cloths
from datasets.cloths import camera
from datasets.clutter import Thing
from datasets.grounds import ground
from datasets.lookalikes import LOOKALIKES
from datasets.prints import PRINTS
from datasets.scenes import Scene, lay, placed
from datasets.strangers import OTHER_PRINTS, STRANGERS
from models.measuring import laid
from models.measuring.labels import Image
from models.measuring.outcomes import share
from vision.detection.detections import SeenCard
from vision.photograph import Recogniser
from vision.view.drawing import drawn

Maker = Callable[[np.random.Generator], Thing]

TILTS = (0.0, 20.0, 35.0, 50.0, 60.0)
WIDTHS = (45.0, 70.0, 100.0, 140.0)
"""Pixels that a card in the middle of the table would be wide."""
MOST_THINGS = 8
REACH_MM = (300.0, 150.0)
"""How far from the middle things lie."""
SHADOW = (0.012, 0.016)


def table(number: int, others: bool = False) -> Image:
    """A table without cards, 1280 x 720 pixels BGR; ``others``: with other kinds of things and printed cloths."""
    rng = np.random.default_rng([41, number])
    tilt, width = float(rng.choice(TILTS)), float(rng.choice(WIDTHS))
    if number % 2:
        prints = OTHER_PRINTS if others else PRINTS
        scene = cloths.bare(prints[number // 2 % len(prints)], tilt, width, number)
    else:
        scene = laid.table(ground(rng, 900), camera(width, tilt))
    for _ in range(int(rng.integers(1, MOST_THINGS + 1))):
        _put(rng, scene, 100.0 / width, STRANGERS if others else LOOKALIKES)
    return cloths.photographed(rng, scene.picture)


def _put(rng: np.random.Generator, scene: Scene, spread: float, makers: tuple[Maker, ...]) -> None:
    """Lay something on the table."""
    flat, length = makers[int(rng.integers(len(makers)))](rng)
    height, width = flat.shape[:2]
    x, y = rng.uniform(-1, 1, 2) * REACH_MM * spread
    at = placed(
        float(x), float(y), float(rng.uniform(0, 360)), length * width / height, length, (height, width)
    )
    lay(scene, flat, scene.plane @ at, 1, 0.95, SHADOW)


def named(seen: list[SeenCard]) -> list[SeenCard]:
    """What was named as a card."""
    return [card for card in seen if card.card is not None]


def sheet(wrong: list[tuple[Image, list[SeenCard]]]) -> Image:
    """The pictures in which a card was named, the surest first, four in a row."""
    small = [
        cv2.resize(drawn(image, named(seen)), (480, 270), interpolation=cv2.INTER_AREA)
        for image, seen in wrong
    ]
    small += [np.zeros((270, 480, 3), np.uint8)] * (-len(small) % 4)
    return np.asarray(np.vstack([np.hstack(small[k : k + 4]) for k in range(0, len(small), 4)]), np.uint8)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.measuring.bare", description=__doc__)
    parser.add_argument("--pictures", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first picture")
    parser.add_argument("--others", action="store_true", help="other kinds of things and cloths")
    parser.add_argument("--sheet", type=Path, help="write the pictures with a false reading to this PNG")
    options = parser.parse_args(arguments)
    recogniser, wrong, readings, milliseconds = Recogniser.load(), [], 0, []
    for number in range(options.first, options.first + options.pictures):
        image = table(number, options.others)
        if recogniser.letters is not None:
            recogniser.letters.forget()  # each table alone, whichever came before
        began = time.perf_counter()
        seen = recogniser.recognise(image)
        milliseconds.append((time.perf_counter() - began) * 1000)
        if named(seen):
            wrong.append((image, seen))
            readings += len(named(seen))
            said = ", ".join(f"{card.card} {card.confidence:.2f}" for card in named(seen))
            print(f"table {number}: {said}", flush=True)
    print(
        f"{readings} false readings in {share(len(wrong), options.pictures)} of {options.pictures} rendered tables; "
        f"{np.median(milliseconds):.0f} ms a picture"
    )
    wrong.sort(key=lambda one: -max(card.confidence for card in named(one[1])))
    if options.sheet is not None and wrong and not cv2.imwrite(str(options.sheet), sheet(wrong[:32])):
        print(f"porrazo: {options.sheet}: cannot be written")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
