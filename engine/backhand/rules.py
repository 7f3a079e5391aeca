"""What comes of an event, whatever it is. This is the door to the rules."""

from dataclasses import replace

from engine.backhand.events import Backhand, Bet, Deal, Hit, Push, Replace, Shuffle, is_ace, value
from engine.backhand.position import FIRST_CARDS, FORCED_TOTAL, Hand, Position
from engine.cards import Card
from engine.events import Adjust, Event, IllegalPlay, foreign
from engine.fields import shown
from engine.game import Outcome
from engine.shared.scores import Made, check_seat, over, plus, reached

Result = Outcome[Position, Made]
BUST = 21
"""A total over this is a bust."""
WINNING_CARDS = 5
"""So many cards without a bust have won (B8)."""
LOSING_REASONS = ("bust", "no_bust")
"""Why a hand is lost: a hit that busts, a backhand whose card does not."""


def after(at: Position, event: Event) -> Result:
    """Return what comes of an event; IllegalPlay, in a player's words, where the rules refuse it."""
    if at.winner is not None and not isinstance(event, Adjust):
        raise over(at.setting.name(at.winner))
    at = at.passed_over()
    match event:
        case Bet():
            return bet(at, event)
        case Deal():
            return deal(at, event)
        case Replace():
            return replace_ace(at, event)
        case Hit() | Push() | Backhand():
            return act(at, event)
        case Shuffle():
            return Outcome(replace(at, seen=at.round.lying))
        case Adjust():
            return adjust(at, event)
        case _:
            raise foreign(event)


def bet(at: Position, event: Bet) -> Result:
    """Return what comes of a stake, between the limits, once a seat, before the first card (B13)."""
    setting, stake = at.setting, event.stake
    check_seat(event.seat, setting.seats)
    if not setting.bets:
        raise IllegalPlay("this match is played without bets")
    hand = own_hand(at, event.seat)
    if hand.stake is not None:
        raise IllegalPlay("{player} has already bet in this round", player=setting.name(event.seat))
    if stake < setting.min_bet:
        raise IllegalPlay("the lowest bet is {least}, not {stake}", least=setting.min_bet, stake=shown(stake))
    if setting.max_bet is not None and stake > setting.max_bet:
        raise IllegalPlay("the highest bet is {most}, not {stake}", most=setting.max_bet, stake=shown(stake))
    return Outcome(at.with_hand(event.seat, replace(hand, stake=stake)))


def deal(at: Position, event: Deal) -> Result:
    """Return what comes of a seat's first two cards, or its two new ones after a push (B5, B10)."""
    name = at.setting.name
    check_seat(event.seat, at.setting.seats)
    hand = own_hand(at, event.seat)
    check_bets(at)
    if hand.cards:
        raise IllegalPlay("{player} already has cards", player=name(event.seat))
    if len(event.cards) != FIRST_CARDS:
        raise IllegalPlay("two cards are dealt to a seat, not {count}", count=len(event.cards))
    for card in event.cards:
        at = drawn(at, card)
    aces = tuple(place for place, card in enumerate(event.cards) if is_ace(card))
    return Outcome(at.with_hand(event.seat, replace(hand, cards=event.cards, aces=aces)))


def replace_ace(at: Position, event: Replace) -> Result:
    """Return what comes of a card for an ace: it takes the first one's place, and stays whatever it is (B6)."""
    check_seat(event.seat, at.setting.seats)
    hand = own_hand(at, event.seat)
    if not hand.aces:
        raise IllegalPlay("{player} has no ace to replace", player=at.setting.name(event.seat))
    place, *later = hand.aces
    cards = (*hand.cards[:place], event.card, *hand.cards[place + 1 :])
    at = drawn(at, event.card)
    return Outcome(at.with_hand(event.seat, replace(hand, cards=cards, aces=tuple(later))))


def act(at: Position, event: Hit | Push | Backhand) -> Result:
    """Return what comes of what a seat does in its turn, if its hand allows it (B7)."""
    check_act(at, event)
    hand = at.round.hands[event.seat]
    match event:
        case Push():
            return Outcome(at.with_hand(event.seat, Hand(stake=hand.stake)))
        case Hit():
            return hit(drawn(at, event.card), event.seat, event.card)
        case Backhand():
            total = hand.total + value(event.card)
            why = "backhand" if total > BUST else "no_bust"
            return decided(drawn(at, event.card), event.seat, why, total)


