"""The ways in which acted hands are broken do what they say."""

import random
from dataclasses import replace

import pytest

from engine.cards import Card
from engine.porrazo.events import Play, Recount
from engine.porrazo.position import Position
from engine.porrazo.rules import after
from tests.referee import broken_rules, broken_sight
from tests.referee.acting import acted
from tests.referee.broken_rules import acted_wrongly
from tests.referee.broken_sight import Blind
from tests.referee.marking import paired
from tests.referee.marking_broken import most_a_minute, unmarked, without_seat

LEVEL = "easy-film"


@pytest.mark.parametrize("kind", broken_sight.KINDS)
def test_sight_is_broken_for_a_while_and_whole_again(kind: str) -> None:
    match = acted(0, LEVEL)
    plain = [*match.stage.observations(60.0)]
    alter, lasts = broken_sight.KINDS[kind]
    seen = [*alter(plain, 30.0, random.Random(0))]
    assert [look for look in seen if not isinstance(look, Blind) and look.t < 30.0] == [
        look for look in plain if look.t < 30.0
    ]
    meanwhile = [look for look in seen if not isinstance(look, Blind) and 30.0 <= look.t < 30.0 + lasts]
    assert meanwhile != [look for look in plain if 30.0 <= look.t < 30.0 + lasts]
    last = next(look for look in reversed(seen) if not isinstance(look, Blind))
    read = [(card.best, card.steady) for card in last.observed_cards]
    assert read == [(card.best, card.steady) for card in plain[-1].observed_cards]


@pytest.mark.parametrize("kind", broken_rules.KINDS)
def test_a_broken_rule_leaves_a_record_that_the_rules_take(kind: str) -> None:
    broken = [
        match for seed in range(6) for match, at in [acted_wrongly(seed, LEVEL, kind)] if at is not None
    ]
    assert broken
    for match in broken:
        position = Position.start(match.header)
        for _, event in match.events:
            position = after(position, event).position
        recounts = sum(isinstance(event, Recount) for _, event in match.events)
        assert recounts == (kind in ("too many", "left"))


def test_a_wrong_event_is_excused_by_no_mark_but_its_own() -> None:
    truth = [(float(k), Play(k % 2, Card.parse(card))) for k, card in enumerate(("7h", "9d", "Kc", "2s"))]
    wrong = [event for _, event in truth]
    wrong[1] = replace(wrong[1], card=Card.parse("Td"))
    wrong[2] = replace(wrong[2], card=Card.parse("Qc"), extra={"doubt": True})
    assert unmarked(truth, wrong, without_seat) == (2, 1, 2.0)
    assert unmarked(truth, [event for _, event in truth], without_seat)[:2] == (4, 0)


def test_marks_are_counted_by_the_minute() -> None:
    assert most_a_minute([]) == 0
    assert most_a_minute([1.0, 30.0, 61.5, 62.0]) == 3


def test_what_one_hand_of_many_does_is_no_difference_and_what_all_do_is() -> None:
    total, low, high = paired([20, *([0] * 79)])
    assert (total, low) == (20, 0)
    assert high >= 40
    total, low, high = paired([2] * 40 + [0] * 40)
    assert total == 80
    assert 50 < low < 80 < high < 110
    assert paired([]) == (0, 0, 0)
