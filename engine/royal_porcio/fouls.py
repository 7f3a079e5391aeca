"""Which acts a card proves to have been against the rules: revokes, a wrong void, wrong replies (R19-R23)."""

from dataclasses import replace
from typing import NamedTuple

from engine.cards import PACK, Card, Suit
from engine.royal_porcio.bids import Auction, Bid, Reply
from engine.royal_porcio.position import Hand
from engine.shared.scores import Made, plus
from engine.shared.spoils import Ranking
from engine.shared.tricks import side_of


class Foul(NamedTuple):
    """A faulty act: the line of the record that holds it, the seat, and the foul's code."""

    line: int
    seat: int
    code: str


def told(hand: Hand, found: list[Foul], line: int) -> tuple[Hand, tuple[Made, ...]]:
    """Return the hand with these fouls counted, and what is told of them at a line, in the order of the acts."""
    if not found:
        return hand, ()
    fouls, made = hand.fouls, []
    for each in sorted(found):
        fouls = plus(fouls, side_of(each.seat), 1)
        made.append(Made(line, each.seat, 0, "foul", {"foul": each.code, "at": each.line}))
    return replace(hand, fouls=fouls), tuple(made)


# -- replies (R21, R22) ----------------------------------------------------------------------------------


def doubtful(auction: Auction, seat: int, card: Card | None, line: int) -> Reply | None:
    """Return a reply that may yet prove wrong; None for a card of the suit laid."""
    bid, laid = auction.bid, auction.laid
    assert bid is not None
    assert laid is not None
    if card is not None and card.suit is laid.suit:
        return None
    lying = {each for row in auction.duones for each in row}
    free = frozenset(each for each in PACK if each.suit is laid.suit and each not in lying)
    mild = frozenset(each for each in free if not blocks(bid, laid, each))
    return Reply(line, seat, "yours" if card is None else "duone", laid, free, mild)


def blocks(bid: Bid, laid: Card, reply: Card) -> bool:
    """Tell whether a reply blocks a duone: in the suit laid, higher in black, lower in red (R10)."""
    ranking = Ranking(bid.colour, None)
    above = ranking.height(reply) > ranking.height(laid)
    return reply.suit is laid.suit and above == (bid.colour == "black")


def replies_proved(hand: Hand, suit: Suit | None) -> tuple[Hand, list[Foul]]:
    """Return the replies to a card of this suit that are proved wrong by now, and the hand without them.

    Only a card of the suit laid, the last one that was seen, can complete a proof.
    """
    auction = hand.auction
    if auction is None or not auction.replies:
        return hand, []
    asked = [each for each in auction.replies if each.laid.suit is suit]
    if not asked:
        return hand, []
    dealt = Dealt(hand, suit)
    wrong = [each for each in asked if dealt.proves(each)]
    if not wrong:
        return hand, []
    left = tuple([each for each in auction.replies if each not in wrong])
    found = [Foul(each.line, each.seat, each.code) for each in wrong]
    return replace(hand, auction=replace(auction, replies=left)), found


class Dealt:
    """To whom cards of a suit were dealt, for all that has been seen (R21).

    ``to`` holds a set of cards for each seat; ``either`` those that were dealt to the captain or the Hand.
    """

    def __init__(self, hand: Hand, suit: Suit | None) -> None:
        auction, contract, playing = hand.auction, hand.contract, hand.playing
        assert auction is not None
        self.gallery = set(auction.gallery)
        self.to = [{card for card in row if card.suit is suit} for row in auction.duones]
        self.either: set[Card] = set()
        self.captains: tuple[int, ...] = ()
        if contract is None or playing is None:
            return
        for seat, to in enumerate(self.to):
            given = playing.originals(seat)
            new = [card for card in given if card.suit is suit and card not in contract.seen]
            if contract.count and seat == contract.hand:
                self.either.update(new)
            else:
                to.update(new)
        self.captains = (contract.captain, contract.hand)

    def proves(self, reply: Reply) -> bool:
        """Tell whether a reply is proved wrong: a card of the suit was there, and none that might be kept back."""
        if self.to[reply.seat].isdisjoint(reply.free):
            return False
        return reply.code == "duone" or all(self.elsewhere(card, reply.seat) for card in reply.open)

    def elsewhere(self, card: Card, seat: int) -> bool:
        """Tell whether a card cannot have been a seat's (R22)."""
        if card in self.gallery or (card in self.either and seat not in self.captains):
            return True
        return any(card in to for other, to in enumerate(self.to) if other != seat)
