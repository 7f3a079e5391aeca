"""What comes of a card played, of a spoil with or without the first void, and of cards shown (R16-R22, R27)."""

from collections.abc import Iterable
from dataclasses import replace

from engine.cards import Card
from engine.events import IllegalPlay
from engine.game import Capture, Outcome
from engine.royal_porcio.events import Show, Spoil
from engine.royal_porcio.fouls import Foul, replies_proved, told
from engine.royal_porcio.position import Hand, Playing, Position, Stage, Void
from engine.royal_porcio.refusals import check_due, check_originals, check_turn
from engine.royal_porcio.scoring import settle
from engine.shared.scores import Made, check_once, check_seat, plus
from engine.shared.spoils import Won, with_more, without
from engine.shared.tricks import SEATS, Laid, Play

Result = Outcome[Position, Made]


def play(at: Position, event: Play) -> Result:
    """Return what comes of a card laid: the fouls that it proves, in the order of the acts (R16, R18, R19)."""
    seat, card = event.seat, event.card
    check_turn(at, "play", seat)
    hand, playing = at.hand, at.hand.played
    own = card in playing.spoils[seat]
    fresh, passed = (playing.fresh, playing.passed) if own else check_originals(at, seat, [card])
    laid, found = Laid(at.count, seat, card), list[Foul]()
    led = playing.tricks.led
    following = led is None or led is laid.suit
    revoked, suspects = playing.suspects.laid(laid, led, () if following else hand.known(seat))
    tricks = playing.tricks.with_card(laid)
    after = Playing(
        tricks,
        plus(playing.hands, seat, -1),
        without(playing.spoils, seat, card) if own else playing.spoils,
        playing.given if own else with_more(playing.given, seat, card),
        fresh,
        passed,
        playing.played | {card},
        suspects,
        playing.void,
    )
    stage: Stage = "play" if tricks.won is None else "spoil"
    hand = Hand(hand.number, hand.dealer, stage, hand.auction, hand.contract, after, hand.fouls)
    if not own:
        hand, found = acts_proved(hand, seat, [card])
    hand, made = told(hand, found + [Foul(line, seat, "revoke") for line in revoked], at.count)
    return Outcome(at.with_hand(hand), made)


def acts_proved(hand: Hand, seat: int, originals: Iterable[Card]) -> tuple[Hand, list[Foul]]:
    """Return the earlier acts that originals, given last by a seat, prove to be fouls, and the hand without them."""
    found: list[Foul] = []
    for card in originals:
        assert card.suit is not None
        playing = hand.played
        lines, suspects = playing.suspects.shown(seat, card.suit)
        found += [Foul(line, seat, "revoke") for line in lines]
        void = playing.void
        if void is not None and not void.proved and void.seat == seat and card.suit in void.suits:
            found.append(Foul(void.line, seat, "void"))
            void = replace(void, proved=True)
        if lines or void is not playing.void:
            hand = replace(hand, playing=replace(playing, suspects=suspects, void=void))
        hand, wrong = replies_proved(hand, card.suit)
        found += wrong
    return hand, found


def take(at: Position, event: Spoil) -> Result:
    """Return what comes of a spoil: its taker leads, or the hand ends (S8-S11, R17)."""
    check_due(at, "spoil")
    hand, playing, card = at.hand, at.hand.played, event.card
    won = playing.tricks.check_spoil(card, at.setting.name(playing.tricks.turn))
    void = first_void(at, event, won) if event.void else playing.void
    turned = void is not None and (void.seat, void.suit) == (won.taker, card.suit)
    after = Playing(
        playing.tricks.taken(),
        playing.hands if turned else plus(playing.hands, won.taker, 1),
        playing.spoils if turned else with_more(playing.spoils, won.taker, card),
        playing.given,
        playing.fresh,
        playing.passed,
        playing.played,
        playing.suspects,
        void,
        last=at.count,
    )
    at = at.with_hand(Hand(hand.number, hand.dealer, "play", hand.auction, hand.contract, after, hand.fouls))
    taken: Result = Outcome(at, (), (Capture(won.taker, (card,)),))
    return taken.then(end_hand(at)) if 0 in after.hands else taken


def first_void(at: Position, event: Spoil, won: Won) -> Void:
    """Return the first void; refuses one by the others, a second, or one against what is known (R17)."""
    hand, taker, name = at.hand, won.taker, at.setting.name
    if not hand.agreed.has(taker):
        raise IllegalPlay("{player} is neither the captain nor the Hand", player=name(taker))
    if hand.played.void is not None:
        raise IllegalPlay("there has already been a first void in this hand")
    suits = frozenset(card.suit for card in won.choice if card.suit is not None)
    for card in hand.known(taker):
        if card.suit in suits:
            raise IllegalPlay(
                "it is no first void: {player} holds the {card}", player=name(taker), card=card.name
            )
    assert event.card.suit is not None
    return Void(at.count, taker, event.card.suit, suits)


def end_hand(at: Position) -> Result:
    """Return what comes of the last spoil: a red silver or gold hand waits for what may be shown (R27, R28)."""
    contract = at.hand.agreed
    if contract.bid.colour == "red" and contract.level != "bronze":
        return Outcome(at.with_hand(replace(at.hand, stage="show")))
    return settle(at)


def show(at: Position, event: Show) -> Result:
    """Return what comes of cards shown: the fouls that they prove; they are paid later (R19, R27, R28)."""
    check_seat(event.seat, SEATS)
    check_due(at, "show")
    seat, playing, name = event.seat, at.hand.played, at.setting.name(event.seat)
    if playing.shown[seat] is not None:
        raise IllegalPlay("{player} has already shown cards", player=name)
    if not event.cards:
        raise IllegalPlay("no card is shown")
    check_once(event.cards)
    if len(event.cards) > playing.hands[seat]:
        raise IllegalPlay("{player} does not hold that many cards", player=name)
    originals = [card for card in event.cards if card not in playing.spoils[seat]]
    fresh, passed = check_originals(at, seat, originals)
    shown = (*playing.shown[:seat], event.cards, *playing.shown[seat + 1 :])
    after = replace(playing, fresh=fresh, passed=passed, shown=shown, last=at.count)
    hand = replace(at.hand, playing=after)
    hand, found = acts_proved(hand, seat, originals)
    hand, made = told(hand, found, at.count)
    return Outcome(at.with_hand(hand), made)
