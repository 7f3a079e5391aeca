"""``porrazo recognise IMAGE...``: which cards lie in photographs, as a table for people or as JSON lines."""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands import LETTERS_HELP, BadInput
from engine.fields import visible

if TYPE_CHECKING:
    from vision.arrays import Image
    from vision.detection.detections import SeenCard
    from vision.photograph import Recogniser

UNREADABLE_FILES = 2
"""Exit status where a file could not be read."""
MOST_HELD_BACK = 12
"""So many pictures at most wait until it is known how their deck is lettered: more would wait for long."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "recognise",
        help="name the cards in photographs",
        description="Find and name the cards in photographs: a table, or one JSON line a photograph.",
    )
    parser.add_argument("images", metavar="IMAGE", nargs="+", help="a photograph: JPEG, PNG, WebP, ...")
    parser.add_argument("--json", action="store_true", help="one line of JSON a photograph")
    parser.add_argument(
        "--draw", metavar="DIR", help="write copies with the cards outlined and named to this folder"
    )
    parser.add_argument("--letters", metavar="CODE", help=LETTERS_HELP)
    parser.add_argument(
        "--spanish",
        action="store_true",
        help="some may show a Spanish pack: oros named d, copas h, espadas s, bastos c; sotas J, caballos Q, reyes K",
    )


def run(args: argparse.Namespace) -> int:
    """Recognise every photograph; 2 where one could not be read, the others done all the same."""
    from companion.cli import say
    from vision.enrolment.enrolled_reader import with_decks
    from vision.photograph import Recogniser
    from vision.runtime.inference import CannotRun
    from vision.runtime.weights import MissingWeights
    from vision.spanish import EitherRecogniser, spanish_reader

    folder = Path(args.draw) if args.draw is not None else None
    if folder is not None:
        make_folder(folder)
    try:
        recogniser = Recogniser.load(lettered=lettered(args.letters))
        recogniser.reader = with_decks(recogniser.reader, tell=say)
        if args.spanish:
            recogniser = EitherRecogniser(recogniser, lambda: with_decks(spanish_reader()))
        return recognise(args, recogniser, folder)
    except (MissingWeights, CannotRun) as error:
        raise BadInput(str(error)) from None


def lettered(code: str | None) -> str | None:
    """The alphabet of ``--letters``, None where it is to be found out; BadInput where there is none of that code."""
    from vision.reading.alphabet import NAMES

    if code is not None and code not in NAMES:
        raise BadInput(f"--letters: '{code}' is none of {', '.join(NAMES)}")
    return code


def recognise(args: argparse.Namespace, recogniser: Recogniser, folder: Path | None) -> int:
    """Recognise every photograph and print what is seen; copies go to ``folder``. The exit status.

    All are taken to show one deck: the first wait until it is known how that is lettered, or all have been seen, and
    those that were read by another alphabet are read again.
    """
    status, waiting = 0, list[Seen]()
    for name in args.images:
        waiting.append(look(recogniser, name))
        if waiting[-1].error is not None:
            status = UNREADABLE_FILES
        letters = recogniser.letters
        if letters is None or letters.settled or len(waiting) >= MOST_HELD_BACK:
            show(args, recogniser, waiting, folder)
            waiting = []
    show(args, recogniser, waiting, folder)
    return status


@dataclass(frozen=True, eq=False, slots=True)
class Seen:
    """What was seen in one file, read by this alphabet in so many milliseconds; or the error that it gave."""

    name: str
    size: tuple[int, int] = (0, 0)
    cards: Sequence[SeenCard] = ()
    milliseconds: float = 0.0
    alphabet: str | None = None
    error: str | None = None


def look(recogniser: Recogniser, name: str) -> Seen:
    """Recognise one file."""
    from vision.files.pictures import UnreadablePicture, read_picture

    try:
        image = read_picture(Path(name))
    except UnreadablePicture as error:
        return Seen(name, error=str(error))
    cards, milliseconds = timed(recogniser, image)
    alphabet = recogniser.letters.alphabet if recogniser.letters is not None else None
    return Seen(name, (image.shape[1], image.shape[0]), cards, milliseconds, alphabet)


def show(
    args: argparse.Namespace, recogniser: Recogniser, waiting: Sequence[Seen], folder: Path | None
) -> None:
    """Print what was seen in these files and draw the copies."""
    from companion.cli import say
    from vision.files.pictures import UnreadablePicture, read_picture

    for seen in waiting:
        if recogniser.letters is not None and seen.alphabet not in (None, recogniser.letters.alphabet):
            seen = look(recogniser, seen.name)
        if seen.error is not None:
            say(f"{seen.name}: {seen.error}")
            if args.json:
                print(json.dumps({"image": seen.name, "error": seen.error}), flush=True)
            continue
        print((json_line if args.json else table)(seen), flush=True)
        if folder is not None:
            try:
                write_copy(folder, seen.name, read_picture(Path(seen.name)), seen.cards)
            except UnreadablePicture as error:  # it could be read a moment ago
                raise BadInput(f"{seen.name}: {error}") from None


def timed(recogniser: Recogniser, image: Image) -> tuple[list[SeenCard], float]:
    """The cards of a picture, and how many milliseconds it took to find and read them."""
    began = time.perf_counter()
    seen = recogniser.recognise(image)
    return seen, (time.perf_counter() - began) * 1000


def json_line(seen: Seen) -> str:
    """What was seen, as one line of JSON."""
    cards = [
        {
            "card": str(one.card) if one.card else None,
            "confidence": round(one.confidence, 4),
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in one.corners],
        }
        for one in seen.cards
    ]
    ms = round(seen.milliseconds, 1)
    return json.dumps({"image": seen.name, "size": list(seen.size), "ms": ms, "cards": cards})


def table(seen: Seen) -> str:
    """What was seen, as a table: each card, how sure it is, where its middle is; the alphabet if not English."""
    width, height = seen.size
    count = "no cards" if not seen.cards else f"{len(seen.cards)} card" + "s" * (len(seen.cards) > 1)
    letters = f", lettered {seen.alphabet}" if seen.cards and seen.alphabet not in (None, "en") else ""
    head = f"{visible(seen.name)}: {count}, {width} x {height} pixels, {seen.milliseconds:.0f} ms{letters}"
    lines = [head]
    for one in seen.cards:
        x, y = one.corners.mean(0)
        written, said = (str(one.card), one.card.name) if one.card else ("?", "a back, or not readable")
        lines.append(f"  {written:<3} {said:<24} {one.confidence:>4.0%}  at {x:.0f}, {y:.0f}")
    return "\n".join(lines)


def make_folder(folder: Path) -> None:
    """Make the folder for the copies, where it is not there; BadInput if that cannot be done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise BadInput(f"{folder}: is a file, not a folder to draw to") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "there is no such name"
        raise BadInput(f"{folder}: cannot be made: {reason}") from None


def write_copy(folder: Path, name: str, image: Image, seen: Sequence[SeenCard]) -> Path:
    """Draw what was seen on a copy of the picture and write it to ``folder``, under a name that is not
    taken yet.

    Nothing that exists is overwritten, the picture itself least of all. OSError if it cannot be written.
    """
    import cv2

    from vision.view.drawing import drawn

    original = Path(name)
    ending = original.suffix if cv2.haveImageWriter(f"a{original.suffix}") else ".png"
    _, data = cv2.imencode(ending, drawn(image, seen))
    for number in itertools.count(1):
        path = folder / f"{original.stem}{f'-{number}' if number > 1 else ''}{ending}"
        try:
            with path.open("xb") as file:
                file.write(data.tobytes())
        except FileExistsError:
            continue
        break
    return path
