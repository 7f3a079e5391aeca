"""Which plays a card proves to have been against the rules M10 to M12, and how (M13)."""

from collections.abc import Iterator
from functools import partial

from engine.cards import Card, Rank, Suit
from engine.malilla.cards import strength
from engine.malilla.position import Hand, Turn
from engine.shared.tricks import Laid, side_of, winning

ALL_SUITS = frozenset(Suit)


def turn_of(hand: Hand, laid: Laid, sevens: str) -> Turn | None:
    """Return a play as it will be judged; None for a lead, which is free (M9)."""
    best = winning(hand.trick, partial(strength, trump=hand.trump))
    if best is None:
        return None
    barred = ALL_SUITS - hand.led - {hand.trump} if sevens == "restricted" else frozenset()
    return Turn(laid, hand.trick[0].suit, best, barred)


def fouls_proved(hand: Hand, laid: Laid, turn: Turn | None) -> Iterator[tuple[int, str]]:
    """Give the lines of the plays that a card laid now proves to be fouls, and the code of each.

    It proves its seat's earlier plays wrong, and the dealer's turned card, still held, proves this one.
    """
    for earlier in hand.turns[laid.seat]:
        if earlier.laid.line not in hand.found:
            code = foul_of(earlier, laid.card, hand.trump)
            if code:
                yield earlier.laid.line, code
    if turn is not None and laid.seat == hand.dealer and holds_turned(hand) and laid.card != hand.turned:
        assert hand.turned is not None
        code = foul_of(turn, hand.turned, hand.trump)
        if code:
            yield laid.line, code


def holds_turned(hand: Hand) -> bool:
    """Tell whether the dealer still holds the turned card."""
    return hand.turned not in hand.played


def foul_of(turn: Turn, held: Card, trump: Suit) -> str:
    """Return what a card held at that time shows a play to have broken; "" for nothing."""
    laid, led, best = turn.laid.card, turn.led, turn.best
    followed = laid.suit is led
    if not followed and held.suit is led:
        return "follow"
    if side_of(best.seat) != side_of(turn.laid.seat) and (not followed or held.suit is led):
        to_beat = strength(best.card, led, trump)
        if strength(laid, led, trump) <= to_beat < strength(held, led, trump):
            return "beat"
    if not followed and is_barred(turn, laid) and not is_barred(turn, held):
        return "seven"
    return ""


def is_barred(turn: Turn, card: Card) -> bool:
    """Tell whether a card was a 7 that might not be played by who did not follow (M11)."""
    return card.rank is Rank.SEVEN and card.suit in turn.barred
