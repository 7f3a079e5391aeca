"""Spanish packs: ``python -m models.measuring.spanish --first SEED --packs N``: ten cards of a pack in each picture.

Rendered, synthetic, drawn in ways and fonts kept from training (``datasets.spanish``). The reader is shown the cards by
their outlines, a little off, as a finder gives them; with ``--whole`` they are found, and the pack is chosen by the
picture alone. ``--sheet FILE`` shows the worst errors.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from datasets.cloths import camera
from datasets.grounds import ground
from datasets.spanish.decks import BLANKS, spanish_deck
from engine.cards import PACK
from models.measuring.labels import Picture
from models.measuring.laid import USUAL_WIDTH, Faces, table
from models.measuring.lettered import COLUMNS, OFF, ROWS, TILTS, laid_in_rows
from models.measuring.matching import compared
from models.measuring.outcomes import HEADING, Outcome, Tally, share
from models.measuring.worst import sheet
from vision.detection.detections import SeenCard
from vision.photograph import Recogniser
from vision.reading.reader import Reader, reading
from vision.spanish import EitherRecogniser, spanish_reader

CARDS = np.setdiff1d(np.arange(len(PACK)), BLANKS)
WORST = 30


def lots(faces: Faces, count: int, seed: int, forty: bool = False) -> Iterator[Picture]:
    """So many pictures of ten cards of a pack, at random, on tables made here; ``forty``: no 8 and 9."""
    cards = [int(k) for k in CARDS if not forty or PACK[int(k)].rank.letter not in "89"]
    for number in range(count):
        rng = np.random.default_rng([24, seed, number])
        top = table(ground(rng, 640), camera(USUAL_WIDTH * rng.uniform(0.7, 1.1), TILTS[number % len(TILTS)]))
        labels = laid_in_rows(rng, top, faces, rng.permutation(cards)[: COLUMNS * ROWS])
        yield Picture(f"{faces.name} {seed}-{number}", labels, made=top.picture)


def by_reader(reader: Reader, picture: Picture, seed: int) -> list[Outcome]:
    """What the reader says of a picture's cards where their outlines are given, a little off."""
    outlines = np.stack([label.corners for label in picture.labels if label.corners is not None])
    off = np.random.default_rng([25, seed]).normal(0, OFF * USUAL_WIDTH, outlines.shape)
    posteriors, corners = reader.read(picture.image(), (outlines + off).astype(np.float32), alone=True)
    read = [reading(posterior) for posterior in posteriors]
    seen = [SeenCard(said.card, said.confidence, four) for said, four in zip(read, corners, strict=True)]
    return compared(picture, seen)


def measured(
    see: Callable[[Picture, int], list[Outcome]], first: int, packs: int, count: int
) -> Iterator[tuple[str, list[Outcome]]]:
    """Each pack's name and what is read of it in so many pictures."""
    for seed in range(first, first + packs):
        pack = spanish_deck(seed, apart=True)
        outcomes: list[Outcome] = []
        for picture in lots(Faces(pack.name, list(pack.faces)), count, seed):
            outcomes += see(picture, seed)
        yield pack.name, outcomes


def sight(folder: Path | None, whole: bool) -> Callable[[Picture, int], list[Outcome]]:
    """What looks at the pictures: the whole sight, or the reader where outlines are given."""
    if not whole:
        return partial(by_reader, spanish_reader(folder=folder))
    either = EitherRecogniser(Recogniser.load(folder=folder), lambda: spanish_reader(folder=folder))
    return lambda picture, _: compared(picture, either.recognise(picture.image()))


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.measuring.spanish", description=__doc__)
    parser.add_argument("--weights", type=Path, help="folder of networks (default: the program's)")
    parser.add_argument("--first", type=int, default=200, help="the first pack's seed")
    parser.add_argument("--packs", type=int, default=20)
    parser.add_argument("--pictures", type=int, default=3, help="of each pack, ten cards in each")
    parser.add_argument("--whole", action="store_true", help="find the cards and choose the pack too")
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="where the worst errors are shown")
    options = parser.parse_args(arguments)
    see = sight(options.weights, options.whole)
    print(HEADING)
    every: list[Outcome] = []
    for name, outcomes in measured(see, options.first, options.packs, options.pictures):
        print(Tally.of(outcomes).row(name), flush=True)
        every += outcomes
    whole = Tally.of(every)
    print(whole.row("all"))
    print(f"of all cards laid, named rightly {share(whole.card, whole.cards)}")
    if options.sheet is not None:
        cv2.imwrite(str(options.sheet), sheet(every, WORST))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
