"""One card laid: whether it may be, what it captures and what it scores at once (R9-R12)."""

from typing import TYPE_CHECKING

from engine.cards import Card, Rank
from engine.events import Play
from engine.illegal import IllegalPlay
from engine.porrazo.blows import counter, limpia_of, porrazo, stand
from engine.porrazo.capture import check_took, choose, taken, without
from engine.porrazo.scoring import Why
from engine.porrazo.seen import ALIKE, possible, seen_of
from engine.porrazo.sofar import Lying

if TYPE_CHECKING:
    from engine.porrazo.position import Position

IN_PLACE_HIGHEST = Rank.FOUR


def play(at: "Position", event: Play) -> "Position":
    """Return the position after a play, in turn and with a card that is still possible."""
    check_seat(at, event.seat)
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
    return stood if stood.winner is not None else lay(stood, event)


def lets_stand(at: "Position", event: Play) -> "Position":
    """Return the position once what waits has stood, if a play in turn and of another rank lets it (R16)."""
    waiting = at.lying.waiting
    if waiting is None or event.card.rank == waiting.rank or at.winner is not None:
        return at
    allowed = event.seat == at.turn and possible(at.hand_so_far.seen, event.card)
    return stand(at, at.count) if allowed else at


def check_seat(at: "Position", seat: int) -> None:
    """Refuse a seat in which nobody sits."""
    if not 0 <= seat < at.setting.seats:
        raise IllegalPlay("there is no seat {seat}, only 0 to {last}", seat=seat, last=at.setting.seats - 1)


def check_possible(at: "Position", card: Card) -> None:
    """Refuse a card that has turned up in this hand already, or a fifth of its rank."""
    if possible(at.hand_so_far.seen, card):
        return
    all_seen = seen_of(at.hand_so_far.seen, card.rank) == ALIKE
    if card.suit is None or (all_seen and card not in at.table):
        raise IllegalPlay("all four cards of that rank ({rank}) have been seen", rank=card.rank.word)
    if card in at.table:
        raise IllegalPlay("the {card} is already on the table", card=card.name)
    raise IllegalPlay("the {card} has already been played in this hand", card=card.name)


def lay(at: "Position", event: Play) -> "Position":
    """Return the position after a play on a table where nothing waits."""
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
    at = at.with_(hand, at.batch_so_far.playing(card, at.count), Lying(rest))
    return at.paid(at.count, seat, limpia, Why.LIMPIA, last)


def leave(at: "Position", event: Play) -> "Position":
    """Return the position after a card that stays on the table, in place or not (R10, R11)."""
    card, table = event.card, at.lying.cards
    lying = len(table) + 1
    pips = in_place_points(card.rank, lying)
    if event.in_place and not pips:
        raise IllegalPlay(
            "the {card} is not in place as card {number} on the table", card=card.name, number=lying
        )
    if event.took:
        raise IllegalPlay("the {card} captures nothing", card=card.name)
    batch = at.batch_so_far.playing(card, at.count)
    at = at.with_(at.hand_so_far.seeing(card), batch, Lying((*table, card), lying - 1))
    return at.paid(at.count, event.seat, pips, Why.IN_PLACE, card.rank)


def in_place_points(rank: Rank, lying: int) -> int:
    """Return the pips of a card laid as number ``lying`` on the table; 0 if not in its place (R11)."""
    return lying if rank == lying and rank <= IN_PLACE_HIGHEST else 0


def capture(at: "Position", event: Play) -> tuple[int, ...]:
    """Return the places of what a play takes, by its own choice of equal cards where it names one (R9)."""
    lying, corner = at.lying, at.setting.options.ace_over_king
    chosen = choose(lying.cards, event.took) if event.took else ()
    places = taken(lying.cards, event.card.rank, lying.fresh, chosen, corner)
    if event.took and places:
        check_took(lying.cards, places, event.took)
    return places
