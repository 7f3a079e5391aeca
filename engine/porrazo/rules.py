"""What comes of an event, whatever it is; and what comes of a record's end. This is the door to the rules."""

from engine.events import Adjust, Event, IllegalPlay, foreign
from engine.porrazo import dealing, playing, settling
from engine.porrazo.events import Claim, Declare, Leftover, Play, Recount, Tendido
from engine.porrazo.position import Outcome, Position


def after(at: Position, event: Event) -> Outcome:
    """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it.

    An event that begins the next batch first settles the one before (R5).
    """
    if at.tally.winner is not None and not isinstance(event, Adjust):
        raise over(at)
    so_far = Outcome(at.passed_over())
    match event:
        case Play():
            return playing.play(ready(so_far), event)
        case Declare():
            return dealing.declare(ready(so_far), event)
        case Tendido():
            return dealing.tendido(ready(so_far), event)
        case Leftover():
            return dealing.leftover(ready(so_far), event)
        case Claim():
            return dealing.claim(so_far, event)
        case Adjust():
            return dealing.adjust(so_far, event)
        case Recount():
            return dealing.recount(so_far, event)
        case _:
            raise foreign(event)


def ready(so_far: Outcome) -> Outcome:
    """Return what comes of it as the next batch's event arrives, the batch before it settled."""
    if not so_far.position.complete:
        return so_far
    settled = settling.settle(so_far)
    if settled.position.tally.winner is not None:
        raise over(settled.position)
    return settled


def over(at: Position) -> IllegalPlay:
    """Return the refusal of anything that comes after a win."""
    assert at.winner is not None
    return IllegalPlay("the match is over: {side} won it", side=at.setting.side_name(at.winner))


def arriving(at: Position, event: Event) -> Outcome:
    """Return what comes of an event's arrival, before it counts itself, whether or not it is refused.

    What begins the next batch settles a complete one (R5); a possible play in turn lets what waits stand,
    unless it has the same rank (R16).
    """
    so_far = Outcome(at.passed_over())
    if isinstance(event, Play | Declare) and not 0 <= event.seat < at.setting.seats:
        return so_far  # nobody did that
    if isinstance(event, Play | Declare | Tendido | Leftover) and at.complete and at.winner is None:
        so_far = settling.settle(so_far)
    return playing.lets_stand(so_far, event) if isinstance(event, Play) else so_far


def settled(at: Position) -> Outcome:
    """Return what holds if the record ends here: a complete batch is settled (R5, R21)."""
    return settling.settle(Outcome(at)) if at.complete and at.winner is None else Outcome(at)
