"""R4: who may announce what, and when."""

from engine.porrazo.events import Declare
from tests.rules.boards import begin, declare, fill_batch, play, refused, to_last_batch


def test_before_the_first_play_only() -> None:
    match = begin()
    declare(match, 0)
    play(match, "9h")
    assert refused(match, Declare(1, "ronda")) == "it is too late to announce: the batch is being played"


def test_again_with_the_next_batch() -> None:
    match = begin()
    declare(match, 0)
    fill_batch(match)
    assert refused(match, Declare(0, "rondine")) == ""


def test_once_a_seat_and_batch() -> None:
    match = begin()
    declare(match, 0)
    assert refused(match, Declare(0, "rondine")) == "Ana has already announced in this batch"


def test_four_takes_four_cards() -> None:
    match = begin(3, leftover="dealt")
    assert refused(match, Declare(0, "four")) == "Ana does not hold four cards"
    to_last_batch(match)
    assert refused(match, Declare(0, "four")) == ""


def test_with_five_players_only_the_first_three_hold_four_cards() -> None:
    match = begin(5, leftover="dealt")
    to_last_batch(match)
    says = [bool(refused(match, Declare(seat, "four"))) for seat in range(5)]
    assert says == [False, False, False, True, True]


def test_with_six_everybody_holds_five() -> None:
    match = begin(6, leftover="dealt")
    to_last_batch(match)
    assert not any(refused(match, Declare(seat, "four")) for seat in range(6))


def test_a_seat_that_there_is_not() -> None:
    assert refused(begin(), Declare(2, "ronda")) == "there is no seat 2, only 0 to 1"
