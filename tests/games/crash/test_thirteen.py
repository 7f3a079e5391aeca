"""K18 and K19: six pairs and a straight, laid instead of setting."""

from collections.abc import Callable

import pytest

from engine.events import Event
from tests.games.crash.tables import PAIRS, STRAIGHT, begin, give, pairs, put, refused, show, straight


def test_six_pairs_make_the_deal_void_and_the_same_dealer_deals_again() -> None:
    match = begin(3, dealer=2)
    put(match, 4)
    assert match.add(pairs(1)) == ()
    at = match.position
    assert (at.deal.number, at.deal.dealer, at.deal.sets, at.scores) == (2, 2, (None,) * 3, (0, 0, 0))
    match.add(pairs(0))
    assert match.position.deal.number == 3


def test_a_straight_wins_for_good() -> None:
    match = begin()
    give(match, 1, 6)
    (made,) = match.add(straight(0))
    assert (made.seat, made.points, made.why) == (0, 0, "straight")
    give(match, 1, 5)
    assert (match.position.winner, match.position.turn) == (0, None)


@pytest.mark.parametrize("laid", [pairs(0), straight(0)])
def test_not_after_the_own_set_nor_after_a_hand_was_shown(laid: Event) -> None:
    match = begin()
    put(match, 4)
    assert refused(match, laid) == "Ana has already set in this deal"
    match.undo()
    show(match, "1 7c 7d Kh")
    assert refused(match, laid) == "it is too late: a hand of this deal has been shown"


@pytest.mark.parametrize("lay", [pairs, straight])
def test_thirteen_cards_each_once(lay: Callable[[int, str], Event]) -> None:
    match = begin()
    assert refused(match, lay(0, PAIRS[:-3])) == "a player has thirteen cards, not 12"
    assert refused(match, lay(0, STRAIGHT + " 2d")) == "a player has thirteen cards, not 14"
    assert refused(match, lay(0, PAIRS.replace("9d", "9c"))) == "the 9 of clubs is named twice"


def test_cards_that_are_not_what_was_declared() -> None:
    match = begin()
    assert refused(match, pairs(0, STRAIGHT)) == "these cards are not six pairs"
    assert refused(match, straight(0, PAIRS)) == "these cards are not of thirteen different ranks"
