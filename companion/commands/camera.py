"""``porrazo camera SOURCE``: the camera's picture only, how many come a second, and which cards are seen in it."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands import BadInput

if TYPE_CHECKING:
    from vision.cameras.camera import Camera, Frame

MOST_FRAMES = 30
"""So many pictures of a film are looked through for a still; they come as fast as they are read."""


def add_parser(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "camera",
        help="show a camera's picture and what is seen in it",
        description="Show a camera's picture, how many come a second, and which cards are seen: no match is played.",
    )
    parser.add_argument("source", metavar="SOURCE", help="what porrazo watch takes: 0, a stream's URL, phone")
    parser.add_argument(
        "--still", metavar="OUT.png", help="no window: write one picture to this file, and say what is seen"
    )


def run(args: argparse.Namespace) -> int:
    """Show the picture until the window is closed, or write a still; BadInput where no picture comes."""
    from companion.commands.watch import show_link
    from companion.pipeline.sources import open_camera
    from companion.pipeline.watcher import Losses
    from vision.cameras.camera import CameraError
    from vision.cameras.live import LiveCamera

    still = place_of(args.still) if args.still is not None else None
    from companion.cli import say

    losses = Losses(say)
    try:
        camera = open_camera(args.source, losses)
        if isinstance(camera, LiveCamera):
            camera.steady(True)
        show_link()
        if still is not None:
            return written(camera, args.source, still)
    except CameraError as error:
        raise BadInput(str(error)) from None
    from companion.window.launch import open_window

    try:
        open_window()
        from companion.window.picture_app import show

        return show(camera, losses)
    finally:
        camera.close()


def place_of(name: str) -> Path:
    """Where a still goes; BadInput where it cannot, said before any camera is opened."""
    still = Path(name)
    if still.suffix.lower() != ".png":
        raise BadInput(f"{still}: a still is a PNG picture; name a file that ends in .png")
    if still.exists():
        raise BadInput(f"{still}: it is there already; name another file")
    if not still.parent.is_dir():
        raise BadInput(f"{still}: there is no folder {still.parent}")
    return still


def written(camera: Camera, source: str, still: Path) -> int:
    """Write one picture with the cards outlined and named, and say what it is."""
    import cv2

    from vision.cameras.camera import without_password
    from vision.cameras.live import kept_by
    from vision.photograph import Recogniser
    from vision.runtime.inference import CannotRun
    from vision.runtime.weights import MissingWeights
    from vision.view.drawing import drawn

    kept = kept_by(camera)
    frame, rate = last_of(camera)
    try:
        recogniser = Recogniser.load()
    except (MissingWeights, CannotRun) as error:
        raise BadInput(str(error)) from None
    seen = recogniser.recognise(frame.image)
    names = " ".join(str(one.card) if one.card else "?" for one in seen)
    went_well, data = cv2.imencode(".png", drawn(frame.image, seen))
    assert went_well
    with still.open("xb") as file:
        file.write(data.tobytes())
    height, width = frame.image.shape[:2]
    cards = f"{len(seen)} card{'s' * (len(seen) != 1)}{': ' if names else ''}{names}"
    said = f"{width} x {height} pixels, {rate:.1f} pictures a second, "
    said += f"{kept}, " if kept is not None else ""
    print(f"{without_password(source)}: {said}{cards}")
    return 0


def last_of(camera: Camera) -> tuple[Frame, float]:
    """The last picture of some seconds, and how many came a second; CameraError if none came."""
    from vision.cameras.camera import MEASURED_S, CameraError, Rate

    rate, measured, last, taken = Rate(), 0.0, None, 0
    until: float | None = None
    try:
        while (frame := camera.read()) is not None:
            last, taken, measured = frame, taken + 1, rate(frame)
            until = time.monotonic() + MEASURED_S if until is None else until
            if time.monotonic() > until or (not camera.live and taken == MOST_FRAMES):
                break
    finally:
        camera.close()
    if last is None:
        raise CameraError("the camera gives no picture")
    return last, measured
