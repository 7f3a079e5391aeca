"""The table's plane as a camera sees it: whatever the tilt, from few cards, and although some are outlined badly."""

import cv2
import numpy as np
import pytest

from vision.arrays import Floats
from vision.geometry.pinhole import Pinhole
from vision.geometry.plane import on_table, rectangle

SIZE = (1280, 720)
MIDDLES = ((0, 0), (150, 20), (-140, 60), (40, -130), (200, -140), (-120, -150))
"""Where cards lie, millimetres from the middle of the picture."""


def shown(tilt: float, focal: float = 0.85, noise: float = 0.5, aspect: float = 63 / 88) -> Floats:
    """Cards (n, 4, 2) that lie at `MIDDLES`, turned anyhow, as OpenCV's own camera sees them, tilted by so many degrees
    ahead and two aside, 600 mm above where it looks.
    """
    rng = np.random.default_rng(7)
    long = focal * SIZE[0]
    camera = np.array([[long, 0, SIZE[0] / 2], [0, long, SIZE[1] / 2], [0, 0, 1]])
    turned = cv2.Rodrigues(np.radians([-tilt, 2.0, 0.0]))[0]
    cards = []
    for at, angle in zip(MIDDLES, rng.uniform(0, 6, len(MIDDLES)), strict=True):
        c, s = np.cos(angle), np.sin(angle)
        flat = rectangle(aspect) @ np.array([[c, s], [-s, c]]) + at
        seen, _ = cv2.projectPoints(
            np.column_stack([flat, np.zeros(4)]), turned, np.array([0.0, 0.0, 600.0]), camera, None
        )
        cards.append(seen.reshape(4, 2) + rng.normal(0, noise, (4, 2)))
    return np.array(cards, np.float32)


def distances(camera: Pinhole, cards: Floats, of: Floats) -> Floats:
    """How far the cards ``of`` (n, 4, 2) lie from the first, millimetres, by the plane of ``cards``."""
    plane = camera.plane(cards, SIZE)
    assert plane is not None
    middles = on_table(plane, of).mean(1)
    return np.asarray(np.linalg.norm(middles - middles[0], axis=1), np.float32)


TRUE = np.hypot(*np.subtract(MIDDLES, MIDDLES[0]).T)


@pytest.mark.parametrize("tilt", [0, 25, 45, 58])
@pytest.mark.parametrize("focal", [0.65, 0.85, 1.5])
def test_distances_are_millimetres_at_every_tilt(tilt: float, focal: float) -> None:
    cards = shown(tilt, focal)
    assert distances(Pinhole(), cards, cards) == pytest.approx(TRUE, rel=0.08, abs=1)


def test_cards_of_another_shape_are_as_long() -> None:
    cards = shown(40, aspect=57 / 88)
    assert distances(Pinhole(), cards, cards) == pytest.approx(TRUE, rel=0.08, abs=1)


@pytest.mark.parametrize("wrong", [2, 3])
def test_two_badly_outlined_cards_of_six_change_little(wrong: int) -> None:
    """A heap far from a low camera once moved the other cards by eight hundred heights."""
    cards = shown(55)
    heap = cards.copy()
    heap[wrong] = heap[wrong].mean(0) + (heap[wrong] - heap[wrong].mean(0)) * (1.7, 0.8)
    heap[wrong + 1] = np.roll(heap[wrong + 1], 1, 0) + np.array(
        [[0, 0], [14, 9], [0, 0], [-11, 6]], np.float32
    )
    assert distances(Pinhole(), heap, cards) == pytest.approx(TRUE, rel=0.1, abs=1)


def test_what_few_cards_told_wrongly_more_cards_put_right() -> None:
    """Of one card nobody can say whether it is tilted to us or from us, and each search begins with the last find."""
    cards = shown(50)
    camera = Pinhole()
    flipped = (cards[:1] - (640, 360)) * (1, -1) + (640, 360)
    camera.plane(np.asarray(flipped[:, ::-1], np.float32), SIZE)
    for count in range(1, len(cards) + 1):
        far = distances(camera, cards[:count], cards)
    assert far == pytest.approx(TRUE, rel=0.08, abs=1)


def test_without_cards_there_is_no_plane_and_a_card_of_no_area_does_no_harm() -> None:
    camera = Pinhole()
    assert camera.plane(np.zeros((0, 4, 2), np.float32), SIZE) is None
    plane = camera.plane(np.zeros((1, 4, 2), np.float32), SIZE)
    assert plane is not None
    assert np.isfinite(plane).all()
