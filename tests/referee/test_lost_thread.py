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
