"""R12: emptying the table scores the value of the last rank taken, but not with a hand's last play."""

import pytest

from tests.rules.boards import begin, fill_batch, lay, now, play, plays_left, quiet_card, to_last_batch


@pytest.mark.parametrize(
    ("table", "card", "paid"),
    [
        ("7h", "7c", ["0 limpia 1 7"]),
        ("Jh", "Jc", ["0 limpia 2 J"]),
        ("Qh", "Qc", ["0 limpia 3 Q"]),
        ("Kh", "Kc", ["0 limpia 4 K"]),
        ("9h Th Jh", "9c", ["0 limpia 2 J"]),
        ("Kh Ah", "Kc", ["0 limpia 1 A"]),
        ("7h 9h", "7c", []),
        ("7h 7d", "7c", []),
    ],
)
def test_the_last_rank_decides(table: str, card: str, paid: list[str]) -> None:
    match = begin()
    lay(match, table)
    assert play(match, card) == paid


def up_to_the_last(plays: int) -> list[str]:
    """Play a hand until so many plays are left, then capture a lone nine."""
    match = begin(target=1000)
    to_last_batch(match)
    for _ in range(6 - plays):
        play(match, quiet_card(match))
        lay(match, "")
    assert plays_left(match) == plays
    lay(match, "9h")
    return play(match, "9c")


def test_not_with_the_last_play_of_a_hand() -> None:
    assert up_to_the_last(2) == ["0 limpia 1 9"]
    assert up_to_the_last(1) == []


def test_but_with_the_last_play_of_a_batch() -> None:
    match = begin()
    play(match, "5h 6h Th Jh Qh")
    lay(match, "9h")
    assert play(match, "9c") == ["1 limpia 1 9"]


def test_what_counts_is_the_card_that_captures_not_the_one_that_lets_it_stand() -> None:
    match = begin(target=1000)
    to_last_batch(match)
    for _ in range(3):
        play(match, quiet_card(match))
        lay(match, "")
    assert play(match, "9h 9d Kc") == ["0 porrazo 1 9", "0 limpia 1 9"]


def test_a_porrazo_with_the_last_play_of_a_hand_has_none() -> None:
    match = begin(target=1000)
    to_last_batch(match)
    for _ in range(4):
        play(match, quiet_card(match))
        lay(match, "")
    assert play(match, "9h 9d") == ["1 porrazo 1 9"]


def test_the_hand_after_begins_afresh() -> None:
    match = begin(target=1000)
    to_last_batch(match)
    fill_batch(match)
    assert now(match).hand == 2
    lay(match, "")
    play(match, "9h")
    lay(match, "9h")
    assert play(match, "7c 9c") == []
