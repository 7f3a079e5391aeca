"""What is not due, and what cannot have been in a hand for all that everybody knows (R18)."""

from collections.abc import Sequence

from engine.cards import Card
from engine.events import IllegalPlay
from engine.royal_porcio.position import CARDS_DEALT, NOBODY, Before, Contract, Playing, Position, Stage
from engine.shared.scores import check_seat, plus
from engine.shared.tricks import SEATS


def check_due(at: Position, stage: Stage) -> None:
    """Refuse what is not due."""
    if at.hand.stage != stage:
        raise not_due(at)


def check_turn(at: Position, stage: Stage, seat: int) -> None:
    """Refuse what is not due, or not this seat's to do."""
    check_seat(seat, SEATS)
    check_due(at, stage)
    turn = at.hand.turn
    if seat != turn:
        assert turn is not None
        raise IllegalPlay(
            "{next} plays next, not {other}", next=at.setting.name(turn), other=at.setting.name(seat)
        )


def not_due(at: Position) -> IllegalPlay:
    """Return the refusal of what is not due: it says what is."""
    turn = at.hand.turn
    name = "" if turn is None else at.setting.name(turn)
    match at.hand.stage:
        case "gallery":
            return IllegalPlay("the gallery of this hand has not been dealt yet")
        case "play":
            return IllegalPlay("it is for {player} to play a card", player=name)
        case "spoil":
            return IllegalPlay("the trick is whole: {player} first takes a spoil", player=name)
        case "show" | "over":
            return IllegalPlay("the hand has been played: cards are shown, or the next gallery is dealt")
        case stage:
            return still_to_come(stage, name)


def still_to_come(stage: Before, player: str) -> IllegalPlay:
    """Return the refusal of what is not due before the first trick."""
    match stage:
        case "bid":
            return IllegalPlay("it is for {player} to bid or to pass", player=player)
        case "duone":
            return IllegalPlay("{player} must first lay a card for the duone", player=player)
        case "reply":
            return IllegalPlay("{player} must first reply to the duone", player=player)
        case "turn_down":
            return IllegalPlay("{player} must first turn a card of the gallery face down", player=player)
        case "special":
            return IllegalPlay("{player} must first name the special suit", player=player)
        case "exchange":
            return IllegalPlay("{player} must first exchange cards", player=player)


def check_originals(at: Position, seat: int, cards: Sequence[Card]) -> tuple[tuple[int, ...], int]:
    """Refuse cards, none of them the seat's spoils, that it cannot have in its hand (R18).

    Returns what they make of ``fresh`` and ``passed``.
    """
    contract, playing = at.hand.agreed, at.hand.played
    fresh, passed, name = playing.fresh, playing.passed, at.setting.name(seat)
    for card in cards:
        check_unused(contract, playing, card)
        owner = contract.owners.get(card, seat)
        if owner != seat and (seat, owner) != (contract.hand, contract.captain):
            raise IllegalPlay("{player} does not hold the {card}", player=name, card=card.name)
        if card not in contract.seen:
            fresh = plus(fresh, seat, 1)
        passed += owner != seat
        if not fit(contract, seat, fresh, passed):
            raise too_many(name, card)
    if len(playing.given[seat]) + len(cards) > CARDS_DEALT:
        raise too_many(name, cards[-1])
    return fresh, passed


def check_unused(contract: Contract, playing: Playing, card: Card) -> None:
    """Refuse a card that is out of play, and one that has been given."""
    if card in contract.out:
        raise IllegalPlay("the {card} lies in the gallery and is out of play", card=card.name)
    if card in playing.played:
        raise IllegalPlay("the {card} has already been played in this hand", card=card.name)
    if playing.shown != NOBODY and any(card in (shown or ()) for shown in playing.shown):
        raise IllegalPlay("the {card} has already been shown in this hand", card=card.name)


def too_many(player: str, card: Card) -> IllegalPlay:
    """Return the refusal of a card for which there is no place in a hand."""
    return IllegalPlay(
        "{player} cannot hold the {card} besides all that is known to be there", player=player, card=card.name
    )


def fit(contract: Contract, seat: int, fresh: Sequence[int], passed: int) -> bool:
    """Tell whether there is a deal with so many originals of a seat, the duone cards lying where they lay (R18 d)."""
    captain, hand, count, duones = contract.captain, contract.hand, contract.count, contract.duones
    held = fresh[seat] + duones[seat]
    if seat not in (captain, hand):
        return held <= CARDS_DEALT
    both = fresh[captain] + fresh[hand] + duones[captain] + duones[hand]
    fits = passed <= count and held + passed <= CARDS_DEALT + count if seat == hand else held <= CARDS_DEALT
    return fits and both <= 2 * CARDS_DEALT
