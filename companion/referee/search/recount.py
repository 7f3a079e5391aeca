"""Moves by which the table becomes what lies there, whatever the rules expected: a recount.

At the end of a hypothesis, where the table and it have long been at odds; and just after a capture, where people took
more than it brought them, or less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.referee.event_keys import cards_of
from companion.referee.hypothesis import HistoryNode, Hypothesis, Presence, extended
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES
from companion.referee.tracklets import Tracklets
from engine.cards import PACK, Card, Rank
from engine.porrazo.events import Play, Recount


def recounted(hypothesis: Hypothesis, tracklets: Tracklets, now: float) -> Iterator[Hypothesis | None]:
    """The table as it lies becomes the hypothesis's table.

    Tried where the two have differed for long, or where the table was out of sight until just now and is not as it
    was; not once a hand is over, when captured cards are counted and nothing lies there that counts.
    """
    if hypothesis.over:
        return
    residuals = hypothesis.residuals
    if tracklets.unseen.recounts(now):
        step = lying_now(tracklets, dict(residuals.named), now)
        if {*cards_of(step.event)} == {*hypothesis.position.table}:
            return
        since = max(hypothesis.time, tracklets.unseen.since)
        yield extended(hypothesis, (step._replace(own=RATES.recount_unseen, lost=since),))
        return
    odd = any(
        (tracklet := tracklets.get(track)) is not None and tracklet.here and tracklet.life > RATES.fresh
        for track in residuals.unexplained
    )
    if odd or any(p.must_leave_at > now and now - since > RATES.fresh for p, since in residuals.missing):
        step = lying_now(tracklets, dict(residuals.named), now)
        yield extended(hypothesis, (step._replace(own=RATES.recount),))


def lying_now(
    tracklets: Tracklets, named: dict[int, Card], now: float, least: float = RATES.told_rank
) -> SupposedEvent:
    """A recount of the steady cards there, oldest first, none twice and at most four of a rank.

    ``named`` gives the card of a track. A track without one is its likeliest card, if the likeliest rank has
    at least the probability ``least``.
    """
    lying: list[Card] = []
    tracks: list[int | None] = []
    ranks: Counter[Rank] = Counter()
    for tracklet in sorted(tracklets.by_track.values(), key=lambda each: (each.since, each.track)):
        observed_card = tracklet.observed_card
        told = sum(observed_card.odds[observed_card.best % 13 :: 13]) >= least
        choice = (
            [named[tracklet.track]] if tracklet.track in named else [PACK[observed_card.best]] if told else []
        )
        for card in choice if tracklet.here and tracklet.steady else ():
            if card not in lying and ranks[card.rank] < 4:
                lying.append(card)
                tracks.append(tracklet.track)
                ranks[card.rank] += 1
    return SupposedEvent(Recount(tuple(lying)), now, 0.0, tuple(tracks))


def taken_too(
    hypothesis: Hypothesis, nodes: list[HistoryNode], gone: float, tracklets: Tracklets
) -> Hypothesis | None:
    """The cards missing since ``gone`` seconds were swept up with those of a capture, though it did not bring them.

    None where no capture was swept up just then, or where it still waits to stand (a recount would drop it).
    """
    missing = {
        presence.card
        for presence, since in hypothesis.residuals.missing
        if abs(since - gone) < RATES.same_time and presence.must_leave_at > since
    }
    for k in range(len(nodes), 0, -1):
        at = nodes[k - 1].step.at
        if at < gone - RATES.back_within:
            return None
        after = _after_capture(hypothesis, nodes, k, tracklets) if at <= gone else None
        if after is not None and missing & {*after.position.table}:
            swept = [tracklets.get(p.track) for p in hypothesis.gone if p.taken == nodes[k - 1].depth]
            if all(each is None or abs(each.until - gone) >= RATES.same_time for each in swept):
                return None
            kept = [card for card in after.position.table if card not in missing]
            return _put_right(after, nodes[k:], kept, at, RATES.swept_along)
    return None


def left_there(
    hypothesis: Hypothesis, nodes: list[HistoryNode], depth: int, tracklets: Tracklets
) -> Hypothesis | None:
    """What was left of the capture by event number ``depth`` stays on the table: its player took less than it brought.

    None where nothing of it lies there, or where it still waits to stand.
    """
    k = next((k for k, node in enumerate(nodes, 1) if node.depth == depth), None)
    after = _after_capture(hypothesis, nodes, k, tracklets) if k is not None else None
    if k is None or after is None:
        return None
    left = [
        presence
        for presence in hypothesis.gone
        if presence.taken == depth and (seen := tracklets.get(presence.track)) is not None and seen.here
    ]
    if not left:
        return None
    return _put_right(after, nodes[k:], after.position.table, nodes[k - 1].step.at, RATES.left_there, left)


def _after_capture(
    hypothesis: Hypothesis, nodes: list[HistoryNode], k: int, tracklets: Tracklets
) -> Hypothesis | None:
    """The hypothesis up to and with its ``k``-th event, if that was a capture that stands, and its card was not seen as
    another: a guess is not put right by another guess. Else None.
    """
    after = nodes[k].base if k < len(nodes) else hypothesis
    event, table = nodes[k - 1].event, after.position.table
    if not isinstance(event, Play) or event.card in table or after.position.waiting is not None:
        return None
    seen = tracklets.get(nodes[k - 1].step.tracks[0])
    return after if seen is None or seen.observed_card.cost(event.card) < RATES.misread else None


def _put_right(
    after: Hypothesis,
    later: Sequence[HistoryNode],
    kept: Sequence[Card],
    at: float,
    own: float,
    left: Sequence[Presence] = (),
) -> Hypothesis | None:
    """A recount just after a capture, which costs ``own``: the cards ``kept`` of the table, and ``left`` of it. Of
    those kept it tells nothing new, so no track: one that has long been missed is not found by it.
    """
    cards = (*kept, *(presence.card for presence in left))
    tracks = (*(None for _ in kept), *(presence.track for presence in left))
    step = SupposedEvent(Recount(cards), at, own, tracks)
    return extended(after, (step, *(node.step for node in later)))
