"""What a hand pays once it is settled: the bid made or set, pictures, runs; and who has won (R23-R29)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engine.cards import Card, Rank, Suit
from engine.events import Adjust
from engine.fields import Fields
from engine.game import Outcome
from engine.royal_porcio.position import Contract, Hand, Position
from engine.shared.scores import Made, check_seat, plus
from engine.shared.spoils import Mode, Ranking, balance
from engine.shared.tricks import SEATS, SIDES, side_of

Result = Outcome[Position, Made]
FOUR_PICTURES_POINTS = 13
"""Points of four equal pictures (R26)."""
CARDS_OF_A_RANK = len(Suit)
RUN, WHOLE_RUN = 3, 5
"""Points a card of a run with K and Q or with 8 and 7, and of one with all four (R27)."""
HIGH_PAIR, LOW_PAIR = {Rank.KING, Rank.QUEEN}, {Rank.EIGHT, Rank.SEVEN}

Due = tuple[int, int, str, Fields]
"""What is to be paid: seat, points, why, and the line's further keys."""


def settle(at: Position) -> Result:
    """Return what comes of a hand that is over: it is paid, and the next begins unless it has won (R28, R29)."""
    hand, scores, made = at.hand, at.scores, list[Made]()
    for seat, points, why, more in due(at):
        scores = plus(scores, side_of(seat), points)
        made.append(Made(hand.played.last, seat, points, why, more))
    winner = leading(at, scores)
    at = at.scored(scores, winner)
    if winner is None:
        return Outcome(at.next_hand(), tuple(made))
    over = Hand(hand.number, hand.dealer, "over", hand.auction, hand.contract, hand.playing, hand.fouls)
    return Outcome(at.with_hand(over), tuple(made))


def leading(at: Position, scores: Sequence[int]) -> int | None:
    """Return the side that has won with these scores: at the target, and far enough ahead of the other (R29)."""
    target, lead = at.setting.header.target, at.setting.lead
    for side, points in enumerate(scores):
        if points >= target and points >= scores[1 - side] + lead:
            return side
    return None


def due(at: Position) -> Iterator[Due]:
    """Give what a hand pays, in order: the bid, then by seat pictures and runs (R28)."""
    hand = at.hand
    contract = hand.agreed
    yield bid_paid(contract, ahead(at))
    if contract.level == "bronze":
        return
    mode = contract.bid.colour
    rows = hand.played.tricks.stubs if mode == "black" else [row or () for row in hand.played.shown]
    for seat in range(SEATS):
        for rank in pictures(rows[seat], mode):
            yield seat, FOUR_PICTURES_POINTS, "pictures", {"rank": rank.letter}
        if contract.level == "gold":
            for run in runs(rows[seat], mode):
                yield seat, worth(run), "sequence", {"cards": list(map(str, run))}


def ahead(at: Position) -> int:
    """Return the balance in favour of the captain's side, fouls counted where they are (R23, R24)."""
    hand, side = at.hand, side_of(at.hand.agreed.captain)
    fouls = hand.fouls if at.setting.fouls == "apply" else (0, 0)
    first = balance(hand.agreed.bid.colour, hand.played.tricks.counted(), fouls)
    return first if side == 0 else -first


def bid_paid(contract: Contract, ahead: int) -> Due:
    """Return what a bid pays: made, to the captain's side, or set, to the others (R24)."""
    number, side = contract.bid.number, side_of(contract.captain)
    more = {"bid": number, "balance": ahead}
    raised = number * (number - 1) // 2
    if ahead >= number:
        return SIDES[side][0], ahead * (25 - ahead) // 2 + raised, "made", more
    return SIDES[1 - side][0], 78 - number * ahead + raised, "set", more


def pictures(row: Sequence[Card], mode: Mode) -> Iterator[Rank]:
    """Give the pictures of which a player has all four, K first: neighbours in black, anywhere in red (R26)."""
    for rank in (Rank.KING, Rank.QUEEN, Rank.JACK):
        places = [at for at, card in enumerate(row) if card.rank is rank]
        if len(places) == CARDS_OF_A_RANK and (
            mode == "red" or places[-1] - places[0] == CARDS_OF_A_RANK - 1
        ):
            yield rank


def runs(cards: Iterable[Card], mode: Mode) -> Iterator[list[Card]]:
    """Give the runs that pay, suit by suit, each as long as it goes, from the top (R27)."""
    ranking = Ranking(mode, None)
    ordered = sorted(cards, key=ranking.height, reverse=True)
    for suit in Suit:
        own = [card for card in ordered if card.suit is suit]
        neighbours = groupby(enumerate(own), key=lambda each: each[0] + ranking.height(each[1]))
        for _, group in neighbours:
            run = [card for _, card in group]
            if worth(run):
                yield run


def worth(run: Sequence[Card]) -> int:
    """Return what a run pays; 0 for one without K and Q and without 8 and 7 (R27)."""
    ranks = {card.rank for card in run}
    high, low = ranks >= HIGH_PAIR, ranks >= LOW_PAIR
    if high and low:
        return WHOLE_RUN * len(run)
    return RUN * len(run) if high or low else 0


def adjust(at: Position, event: Adjust) -> Result:
    """Return what comes of points by hand: they may win the match, or reopen it; no hand is settled by them (R29)."""
    check_seat(event.seat, SEATS)
    scores = plus(at.scores, side_of(event.seat), event.points)
    at = at.scored(scores, leading(at, scores))
    if at.winner is None and at.hand.stage == "over":
        at = at.next_hand()
    return Outcome(at, (Made(at.count, event.seat, event.points, "adjust"),))
