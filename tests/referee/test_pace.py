"""How long it takes to play, to deal and to shuffle: what would have come sooner is unlikely to have been played."""

import pytest

from companion.referee.account import Account, Step
from companion.referee.expecting import hand_over
from engine.cards import PACK
from engine.header import Header
from engine.porrazo.events import Play
from engine.porrazo.foresight import at_play
from engine.porrazo.position import Position


def played(cards: int, pace: float = 5.0) -> Account:
    """An account of so many plays, one every so many seconds, all of them seen."""
    account = Account.at(Position.start(Header(players=("Ana", "Beto"))))
    for k, card in enumerate(PACK[:cards]):
        account = account.then(Step(Play(at_play(account.position).turn, card), k * pace, tracks=(k,)))
    return account


def cost_of_next(account: Account, after: float) -> float:
    """What one more play costs, so many seconds after the last."""
    number = account.depth
    play = Play(at_play(account.position).turn, PACK[number % 52])
    return account.then(Step(play, account.time + after, tracks=(number,))).prior - account.prior


@pytest.mark.parametrize(("cards", "too_soon", "soon_enough"), [(4, 0.8, 1.5), (6, 2.0, 3.5), (48, 4.0, 7.0)])
def test_a_play_too_soon_after_another_after_a_deal_or_after_a_hand_is_unlikely(
    cards: int, too_soon: float, soon_enough: float
) -> None:
    account = played(cards)
    assert hand_over(account.position) == (cards == 48)
    assert cost_of_next(account, too_soon) > cost_of_next(account, soon_enough) + 1


def test_no_haste_costs_more_than_two_unseen_plays_make_up_for() -> None:
    """A wrong guess at when a hand ended must be possible to live with."""
    assert cost_of_next(played(48), 0.5) < cost_of_next(played(48), 30) + 13
