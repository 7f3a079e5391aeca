"""What comes of an event, whatever it is. This is the door to the rules."""

from dataclasses import replace

from engine.events import Adjust, Event, foreign
from engine.game import Capture, Outcome
from engine.shared.scores import Made, check_seat, over, plus, reached
from engine.shared.spoils import Suspects, Tricks, balance, with_more, without
from engine.shared.tricks import SEATS, SIDES, Laid, Play, side_name, side_of
from engine.stubs_and_spoils.events import Colour, Spoil
from engine.stubs_and_spoils.position import Hand, Position
from engine.stubs_and_spoils.refusals import check_colour, check_play, check_spoil

Result = Outcome[Position, Made]


def after(at: Position, event: Event) -> Result:
    """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
    if at.winner is not None and not isinstance(event, Adjust):
        raise over(side_name(at.setting.header, at.winner))
    at = at.passed_over()
    match event:
        case Play():
            return play(at, event)
        case Spoil():
            return take(at, event)
        case Colour():
            return turn_up(at, event)
        case Adjust():
            return adjust(at, event)
        case _:
            raise foreign(event)


def turn_up(at: Position, event: Colour) -> Result:
    """Return what comes of the colour card: the hand has its mode, and the dealer leads (S3, S5)."""
    hand = at.hand
    check_colour(hand)
    tricks = Tricks(event.ranking, hand.dealer)
    return Outcome(
        at.with_hand(replace(hand, colour=event.card, tricks=tricks, seen=frozenset([event.card])))
    )


def play(at: Position, event: Play) -> Result:
    """Return what comes of a card laid: the revokes that it proves, its own last (S6, S12, S13)."""
    tricks = check_play(at, event)
    hand, laid, seat = at.hand, Laid(at.count, event.seat, event.card), event.seat
    earlier, at_once, suspects = judged(hand, tricks, laid)
    known, given, seen = hand.known, hand.given, hand.seen
    if event.card in seen:
        known = without(known, seat, event.card)
    else:
        given, seen = plus(given, seat, 1), seen | {event.card}
    tricks = tricks.with_card(laid)
    at = at.with_hand(Hand(hand.number, hand.dealer, hand.colour, tricks, known, given, seen, suspects))
    lines = [*earlier, *at_once]
    return Outcome(at, tuple([Made(at.count, seat, 0, "foul", {"foul": "revoke", "at": n}) for n in lines]))


def judged(hand: Hand, tricks: Tricks, laid: Laid) -> tuple[list[int], list[int], Suspects]:
    """Return the lines of earlier revokes that a card proves, its own if it is one at once, and the suspects left.

    Only a card that nobody had seen was there all the time (S13).
    """
    suspects = hand.suspects
    earlier: list[int] = []
    if laid.card not in hand.seen:
        earlier, suspects = suspects.shown(laid.seat, laid.suit)
    at_once, suspects = suspects.laid(laid, tricks.led, hand.known[laid.seat])
    return earlier, at_once, suspects


def take(at: Position, event: Spoil) -> Result:
    """Return what comes of a spoil: the stub lies before the winner, who took it leads; or the hand ends (S8-S11)."""
    won = check_spoil(at, event.card)
    hand = at.hand
    assert hand.tricks is not None
    known = with_more(hand.known, won.taker, event.card)
    at = at.with_hand(replace(hand, tricks=hand.tricks.taken(), known=known))
    taken: Result = Outcome(at, (), (Capture(won.taker, (event.card,)),))
    return taken.then(end_hand(at)) if at.hand.over else taken


def end_hand(at: Position) -> Result:
    """Return what comes of the last spoil: the balance is paid, and the next hand begins unless it wins (S15, S16)."""
    tricks, suspects = at.hand.tricks, at.hand.suspects
    assert tricks is not None
    stubs = tricks.counted()
    fouls = suspects.proved if at.setting.fouls == "apply" else (0, 0)
    ahead = balance(tricks.ranking.mode, stubs, fouls)
    if ahead == 0:
        return Outcome(at.with_hand(at.hand.next_hand()))
    side = 0 if ahead > 0 else 1
    scores = plus(at.scores, side, abs(ahead))
    winner = reached(scores, at.setting.header.target)
    at = at.scored(scores, winner)
    following = at if winner is not None else at.with_hand(at.hand.next_hand())
    return Outcome(following, (Made(at.count, SIDES[side][0], abs(ahead), "stubs", {"stubs": stubs}),))


def adjust(at: Position, event: Adjust) -> Result:
    """Return what comes of points by hand: they may win the match, or reopen it (S16)."""
    check_seat(event.seat, SEATS)
    scores = plus(at.scores, side_of(event.seat), event.points)
    at = at.scored(scores, reached(scores, at.setting.header.target, at.winner))
    if at.winner is None and at.hand.over:
        at = at.with_hand(at.hand.next_hand())
    return Outcome(at, (Made(at.count, event.seat, event.points, "adjust"),))
