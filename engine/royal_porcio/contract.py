"""What comes of the end of an auction, of the special suit and the exchange; the Hand leads (R7, R13-R16)."""

from dataclasses import replace

from engine.cards import Card, Suit
from engine.events import IllegalPlay
from engine.game import Outcome
from engine.royal_porcio.bids import Auction, level_of
from engine.royal_porcio.events import Exchange, Special
from engine.royal_porcio.position import Contract, Playing, Position
from engine.royal_porcio.refusals import check_due
from engine.shared.scores import Made
from engine.shared.spoils import Ranking, Tricks

Result = Outcome[Position, Made]


def end(at: Position, auction: Auction) -> Result:
    """Return what comes of the end of an auction; without a mode it is no hand the first time (R7, R13)."""
    if auction.mode is not None:
        return Outcome(at.with_hand(replace(at.hand, stage="special")))
    at = replace(at, early=at.early + 1)
    if at.early == 1:
        return Outcome(at.next_hand(passed_on=False))
    auction = replace(auction, mode=auction.highest.colour, down=frozenset(auction.gallery))
    return Outcome(begin(at.with_hand(replace(at.hand, auction=auction)), None))


def name_special(at: Position, event: Special) -> Result:
    """Return what comes of the special suit: cards are exchanged if any lie face down, or the play begins (R15)."""
    check_due(at, "special")
    auction = at.hand.opened
    if level_of(auction.gallery, event.suit) != auction.highest.level:
        raise IllegalPlay("the gallery does not hold this suit as often as the bid says")
    return Outcome(begin(at, event.suit))


def begin(at: Position, special: Suit | None) -> Position:
    """Return the position once the auction is done: an exchange is due, or the Hand leads (R13-R16)."""
    auction = at.hand.opened
    bid, plain = auction.highest, special is None
    picked = frozenset[Card]() if plain else auction.down
    owners = {card: seat for seat, row in enumerate(auction.duones) for card in row}
    owners.update(dict.fromkeys(picked, bid.seat))
    contract = Contract(
        bid,
        plain,
        special,
        len(picked),
        auction.seen,
        frozenset(auction.gallery) - picked,
        owners,
        tuple(map(len, auction.duones)),
    )
    at = at.with_hand(replace(at.hand, stage="exchange", contract=contract))
    return at if picked else lead(at)


def exchange(at: Position, event: Exchange) -> Result:
    """Return what comes of an exchange: the play begins (R15)."""
    check_due(at, "exchange")
    contract = at.hand.agreed
    if event.count != contract.count:
        raise IllegalPlay(
            "as many cards are exchanged as lie face down: {count}, not {other}",
            count=contract.count,
            other=event.count,
        )
    return Outcome(lead(at))


def lead(at: Position) -> Position:
    """Return the position in which the Hand leads to the first trick (R16)."""
    contract = at.hand.agreed
    tricks = Tricks(Ranking(contract.bid.colour, contract.special), contract.hand)
    return at.with_hand(replace(at.hand, stage="play", playing=Playing(tricks)))
