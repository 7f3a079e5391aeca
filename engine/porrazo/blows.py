"""The blows: porrazo, counter-porrazo and san benito; how they wait and how they stand (R12-R16)."""

from typing import TYPE_CHECKING

from engine.cards import Rank
from engine.events import Play
from engine.illegal import IllegalPlay
from engine.porrazo.capture import check_took, choose, taken, without
from engine.porrazo.scoring import COUNTER_FACTOR, VALUE, Score, Tally, Why
from engine.porrazo.sofar import Lying, Waiting

if TYPE_CHECKING:
    from engine.porrazo.position import Position


def limpia_of(at: "Position", left: int, last: Rank) -> int:
    """Return what emptying the table with the next play scores: nothing with the hand's last (R12)."""
    setting, batch = at.setting, at.batch_so_far
    if left:
        return 0
    last_play = batch.number == setting.batches and len(batch.played) + 1 == setting.plays[batch.number]
    return 0 if last_play else VALUE[last]


def porrazo(at: "Position", event: Play, places: tuple[int, ...]) -> "Position":
    """Return the position after a card that matches the one just laid: it waits (R13)."""
    table = at.lying.cards
    last = table[places[-1]].rank
    waiting = Waiting(
        event.seat,
        Why.PORRAZO,
        event.card.rank,
        VALUE[event.card.rank],
        (*places, len(table)),
        last,
        limpia_of(at, len(table) - len(places), last),
    )
    return laid(at, event, waiting)


def counter(at: "Position", event: Play, porrazo: Waiting) -> "Position":
    """Return the position after a third card of the rank, or a fourth, in a row (R14, R15)."""
    if event.in_place:
        raise IllegalPlay("the {card} counters, it cannot be in place", card=event.card.name)
    if porrazo.why is Why.COUNTER_PORRAZO:
        return san_benito(at, event)
    table = at.lying.cards
    own = choose(table, event.took)
    before = porrazo.places  # the run that the porrazo would have taken, unless this play chooses another
    run = taken(table, event.card.rank, before[0], before + own, at.setting.options.ace_over_king)
    places = (*run, before[-1])
    check_took(table, places, event.took)
    last = table[run[-1]].rank
    waiting = Waiting(
        event.seat,
        Why.COUNTER_PORRAZO,
        porrazo.rank,
        VALUE[porrazo.rank] * COUNTER_FACTOR,
        (*places, len(table)),
        last,
        limpia_of(at, len(table) - len(places), last),
    )
    return laid(at, event, waiting)


def san_benito(at: "Position", event: Play) -> "Position":
    """Return the won match: the fourth card in a row lies on the table, and nothing waits any more (R15)."""
    if event.took:
        raise IllegalPlay("the {card} captures nothing: it is the san benito", card=event.card.name)
    score = Score(at.count, event.seat, 0, Why.SAN_BENITO, event.card.rank)
    tally = Tally(at.tally.scores, at.tally.reached, at.setting.side_of[event.seat])
    at = laid(at, event, None)
    return at.with_(tally=tally).with_made((*at.made, score))


def laid(at: "Position", event: Play, waiting: Waiting | None) -> "Position":
    """Return the position with the card on the table beside those that it would capture.

    With the batch's last play it stands at once: nobody is left to counter it (R13).
    """
    at = at.with_(
        at.hand_so_far.seeing(event.card),
        at.batch_so_far.playing(event.card, at.count),
        Lying((*at.lying.cards, event.card), waiting=waiting),
    )
    return stand(at, at.count) if at.complete else at


def stand(at: "Position", event: int) -> "Position":
    """Return the position once what waits has stood: captured, then paid (R16); ``event`` made it due."""
    waiting = at.lying.waiting
    if waiting is None:
        return at
    table, seat = at.lying.cards, waiting.seat
    cards = tuple([table[place] for place in waiting.places])
    hand = at.hand_so_far.captured(seat, at.setting.side_of[seat], cards)
    at = at.with_(hand, lying=Lying(without(table, waiting.places)))
    at = at.paid(event, seat, waiting.points, waiting.why, waiting.rank)
    return at.paid(event, seat, waiting.limpia, Why.LIMPIA, waiting.last)
