"""What comes of an event, whatever it is, and of the record's end. This is the door to the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.events import Adjust, Event, foreign
from engine.game import Outcome
from engine.royal_porcio import auction, contract, playing, scoring
from engine.royal_porcio.events import (
    Duone,
    Exchange,
    Gallery,
    MakeBid,
    Pass,
    Reply,
    Show,
    Special,
    Spoil,
    TurnDown,
)
from engine.royal_porcio.position import Position
from engine.shared.scores import Made, over
from engine.shared.tricks import Play, side_name

Result = Outcome[Position, Made]

ACTS: Mapping[type[Event], Callable[[Position, Any], Result]] = {
    Gallery: auction.deal,
    MakeBid: auction.bid,
    Pass: auction.decline,
    Duone: auction.lay,
    Reply: auction.reply,
    TurnDown: auction.turn_down,
    Special: contract.name_special,
    Exchange: contract.exchange,
    Play: playing.play,
    Spoil: playing.take,
    Show: playing.show,
    Adjust: scoring.adjust,
}
"""What comes of each kind of event."""


def after(at: Position, event: Event) -> Result:
    """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
    if isinstance(event, Gallery) and at.hand.stage == "show":
        paid = settled(at)
        return paid.then(happening(paid.position, event))
    return happening(at, event)


def happening(at: Position, event: Event) -> Result:
    """Return what comes of an event once what it settles by its arrival is settled."""
    if at.winner is not None and not isinstance(event, Adjust):
        raise over(side_name(at.setting.header, at.winner))
    act = ACTS.get(type(event))
    if act is None:
        raise foreign(event)
    return act(at.passed_over(), event)


def arriving(at: Position, event: Event) -> Result:
    """Return what the next gallery settles by its arrival: a hand of which cards might still be shown (R28)."""
    return settled(at) if isinstance(event, Gallery) else Outcome(at)


def settled(at: Position) -> Result:
    """Return what holds if the record ends here: such a hand is settled, unless an adjust has won (R28, R29)."""
    waits = at.hand.stage == "show" and at.winner is None
    return scoring.settle(at) if waits else Outcome(at)
