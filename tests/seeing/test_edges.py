"""Corners moved onto a card's own edges."""

import cv2
import numpy as np
import pytest

from vision.geometry import edges

TRUE = np.array([[60.3, 40.8], [147.9, 52.1], [132.4, 176.6], [45.2, 163.9]], np.float32)


def photographed(corners: np.ndarray, ground: int = 60, card: int = 230) -> np.ndarray:
    """A plain card on a plain table, edges to a sixteenth of a pixel, a little noise."""
    big = np.full((240 * 4, 200 * 4, 3), ground, np.uint8)
    cv2.fillConvexPoly(
        big, np.round((corners + 0.5) * 4 * 16 - 8).astype(np.int32), (card,) * 3, cv2.LINE_AA, 4
    )
    image = cv2.resize(big, (200, 240), interpolation=cv2.INTER_AREA).astype(np.float32)
    noise = np.random.default_rng(1).normal(0, 2, image.shape)
    return np.asarray(np.clip(image + noise, 0, 255), np.uint8)


def refine(image: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """One card alone."""
    return np.asarray(edges.refine(image, corners[None].astype(np.float32))[0])


def off(corners: np.ndarray, other: np.ndarray) -> float:
    return float(np.linalg.norm(corners - other, axis=1).max())


@pytest.mark.parametrize("seed", range(6))
def test_loose_corners_come_to_within_half_a_pixel(seed: int) -> None:
    loose = (TRUE + np.random.default_rng(seed).uniform(-3, 3, (4, 2))).astype(np.float32)
    refined = refine(photographed(TRUE), loose)
    assert off(refined, TRUE) < 0.5 < off(loose, TRUE)


def test_a_dark_card_on_a_light_table_is_as_good() -> None:
    assert off(refine(photographed(TRUE, 230, 50), TRUE + 2), TRUE) < 0.5


def test_corners_keep_their_order() -> None:
    rolled = np.roll(TRUE, 2, 0) + 1
    assert off(refine(photographed(TRUE), rolled), np.roll(TRUE, 2, 0)) < 0.5


def test_where_nothing_shows_corners_stay() -> None:
    loose = TRUE + 2
    assert np.array_equal(refine(photographed(TRUE, 128, 128), loose), loose)


def test_an_edge_that_is_covered_stays_where_it_was_and_the_others_are_found() -> None:
    image = photographed(TRUE)
    image[100:] = 230  # another card over the lower end, as white as this one
    refined = refine(image, TRUE + 2)
    along = (TRUE[1] - TRUE[0]) / np.linalg.norm(TRUE[1] - TRUE[0])
    assert abs(float((refined[0] - TRUE[0]) @ [-along[1], along[0]])) < 0.5
    assert off(refined[2:], TRUE[2:] + 2) < 2.5


def test_a_card_over_the_picture_s_edge_does_no_harm() -> None:
    shifted = TRUE - np.array([90, 0], np.float32)
    refined = refine(photographed(shifted), shifted + 1)
    assert off(refined, shifted) < 2.5


def test_a_speck_is_left_alone() -> None:
    tiny = (TRUE / 20).astype(np.float32)
    assert np.array_equal(refine(photographed(TRUE), tiny), tiny)


def test_the_cards_of_a_picture_are_done_apart() -> None:
    image = np.hstack([photographed(TRUE), photographed(TRUE)])
    cards = np.stack([TRUE + 2, TRUE / 20, TRUE - 2]).astype(np.float32)
    together = edges.refine(image, cards)
    assert together.shape == (3, 4, 2)
    for card, refined in zip(cards, together, strict=True):
        assert np.array_equal(refine(image, card), refined)


def test_no_cards_are_no_trouble() -> None:
    assert edges.refine(photographed(TRUE), np.zeros((0, 4, 2), np.float32)).shape == (0, 4, 2)
