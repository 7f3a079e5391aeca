"""R19: the dealer scores every set among all cards on the table."""

import pytest

from tests.rules.boards import begin, lay, play, seen, tendido


@pytest.mark.parametrize(
    ("table", "row", "points"),
    [
        ("", "9 9 J 5", 1),
        ("", "9 9 J J", 3),
        ("", "9 9 9 5", 3),
        ("", "K K K K", 24),
        ("9", "9 9 9 5", 6),
        ("K", "K 5 9 7", 4),
        ("K Q", "K Q Q 5", 13),
        ("8 8", "5 6 7 9", 1),
        ("", "5 6 7 9", 0),
    ],
)
def test_two_three_and_four_alike(table: str, row: str, points: int) -> None:
    match = begin()
    lay(match, table)
    assert tendido(match, row) == ([f"1 tendido_set {points}"] if points else [])


def test_places_are_paid_before_sets() -> None:
    assert tendido(begin(), "A 9 9 5") == ["1 tendido_place 1", "1 tendido_set 1"]


def test_nothing_captures_anything() -> None:
    match = begin()
    lay(match, "9h")
    tendido(match, "9c 5h 6h 7h")
    assert (seen(match.position), match.position.captured) == ("9h 9c 5h 6h 7h", (0, 0))


def test_it_can_be_captured_afterwards_as_other_cards() -> None:
    match = begin()
    tendido(match, "9c 5h 6h 7h")
    assert play(match, "5d") == []
    assert match.position.captured == (4, 0)
