"""A doubtful reading in a picture in which no card is surely read: what stands on its own is named, the rest is not."""

from typing import cast

import numpy as np
import pytest

from engine.cards import Card
from models.measuring.bare import named, table
from vision.detection.detections import SeenCard
from vision.detection.finder import Finder
from vision.photograph import Recogniser
from vision.reading.reader import CLASSES, UNREADABLE, Reader

SEVEN, EIGHT = Card.parse("7h"), Card.parse("8h")
IMAGE = np.full((480, 640, 3), 90, np.uint8)
LARGE = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)
SMALL = np.array([[0, 0], [21, 0], [21, 29], [0, 29]], np.float32)


class Ends:
    """Reads the ends of every card as no index to these probabilities."""

    def __init__(self, *unreadable: float) -> None:
        self.unreadable = unreadable

    def of_cards(self, crops: np.ndarray) -> np.ndarray:
        ends = np.zeros((len(crops), 2, CLASSES), np.float32)
        ends[..., UNREADABLE] = self.unreadable
        ends[..., SEVEN.code] = 1 - ends[..., UNREADABLE]
        return ends


def believed(seen: list[SeenCard], *unreadable: float) -> list[str]:
    """What of ``seen`` is named where both ends are so likely to be no index."""
    reader = Reader(cast(object, None), indices=Ends(*unreadable))  # type: ignore[arg-type]
    return [str(card.card) for card in Recogniser(cast(Finder, None), reader)._believed(IMAGE, seen)]


@pytest.mark.parametrize(
    ("confidence", "ends", "left"),
    [
        (0.85, (0.0, 0.3), "7h"),  # a blurred card
        (0.65, (0.0, 0.3), "None"),  # not likely
        (0.85, (0.1, 0.8), "None"),  # one end shows no index
        (0.95, (0.1, 0.8), "7h"),  # surely read
    ],
)
def test_alone_a_doubtful_reading_must_be_likely_and_both_its_ends_an_index(
    confidence: float, ends: tuple[float, float], left: str
) -> None:
    assert believed([SeenCard(SEVEN, confidence, LARGE)], *ends) == [left]


def test_beside_a_card_surely_read_a_doubtful_one_is_named() -> None:
    seen = [SeenCard(SEVEN, 0.93, LARGE), SeenCard(EIGHT, 0.55, LARGE + 200)]
    assert believed(seen, 0.9, 0.9) == ["7h", "8h"]


def test_of_a_card_too_small_to_show_an_index_the_ends_are_not_asked() -> None:
    assert believed([SeenCard(SEVEN, 0.8, SMALL)], 0.9, 0.9) == ["7h"]


def test_a_card_that_fills_the_picture_was_asked_about_its_rank() -> None:
    whole = np.array([[0, 0], [640, 0], [640, 480], [0, 480]], np.float32)
    assert believed([SeenCard(SEVEN, 0.6, whole)], 0.9, 0.9) == ["7h"]


def test_what_cannot_be_read_stays_as_it_is() -> None:
    seen = [SeenCard(None, 0.97, LARGE), SeenCard(SEVEN, 0.55, LARGE + 200)]
    (back, print_) = Recogniser(cast(Finder, None), Reader(cast(object, None)))._believed(IMAGE, seen)  # type: ignore[arg-type]
    assert back is seen[0]
    assert print_.card is None
    assert print_.confidence == pytest.approx(0.55)


@pytest.mark.parametrize("number", [10009, 10013])
def test_a_domino_and_a_tile_are_no_cards(number: int) -> None:
    """Two of the tables on which the bounds were chosen: 3s 0.53 and As 0.71 before."""
    assert not named(Recogniser.load().recognise(table(number)))
