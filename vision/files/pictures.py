"""Reads a picture from a file; every error becomes one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Image
from vision.files import gate

PICTURE_ENDINGS = frozenset(
    {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm", ".jp2"}
)
"""How the names of picture files end."""
SIZE_CHECK = "validateInputImageSize"
"""The function of OpenCV's that refuses a picture with more pixels than it was told to read, before it reads them."""
TOO_MANY = f"it has more than {gate.MOST_PIXELS // gate.MILLION} million pixels"
ERROR_OUTPUT = 2
"""The file descriptor of standard error."""


class UnreadablePicture(ValueError):
    """A file is no picture that can be read; the message says why, without the file's name."""


@contextmanager
def quiet() -> Iterator[None]:
    """Close standard error for the whole process: decoders written in C print their own complaints there."""
    if sys.stderr is not None:
        sys.stderr.flush()
    try:
        kept = os.dup(ERROR_OUTPUT)
    except OSError:  # there is none to be kept quiet
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, ERROR_OUTPUT)
        yield
    finally:
        os.dup2(kept, ERROR_OUTPUT)
        os.close(kept)
        os.close(nowhere)


def read_picture(file: Path) -> Image:
    """Read a picture (height, width, 3), BGR uint8, turned as its EXIF says; UnreadablePicture if none."""
    try:
        data = np.frombuffer(gate.read(file, gate.PICTURE_BYTES), np.uint8)
    except gate.NotTaken as error:
        raise UnreadablePicture(f"cannot be read: {error}") from None
    if not len(data):
        raise UnreadablePicture("cannot be read: the file is empty")
    try:
        with quiet():
            image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error as error:
        if error.func == SIZE_CHECK:
            raise UnreadablePicture(f"cannot be read: {TOO_MANY}") from None
        image = None
    if image is None:
        raise UnreadablePicture("cannot be read: cut short, or not a picture of a kind that is known here")
    return np.asarray(image, np.uint8)
