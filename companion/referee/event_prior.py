"""What is likely to happen next, whatever is seen of it: costs of events by themselves, in nats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.referee.pending_layout import pending_layout
from engine.events import Event
from engine.porrazo.events import Leftover, Play, Recount, Tendido
from engine.porrazo.position import Position
from engine.porrazo.rules import settled

if TYPE_CHECKING:
    from companion.referee.hypothesis import HistoryNode, SupposedEvent

PLAY = 1.0
"""A play is what is expected to happen next."""
UNSEEN = 4.0
"""A play whose card nobody saw: laid and swept in one movement."""
FORGONE = 0.7
"""A capture forgone for a card in its place."""
TURN, UNSEEN_TURN, DEAL, SHUFFLE = 1.3, 2.0, 3.0, 6.0
"""Seconds that pass at least from one play to the next: seen, not seen, after a deal, into another hand."""
TOO_QUICK, MUCH_TOO_QUICK = 3.0, 6.0
"""Nats for each second less, and at most; twice that where another hand would have begun."""
ORDER, OUT_OF_ORDER = 0.4, 5.0
"""An event so many seconds before the one that it follows has been put out of order."""


def won(position: Position) -> bool:
    """Whether the match is won, by what a batch brings at its end perhaps."""
    return position.winner is not None or (
        position.complete and settled(position).position.winner is not None
    )


def hand_over(position: Position) -> bool:
    """Whether all cards of the hand have been played, or the match is won."""
    return (position.complete and position.batch == position.setting.batches) or won(position)


def new_hand(before: Position, event: Event) -> bool:
    """Whether an event begins another hand: the pack has been gathered and dealt anew."""
    return hand_over(before) and not isinstance(event, Recount)


def expected(before: Position, past: HistoryNode | None, step: SupposedEvent) -> float:
    """What an event costs after those before."""
    event = step.event
    if isinstance(event, Recount):
        return step.own
    cost = step.own + _order(past, step.at)
    if isinstance(event, Play):
        seen = step.tracks[0] is not None
        cost += PLAY + pending_layout(before).play_now + (FORGONE if event.in_place else 0.0)
        cost += (0.0 if seen else UNSEEN) + _haste(before, past, step.at, seen)
    elif isinstance(event, Tendido | Leftover):
        cost += pending_layout(before).leftover_now if isinstance(event, Leftover) else 0.0
    return cost


def _order(past: HistoryNode | None, at: float) -> float:
    return OUT_OF_ORDER if past is not None and at < past.step.at - ORDER else 0.0


def _haste(before: Position, past: HistoryNode | None, at: float, seen: bool) -> float:
    """What it costs to play so soon after the play before."""
    if past is None or not isinstance(past.event, Play):
        return 0.0
    over = hand_over(before)
    takes = SHUFFLE if over else DEAL if before.complete else TURN if seen else UNSEEN_TURN
    return min(MUCH_TOO_QUICK * (1 + over), TOO_QUICK * max(0.0, takes - (at - past.step.at)))
