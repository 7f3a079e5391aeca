"""A camera's pictures as they are to be looked at: turned the right way round, with what is no table painted over."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import Camera, Frame

Image = NDArray[np.uint8]
Region = tuple[float, float, float, float]
"""Left, upper, right and lower edge, as fractions of the picture's width and height from its upper left corner."""

PAINT = 96
"""The grey of what is painted over: no card is so dark, no table so plain."""


def masked(image: Image, masks: Sequence[Region]) -> Image:
    """A picture (height, width, 3) with these regions painted over; the picture itself where there are none."""
    if not masks:
        return image
    image = image.copy()
    height, width = image.shape[:2]
    for left, upper, right, lower in masks:
        rows = slice(int(upper * height), round(lower * height))
        image[rows, int(left * width) : round(right * width)] = PAINT
    return image


def unmirrored(image: Image) -> Image:
    """A picture with left and right exchanged."""
    return np.ascontiguousarray(image[:, ::-1])


class Framed:
    """A `Camera` whose pictures are turned round and painted over before anybody sees them."""

    def __init__(self, camera: Camera, mirrored: bool = False, masks: Sequence[Region] = ()) -> None:
        self._camera, self._mirrored, self._masks = camera, mirrored, tuple(masks)

    @property
    def live(self) -> bool:
        """See Camera."""
        return self._camera.live

    def read(self) -> Frame | None:
        """See Camera."""
        frame = self._camera.read()
        if frame is None or not (self._mirrored or self._masks):
            return frame
        image = unmirrored(frame.image) if self._mirrored else frame.image
        return Frame(masked(image, self._masks), frame.t, frame.number)

    def close(self) -> None:
        """See Camera."""
        self._camera.close()
