"""Cards that others cover: from what shows of them, or from two taken for one, to outlines of whole cards."""

import cv2
import numpy as np
import pytest

from vision.geometry.pinhole import Pinhole
from vision.occlusion.covered import larger_than_cards, whole_cards

CARD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)
NEAR = 2.5
AT = np.array([300, 200])


def placed(outline: np.ndarray, x: float, y: float, degrees: float = 0) -> np.ndarray:
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.asarray((outline - outline.mean(0)) @ turn + (x, y), np.float32)


def cut(left: float, top: float, right: float, bottom: float) -> np.ndarray:
    """A part of the card, mm."""
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def slanted(points: np.ndarray) -> np.ndarray:
    """As a camera sees it that looks down at a slant."""
    matrix = np.array([[1.6, 0.2, 60], [0.05, 1.3, 80], [0.0002, 0.0009, 1]])
    flat = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), matrix)
    return np.asarray(flat.reshape(points.shape), np.float32)


WHOLE = np.stack(
    [slanted(placed(CARD, x, y, turn)) for x, y, turn in ((60, 60, 5), (260, 80, 80), (150, 250, -30))]
)


def holds(outlines: np.ndarray, card: np.ndarray) -> bool:
    """Whether one of the outlines is this card, either end first."""
    return any(np.abs(np.roll(o, k, 0) - card).max() < NEAR for o in outlines for k in range(4))


@pytest.mark.parametrize("degrees", [0, 33, 90])
@pytest.mark.parametrize("seen", [(0, 0, 63, 40), (0, 55, 63, 88), (0, 0, 24, 88), (20, 0, 63, 88)])
def test_a_part_of_a_card_leads_to_the_card(seen: tuple[float, ...], degrees: float) -> None:
    part = np.concatenate([CARD, cut(*seen)])  # turned together about the middle of the card
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    both = slanted(np.asarray((part - CARD.mean(0)) @ turn + (320, 260), np.float32))
    (outlines,) = whole_cards(both[None, 4:], WHOLE)
    assert holds(outlines, both[:4])


@pytest.mark.parametrize("step", [(50, 0), (0, 70)])
def test_two_cards_taken_for_one_lead_to_both(step: tuple[float, float]) -> None:
    together = cut(0, 0, 63 + step[0], 88 + step[1])
    first, second = slanted(CARD + AT), slanted(CARD + step + AT)
    (outlines,) = whole_cards(slanted(together + AT)[None], WHOLE)
    assert holds(outlines, first)
    assert holds(outlines, second)


def test_a_find_of_a_cards_size_is_left_alone() -> None:
    (outlines,) = whole_cards(slanted(placed(CARD * 1.03, 330, 250, 20))[None], WHOLE)
    assert len(outlines) == 0


def test_what_is_neither_as_long_nor_as_broad_as_a_card_is_no_part_of_one() -> None:
    book, coin = slanted(placed(CARD * 2.3, 330, 300)), slanted(placed(CARD * 0.3, 330, 300))
    assert [len(outlines) for outlines in whole_cards(np.stack([book, coin]), WHOLE)] == [0, 0]


def test_without_a_whole_card_nothing_is_known() -> None:
    (outlines,) = whole_cards(WHOLE[:1], np.zeros((0, 4, 2), np.float32))
    assert len(outlines) == 0


def test_what_is_larger_than_a_card_is_told_from_what_is_not() -> None:
    card, coin = slanted(placed(CARD * 1.03, 330, 250, 20)), slanted(placed(CARD * 0.3, 330, 300))
    two = slanted(cut(0, 0, 113, 88) + AT)
    finds = np.stack([card, two, coin])
    assert larger_than_cards(finds, WHOLE).tolist() == [False, True, False]
    assert larger_than_cards(finds, np.zeros((0, 4, 2), np.float32)).tolist() == [False, False, False]
    assert len(larger_than_cards(finds[:0], WHOLE)) == 0


def test_a_table_s_plane_tells_better_than_three_cards_how_large_a_card_is() -> None:
    """Three outlines a few pixels off made a whole card between them three fifths of one, and a strip, for four
    seconds of the bundled clip.
    """
    three = np.array(
        [
            [[211, 498], [325, 512], [302, 679], [181, 663]],
            [[688, 59], [798, 53], [809, 208], [693, 213]],
            [[907, 559], [1011, 525], [1063, 677], [955, 713]],
        ],
        np.float32,
    )
    whole = np.array([[[702, 455], [816, 441], [852, 607], [731, 623]]], np.float32)
    assert len(whole_cards(whole, three)[0]), "by themselves"
    assert not len(whole_cards(whole, three, Pinhole().plane(three, (1280, 720)))[0])
