"""R9: what a card takes: one of its rank, and the unbroken run above it."""

import pytest

from engine.cards import parse_cards, spell
from engine.porrazo.capture import taken
from tests.rules.boards import begin, lay, play, refused, seen


def captured(board: str, round_corner: bool = True) -> str:
    """Return what the card after the bar takes from the table before it, as "left | taken" cards."""
    table_text, _, card = board.partition("|")
    table = parse_cards(table_text)
    places = taken(table, parse_cards(card)[0].rank, round_corner=round_corner)
    return spell(table[place] for place in places)


@pytest.mark.parametrize(
    ("board", "cards"),
    [
        ("7h 9d | 7c", "7h"),
        ("7h 8d | 7c", "7h 8d"),
        ("8d 7h | 7c", "7h 8d"),
        ("7h 8d | 8c", "8d"),
        ("7h 9d | 8c", ""),
        ("Ah 2d 5c 6h 6d 7s 9c Jh Qd Kc | As", "Ah 2d"),
        ("Ah 2d 5c 6h 6d 7s 9c Jh Qd Kc | 2s", "2d"),
        ("Ah 2d 5c 6h 6d 7s 9c Jh Qd Kc | 5s", "5c 6h 7s"),
        ("Ah 2d 5c 6h 6d 7s 9c Jh Qd Kc | 6s", "6h 7s"),
        ("Ah 2d 5c 6h 6d 7s 9c Jh Qd Kc | Js", "Jh Qd Kc Ah 2d"),
        ("Ah 2d 5c 6h 6d 7s 9c Jh Qd Kc | Ts", ""),
        ("6h 6d | 6s", "6h"),
        ("| 6s", ""),
    ],
)
def test_the_matched_card_and_the_run_above(board: str, cards: str) -> None:
    assert captured(board) == cards


def test_no_run_round_the_corner_where_the_king_ends_it() -> None:
    assert captured("Kh Ad 2c | Kd", round_corner=False) == "Kh"
    assert captured("Ad 2c | As", round_corner=False) == "Ad 2c"


def test_a_run_goes_round_at_most_once() -> None:
    every_rank = "7h 8h 9h Th Jh Qh Kh Ah 2h 3h 4h 5h 6h"
    assert captured(f"{every_rank} | 7c") == every_rank


def test_of_equal_cards_the_one_lying_longest() -> None:
    match = begin()
    lay(match, "6d 5h 6h 5c")
    play(match, "5s")
    assert seen(match.position) == "6h 5c"


def test_unless_the_record_says_which() -> None:
    match = begin()
    lay(match, "6d 5h 6h 5c")
    play(match, "5s(5c,6h)")
    assert seen(match.position) == "6d 5h"


def test_naming_what_is_taken_anyway_is_no_harm() -> None:
    match = begin()
    lay(match, "6d 5h")
    assert refused(match, "5s(6d)") == ""


@pytest.mark.parametrize(
    ("play_", "wrong"),
    [
        ("5s(7h)", "the 7 of hearts was not captured"),
        ("5s(Kh)", "the king of hearts is not on the table to be taken"),
        ("5s(6d,6h)", "the 6 of diamonds was not captured"),
        ("5s(9)", "the 9 is not on the table to be taken"),
        ("Ts(5h)", "the 10 of spades captures nothing"),
    ],
)
def test_naming_a_card_that_is_not_captured(play_: str, wrong: str) -> None:
    match = begin()
    lay(match, "6d 5h 6h 5c 3h 2c 7h Jd" if "7h" not in play_ else "6d 5h 6h 9c 7h 7d")
    if play_ == "5s(7h)":
        lay(match, "5h 9c 7h")
    assert refused(match, play_) == wrong


def test_a_rank_alone_names_any_card_of_the_rank() -> None:
    match = begin()
    lay(match, "6 5h 6h")
    play(match, "5s(6)")
    assert seen(match.position) == "6h"


def test_equal_cards_without_suits_stay_apart() -> None:
    match = begin()
    lay(match, "6 5 6")
    play(match, "5")
    assert seen(match.position) == "6"


def test_the_card_just_laid_goes_before_an_older_one() -> None:
    match = begin()
    lay(match, "2h")
    assert play(match, "2c! 2d") == ["0 in_place 2 2"]
    waiting = match.position.waiting
    assert waiting is not None
    play(match, "9h")
    assert seen(match.position) == "2h 9h"


def test_and_no_choice_overrides_that() -> None:
    match = begin()
    lay(match, "2h")
    play(match, "2c!")
    assert refused(match, "2d(2h)") == "the 2 of hearts was not captured"


def test_but_not_when_a_batch_lies_between() -> None:
    match = begin()
    play(match, "9h Td 9c Tc Jh")
    lay(match, "2h")
    play(match, "2c! 2d")
    assert seen(match.position) == "2c"
