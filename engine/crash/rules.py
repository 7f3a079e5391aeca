"""What comes of an event, whatever it is. This is the door to the rules."""

from collections.abc import Sequence
from dataclasses import replace

from engine.cards import Card
from engine.crash.events import SetDown, Show, SixPairs, Straight
from engine.crash.position import SHOWDOWN_STEPS, Deal, Hand, Position
from engine.crash.ranking import CARDS_DEALT, CARDS_OF_A_HAND, are_six_pairs, are_straight, strength
from engine.crash.settling import Result, by_points, go_on, won
from engine.events import Adjust, Event, IllegalPlay, foreign
from engine.game import Outcome
from engine.shared.scores import Made, check_once, check_seat, over, plus


def after(at: Position, event: Event) -> Result:
    """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
    if at.winner is not None and not isinstance(event, Adjust):
        raise over(at.setting.name(at.winner))
    at = at.passed_over()
    match event:
        case Show():
            return show(at, event)
        case SetDown():
            return set_down(at, event)
        case SixPairs():
            return six_pairs(at, event)
        case Straight():
            return straight(at, event)
        case Adjust():
            return adjust(at, event)
        case _:
            raise foreign(event)


def check_player(at: Position, seat: int) -> None:
    """Refuse a seat in which nobody sits, and one that is out of the match (K16)."""
    check_seat(seat, at.setting.seats)
    if seat in at.out:
        raise IllegalPlay("{player} is out of the match", player=at.setting.name(seat))


def set_down(at: Position, event: SetDown) -> Result:
    """Return what comes of a number of hands: the step is settled if no other hand is awaited (K8, K9)."""
    check_player(at, event.seat)
    deal, seat, name = at.deal, event.seat, at.setting.name(event.seat)
    if deal.sets[seat] is not None:
        raise IllegalPlay("{player} has already set in this deal", player=name)
    least = len(deal.shown[seat])
    if not least <= event.hands <= SHOWDOWN_STEPS:
        raise IllegalPlay(
            "{player} can set {least} to {most} hands, not {count}",
            player=name,
            least=least,
            most=SHOWDOWN_STEPS,
            count=event.hands,
        )
    sets = (*deal.sets[:seat], event.hands, *deal.sets[seat + 1 :])
    return go_on(at.with_deal(replace(deal, sets=sets)))


def show(at: Position, event: Show) -> Result:
    """Return what comes of a hand: first the foul that it proves, then the step, if it is the last (K9, K15)."""
    check_show(at, event)
    deal, seat = at.deal, event.seat
    mine = deal.shown[seat]
    before = mine[-1] if mine else None
    shown = (*deal.shown[:seat], (*mine, Hand(at.count, event.cards)), *deal.shown[seat + 1 :])
    at = at.with_deal(replace(deal, shown=shown))
    if before is None or strength(event.cards) <= strength(before.cards):
        return go_on(at)
    told = foul(at, seat, before.line)
    return told.then(go_on(told.position))


def check_show(at: Position, event: Show) -> None:
    """Refuse a hand that is not awaited, is not of three cards, or holds a card seen before (K9)."""
    check_player(at, event.seat)
    deal, name = at.deal, at.setting.name(event.seat)
    if len(deal.shown[event.seat]) >= deal.step:
        raise IllegalPlay(
            "{player} has already shown hand {step}: the others show theirs first",
            player=name,
            step=deal.step,
        )
    if event.seat not in at.awaited:
        raise IllegalPlay("{player} has no hand {step}", player=name, step=deal.step)
    if len(event.cards) != CARDS_OF_A_HAND:
        raise IllegalPlay("a hand is three cards, not {count}", count=len(event.cards))
    check_once(event.cards)
    for card in event.cards:
        if card in deal.seen:
            raise IllegalPlay("the {card} has already been shown in this deal", card=card.name)


def foul(at: Position, seat: int, line: int) -> Result:
    """Return what comes of hands in a wrong order: their owner is out, or it is only told (K15-K17).

    The last seat left wins at once, for good.
    """
    made = (Made(at.count, seat, 0, "foul", {"foul": "order", "at": line}),)
    if at.setting.fouls == "report":
        return Outcome(at, made)
    at = replace(at, out=tuple(sorted((*at.out, seat))))
    if len(at.playing) == 1:
        at = replace(at, winner=at.playing[0], final=True)
    return Outcome(at, made)


def six_pairs(at: Position, event: SixPairs) -> Result:
    """Return what comes of six pairs: the deal is void, and the same dealer deals again (K18)."""
    check_laid(at, event.seat, event.cards)
    if not are_six_pairs(event.cards):
        raise IllegalPlay("these cards are not six pairs")
    deal = at.deal
    return Outcome(at.with_deal(Deal.dealt(deal.number + 1, deal.dealer, at.setting.seats)))


def straight(at: Position, event: Straight) -> Result:
    """Return what comes of thirteen different ranks: the match is won (K19)."""
    check_laid(at, event.seat, event.cards)
    if not are_straight(event.cards):
        raise IllegalPlay("these cards are not of thirteen different ranks")
    return won(at, event.seat, "straight")


def check_laid(at: Position, seat: int, cards: Sequence[Card]) -> None:
    """Refuse thirteen cards laid too late, or that are not thirteen (K18, K19)."""
    check_player(at, seat)
    if any(at.deal.shown):
        raise IllegalPlay("it is too late: a hand of this deal has been shown")
    if at.deal.sets[seat] is not None:
        raise IllegalPlay("{player} has already set in this deal", player=at.setting.name(seat))
    if len(cards) != CARDS_DEALT:
        raise IllegalPlay("a player has thirteen cards, not {count}", count=len(cards))
    check_once(cards)


def adjust(at: Position, event: Adjust) -> Result:
    """Return what comes of points by hand: they may win the match, or reopen it and settle what was due (K21)."""
    check_seat(event.seat, at.setting.seats)
    was_won = at.winner is not None
    at = replace(at, scores=plus(at.scores, event.seat, event.points))
    if not at.final:
        at = replace(at, winner=by_points(at))
    given: Result = Outcome(at, (Made(at.count, event.seat, event.points, "adjust"),))
    return given.then(go_on(at)) if was_won else given
