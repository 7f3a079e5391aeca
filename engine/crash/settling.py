"""What follows once no hand is awaited: the point of a step, a crash, four of a kind, the next deal (K10-K14)."""

from dataclasses import replace

from engine.crash.position import SHOWDOWN_STEPS, Deal, Position
from engine.crash.ranking import FOURS_FIRST, LESS_THAN_A_PAIR, four_alike, kind_of, strength
from engine.fields import Fields
from engine.game import Outcome
from engine.shared.scores import Made, plus, reached

Result = Outcome[Position, Made]


def go_on(at: Position) -> Result:
    """Settle all that is due, until a hand is awaited or the match is won (K9, K11, K14)."""
    done: Result = Outcome(at)
    while done.position.winner is None and not done.position.awaited:
        done = done.then(next_due(done.position))
    return done


def next_due(at: Position) -> Result:
    """Return what comes of the one thing that is due next; it is only done once, whatever wins in between."""
    deal = at.deal
    if deal.stage == "showing":
        return settle_step(at)
    if deal.stage == "counted":
        return Outcome(at.with_deal(next_deal(at)))
    further = deal.step < SHOWDOWN_STEPS and any(deal.hands(seat) > deal.step for seat in at.playing)
    if further:
        return Outcome(at.with_deal(replace(deal, step=deal.step + 1, stage="showing")))
    return count_fours(at.with_deal(replace(deal, stage="counted")))


def settle_step(at: Position) -> Result:
    """Return what comes of a step that all have shown: a point for the best hand, none for a stick-up (K10, K12)."""
    deal = at.deal
    best, seats = best_at_step(at)
    seat = seats[0] if len(seats) == 1 else None
    deal = replace(deal, stage="settled", scored=(*deal.scored, seat))
    at = at.with_deal(deal)
    if seat is None:
        return Outcome(at)
    point = paid(at, seat, "showdown", {"step": deal.step, "kind": kind_of(best)})
    if deal.scored != (seat,) * SHOWDOWN_STEPS:
        return point
    return point.then(won(point.position, seat, "crash"))


def best_at_step(at: Position) -> tuple[tuple[int, ...], list[int]]:
    """Return the best strength shown at this step, and who holds it; nobody if it is less than a pair (K10)."""
    strong = {}
    for seat in at.playing:
        hand = at.deal.shows_at(seat, at.deal.step)
        if hand is not None:
            strong[seat] = strength(hand.cards)
    best = max(strong.values(), default=LESS_THAN_A_PAIR)
    return best, [seat for seat, each in strong.items() if each == best != LESS_THAN_A_PAIR]


def count_fours(at: Position) -> Result:
    """Return what comes of the end of a deal: a point for the best four of a kind, in hands of a pair or more (K13)."""
    found = {}
    for seat in at.playing:
        real = [hand.cards for hand in at.deal.shown[seat] if strength(hand.cards) != LESS_THAN_A_PAIR]
        rank = four_alike(card for cards in real for card in cards)
        if rank is not None:
            found[rank] = seat
    if not found:
        return Outcome(at)
    best = min(found, key=FOURS_FIRST.index)
    return paid(at, found[best], "four_of_a_kind", {"rank": best.letter})


def next_deal(at: Position) -> Deal:
    """Return the deal after this one, its dealer the next seat that is in the match (K14)."""
    return Deal.dealt(at.deal.number + 1, at.playing[0], at.setting.seats)


def paid(at: Position, seat: int, why: str, more: Fields) -> Result:
    """Return what comes of a point for a seat, which may win by it (K20)."""
    scores = plus(at.scores, seat, 1)
    at = replace(at, scores=scores)
    return Outcome(replace(at, winner=by_points(at)), (Made(at.count, seat, 1, why, more),))


def won(at: Position, seat: int, why: str) -> Result:
    """Return what comes of a match won whatever the scores are, for good (K12, K19)."""
    return Outcome(replace(at, winner=seat, final=True), (Made(at.count, seat, 0, why),))


def by_points(at: Position) -> int | None:
    """Return who has won by points; a seat that is out never does (K20, K21)."""
    target = at.setting.header.target
    counted = [min(n, target - 1) if seat in at.out else n for seat, n in enumerate(at.scores)]
    return reached(counted, target, at.winner)
