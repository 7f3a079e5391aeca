"""Writing frames into an H.264 file with ffmpeg, or, where there is none, whatever OpenCV can write."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


def ffmpeg() -> str | None:
    """The ffmpeg program: the system's, or that of the package imageio-ffmpeg."""
    found = shutil.which("ffmpeg")
    if found is None and find_spec("imageio_ffmpeg") is not None:
        found = str(import_module("imageio_ffmpeg").get_ffmpeg_exe())
    return found


def write_film(path: Path, frames: Iterable[Image], size: tuple[int, int], fps: int, crf: int = 26) -> str:
    """Write BGR frames of ``size`` (width, height); returns how they were coded. OSError if that fails."""
    program = ffmpeg()
    if program is None:
        return _opencv(path, frames, size, fps)
    command = [
        program, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s", f"{size[0]}x{size[1]}",
        "-r", str(fps), "-i", "-", "-c:v", "libx264", "-preset", "veryfast", "-crf", str(crf), "-threads", "1",
        "-pix_fmt", "yuv420p", "-movflags", "+faststart", str(path),
    ]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE) as coder:
        assert coder.stdin is not None
        for frame in frames:
            coder.stdin.write(np.ascontiguousarray(frame).tobytes())
        coder.stdin.close()
        if coder.wait() != 0:
            raise OSError(f"ffmpeg could not write {path.name}")
    return "h264"


def _opencv(path: Path, frames: Iterable[Image], size: tuple[int, int], fps: int) -> str:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, size)
    if not writer.isOpened():
        raise OSError(f"neither ffmpeg nor OpenCV can write {path.name}: install ffmpeg")
    for frame in frames:
        writer.write(frame)
    writer.release()
    return "mp4v"
