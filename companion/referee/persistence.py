"""What it costs that cards are not seen where they should lie, or lie where they should have been taken off: nats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.referee.hypothesis import NEVER, Hypothesis, Presence, cards_of
from companion.referee.tracklets import Tracklet
from engine.porrazo.events import Play

MISSING_FREE, MISSING_FIRST, MISSING_A_SECOND, MISSING_MOST = 0.5, 2.0, 4.0, 14.0
"""A card that should lie there and is not seen: overlooked in a few frames, then gone."""
WHOLE_FREE, WHOLE_A_SECOND, WHOLE_MOST = 4.5, 2.5, 8.0
"""A capture of which no card has been taken off after so many seconds was perhaps none."""
PART_FREE, PART_A_SECOND, PART_MOST = 6.0, 0.3, 3.0
"""Part of a capture forgotten."""
UNSWEPT = 3.0
"""The next card is laid while nothing of the last capture has been taken off."""

Seen = tuple[float, Presence]
"""A captured card and until when it was seen."""


def missed(unseen: float) -> float:
    """What a card costs that should lie there and has not been seen for so many seconds."""
    if unseen <= MISSING_FREE:
        return 0.0
    return min(MISSING_FIRST + MISSING_A_SECOND * (unseen - MISSING_FREE), MISSING_MOST)


def left_lying(presence: Presence, tracklet: Tracklet) -> float:
    """What it would cost besides if this track were that card: it would not have been taken off when it was."""
    if presence.taken <= 0 or presence.must_leave_at >= NEVER:
        return 0.0
    return min(max(0.0, tracklet.until - presence.must_leave_at - WHOLE_FREE) * WHOLE_A_SECOND, WHOLE_MOST)


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
        cost = min(max(0.0, first - at - WHOLE_FREE) * WHOLE_A_SECOND, WHOLE_MOST)
        if not cost:
            cost = min(max(0.0, max(ends) - at - PART_FREE) * PART_A_SECOND, PART_MOST)
        following = min((play for play in plays if play > at + 0.1), default=NEVER)
        if first > following + 0.6:
            cost += UNSWEPT
        if cost:
            yield depth, cost
