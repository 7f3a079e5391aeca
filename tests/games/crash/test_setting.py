"""K6 to K8: who plays, and how many hands are laid down."""

import pytest

from engine.crash.events import SetDown
from engine.crash.game import GAME
from engine.header import Header
from tests.games.crash.tables import NAMES, begin, give, put, refused, show


def test_two_to_four_play_each_alone() -> None:
    for seats in (2, 3, 4):
        assert begin(seats).position.scores == (0,) * seats
    with pytest.raises(ValueError, match="two to four play this game, not 5"):
        GAME.start(Header((*NAMES, "Eva"), "", game="crash"))
    with pytest.raises(ValueError, match="everybody plays alone"):
        GAME.start(Header(NAMES, "", ((0, 2), (1, 3)), game="crash"))


def test_a_seat_counts_as_having_four_until_it_says() -> None:
    match = begin()
    put(match, 0)
    assert (match.position.awaited, match.position.deal.sets) == ((1,), (0, None))
    assert show(match, "1 7c 7d Kh") == ["1 showdown 1 1 pair"]
    assert (match.position.deal.step, match.position.turn) == (2, 1)


def test_a_late_set_with_the_number_shown_means_no_more() -> None:
    match = begin()
    show(match, "0 7c 7d Kh", "1 6c 6d Kc")
    assert put(match, 1) == []
    assert match.position.awaited == (1,)
    match.add(SetDown(1, 1))
    assert match.position.deal.number == 2


def test_a_set_can_settle_the_step() -> None:
    match = begin()
    show(match, "0 7c 7d Kh")
    assert put(match, 4) == []
    (made,) = match.add(SetDown(1, 0))
    assert (made.event, made.seat, made.why) == (3, 0, "showdown")


def test_a_set_after_the_own_hand_of_a_step_may_name_more() -> None:
    match = begin()
    show(match, "0 7c 7d Kh")
    match.add(SetDown(0, 3))
    assert match.position.awaited == (1,)


@pytest.mark.parametrize("hands", [-1, 0, 5])
def test_a_number_from_what_was_shown_to_four(hands: int) -> None:
    match = begin()
    show(match, "0 7c 7d Kh")
    assert refused(match, SetDown(0, hands)) == f"Ana can set 1 to 4 hands, not {hands}"


def test_once_a_deal() -> None:
    match = begin()
    put(match, 2)
    assert refused(match, SetDown(0, 2)) == "Ana has already set in this deal"
    match.add(SetDown(1, 0))
    show(match, "0 7c 7d Kh", "0 6c 6d Kc")
    assert match.position.deal.number == 2
    assert refused(match, SetDown(0, 2)) == ""


def test_if_all_set_none_the_deal_ends_without_a_showdown() -> None:
    match = begin(3, dealer=2)
    assert put(match, 0, 0, 0) == []
    at = match.position
    assert (at.deal.number, at.deal.dealer, at.deal.sets, at.turn) == (2, 0, (None,) * 3, 1)


def test_nobody_sits_in_seat_2() -> None:
    match = begin()
    for event in (SetDown(2, 1), "2 7c 7d Kh"):
        assert refused(match, event) == "there is no seat 2, only 0 to 1"
    assert give(match, 1, -3) == ["1 adjust -3"]
