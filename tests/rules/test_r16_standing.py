"""R16: a play of another rank first lets what waits stand; that may win before the play itself counts."""

from engine.cards import Card
from engine.events import Adjust
from engine.porrazo.events import Play
from tests.rules.boards import begin, lay, play, refused, seen, told


def test_paid_before_the_new_play() -> None:
    match = begin()
    assert play(match, "7h 7d A") == ["1 porrazo 1 7", "1 limpia 1 7", "0 in_place 1 A"]


def test_captured_before_the_new_play() -> None:
    match = begin()
    lay(match, "9h")
    play(match, "8h 8d 9c")
    assert (seen(match.position), match.position.captured) == ("9c", (0, 3))


def test_it_may_win_before_the_new_play_counts() -> None:
    match = begin(target=4)
    lay(match, "9h")
    assert play(match, "Kh Kd Ac") == ["1 porrazo 4 K"]
    at = match.position
    assert (at.winner, seen(at), at.turn, at.captured, at.waiting) == (1, "9h", 0, (0, 2), None)


def test_that_play_need_only_be_in_turn_and_possible() -> None:
    match = begin(target=4)
    lay(match, "9h")
    play(match, "Kh Kd")
    assert refused(match, "7c!(2h)") == ""
    assert refused(match, "9h") == "the 9 of hearts is already on the table"
    assert refused(match, Play(1, Card.parse("7c"))) == "Ana plays next, not Beto"


def test_without_a_win_all_of_it_must_be_right() -> None:
    match = begin()
    lay(match, "9h")
    play(match, "Kh Kd")
    assert "is not in place" in refused(match, "7c!")


def test_a_win_leaves_the_limpia_unpaid() -> None:
    match = begin(target=4)
    assert play(match, "Kh Kd 9c") == ["1 porrazo 4 K"]


def test_a_correction_does_not_let_it_stand() -> None:
    match = begin()
    play(match, "7h 7d")
    assert told(match.add(Adjust(0, 1, "miscounted"))) == ["0 adjust 1"]
    assert match.position.waiting is not None
