"""What lies ahead, for the screen: legal plays, what a card would bring, the best tendido, what is known."""

import pytest

from engine.cards import Card, Rank, parse_cards, spell
from engine.events import IllegalPlay
from engine.porrazo.events import Play
from engine.porrazo.foresight import (
    best_tendido,
    left_by_rank,
    legal_plays,
    plays_of,
    prospect,
    refusal,
    unseen,
)
from engine.porrazo.game import Match
from tests.rules.boards import begin, fill_batch, lay, play, play_of, tendido, told


def board(table: str, plays: str = "") -> Match:
    """Return a match of two with these cards on the table and these plays made."""
    match = begin()
    lay(match, table)
    play(match, plays)
    return match


def test_what_a_card_would_capture_and_score() -> None:
    match = board("7h 8d")
    seen = prospect(match.position, Play(0, Card.parse("7c")))
    assert (spell(seen.captured), told(seen.certain)) == ("7h 8d", ["0 limpia 1 8"])
    assert (seen.open, seen.table) == (None, ())


def test_what_is_still_open() -> None:
    match = board("8h 9c", "7h")
    seen = prospect(match.position, Play(1, Card.parse("7c")))
    assert (spell(seen.captured), seen.certain, spell(seen.table)) == ("7h 8h 9c", (), "")
    assert seen.open is not None
    assert seen.open.total == 2


def test_what_another_player_is_let_have() -> None:
    match = board("", "Kh Kd")
    seen = prospect(match.position, Play(0, Card.parse("Ac")))
    assert told(seen.certain) == ["1 porrazo 4 K", "1 limpia 4 K", "0 in_place 1 A"]
    assert (spell(seen.captured), spell(seen.table)) == ("", "Ac")


def test_a_counter() -> None:
    seen = prospect(board("8h", "7h 7d").position, Play(0, Card.parse("7c")))
    assert (spell(seen.captured), seen.table) == ("7h 8h 7d", ())
    assert seen.open is not None
    assert seen.open.total == 4


def test_with_the_batchs_last_play_nothing_is_open() -> None:
    match = board("", "5h 8d 9c Jh Kd")
    seen = prospect(match.position, Play(1, Card.parse("Kc")))
    assert (seen.open, told(seen.certain), spell(seen.captured)) == (None, ["1 porrazo 4 K"], "Kd")


def test_a_play_that_is_refused() -> None:
    match = board("7h")
    with pytest.raises(IllegalPlay, match="Ana plays next"):
        prospect(match.position, Play(1, Card.parse("7c")))
    assert str(refusal(match.position, play_of(match, "7h"))) == "the 7 of hearts is already on the table"
    assert refusal(match.position, play_of(match, "7c")) is None


@pytest.mark.parametrize(
    ("table", "card", "choices"),
    [("4h 5d 9c", "4c", [False, True]), ("4h 5d", "4c", [False]), ("9h", "2c", [False]), ("9h", "9h", [])],
)
def test_where_there_is_a_choice(table: str, card: str, choices: list[bool]) -> None:
    assert [play.in_place for play in plays_of(board(table).position, Card.parse(card))] == choices


def test_legal_plays_of_a_hand_and_of_all_cards() -> None:
    match = board("4h 5d 9c", "Jh")
    hand = parse_cards("4c 9d Jh")
    assert [str(each.card) for each in legal_plays(match.position, hand)] == ["4c", "9d"]
    every = legal_plays(match.position)
    assert {each.seat for each in every} == {1}
    assert len(every) == 48


def test_after_the_end_nothing_is_legal() -> None:
    match = board("", "7h 7d 7c 7s")
    assert legal_plays(match.position) == ()


def test_after_a_complete_batch_the_next_one_is_meant() -> None:
    match = begin(8, target=1000)
    play(match, "Kh")
    fill_batch(match)
    assert "Kh" not in map(str, unseen(match.position))
    fill_batch(match)
    assert len(unseen(match.position)) == 52
    assert {each.seat for each in legal_plays(match.position)} == {1}


def test_the_best_arrangement_of_a_tendido() -> None:
    match = board("5h 6d Qc")
    best = best_tendido(match.position, parse_cards("Qd 4h Qs 4c"))
    assert (best.places, best.sets) == (4, 10)
    assert tendido(match, spell(best.row)) == ["1 tendido_place 4", "1 tendido_set 10"]


def test_what_is_known_of_the_cards() -> None:
    match = board("7h 7", "7c Kd")
    left = left_by_rank(match.position)
    assert (left[Rank.SEVEN], left[Rank.KING], left[Rank.ACE]) == (1, 3, 4)
    assert [str(card) for card in unseen(match.position) if card.rank == Rank.SEVEN] == ["7d", "7s"]
