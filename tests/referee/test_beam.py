"""Which hypotheses are kept: the best, but not all of one kind."""

from dataclasses import replace

import pytest

from companion.referee.hypothesis import UNSEEN, Hypothesis
from companion.referee.observation import Observation, ObservedCard
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES
from companion.referee.search.beam import Beam, best_of
from companion.referee.tracklets import Tracklets
from engine.cards import PACK, Rank
from engine.porrazo.events import Play
from engine.porrazo.position import Position
from tests.referee.drawn import header
from tests.referee.habits import sure_of


def hypothesis(cost: float, *laid: tuple[int, int]) -> Hypothesis:
    """A hypothesis of plays, each a card of the pack by its number and the track it was laid as."""
    supposed = Hypothesis.at(Position.start(header()))
    for k, (card, track) in enumerate(laid):
        supposed = supposed.then(SupposedEvent(Play(k % 2, PACK[card]), 5.0 * k, 0.0, tracks=(track,)))
    return supposed.with_residuals(replace(UNSEEN, cost=cost))


def test_what_nobody_can_read_does_not_crowd_out_that_it_was_nothing() -> None:
    """On a pile a back was read as one of many kings and aces; each was a hypothesis, with and without the
    next card, and the right one, a little worse for a moment, was forgotten.
    """
    nine = Rank.NINE - 1
    unread = [hypothesis(10.0 + k / 10, (k, 1), (nine + 13, 2)) for k in range(13) if k != nine]
    unread += [hypothesis(10.5 + k / 10, (k, 1)) for k in range(13)]
    right = hypothesis(12.5, (nine + 13, 2))
    kept = best_of([*unread, right])
    assert right in kept
    assert len(kept) <= RATES.kept
    assert kept[0] is unread[0]


def test_only_what_is_written_is_closed() -> None:
    """A recount was closed that was not worth a line yet (evening 9913): the lines after it went to wrong places, and
    the rules refused them.
    """
    best = hypothesis(1.0, (0, 1), (1, 2), (2, 3))
    other, strange = hypothesis(2.0, (0, 1), (1, 2), (4, 3)), hypothesis(3.0, (5, 1))
    for written, kept in ((2, [best, other]), (3, [best])):
        beam = Beam(best)
        beam.hypotheses = [best, other, strange]
        assert beam.close(written, Tracklets()) == written
        assert beam.hypotheses == kept


@pytest.mark.parametrize(("lies_there", "closed"), [(False, 1), (True, 2)])
def test_whether_the_newest_card_was_taken_back_stays_open_once_it_has_gone(
    lies_there: bool, closed: int
) -> None:
    best, without = hypothesis(1.0, (0, 1), (1, 2)), hypothesis(4.0, (0, 1))
    beam, tracklets = Beam(best), Tracklets()
    beam.hypotheses = [best, without]
    card = ObservedCard(2, sure_of(PACK[1], 0.99), 0.0, 0.0, 0.0)
    for t, seen in ((0.0, (card,)), (1.0, (card,) if lies_there else ())):
        tracklets.see(Observation(t, seen))
    assert beam.close(2, tracklets) == closed
    assert beam.hypotheses == [best, without][: 3 - closed]
