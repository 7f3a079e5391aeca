"""C15: who may force which card on whom, and until when."""

import pytest

from tests.games.conquian.layings import begin, play, refused, run_out, state

MELD = "1 turn 5h; 1 take 5h 6h 7h; 1 discard Ks; "


@pytest.mark.parametrize(
    "moment", ["0 turn 2c; 0 pass; 1 turn 4h", "0 turn 4h; 0 pass", "0 turn 2c; 0 pass; 1 turn 4h; 1 pass"]
)
def test_when_a_card_can_be_forced(moment: str) -> None:
    match = begin(MELD + moment)
    play(match, "0 force")
    assert state(match) == (1, "forced", "4h")
    assert refused(match, "1 take 4h 5h 6h 7h Jh") == ""
    play(match, "1 take 4h 5h 6h 7h; 1 discard 2d")
    assert state(match) == (0, "offered", "2d")


def test_once_the_seat_it_is_offered_to_has_turned_it_is_too_late() -> None:
    match = begin(MELD + "0 turn 2c; 0 pass; 1 turn 4h; 1 pass; 0 turn 2d")
    assert refused(match, "0 force") == "the 2 of diamonds cannot be forced on Beto now"


def test_nobody_takes_back_the_own_discard() -> None:
    match = begin("1 turn 5h; 1 take 5h 6h 7h; 1 discard 4h")
    assert refused(match, "0 force") == "the 4 of hearts cannot be forced on Beto now"
    assert refused(match, "1 force") == "the 4 of hearts does not fit the melds of Ana"


def test_a_discard_of_ones_own_can_be_forced_on_the_other() -> None:
    match = begin(MELD + "0 take Ks Kc Kd; 0 discard Jh; 0 force")
    assert state(match) == (1, "forced", "Jh")


def test_nobody_is_forced_by_oneself() -> None:
    match = begin(MELD + "0 turn 2c; 0 pass; 1 turn 4h")
    assert refused(match, "1 force") == "the 4 of hearts cannot be forced on Ana now"


def test_only_the_table_counts_and_rebuilding_it() -> None:
    match = begin("1 turn 4h; 1 take 4h 4c 4d 4s; 1 discard Ks; 0 turn 3s; 0 pass")
    assert refused(match, "0 force") == "the 3 of spades does not fit the melds of Beto"
    play(match, "1 take 4h 4c 4d 4s, As 2s 3s; 1 discard Kd; 0 turn 5s; 0 pass; 0 force")
    play(match, "1 take 4h 4c 4d, As 2s 3s 4s 5s")
    assert state(match) == (1, "discard", None)


def test_a_match_without_forcing() -> None:
    match = begin(MELD + "0 turn 4h; 0 pass", forcing=False)
    assert refused(match, "0 force") == "no card is forced on anybody in this match"


def test_a_seat_that_is_not_there() -> None:
    assert refused(begin(MELD + "0 turn 4h; 0 pass"), "2 force") == "there is no seat 2, only 0 to 1"


def test_a_forced_card_may_win() -> None:
    start = "1 turn Ah; 1 take Ah 2h 3h 4h 5h 6h 7h; 1 discard Ks; 0 turn Jh; 0 pass; 0 force"
    match = begin(start, cards=8)
    assert play(match, "1 take Ah 2h 3h 4h 5h 6h 7h Jh Qh") == ["1 hand 1"]


def test_the_last_card_too() -> None:
    match = begin("1 turn Kh; 1 take Kh Kd Kc; 1 discard Qs")
    run_out(match, left=1)
    play(match, "0 turn Ks; 0 pass; 0 force; 1 take Kh Kd Kc Ks; 1 discard Js")
    assert (state(match), match.position.hand.stock) == ((0, "offered", "Js"), 0)
