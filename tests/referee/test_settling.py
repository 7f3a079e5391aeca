"""What happened long ago is settled as it was said, also where another hypothesis is better by next to nothing."""

from dataclasses import replace

import pytest

from companion.referee import Referee
from companion.referee.hypothesis import UNSEEN, Hypothesis
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES
from engine.cards import Card
from engine.porrazo.events import Play
from engine.porrazo.position import Position
from tests.referee.drawn import header

LATER = "9c 2d Jc 4s Kd 6h 8s Tc 3h Qd 5c Ad 9s 2h Js 4d Ks 6c 8d Th".split()


def hypothesis(first: str, cost: float, newest: str = LATER[-1]) -> Hypothesis:
    """A match that began with this card and went on as LATER says, but for the ``newest``."""
    told = Hypothesis.at(Position.start(header()))
    for k, name in enumerate([first, *LATER[:-1], newest]):
        told = told.then(SupposedEvent(Play(k % 2, Card.parse(name)), 2.0 * k, 0.0))
    return told.with_residuals(replace(UNSEEN, cost=cost))


@pytest.mark.parametrize(("behind", "settled"), [(0.5, len(LATER) + 1 - RATES.memory), (2.0, 0)])
def test_a_tie_about_what_is_long_past_does_not_stay_open(behind: float, settled: int) -> None:
    """It would be weighed to the end of the hand, and at last with less memory than that takes."""
    referee = Referee(header())
    best, said = hypothesis("7h", 10.0), hypothesis("7d", 10.0 + behind)
    referee._beam.hypotheses = [best, said]
    referee._told = said.events()
    referee._forget()
    assert referee._floor == settled
    assert (best in referee._beam.hypotheses) is (settled == 0)
    assert said in referee._beam.hypotheses


def test_an_old_suit_stays_open_while_the_newest_card_hangs_on_it() -> None:
    """Else the newest card, whose name an old one has, keeps another one's, or is in doubt to the hand's end."""
    referee = Referee(header())
    best, said = hypothesis("7d", 10.0, "7h"), hypothesis("7h", 10.5, "7d")
    referee._beam.hypotheses = [best, said]
    referee._told = said.events()
    referee._forget()
    assert referee._floor == 0
    assert best in referee._beam.hypotheses


def test_an_old_suit_stays_open_while_a_hypothesis_nearly_as_good_hangs_on_it() -> None:
    """A queen read as an ace could be a queen only if an early one was another queen. That was closed, and nine lines
    came out wrong in silence (film webcam 10029). What only ties is closed all the same.
    """
    referee = Referee(header())
    best, other = hypothesis("7h", 10.0, "Ac"), hypothesis("7d", 11.0, "7h")
    referee._beam.hypotheses = [best, other]
    referee._told = best.events()
    referee._forget()
    assert (referee._floor, other in referee._beam.hypotheses) == (0, True)
    far = other.with_residuals(replace(UNSEEN, cost=10.0 + RATES.clear))
    referee._beam.hypotheses = [best, far]
    referee._forget()
    assert (referee._floor > 0, far in referee._beam.hypotheses) == (True, False)


def test_an_account_remembers_all_that_was_taken_off_in_a_hand() -> None:
    """Tracks of the hand's first captures may still be weighed at its end."""
    told = Hypothesis.at(Position.start(header()))
    laid = [f"{rank}{suit}" for suit in "cdhs" for rank in "K3579J2468TQ"]
    for k, name in enumerate(laid[:46]):
        told = told.then(SupposedEvent(Play(k % 2, Card.parse(name)), 2.0 * k, 0.0, tracks=(k,)))
    taken = {presence.track for presence in told.gone}
    assert len(taken) > 30
    assert 0 in taken
