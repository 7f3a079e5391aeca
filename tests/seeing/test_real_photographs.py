"""Real photographs, of decks and tables that the networks never saw: how many cards are found and read.

The thresholds are first light's; `python -m models.evaluate` prints the figures themselves.
"""

import os
from pathlib import Path

import pytest

from models.evaluate import Evaluation
from models.measuring.labels import pictures
from models.measuring.outcomes import Tally
from vision.photograph import Recogniser

PHOTOGRAPHS = Path(os.environ.get("PORRAZO_PHOTOS", "nowhere"))

pytestmark = pytest.mark.skipif(
    not (PHOTOGRAPHS / "labels.json").is_file(),
    reason="PORRAZO_PHOTOS names no folder of photographs with labels.json",
)


@pytest.fixture(scope="module")
def tally() -> Tally:
    photographs = [picture for name in ("desk", "mrpawelas") for picture in pictures(PHOTOGRAPHS, name)]
    return Tally.of(Evaluation(PHOTOGRAPHS, Recogniser.load()).measure(photographs))


def test_nine_cards_in_ten_are_found(tally: Tally) -> None:
    assert tally.found >= 0.9 * tally.cards


def test_of_those_nine_in_ten_have_the_right_rank(tally: Tally) -> None:
    assert tally.rank >= 0.9 * tally.found
