"""Cameras that read files: a film, or a folder of pictures."""

from __future__ import annotations

import logging
import math
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Image
from vision.cameras.camera import CameraError, Frame
from vision.faults import Tell, unsaid
from vision.files import gate
from vision.files.pictures import PICTURE_ENDINGS, TOO_MANY, UnreadablePicture, quiet, read_picture

log = logging.getLogger(__name__)

FOLDER_FPS = 10.0
"""Frames a second of a folder of pictures."""
UNKNOWN_FPS = 25.0
"""Assumed for a film that does not say its frame rate."""
LEAST_FPS = 12.0
"""The least frames a second that a film gives, if it has them; the tracker was measured at this rate. Of a film with
twice as many, every other frame is skipped, and so on: else watching it takes longer than the film lasts.
"""
FPS_TOLERANCE = 0.01
"""Tolerance: 23.98 frames a second count as 24."""
LEAST_SIDE = 32
"""Pixels: no card could be read in a frame with a shorter side."""
CUT_SHORT = 0.9
"""A film that gives less than this share of the frames its header announces is broken; headers are only about right."""


class Film:
    """A video file. Frame k is at k / fps seconds; if there are many a second, some are skipped (LOOKS).

    A broken file ends early, and ``tell`` is told. The next frame is decoded in a thread while this one is used.
    """

    live = False

    def __init__(self, path: Path, tell: Tell = unsaid) -> None:
        self.path, self._tell, self._number = path, tell, 0
        self._lock = threading.Lock()
        self._open = True
        self._capture = film_capture(path)
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self.fps = fps if math.isfinite(fps) and fps > 0 else UNKNOWN_FPS
        self._step = max(1, int(self.fps / LEAST_FPS + FPS_TOLERANCE))
        self._count = self._capture.get(cv2.CAP_PROP_FRAME_COUNT)
        self._ahead = ThreadPoolExecutor(1, "film")
        self._next = self._ahead.submit(self._grab)
        if self._next.result() is None:
            self.close()
            raise CameraError(f"{path}: not a video that can be read: it holds no frames")
        log.info("%s: %.0f frames, %.2f a second, 1 in %d is given", path, self._count, self.fps, self._step)

    def read(self) -> Frame | None:
        """See Camera."""
        with self._lock:
            image = self._next.result() if self._open else None
            if image is not None:
                self._next = self._ahead.submit(self._grab, self._step - 1)
                number, self._number = self._number, self._number + self._step
                return Frame(image, number / self.fps, number)
            ends_early = self._open and self._number < CUT_SHORT * self._count
        self.close()
        if ends_early:
            log.warning("%s: ends early, after %d of %.0f frames", self.path, self._number, self._count)
            self._tell(f"{self.path}: ends early: {self._number} of its {self._count:.0f} frames can be read")
        return None

    def _grab(self, left_out: int = 0) -> Image | None:
        for _ in range(left_out):
            self._capture.grab()
        went_well, image = self._capture.read()
        return np.asarray(image, np.uint8) if went_well else None

    def close(self) -> None:
        """See Camera."""
        with self._lock:
            if self._open:
                self._open = False
                self._ahead.submit(self._capture.release)  # after the frame that is being decoded
                self._ahead.shutdown()


def film_capture(path: Path) -> cv2.VideoCapture:
    """Open a video file; CameraError if it is not one."""
    if path.suffix.lower() in PICTURE_ENDINGS:
        raise CameraError(f"{path}: a picture, not a video; porrazo recognise reads pictures")
    try:
        gate.check(path)
    except gate.NotTaken as error:
        raise CameraError(f"{path}: cannot be read: {error}") from None
    with quiet():
        # FFmpeg outright: OpenCV's other readers would take a name for a pattern of pictures, or a script.
        capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    if not capture.isOpened():
        raise CameraError(f"{path}: not a video that can be read")
    wrong = unfit(*(int(capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)))
    if wrong:
        capture.release()
        raise CameraError(f"{path}: {wrong}")
    return capture


def unfit(width: int, height: int) -> str:
    """Say why frames of this size, in pixels, cannot be used; empty if they can. 0 means that the size is not known."""
    if width * height > gate.MOST_PIXELS:
        return f"cannot be read: {TOO_MANY}"
    if 0 < min(width, height) < LEAST_SIDE:
        return f"{width} x {height} pixels are too few to see cards in"
    return ""


class FrameFolder:
    """A folder of pictures, ten a second, in the order of their names. All must have one size."""

    live = False

    def __init__(self, path: Path) -> None:
        try:
            files = sorted(path.iterdir(), key=lambda file: file.name)
        except OSError as error:
            raise CameraError(f"{path}: cannot be read: {error.strerror or error}") from None
        self._files = [f for f in files if f.suffix.lower() in PICTURE_ENDINGS and not f.name.startswith(".")]
        if not self._files:
            raise CameraError(f"{path}: there are no pictures in this folder")
        self._number = 0
        self._size: tuple[int, int] | None = None
        log.info("%s: %d pictures", path, len(self._files))

    def read(self) -> Frame | None:
        """See Camera. CameraError for a picture that cannot be read, or is not as large as the first."""
        if self._number >= len(self._files):
            return None
        file, number = self._files[self._number], self._number
        try:
            image = read_picture(file)
        except UnreadablePicture as error:
            raise CameraError(f"{file}: {error}") from None
        size = image.shape[1], image.shape[0]
        if wrong := unfit(*size):
            raise CameraError(f"{file}: {wrong}")
        if self._size is not None and size != self._size:
            (width, height), (first_width, first_height) = size, self._size
            raise CameraError(
                f"{file}: {width} x {height} pixels, but the first frame is {first_width} x {first_height}"
            )
        self._size = size
        self._number += 1
        return Frame(image, number / FOLDER_FPS, number)

    def close(self) -> None:
        """See Camera."""
        self._number = len(self._files)
