"""A recount: these cards lie on the table now, whatever the rules expected."""

from engine.cards import parse_cards
from engine.porrazo.events import Recount
from tests.rules.boards import begin, fill_batch, lay, now, play, refused, seen, to_last_batch, told


def test_it_scores_nothing_and_leaves_the_piles() -> None:
    match = begin()
    play(match, "7h 9d 7c")
    assert told(match.add(Recount(parse_cards("7s Kd")))) == []
    at = match.position
    assert (seen(at), at.captured, at.scores, at.turn) == ("7s Kd", (2, 0), (0, 0), 1)


def test_what_waited_is_dropped() -> None:
    match = begin()
    play(match, "7h 7d")
    lay(match, "7h 7d")
    assert match.position.waiting is None
    assert play(match, "9c") == []
    assert seen(match.position) == "7h 7d 9c"


def test_the_card_just_laid_is_still_that_if_it_lies_there() -> None:
    match = begin()
    play(match, "7h")
    lay(match, "9d 7h")
    assert play(match, "7d Kc") == ["1 porrazo 1 7"]


def test_and_no_longer_if_it_does_not() -> None:
    match = begin()
    play(match, "7h")
    lay(match, "9d 7c")
    assert play(match, "7d Kc") == []


def test_nothing_lies_there_twice_nor_five_of_a_rank() -> None:
    assert refused(begin(), Recount(parse_cards("7h 9d 7h"))) == "the 7 of hearts is named twice"
    assert "only four cards of each rank" in refused(begin(), Recount(parse_cards("7 7 7 7 7h")))


def test_a_card_taken_off_may_come_again() -> None:
    match = begin()
    play(match, "7h")
    assert refused(match, "7h") == "the 7 of hearts is already on the table"
    lay(match, "7d")
    assert refused(match, "7h") == ""
    assert refused(match, "7d") == "the 7 of diamonds is already on the table"


def test_a_captured_card_may_lie_there_again_and_is_counted_once() -> None:
    match = begin()
    play(match, "7h 9d 7c Jd")
    lay(match, "7h")
    play(match, "7d")
    lay(match, "")
    assert refused(match, "7h") == "the 7 of hearts has already been played in this hand"
    assert refused(match, "7s") == ""


def test_ranks_that_came_back_are_counted_once_too() -> None:
    match = begin()
    lay(match, "6")
    play(match, "6")
    lay(match, "6")
    lay(match, "")
    play(match, "6 K 6")
    assert "all four cards of that rank (6)" in refused(match, "6")


def test_it_does_not_settle_a_batch() -> None:
    match = begin()
    fill_batch(match)
    lay(match, "9h")
    assert (match.position.batch, now(match).batch) == (1, 2)


def test_a_card_played_over_and_over_is_four_alike_at_most() -> None:
    match = begin(6, leftover="dealt", declarations="automatic")
    to_last_batch(match)
    for _ in range(5):
        play(match, "9s")
        lay(match, "")
        for word in "5h 6h 7h 8h Jh".split():
            play(match, word)
            lay(match, "")
    assert told(match.settled.made)[:1] == ["5 four 12 J"]
