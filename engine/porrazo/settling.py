"""The end of a batch and of a hand: announcements are paid, cards are counted (R5, R21)."""

from typing import TYPE_CHECKING

from engine.porrazo.announcing import payments
from engine.porrazo.scoring import Why
from engine.porrazo.setting import PACK_SIZE
from engine.porrazo.sofar import BatchSoFar, HandSoFar, Lying

if TYPE_CHECKING:
    from engine.porrazo.position import Position


def settle(at: "Position") -> "Position":
    """Return the position before the next batch, all that the complete one brought paid in order.

    What waited stood with the last play. A win stops everything at that moment (R22).
    """
    last = at.batch == at.setting.batches
    at = pay_announcements(at)
    if at.winner is None and last:
        at = count_cards(at)
    if at.winner is not None:
        return at
    return next_hand(at) if last else at.with_(batch=BatchSoFar(at.batch + 1), lying=Lying(at.lying.cards))


def next_hand(at: "Position") -> "Position":
    """Return the position before the next hand, the deal moved one seat on (R3)."""
    setting = at.setting
    hand = HandSoFar(at.hand + 1, (at.dealer + 1) % setting.seats, ((),) * len(setting.sides))
    return at.with_(hand, BatchSoFar(1), Lying())


def pay_announcements(at: "Position") -> "Position":
    """Return the position once the best holding, and perhaps its partners', are paid (R5-R8)."""
    for seat, holding in payments(at.setting, at.batch_so_far, at.dealer):
        at = at.paid(at.batch_so_far.closed, seat, holding.points, holding.why, holding.rank)
    return at


def count_cards(at: "Position") -> "Position":
    """Return the position once the table went to whom it belongs and the cards are counted (R21)."""
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
    return at.paid(at.batch_so_far.closed, first_seat, points, Why.CARDS)
