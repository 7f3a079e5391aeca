"""Real photographs, of decks and tables that the networks never saw: how many cards are found and read.

The thresholds are first light's; `python -m models.evaluate` prints the figures themselves.
"""

import os
from pathlib import Path

import pytest

from models.evaluate import Count, measure
from vision.photograph import Recogniser

PHOTOGRAPHS = Path(os.environ.get("PORRAZO_PHOTOS", "nowhere"))

pytestmark = pytest.mark.skipif(
    not (PHOTOGRAPHS / "labels.json").is_file(),
    reason="PORRAZO_PHOTOS names no folder of photographs with labels.json",
)


@pytest.fixture(scope="module")
def counts() -> dict[str, Count]:
    return measure(PHOTOGRAPHS, Recogniser.load(), ["desk", "mrpawelas"])[0]


def test_nine_cards_in_ten_are_found(counts: dict[str, Count]) -> None:
    assert sum(c.found for c in counts.values()) >= 0.9 * sum(c.cards for c in counts.values())


def test_of_those_nine_in_ten_have_the_right_rank(counts: dict[str, Count]) -> None:
    assert sum(c.rank for c in counts.values()) >= 0.9 * sum(c.found for c in counts.values())
