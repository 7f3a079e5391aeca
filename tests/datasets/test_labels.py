"""What the finder is taught: corners in one fixed order, clockwise, with what lies outside the picture marked."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.decks import CARDS, Deck
from datasets.render import MIN_VISIBLE, canonical, obb_line, pose_line, wanted
from datasets.scenes import CARD_MM, Scene, SeenCard, lay_card, placed, project, scene

WIDTH, HEIGHT = 320, 240
NO_SHADOW = (0.0, 0.0)
Corners = NDArray[np.float32]


def card_at(x: float, y: float, degrees: float) -> Corners:
    """The corners of a card of 63 x 88 pixels, from its own top left."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
    return project(placed(x, y, degrees, 63, 88, (1, 1)), square)


def clockwise(corners: Corners) -> bool:
    """Whether corners (4, 2) go round as the hands of a clock do, in a picture whose y points down."""
    x, y = corners.T.astype(np.float64)
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) > 0


def table() -> Scene:
    """An empty table of two pixels a millimetre, its middle in the picture's."""
    plane = np.array([[1.0, 0, WIDTH / 2], [0, 1.0, HEIGHT / 2], [0, 0, 1]])
    return Scene(np.full((HEIGHT, WIDTH, 3), 90, np.uint8), plane, np.zeros((HEIGHT, WIDTH), np.int32))


def put(where: Scene, deck: Deck, card: str, x: float, y: float) -> None:
    """Lay a card of the deck, unturned, its middle at x, y mm."""
    face = np.array(deck.faces[CARDS.index(card)])
    lay_card(where, np.random.default_rng(1), card, face, x, y, 0.0, NO_SHADOW)


def fields(line: str) -> list[float]:
    """The numbers of a label."""
    return [float(field) for field in line.split()]


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_a_card_has_the_same_label_from_both_ends(degrees: int) -> None:
    corners = card_at(160, 120, degrees)
    turned = np.roll(corners, 2, 0)
    assert np.allclose(canonical(corners), canonical(turned), atol=1e-3)
    assert pose_line(corners, WIDTH, HEIGHT) == pose_line(turned, WIDTH, HEIGHT)


@pytest.mark.parametrize("degrees", range(5, 360, 15))
def test_the_end_nearer_the_top_of_the_picture_comes_first(degrees: int) -> None:
    corners = card_at(160, 120, degrees)
    ordered = canonical(corners)
    assert ordered[:2, 1].mean() <= ordered[2:, 1].mean()
    assert clockwise(ordered)
    start = int(np.abs(corners - ordered[0]).sum(1).argmin())
    assert np.array_equal(np.roll(corners, -start, 0), ordered)


def test_a_card_inside_has_its_box_and_four_visible_corners() -> None:
    line = fields(pose_line(card_at(160, 120, 0), WIDTH, HEIGHT))
    assert len(line) == 1 + 4 + 4 * 3
    assert line[:5] == pytest.approx([0, 0.5, 0.5, 63 / WIDTH, 88 / HEIGHT], abs=1e-4)
    left, right, top, bottom = 128.5 / WIDTH, 191.5 / WIDTH, 76 / HEIGHT, 164 / HEIGHT
    assert line[5:] == pytest.approx(
        [left, top, 2, right, top, 2, right, bottom, 2, left, bottom, 2], abs=1e-4
    )


def test_corners_outside_the_picture_are_marked_and_the_box_ends_at_its_edge() -> None:
    line = fields(pose_line(card_at(10, 120, 0), WIDTH, HEIGHT))
    assert line[7::3] == [0, 2, 2, 0], "the two left corners lie outside"
    assert line[1] - line[3] / 2 == pytest.approx(0, abs=1e-4)
    assert all(0 <= value <= 1 for value in line[1:5])


def test_an_oriented_box_is_cut_at_the_edge() -> None:
    line = fields(obb_line(card_at(10, 235, 30), WIDTH, HEIGHT))
    assert len(line) == 1 + 4 * 2
    assert min(line[1:]) == 0
    assert max(line[1:]) == 1


def test_a_card_that_is_covered_entirely_is_not_asked_for(to_train_on: list[Deck]) -> None:
    laid = table()
    put(laid, to_train_on[0], "7h", 0, 0)
    put(laid, to_train_on[0], "Kd", 0, 0)
    under, over = laid.truth()
    assert (under.card, over.card) == ("7h", "Kd")
    assert under.visible < MIN_VISIBLE
    assert not wanted(under, WIDTH, HEIGHT)
    assert over.visible > 0.95
    assert wanted(over, WIDTH, HEIGHT)


def test_what_shows_of_a_card_is_the_part_that_nothing_covers(to_train_on: list[Deck]) -> None:
    laid = table()
    put(laid, to_train_on[0], "7h", 0, 0)
    put(laid, to_train_on[0], "Kd", 0, CARD_MM / 2)
    under, _ = laid.truth()
    assert under.visible == pytest.approx(0.5, abs=0.05)
    assert wanted(under, WIDTH, HEIGHT)


def test_a_card_that_leaves_the_picture_is_not_asked_for(to_train_on: list[Deck]) -> None:
    laid = table()
    put(laid, to_train_on[0], "7h", WIDTH / 2 + 29, 0)  # three millimetres of it stay inside
    put(laid, to_train_on[0], "8h", 0, HEIGHT)
    sliver, gone = laid.truth()
    assert not wanted(sliver, WIDTH, HEIGHT)
    assert gone.visible == 0
    assert not wanted(gone, WIDTH, HEIGHT)


@pytest.mark.parametrize("seed", range(4))
def test_the_truth_of_a_whole_scene(to_train_on: list[Deck], seed: int) -> None:
    picture, cards = scene(np.random.default_rng([7, seed]), to_train_on)
    height, width = picture.shape[:2]
    assert picture.dtype == np.uint8
    for card in cards:
        assert card.card in CARDS or card.card == "back"
        assert 0 <= card.visible <= 1
        assert clockwise(card.corners), "seen from above, no card shows its far side"
        if wanted(card, width, height):
            line = fields(pose_line(card.corners, width, height))
            assert all(0 <= value <= 1 for value in line[1:5])
            assert set(line[7::3]) <= {0, 2}
    faces = [card.card for card in cards if card.card != "back"]
    assert len(set(faces)) == len(faces), "one deck holds each card once"


def test_the_truth_says_where_the_card_is_drawn(to_train_on: list[Deck]) -> None:
    laid = table()
    put(laid, to_train_on[0], "As", 20, -10)
    (seen,) = laid.truth()
    assert isinstance(seen, SeenCard)
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.fillConvexPoly(mask, np.round(seen.corners).astype(np.int32), 1)
    white = (laid.picture.min(2) > 180).astype(np.uint8)
    assert (white & ~mask & 1).sum() < 0.01 * mask.sum(), "nothing of the card lies outside its outline"
    assert (white & mask).sum() > 0.8 * mask.sum(), "and it fills it"
