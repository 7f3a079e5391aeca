"""Crops for the reader of Spanish packs: ``python -m datasets.spanish.crops --packs CACHE --decks CACHE --out FOLDER``.

They are photographed as ``datasets.crops`` photographs them. Cards of French decks are among them as unreadable, so
that the reader tells a table of the other pack by naming nothing. Crop number k of a seed is always the same.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets import decks
from datasets.crops import CROP_HEIGHT, CROP_WIDTH, UNREADABLE, crop
from datasets.spanish.decks import BLANKS

Image = NDArray[np.uint8]

FRENCH_SHARE = 0.15
"""How many of the crops are out of French decks."""


def spanish_crop(
    rng: np.random.Generator, packs: list[decks.Deck], french: list[decks.Deck]
) -> tuple[Image, int]:
    """One crop, BGR uint8 (176, 128, 3), and its class 0-52: the card as records name it, or unreadable."""
    if french and rng.random() < FRENCH_SHARE:
        return crop(rng, french)[0], UNREADABLE
    picture, label = crop(rng, packs)
    return picture, UNREADABLE if label in BLANKS else label


def render(out: Path, packs: list[decks.Deck], french: list[decks.Deck], count: int, seed: int) -> None:
    """Write ``count`` crops and their classes as ``datasets.render`` writes crops."""
    out.mkdir(parents=True, exist_ok=True)
    shape = (count, CROP_HEIGHT, CROP_WIDTH, 3)
    crops = np.lib.format.open_memmap(out / "crops.npy", "w+", np.uint8, shape)
    classes = np.zeros(count, np.uint8)
    for number in range(count):
        rng = np.random.default_rng([seed, number, 8])
        crops[number], classes[number] = spanish_crop(rng, packs, french)
    crops.flush()
    np.save(out / "classes.npy", classes)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.spanish.crops", description=__doc__)
    parser.add_argument("--packs", type=Path, default=Path(".cache/spanish"))
    parser.add_argument("--decks", type=Path, help="cache of French decks, which are to be refused")
    parser.add_argument("--split", choices=("train", "val"), default="train")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    try:
        packs = decks.load(options.packs, options.split)
        french = decks.load(options.decks, options.split) if options.decks else []
    except (FileNotFoundError, ValueError) as wrong:
        print(f"porrazo: {wrong}")
        return 2
    render(options.out, packs, french, options.count, options.seed)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
