"""Where another event may be put into a hypothesis, and the ways in which a card may be played there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.referee.arms import Seating
from companion.referee.hypothesis import HistoryNode, Hypothesis, Missing, extended
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES
from companion.referee.tracklets import Tracklets
from engine.cards import ANY_SUIT, Card, Rank
from engine.events import Event
from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import at_play, prospect, unseen
from engine.porrazo.sofar import possible


@dataclass(frozen=True, slots=True)
class Scene:
    """All tracks, and what is closed: events up to number ``floor``, and the time before ``horizon`` seconds.

    ``seating`` gives the cost of the arms.
    """

    tracklets: Tracklets
    floor: int
    horizon: float
    seating: Seating

    @property
    def now(self) -> float:
        """The time of the newest observation, in seconds."""
        return self.tracklets.now


def put_in(
    hypothesis: Hypothesis, nodes: list[HistoryNode], k: int, step: SupposedEvent
) -> Hypothesis | None:
    """The hypothesis with a step inserted before node ``k``; None where the rules refuse it."""
    if k == len(nodes):
        return extended(hypothesis, (step,))
    return extended(nodes[k].base, (step, *(node.step for node in nodes[k:])))


def places(nodes: list[HistoryNode], at: float) -> list[int]:
    """The indices among the events where one at this time, in seconds, may go, the likeliest first.

    Never before a recount: what lay on the table then is part of the recount.
    """
    k = len(nodes)
    while k and nodes[k - 1].step.at > at and not isinstance(nodes[k - 1].event, Recount):
        k -= 1
    found = [k]
    if k and at - nodes[k - 1].step.at < RATES.same_time and not isinstance(nodes[k - 1].event, Recount):
        found.append(k - 1)
    if k < len(nodes) and nodes[k].step.at - at < RATES.same_time:
        found.append(k + 1)
    return found


def plays(before: Hypothesis, card: Card, missing: tuple[Missing, ...] = ()) -> Iterator[Event]:
    """The ways to play a card: plainly, with another of several equal cards taken, or left in its place.

    Another equal card is tried where it is ``missing``.
    """
    at = at_play(before.position)
    seat, table = at.turn, at.table
    if at.winner is not None or not possible(at.hand_so_far.seen, card):
        return
    yield Play(seat, card)
    alike = Counter(other.rank for other in table)
    twins = {p.card for p, _ in missing if alike[p.card.rank] > 1 and p.card in table}
    for twin in twins:
        yield Play(seat, card, took=(twin,))
    # Only if it would capture: an equal card that waits for the play before leaves when this one is laid.
    if card.rank <= Rank.FOUR and card.rank in alike and prospect(before.position, Play(seat, card)).captured:
        yield Play(seat, card, in_place=True)


def of_rank(hypothesis: Hypothesis, rank: Rank) -> Card:
    """A card of the rank that nobody saw: with its suit where only one is left."""
    left = [card for card in unseen(hypothesis.position) if card.rank == rank]
    return left[0] if len(left) == 1 else ANY_SUIT[rank - 1]
