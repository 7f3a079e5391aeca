"""From how near a table is looked at, and which finds may be its cards."""

import numpy as np
import pytest

from vision.detection.detections import Detections
from vision.detection.letterbox import LONG_SIDE, STRIDE
from vision.tracking.attention import CLOSEST, SMALL, Attention, long_side
from vision.tracking.card_size import certain_cards, of_card_size
from vision.tracking.track import Track

CARD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32) / 63


def finds(*cards: tuple[float, float]) -> Detections:
    """Cards of these widths and confidences, in a row."""
    corners = [CARD * width + np.array([150 * k, 40]) for k, (width, _) in enumerate(cards)]
    return Detections(
        np.array(corners, np.float32).reshape(-1, 4, 2), np.array([sure for _, sure in cards], np.float32)
    )


def known(*widths: float) -> list[Track]:
    """Cards that have long lain there."""
    tracks = [
        Track(k, np.asarray(CARD * width, np.float32), 0.0, last=0.0, hits=9)
        for k, width in enumerate(widths)
    ]
    for track in tracks:
        track.confirmed, track.confidence = True, 0.95
    return tracks


@pytest.mark.parametrize("width", [62, 100, 400])
def test_cards_that_are_large_enough_are_looked_at_as_usual(width: float) -> None:
    assert long_side(certain_cards(finds((width, 0.9), (width, 0.9)), []), LONG_SIDE, 1280) == LONG_SIDE
    assert long_side(certain_cards(finds(), known(width)), LONG_SIDE, 1280) == LONG_SIDE


@pytest.mark.parametrize(("width", "whole"), [(35, 1280), (50, 1280), (50, 1920)])
def test_small_cards_are_looked_at_from_so_near_that_they_are_not_small(width: float, whole: int) -> None:
    side = long_side(certain_cards(finds((width, 0.9), (width, 0.85)), []), LONG_SIDE, whole)
    assert LONG_SIDE < side <= CLOSEST
    assert side % STRIDE == 0
    assert width * side / whole >= SMALL
    assert long_side(certain_cards(finds((width, 0.9)), known(width)), side, whole) == side, (
        "and that stays so"
    )


def test_from_near_it_goes_back_when_the_camera_comes_nearer() -> None:
    assert long_side(certain_cards(finds((90, 0.9)), []), 1280, 1280) == LONG_SIDE


def test_an_empty_table_is_looked_at_both_ways_in_turn() -> None:
    side = long_side(certain_cards(finds(), []), LONG_SIDE, 1280)
    assert side == CLOSEST
    assert long_side(certain_cards(finds(), []), side, 1280) == LONG_SIDE


def test_no_frame_is_enlarged_for_it() -> None:
    assert long_side(certain_cards(finds(), []), LONG_SIDE, 500) == LONG_SIDE
    assert long_side(certain_cards(finds((20, 0.9)), []), LONG_SIDE, 800) == 800


def slanted(degrees: float) -> Detections:
    """Four sure cards, seen by a far camera at so many degrees from straight above."""
    turned = [
        CARD @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) * 60 + (150 * k, 60 * k)
        for k, a in enumerate((0.1, 0.9, 1.7, 2.8))
    ]
    corners = np.array(turned) * (1, np.cos(np.radians(degrees)))
    return Detections(corners.astype(np.float32), np.full(4, 0.9, np.float32))


@pytest.mark.parametrize(("degrees", "stretch"), [(0, 1.0), (30, 1.0), (38, 1.0), (48, 1.3), (58, 1.6)])
def test_a_table_at_a_slant_is_shown_to_the_finder_made_higher(degrees: float, stretch: float) -> None:
    attention, size = Attention(), (1280, 720)
    attention.learn(size, (0, 0, *size), slanted(degrees), [])
    assert attention.stretch == stretch
    attention.learn(size, (0, 0, *size), slanted(0).select([0, 1]), [])
    assert attention.stretch == stretch, "two cards do not tell"


def test_a_picture_made_higher_stays_so_unless_cards_look_much_less_flat() -> None:
    """At the limit a film went to and fro: each time the outlines changed, cards were lost and found as others."""
    size = (1280, 720)
    for degrees, before, stretch in (
        (55, 1.0, 1.6),
        (52, 1.6, 1.6),
        (52, 1.0, 1.3),
        (44, 1.6, 1.3),
        (25, 1.3, 1.0),
    ):
        attention = Attention()
        attention.stretch = before
        attention.learn(size, (0, 0, *size), slanted(degrees), [])
        assert attention.stretch == stretch, (degrees, before)


def test_what_is_known_tells_how_large_a_doubtful_find_may_be() -> None:
    found = finds((20, 0.5), (50, 0.5), (130, 0.5), (130, 0.9))
    assert of_card_size(found, known(50, 52, 49)).confidence.tolist() == pytest.approx([0.5, 0.9])
    assert len(of_card_size(found.select([0, 1, 2]), [])) == 3


def lying_at(row: float, width: float) -> np.ndarray:
    """A card of this width whose middle lies in this row of the picture."""
    return np.asarray((CARD - CARD.mean(0)) * width + np.array([600, row]), np.float32)


def test_on_a_table_seen_at_a_slant_the_nearest_card_may_look_twice_as_large_as_the_farthest() -> None:
    """Of a low tablet's film: the cards far away and at half the way were known, the one in front was left out."""
    tracks = known(1, 1, 1)
    for track, (row, width) in zip(tracks, ((41, 52), (88, 63), (384, 95)), strict=True):
        track.corners = lying_at(row, width)
    near, flower = lying_at(515, 122), lying_at(60, 122)
    found = Detections(np.stack([near, flower]), np.full(2, 0.55, np.float32))
    assert len(of_card_size(found, tracks[:2])) == 0
    kept = of_card_size(found, tracks, slanted=True)
    assert np.array_equal(kept.corners, near[None]), "what is as large far away is no card"


def test_cards_in_one_row_do_not_tell_how_a_slant_makes_them_grow() -> None:
    tracks = known(1, 1)
    for track, (row, width) in zip(tracks, ((80, 60), (88, 66)), strict=True):
        track.corners = lying_at(row, width)
    found = Detections(np.stack([lying_at(600, 300), lying_at(600, 80)]), np.full(2, 0.55, np.float32))
    assert len(of_card_size(found, tracks, slanted=True)) == 1


def test_far_from_all_that_is_known_a_card_may_be_three_times_as_large() -> None:
    """Of a low tablet's film: only the stock at the far edge was known, and every card before it was left out."""
    (stock,) = known(1)
    stock.corners = lying_at(20, 45)
    found = Detections(np.stack([lying_at(500, 140), lying_at(100, 140)]), np.full(2, 0.7, np.float32))
    kept = of_card_size(found, [stock], slanted=True)
    assert np.array_equal(kept.corners, found.corners[:1]), "near it, it may not"
