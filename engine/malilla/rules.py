"""What comes of an event, whatever it is. This is the door to the rules."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from engine.cards import Card
from engine.events import Adjust, Event, IllegalPlay, foreign
from engine.fields import Fields
from engine.game import Capture, Outcome
from engine.malilla.cards import Misdeal, Play, Trump, strength, worth
from engine.malilla.fouls import fouls_proved, holds_turned, turn_of
from engine.malilla.position import TRICKS, Hand, Position, Turn
from engine.shared.scores import Made, check_seat, over, plus, reached
from engine.shared.tricks import SEATS, SIDES, Laid, side_name, side_of, winning

Result = Outcome[Position, Made]
HALF_THE_POINTS = 35
"""Half of the 70 points of a hand: 60 in cards, and one for each trick (M14)."""


def after(at: Position, event: Event) -> Result:
    """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
    if at.winner is not None and not isinstance(event, Adjust):
        raise over(side_name(at.setting.header, at.winner))
    at = at.passed_over()
    match event:
        case Play():
            return play(at, event)
        case Trump():
            return turn_up(at, event.card)
        case Misdeal():
            return misdeal(at)
        case Adjust():
            return adjust(at, event)
        case _:
            raise foreign(event)


def turn_up(at: Position, card: Card) -> Result:
    """Return what comes of the turned card: its points are scored, or held if they would win (M3, M5)."""
    hand = at.hand
    if hand.turned is not None:
        raise IllegalPlay("the trump card of this hand has already been turned up")
    points = worth(card) if at.setting.turned_card == "bonus" else 0
    side = side_of(hand.dealer)
    if at.scores[side] + points >= at.setting.header.target:
        return Outcome(at.with_hand(replace(hand, turned=card, held=points)))
    at = at.with_hand(replace(hand, turned=card, bonus=points))
    return paid(at, side, points, "turned_card")


def misdeal(at: Position) -> Result:
    """Return what comes of cards dealt wrongly: the next dealer deals, what they scored is taken back (M7)."""
    hand = at.hand
    if hand.played:
        raise IllegalPlay("it is too late for a misdeal: the hand is being played")
    following = Hand.dealt(hand.number, (hand.dealer + 1) % SEATS)
    return paid(at.with_hand(following), side_of(hand.dealer), -hand.bonus, "misdeal")


def play(at: Position, event: Play) -> Result:
    """Return what comes of a card: fouls that it proves, then the trick, if it is the fourth (M8, M13)."""
    check_play(at, event)
    hand, laid = at.hand, Laid(at.count, event.seat, event.card)
    if not hand.trick:
        hand = replace(hand, led=hand.led | {laid.suit})
    turn = turn_of(hand, laid, at.setting.sevens)
    proved = dict(fouls_proved(hand, laid, turn))
    at = at.with_hand(with_card(hand, laid, turn, proved))
    made = tuple(
        Made(at.count, event.seat, 0, "foul", {"foul": code, "at": line}) for line, code in proved.items()
    )
    if made and at.setting.fouls == "apply":
        return Outcome(at.scored(at.scores, 1 - side_of(event.seat), lost=True), made)
    told = Outcome(at, made)
    return told if len(at.hand.trick) < SEATS else told.then(take_trick(at))


def check_play(at: Position, event: Play) -> None:
    """Refuse a play that cannot be under M2 to M6, whatever the hidden hands hold."""
    hand, card, name = at.hand, event.card, at.setting.name
    check_seat(event.seat, SEATS)
    turn = at.turn
    if turn is None:
        raise IllegalPlay("the trump card of this hand has not been turned up yet")
    if event.seat != turn:
        raise IllegalPlay("{next} plays next, not {other}", next=name(turn), other=name(event.seat))
    if card in hand.played:
        raise IllegalPlay("the {card} has already been played in this hand", card=card.name)
    if card == hand.turned and event.seat != hand.dealer:
        raise IllegalPlay(
            "the {card} is the turned card: {player} holds it", card=card.name, player=name(hand.dealer)
        )
    last = event.seat == hand.dealer and sum(hand.tricks) == TRICKS - 1
    if last and holds_turned(hand) and card != hand.turned:
        assert hand.turned is not None
        raise IllegalPlay("{player} has only the {card} left", player=name(event.seat), card=hand.turned.name)


def with_card(hand: Hand, laid: Laid, turn: Turn | None, proved: Mapping[int, str]) -> Hand:
    """Return the hand with one more card in the trick, and what it proved."""
    turns = hand.turns
    if turn is not None:
        seat = laid.seat
        turns = (*turns[:seat], (*turns[seat], turn), *turns[seat + 1 :])
    return replace(
        hand,
        trick=(*hand.trick, laid),
        played=hand.played | {laid.card},
        turns=turns,
        found=hand.found | proved.keys() if proved else hand.found,
    )


def take_trick(at: Position) -> Result:
    """Return what comes of a whole trick: its winner takes it and leads the next (M6, M14)."""
    hand = at.hand
    best = winning(hand.trick, partial(strength, trump=hand.trump))
    assert best is not None
    side, cards = side_of(best.seat), tuple(laid.card for laid in hand.trick)
    hand = replace(
        hand,
        trick=(),
        leader=best.seat,
        tricks=plus(hand.tricks, side, 1),
        collected=plus(hand.collected, side, 1 + sum(map(worth, cards))),
    )
    taken: Result = Outcome(at.with_hand(hand), (), (Capture(best.seat, cards),))
    return taken.then(end_hand(taken.position)) if hand.over else taken


def end_hand(at: Position) -> Result:
    """Return what comes of the tenth trick: the excess over 35, then held points; then the next hand (M15, M16)."""
    hand = at.hand
    side = 0 if hand.collected[0] > HALF_THE_POINTS else 1
    more = {"collected": list(hand.collected)}
    why = "capote" if hand.tricks[side] == TRICKS else "hand"
    counted = paid(at, side, hand.collected[side] - HALF_THE_POINTS, why, more)
    if counted.position.winner is not None:
        return counted
    at = counted.position.with_hand(replace(hand, held=0))
    held = paid(at, side_of(hand.dealer), hand.held, "turned_card")
    at = held.position
    following = at if at.winner is not None else at.with_hand(hand.next_hand())
    return counted.then(held).then(Outcome(following))


def paid(at: Position, side: int, points: int, why: str, more: Fields | None = None) -> Result:
    """Return what comes of points for a side, which may win by them; nothing for 0."""
    if points == 0:
        return Outcome(at)
    scores = plus(at.scores, side, points)
    at = at.scored(scores, reached(scores, at.setting.header.target))
    return Outcome(at, (Made(at.count, SIDES[side][0], points, why, more or {}),))


def adjust(at: Position, event: Adjust) -> Result:
    """Return what comes of points by hand: they may win the match, or reopen it (M17)."""
    check_seat(event.seat, SEATS)
    scores = plus(at.scores, side_of(event.seat), event.points)
    winner = at.winner if at.lost else reached(scores, at.setting.header.target, at.winner)
    reopened = at.winner is not None and winner is None
    at = at.scored(scores, winner, at.lost)
    if reopened and at.hand.over:
        at = at.with_hand(at.hand.next_hand())
    return Outcome(at, (Made(at.count, event.seat, event.points, "adjust"),))
