"""The table breaks the rules and plays on: what it did is one marked recount, and no play that nobody made."""

import pytest

from engine.cards import Card
from tests.referee.drawn import watched, written

FOUR = "0 |\n3 | 7h\n6 | 7h 2d\n9 | 7h 2d Kc\n"


def test_a_card_too_many_swept_up_with_a_capture_is_asked_about() -> None:
    """The seven takes the seven (R9); the two went with it."""
    match = watched(FOUR + "12 | 7h 2d Kc 7s\n13.5 | Kc\n16 | Kc 9c\n19 | Kc 9c Qh\n24 | Kc 9c Qh")
    assert written(match) == "7h 2d Kc 7s table(Kc)? 9c Qh"


def test_a_capture_swept_up_whole_is_not() -> None:
    match = watched(
        FOUR + "12 | 7h 2d Kc 7s\n13.5 | 2d Kc\n16 | 2d Kc 9c\n19 | 2d Kc 9c Qh\n24 | 2d Kc 9c Qh"
    )
    assert written(match) == "7h 2d Kc 7s 9c Qh"


def test_two_cards_taken_one_after_the_other_are_two_captures() -> None:
    """The second was taken by a card that nobody saw, seconds later: a play, as ever."""
    match = watched(FOUR + "12 | 7h 2d Kc 7s\n13.5 | 2d Kc\n18 | Kc\n21 | Kc Qh\n25 | Kc Qh")
    assert written(match) == "7h 2d Kc 7s 2 Qh"


RUN = "0 |\n3 | 7h\n6 | 7h 8d\n9 | 7h 8d Kc\n12 | 7h 8d Kc 7s\n13.5 | 8d Kc\n"
EIGHT_LEFT = (
    "18 | 8d Kc 4h\n22 | 8d Kc 4h Jc\n26 | 8d Kc 4h Jc 2s\n40 | 8d Kc 4h Jc 2s\n"
    "42 | 8d Kc 4h Jc 2s 8c\n43.5 | Kc 4h Jc 2s\n48 | Kc 4h Jc 2s"
)


def test_a_run_of_which_a_card_stays_for_good_is_asked_about() -> None:
    """The seven takes the eight too (R9); it was left, and is captured later by another eight."""
    match = watched(RUN + EIGHT_LEFT)
    assert written(match) == "7h 8d Kc 7s table(Kc 8d)? 4h Jc 2s 8c"


def test_a_card_of_a_run_taken_late_is_no_news() -> None:
    match = watched(RUN + "18 | 8d Kc 4h\n19 | Kc 4h\n23 | Kc 4h Jc\n28 | Kc 4h Jc")
    assert written(match) == "7h 8d Kc 7s 4h Jc"


def test_a_recount_after_a_capture_does_not_find_what_was_missed_before() -> None:
    """Of a capture a card was left for a second; a three that a cup had hidden before counted as laid anew, and
    as seen until then: so another three was said to have taken it, in silence (evening 10082).
    """
    match = watched(RUN + EIGHT_LEFT)
    assert written(match) == "7h 8d Kc 7s table(Kc 8d)? 4h Jc 2s 8c"
    king = match.referee.hypotheses[0].lying[Card.parse("Kc").code]
    assert king.on == pytest.approx(9.0, abs=0.1)


@pytest.mark.parametrize("seconds", [3, 5, 7])
def test_a_card_taken_by_mistake_and_put_back_is_no_other_card(seconds: int) -> None:
    """A four takes four and five; the eight went with them, and came back: it was never a six of that run."""
    table, back = "2c Kc 8h 4s 5d 4d", 19 + seconds
    drawn = "0 |" + "".join(f"\n{3 * k} | {' '.join(table.split()[:k])}" for k in range(1, 7))
    drawn += f"\n19 | 2c Kc moving 4s 5d 4d\n{back} | 2c Kc 8h' 4s 5d 4d\n{back + 2} | 2c Kc 8h'"
    match = watched(drawn + f"\n{back + 6} | 2c Kc 8h' 9d\n{back + 13} | 2c Kc 8h' 9d")
    assert written(match) == "2c Kc 8h 4s 5d 4d 9d"
