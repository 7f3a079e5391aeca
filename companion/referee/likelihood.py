"""The likelihood: what the observations cost, given a hypothesis. A sum of named terms, in nats:

- *identity*: every track is the card that the hypothesis says (``identity``);
- *detection*: a card that lies there is seen;
- *clutter*: what nothing explains is no card of the game;
- *persistence*: a captured card is taken off soon;
- *arms*: the arm that reached in was the player's (``arms``).

With the prior of its events they are a hypothesis's cost. What might be put right stands in its ``Residuals``.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from companion.referee.arms import Seating
from companion.referee.event_keys import cards_of
from companion.referee.hypothesis import NEVER, HistoryNode, Hypothesis, Missing, Presence, Residuals, Terms
from companion.referee.identity import Identification, Span, clutter_cost
from companion.referee.prior import event_cost, pending_layout, won
from companion.referee.rates import HALF, RATES
from companion.referee.tracklets import Tracklet, Tracklets
from engine.cards import Rank
from engine.porrazo.events import Play
from engine.porrazo.foresight import prospect

Captured = tuple[float, Presence]
"""A captured card and until when it was seen."""


def evaluated(
    hypothesis: Hypothesis, tracklets: Tracklets, horizon: float, seating: Seating | None = None
) -> Hypothesis:
    """The hypothesis held against the tracklets, and against whose arms showed; what was before ``horizon`` seconds no
    longer matters.
    """
    seen = Identification(hypothesis, tracklets, horizon)
    missing = [*_missing(hypothesis, seen.spans, tracklets, horizon)]
    unseen = _out_of_sight(missing)
    put_back = [(each.since, until) for _, each, until in missing if until is not None]
    late = dict(not_removed(hypothesis, _captures(hypothesis, seen.spans, tracklets, horizon), put_back))
    unseen += sum(_unnamed(hypothesis, tracklets, horizon))
    clutter = _clutter(hypothesis, seen.unexplained, tracklets.now) + seen.shadows + seen.while_lost
    persistence = sum(late.values())
    terms = Terms(
        hypothesis.prior,
        seen.cost,
        seen.glimpsed + unseen,
        clutter,
        persistence,
        seating.cost(hypothesis, tracklets.now) if seating is not None else 0.0,
    )
    residuals = Residuals(
        sum(terms),
        seen.faults + unseen + clutter + persistence,
        terms,
        tuple(tracklet.track for tracklet in seen.unexplained),
        tuple(each for _, each, _ in missing),
        tuple(late),
        tuple(seen.misread),
        seen.named,
    )
    return hypothesis.with_residuals(residuals)


def strain(node: HistoryNode, tracklets: Tracklets) -> float:
    """What a play costs by itself, in nats: what it supposes of people, and what its card looks like. Other events cost
    nothing here: how their cards lie is judged where they are chosen.
    """
    if not isinstance(node.event, Play):
        return 0.0
    base, seen = node.base, tracklets.get(node.step.tracks[0])
    previous = base.past.step if base.past is not None else None
    looks = seen.observed_card.costs[node.event.card.code] if seen is not None else 0.0
    return event_cost(base.position, previous, node.step) + looks


def contradicted(hypothesis: Hypothesis, floor: int) -> bool:
    """Whether what was seen speaks so much against all events after the first ``floor`` that none is believed, though
    nothing better was thought of: the thread may be lost. Clutter does not count: it tells of the cloth and of arms.
    """
    terms, events = hypothesis.residuals.terms, hypothesis.depth - floor
    return sum(terms) - terms.prior - terms.clutter >= RATES.contradicted * max(
        events, RATES.contradicted_least
    )


def unread(node: HistoryNode, tracklets: Tracklets) -> bool:
    """Whether a play's card was seen and could not be read: no rank is as likely as all others together. The card that
    a capture took off was of the same rank, and tells it as well, if what was read of both leaves no doubt.
    """
    event = node.event
    seen = tracklets.get(node.step.tracks[0]) if isinstance(event, Play) else None
    if seen is None or max(ranks := _by_rank(seen)) >= HALF:
        return False
    assert isinstance(event, Play)
    equals = [card.code for card in prospect(node.start, event).captured if card.rank == event.card.rank]
    taken = [tracklets.get(node.base.lying[code].track) for code in equals if code in node.base.lying]
    both = [ranks, *(_by_rank(each) for each in taken if each is not None and not each.here)]
    together: list[float] = [math.prod(each) for each in zip(*both, strict=True)]
    likely = together[event.card.rank - 1]
    return likely <= math.exp(RATES.doubtful) * (sum(together) - likely)


def _by_rank(tracklet: Tracklet) -> list[float]:
    """The probability of each rank, by what was read."""
    odds = tracklet.observed_card.odds
    return [sum(odds[rank - 1 :: len(Rank)]) for rank in Rank]


def _missing(
    hypothesis: Hypothesis, spans: Mapping[int, Sequence[Span]], tracklets: Tracklets, horizon: float
) -> Iterator[tuple[float, Missing, float | None]]:
    """Cards that should have been seen for a while and were not, each with what the worst such time costs, and when it
    was over, None for not yet.
    """
    for presence in (*hypothesis.gone, *hypothesis.lying.values()):
        if presence.must_leave_at < NEVER and presence.may_leave_at < horizon:
            continue
        worst, since, until = _worst_gap(presence, sorted(spans.get(id(presence), ())), tracklets, horizon)
        if worst:
            yield worst, Missing(presence, since), until


def _out_of_sight(missing: Sequence[tuple[float, Missing, float | None]]) -> float:
    """What missing cards cost. Of those that were seen again, all that were out of sight at one time cost what the
    dearest of them does: one thing hid them, such as a hand before the lens.
    """
    total = dearest = 0.0
    end = -NEVER
    for cost, each, until in sorted(missing, key=lambda one: one[1].since):
        if until is None:
            total += cost
            continue
        if each.since >= end:
            total, dearest = total + dearest, 0.0
        dearest, end = max(dearest, cost), max(end, until)
    return total + dearest


def _unnamed(hypothesis: Hypothesis, tracklets: Tracklets, horizon: float) -> Iterator[float]:
    """What it costs that cards which are known by their rank alone lie there and are not seen."""
    position = hypothesis.position
    waits = position.waiting.places if position.waiting is not None else ()
    lying = () if hypothesis.over else enumerate(position.table)
    unnamed = [card for place, card in lying if card.suit is None and place not in waits]
    for node in hypothesis.backwards() if unnamed else ():
        if node.step.at < horizon:
            return
        if not (isinstance(node.event, Play) and node.event.card in unnamed):
            continue
        seen = tracklets.get(node.step.tracks[0])
        if seen is not None or node.step.tracks[0] is None:  # nothing is known of a track that is forgotten
            since = node.step.at if seen is None else max(node.step.at, seen.until)
            yield RATES.missing(_looked(since, tracklets.now, tracklets))


def _worst_gap(
    presence: Presence, spans: Sequence[Span], tracklets: Tracklets, horizon: float
) -> tuple[float, float, float | None]:
    """What the longest time costs in which a card was not seen, when it began, and when it ended, None for not yet. One
    that was seen again later was hidden, or taken by mistake and put back: it costs no more than a card that came back;
    and little where an arm was over it before it was ever steady. While another card lay over it it could not be seen.
    """
    begin, end = max(presence.on, horizon), min(presence.may_leave_at, tracklets.now)
    worst: tuple[float, float, float | None] = (0.0, 0.0, None)
    laid, at = tracklets.get(presence.track), begin
    most = RATES.back if laid is None or laid.steady else RATES.elsewhere_soon
    for start, until in spans:
        if start > at:
            uncovered = min(_uncovered(laid, at, tracklets), start, end)
            gap = min(most, RATES.missing(_looked(uncovered, min(start, end), tracklets)))
            worst = max(worst, (gap, at, start), key=itemgetter(0, 1))
        at = max(at, until)
        if at >= end:
            return worst
    if at < end:
        captured = presence.may_leave_at <= tracklets.now
        gap = _looked(at, end, tracklets) - (RATES.swept_before if captured else 0.0)
        worst = max(worst, (RATES.missing(gap), at, None), key=itemgetter(0, 1))
    return worst


def _uncovered(laid: Tracklet | None, at: float, tracklets: Tracklets) -> float:
    """Until when another card lay over one that was last seen at ``at`` seconds; ``at`` where none did."""
    if laid is None:
        return at
    x, y = laid.observed_card.x, laid.observed_card.y
    over = []
    for each in tracklets.by_track.values():
        apart = math.hypot(each.observed_card.x - x, each.observed_card.y - y)
        if each is not laid and abs(each.since - at) <= RATES.order_within and apart < 1:  # a card is 1 high
            over.append(each.until)
    return max(over, default=at)


def _looked(begin: float, end: float, tracklets: Tracklets) -> float:
    """The seconds of a time in which the table could be seen."""
    return end - begin - tracklets.unseen.between(begin, end)


def _clutter(hypothesis: Hypothesis, unexplained: Sequence[Tracklet], now: float) -> float:
    """What nothing explains. After a win people put down what they hold; before a batch a tendido or leftover may be
    on its way, which is clear only when its last card lies.
    """
    others = () if hypothesis.over else unexplained  # then cards are gathered, and counted
    costs = [(each.since, clutter_cost(each, _swept(each, others))) for each in unexplained]
    total = sum(cost for _, cost in costs)
    if hypothesis.over and won(hypothesis.position):
        after = [cost for since, cost in costs if since > hypothesis.time]
        cards = sum(cost >= RATES.taken_back.first for cost in after)
        return (
            total
            + min(0.0, RATES.clutter_after_end - sum(after))
            + RATES.laid_on * max(0, cards - RATES.laid_anyway)
        )
    spared = max(0.0, _counted(hypothesis, unexplained) - RATES.clutter_after_end)
    new = [(since, cost) for since, cost in costs if now - since < RATES.coming_within]
    if _coming(hypothesis, sorted(since for since, _ in new), now):
        spared = max(spared, (1 - RATES.coming) * sum(cost for _, cost in new))
    return total - spared


def _swept(tracklet: Tracklet, others: Sequence[Tracklet]) -> bool:
    """Whether a track went when one of ``others`` went that was laid a turn before or after it: one arm swept both,
    but people take back only what they have just laid themselves.
    """
    return not tracklet.here and any(
        not other.here
        and abs(other.until - tracklet.until) <= RATES.order_within
        and abs(other.since - tracklet.since) > RATES.turn
        for other in others
    )


def _counted(hypothesis: Hypothesis, unexplained: Sequence[Tracklet]) -> float:
    """What the tracks cost that may be captured cards, counted face up once a hand is over: laid quickly one after the
    other, and soon taken up again.
    """
    if not hypothesis.over:
        return 0.0
    rows: list[list[Tracklet]] = []
    for tracklet in sorted(unexplained, key=lambda each: each.since):
        if tracklet.since > hypothesis.time and tracklet.life <= RATES.counted_within:
            if rows and tracklet.since - rows[-1][-1].since < RATES.turn_unseen:
                rows[-1].append(tracklet)
            else:
                rows.append([tracklet])
    return sum(clutter_cost(each) for row in rows if len(row) >= RATES.counted_least for each in row)


def _coming(hypothesis: Hypothesis, times: list[float], now: float) -> bool:
    """Whether tracks first seen at these times may be the first cards of a tendido or leftover."""
    coming = pending_layout(hypothesis.position)
    steps = zip(times, [*times[1:], now], strict=True)
    return 0 < len(times) <= coming.most and all(later - one < RATES.slow_row.free for one, later in steps)


def _captures(
    hypothesis: Hypothesis, spans: Mapping[int, Sequence[Span]], tracklets: Tracklets, horizon: float
) -> dict[int, list[Captured]]:
    """The cards captured since the horizon, by the number of the event that took them."""
    groups: dict[int, list[Captured]] = defaultdict(list)
    for presence in (*hypothesis.gone, *hypothesis.lying.values()):
        depth = presence.taken_by
        if horizon < presence.must_leave_at < NEVER and presence.track is not None and depth is not None:
            seen = spans.get(id(presence))
            end = max(end for _, end in seen) if seen else -NEVER
            own = tracklets.get(presence.track)
            if own is not None and own.clear < own.until == end:
                end = own.clear  # something was over it until it was known to be gone
            groups[depth].append((end, presence))
    return groups


def not_removed(
    hypothesis: Hypothesis, groups: Mapping[int, Sequence[Captured]], put_back: Sequence[Span] = ()
) -> Iterator[tuple[int, float]]:
    """The captures that were not taken off, by their events' numbers, and what each costs: for the card that was played
    and the one of its rank, which nobody leaves lying, more than for the run above them, of which one may be forgotten.
    Hands take off one capture after the other: the next one waits until the one before has gone, or until a card that
    was taken by mistake is ``put_back``: when such cards were gone and were there again.
    """
    nodes = hypothesis.since(min(groups) - 1) if groups else []
    played = {node.depth: node for node in nodes if isinstance(node.event, Play)}
    plays = [node.step.at for node in played.values()]
    swept = -NEVER
    for depth, cards in sorted(groups.items()):
        rank = cards_of(played[depth].event)[0].rank if depth in played else None
        ends = [end for end, _ in cards]
        first = max((end for end, p in cards if p.card.rank == rank), default=min(ends))
        at = max(swept, *(presence.must_leave_at for _, presence in cards))
        at = max((until for since, until in put_back if since >= at), default=at)
        swept = first
        cost = RATES.capture_left(first - at) or RATES.run_left(max(ends) - at)
        following = min((play for play in plays if play > at + 0.1), default=NEVER)
        if first > following + RATES.unswept_after:
            cost += RATES.unswept
        if cost:
            yield depth, cost
