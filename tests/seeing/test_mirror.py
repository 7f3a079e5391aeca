"""A mirrored picture is noticed by its cards, turned the right way round, and masks hide what lies under them."""

import os
from pathlib import Path

import numpy as np
import pytest

from vision.arrays import Image
from vision.cameras.camera import Frame
from vision.files.pictures import read_picture
from vision.photograph import Recogniser
from vision.view.framing import MASK_LEVEL, Framed, MirrorWatch, handedness, masked, unmirrored

PHOTOGRAPHS = Path(os.environ.get("PORRAZO_PHOTOS", "nowhere"))
NAMES = (
    "desk/DistanceTest_distance5.jpg",
    "mrpawelas/Zbiory_5.jpg",
    "mrpawelas/medium_IMG20201201144803.jpg",
)


@pytest.mark.skipif(
    not (PHOTOGRAPHS / "labels.json").is_file(),
    reason="PORRAZO_PHOTOS names no folder of photographs with labels.json",
)
def test_real_photographs_are_told_from_their_mirror_images() -> None:
    recogniser = Recogniser.load()
    for name in NAMES:
        image = read_picture(PHOTOGRAPHS / name)
        for picture, mirrored in ((image, False), (unmirrored(image), True)):
            watch = MirrorWatch()
            watch.ask(picture, recogniser.find(picture).corners)
            assert watch.mirrored is mirrored, name


def card_with_indices(places: str) -> Image:
    """A card of 128 x 176 pixels with a black bar where an index stands, ``l``eft or ``r``ight in its upper half,
    and in the lower half opposite.
    """
    card = np.full((176, 128, 3), 240, np.uint8)
    if "l" in places:
        card[14:44, 8:20] = card[-44:-14, -20:-8] = 10
    if "r" in places:
        card[14:44, -20:-8] = card[-44:-14, 8:20] = 10
    return card


WHOLE = np.array([[0, 0], [128, 0], [128, 176], [0, 176]], np.float32)


def test_the_corners_with_print_decide() -> None:
    assert handedness(card_with_indices("l"), WHOLE) > 0.8
    assert handedness(card_with_indices("r"), WHOLE) < -0.8
    assert abs(handedness(card_with_indices("lr"), WHOLE)) < 0.1
    assert abs(handedness(card_with_indices(""), WHOLE)) < 0.1


def test_two_cards_are_too_few_and_four_indices_say_nothing() -> None:
    watch = MirrorWatch()
    watch.ask(card_with_indices("r"), np.stack([WHOLE] * 2))
    assert watch.mirrored is None
    watch.ask(card_with_indices("r"), WHOLE[None])
    assert watch.mirrored is True
    watch = MirrorWatch()
    watch.ask(card_with_indices("lr"), np.stack([WHOLE] * 20))
    assert watch.mirrored is None


class Still:
    """A camera that gives one picture."""

    live = True

    def __init__(self, image: Image) -> None:
        self.image, self.closed, self.given = image, False, False

    def read(self) -> Frame | None:
        """Give it once."""
        if self.given:
            return None
        self.given = True
        return Frame(self.image, 1.5, 7)

    def close(self) -> None:
        """Take it down."""
        self.closed = True


def test_pictures_are_turned_first_and_then_painted_over() -> None:
    image = np.arange(10 * 20 * 3, dtype=np.uint8).reshape(10, 20, 3)
    camera = Still(image)
    framed = Framed(camera, mirrored=True, masks=[(0.0, 0.5, 0.25, 1.0)])
    frame = framed.read()
    assert frame is not None
    assert (frame.t, frame.number, framed.live) == (1.5, 7, True)
    assert (frame.image[5:, :5] == MASK_LEVEL).all()
    assert np.array_equal(frame.image[:5], image[:5, ::-1])
    assert np.array_equal(frame.image[:, 5:], image[:, ::-1][:, 5:])
    assert framed.read() is None
    framed.close()
    assert camera.closed


def test_without_masks_nothing_is_copied() -> None:
    image = np.zeros((4, 4, 3), np.uint8)
    assert masked(image, ()) is image
    frame = Framed(Still(image)).read()
    assert frame is not None
    assert frame.image is image
