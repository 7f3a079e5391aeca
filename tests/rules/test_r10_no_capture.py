"""R10: a card that matches nothing stays on the table."""

from tests.rules.boards import begin, lay, play, seen


def test_it_stays_last_on_the_table() -> None:
    match = begin()
    lay(match, "9h Jd")
    assert play(match, "7c") == []
    assert seen(match.position) == "9h Jd 7c"
    assert match.position.captured == (0, 0)


def test_it_can_be_taken_later() -> None:
    match = begin()
    play(match, "7c 9h Jd 7h")
    assert (seen(match.position), match.position.captured) == ("9h Jd", (0, 2))
