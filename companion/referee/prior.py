"""The prior: what an event costs by itself, in nats, given the events before it and whatever is seen of it."""

from __future__ import annotations

from typing import NamedTuple

from companion.referee.rates import RATES
from engine.events import Event
from engine.porrazo.events import Leftover, Play, Recount
from engine.porrazo.position import Position
from engine.porrazo.rules import settled
from engine.porrazo.setting import TENDIDO_SIZE


class SupposedEvent(NamedTuple):
    """An event to suppose: ``at`` seconds, with a cost of its own, its cards seen as ``tracks`` (in their order, None
    for one that nobody saw). A recount may say since when, in seconds, the thread was ``lost``.
    """

    event: Event
    at: float
    own: float
    tracks: tuple[int | None, ...] = (None,)
    lost: float | None = None


def won(position: Position) -> bool:
    """Whether the match is won, if only by what its batch brings at its end."""
    return position.winner is not None or (
        position.complete and settled(position).position.winner is not None
    )


def hand_over(position: Position) -> bool:
    """Whether all cards of the hand have been played, or the match is won."""
    return (position.complete and position.batch == position.setting.batches) or won(position)


def new_hand(before: Position, event: Event) -> bool:
    """Whether an event begins another hand: the pack has been gathered and dealt anew."""
    return hand_over(before) and not isinstance(event, Recount)


def event_cost(before: Position, previous: SupposedEvent | None, step: SupposedEvent) -> float:
    """What an event costs in this position, after the previous one."""
    event, cost = step.event, step.own
    if isinstance(event, Recount):
        return cost
    if previous is not None and step.at < previous.at - RATES.order_within:
        cost += RATES.out_of_order
    if isinstance(event, Play):
        seen = step.tracks[0] is not None
        cost += RATES.play + pending_layout(before).play_now + (RATES.forgone if event.in_place else 0.0)
        cost += (0.0 if seen else RATES.play_unseen) + _haste(before, previous, step.at, seen)
    elif isinstance(event, Leftover):
        cost += pending_layout(before).leftover_now + _haste(before, previous, step.at, True)
    else:
        cost += _haste(before, previous, step.at, True)
    return cost


def _haste(before: Position, previous: SupposedEvent | None, at: float, seen: bool) -> float:
    """What it costs to play so soon after the play before."""
    if previous is None or not isinstance(previous.event, Play):
        return 0.0
    if hand_over(before):
        return RATES.too_quick_hand(RATES.shuffle - (at - previous.at))
    takes = RATES.deal if before.complete else RATES.turn if seen else RATES.turn_unseen
    return RATES.too_quick(takes - (at - previous.at))


class PendingLayout(NamedTuple):
    """What may be laid out before a batch's first play, and what must be: tendido and leftover (R17, R20).

    ``tendido`` and ``leftover`` are how many cards they would now have, 0 where none can come; ``play_now`` is what a
    play then costs, ``leftover_now`` a leftover before the tendido, nats.
    """

    tendido: int
    leftover: int
    play_now: float
    leftover_now: float

    @staticmethod
    def nothing() -> PendingLayout:
        """Nothing may come, and nothing must."""
        return PendingLayout(0, 0, 0.0, 0.0)

    @property
    def most(self) -> int:
        """The most cards that may be lying there before the next event is clear."""
        return max(self.tendido, self.leftover)


def pending_layout(position: Position) -> PendingLayout:
    """What may come next before a play."""
    setting, batch = position.setting, position.batch_so_far
    if position.winner is not None:
        return PendingLayout.nothing()
    if position.complete:
        over = batch.number == setting.batches
        return _due(
            position, 1 if over else batch.number + 1, not over and position.hand_so_far.tendido, False
        )
    if batch.played:
        return PendingLayout.nothing()
    return _due(position, batch.number, position.hand_so_far.tendido, batch.leftover)


def _due(position: Position, number: int, tendido_lies: bool, leftover_lies: bool) -> PendingLayout:
    setting = position.setting
    rules, last = setting.options, number == setting.batches
    tendido = leftover = 0
    late = 0.0
    if not tendido_lies and not leftover_lies and (last or rules.tendido != "last_four"):
        tendido = TENDIDO_SIZE
        late = RATES.overdue_tendido if last and rules.tendido != "optional" else 0.0
    if last and not leftover_lies and rules.leftover == "table":
        leftover = setting.leftover
    return PendingLayout(tendido, leftover, late + (RATES.overdue_leftover if leftover else 0.0), late)
