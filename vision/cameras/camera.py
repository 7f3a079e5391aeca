"""Where pictures come from. Everything that gives frames, live or from files, is a ``Camera``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.cameras.mishap import ForPeople

Image = NDArray[np.uint8]
Tell = Callable[[str], None]
"""Takes a sentence for a person: a stream was lost, a film ends early."""

STREAMS = ("rtsp://", "rtsps://", "rtmp://", "http://", "https://", "udp://", "tcp://")
"""What the name of a stream begins with."""
INDEX_DIGITS = 2
"""Of a camera's number: OpenCV takes 100 and more for one of its back ends, and numbers beyond 32 bits not at all."""


class CameraError(ForPeople):
    """There are no frames to be had, or no more; the message is one sentence for a person."""


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """One picture: ``image`` (height, width, 3) BGR uint8, ``t`` seconds since the first, ``number`` from 0.

    Of a live camera the numbers count the frames that were read, and ``t`` is when they came.
    """

    image: Image
    t: float
    number: int


class Camera(Protocol):
    """Gives frames, one after another, all of the same size."""

    @property
    def live(self) -> bool:
        """Whether frames come in their own time and only the latest is given; else none is ever left out."""

    def read(self) -> Frame | None:
        """The next frame, waiting for it if need be; None after the last, or once ``close`` was called.

        CameraError where frames stop coming for another reason.
        """

    def close(self) -> None:
        """Let go of the camera; may be called from any thread, and ends a ``read`` that waits."""


def frames(camera: Camera) -> Iterator[Frame]:
    """All frames to the last; closes the camera, however the loop over them ends."""
    try:
        while (frame := camera.read()) is not None:
            yield frame
    finally:
        camera.close()


def unsaid(_sentence: str) -> None:
    """Tell nobody."""


def is_live(source: str) -> bool:
    """Whether this names a camera or a stream, whose time begins anew each time it is opened, and not a film."""
    named = source.isascii() and source.isdigit()
    return named or source.lower().startswith(STREAMS) or source == "picamera"


def open_camera(source: str, tell: Tell = unsaid) -> Camera:
    """Open a camera's index, a stream's URL, ``picamera``, a film, or a folder of frames.

    A film gives its frames, t = k / fps, of 24 and more a second only some; a folder its pictures in the order of their
    names, ten a second; the others are live. ``tell`` hears, in whatever thread, what a person should know meanwhile.
    CameraError, one sentence, where there is no such thing.
    """
    from vision.cameras import films, live

    if source.isascii() and source.isdigit():
        if len(source) > INDEX_DIGITS:
            raise CameraError(f"camera {source}: there is no camera of so high a number")
        return live.open_index(int(source), tell)
    if source.lower().startswith(STREAMS):
        return live.open_stream(source, tell)
    if source == "picamera":
        return live.open_picamera(tell)
    path = Path(source)
    try:
        is_folder, is_there = path.is_dir(), bool(source) and path.exists()
    except (OSError, ValueError):
        is_folder, is_there = False, False
    if is_folder and source:
        return films.FrameFolder(path)
    if is_there:
        return films.Film(path, tell)
    raise CameraError(f"{source}: no such film, folder of frames, camera or stream")
