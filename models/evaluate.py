"""Measure recognition on photographs: ``python -m models.evaluate --photographs FOLDER [--weights FOLDER]``.

FOLDER is a folder of photographs with ``labels.json`` (``models.measuring.labels``). What ``porrazo recognise`` would
say is compared with that, and one table comes out; then how much of a card may be covered, how far away it may lie,
what is seen where no card is, the stress grid, what it helps to show a deck, what is taken for what, and how far
confidence can be trusted. The same files give the same figures. Cards without a place are matched by name as a
multiset: it can be said how many, not which.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from engine.cards import PACK
from models.measuring import enrolling, fans, laid, lettered, made, stress, worst
from models.measuring.labels import Image, Picture, by_eye, pictures
from models.measuring.labels import crops as crop_labels
from models.measuring.labels import fans as fan_labels
from models.measuring.matching import compared
from models.measuring.outcomes import HEADING, Outcome, Tally, calibration, confusions, share
from vision.detection.detections import SeenCard
from vision.photograph import Recogniser
from vision.reading.reader import HEIGHT, WIDTH, reading
from vision.runtime import backend_selection
from vision.runtime.inference import CannotRun
from vision.runtime.weights import MissingWeights, weights_file

MEASURED = ("desk", "mrpawelas", "edje test")
"""The sets that no network is trained on."""
PARTS = ("sets", "covered", "overlaps", "fans", "crops", "far", "negatives", "stress", "decks", "letters")
COVERED = ((0.0, 0.001), (0.001, 0.25), (0.25, 0.5), (0.5, 1.01))
STRIPS = ((0.0, 0.12), (0.12, 0.2), (0.2, 0.35), (0.35, 0.7), (0.7, 1.01))
FAR = (90.0, 60.0, 40.0, 32.0, 24.0, 18.0)
"""Pixels that a card is wide."""

DECKS = 2
"""So many decks of the cache join the stress grid."""
NO_DECKS = "  (no rendered decks: --decks names no cache of datasets.decks)"
LAID_OVER = (0.5, 0.75)
"""The shares of each card over which another is laid."""


class Evaluation:
    """One run over a folder of photographs: it prints as it goes, and keeps everything that came out."""

    def __init__(
        self, folder: Path, recogniser: Recogniser, quick: bool = False, factors: Sequence[str] = ()
    ) -> None:
        self.folder, self.recogniser, self.quick, self.factors = folder, recogniser, quick, factors
        self.outcomes: list[Outcome] = []
        self.milliseconds: list[float] = []

    def see(self, image: Image) -> list[SeenCard]:
        """What ``porrazo recognise`` would say of a picture; timed."""
        began = time.perf_counter()
        seen = self.recogniser.recognise(image)
        self.milliseconds.append((time.perf_counter() - began) * 1000)
        return seen

    def some(self, everything: Sequence[Picture], every: int = 6) -> Sequence[Picture]:
        """All pictures, or every so manyth where it must be quick."""
        return everything[::every] if self.quick else everything

    def keep(self, outcomes: list[Outcome]) -> list[Outcome]:
        """Take into the overall figures and the sheet."""
        self.outcomes += outcomes
        return outcomes

    def measure(self, chosen_pictures: Sequence[Picture]) -> list[Outcome]:
        """What came out on labelled pictures."""
        return [one for picture in chosen_pictures for one in compared(picture, self.see(picture.image()))]

    def sets(self, names: Sequence[str]) -> None:
        """The data sets, and the cards of all of them that lie free."""
        print(HEADING)
        together: list[Outcome] = []
        for name in names:
            outcomes = self.keep(self.measure(self.some(pictures(self.folder, name))))
            together += outcomes
            print(Tally.of(outcomes).row(name), flush=True)
        free = [one for one in together if not one.covered]
        print(Tally.of(free).row("of all these, lying free"))

    def covered(self) -> None:
        """By how much is covered, where that was judged."""
        print("by how much of a card is covered (edje test; judged by eye)")
        known = by_eye()["covered"]
        outcomes = [
            one for one in self.outcomes if one.picture.name.startswith("edje/test") and one.true is not None
        ]
        for low, high in COVERED:
            held = [one for one in outcomes if low <= one.covered < high]
            name = f"  {100 * low:.0f} to {100 * min(high, 1):.0f} %" if high > 0.01 else "  lying free"
            print(Tally.of(held).row(name))
        some = [one for one in outcomes if one.covered and one.picture.name in known]
        print(
            f"  covered: rank read {share(sum(one.rank_right for one in some), len(some))} of all {len(some)}"
        )

    def overlaps(self, names: Sequence[str], cache: Path | None, numbers: range) -> None:
        """Cards with others laid over them, of every deck that is kept from training; scenes of these numbers."""
        print(f"laid over by others (drawn: scenes {numbers.start} to {numbers.stop - 1} of each deck)")
        if cache is None:
            print(NO_DECKS)
        grounds = self.tables(names)
        for covered in LAID_OVER:
            outcomes: list[Outcome] = []
            for deck in self.faces(cache):
                laid_out = (laid.scene(deck, grounds[k % len(grounds)], k, covered=covered) for k in numbers)
                outcomes += self.measure(list(laid_out))
            self.keep(outcomes)
            print(Tally.of([one for one in outcomes if one.covered]).row(f"  {100 * covered:.0f} % covered"))
            tally = Tally.of(outcomes)
            print(f"    wrong and sure: {share(tally.sure_wrong, tally.read)} of {tally.read}", flush=True)

    def fans(self) -> None:
        """Fanned hands, by how broad a strip of each card shows."""
        outcomes: list[Outcome] = []
        for name, cards in list(fan_labels(self.folder).items())[:: 6 if self.quick else 1]:
            picture = Picture(name, (), self.folder / name)
            outcomes += fans.compared(picture, cards, self.see(picture.image()))
        print("fans (bidly deals), by how broad a strip of the card shows")
        for low, high in STRIPS:
            held = [one for one in outcomes if low <= 1 - one.covered < high]
            print(Tally.of(held).row(f"  {100 * low:.0f} to {100 * min(high, 1):.0f} % of its width"))
        ranks = sum(one.rank_right for one in outcomes)
        print(Tally.of(outcomes).row("  all"))
        print(f"  rank read of all cards an index of which shows: {share(ranks, len(outcomes))}")

    def crops(self) -> None:
        """The reader alone, on cards already flattened."""
        outcomes = []
        for picture in self.some(crop_labels(self.folder), 12):
            name = picture.labels[0].card
            flat = cv2.resize(picture.image(), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
            read = reading(self.recogniser.reader.read_crops(np.asarray(flat, np.uint8)[None])[0])
            said = str(read.card) if read.card else "?"
            corners = np.array([[0, 0], [286, 0], [286, 400], [0, 400]], np.float32)
            outcomes.append(Outcome(picture, name, said, read.confidence, where=corners))
        print(Tally.of(self.keep(outcomes)).row("crops (reader alone)"))

    def far(self, names: Sequence[str]) -> None:
        """Cards made small by shrinking photographs."""
        near = self.crowded(names, 2)
        grounds = self.tables(names)
        print("far away (photographs with known corners, shrunk into a frame of 1280 x 720)")
        for width in FAR[::3] if self.quick else FAR:
            shrunk = [made.far_away(p, width, grounds[k % len(grounds)]) for k, p in enumerate(near)]
            outcomes = self.measure([picture for picture in shrunk if picture is not None])
            print(Tally.of(outcomes).row(f"  {width:.0f} px wide"), flush=True)

    def pieces(self, names: Sequence[str]) -> list[Picture]:
        """Parts of the photographs without cards."""
        return made.pieces([p for name in names for p in self.some(pictures(self.folder, name))])

    def tables(self, names: Sequence[str]) -> list[Image]:
        """The largest parts without cards, to lay cards on."""
        bare = [p for p in self.pieces(names) if not p.name.startswith(tuple(by_eye()["not tables"]))]
        return [piece.image() for piece in sorted(bare, key=lambda piece: -piece.image().size)[:8]]

    def negatives(self, names: Sequence[str]) -> None:
        """What is seen where no card, or no face, is: both made from the photographs."""
        pieces = self.pieces(names)
        faces = [p for name in names for p in self.some(pictures(self.folder, name)) if p.width]
        print("where there is no face (made: pieces without cards cut from the photographs;")
        print("  the photographs' cards given backs, patterns made from such pieces)")
        for name, group in (("  no card", pieces), ("  backs", made.turned_over(faces, pieces))):
            outcomes = self.keep(self.measure(group))
            wrong = len({id(one.picture) for one in outcomes if one.named and not one.face})
            backs = [one for one in outcomes if one.true == "back"]
            found = (
                f"; backs found {share(sum(o.said is not None for o in backs), len(backs))}" if backs else ""
            )
            print(Tally.of(outcomes, len(group)).row(name))
            print(f"    pictures with a card read that is none: {wrong} of {len(group)}{found}")

    def crowded(self, names: Sequence[str], every: int) -> Sequence[Picture]:
        """Every so manyth of the pictures with three cards or more whose corners are known."""
        everything = [
            p for name in names for p in pictures(self.folder, name) if p.width and len(p.labels) > 2
        ]
        return self.some(everything[::every])

    def faces(self, cache: Path | None, most: int | None = None) -> list[laid.Faces]:
        """The decks to lay: the photographed one, and those of the cache that are kept from training, so many at
        most.
        """
        faces = laid.photographed(self.folder)
        return ([faces] if faces else []) + (laid.drawn(cache)[:most] if cache else [])

    def stress(self, names: Sequence[str], cache: Path | None) -> None:
        """The stress grid."""
        near = self.crowded(names, 3)
        decks = self.faces(cache, DECKS)
        photographs = [stress.shrunk(p) for p in self.some(near)]
        stock = stress.Stock(photographs, self.tables(names), decks, 1 if self.quick else 2)
        drawn = ", ".join(deck.name for deck in decks)
        print(
            f"stress grid: {len(stock.photographs)} photographs changed; laid on tables cut from them: {drawn}"
        )
        if cache is None:
            print(NO_DECKS)
        for line in stress.written(stress.grid(stock, self.see, self.quick, self.factors)):
            print(line)

    def enrolled(self) -> None:
        """Decks that were shown: what that helps, and what it harms."""
        for line in enrolling.written(self.folder, self.recogniser, self.quick):
            print(line, flush=True)

    def letters(self) -> None:
        """Decks lettered otherwise than in English, rendered."""
        for line in lettered.written(self.recogniser, self.quick):
            print(line, flush=True)

    def summary(self) -> None:
        """Confusions and calibration over the sets, the crops and the negatives."""
        print(
            "read as: "
            + (", ".join(f"{what} ({n})" for what, n in confusions(self.outcomes)[:20]) or "no error")
        )
        error, rows = calibration(self.outcomes)
        tally = Tally.of(self.outcomes)
        print(
            f"calibration, of {tally.read} readings: expected error {100 * error:.1f} %; wrong and sure (>= 0.9):"
        )
        print(f"  {tally.sure_wrong} of {tally.read}, {share(tally.sure_wrong, tally.read)}")
        print("  confidence from, cards, mean confidence, right:")
        for low, count, said, right in rows:
            print(f"  {low:.1f} {count:6d} {100 * said:7.1f} % {100 * right:6.1f} %")


def versions(weights: Path | None) -> str:
    """What it was measured with."""
    from importlib.metadata import version

    backend = backend_selection.backend(weights_file("finder.onnx", weights))
    package = {"opencv": "opencv-python"}.get(backend, backend)
    return (
        f"Python {platform.python_version()}, NumPy {np.__version__}, OpenCV {cv2.__version__}, networks run by "
        f"{backend} {version(package)}, {len(PACK)} cards"
    )


def parser() -> argparse.ArgumentParser:
    """The command line's form."""
    made_parser = argparse.ArgumentParser(prog="python -m models.evaluate", description=__doc__)
    add = made_parser.add_argument
    add("--photographs", default=os.environ.get("PORRAZO_PHOTOS"), help="default: $PORRAZO_PHOTOS")
    add("--weights", help="a folder with the networks; default: those of the program")
    add("--sets", nargs="+", choices=["desk", "mrpawelas", "edje test", "edje train"], default=list(MEASURED))
    add("--parts", nargs="+", choices=PARTS, default=list(PARTS), help="default: all")
    add(
        "--decks",
        type=Path,
        help="a cache of datasets.decks: of it the decks kept from training, for overlaps and the stress grid",
    )
    add("--scenes", type=int, default=1, help="of cards laid over others, so many of each deck")
    add("--first", type=int, default=0, help="the number of the first of these scenes")
    add(
        "--factors",
        nargs="+",
        choices=list(stress.UNITS),
        default=[],
        help="of the stress grid; default: all",
    )
    add("--sheet", type=Path, help="write a sheet of the worst errors to this PNG")
    add("--quick", action="store_true", help="a small part of everything, for a test that it works")
    return made_parser


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    options = parser().parse_args(arguments)
    if options.photographs is None or not (Path(options.photographs) / "labels.json").is_file():
        print("porrazo: --photographs (or PORRAZO_PHOTOS) must name a folder of photographs with labels.json")
        return 2
    if options.scenes < 1 or options.first < 0:
        print("porrazo: --scenes must be 1 or more, and --first 0 or more")
        return 2
    began = time.perf_counter()
    folder = Path(options.weights) if options.weights else None
    try:
        print(versions(folder))
        recogniser = Recogniser.load(folder=folder)
    except (MissingWeights, CannotRun) as error:
        print(f"porrazo: {error}")
        return 2
    evaluation = Evaluation(Path(options.photographs), recogniser, options.quick, options.factors)
    run(evaluation, options)
    if options.sheet is not None and not cv2.imwrite(str(options.sheet), worst.sheet(evaluation.outcomes)):
        print(f"porrazo: {options.sheet}: cannot be written")
        return 2
    middle = float(np.median(evaluation.milliseconds)) if evaluation.milliseconds else 0.0
    print(
        f"{middle:.0f} ms a picture (median of {len(evaluation.milliseconds)}); {time.perf_counter() - began:.0f} s"
    )
    return 0


def run(evaluation: Evaluation, options: argparse.Namespace) -> None:
    """The parts that are asked for, in their order."""
    names = options.sets
    parts: dict[str, Callable[[], None]] = {
        "sets": lambda: evaluation.sets(names),
        "covered": evaluation.covered,
        "overlaps": lambda: evaluation.overlaps(
            names, options.decks, range(options.first, options.first + options.scenes)
        ),
        "fans": evaluation.fans,
        "crops": evaluation.crops,
        "far": lambda: evaluation.far(names),
        "negatives": lambda: evaluation.negatives(names),
        "stress": lambda: evaluation.stress(names, options.decks),
        "decks": evaluation.enrolled,
        "letters": evaluation.letters,
    }
    for name in PARTS:
        if name in options.parts:
            parts[name]()
    evaluation.summary()


if __name__ == "__main__":
    raise SystemExit(main())
