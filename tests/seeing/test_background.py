"""The bare table remembered: what moves, what covers it, and a camera that trembles, is bumped or drifts."""

import cv2
import numpy as np

from vision.tracking.background import Background

CARD = np.array([[140, 80], [180, 80], [180, 136], [140, 136]], np.float32)
ELSEWHERE = np.array([[40, 160], [80, 160], [80, 216], [40, 216]], np.float32)


def table(cards: tuple[np.ndarray, ...] = ()) -> np.ndarray:
    """A table 640 x 480 with the texture of cloth, and white cards with a dark frame."""
    image = np.random.default_rng(3).integers(20, 180, (480, 640, 3)).astype(np.uint8)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), 5))
    for corners in cards:
        cv2.fillConvexPoly(image, corners.astype(int), (235, 235, 235))
        cv2.polylines(image, [corners.astype(int)], True, (30, 30, 30), 2)
    return image


def seen(*images: np.ndarray, cards: tuple[np.ndarray, ...] = ()) -> Background:
    ground = Background()
    for image in images:
        ground.update(image)
        ground.learn(list(cards))
    return ground


def test_a_quiet_table_is_still_and_bare() -> None:
    ground = seen(*[table()] * 3)
    assert ground.still()
    assert ground.bare(CARD)


def test_a_card_covers_the_table_and_gives_it_back() -> None:
    ground = seen(*[table()] * 3, table((CARD,)), table((CARD,)), cards=(CARD,))
    assert ground.bare(CARD) is None  # never seen bare: the card's place was left out from the start
    ground = seen(*[table()] * 3)
    ground.update(table((CARD,)))
    assert ground.moving(CARD) > 0.5
    assert not ground.still()
    ground.update(table((CARD,)))
    assert ground.still()
    assert ground.bare(CARD) is False
    assert ground.bare(ELSEWHERE)
    ground.update(table())
    assert ground.bare(CARD)


def test_drifting_light_is_no_movement() -> None:
    dimmer = [(table((CARD,)) * (1 - 0.02 * k)).astype(np.uint8) for k in range(8)]
    ground = seen(*dimmer, cards=(CARD,))
    assert ground.still()
    assert ground.bare(ELSEWHERE)


def test_a_camera_that_trembles_by_a_pixel_moves_no_card() -> None:
    steady = table((CARD, ELSEWHERE))
    shakes = [
        np.array([[1, 0, dx], [0, 1, dy]], np.float32)
        for dx, dy in ((0, 0), (0.9, -0.6), (-0.3, 0.3), (0.4, 1.0))
    ]
    ground = Background()
    for move in shakes:
        ground.update(np.asarray(cv2.warpAffine(steady, move, (640, 480), borderMode=cv2.BORDER_REPLICATE)))
        assert ground.moving(CARD) < 0.15
        assert ground.moving(ELSEWHERE) < 0.15


def test_a_bumped_camera_is_followed() -> None:
    steady = table((CARD, ELSEWHERE))
    bump = np.array([[1, 0, 8], [0, 1, -5]], np.float32)
    ground = seen(
        steady, steady, np.asarray(cv2.warpAffine(steady, bump, (640, 480), borderMode=cv2.BORDER_REPLICATE))
    )
    assert np.abs(ground.bumped - (8, -5)).max() < 1.5


def test_an_arm_over_a_plain_table_is_no_bump() -> None:
    def arm(x: int) -> np.ndarray:
        image = table((ELSEWHERE,))
        cv2.line(image, (x, 0), (x + 20, 120), (120, 150, 210), 40)
        return image

    ground = seen(*[arm(150 + 6 * k) for k in range(6)])
    assert np.abs(ground.bumped).max() == 0
    assert not ground.still()
