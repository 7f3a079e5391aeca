"""R15: the fourth card of the rank, laid next, wins the match at once."""

from engine.cards import Card
from engine.porrazo.events import Play
from tests.rules.boards import begin, lay, play, refused, seen


def test_its_player_wins_the_match() -> None:
    match = begin()
    lay(match, "5h")
    assert play(match, "7h 7d 7c 7s") == ["1 san_benito 0 7"]
    at = match.position
    assert (at.winner, at.scores, at.waiting) == (1, (0, 0), None)
    assert (seen(at), at.captured) == ("5h 7h 7d 7c 7s", (0, 0))


def test_by_a_team() -> None:
    match = begin(4, teams=((1, 3), (0, 2)))
    play(match, "7h 7d 7c 7s")
    assert match.position.winner == 0


def test_nothing_comes_after_it() -> None:
    match = begin()
    play(match, "7h 7d 7c 7s")
    assert refused(match, Play(0, Card.parse("9h"))) == "the match is over: Beto won it"


def test_not_with_another_card_between() -> None:
    match = begin()
    assert play(match, "7h 7d 7c 9c 7s") == ["0 counter_porrazo 3 7", "0 limpia 1 7"]
    assert match.position.winner is None


def test_it_captures_nothing_and_is_never_in_place() -> None:
    match = begin()
    play(match, "2h 2d 2c")
    assert refused(match, "2s!") == "the 2 of spades counters, it cannot be in place"
    assert "captures nothing" in refused(match, "2s(2h)")
