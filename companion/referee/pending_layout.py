"""What may be laid out before a batch's first play, and what must be: the tendido, the leftover (R17, R20)."""

from __future__ import annotations

from typing import NamedTuple

from companion.referee.rates import RATES
from engine.porrazo.position import Position
from engine.porrazo.setting import TENDIDO_SIZE


class PendingLayout(NamedTuple):
    """How many cards a tendido and a leftover would now have, 0 where none can come; what a play, or a leftover
    before the tendido, then costs, nats."""

    tendido: int = 0
    leftover: int = 0
    play_now: float = 0.0
    leftover_now: float = 0.0

    @property
    def most(self) -> int:
        """The most cards that may be lying there before the next event is clear."""
        return max(self.tendido, self.leftover)


NOTHING = PendingLayout()


def pending_layout(position: Position) -> PendingLayout:
    """What may come next before a play."""
    setting, batch = position.setting, position.batch_so_far
    if position.winner is not None:
        return NOTHING
    if position.complete:
        over = batch.number == setting.batches
        return _due(
            position, 1 if over else batch.number + 1, not over and position.hand_so_far.tendido, False
        )
    if batch.played:
        return NOTHING
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
