"""What cannot be done at a moment, and what cannot be taken so (C9-C13, C15)."""

from collections.abc import Iterator

from engine.cards import Card, spell
from engine.conquian.cards import SEATS, Melds, Take
from engine.conquian.melds import is_meld, layout
from engine.conquian.position import Hand, Position
from engine.events import IllegalPlay
from engine.shared.scores import check_seat


def check_turn(at: Position, seat: int) -> None:
    """Refuse what a seat does that is not at turn."""
    check_seat(seat, SEATS)
    turn = at.hand.turn
    if seat != turn:
        raise IllegalPlay(
            "{next} plays next, not {other}", next=at.setting.name(turn), other=at.setting.name(seat)
        )


def check_unseen(hand: Hand, card: Card) -> None:
    """Refuse a card from the stock or a hand that has been face up in this hand."""
    if card in hand.seen:
        raise IllegalPlay("the {card} has already been seen in this hand", card=card.name)


def not_now(at: Position) -> IllegalPlay:
    """Return the refusal of what is not due: it says what is."""
    hand = at.hand
    player, card = at.setting.name(hand.turn), "" if hand.centre is None else hand.centre.name
    match hand.due:
        case "turn":
            return IllegalPlay("nothing is offered yet: {player} turns a card", player=player)
        case "turned":
            return IllegalPlay("{player} must first take or pass the {card}", player=player, card=card)
        case "forced":
            return IllegalPlay("{player} has been forced to take the {card}", player=player, card=card)
        case "discard":
            return IllegalPlay("{player} must first discard a card from the hand", player=player)
        case "offered" if hand.stock:
            return IllegalPlay("{player} takes the {card}, or turns a card", player=player, card=card)
        case "offered":
            return IllegalPlay(
                "the stock is used up: {player} takes the {card}, or passes it", player=player, card=card
            )


def check_force(at: Position, seat: int) -> None:
    """Refuse a force that C15 does not allow."""
    hand = at.hand
    check_seat(seat, SEATS)
    if not at.setting.forcing:
        raise IllegalPlay("no card is forced on anybody in this match")
    if hand.due == "forced":
        raise not_now(at)
    if hand.centre is None:
        raise IllegalPlay("there is no card to force on anybody")
    other = at.setting.name(1 - seat)
    if not in_time(hand, seat):
        raise IllegalPlay("the {card} cannot be forced on {player} now", card=hand.centre.name, player=other)
    if not fits(hand, 1 - seat):
        raise IllegalPlay(
            "the {card} does not fit the melds of {player}", card=hand.centre.name, player=other
        )


def in_time(hand: Hand, seat: int) -> bool:
    """Tell whether a seat may force the other at this moment: it is to decide, or has just passed (C15)."""
    if hand.due not in ("turned", "offered"):
        return False
    return hand.turn != seat or hand.passed


def fits(hand: Hand, seat: int) -> bool:
    """Tell whether the centre card can be laid out with what the seat has on the table (C15)."""
    assert hand.centre is not None
    return layout({*hand.melded(seat), hand.centre}) is not None


def may_force(at: Position, seat: int) -> bool:
    """Tell whether a seat may force the other to take the centre card now."""
    return at.setting.forcing and in_time(at.hand, seat) and fits(at.hand, 1 - seat)


def check_take(at: Position, event: Take) -> None:
    """Refuse melds that cannot lie before a seat once it has taken the centre card (C11, C12)."""
    hand, centre = at.hand, at.hand.centre
    assert centre is not None
    before = hand.melded(event.seat)
    cards = cards_once(event.melds)
    if centre not in cards:
        raise IllegalPlay("the {card} is taken and must be in the melds", card=centre.name)
    for card in sorted(before - cards, key=lambda card: card.code):
        raise IllegalPlay("the {card} was melded before and must stay in the melds", card=card.name)
    new = cards - before - {centre}
    for card in sorted(new, key=lambda card: card.code):
        check_unseen(hand, card)
    if len(new) > hand.in_hand[event.seat]:
        raise IllegalPlay("{player} does not hold that many cards", player=at.setting.name(event.seat))
    for meld in event.melds:
        if not is_meld(meld):
            raise IllegalPlay("this is neither a set nor a run: {cards}", cards=spell(meld))
    check_hand_cards(at, event.melds, new, before)


def cards_once(melds: Melds) -> frozenset[Card]:
    """Return the cards of melds, refusing one that is there twice."""
    cards = set[Card]()
    for card in each_card(melds):
        if card in cards:
            raise IllegalPlay("the {card} is named twice", card=card.name)
        cards.add(card)
    return frozenset(cards)


def each_card(melds: Melds) -> Iterator[Card]:
    """Give the cards of melds one after the other."""
    for meld in melds:
        yield from meld


def check_hand_cards(at: Position, melds: Melds, new: frozenset[Card], before: frozenset[Card]) -> None:
    """Refuse cards from the hand in melds that they may not join (C12)."""
    centre = at.hand.centre
    for meld in melds:
        if new.isdisjoint(meld) or centre in meld:
            continue
        if at.setting.hand_cards == "with_centre":
            raise IllegalPlay(
                "cards from the hand go only into the meld of the card taken, not into {cards}",
                cards=spell(meld),
            )
        if before.isdisjoint(meld):
            raise IllegalPlay("a meld cannot come out of the hand alone: {cards}", cards=spell(meld))
