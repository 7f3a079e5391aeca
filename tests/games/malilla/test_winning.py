"""M16 and M17: the target, and points by hand, also after the end."""

from engine.events import Adjust
from tests.games.malilla.tables import WHOLE_HAND, begin, give, play, refused, turn_up


def test_the_first_side_at_the_target_wins() -> None:
    match = begin("Kh", dealer=0, target=16)
    assert play(match, WHOLE_HAND)[-1] == "1 hand 16"
    at = match.position
    assert (at.winner, at.turn, at.hand.number, at.hand.tricks, at.hand.collected) == (
        1,
        None,
        1,
        (3, 7),
        (19, 51),
    )
    assert refused(match, "5d") == "the match is over: Beto and Dani won it"


def test_an_adjust_can_win_in_mid_hand_and_another_lets_the_hand_go_on() -> None:
    match = begin()
    play(match, "As 2s")
    assert give(match, 2, 35) == ["2 adjust 35"]
    assert (match.position.winner, match.position.turn) == (0, None)
    give(match, 0, -1)
    assert (match.position.winner, match.position.turn, len(match.position.hand.trick)) == (None, 2, 2)


def test_after_a_hands_last_trick_reopening_begins_the_next_hand() -> None:
    match = begin("Kh", dealer=0, target=16)
    play(match, WHOLE_HAND)
    give(match, 1, -1)
    at = match.position
    assert (at.winner, at.hand.number, at.hand.dealer, at.turn) == (None, 2, 1, None)
    turn_up(match, "2c")
    assert match.position.turn == 2


def test_the_other_side_wins_if_it_is_then_at_the_target() -> None:
    match = begin()
    give(match, 0, 35)
    give(match, 1, 40)
    assert match.position.winner == 0
    give(match, 0, -1)
    assert match.position.winner == 1
    give(match, 3, -8)
    assert match.position.winner is None


def test_a_hand_that_is_over_is_left_behind_whenever_the_match_is_reopened() -> None:
    match = begin("Kh", dealer=0, target=16)
    play(match, WHOLE_HAND)
    give(match, 0, 30)
    give(match, 1, -10)
    assert (match.position.winner, match.position.hand.number) == (0, 1)
    give(match, 0, -30)
    assert (match.position.winner, match.position.hand.number) == (None, 2)


def test_a_match_lost_by_a_foul_stays_lost() -> None:
    match = begin("4h", dealer=0)
    play(match, "Ks 5s 6s 3c")
    give(match, 0, 100)
    give(match, 1, -100)
    assert match.position.winner == 1


def test_nobody_sits_in_seat_4() -> None:
    assert refused(begin(), Adjust(4, 1, "")) == "there is no seat 4, only 0 to 3"
