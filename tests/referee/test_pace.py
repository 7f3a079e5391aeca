"""How long it takes to play, to deal and to shuffle: what would have come sooner is unlikely to have been played."""

import pytest

from companion.referee.hypothesis import Hypothesis
from companion.referee.prior import SupposedEvent, hand_over
from engine.cards import PACK
from engine.header import Header
from engine.porrazo.events import Play, Tendido
from engine.porrazo.foresight import at_play
from engine.porrazo.position import Position


def played(cards: int, pace: float = 5.0) -> Hypothesis:
    """A hypothesis of so many plays, one every so many seconds, all of them seen."""
    hypothesis = Hypothesis.at(Position.start(Header(players=("Ana", "Beto"))))
    for k, card in enumerate(PACK[:cards]):
        hypothesis = hypothesis.then(
            SupposedEvent(Play(at_play(hypothesis.position).turn, card), k * pace, 0.0, tracks=(k,))
        )
    return hypothesis


def cost_of_next(hypothesis: Hypothesis, after: float) -> float:
    """What one more play costs, so many seconds after the last."""
    number = hypothesis.depth
    play = Play(at_play(hypothesis.position).turn, PACK[number % 52])
    return (
        hypothesis.then(SupposedEvent(play, hypothesis.time + after, 0.0, tracks=(number,))).prior
        - hypothesis.prior
    )


@pytest.mark.parametrize(("cards", "too_soon", "soon_enough"), [(4, 0.8, 1.5), (6, 2.0, 3.5), (48, 4.0, 7.0)])
def test_a_play_too_soon_after_another_after_a_deal_or_after_a_hand_is_unlikely(
    cards: int, too_soon: float, soon_enough: float
) -> None:
    hypothesis = played(cards)
    assert hand_over(hypothesis.position) == (cards == 48)
    assert cost_of_next(hypothesis, too_soon) > cost_of_next(hypothesis, soon_enough) + 1


@pytest.mark.parametrize(("cards", "too_soon", "soon_enough"), [(6, 2.0, 3.5), (48, 4.0, 14.0)])
def test_a_tendido_too_soon_after_the_last_play_of_a_batch_or_of_a_hand_is_unlikely(
    cards: int, too_soon: float, soon_enough: float
) -> None:
    hypothesis = played(cards)
    costs = []
    for wait in (too_soon, soon_enough):
        row = SupposedEvent(Tendido(PACK[-4:]), hypothesis.time + wait, 0.0, tracks=(101, 102, 103, 104))
        costs.append(hypothesis.then(row).prior - hypothesis.prior)
    assert costs[0] > costs[1] + 1


def test_no_haste_costs_more_than_two_unseen_plays_make_up_for() -> None:
    """A wrong guess at when a hand ended must be possible to live with."""
    assert cost_of_next(played(48), 0.5) < cost_of_next(played(48), 30) + 13
