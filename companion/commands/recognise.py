"""``porrazo recognise IMAGE...``: which cards lie in photographs, as a table for people or as JSON lines."""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands import BadInput
from engine.fields import visible

if TYPE_CHECKING:
    from vision.arrays import Image
    from vision.detection.detections import SeenCard
    from vision.photograph import Recogniser

UNREADABLE_FILES = 2
"""Exit status where a file could not be read."""


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


def run(args: argparse.Namespace) -> int:
    """Recognise every photograph; 2 where one could not be read, the others done all the same."""
    from companion.cli import say
    from vision.enrolment.enrolled_reader import with_decks
    from vision.photograph import Recogniser
    from vision.runtime.inference import CannotRun
    from vision.runtime.weights import MissingWeights

    folder = Path(args.draw) if args.draw is not None else None
    if folder is not None:
        make_folder(folder)
    try:
        recogniser = Recogniser.load()
        recogniser.reader = with_decks(recogniser.reader, tell=say)
        return recognise(args, recogniser, folder)
    except (MissingWeights, CannotRun) as error:
        raise BadInput(str(error)) from None


def recognise(args: argparse.Namespace, recogniser: Recogniser, folder: Path | None) -> int:
    """Recognise every photograph and print what is seen; copies go to ``folder``. The exit status."""
    from companion.cli import say
    from vision.files.pictures import UnreadablePicture, read_picture

    status = 0
    for name in args.images:
        try:
            image = read_picture(Path(name))
        except UnreadablePicture as error:
            status = UNREADABLE_FILES
            say(f"{name}: {error}")
            if args.json:
                print(json.dumps({"image": name, "error": str(error)}), flush=True)
            continue
        seen, milliseconds = timed(recogniser, image)
        as_lines = json_line if args.json else table
        print(as_lines(name, image, seen, milliseconds), flush=True)
        if folder is not None:
            write_copy(folder, name, image, seen)
    return status


def timed(recogniser: Recogniser, image: Image) -> tuple[list[SeenCard], float]:
    """The cards of a picture, and how many milliseconds it took to find and read them."""
    began = time.perf_counter()
    seen = recogniser.recognise(image)
    return seen, (time.perf_counter() - began) * 1000


def json_line(name: str, image: Image, seen: Sequence[SeenCard], milliseconds: float) -> str:
    """What was seen, as one line of JSON."""
    height, width = image.shape[:2]
    cards = [
        {
            "card": str(one.card) if one.card else None,
            "confidence": round(one.confidence, 4),
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in one.corners],
        }
        for one in seen
    ]
    return json.dumps({"image": name, "size": [width, height], "ms": round(milliseconds, 1), "cards": cards})


def table(name: str, image: Image, seen: Sequence[SeenCard], milliseconds: float) -> str:
    """What was seen, as a table: each card, how sure it is, and where its middle is."""
    height, width = image.shape[:2]
    count = "no cards" if not seen else f"{len(seen)} card" + "s" * (len(seen) > 1)
    lines = [f"{visible(name)}: {count}, {width} x {height} pixels, {milliseconds:.0f} ms"]
    for one in seen:
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
