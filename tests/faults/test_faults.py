"""Cameras that fail in the middle of a hand, the short form: ``tests/faults/faults.py`` says what the long one is."""

import random
from dataclasses import replace

import numpy as np
import pytest

from tests.faults import faults, film_faults
from tests.faults.camera_faults import KINDS, Fault, faulty
from tests.faults.hands import Hand, acted_hands, beginning, recorded_hands
from vision.cameras.camera import Frame
from vision.tracking.table import TableView
from vision.view.view_lost import Loss


@pytest.fixture(scope="module")
def hand() -> Hand:
    """The first minute of a hand that its referee understands."""
    (whole,) = (each for each in recorded_hands() if each.name == "normal-1211")
    return beginning(whole, 60.0)


def test_no_score_is_silently_wrong(hand: Hand) -> None:
    results = faults.tried(hand, 10, seed=1)
    assert results.silent == []
    assert results.outcomes.total() == 10
    assert results.outcomes["exact"] >= 5


def test_no_score_is_silently_wrong_at_an_acted_table() -> None:
    (whole,) = acted_hands([2], "easy")
    results = faults.tried(beginning(whole, 60.0), 6, seed=1)
    assert results.silent == []
    assert results.outcomes.total() == 6


def test_without_a_fault_the_match_is_exact_at_most_moments(hand: Hand) -> None:
    moments = faults.ends(hand)
    assert len(moments) > 10
    assert moments[-1][1] != moments[0][1], "points were made"


def test_a_seed_makes_the_same_faults_again(hand: Hand) -> None:
    moments = [(t, (0, 0)) for t in range(20, 60, 3)]
    runs = faults.plans(hand, moments, 8, 5)
    assert runs == faults.plans(hand, moments, 8, 5) != faults.plans(hand, moments, 8, 60)
    assert len(runs) == 8
    for run in runs:
        assert run.end >= run.faults[-1].at + run.faults[-1].lasts + faults.SETTLES


def shown(hand: Hand, kind: str, lasts: float) -> list[TableView]:
    return list(faulty(hand.views, [Fault(kind, 20.0, lasts)], random.Random(3)))


def facts(view: TableView) -> tuple[float, Loss | None, int]:
    return view.t, view.lost, len(view.cards)


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_changes_what_is_seen_while_it_lasts_and_no_longer(hand: Hand, kind: str) -> None:
    changed = [facts(view) for view in shown(hand, kind, 4.0)]
    before = [facts(view) for view in hand.views]
    assert [each[0] for each in changed if not 20.0 <= each[0] < 24.0] == [
        each[0] for each in before if not 20.0 <= each[0] < 24.0
    ]
    assert [each for each in changed if 20.0 <= each[0] < 24.0] != [
        each for each in before if 20.0 <= each[0] < 24.0
    ]


def test_a_frozen_picture_is_known_as_one_after_a_while(hand: Hand) -> None:
    lost = [(view.t, view.lost) for view in shown(hand, "frozen", 4.0) if 20.0 <= view.t < 24.0]
    assert {loss for t, loss in lost if t < 21.0} == {None}
    assert {loss for t, loss in lost if t > 22.0} == {Loss.FROZEN}


def test_what_was_laid_while_nothing_was_seen_begins_afterwards(hand: Hand) -> None:
    first = next(view for view in hand.views if any(19.5 < card.since < 24.0 for card in view.cards))
    since = next(card.since for card in first.cards if 19.5 < card.since < 24.0)
    begun = Fault("away", since - 1.0, 3.0)
    views = list(faulty(hand.views, [begun], random.Random(3)))
    assert not [view for view in views if since - 1.0 <= view.t < since + 2.0]
    later = next(view for view in views if view.t > since + 2.0)
    assert all(not since - 1.0 < card.since < since + 1.9 for card in later.cards)


def test_a_wrong_score_is_silent_only_if_nothing_was_said() -> None:
    run = faults.Run("x", 1, (Fault("blank", 1.0, 1.0),), 9.0)
    results = faults.Results()
    wrong = faults.Answer((1, 0))
    for said in (faults.Answer((2, 0)), replace(wrong, doubt=True), replace(wrong, lost=True), wrong):
        results.count(run, said, (2, 0))
    assert dict(results.outcomes) == {"exact": 1, "doubt": 1, "said": 1, "silent": 1}
    assert results.silent == ["x seed 1: blank 1.0+1.0, end 9.0: [1, 0] not [2, 0]"]


@pytest.mark.parametrize("kind", film_faults.KINDS)
def test_a_fault_changes_a_films_pictures_while_it_lasts_and_no_longer(kind: str) -> None:
    pictures = [np.full((48, 64, 3), 5 * number, np.uint8) for number in range(40)]
    source = [Frame(image, number / 10, number) for number, image in enumerate(pictures)]
    changed = list(film_faults.faulty(iter(source), [Fault(kind, 1.0, 2.0)], 3))
    outside = [frame for frame in changed if not 1.0 <= frame.t < 3.0]
    assert [int(frame.image[0, 0, 0]) for frame in outside] == [5 * n for n in (*range(10), *range(30, 40))]
    during = [frame.image for frame in changed if 1.0 <= frame.t < 3.0]
    assert len(during) != 20 or any(
        image.shape != before.shape or (image != before).any()
        for image, before in zip(during, pictures[10:30], strict=True)
    )


def test_the_films_faults_are_over_in_time_and_a_seeds_are_the_same() -> None:
    plans = [film_faults.planned(seed) for seed in range(50)]
    assert plans == [film_faults.planned(seed) for seed in range(50)]
    assert {fault.kind for plan in plans for fault in plan} == set(film_faults.KINDS)
    assert max(fault.at + fault.lasts for plan in plans for fault in plan) <= film_faults.LAST_S
