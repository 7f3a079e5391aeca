"""Which find belongs to which labelled card, and what is counted of it."""

import math

import numpy as np
import pytest

from engine.cards import Card
from models.measuring import fans
from models.measuring.labels import Label, Picture
from models.measuring.matching import compared, corner_error, joint
from models.measuring.outcomes import Outcome, Tally, calibration, confusions, share, wilson
from models.measuring.stills import counted
from models.measuring.worst import errors, sheet
from vision.detection.detections import Detections, SeenCard

CARD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)


def at(x: float, y: float) -> np.ndarray:
    return np.asarray(CARD + np.array([x, y], np.float32), np.float32)


def seen(card: str | None, x: float, y: float, confidence: float = 0.95) -> SeenCard:
    return SeenCard(Card.parse(card) if card else None, confidence, at(x, y))


def picture(*labels: Label) -> Picture:
    return Picture("a.jpg", labels, made=np.full((400, 600, 3), 60, np.uint8))


def test_finds_are_counted_by_their_place() -> None:
    here = picture(Label("7h", at(10, 10)), Label("8h", at(200, 10)), Label("9h", at(400, 10)))
    outcomes = compared(here, [seen("8h", 12, 11), seen("8h", 201, 10), seen(None, 400, 200)])
    assert [(one.true, one.said) for one in outcomes] == [
        ("7h", "8h"),
        ("8h", "8h"),
        ("9h", None),
        (None, "?"),
    ]
    tally = Tally.of(outcomes)
    assert (tally.cards, tally.found, tally.rank, tally.card, tally.stray) == (3, 2, 1, 1, 1)
    assert confusions(outcomes) == [("7h as 8h", 1)]


def test_of_two_cards_over_one_another_each_is_held_against_its_own_name() -> None:
    """The lower one was placed by its index, a little off: each find then shared more with the other card's place."""
    here = picture(Label("7c", at(10, 10), covered=0.75), Label("8s", at(26, 10)))
    outcomes = compared(here, [seen("8s", 12, 10), seen("7c", 24, 10)])
    assert [(one.true, one.said) for one in outcomes] == [("7c", "7c"), ("8s", "8s")]
    outcomes = compared(here, [seen("8s", 12, 10), seen("Kd", 24, 10)])
    assert [(one.true, one.said) for one in outcomes] == [("7c", "Kd"), ("8s", "8s")]
    apart = picture(Label("7c", at(10, 10)), Label("8s", at(200, 10)))
    outcomes = compared(apart, [seen("8s", 12, 10), seen("7c", 201, 10)])
    assert [(one.true, one.said) for one in outcomes] == [("7c", "8s"), ("8s", "7c")], "another place"


def test_cards_without_a_place_are_matched_as_a_multiset() -> None:
    here = picture(Label("7h"), Label("8h"), Label("7h"))
    outcomes = compared(here, [seen("7h", 0, 0), seen("8c", 100, 0), seen("7h", 200, 0), seen("Kd", 300, 0)])
    assert [(one.true, one.said) for one in outcomes] == [
        ("7h", "7h"),
        ("8h", "8c"),
        ("7h", "7h"),
        (None, "Kd"),
    ]
    assert Tally.of(outcomes).false == 1


def test_a_loose_find_within_a_card_is_no_stray_but_a_card_read_there_is_false() -> None:
    here = picture(Label("7h", at(10, 10)))
    inner = SeenCard(None, 0.5, np.asarray(CARD * 0.4 + 30, np.float32))
    assert len(compared(here, [seen("7h", 10, 10), inner])) == 1
    named = SeenCard(Card.parse("7h"), 0.5, inner.corners)
    assert Tally.of(compared(here, [seen("7h", 10, 10), named])).false == 1


def test_a_back_read_as_a_card_is_false_and_not_a_card_found() -> None:
    tally = Tally.of(compared(picture(Label("back", at(10, 10))), [seen("7h", 10, 10)]))
    assert (tally.cards, tally.found, tally.false, tally.sure_wrong) == (0, 0, 1, 1)


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("way", [1, -1])
def test_corners_may_be_counted_from_any_and_either_way(turns: int, way: int) -> None:
    moved = CARD + np.array([[0, 0], [3, 4], [0, 0], [0, 0]], np.float32)
    assert corner_error(np.roll(moved, turns, 0)[::way], CARD) == pytest.approx(5 / 63)


