"""The table's plane, from cards seen at a slant: sizes and places in millimetres come out right."""

from typing import Any

import cv2
import numpy as np
import pytest

from vision.geometry.plane import foreshortening, on_table, plane_of, rectangle, upright

VIEW = np.array([[3.1, 0.4, 300], [0.2, 2.2, 200], [0.0002, 0.0011, 1]])
"""A camera at a slant: millimetres on the table to pixels."""


def lying(x: float, y: float, degrees: float, aspect: float = 63 / 88, size: float = 1.0) -> np.ndarray:
    """A card on the table, as the camera sees its corners."""
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    corners = rectangle(aspect) * size @ turn + (x, y)
    return (
        cv2.perspectiveTransform(corners.reshape(-1, 1, 2).astype(np.float64), VIEW)
        .reshape(4, 2)
        .astype(np.float32)
    )


CARDS = np.stack([lying(0, 0, 5), lying(150, 20, 80), lying(40, 160, -30), lying(220, 180, 10)])


def test_distances_on_the_table_are_millimetres() -> None:
    plane = plane_of(CARDS)
    assert plane is not None
    middles = on_table(plane, CARDS).mean(1)
    assert abs(np.linalg.norm(middles[1] - middles[0]) - np.hypot(150, 20)) < 3
    assert abs(np.linalg.norm(middles[3] - middles[0]) - np.hypot(220, 180)) < 5


def test_narrow_cards_are_cards_too() -> None:
    narrow = np.stack([lying(0, 0, 0, 57 / 88), lying(150, 0, 90, 57 / 88), lying(60, 150, 45, 57 / 88)])
    plane = plane_of(narrow)
    assert plane is not None
    heights = np.linalg.norm(on_table(plane, narrow)[:, 3] - on_table(plane, narrow)[:, 0], axis=1)
    assert np.abs(heights - 88).max() < 3


def test_without_cards_there_is_no_plane() -> None:
    assert plane_of(np.zeros((0, 4, 2), np.float32)) is None


def test_planes_found_from_different_cards_agree_once_upright() -> None:
    at = CARDS[0].mean(0)
    places = []
    for shown in (CARDS, CARDS[1:], np.roll(CARDS[[3, 0]], 2, 1)):
        plane = plane_of(shown)
        assert plane is not None
        places.append(on_table(upright(plane, at), CARDS.mean(1)))
    apart = np.linalg.norm(places[0][1:] - places[0][0], axis=1)
    for other in places[1:]:
        assert (np.linalg.norm(other - places[0], axis=1)[1:] < 0.1 * apart).all()
    assert np.abs(places[0][0]).max() < 1e-3, "the first card's middle is the origin"
    assert plane is not None
    right = on_table(upright(plane, at), np.stack([at, at + np.array([50, 0])]).astype(np.float32))
    assert right[1, 0] > 0.0
    assert abs(right[1, 1]) < 5, "to the right in the picture is to the right on the table"


@pytest.mark.parametrize("degrees", [0, 35, 50, 60])
def test_cards_tell_how_flat_they_look_although_a_few_outlines_are_wrong(degrees: float) -> None:
    """Two cards found as one, or a card cut by an arm, once made a table seen at 55 degrees look as if from above."""
    rng = np.random.default_rng(int(degrees))
    turned = []
    for angle in rng.uniform(0, np.pi, 9):
        c, s = np.cos(angle), np.sin(angle)
        turned.append(
            rectangle(0.7) @ np.array([[c, s], [-s, c]], np.float32) * (1, np.cos(np.radians(degrees)))
        )
    wrong = [card * (1.6, 1.0) for card in turned[:3]]
    cards = np.array([*wrong, *turned[3:]], np.float32) + rng.normal(0, 0.7, (9, 4, 2)).astype(np.float32)
    assert foreshortening(cards) == pytest.approx(1 / np.cos(np.radians(degrees)), abs=0.15)


def test_the_same_cards_are_fitted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    fits: list[int] = []
    fit = cv2.findHomography

    def counted(*given: Any) -> Any:
        fits.append(1)
        return fit(*given)

    monkeypatch.setattr(cv2, "findHomography", counted)
    cards = CARDS + np.float32(7.25)
    first = plane_of(cards)
    asked = len(fits)
    assert first is not None
    again = plane_of(cards.copy())
    assert asked == len(fits) > 0
    np.testing.assert_array_equal(first, again)
    first[:] = 0
    np.testing.assert_array_equal(plane_of(cards), again, "nobody's plane is another's")
    plane_of(cards + np.float32(0.25))
    assert len(fits) == 2 * asked, "cards that have moved are"
