"""What is like a card and shows no index is none: cloths, notes, plants, that the reader is not sure of."""

import numpy as np
import pytest

from engine.cards import PACK, Card
from tests.seeing.test_photograph import CARD, Finds, Reads, picture
from vision.detection.finder import Finder
from vision.photograph import Recogniser
from vision.reading.reader import CLASSES, UNREADABLE, Reader

SEVEN = PACK.index(Card.parse("7h"))


class Ends:
    """Says of both ends how likely they show a seven of hearts, and how likely nothing that can be read."""

    def __init__(self, seven: float, unreadable: tuple[float, float]) -> None:
        self.seven, self.unreadable = seven, unreadable

    def of_cards(self, crops: np.ndarray) -> np.ndarray:
        says = np.zeros((len(crops), 2, CLASSES), np.float32)
        says[:, :, SEVEN] = self.seven
        says[:, :, UNREADABLE] = self.unreadable
        says[:, :, 0] = np.maximum(1 - says.sum(2), 0)
        return says


def named(sure: float, ends: Ends | None, width: float = 126.0) -> bool:
    """Whether a reading of a card so wide stays, the reader so sure of it."""
    posteriors = np.full((1, CLASSES), (1 - sure) / (CLASSES - 1), np.float32)
    posteriors[0, SEVEN] = sure
    corners = np.asarray(CARD * width / 63 + 20, np.float32)[None]
    (held,) = Reader(Reads(), 1.0, ends).supported(np.zeros((300, 300, 3), np.uint8), corners, posteriors)
    return bool(held.argmax() == SEVEN)


@pytest.mark.parametrize(
    ("sure", "seven", "unreadable", "stays"),
    [
        (0.7, 0.1, (0.5, 0.6), False),
        (0.7, 0.1, (0.6, 0.15), False),
        (0.7, 0.1, (0.6, 0.0), True),
        (0.7, 0.6, (0.4, 0.4), True),
        (0.95, 0.1, (0.5, 0.6), True),
    ],
    ids=["no index", "hardly one", "blurred", "an index", "surely read"],
)
def test_an_unsure_reading_needs_an_index(
    sure: float, seven: float, unreadable: tuple[float, float], stays: bool
) -> None:
    assert named(sure, Ends(seven, unreadable)) == stays


@pytest.mark.parametrize(
    ("seven", "unreadable", "stays"),
    [(0.6, (0.4, 0.4), True), (0.3, (0.0, 0.02), True), (0.3, (0.0, 0.3), False), (0.2, (0.0, 0.0), False)],
    ids=["one end says so", "both together", "one end is none", "both say another"],
)
def test_on_a_print_an_index_or_both_together_must_bear_a_reading_out(
    seven: float, unreadable: tuple[float, float], stays: bool
) -> None:
    """A drawn jack whose indices looked like a three's as well was a back for a whole hand."""
    posteriors = np.eye(CLASSES, dtype=np.float32)[[SEVEN]]
    corners = np.asarray(CARD * 2 + 20, np.float32)[None]
    reader = Reader(Reads(), 1.0, Ends(seven, unreadable))
    held, shown = reader.borne_out(np.zeros((300, 300, 3), np.uint8), corners, posteriors)
    assert shown.tolist() == [stays]
    assert bool(held[0].argmax() == SEVEN) is stays


def test_where_no_index_could_be_told_none_is_asked_for() -> None:
    assert named(0.7, Ends(0.1, (0.5, 0.6)), width=25)
    assert named(0.7, None)


def test_what_is_no_card_is_seen_and_not_named() -> None:
    image = picture(640, 480, (100, 100, 90, 255))
    reader = Reader(Reads(0.8), 1.0, Ends(0.02, (0.9, 0.9)))
    (seen,) = Recogniser(Finder(Finds(0.9)), reader).recognise(image)
    assert seen.card is None
