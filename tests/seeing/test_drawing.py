"""Annotated copies: every card outlined where it lies, the rest of the picture as it was."""

import numpy as np
import pytest

from engine.cards import Card, Suit
from vision.detection.detections import SeenCard
from vision.view.drawing import READ_COLOUR, UNREAD_COLOUR, draw_suit, drawn

CARD = np.array([[100, 100], [163, 100], [163, 188], [100, 188]], np.float32)


def grey() -> np.ndarray:
    return np.full((300, 400, 3), 128, np.uint8)


def test_the_outline_lies_on_the_card_s_edges_and_the_picture_is_left_alone() -> None:
    image = grey()
    copy = drawn(image, [SeenCard(Card.parse("7h"), 0.9, CARD)])
    assert (image == 128).all()
    assert copy[112, 100].tolist() == list(READ_COLOUR)
    assert copy[112, 163].tolist() == list(READ_COLOUR)
    assert (copy[:90] == 128).all()
    assert (copy[:, 175:] == 128).all()


def test_a_card_that_was_not_read_is_drawn_otherwise_and_not_by_colour_alone() -> None:
    copy = drawn(grey(), [SeenCard(None, 0.9, CARD)])
    edge = copy[105:184, 163]
    assert (edge == UNREAD_COLOUR).all(1).any()
    assert not (edge == UNREAD_COLOUR).all(1).all()


@pytest.mark.parametrize("shift", [(-140, -140), (250, 130), (0, 0)])
def test_a_name_is_drawn_inside_the_picture(shift: tuple[int, int]) -> None:
    copy = drawn(grey(), [SeenCard(Card.parse("Th"), 1.0, CARD + np.array(shift, np.float32))])
    assert (copy > 240).all(2).sum() > 150


@pytest.mark.parametrize("size", [(1, 1), (12, 9), (30, 3000)])
def test_pictures_of_odd_sizes_are_drawn_on(size: tuple[int, int]) -> None:
    image = np.zeros((*size, 3), np.uint8)
    assert (
        drawn(image, [SeenCard(Card.parse("Ks"), 0.5, CARD), SeenCard(None, 0.4, CARD - 90)]).shape
        == image.shape
    )


def sign(suit: Suit) -> np.ndarray:
    image = np.full((120, 120, 3), 255, np.uint8)
    draw_suit(image, suit, (60, 60), 100)
    return np.asarray(image.min(2) < 100)


@pytest.mark.parametrize("suit", Suit)
def test_a_suit_s_sign_fills_its_place_and_is_the_same_on_both_sides(suit: Suit) -> None:
    rows, columns = np.nonzero(sign(suit))
    assert np.ptp(rows) == pytest.approx(100, abs=12)
    assert 60 < np.ptp(columns) < 115
    mirrored = sign(suit)[:, ::-1]
    assert (np.roll(mirrored, 1, 1) != sign(suit)).mean() < 0.03


def test_no_two_suits_have_the_same_sign() -> None:
    signs = [sign(suit) for suit in Suit]
    for k, one in enumerate(signs):
        for other in signs[k + 1 :]:
            assert (one != other).mean() > 0.05
