"""What cannot be done at a moment, and which cards cannot be played or taken (S5, S8, S9, S12)."""

from engine.cards import Card, spell
from engine.events import IllegalPlay
from engine.shared.scores import check_seat
from engine.shared.spoils import Tricks, Won
from engine.shared.tricks import SEATS, Play
from engine.stubs_and_spoils.position import CARDS_IN_PLAY, Hand, Position


def tricks_of(hand: Hand) -> Tricks:
    """Return a hand's tricks; refuses what comes before the colour card (S3)."""
    if hand.tricks is None:
        raise IllegalPlay("the colour card of this hand has not been turned up yet")
    return hand.tricks


def check_colour(hand: Hand) -> None:
    """Refuse a second colour card."""
    if hand.tricks is not None:
        raise IllegalPlay("the colour card of this hand has already been turned up")


def check_play(at: Position, event: Play) -> Tricks:
    """Refuse a play that is not due, or that cannot be for all that everybody knows; returns the tricks so far."""
    check_seat(event.seat, SEATS)
    tricks, name = tricks_of(at.hand), at.setting.name
    if tricks.won is not None:
        raise IllegalPlay("the trick is whole: {player} first takes a spoil", player=name(tricks.turn))
    if event.seat != tricks.turn:
        raise IllegalPlay("{next} plays next, not {other}", next=name(tricks.turn), other=name(event.seat))
    if event.card not in at.hand.known[event.seat]:
        check_unseen(at, event)
    return tricks


def check_unseen(at: Position, event: Play) -> None:
    """Refuse a card that was seen, or that comes from a hand of which every card is known (S12)."""
    hand, card, name = at.hand, event.card, at.setting.name
    if card == hand.colour:
        raise IllegalPlay("the {card} is the colour card: it is in nobody's hand", card=card.name)
    if card in hand.seen:
        raise seen(at, card)
    if hand.given[event.seat] == CARDS_IN_PLAY:
        held = spell(hand.known[event.seat])
        raise IllegalPlay("{player} has only these cards left: {cards}", player=name(event.seat), cards=held)


def seen(at: Position, card: Card) -> IllegalPlay:
    """Return the refusal of a card that was played before: another seat took it, or it is out of play."""
    for seat, spoils in enumerate(at.hand.known):
        if card in spoils:
            return IllegalPlay(
                "{player} took the {card} as a spoil", player=at.setting.name(seat), card=card.name
            )
    return IllegalPlay("the {card} has already been played in this hand", card=card.name)


def check_spoil(at: Position, card: Card) -> Won:
    """Refuse a spoil that is not due, or not to be had (S8, S9); returns what becomes of the trick."""
    tricks, name = tricks_of(at.hand), at.setting.name
    if tricks.won is None:
        raise IllegalPlay("the trick is not whole yet: {player} plays next", player=name(tricks.turn))
    return tricks.check_spoil(card, name(tricks.turn))
