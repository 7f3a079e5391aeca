"""What is not due, and what cannot have been in a hand for all that everybody knows (R18)."""

from collections.abc import Iterable, Sequence

from engine.cards import Card
from engine.events import IllegalPlay
from engine.royal_porcio.position import CARDS, Before, Contract, Playing, Position, Stage
from engine.shared.scores import check_seat
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


def check_once(cards: Sequence[Card]) -> None:
    """Refuse a card that is named twice."""
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise IllegalPlay("the {card} is named twice", card=card.name)


def check_originals(at: Position, seat: int, cards: Iterable[Card]) -> None:
    """Refuse cards, none of them the seat's spoils, that it cannot have in its hand (R18)."""
    contract, playing = at.hand.agreed, at.hand.played
    name, given = at.setting.name(seat), playing.originals(seat)
    for card in cards:
        if card in contract.out:
            raise IllegalPlay("the {card} lies in the gallery and is out of play", card=card.name)
        if card in playing.played:
            raise IllegalPlay("the {card} has already been played in this hand", card=card.name)
        if any(card in (shown or ()) for shown in playing.shown):
            raise IllegalPlay("the {card} has already been shown in this hand", card=card.name)
        owner = contract.owners.get(card, seat)
        if owner != seat and (seat, owner) != (contract.hand, contract.captain):
            raise IllegalPlay("{player} does not hold the {card}", player=name, card=card.name)
        given = (*given, card)
        if len(given) > CARDS or not fit(contract, playing, seat, given):
            raise IllegalPlay(
                "{player} cannot hold the {card} besides all that is known to be there",
                player=name,
                card=card.name,
            )


def fit(contract: Contract, playing: Playing, seat: int, given: Sequence[Card]) -> bool:
    """Tell whether a seat can have had these originals, the duone cards being where they were dealt (R18 d)."""
    if not contract.owners:
        return True
    captain, hand, laid = contract.captain, contract.hand, contract.duones
    new = {
        each: unseen(contract, given if each == seat else playing.originals(each))
        for each in (seat, captain, hand)
    }
    if seat != hand:
        fits = new[seat] + laid[seat] <= CARDS
    else:
        passed = sum(contract.owners.get(card) == captain for card in given)
        fits = passed <= contract.count and new[hand] + passed + laid[hand] <= CARDS + contract.count
    both = new[captain] + new[hand] + laid[captain] + laid[hand]
    return fits and both <= 2 * CARDS


def unseen(contract: Contract, given: Sequence[Card]) -> int:
    """Count the originals that nobody had seen before (R18 d: u)."""
    return sum(card not in contract.seen for card in given)
