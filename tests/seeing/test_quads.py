"""The geometry of outlines: order, soundness, overlap."""

import itertools

import numpy as np
import pytest

from vision.geometry import quads

UPRIGHT = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)


def turned(corners: np.ndarray, degrees: float) -> np.ndarray:
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.asarray(corners @ turn, np.float32)


def test_clockwise_as_seen_has_a_positive_area() -> None:
    areas = quads.signed_areas(np.stack([UPRIGHT, UPRIGHT[::-1]]))
    assert areas.tolist() == [63 * 88, -63 * 88]


@pytest.mark.parametrize("degrees", [0, 37, 90, 200])
def test_corners_in_order_are_left_alone(degrees: float) -> None:
    card = turned(UPRIGHT, degrees)[None]
    assert np.array_equal(quads.in_order(card), card)


def test_anticlockwise_corners_are_turned_round_and_the_first_edge_stays_the_first() -> None:
    ordered = quads.in_order(UPRIGHT[[1, 0, 3, 2]][None])[0]
    assert np.array_equal(ordered, UPRIGHT)


def test_a_foreshortened_card_keeps_its_short_edge_though_it_looks_the_longer() -> None:
    squat = UPRIGHT * np.array([1, 0.5], np.float32)
    assert np.array_equal(quads.in_order(squat[None])[0], squat)


@pytest.mark.parametrize("order", [p for p in itertools.permutations(range(4)) if abs(p[0] - p[1]) == 2])
def test_a_crossed_outline_is_uncrossed_with_a_short_edge_first(order: tuple[int, ...]) -> None:
    ordered = quads.in_order(UPRIGHT[list(order)][None])
    width, height = quads.widths_and_heights(ordered)
    assert quads.signed_areas(ordered)[0] == 63 * 88
    assert (width[0], height[0]) == (63, 88)


def test_dents_slivers_and_specks_are_not_sound() -> None:
    dent = np.array([[0, 0], [60, 0], [10, 10], [0, 90]], np.float32)
    sliver = np.array([[0, 0], [60, 0], [90, 5], [30, 5]], np.float32)
    cards = np.stack([UPRIGHT, dent, sliver, UPRIGHT / 40, UPRIGHT[::-1]]).astype(np.float32)
    assert quads.sound(cards, least_edge=4, least_sine=0.25).tolist() == [True, False, False, False, False]


@pytest.mark.parametrize(("x", "y"), [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1)])
def test_outlines_that_lie_beside_each_other_share_nothing_and_nearer_ones_do(x: int, y: int) -> None:
    for share, meets in ((1.02, False), (0.98, True)):
        beside = UPRIGHT + np.array([63 * x * share, 88 * y * share], np.float32)
        assert (quads.overlap(UPRIGHT, beside)[0] > 0) == meets


def test_overlap_of_half_a_card() -> None:
    common, of_smaller = quads.overlap(UPRIGHT, UPRIGHT + np.array([31.5, 0], np.float32))
    assert common == pytest.approx(1 / 3, abs=0.01)
    assert of_smaller == pytest.approx(0.5, abs=0.01)
    assert quads.overlap(UPRIGHT, UPRIGHT + 200) == (0, 0)


@pytest.mark.parametrize(
    ("degrees", "same"), [(0, True), (180, True), (15, True), (165, True), (40, False), (90, False)]
)
def test_which_way_cards_point(degrees: float, same: bool) -> None:
    assert quads.same_way(UPRIGHT, turned(UPRIGHT, degrees), within_degrees=20) is same
