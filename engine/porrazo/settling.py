"""The end of a batch and of a hand: ronda, rondine and four are paid (R4-R8), then cards are counted (R21)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Card, Rank
from engine.porrazo.position import Outcome, Position
from engine.porrazo.scoring import SET_FACTOR, SET_NAME, VALUE, Why
from engine.porrazo.setting import PACK_SIZE, Setting
from engine.porrazo.sofar import ALIKE, BatchSoFar, HandSoFar, Lying

PAIR = 2


def settle(at: Position) -> Outcome:
    """Return what comes of it before the next batch, all that the complete one brought paid in order.

    What waited stood with the last play. A win stops everything at that moment (R22).
    """
    last = at.batch == at.setting.batches
    paid = pay_announcements(at)
    if last and paid.position.winner is None:
        paid = paid.then(count_cards(paid.position))
    at = paid.position
    if at.winner is not None:
        return paid
    following = next_hand(at) if last else at.with_(batch=BatchSoFar(at.batch + 1), lying=Lying(at.table))
    return paid.then(Outcome(following))


def next_hand(at: Position) -> Position:
    """Return the position before the next hand, the deal moved one seat on (R3)."""
    setting = at.setting
    hand = HandSoFar(at.hand + 1, (at.dealer + 1) % setting.seats, ((),) * len(setting.sides))
    return at.with_(hand, BatchSoFar(1), Lying())


def pay_announcements(at: Position) -> Outcome:
    """Return what comes of it once the best holding, and perhaps its partners', are paid (R5-R8)."""
    paid = Outcome(at)
    for seat, holding in payments(at.setting, at.batch_so_far, at.dealer):
        paid = paid.paid(at.batch_so_far.closed, seat, holding.points, holding.why, holding.rank)
    return paid


def count_cards(at: Position) -> Outcome:
    """Return what comes of it once the table went to whom it belongs and the cards are counted (R21)."""
    hand, setting = at.hand_so_far, at.setting
    capturer = setting.options.last_cards == "last_capturer" and hand.taker is not None
    seat = hand.taker if capturer and hand.taker is not None else hand.dealer
    at = at.with_(hand.captured(seat, setting.side_of[seat], at.lying.cards), lying=Lying())
    counts = at.captured
    most = max(counts)
    next_most = sorted(counts)[-2]
    if setting.options.card_points == "excess_over_26" and len(counts) == 2:
        points = max(0, most - PACK_SIZE // 2) if most > next_most else 0
    else:
        points = most - next_most
    first_seat = setting.sides[counts.index(most)][0]
    return Outcome(at).paid(at.batch_so_far.closed, first_seat, points, Why.CARDS)


@dataclass(frozen=True, slots=True, order=True)
class Holding:
    """So many equal cards of a rank; the greater holding beats the other: four, rondine, ronda, then rank."""

    alike: int
    rank: Rank

    @property
    def why(self) -> Why:
        """What the holding is called."""
        name = SET_NAME[self.alike]
        assert name is not None
        return name

    @property
    def points(self) -> int:
        """What it scores."""
        return VALUE[self.rank] * SET_FACTOR[self.alike]


def holding_of(cards: Iterable[Card]) -> Holding | None:
    """Return the best holding among the cards of one seat, or None.

    After recounts a seat may have played more than four of a rank: that is still four alike.
    """
    alike = Counter(card.rank for card in cards)
    return max((Holding(min(n, ALIKE), rank) for rank, n in alike.items() if n >= PAIR), default=None)


@dataclass(frozen=True, slots=True)
class Competing:
    """A holding that competes: whose it is, and who is paid if it wins."""

    seat: int
    holding: Holding
    payee: int


def payments(setting: Setting, batch: BatchSoFar, dealer: int) -> tuple[tuple[int, Holding], ...]:
    """Return who is paid for which holding after a batch, in order."""
    if setting.options.declarations == "required" and not batch.declared and not batch.claimed:
        return ()
    rivals = competing(setting, batch, dealer)
    if not rivals:
        return ()
    best = max(rivals, key=lambda each: each.holding)  # the first of equals: nearest the dealer's left
    paid = [(best.payee, best.holding)]
    if setting.options.partner_ronda and best.payee == best.seat:
        own = {each.seat: each.holding for each in rivals if each.payee == each.seat}
        team = setting.sides[setting.side_of[best.seat]]
        paid += [(seat, own[seat]) for seat in team if seat != best.seat and seat in own]
    return tuple(paid)


def competing(setting: Setting, batch: BatchSoFar, dealer: int) -> list[Competing]:
    """Return the holdings that count, from the dealer's left on."""
    declared = dict(batch.declared)
    claimed = dict(reversed(batch.claimed))  # the first claim against a seat counts
    automatic = setting.options.declarations == "automatic"
    rivals = []
    for place in range(setting.seats):
        seat = (dealer + 1 + place) % setting.seats
        holding = holding_of(batch.played[place :: setting.seats])
        if holding is None:
            continue
        if automatic or declared.get(seat) == holding.why:
            rivals.append(Competing(seat, holding, seat))
        elif seat not in declared and seat in claimed:
            rivals.append(Competing(seat, holding, claimed[seat]))
    return rivals
