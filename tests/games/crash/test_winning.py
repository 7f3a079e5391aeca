"""K20 and K21: the target, and points by hand, also after the end."""

from engine.crash.events import SetDown
from tests.games.crash.tables import begin, give, put, refused, show

ONE_EACH = ("0 4c 4d Kh", "1 5c 5d Ah", "0 4h 4s 2c", "1 5h 5s 2d")


def test_the_first_at_the_target_wins_and_no_event_but_adjust_comes_after() -> None:
    match = begin(target=1)
    show(match, *ONE_EACH[:2])
    at = match.position
    assert (at.winner, at.turn, at.deal.step, at.deal.number) == (1, None, 1, 1)
    assert refused(match, ONE_EACH[2]) == "the match is over: Beto won it"
    assert refused(match, SetDown(0, 2)) == "the match is over: Beto won it"


def test_an_adjust_wins_in_mid_step_and_another_lets_it_go_on() -> None:
    match = begin()
    show(match, ONE_EACH[0])
    give(match, 0, 7)
    assert (match.position.winner, match.position.turn) == (0, None)
    assert give(match, 0, -1) == ["0 adjust -1"]
    assert (match.position.winner, match.position.turn) == (None, 1)
    assert show(match, ONE_EACH[1]) == ["1 showdown 1 1 pair"]


def test_the_next_step_opens_with_the_match() -> None:
    match = begin(target=1)
    show(match, *ONE_EACH[:2])
    give(match, 1, -1)
    assert (match.position.deal.step, match.position.awaited) == (2, (1, 0))


def test_four_of_a_kind_is_due_when_the_match_opens_again_and_may_win_it() -> None:
    match = begin(target=2)
    put(match, 2, 2)
    show(match, *ONE_EACH)
    give(match, 0, 1)
    assert match.position.winner == 1
    assert give(match, 1, -1) == ["1 adjust -1", "0 four_of_a_kind 1 4"]
    assert (match.position.winner, match.position.deal.number, match.scores_made[-1].event) == (0, 1, 8)


def test_it_is_paid_once_and_then_the_next_deal_is_due() -> None:
    match = begin(target=1)
    put(match, 2, 2)
    show(match, *ONE_EACH[:2])
    give(match, 1, -1)
    show(match, *ONE_EACH[2:])
    assert give(match, 1, -1) == ["1 adjust -1", "0 four_of_a_kind 1 4"]
    assert give(match, 0, -1) == ["0 adjust -1"]
    assert (match.position.winner, match.position.deal.number, match.position.deal.dealer) == (None, 2, 1)


def test_another_who_has_the_target_wins_then_and_nothing_is_settled() -> None:
    match = begin(3, target=2)
    give(match, 0, 2)
    give(match, 1, 4)
    give(match, 2, 4)
    assert match.position.winner == 0
    give(match, 0, -1)
    assert match.position.winner == 1
    give(match, 1, -1)
    assert match.position.winner == 1
    give(match, 1, -2)
    assert match.position.winner == 2
    give(match, 2, -3)
    assert match.position.winner is None


def test_who_is_out_never_wins_by_points() -> None:
    match = begin(3)
    show(match, "0 6c 6d Th", "1 5c 5d 2h", "2 4c 4d Kh", "0 Ac Ad Ah")
    give(match, 0, 50)
    assert match.position.winner is None
    give(match, 2, 7)
    assert match.position.winner == 2
    give(match, 2, -7)
    assert (match.position.winner, match.position.awaited) == (None, (1, 2))
