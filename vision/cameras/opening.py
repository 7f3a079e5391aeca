"""Opens a camera by its name: an index, a stream's URL, ``picamera``, a film, or a folder of frames."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Image
from vision.cameras.camera import Camera, CameraError
from vision.cameras.films import Film, FrameFolder
from vision.cameras.live import Grabber, LiveCamera
from vision.cameras.steady import CaptureControls, Controls, PicameraControls
from vision.faults import Tell, unsaid
from vision.files.pictures import quiet

STREAM_BEGINNINGS = ("rtsp://", "rtsps://", "rtmp://", "http://", "https://", "udp://", "tcp://")
"""How a stream's URL begins."""
INDEX_DIGITS = 2
"""The most digits of a camera's index: OpenCV reads 100 and more as one of its back ends, and fails beyond 32 bits."""
PREFERRED_SIZE = (1280, 720)
"""Width and height that a camera is asked for: large enough to read cards, and 30 frames a second over USB."""
STREAM_TIMEOUT_MS = 8000
"""Milliseconds after which opening a stream, or waiting for its next frame, has failed."""


def is_live(source: str) -> bool:
    """Whether this names a camera or a stream, and not a film: its time starts at 0 each time it is opened."""
    named = source.isascii() and source.isdigit()
    return named or source.lower().startswith(STREAM_BEGINNINGS) or source == "picamera"


def open_camera(source: str, tell: Tell = unsaid) -> Camera:
    """Open a camera's index, a stream's URL, ``picamera``, a film, or a folder of frames.

    Films and folders give their frames in order (``vision.cameras.films``); the others are live. ``tell`` is called,
    from any thread, with what people should know meanwhile. CameraError, one sentence, if there is no such camera.
    """
    if source.isascii() and source.isdigit():
        if len(source) > INDEX_DIGITS:
            raise CameraError(f"camera {source}: there is no camera of so high a number")
        return open_index(int(source), tell)
    if source.lower().startswith(STREAM_BEGINNINGS):
        return open_stream(source, tell)
    if source == "picamera":
        return open_picamera(tell)
    path = Path(source)
    try:
        is_folder, is_there = path.is_dir(), bool(source) and path.exists()
    except (OSError, ValueError):
        is_folder, is_there = False, False
    if is_folder and source:
        return FrameFolder(path)
    if is_there:
        return Film(path, tell)
    raise CameraError(f"{source}: no such film, folder of frames, camera or stream")


class CaptureGrabber:
    """A camera or stream that OpenCV has opened; of a stream nothing can be set."""

    def __init__(self, capture: cv2.VideoCapture, controls: Controls | None = None) -> None:
        self._capture, self.controls = capture, controls

    def grab(self) -> Image | None:
        """See Grabber."""
        went_well, image = self._capture.read()
        return np.asarray(image, np.uint8) if went_well and image is not None else None

    def release(self) -> None:
        """See Grabber."""
        self._capture.release()


def open_index(index: int, tell: Tell = unsaid) -> Camera:
    """Open the camera with this index. Index 0 is the Raspberry Pi's own camera if no other has it."""
    if index == 0 and not _capture_index(0) and _picamera2() is not None:
        return open_picamera(tell)

    def opened() -> Grabber:
        capture = _capture_index(index)
        if capture is None:
            raise CameraError(f"camera {index}: there is no such camera, or something else is using it")
        return CaptureGrabber(capture, CaptureControls(capture))

    return LiveCamera(f"camera {index}", opened, tell)


def _capture_index(index: int) -> cv2.VideoCapture | None:
    with quiet():
        capture = cv2.VideoCapture(index)
        if not capture.isOpened():
            return None
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, PREFERRED_SIZE[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, PREFERRED_SIZE[1])
    return capture


def open_stream(url: str, tell: Tell = unsaid) -> Camera:
    """Open a stream, as a phone's camera app sends one."""

    def opened() -> Grabber:
        limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC)
        timeouts = [number for limit in limits for number in (limit, STREAM_TIMEOUT_MS)]
        # FFmpeg says nothing of its own here (see vision/__init__.py), and standard error must stay open: that a
        # stream gives nothing is said there meanwhile.
        capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, timeouts)
        if not capture.isOpened():
            raise CameraError(f"{url}: no stream there can be read")
        return CaptureGrabber(capture)

    return LiveCamera(url, opened, tell)


class PicameraGrabber:
    """The Raspberry Pi's own camera, through picamera2."""

    def __init__(self, library: Any) -> None:
        self._camera = library.Picamera2()
        # picamera2 names formats by their order in a word of memory: its RGB888 is BGR in an array.
        self._camera.configure(
            self._camera.create_video_configuration({"size": PREFERRED_SIZE, "format": "RGB888"})
        )
        self._camera.start()
        self.controls = PicameraControls(self._camera)

    def grab(self) -> Image | None:
        """See Grabber."""
        return np.ascontiguousarray(self._camera.capture_array()[..., :3], np.uint8)

    def release(self) -> None:
        """See Grabber."""
        self._camera.close()


def _picamera2() -> Any:
    """The library, or None if it is not installed."""
    try:
        import picamera2
    except (ImportError, OSError):
        return None
    return picamera2


def open_picamera(tell: Tell = unsaid) -> Camera:
    """Open the Raspberry Pi's own camera; CameraError if there is none."""

    def opened() -> Grabber:
        library = _picamera2()
        if library is None:
            raise CameraError(
                "picamera: picamera2 is not installed (on a Raspberry Pi: apt install python3-picamera2)"
            )
        try:
            return PicameraGrabber(library)
        except (RuntimeError, IndexError, OSError) as error:
            raise CameraError(
                f"picamera: there is no such camera, or something else is using it: {error}"
            ) from None

    return LiveCamera("picamera", opened, tell)
