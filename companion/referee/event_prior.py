"""What is likely to happen next, whatever is seen of it: costs of events by themselves, in nats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.referee.pending_layout import pending_layout
from companion.referee.rates import RATES
from engine.events import Event
from engine.porrazo.events import Leftover, Play, Recount, Tendido
from engine.porrazo.position import Position
from engine.porrazo.rules import settled

if TYPE_CHECKING:
    from companion.referee.hypothesis import HistoryNode, SupposedEvent


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
        cost += RATES.play + pending_layout(before).play_now + (RATES.forgone if event.in_place else 0.0)
        cost += (0.0 if seen else RATES.play_unseen) + _haste(before, past, step.at, seen)
    elif isinstance(event, Tendido | Leftover):
        cost += pending_layout(before).leftover_now if isinstance(event, Leftover) else 0.0
    return cost


def _order(past: HistoryNode | None, at: float) -> float:
    return RATES.out_of_order if past is not None and at < past.step.at - RATES.order_within else 0.0


def _haste(before: Position, past: HistoryNode | None, at: float, seen: bool) -> float:
    """What it costs to play so soon after the play before."""
    if past is None or not isinstance(past.event, Play):
        return 0.0
    over = hand_over(before)
    takes = (
        RATES.shuffle
        if over
        else RATES.deal
        if before.complete
        else RATES.turn
        if seen
        else RATES.turn_unseen
    )
    return (RATES.too_quick_hand if over else RATES.too_quick)(takes - (at - past.step.at))
