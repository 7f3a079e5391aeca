"""What comes of an event, whatever it is; and what comes of a record's end. This is the door to the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.events import Adjust, Event, foreign
from engine.porrazo import dealing, playing, settling
from engine.porrazo.events import Claim, Declare, Leftover, Play, Recount, Tendido
from engine.porrazo.position import Outcome, Position
from engine.shared.scores import over

Rule = Callable[[Position, Any], Outcome]
"""What comes of one kind of event; the position has counted its line already."""

OF_A_BATCH: Mapping[type[Event], Rule] = {
    Play: playing.play,
    Declare: dealing.declare,
    Tendido: dealing.tendido,
    Leftover: dealing.leftover,
}
"""Events that begin the next batch once one is complete."""
ANY_TIME: Mapping[type[Event], Rule] = {
    Claim: dealing.claim,
    Adjust: dealing.adjust,
    Recount: dealing.recount,
}


def after(at: Position, event: Event) -> Outcome:
    """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it.

    An event that begins the next batch first settles the one before (R5).
    """
    kind = type(event)
    if at.tally.winner is not None and kind is not Adjust:
        raise over(at.setting.side_name(at.tally.winner))
    at = at.passed_over()
    if kind in ANY_TIME:
        return ANY_TIME[kind](at, event)
    if kind not in OF_A_BATCH:
        raise foreign(event)
    rule = OF_A_BATCH[kind]
    if not at.complete:
        return rule(at, event)
    settled = settling.settle(at)
    if settled.position.tally.winner is not None:
        raise over(at.setting.side_name(settled.position.tally.winner))
    return settled.then(rule(settled.position, event))


def arriving(at: Position, event: Event) -> Outcome:
    """Return what comes of an event's arrival, before it counts itself, whether or not it is refused.

    What begins the next batch settles a complete one (R5); a possible play in turn lets what waits stand,
    unless it has the same rank (R16).
    """
    at = at.passed_over()
    if isinstance(event, Play | Declare) and not 0 <= event.seat < at.setting.seats:
        return Outcome(at)  # nobody did that
    over_now = type(event) in OF_A_BATCH and at.complete and at.winner is None
    so_far = settling.settle(at) if over_now else Outcome(at)
    return so_far.then(playing.lets_stand(so_far.position, event)) if isinstance(event, Play) else so_far


def settled(at: Position) -> Outcome:
    """Return what holds if the record ends here: a complete batch is settled (R5, R21)."""
    return settling.settle(at) if at.complete and at.winner is None else Outcome(at)
