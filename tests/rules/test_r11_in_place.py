"""R11: an ace to a four laid as the card of its number scores its pips."""

import pytest

from tests.rules.boards import begin, lay, play, refused, seen


@pytest.mark.parametrize(
    ("table", "card", "paid"),
    [
        ("", "A", ["0 in_place 1 A"]),
        ("9h", "2", ["0 in_place 2 2"]),
        ("9h Jh", "3", ["0 in_place 3 3"]),
        ("9h Jh Kd", "4", ["0 in_place 4 4"]),
        ("9h Jh Kd 7c", "5", []),
        ("9h", "A", []),
        ("", "2", []),
        ("9h Jh", "4", []),
    ],
)
def test_a_card_in_its_place(table: str, card: str, paid: list[str]) -> None:
    match = begin()
    lay(match, table)
    assert play(match, card) == paid


def test_a_capture_is_made_unless_it_is_forgone() -> None:
    match = begin()
    lay(match, "3h 9d")
    assert play(match, "3c") == []
    assert seen(match.position) == "9d"


def test_a_capture_may_be_forgone_for_it() -> None:
    match = begin()
    lay(match, "3h 9d")
    assert play(match, "3c!") == ["0 in_place 3 3"]
    assert seen(match.position) == "3h 9d 3c"


def test_saying_so_where_nothing_could_be_captured_changes_nothing() -> None:
    match = begin()
    assert play(match, "A!") == ["0 in_place 1 A"]


@pytest.mark.parametrize(("table", "card"), [("3h", "3c!"), ("5h 9d Jd Kd", "5c!"), ("", "7h!")])
def test_a_capture_may_be_forgone_for_nothing_else(table: str, card: str) -> None:
    match = begin()
    lay(match, table)
    assert "is not in place as card" in refused(match, card)


def test_nothing_can_be_taken_by_a_card_left_in_place() -> None:
    match = begin()
    lay(match, "3h 9d")
    assert refused(match, "3c!(3h)") == "the 3 of clubs captures nothing"


def test_the_cards_that_a_porrazo_takes_with_it_no_longer_count() -> None:
    match = begin()
    assert play(match, "9h 9d A") == ["1 porrazo 1 9", "1 limpia 1 9", "0 in_place 1 A"]
