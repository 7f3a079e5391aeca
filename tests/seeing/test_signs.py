"""An index is a rank over a suit: a letter on a cloth, which stands alone, is none."""

from typing import cast

import cv2
import numpy as np
import pytest

from models.measuring.bare import named, table
from vision.detection.finder import Finder
from vision.photograph import SURE_INDEX, Recogniser
from vision.reading.indices import INDEX_HEIGHT, INDEX_WIDTH, Index, shows_two
from vision.reading.reader import CLASSES, Reader

WHITE, BLACK, RED = (245, 245, 245), (20, 20, 20), (40, 40, 200)
PATCH = np.array([[100, 100], [120, 100], [120, 130], [100, 130]], np.float32)


def corner(
    rank: str, *, suit: bool = True, paper: tuple[int, ...] = WHITE, ink: tuple[int, ...] = RED
) -> np.ndarray:
    """A flattened index: a letter, and a dot for the suit beneath it."""
    picture = np.full((INDEX_HEIGHT, INDEX_WIDTH, 3), paper, np.uint8)
    cv2.putText(picture, rank, (10, 42), cv2.FONT_HERSHEY_SIMPLEX, 1.1, ink, 3)
    if suit:
        cv2.circle(picture, (22, 60), 9, ink, -1)
    return picture


@pytest.mark.parametrize("rank", ["A", "10", "7", "I", "K"])
@pytest.mark.parametrize(("paper", "ink"), [(WHITE, RED), (BLACK, WHITE), ((190, 220, 235), BLACK)])
def test_a_rank_over_a_suit_are_two_signs_on_any_paper(
    rank: str, paper: tuple[int, ...], ink: tuple[int, ...]
) -> None:
    assert shows_two(corner(rank, paper=paper, ink=ink))


@pytest.mark.parametrize("rank", ["A", "10", "9", "S"])
@pytest.mark.parametrize(("paper", "ink"), [(WHITE, RED), (BLACK, WHITE)])
def test_a_letter_alone_is_one_sign(rank: str, paper: tuple[int, ...], ink: tuple[int, ...]) -> None:
    assert not shows_two(corner(rank, suit=False, paper=paper, ink=ink))


def test_blurred_signs_that_run_into_each_other_are_two() -> None:
    assert shows_two(np.asarray(cv2.GaussianBlur(corner("5"), (0, 0), 2.5), np.uint8))


def test_a_plain_patch_shows_none() -> None:
    assert not shows_two(np.full((INDEX_HEIGHT, INDEX_WIDTH, 3), 128, np.uint8))


@pytest.mark.parametrize(
    ("probability", "left"), [(SURE_INDEX - 0.02, 0), (SURE_INDEX + 0.01, 1)], ids=["doubtful", "sure"]
)
def test_an_index_read_in_doubt_must_show_both(probability: float, left: int) -> None:
    class Found:
        """Finds one index on a blank picture."""

        def look(self, image: np.ndarray, *long_sides: int, known: object = ()) -> list[Index]:
            posterior = np.zeros(CLASSES, np.float32)
            posterior[7] = probability
            return [Index(PATCH, posterior, 0.9)]

    blank = np.full((480, 640, 3), 200, np.uint8)
    recogniser = Recogniser(cast(Finder, None), cast(Reader, None), Found())
    assert len(recogniser._indices_within(blank, (0, 0, 640, 480), (1.0,), [])) == left


@pytest.mark.parametrize("number", [60043, 60135])
def test_figures_on_a_cloth_are_no_cards(number: int) -> None:
    """Two of the cloths that it was made for: 8s 0.84 and 8s 0.90 before."""
    assert not named(Recogniser.load().recognise(table(number, others=True)))
