"""The Camera protocol: whatever gives frames, live or from files, and what it says to people meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from vision.arrays import Image
from vision.faults import UserFacingError

RECOVERED = "frames come again"
"""How a sentence ends that tells of good news; all others tell of a loss."""


class CameraError(UserFacingError):
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


def without_password(source: str) -> str:
    """A camera's name for a log: a stream's URL without the user's name and password."""
    return re.sub(r"//[^/\s]*@", "//", source)


def recovered(sentence: str) -> bool:
    """Whether a camera's sentence says that a loss is over."""
    return sentence.endswith(RECOVERED)
