"""What it costs that cards are not seen where they should lie, or lie where they should have been taken off: nats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.referee.hypothesis import NEVER, Hypothesis, Presence, cards_of
from companion.referee.rates import RATES
from companion.referee.tracklets import Tracklet
from engine.porrazo.events import Play

Seen = tuple[float, Presence]
"""A captured card and until when it was seen."""


def left_lying(presence: Presence, tracklet: Tracklet) -> float:
    """What it would cost besides if this track were that card: it would not have been taken off when it was."""
    if presence.taken <= 0 or presence.must_leave_at >= NEVER:
        return 0.0
    return RATES.capture_left(tracklet.until - presence.must_leave_at)


def lingering(hypothesis: Hypothesis, groups: Mapping[int, list[Seen]]) -> Iterator[tuple[int, float]]:
    """The captures that were not taken off, by their events' numbers, and what each costs: for the card that was played
    and the one of its rank, which nobody leaves lying, more than for the run above them, of which one may be forgotten.
    """
    nodes = hypothesis.since(min(groups) - 1) if groups else []
    played = {node.depth: node for node in nodes if isinstance(node.event, Play)}
    plays = [node.step.at for node in played.values()]
    for depth, cards in groups.items():
        rank = cards_of(played[depth].event)[0].rank if depth in played else None
        ends = [end for end, _ in cards]
        first = max((end for end, p in cards if p.card.rank == rank), default=min(ends))
        at = max(presence.must_leave_at for _, presence in cards)
        cost = RATES.capture_left(first - at)
        if not cost:
            cost = RATES.run_left(max(ends) - at)
        following = min((play for play in plays if play > at + 0.1), default=NEVER)
        if first > following + RATES.unswept_after:
            cost += RATES.unswept
        if cost:
            yield depth, cost