def hit(at: Position, seat: int, card: Card) -> Result:
    """Return what comes of one more card: a bust, a push played, a fifth card, or nothing yet (B8)."""
    before = at.round.hands[seat]
    hand = replace(before, cards=(*before.cards, card))
    at = at.with_hand(seat, hand)
    if hand.total > BUST:
        return decided(at, seat, "bust", hand.total)
    if before.can_push:
        return decided(at, seat, "push", hand.total)
    if len(hand.cards) == WINNING_CARDS:
        return decided(at, seat, "five_cards", hand.total)
    return Outcome(at)


def check_act(at: Position, event: Hit | Push | Backhand) -> None:
    """Refuse an act out of turn, too early, or not open to the hand (B7)."""
    name, seat = at.setting.name, event.seat
    check_seat(seat, at.setting.seats)
    own_hand(at, seat)
    check_bets(at)
    turn = at.turn
    assert turn is not None
    hand = at.round.hands[turn]
    if not hand.cards:
        raise IllegalPlay("{player} has no cards yet", player=name(turn))
    if seat != turn:
        raise IllegalPlay("{next} plays next, not {other}", next=name(turn), other=name(seat))
    if hand.aces:
        raise IllegalPlay("{player} has an ace to replace first", player=name(seat))
    if isinstance(event, Push) and not hand.can_push:
        raise IllegalPlay("only two cards of 17 to 20 together can be thrown away")
    if isinstance(event, Backhand) and hand.can_push:
        raise IllegalPlay("on two cards of 17 to 20 together {player} hits or pushes", player=name(seat))
    if isinstance(event, Backhand) and hand.total <= FORCED_TOTAL:
        raise IllegalPlay("up to 11 no card can bust: {player} hits", player=name(seat))


def own_hand(at: Position, seat: int) -> Hand:
    """Return a seat's hand; the bank has none (B12)."""
    if seat not in at.round.playing:
        raise IllegalPlay(
            "{player} is the bank of this round: no bet and no hand", player=at.setting.name(seat)
        )
    return at.round.hands[seat]


def check_bets(at: Position) -> None:
    """Refuse cards before all bets are in (B13)."""
    if at.betting is not None:
        raise IllegalPlay("{player} has not bet yet", player=at.setting.name(at.betting))


def drawn(at: Position, card: Card) -> Position:
    """Return the position with one more card seen, unless it is one too many (B3)."""
    if not at.may_come(card):
        raise IllegalPlay("no {card} can be left: shuffle first", card=card.name)
    return replace(at, seen=(*at.seen, card))


def decided(at: Position, seat: int, why: str, total: int) -> Result:
    """Return what comes of a hand's result: points, perhaps the win, perhaps the next round (B11, B15)."""
    hand = replace(at.round.hands[seat], result="lost" if why in LOSING_REASONS else "won")
    at = at.with_hand(seat, hand)
    made, scores = paid(at, seat, why, total), at.scores
    for each in made:
        scores = plus(scores, each.seat, each.points)
    at = replace(at, scores=scores, winner=reached(scores, at.setting.header.target))
    return Outcome(at.next_round() if at.winner is None and at.round.over else at, made)


def paid(at: Position, seat: int, why: str, total: int) -> tuple[Made, ...]:
    """Return a result's lines: a point for a won hand; with bets the stake, the payer's line first (B11, B14)."""
    more = {"total": total}
    if not at.setting.bets:
        return () if why in LOSING_REASONS else (Made(at.count, seat, 1, why, more),)
    stake = at.round.hands[seat].stake
    assert stake is not None
    points = -stake if why in LOSING_REASONS else stake
    own = Made(at.count, seat, points, why, more)
    bank = Made(at.count, at.round.dealer, -points, "bank", {"against": seat})
    return (own, bank) if why in LOSING_REASONS else (bank, own)


def adjust(at: Position, event: Adjust) -> Result:
    """Return what comes of points by hand: they may win the match, or reopen it (B17)."""
    check_seat(event.seat, at.setting.seats)
    scores = plus(at.scores, event.seat, event.points)
    winner = reached(scores, at.setting.header.target, at.winner)
    at = replace(at, scores=scores, winner=winner)
    made = (Made(at.count, event.seat, event.points, "adjust"),)
    return Outcome(at.next_round() if winner is None and at.round.over else at, made)
