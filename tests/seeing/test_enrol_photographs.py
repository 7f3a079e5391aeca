"""A photographed deck that is shown once: covered cards read better, and other decks no worse.

``python -m models.evaluate --parts decks`` prints the figures of every deck; this is the quick part of it.
"""

import os
from pathlib import Path

import pytest

from models.measuring.enrolling import before_and_after, lessons, looks
from models.measuring.outcomes import Tally
from vision.enrolment.lesson import learn
from vision.enrolment.templates import DeckTemplates
from vision.photograph import Recogniser

PHOTOGRAPHS = Path(os.environ.get("PORRAZO_PHOTOS", "nowhere"))

pytestmark = pytest.mark.skipif(
    not (PHOTOGRAPHS / "labels.json").is_file() or not (PHOTOGRAPHS / "crops").is_dir(),
    reason="PORRAZO_PHOTOS names no folder of photographs with labels.json and crops",
)


@pytest.fixture(scope="module")
def tallies() -> dict[str, tuple[Tally, Tally]]:
    """Of cards photographed alone, whole and half covered: what comes out without and with the deck."""
    return compared_by(Recogniser.load())


@pytest.fixture(scope="module")
def by_face_alone() -> dict[str, tuple[Tally, Tally]]:
    """The same where the index reader is not asked: what the deck alone brings."""
    recogniser = Recogniser.load()
    recogniser.reader.indices = None
    return compared_by(recogniser)


def compared_by(recogniser: Recogniser) -> dict[str, tuple[Tally, Tally]]:
    prints = DeckTemplates(learn(recogniser, lessons(PHOTOGRAPHS, quick=True)["crops"]).faces)
    compared = {}
    for name, held in looks(PHOTOGRAPHS, recogniser, quick=True).items():
        before, after = before_and_after(recogniser.reader, [prints], held)
        compared[name] = Tally.of(before), Tally.of(after)
    return compared


def test_whole_cards_are_read_no_worse(tallies: dict[str, tuple[Tally, Tally]]) -> None:
    before, after = tallies["crops"]
    assert after.card >= before.card
    assert after.card >= 0.98 * after.cards


@pytest.mark.parametrize("showing", [35, 50])
def test_nearly_all_half_covered_cards_are_read_and_none_fewer(
    tallies: dict[str, tuple[Tally, Tally]], showing: int
) -> None:
    before, after = tallies[f"crops, {showing} % showing"]
    assert after.card >= before.card
    assert after.card >= 0.97 * after.cards


@pytest.mark.parametrize(("showing", "more"), [(20, 0.3), (25, 0.3), (35, 0.1)])
def test_of_covered_cards_many_more_are_read(
    by_face_alone: dict[str, tuple[Tally, Tally]], showing: int, more: float
) -> None:
    before, after = by_face_alone[f"crops, {showing} % showing"]
    assert after.card >= before.card + more * before.cards


@pytest.mark.parametrize("showing", [20, 25])
def test_most_cards_three_quarters_covered_that_were_not_read_are_read(
    tallies: dict[str, tuple[Tally, Tally]], showing: int
) -> None:
    before, after = tallies[f"crops, {showing} % showing"]
    assert before.card < before.cards
    assert after.cards - after.card <= 0.5 * (before.cards - before.card)


def test_another_deck_is_read_as_well_as_without() -> None:
    recogniser = Recogniser.load()
    taught = learn(recogniser, lessons(PHOTOGRAPHS)["desk"])
    held = looks(PHOTOGRAPHS, recogniser, quick=True)["crops"]
    before, after = before_and_after(recogniser.reader, [DeckTemplates(taught.faces)], held)
    assert Tally.of(after).card >= Tally.of(before).card
    assert Tally.of(after).sure_wrong <= Tally.of(before).sure_wrong
