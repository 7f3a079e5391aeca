"""M5 and M7: the turned card's points, scored, held or taken back."""

import pytest

from engine.malilla.cards import Misdeal
from tests.games.malilla.tables import WHOLE_HAND, begin, give, misdeal, play, refused, turn_up


@pytest.mark.parametrize(
    ("card", "points"), [("7s", 5), ("Ah", 4), ("Kc", 3), ("Qd", 2), ("Js", 1), ("6d", 0)]
)
def test_its_points_go_to_the_dealers_side_at_once(card: str, points: int) -> None:
    match = begin("", dealer=1)
    assert turn_up(match, card) == ([f"1 turned_card {points}"] if points else [])
    assert match.position.scores == (0, points)


def test_without_the_bonus_it_only_names_trump() -> None:
    match = begin("", turned_card="none")
    assert turn_up(match, "7s") == []
    give(match, 1, 34)
    assert (match.position.scores, match.position.hand.held) == ((0, 34), 0)


def test_points_that_would_win_are_held_until_the_hands_result_is_paid() -> None:
    match = begin("", dealer=0)
    give(match, 0, 32)
    assert turn_up(match, "Kh") == []
    assert match.position.to_json()["held"] == 3
    assert play(match, WHOLE_HAND) == ["1 hand 16", "0 turned_card 3"]
    assert (match.position.scores, match.position.winner, match.position.hand.held) == ((35, 16), 0, 0)


def test_they_are_lost_if_that_result_ends_the_match() -> None:
    match = begin("", dealer=0)
    give(match, 0, 32)
    give(match, 1, 19)
    turn_up(match, "Kh")
    assert play(match, WHOLE_HAND) == ["1 hand 16"]
    assert (match.position.scores, match.position.winner, match.position.hand.held) == ((32, 35), 1, 3)


def test_they_are_paid_even_if_an_adjust_has_made_them_too_few() -> None:
    match = begin("", dealer=0)
    give(match, 0, 32)
    turn_up(match, "Kh")
    give(match, 2, -10)
    assert play(match, WHOLE_HAND) == ["1 hand 16", "0 turned_card 3"]
    assert (match.position.scores, match.position.winner, match.position.hand.number) == ((25, 16), None, 2)


def test_a_misdeal_passes_the_deal_and_takes_the_points_back() -> None:
    match = begin("7s", dealer=2)
    assert misdeal(match) == ["0 misdeal -5"]
    at = match.position
    assert (at.scores, at.hand.number, at.hand.dealer, at.hand.turned) == ((0, 0), 1, 3, None)


def test_before_the_turned_card_or_without_points_there_is_no_line() -> None:
    match = begin("")
    assert misdeal(match) == []
    assert match.position.hand.dealer == 0
    turn_up(match, "2c")
    assert misdeal(match) == []


def test_held_points_are_gone_with_a_misdeal() -> None:
    match = begin("")
    give(match, 1, 34)
    turn_up(match, "7s")
    assert misdeal(match) == []
    assert (match.position.scores, match.position.hand.held) == ((0, 34), 0)


def test_once_a_card_has_been_played_it_is_too_late() -> None:
    match = begin()
    play(match, "5s")
    assert refused(match, Misdeal()) == "it is too late for a misdeal: the hand is being played"