def test_only_corners_of_free_cards_count() -> None:
    here = picture(Label("7h", at(10, 10)), Label("8h", at(200, 10), None, 0.4))
    tally = Tally.of(compared(here, [seen("7h", 11, 10), seen("8h", 210, 10)]))
    assert (tally.corners, tally.near) == (1, 1)


def test_joint_area() -> None:
    assert joint((0, 0, 10, 10), (5, 0, 15, 10)) == pytest.approx(1 / 3)
    assert joint((0, 0, 10, 10), (10, 0, 20, 10)) == 0


@pytest.mark.parametrize(("part", "whole", "low", "high"), [(0, 100, 0.0, 0.0370), (98, 100, 0.9300, 0.9945)])
def test_intervals_are_wilsons(part: int, whole: int, low: float, high: float) -> None:
    assert wilson(part, whole) == pytest.approx((low, high), abs=5e-5)
    assert share(part, whole).startswith(f"{part:.1f} % (")


def said(confidence: float, right: bool) -> Outcome:
    return Outcome(picture(), "7h", "7h" if right else "8h", confidence)


def test_calibration_is_the_weighted_gap_between_saying_and_being_right() -> None:
    outcomes = [said(0.95, True)] * 9 + [said(0.95, False)] + [said(0.6, True)] * 5 + [said(0.6, False)] * 5
    error, rows = calibration(outcomes)
    assert error == pytest.approx((10 * 0.05 + 10 * 0.1) / 20)
    assert [(low, count) for low, count, _, _ in rows] == [(0.6, 10), (0.9, 10)]
    assert Tally.of(outcomes).sure_wrong == 1


def test_no_readings_have_no_error() -> None:
    assert calibration([]) == (0.0, [])


def test_a_fans_card_is_read_where_its_index_lies() -> None:
    """Three cards fanned to the right, each covered by the next; the first two show a strip of 20 wide."""
    boxes = {name: [(4 + 20 * k, 6, 12 + 20 * k, 27)] for k, name in enumerate(("7h", "8h", "9h"))}
    # The middle one was found a little askew, the last read wrongly, the first not at all.
    outcomes = fans.compared(picture(), boxes, [seen("8h", 22, 2), seen("9c", 40, 0)])
    assert [(one.true, one.said) for one in outcomes] == [("7h", None), ("8h", "8h"), ("9h", "9c")]
    assert 1 - outcomes[0].covered == pytest.approx(20 / (21 / fans.INDEX), abs=0.01)
    assert not math.isnan(outcomes[2].confidence)


def test_the_sheet_shows_the_worst_first_and_holds_every_kind() -> None:
    here = picture(Label("7h", at(10, 10)), Label("8h", at(200, 10)), Label("9h", at(400, 10)))
    finds = [seen("7h", 25, 10), seen("8c", 200, 10, 0.99), seen("Kd", 200, 200, 0.7)]
    ordered = errors(compared(here, finds))
    assert [(one.true, one.said) for one in ordered] == [
        ("8h", "8c"),
        (None, "Kd"),
        ("9h", None),
        ("7h", "7h"),
    ]
    pictured = sheet(ordered)
    assert pictured.dtype == np.uint8
    assert pictured.std() > 10


def test_finds_in_a_still_are_counted_by_how_much_of_a_card_shows() -> None:
    def lying(x: float) -> list[list[float]]:
        return [[x, 100], [x + 63, 100], [x + 63, 188], [x, 188]]

    cards = [
        {"visible": visible, "corners": lying(x)}
        for x, visible in ((0, 1.0), (100, 0.95), (200, 0.6), (300, 0.2), (400, 0.1), (620, 1.0))
    ]
    found = Detections(
        np.array([lying(x) for x in (2, 205, 300, 500, 560)], np.float32),
        np.array([0.9, 0.9, 0.9, 0.85, 0.5], np.float32),
    )
    counts = counted(np.zeros((360, 640, 3), np.uint8), cards, found)
    assert (counts["free found"], counts["free"]) == (1, 2), "the last lies mostly outside"
    assert (counts["half found"], counts["half"]) == (1, 1)
    assert (counts["little found"], counts["little"]) == (1, 1)
    assert (counts["false"], counts["sure"]) == (2, 1)


def test_a_sheet_without_errors_is_blank() -> None:
    assert not sheet([]).any()
