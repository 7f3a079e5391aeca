"""Real photographs, of decks and tables that the networks never saw: how many cards are found and read, near, far away
and from a low camera.

The thresholds leave room for other computers' rounding; `python -m models.evaluate` prints the figures themselves.
"""

import os
from pathlib import Path

import pytest

from engine.cards import PACK
from models.evaluate import Evaluation
from models.measuring.labels import Picture, pictures
from models.measuring.made import far_away
from models.measuring.outcomes import Tally
from models.measuring.stress import Stock, cell, shrunk
from vision.photograph import Recogniser
from vision.tracking.table import Table

PHOTOGRAPHS = Path(os.environ.get("PORRAZO_PHOTOS", "nowhere"))
SETS = ("desk", "mrpawelas")

pytestmark = pytest.mark.skipif(
    not (PHOTOGRAPHS / "labels.json").is_file(),
    reason="PORRAZO_PHOTOS names no folder of photographs with labels.json",
)


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    return Evaluation(PHOTOGRAPHS, Recogniser.load())


@pytest.fixture(scope="module")
def tally(evaluation: Evaluation) -> Tally:
    photographs = [picture for name in SETS for picture in pictures(PHOTOGRAPHS, name)]
    return Tally.of(evaluation.measure(photographs))


def test_nearly_all_cards_are_found(tally: Tally) -> None:
    assert tally.found >= 0.97 * tally.cards


def test_nearly_all_of_those_are_read(tally: Tally) -> None:
    assert tally.card >= 0.97 * tally.found


def test_cards_40_pixels_wide_are_found_and_read(evaluation: Evaluation) -> None:
    """What only looks like a card from afar once hid half of them."""
    far = far_ones(evaluation, 40)
    tally = Tally.of(evaluation.measure(far))
    assert tally.card >= 0.97 * tally.cards


def test_cards_seen_from_a_low_camera_are_read(evaluation: Evaluation) -> None:
    """At 55 degrees a card looks broader than it is long: half were once read sideways."""
    near = [shrunk(picture) for picture in evaluation.crowded(SETS, 3)]
    tipped = list(cell(Stock(near, [], []), "tilt", 55.0))
    tally = Tally.of(evaluation.measure(tipped))
    assert tally.cards > 15
    assert tally.card >= 0.85 * tally.cards


def test_a_table_of_small_cards_is_followed_too(evaluation: Evaluation) -> None:
    """A frame of which the cards are 32 pixels wide is looked at from nearer than usual."""
    (picture,) = far_ones(evaluation, 32)[:1]
    table = Table(evaluation.recogniser.finder, evaluation.recogniser.reader)
    for number in range(24):
        view = table.look(picture.image(), number / 12, number)
    seen = sorted(str(PACK[int(card.posterior.argmax())]) for card in view.cards if card.steady)
    assert seen == sorted(label.card for label in picture.labels)


def far_ones(evaluation: Evaluation, width: float) -> list[Picture]:
    """Photographs shrunk until their cards are so many pixels wide, each amid a table cut from another."""
    grounds = evaluation.tables(SETS)
    shrunken = [
        far_away(picture, width, grounds[k % len(grounds)])
        for k, picture in enumerate(evaluation.crowded(SETS, 2))
    ]
    return [picture for picture in shrunken if picture is not None]
