"""What comes of an event, whatever it is. This is the door to the rules."""

from dataclasses import replace

from engine.conquian.cards import SEATS, Discard, Force, Melds, Pass, Take, Turn
from engine.conquian.position import Position
from engine.conquian.refusals import check_force, check_take, check_turn, check_unseen, not_now
from engine.events import Adjust, Event, foreign
from engine.game import Outcome
from engine.shared.scores import Made, check_seat, over, plus, reached

Result = Outcome[Position, Made]
HAND_POINTS = 1
"""Points of a hand won (C14)."""


def after(at: Position, event: Event) -> Result:
    """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
    if at.winner is not None and not isinstance(event, Adjust):
        raise over(at.setting.name(at.winner))
    at = at.passed_over()
    match event:
        case Turn():
            return turn_up(at, event)
        case Take():
            return take(at, event)
        case Pass():
            return decline(at, event)
        case Discard():
            return discard(at, event)
        case Force():
            return force(at, event)
        case Adjust():
            return adjust(at, event)
        case _:
            raise foreign(event)


def turn_up(at: Position, event: Turn) -> Result:
    """Return what comes of a card turned from the stock; an offered one is thereby declined (C9)."""
    check_turn(at, event.seat)
    hand = at.hand
    if hand.due not in ("turn", "offered") or not hand.stock:
        raise not_now(at)
    check_unseen(hand, event.card)
    hand = replace(hand, due="turned", centre=event.card, passed=False, stock=hand.stock - 1)
    return Outcome(at.with_hand(hand))


def decline(at: Position, event: Pass) -> Result:
    """Return what comes of a pass: the other seat is offered the card, or the hand is drawn (C10, C16)."""
    check_turn(at, event.seat)
    hand = at.hand
    if hand.due == "offered" and not hand.stock:
        carried = at.carried + (at.setting.draws == "carry")
        return Outcome(replace(at, carried=carried).next_hand())
    if hand.due != "turned" or hand.centre is None:
        raise not_now(at)
    discards = (*hand.discards, hand.centre)
    hand = replace(hand, turn=1 - hand.turn, due="offered", passed=True, discards=discards)
    return Outcome(at.with_hand(hand))


def take(at: Position, event: Take) -> Result:
    """Return what comes of a card taken: a discard is due, or the seat is out and has won the hand (C11-C14)."""
    check_turn(at, event.seat)
    hand, seat = at.hand, event.seat
    if hand.centre is None:
        raise not_now(at)
    check_take(at, event)
    from_hand = size(event.melds) - size(hand.melds[seat]) - 1
    melds = (event.melds, hand.melds[1]) if seat == 0 else (hand.melds[0], event.melds)
    hand = replace(
        hand,
        due="discard",
        centre=None,
        passed=False,
        melds=melds,
        in_hand=plus(hand.in_hand, seat, -from_hand),
        discards=tuple(card for card in hand.discards if card != hand.centre),
    )
    at = at.with_hand(hand)
    return Outcome(at) if hand.in_hand[seat] else go_out(at, seat)


def size(melds: Melds) -> int:
    """Return how many cards melds hold."""
    return sum(map(len, melds))


def go_out(at: Position, seat: int) -> Result:
    """Return what comes of an empty hand: its seat wins the hand, and what was carried; then the next (C14, C17)."""
    points = HAND_POINTS + at.carried
    scores = plus(at.scores, seat, points)
    winner = reached(scores, at.setting.header.target)
    at = replace(at, scores=scores, winner=winner, carried=0, hand=replace(at.hand, over=True))
    return Outcome(at if winner is not None else at.next_hand(), (Made(at.count, seat, points, "hand"),))


def discard(at: Position, event: Discard) -> Result:
    """Return what comes of a discard: it is offered to the other seat (C13)."""
    check_turn(at, event.seat)
    hand = at.hand
    if hand.due != "discard":
        raise not_now(at)
    check_unseen(hand, event.card)
    hand = replace(
        hand,
        turn=1 - event.seat,
        due="offered",
        centre=event.card,
        in_hand=plus(hand.in_hand, event.seat, -1),
        discards=(*hand.discards, event.card),
    )
    return Outcome(at.with_hand(hand))


def force(at: Position, event: Force) -> Result:
    """Return what comes of a force: the other seat is at turn and must take the centre card (C15)."""
    check_force(at, event.seat)
    return Outcome(at.with_hand(replace(at.hand, turn=1 - event.seat, due="forced", passed=False)))


def adjust(at: Position, event: Adjust) -> Result:
    """Return what comes of points by hand: they may win the match, or reopen it (C18)."""
    check_seat(event.seat, SEATS)
    scores = plus(at.scores, event.seat, event.points)
    winner = reached(scores, at.setting.header.target, at.winner)
    at = replace(at, scores=scores, winner=winner)
    if winner is None and at.hand.over:
        at = at.next_hand()
    return Outcome(at, (Made(at.count, event.seat, event.points, "adjust"),))
