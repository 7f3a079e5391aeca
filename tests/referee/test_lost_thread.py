"""The thread lost, and taken up again by what lies there."""

from tests.referee.marking_broken import Tally, hand, judge


def test_a_flowered_cloth_does_not_lead_to_wrong_plays_for_the_rest_of_the_hand() -> None:
    """Eight false cards within seconds: once 15 events were wrong and unmarked, to the hand's end."""
    shown = hand(3, "easy-film", "clutter")
    assert shown is not None
    tally = Tally()
    judge(shown, tally)
    assert (tally.silent, tally.silent_cards) == (0, 0)
    assert max(tally.until) <= 2


def test_how_many_plays_nobody_saw_shows_when_the_next_cards_are_laid_out() -> None:
    """Six were played while nobody was at the camera, and two were supposed: the tendido was taken for plays, and
    thirteen plays later all was still out of place.
    """
    shown = hand(0, "easy-film", "away")
    assert shown is not None
    tally = Tally()
    judge(shown, tally)
    assert tally.until == [0]


def test_a_batch_that_ended_earlier_than_was_thought_is_seen_by_what_is_laid_out_then() -> None:
    """Near a hand's end no card was left that takes nothing, so that more missed plays were not supposed; and what was
    laid out had been taken for plays. Twenty plays later all was still out of place, and 4 events wrong and unmarked.
    """
    shown = hand(8304, "normal-film", "away")
    assert shown is not None
    tally = Tally()
    judge(shown, tally)
    assert tally.silent == 0
    assert max(tally.until) <= 2


def test_plays_are_counted_again_where_more_than_plays_came_after() -> None:
    """A batch was laid out after the plays that nobody saw, and other cards were then tried in its place as if it were
    a play: the referee stopped with an error.
    """
    shown = hand(9322, "easy-film", "away")
    assert shown is not None
    tally = Tally()
    judge(shown, tally)
    assert tally.silent == 0
