"""What comes of the gallery, of bids, passes and duones (R2-R12)."""

from dataclasses import replace

from engine.cards import Card, Suit
from engine.events import IllegalPlay
from engine.game import Outcome
from engine.royal_porcio.bids import Auction, Bid, colour_of, level_of
from engine.royal_porcio.contract import end
from engine.royal_porcio.events import Duone, Gallery, Level, MakeBid, Pass, Reply, TurnDown
from engine.royal_porcio.fouls import blocks, doubtful, replies_proved, told
from engine.royal_porcio.position import CARDS_DEALT, Position, Stage
from engine.royal_porcio.refusals import check_due, check_turn
from engine.shared.scores import Made, check_once
from engine.shared.spoils import Mode, with_more
from engine.shared.tricks import SEATS

Result = Outcome[Position, Made]
GALLERY_CARDS = 4
"""Cards of the gallery (R2)."""
HIGHEST_BID = 12
"""The highest number that can be bid (R5)."""
ALL_PASS, ENOUGH = SEATS, SEATS - 1
"""Passes that end an auction, without a bid and after one (R4, R7)."""


def deal(at: Position, event: Gallery) -> Result:
    """Return what comes of a gallery: the auction begins, its mode settled if it is of one colour (R2, R3, R12)."""
    check_due(at, "gallery")
    if len(event.cards) != GALLERY_CARDS:
        raise IllegalPlay("the gallery is four cards, not {count}", count=len(event.cards))
    check_once(event.cards)
    dealer = at.hand.dealer
    turn = dealer if at.setting.first_bidder == "dealer" else (dealer + 1) % SEATS
    auction = Auction(event.cards, only_colour(event.cards), turn)
    return Outcome(at.with_hand(at.hand.bidding("bid", auction)))


def only_colour(cards: tuple[Card, ...]) -> Mode | None:
    """Return the colour of cards that have the same; else None."""
    colours = {colour_of(card) for card in cards}
    return colours.pop() if len(colours) == 1 else None


def bid(at: Position, event: MakeBid) -> Result:
    """Return what comes of a bid: a duone is due while both colours lie open (R5, R8)."""
    check_turn(at, "bid", event.seat)
    auction = at.hand.opened
    made = check_bid(at, event)
    stage: Stage = "bid" if auction.mode else "duone"
    auction = replace(auction, bid=made, passes=0, turn=(event.seat + 1) % SEATS)
    return Outcome(at.with_hand(at.hand.bidding(stage, auction)))


def check_bid(at: Position, event: MakeBid) -> Bid:
    """Refuse a bid that R5, R6, R8 or R12 rules out; returns it with its colour."""
    auction, seat = at.hand.opened, event.seat
    if event.number > HIGHEST_BID:
        raise IllegalPlay("the highest number that can be bid is {most}", most=HIGHEST_BID)
    if auction.bid is None and event.number != 1:
        raise IllegalPlay("the number of the first bid is 1, not {number}", number=event.number)
    if event.level not in levels(auction.gallery):
        raise IllegalPlay("no suit lies in the gallery as often as this level says")
    colour = event.colour or auction.mode
    if colour is None:
        raise IllegalPlay("the bid needs its colour: both colours lie open in the gallery")
    if auction.mode not in (None, colour):
        raise IllegalPlay("the gallery has settled the colour: all further bids are in it")
    made = Bid(seat, colour, event.number, event.level)
    if auction.bid is not None and made.height <= auction.bid.height:
        raise IllegalPlay("the bid is not higher than the last one")
    if auction.mode is None and len(auction.duones[seat]) == CARDS_DEALT:
        raise no_card(at, seat)
    return made


def levels(gallery: tuple[Card, ...]) -> set[Level]:
    """Return the levels that some suit has in a gallery (R6)."""
    return {level_of(gallery, suit) for suit in Suit}


def lay(at: Position, event: Duone) -> Result:
    """Return what comes of a bidder's card in a duone, and of the replies that it proves wrong (R8)."""
    check_turn(at, "duone", event.seat)
    auction = with_duone(at, event.seat, event.card)
    return seen(at, replace(auction, laid=event.card), "reply", event.card)


def reply(at: Position, event: Reply) -> Result:
    """Return what comes of a reply: the duone is blocked, or the bidder turns a card down (R9-R11)."""
    check_turn(at, "reply", event.seat)
    auction, card = at.hand.opened, event.card
    bid, laid = auction.highest, auction.laid
    assert laid is not None
    doubt = doubtful(auction, event.seat, card, at.count)
    if card is not None:
        auction = with_duone(at, event.seat, card)
    if doubt is not None:
        auction = replace(auction, replies=(*auction.replies, doubt))
    blocked = card is not None and blocks(bid, laid, card)
    return seen(at, replace(auction, laid=None), "bid" if blocked else "turn_down", card)


def with_duone(at: Position, seat: int, card: Card) -> Auction:
    """Return the auction with a card before a seat; refuses one seen before, or a thirteenth (R8, R9)."""
    auction = at.hand.opened
    if card in auction.seen:
        raise IllegalPlay("the {card} has already been seen in this hand", card=card.name)
    if len(auction.duones[seat]) == CARDS_DEALT:
        raise no_card(at, seat)
    return replace(auction, duones=with_more(auction.duones, seat, card))


def no_card(at: Position, seat: int) -> IllegalPlay:
    """Return the refusal of a card by a seat all of whose cards lie on the table."""
    return IllegalPlay("{player} has no card left for a duone", player=at.setting.name(seat))


def seen(at: Position, auction: Auction, stage: Stage, card: Card | None) -> Result:
    """Return what comes of a duone's card: the next thing is due, and replies may be proved wrong (R21, R22)."""
    hand = at.hand.bidding(stage, auction)
    if card is None:
        return Outcome(at.with_hand(hand))
    hand, found = replies_proved(hand, card.suit)
    hand, made = told(hand, found, at.count)
    return Outcome(at.with_hand(hand), made)


def turn_down(at: Position, event: TurnDown) -> Result:
    """Return what comes of a card turned face down; the last of its colour settles the mode (R11, R12)."""
    check_due(at, "turn_down")
    auction, card = at.hand.opened, event.card
    bid = auction.highest
    if card not in auction.up:
        raise IllegalPlay("the {card} does not lie face up in the gallery", card=card.name)
    if colour_of(card) == bid.colour:
        raise IllegalPlay("the card turned down is not of the bid's colour, but of the other one")
    auction = replace(auction, down=auction.down | {card})
    if only_colour(auction.up) is not None:
        others = frozenset(each for each in auction.gallery if colour_of(each) != bid.colour)
        auction = replace(auction, mode=bid.colour, down=others)
    return Outcome(at.with_hand(at.hand.bidding("bid", auction)))


def decline(at: Position, event: Pass) -> Result:
    """Return what comes of a pass: the next seat, or the end of the auction (R4, R7)."""
    check_turn(at, "bid", event.seat)
    auction = at.hand.opened
    auction = replace(auction, passes=auction.passes + 1, turn=(event.seat + 1) % SEATS)
    at = at.with_hand(at.hand.bidding("bid", auction))
    if auction.bid is None:
        thrown_in = auction.passes == ALL_PASS
        return Outcome(at.next_hand(at.setting.all_pass == "next_dealer") if thrown_in else at)
    return end(at, auction) if auction.passes == ENOUGH else Outcome(at)
