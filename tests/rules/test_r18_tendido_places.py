"""R18: a card in its own place of the row, counted from either end, scores its pips."""

import pytest

from tests.rules.boards import begin, tendido


@pytest.mark.parametrize(
    ("row", "best", "as_laid"),
    [
        ("A 2 3 4", 10, 10),
        ("4 3 2 A", 10, 10),
        ("2 A 4 3", 10, 0),
        ("2 4 7 3", 5, 0),
        ("4 2 3 7", 5, 5),
        ("7 3 2 4", 5, 5),
        ("A 9 9 9", 1, 1),
        ("9 A 9 9", 1, 0),
        ("9 9 A 9", 1, 0),
        ("9 4 9 9", 4, 0),
        ("3 4 9 9", 7, 0),
        ("3 9 4 9", 4, 0),
        ("5 6 7 8", 0, 0),
    ],
)
def test_the_best_arrangement_and_the_row_as_it_lies(row: str, best: int, as_laid: int) -> None:
    for count, points in (("best", best), ("as_laid", as_laid)):
        made = tendido(begin(tendido_count=count), row)
        assert [line for line in made if "place" in line] == ([f"1 tendido_place {points}"] if points else [])


def test_pairs_may_not_be_mixed() -> None:
    assert "1 tendido_place 4" in tendido(begin(), "A 4 9 9")  # as A 9 9 4 they would score 5


def test_it_is_the_dealers() -> None:
    assert tendido(begin(4, dealer=2), "A 9 J 5") == ["2 tendido_place 1"]
