"""A card laid half over another is found, though the finder gives one outline round both."""

import cv2
import numpy as np
import pytest

from tests.seeing.test_arrival import FPS, PLACE, frame
from tests.seeing.test_departure import sure
from vision.arrays import Floats, Image
from vision.detection.detections import Detections
from vision.geometry import quads
from vision.tracking.arrival import Arrivals
from vision.tracking.background import Background
from vision.tracking.laid_on import AGAIN_S, TRIED_S, LaidOn
from vision.tracking.track import Track

OVER = PLACE + np.array([28, 40], np.float32)
WHITE = 200
"""Grey levels: nothing in these pictures is so light in all channels but cards."""


def both(tip: tuple[int, int] | None = None) -> Image:
    """The card at PLACE, and another over it."""
    image = frame(True, tip)
    cv2.fillConvexPoly(image, OVER.astype(int), (240, 240, 240))
    cv2.circle(image, (338, 282), 12, (20, 20, 20), -1)
    return image


def finder(image: Image, place: Floats) -> Detections:
    """One outline round all that is white, as of cards that touch."""
    rows, columns = np.nonzero((image > WHITE).all(2))
    if not len(rows):
        return Detections.none()
    x0, y0, x1, y1 = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    return Detections(
        np.array([[[x0, y0], [x1, y0], [x1, y1], [x0, y1]]], np.float32), np.ones(1, np.float32)
    )


def reader(code: int, image: Image, outlines: Floats) -> tuple[Floats, Floats]:
    readings = np.full((len(outlines), 53), 0.0005, np.float32)
    readings[:, code] = 0.97
    return readings, outlines


def seen(frames: list[Image], code: int = 20, known: Track | None = None) -> Floats:
    """What is found besides the outline round all, in the last of these frames."""
    background, memory = Background(), Arrivals()
    for k, image in enumerate(frames):
        background.update(image)
        memory.see(background, k / FPS)
    looks = LaidOn(background, memory, finder, lambda image, outlines: reader(code, image, outlines))
    found = finder(frames[-1], PLACE)
    tracks = [sure()] + ([known] if known is not None else [])
    return looks.cards(frames[-1], found, tracks, (len(frames) - 1) / FPS).corners[len(found) :]


ARM = [(310, int(y)) for y in np.linspace(470, 262, 4)]
LIES, COMES = [frame(True)] * 12, [frame(True, tip) for tip in ARM]
GOES = [both(tip) for tip in ARM[::-1]]


def test_a_card_laid_over_another_is_found_by_itself() -> None:
    (other,) = seen([*LIES, *COMES, *GOES, *[both()] * 3])
    assert quads.overlap(other, OVER)[0] > 0.8


@pytest.mark.parametrize(
    "frames",
    [
        pytest.param([*LIES, *COMES, *COMES[::-1], *[frame(True)] * 3], id="an arm passed over it"),
        pytest.param(
            [*LIES, *COMES, *[frame(False, tip) for tip in ARM[::-1]], *[frame(False)] * 3], id="taken"
        ),
        pytest.param([*LIES, *COMES, *GOES[:2]], id="the arm is there still"),
        pytest.param([*LIES, *COMES, *GOES, *[both()] * round(FPS * (TRIED_S + 1))], id="long ago"),
    ],
)
def test_nothing_more_is_found_where_nothing_was_laid_just_now(frames: list[Image]) -> None:
    assert len(seen(frames)) == 0


def test_the_card_itself_is_not_found_again() -> None:
    """Its own track reads so (code 12): it was nudged."""
    assert len(seen([*LIES, *COMES, *GOES, *[both()] * 3], code=12)) == 0


@pytest.mark.parametrize(("frames", "looks"), [(1, 1), (3, 1), (4, 2)])
def test_a_look_that_finds_nothing_is_not_repeated_at_once(frames: int, looks: int) -> None:
    background, memory, shown = Background(), Arrivals(), [PLACE][:0]
    for k, image in enumerate([*LIES, *COMES, *GOES, *[both()] * 3]):
        background.update(image)
        memory.see(background, k / FPS)

    def find(image: Image, place: Floats) -> Detections:
        shown.append(place)
        return Detections.none()

    laid_on = LaidOn(background, memory, find, lambda image, outlines: reader(20, image, outlines))
    for k in range(frames):
        laid_on.cards(both(), Detections.none(), [sure()], 2.0 + k * AGAIN_S / 3)
    assert len(shown) == looks


def test_what_has_been_found_is_not_looked_for() -> None:
    track = Track(2, OVER, 18 / FPS, last=19 / FPS, confirmed=True)
    assert len(seen([*LIES, *COMES, *GOES, *[both()] * 3], known=track)) == 0
