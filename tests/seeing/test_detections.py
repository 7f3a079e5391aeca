"""Detections: checked where they are made, selected, joined."""

import numpy as np
import pytest

from vision.detection.detections import Detections


def three() -> Detections:
    corners = np.arange(24, dtype=np.float32).reshape(3, 4, 2)
    return Detections(corners, np.array([0.5, 0.9, 0.7], np.float32))


NONE = np.zeros(2, np.float32)


@pytest.mark.parametrize(
    ("corners", "confidence", "complaint"),
    [
        (np.zeros((2, 4, 3), "f4"), NONE, r"corners: expected shape \(n, 4, 2\), got \(2, 4, 3\)"),
        (np.zeros((2, 4, 2), "f8"), NONE, "corners: expected float32, got float64"),
        (np.zeros((3, 4, 2), "f4"), NONE, r"confidence: expected shape \(3,\), got \(2,\)"),
        (np.full((2, 4, 2), np.nan, "f4"), NONE, "corners: expected numbers, got"),
    ],
)
def test_arrays_of_another_kind_are_refused_with_what_was_expected_and_what_came(
    corners: np.ndarray, confidence: np.ndarray, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        Detections(corners, confidence)


def test_selecting_by_mask_and_by_number_keeps_corners_with_their_confidence() -> None:
    mask = three().select(np.array([True, False, True]))
    numbers = three().select([2, 0])
    assert mask.confidence.tolist() == pytest.approx([0.5, 0.7])
    assert numbers.confidence.tolist() == pytest.approx([0.7, 0.5])
    assert numbers.corners[0, 0].tolist() == [16, 17]


def test_selecting_nothing_gives_no_detections() -> None:
    assert len(three().select([])) == 0
    assert len(Detections.none().select(np.zeros(0, np.bool_))) == 0


def test_a_mask_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match=r"mask: expected shape \(3,\), got \(2,\)"):
        three().select(np.array([True, False]))


def test_iterating_gives_each_card_with_its_confidence() -> None:
    each = list(three())
    assert [d.confidence for d in each] == pytest.approx([0.5, 0.9, 0.7])
    assert each[1].corners.shape == (4, 2)


def test_joining_and_ordering() -> None:
    joined = Detections.joined(three(), Detections.none(), three()).by_confidence()
    assert joined.confidence.tolist() == pytest.approx([0.9, 0.9, 0.7, 0.7, 0.5, 0.5])
    assert len(Detections.joined()) == 0
