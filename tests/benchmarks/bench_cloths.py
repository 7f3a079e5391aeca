"""What printed cloths do to recognition: ``python -m tests.benchmarks.bench_cloths [--photographs FOLDER]``.

Each of forty drawn prints (``datasets.prints``) is looked at bare and with eight cards on it, six of them face up, laid
out of the photographed deck that FOLDER, or $PORRAZO_PHOTOS, holds; the camera straight above, or at 20, 35 or 50
degrees. A row says, of the bare cloth: finds, and those that were named; of the laid one: cards not named rightly,
cards face down not found, finds that are none, and those of them that were named.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from datasets.cloths import Laid, laid_on
from datasets.prints import PRINTS, Print
from datasets.scenes import SeenCard as Truth
from engine.cards import PACK
from models.measuring import laid
from vision.detection.detections import SeenCard
from vision.geometry import quads
from vision.photograph import Recogniser

TILTS = (0.0, 20.0, 35.0, 50.0)
"""Degrees from straight above, in turn."""
ON_IT = (6, 2)
"""Cards face up and face down."""
FOUND = 0.4
"""A find is of a card where both share so much of their common area."""
COLUMNS = ("bare: finds", "named", "laid: lost", "face down lost", "strays", "named")


def faces(folder: Path) -> list[tuple[str, np.ndarray]]:
    """The photographed deck; ValueError where the folder does not hold all of it."""
    deck = laid.photographed(folder)
    if deck is None:
        raise ValueError(f"{folder}: has no crops of all 52 cards")
    return [(str(card), np.asarray(face)) for card, face in zip(PACK, deck.faces, strict=True)]


def counted(seen: Sequence[SeenCard], truth: Sequence[Truth]) -> tuple[int, int, int, int]:
    """Cards not named rightly, cards face down not found, finds that are no card, and those that were named."""

    def near(card: SeenCard, label: Truth) -> bool:
        return quads.overlap(card.corners, label.corners)[0] > FOUND

    up, down = ([t for t in truth if (t.card == "back") is back] for back in (False, True))
    lost = sum(not any(str(s.card) == t.card and near(s, t) for s in seen) for t in up)
    unfound = sum(not any(near(s, t) for s in seen) for t in down)
    strays = [s for s in seen if not any(near(s, t) for t in truth)]
    return lost, unfound, len(strays), sum(s.card is not None for s in strays)


def row(recogniser: Recogniser, top: Print, number: int, deck: list[tuple[str, np.ndarray]]) -> Iterator[int]:
    """The figures of one print, in the order of COLUMNS."""
    tilt = TILTS[number % len(TILTS)]
    bare, _ = laid_on(top, deck, Laid(seed=number), tilt)
    seen = recogniser.recognise(bare)
    yield len(seen)
    yield sum(card.card is not None for card in seen)
    image, truth = laid_on(top, deck, Laid(*ON_IT, seed=number), tilt)
    yield from counted(recogniser.recognise(image), truth)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.bench_cloths",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--photographs", type=Path, default=os.environ.get("PORRAZO_PHOTOS"))
    parser.add_argument("--only", default="", help="prints whose name begins so")
    options = parser.parse_args(arguments)
    if options.photographs is None:
        print("porrazo: name a folder of photographs with --photographs or PORRAZO_PHOTOS")
        return 2
    deck, recogniser = faces(Path(options.photographs)), Recogniser.load()
    print(f"{'':<16}" + "".join(f"{name:>16}" for name in COLUMNS))
    total = np.zeros(len(COLUMNS), int)
    for number, top in enumerate(PRINTS):
        if top.name.startswith(options.only):
            figures = list(row(recogniser, top, number, deck))
            total += figures
            print(f"{top.name:<16}" + "".join(f"{value:>16}" for value in figures), flush=True)
    print(f"{'all':<16}" + "".join(f"{value:>16}" for value in total))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
