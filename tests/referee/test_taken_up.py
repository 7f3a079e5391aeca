"""The referee of tricks where cards are taken off the table, or laid with what lies there: acted beginnings of hands.

How well it does over whole hands is measured by ``python -m tests.benchmarks.bench_hands``.
"""

import pytest

from companion.referee.tricks import TrickReferee
from engine.events import Event
from tests.referee.acted_hands import acted_hand
from tests.referee.acted_table import ActedHand
from tests.referee.habits import LEVELS, Habits
from tests.referee.marking_hands import Tapping, told

SPOIL = 5
"""The place of the first spoil among a hand's events: after the colour card and four cards laid."""


def watched(hand: ActedHand, until: float) -> Tapping:
    """People who tap what is due, and the referee, after so many seconds."""
    people = Tapping(hand, TrickReferee(hand.header))
    for look in hand.stage.observations(until):
        people.look(look)
    return people


def begins_as(hand: ActedHand, written: list[Event], least: int) -> bool:
    """Whether so many events at least were written, and all as they were."""
    due = [*hand.events[: len(written)]]
    same = [what for what, _ in told(hand.header, written)] == [what for what, _ in told(hand.header, due)]
    return same and len(written) >= least


def test_the_spoil_is_the_card_that_is_gone_first() -> None:
    hand = acted_hand("stubs_and_spoils", 1, "none")
    assert begins_as(hand, watched(hand, 36.0).record, 11)


def test_a_spoil_swept_up_with_the_rest_is_asked_about_until_it_is_played_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(LEVELS, "swept", Habits(at_once=1.0))
    hand = acted_hand("stubs_and_spoils", 1, "swept")
    spoil, again = hand.events[SPOIL], hand.events[SPOIL + 1]
    assert spoil.to_json()["card"] == again.to_json()["card"]
    people = Tapping(hand, TrickReferee(hand.header))
    asked = False
    for look in hand.stage.observations(40.0):
        people.look(look)
        if len(people.record) == SPOIL + 1:
            asked = asked or bool(people.record[SPOIL].extra.get("doubt"))
        if len(people.record) > SPOIL + 2:
            break
    assert asked
    assert told(hand.header, people.record[: SPOIL + 2]) == told(hand.header, [*hand.events[: SPOIL + 2]])


def test_the_auction_is_tapped_and_the_play_is_seen() -> None:
    hand = acted_hand("royal_porcio", 0, "none")
    people = watched(hand, 50.0)
    assert people.by_hand == 0
    assert begins_as(hand, people.record, 9)


def test_melds_are_written_as_they_lie_and_a_pass_with_what_comes_after_it() -> None:
    hand = acted_hand("conquian", 0, "none")
    written = watched(hand, 20.0).record
    assert [event.do for event in hand.events[:6]] == ["turn", "take", "discard", "turn", "pass", "turn"]
    assert begins_as(hand, written, 6)


def test_the_take_that_wins_is_written_though_no_card_of_the_hand_is_laid_with_it() -> None:
    """Nothing is shown that did not lie there, and no discard follows: it was missed in silence."""
    hand = acted_hand("conquian", 4, "none")
    assert hand.events[-1].do == "take"
    people = watched(hand, hand.seconds)
    people.referee.end(hand.seconds)
    assert told(hand.header, people.record) == told(hand.header, [*hand.events])
