"""The Camera protocol: a source of frames, live or from files; and how many frames a second it gives."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from vision.arrays import Image
from vision.faults import UserFacingError

RECOVERED = "frames come again"
"""The end of a sentence that says a loss is over; all other sentences tell of a loss."""
MEASURED_S = 2.0
"""Seconds over which the pictures are counted."""


class CameraError(UserFacingError):
    """The camera gives no frames, or no more. The message is one sentence for people."""


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """One picture: ``image`` (height, width, 3) BGR uint8, ``t`` seconds since the first, ``number`` from 0.

    For a live camera, ``number`` counts the frames that were read and ``t`` is when each one came.
    """

    image: Image
    t: float
    number: int


class Camera(Protocol):
    """A source of frames. They come one after another and all have the same size."""

    @property
    def live(self) -> bool:
        """True: frames come in real time and only the latest is given. False: no frame is skipped."""

    def read(self) -> Frame | None:
        """Wait for the next frame. None after the last one, or once ``close`` was called.

        CameraError if frames stop for another reason.
        """

    def close(self) -> None:
        """Release the camera. Any thread may call this; a waiting ``read`` returns."""


def frames(camera: Camera) -> Iterator[Frame]:
    """Give all frames, then close the camera, also if the loop is left early."""
    try:
        while (frame := camera.read()) is not None:
            yield frame
    finally:
        camera.close()


class Rate:
    """How many pictures a second come, by the numbers and times of those that were taken."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def __call__(self, frame: Frame) -> float:
        """Count a frame in; pictures a second over the last `MEASURED_S`, 0 until two have come."""
        self._seen.append((frame.t, frame.number))
        while frame.t - self._seen[0][0] > MEASURED_S:
            self._seen.popleft()
        (first_t, first), (last_t, last) = self._seen[0], self._seen[-1]
        return (last - first) / (last_t - first_t) if last_t > first_t else 0.0


def without_password(source: str) -> str:
    """A camera's name for a log: a stream's URL without the user's name and password."""
    return re.sub(r"//[^/\s]*@", "//", source)


def recovered(sentence: str) -> bool:
    """Whether a camera's sentence says that a loss is over."""
    return sentence.endswith(RECOVERED)
