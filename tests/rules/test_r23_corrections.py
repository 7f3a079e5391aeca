"""R23: points given or taken by hand; they may win the match, or reopen it."""

from engine.events import Adjust
from tests.rules.boards import begin, fill_batch, play, refused, told


def test_points_are_given_and_taken() -> None:
    match = begin(4, teams=((0, 2), (1, 3)))
    assert told(match.add(Adjust(2, 5, "miscounted"))) == ["2 adjust 5"]
    assert told(match.add(Adjust(1, -3, "talked"))) == ["1 adjust -3"]
    assert match.position.scores == (5, -3)


def test_it_can_win() -> None:
    match = begin()
    match.add(Adjust(1, 61, "gift"))
    assert match.position.winner == 1
    assert "the match is over" in refused(match, "9h")


def test_after_the_end_it_changes_the_figures_only() -> None:
    match = begin(target=5)
    match.add(Adjust(1, 5, "gift"))
    match.add(Adjust(0, 50, "late"))
    assert (match.position.scores, match.position.winner) == ((50, 5), 1)


def test_taking_the_winner_below_the_target_reopens_the_match() -> None:
    match = begin(target=1)
    play(match, "A")
    match.add(Adjust(0, -1, "it was a seven"))
    assert match.position.winner is None
    assert play(match, "9h") == []


def test_then_the_next_side_that_had_reached_it_wins() -> None:
    match = begin(3, target=5)
    for seat, points in ((0, 5), (2, 6), (1, 9), (0, -1)):
        match.add(Adjust(seat, points, "figures"))
    assert match.position.winner == 2


def test_a_san_benito_is_not_taken_back_by_points() -> None:
    match = begin()
    play(match, "7h 7d 7c 7s")
    match.add(Adjust(1, -5, "talked"))
    assert (match.position.winner, match.position.scores) == (1, (0, -5))


def test_it_may_win_before_a_complete_batch_is_settled() -> None:
    match = begin(target=5, declarations="automatic")
    play(match, "6h 9d 6d 8c Th Jd")
    match.add(Adjust(1, 5, "gift"))
    assert (match.settled.position.winner, match.settled.position.scores) == (1, (0, 5))
    match.add(Adjust(1, -1, "too much"))
    assert match.settled.position.scores == (1, 4)


def test_nobody_sits_there() -> None:
    match = begin()
    fill_batch(match)
    assert refused(match, Adjust(2, 5, "?")) == "there is no seat 2, only 0 to 1"
