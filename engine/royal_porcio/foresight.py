"""What may come next in Royal Porcio: what each stage of a hand awaits."""

from collections.abc import Iterator
from dataclasses import replace

from engine.cards import PACK, Card, Suit
from engine.events import IllegalPlay
from engine.game import Asked, Expected
from engine.royal_porcio.auction import GALLERY_CARDS, HIGHEST_BID, levels
from engine.royal_porcio.bids import Auction, colour_of
from engine.royal_porcio.events import COLOURS, LEVELS
from engine.royal_porcio.position import Hand, Position
from engine.royal_porcio.refusals import check_originals
from engine.shared.tricks import SEATS

SUITS = Asked("suit", tuple(suit.letter for suit in Suit))
EXCHANGED = Asked("count", tuple(range(GALLERY_CARDS + 1)))
YOURS = Asked("yours", (True,))
FIRST_VOID = Asked("void", (True,))


def due(position: Position) -> tuple[Expected, ...]:
    """Return what is due while nobody has won."""
    hand, turn = position.hand, position.turn
    match hand.stage:
        case "gallery":
            return (Expected("gallery", turn, GALLERY_CARDS, PACK, drawn=True),)
        case "bid":
            return (Expected("pass", turn), Expected("bid", turn, asks=bids(hand.opened)))
        case "duone" | "reply" | "turn_down":
            return duel(hand, turn)
        case "special":
            return (Expected("special", turn, asks=(SUITS,)),)
        case "exchange":
            return (Expected("exchange", turn, asks=(EXCHANGED,)),)
        case "spoil":
            won = hand.played.tricks.won
            spoil = Expected("spoil", turn, 1, () if won is None else won.choice, taken=True)
            return (spoil, replace(spoil, asks=(FIRST_VOID,)))
        case "play":
            assert turn is not None
            return (Expected("play", turn, 1, holdable(position, turn)),)
        case "show" | "over":
            return tuple(to_be_shown(position))


def duel(hand: Hand, turn: int | None) -> tuple[Expected, ...]:
    """Return what a duone awaits: the bidder's card, the neighbour's reply, or a card turned down."""
    auction = hand.opened
    if hand.stage == "turn_down":
        cards = tuple(card for card in auction.up if colour_of(card) != auction.highest.colour)
        return (Expected("turn_down", turn, 1, cards, taken=True),)
    card = Expected(hand.stage, turn, 1, tuple(card for card in PACK if card not in auction.seen))
    return (card,) if hand.stage == "duone" else (card, Expected("reply", turn, asks=(YOURS,)))


def bids(auction: Auction) -> tuple[Asked, ...]:
    """Return what a bid consists of; the rules refuse those of them that are not higher than the last one."""
    first = 1 if auction.bid is None else auction.bid.number
    numbers = tuple(range(first, HIGHEST_BID + 1 if auction.bid is not None else 2))
    there = levels(auction.gallery)
    asked = Asked("number", numbers), Asked("level", tuple(level for level in LEVELS if level in there))
    return asked if auction.mode else (asked[0], Asked("colour", COLOURS), asked[1])


def to_be_shown(position: Position) -> Iterator[Expected]:
    """Give the next gallery, and who may show how many cards at most."""
    playing = position.hand.played
    yield Expected("gallery", (position.hand.dealer + 1) % SEATS, GALLERY_CARDS, PACK, drawn=True)
    for seat, count in enumerate(playing.hands):
        if count and playing.shown[seat] is None:
            yield Expected("show", seat, count, holdable(position, seat), least=1)


def holdable(position: Position, seat: int) -> tuple[Card, ...]:
    """Return the cards that a seat can have in its hand for all that everybody knows, its spoils first (R18)."""
    spoils = position.hand.played.spoils[seat]
    return (*spoils, *(card for card in PACK if card not in spoils and can_hold(position, seat, card)))


def can_hold(position: Position, seat: int, card: Card) -> bool:
    """Tell whether a seat can have an original in its hand (R18)."""
    try:
        check_originals(position, seat, [card])
    except IllegalPlay:
        return False
    return True
