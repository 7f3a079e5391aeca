"""One card laid: whether it may be, what it captures and scores at once (R9-R12).

Then the blows: porrazo, counter-porrazo and san benito, how they wait and how they stand (R13-R16).
"""

from engine.cards import Card, Rank
from engine.events import IllegalPlay
from engine.game import Capture
from engine.porrazo.capture import check_took, choose, taken, without
from engine.porrazo.events import Play
from engine.porrazo.position import Outcome, Position
from engine.porrazo.scoring import COUNTER_FACTOR, VALUE, Score, Tally, Why
from engine.porrazo.sofar import ALIKE, Lying, Waiting, possible, seen_of
from engine.shared.scores import check_seat

IN_PLACE_HIGHEST = Rank.FOUR


def play(at: Position, event: Play) -> Outcome:
    """Return what comes of a play, in turn and with a card that is still possible."""
    check_seat(event.seat, at.setting.seats)
    turn = at.turn
    if event.seat != turn:
        name = at.setting.name
        raise IllegalPlay("{next} plays next, not {other}", next=name(turn), other=name(event.seat))
    check_possible(at, event.card)
    waiting = at.lying.waiting
    if waiting is None:
        return lay(at, event)
    if event.card.rank == waiting.rank:
        return counter(at, event, waiting)
    stood = stand(at, at.count)  # paid first; a win ends the match before this play counts (R16)
    return stood if stood.position.winner is not None else stood.then(lay(stood.position, event))


def lets_stand(at: Position, event: Play) -> Outcome:
    """Return what comes of it once what waits has stood, if a play in turn and of another rank lets it (R16)."""
    waiting = at.lying.waiting
    if waiting is None or event.card.rank == waiting.rank or at.winner is not None:
        return Outcome(at)
    allowed = event.seat == at.turn and possible(at.hand_so_far.seen, event.card)
    return stand(at, at.count) if allowed else Outcome(at)


def check_possible(at: Position, card: Card) -> None:
    """Refuse a card that has turned up in this hand already, or a fifth of its rank."""
    if possible(at.hand_so_far.seen, card):
        return
    all_seen = seen_of(at.hand_so_far.seen, card.rank) == ALIKE
    if card.suit is None or (all_seen and card not in at.table):
        raise IllegalPlay("all four cards of that rank ({rank}) have been seen", rank=card.rank.word)
    if card in at.table:
        raise IllegalPlay("the {card} is already on the table", card=card.name)
    raise IllegalPlay("the {card} has already been played in this hand", card=card.name)


def lay(at: Position, event: Play) -> Outcome:
    """Return what comes of a play on a table where nothing waits."""
    lying = at.lying
    places = () if event.in_place else capture(at, event)
    if not places:
        return leave(at, event)
    if places[0] == lying.fresh:
        return porrazo(at, event, places)
    card, seat = event.card, event.seat
    cards = (*[lying.cards[place] for place in places], card)
    hand = at.hand_so_far.seeing(card).captured(seat, at.setting.side_of[seat], cards)
    last, rest = cards[-2].rank, without(lying.cards, places)
    limpia = limpia_of(at, len(rest), last)
    after = at.with_(hand, at.batch_so_far.playing(card, at.count), Lying(rest))
    won = Outcome(after, (), (Capture(seat, cards),))
    return won.paid(at.count, seat, limpia, Why.LIMPIA, last) if limpia else won


def leave(at: Position, event: Play) -> Outcome:
    """Return what comes of a card that stays on the table, in place or not (R10, R11)."""
    card, table = event.card, at.lying.cards
    count = len(table) + 1
    pips = in_place_points(card.rank, count)
    if event.in_place and not pips:
        raise IllegalPlay(
            "the {card} is not in place as card {number} on the table", card=card.name, number=count
        )
    if event.took:
        raise IllegalPlay("the {card} captures nothing", card=card.name)
    batch = at.batch_so_far.playing(card, at.count)
    after = at.with_(at.hand_so_far.seeing(card), batch, Lying((*table, card), count - 1))
    left = Outcome(after)
    return left.paid(at.count, event.seat, pips, Why.IN_PLACE, card.rank) if pips else left


def in_place_points(rank: Rank, count: int) -> int:
    """Return the pips of a card laid as number ``count`` on the table; 0 if not in its place (R11)."""
    return count if rank == count and rank <= IN_PLACE_HIGHEST else 0


def capture(at: Position, event: Play) -> tuple[int, ...]:
    """Return the places of what a play takes, by its own choice of equal cards where it names one (R9)."""
    lying, corner = at.lying, at.setting.options.ace_over_king
    chosen = choose(lying.cards, event.took) if event.took else ()
    places = taken(lying.cards, event.card.rank, lying.fresh, chosen, corner)
    if event.took and places:
        check_took(lying.cards, places, event.took)
    return places


def limpia_of(at: Position, left: int, last: Rank) -> int:
    """Return what emptying the table with the next play scores: nothing with the hand's last (R12)."""
    setting, batch = at.setting, at.batch_so_far
    if left:
        return 0
    last_play = batch.number == setting.batches and len(batch.played) + 1 == setting.plays[batch.number]
    return 0 if last_play else VALUE[last]


def porrazo(at: Position, event: Play, places: tuple[int, ...]) -> Outcome:
    """Return what comes of a card that matches the one just laid: it waits (R13)."""
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


def counter(at: Position, event: Play, porrazo: Waiting) -> Outcome:
    """Return what comes of a third card of the rank, or a fourth, in a row (R14, R15)."""
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


def san_benito(at: Position, event: Play) -> Outcome:
    """Return the won match: the fourth card in a row lies on the table, and nothing waits any more (R15)."""
    if event.took:
        raise IllegalPlay("the {card} captures nothing: it is the san benito", card=event.card.name)
    won = laid(at, event, None)
    at = won.position
    score = Score(at.count, event.seat, 0, Why.SAN_BENITO, event.card.rank)
    tally = Tally(at.tally.scores, at.tally.reached, at.setting.side_of[event.seat])
    return Outcome(at.with_(tally=tally), (*won.made, score), won.captures, won.stood)


def laid(at: Position, event: Play, waiting: Waiting | None) -> Outcome:
    """Return what comes of a card that lies on the table beside those that it would capture.

    With the batch's last play it stands at once: nobody is left to counter it (R13).
    """
    at = at.with_(
        at.hand_so_far.seeing(event.card),
        at.batch_so_far.playing(event.card, at.count),
        Lying((*at.lying.cards, event.card), waiting=waiting),
    )
    return stand(at, at.count) if at.complete else Outcome(at)


def stand(at: Position, event: int) -> Outcome:
    """Return what comes of it once what waits has stood: captured, then paid (R16); ``event`` made it due."""
    waiting = at.lying.waiting
    if waiting is None:
        return Outcome(at)
    table, seat = at.lying.cards, waiting.seat
    cards = tuple([table[place] for place in waiting.places])
    hand = at.hand_so_far.captured(seat, at.setting.side_of[seat], cards)
    after = at.with_(hand, lying=Lying(without(table, waiting.places)))
    stood = Outcome(after, (), (Capture(seat, cards),), waiting)
    stood = stood.paid(event, seat, waiting.points, waiting.why, waiting.rank)
    return stood.paid(event, seat, waiting.limpia, Why.LIMPIA, waiting.last)
