"""R20: the cards left after the last batch: laid on the table, or dealt round."""

import pytest

from engine.cards import parse_cards
from engine.porrazo.events import Leftover
from tests.rules.boards import (
    begin,
    fill_batch,
    lay,
    leftover,
    now,
    play,
    plays_left,
    quiet_card,
    refused,
    seen,
    tendido,
    to_last_batch,
)

THREE = Leftover(parse_cards("9c Tc Jc"))


@pytest.mark.parametrize(("players", "size"), [(3, 3), (5, 3), (6, 12), (7, 6)])
def test_laid_on_the_table_with_the_last_batch(players: int, size: int) -> None:
    match = begin(players, target=1000)
    to_last_batch(match)
    cards = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh".split()[:size]
    assert leftover(match, " ".join(cards)) == []
    assert seen(match.position) == " ".join(cards)
    assert plays_left(match) == 3 * players


def test_not_before_the_last_batch_nor_after_its_first_play_nor_twice() -> None:
    match = begin(3)
    assert refused(match, THREE) == "the leftover comes with the last batch"
    to_last_batch(match)
    play(match, "5h")
    assert refused(match, THREE) == "the leftover comes before the batch's first play"
    match.undo()
    match.add(THREE)
    assert refused(match, Leftover(parse_cards("9d Td Jd"))) == "the leftover has already been laid"


def test_after_the_tendido() -> None:
    match = begin(3)
    to_last_batch(match)
    tendido(match, "9d 5h 6h 7h")
    assert leftover(match, "9c Tc Jc") == []
    assert seen(match.position) == "9d 5h 6h 7h 9c Tc Jc"


def test_of_the_right_number_and_new() -> None:
    match = begin(3)
    to_last_batch(match)
    assert refused(match, Leftover(parse_cards("9c Tc"))) == "the leftover is 3 cards, not 2"
    assert refused(match, Leftover(parse_cards("9c Tc 9c"))) == "the 9 of clubs is named twice"


@pytest.mark.parametrize("players", [2, 4, 8])
def test_none_where_the_pack_divides(players: int) -> None:
    assert refused(begin(players), THREE) == f"with {players} players no cards are left over"


def test_missing_is_not_refused() -> None:
    match = begin(3, target=1000)
    to_last_batch(match)
    assert refused(match, "5h") == ""


@pytest.mark.parametrize(("players", "plays"), [(3, 12), (5, 18), (6, 30), (7, 27), (2, 6), (4, 12)])
def test_dealt_round_it_is_played(players: int, plays: int) -> None:
    match = begin(players, leftover="dealt", target=1000)
    to_last_batch(match)
    assert plays_left(match) == plays
    fill_batch(match)
    assert now(match).hand == 2


def test_turns_skip_whoever_has_no_card_left() -> None:
    match = begin(5, leftover="dealt", target=1000)
    to_last_batch(match)
    turns = []
    for _ in range(plays_left(match)):
        turns.append(now(match).turn)
        play(match, quiet_card(match))
        lay(match, "")
    assert turns == [*range(5)] * 3 + [0, 1, 2]


def test_dealt_it_is_never_laid() -> None:
    match = begin(3, leftover="dealt")
    to_last_batch(match)
    assert refused(match, THREE) == "by these rules the leftover is dealt to the players"


def test_with_three_everybody_has_four() -> None:
    match = begin(3, leftover="dealt")
    setting = match.position.setting
    assert [setting.hand_size(seat, 2, 5) for seat in range(3)] == [4, 4, 4]
    assert [setting.hand_size(seat, 2, 4) for seat in range(3)] == [3, 3, 3]
