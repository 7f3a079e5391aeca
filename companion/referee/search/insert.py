"""Moves that add an event to a hypothesis: at its end, or earlier, where it was overlooked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.referee.hypothesis import (
    HistoryNode,
    Hypothesis,
    Misread,
    Residuals,
    extended,
)
from companion.referee.likelihood import evaluated
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES
from companion.referee.search.layout import layouts
from companion.referee.search.places import Scene, of_rank, places, plays, put_in
from companion.referee.search.recount import left_there, recounted, taken_too
from companion.referee.search.revise import conflicting, revisions
from companion.referee.search.unseen import taken_unseen
from companion.referee.tracklets import Tracklet, Tracklets
from engine.cards import PACK, Card
from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import at_play
from engine.porrazo.sofar import possible


def insertions(hypothesis: Hypothesis, scene: Scene) -> Iterator[Hypothesis]:
    """The neighbours of a hypothesis that may fit better, by all moves."""
    for found in _found(hypothesis, scene):
        if found is not None:
            yield found


def _found(hypothesis: Hypothesis, scene: Scene) -> Iterator[Hypothesis | None]:
    residuals, tracklets = recent(hypothesis.residuals, scene), scene.tracklets
    if residuals.clean:
        return
    hypothesis = hypothesis.with_residuals(residuals)
    nodes = hypothesis.since(scene.floor)
    odd = (
        *residuals.unexplained,
        *(track for presence, track in residuals.misread if presence.track != track),
    )
    unexplained = [tracklet for track in odd if (tracklet := tracklets.get(track)) is not None]
    unexplained.sort(key=lambda tracklet: tracklet.since)
    if hypothesis.position.winner is None:
        for tracklet in unexplained[:3] + unexplained[3:][-2:]:
            yield from _laid(hypothesis, nodes, tracklet, scene)
            for glimpse in _seen_before(tracklet, tracklets):
                yield from _laid(hypothesis, nodes, glimpse, scene)
        # After a knock at the camera all cards are found anew: those that only moved were not laid out.
        pushed = {m.track for m in residuals.misread if _reads_as(m, tracklets)}
        new = [tracklet for tracklet in unexplained if tracklet.track not in pushed]
        yield from layouts(hypothesis, nodes, new, tracklets)
        yield from _laid_out_after_all(nodes, scene)
    for _, since in sorted(residuals.missing, key=lambda m: -m[1])[:3]:
        yield from taken_unseen(hypothesis, nodes, since, scene)
        yield taken_too(hypothesis, nodes, since, tracklets)
    for depth in residuals.not_removed[-2:]:
        yield left_there(hypothesis, nodes, depth, tracklets)
    yield from revisions(hypothesis, nodes, unexplained, tracklets, scene.floor)
    if residuals.cost - hypothesis.prior > (
        RATES.recount_worth_unseen if scene.tracklets.unseen.recounts(scene.now) else RATES.recount_worth
    ):
        yield from recounted(hypothesis, scene.tracklets, scene.now)


def _laid_out_after_all(nodes: list[HistoryNode], scene: Scene) -> Iterator[Hypothesis | None]:
    """What a recount took in after the table was out of sight, one card after another, was laid out."""
    k = len(nodes)
    while k and isinstance(nodes[k - 1].event, Recount):
        k -= 1
    if k == len(nodes) or not nodes[k].base.position.complete:
        return
    base = evaluated(nodes[k].base, scene.tracklets, scene.horizon, scene.seating)
    known = map(scene.tracklets.get, recent(base.residuals, scene).unexplained)
    new = sorted((each for each in known if each is not None), key=lambda tracklet: tracklet.since)
    yield from layouts(base, nodes[:k], new, scene.tracklets)


def _reads_as(misread: Misread, tracklets: Tracklets) -> bool:
    """Whether a track reads as the card that it is said to be: it only lies elsewhere than before."""
    tracklet = tracklets.get(misread.track)
    return tracklet is not None and PACK[tracklet.observed_card.best] == misread.presence.card


def recent(residuals: Residuals, scene: Scene) -> Residuals:
    """The residuals that are there now or were lately; for older ones moves were tried when they were new."""
    tracklets, now = scene.tracklets, scene.now

    def fresh(track: int) -> bool:
        tracklet = tracklets.get(track)
        return tracklet is not None and (tracklet.here or now - tracklet.until < RATES.fresh)

    return replace(
        residuals,
        unexplained=tuple(track for track in residuals.unexplained if fresh(track)),
        missing=tuple(m for m in residuals.missing if now - m[1] < RATES.long_missing),
        misread=tuple(m for m in residuals.misread if fresh(m[1])),
    )


def _laid(
    hypothesis: Hypothesis, nodes: list[HistoryNode], tracklet: Tracklet, scene: Scene
) -> Iterator[Hypothesis | None]:
    """An unexplained track was a card that was played.

    If it looks like a card seen before, one of the two was another card.
    """
    others = [
        found
        for found in conflicting(hypothesis, tracklet, scene.tracklets, scene.floor)
        if found is not None
    ]
    yield from others
    for k in places(nodes, tracklet.since):
        before = nodes[k].base if k < len(nodes) else hypothesis
        for card in _names(before, tracklet, bool(others)):
            yield from _played(hypothesis, nodes, k, before, card, tracklet)
        yield _countered(nodes, k, before, tracklet)


def _seen_before(tracklet: Tracklet, tracklets: Tracklets) -> Iterator[Tracklet]:
    """The same card seen there in passing, shortly before it was found as this track: an arm came over it, so it
    was laid then.
    """
    place, best = tracklet.observed_card, tracklet.observed_card.best
    for other in tracklets.by_track.values():
        if (
            not other.steady
            and tracklet.since - RATES.back_within < other.since
            and other.until < tracklet.since
            and other.observed_card.odds[best] >= RATES.named
            and abs(other.observed_card.x - place.x) + abs(other.observed_card.y - place.y) <= RATES.one_place
        ):
            yield other


def _names(before: Hypothesis, tracklet: Tracklet, otherwise: bool) -> list[Card]:
    """The cards that a track may be, of those that can still turn up, likeliest first.

    Unlikely cards are tried only where no likely one is left. Those of the rank that it reads as are then
    left out if another explanation was found, which is ``otherwise``.
    """
    observed_card, seen = tracklet.observed_card, at_play(before.position).hand_so_far.seen
    names = [(cost, card) for cost, code in observed_card.near if possible(seen, card := PACK[code])]
    likely = [card for cost, card in names if cost <= RATES.unlikely]
    rank = PACK[observed_card.best].rank
    return (likely or [card for _, card in names if not (otherwise and card.rank == rank)])[: RATES.names]


def _played(
    hypothesis: Hypothesis,
    nodes: list[HistoryNode],
    k: int,
    before: Hypothesis,
    card: Card,
    tracklet: Tracklet,
) -> Iterator[Hypothesis | None]:
    for event in plays(before, card, hypothesis.residuals.missing):
        yield put_in(hypothesis, nodes, k, SupposedEvent(event, tracklet.since, 0.0, (tracklet.track,)))


def _countered(nodes: list[HistoryNode], k: int, before: Hypothesis, tracklet: Tracklet) -> Hypothesis | None:
    """An unexplained track was played after a counter-porrazo that nobody saw (R14).

    If the cards of the porrazo had been swept already, its only trace is whose arms show from then on.
    """
    waiting, past = before.position.waiting, before.past
    if waiting is None or past is None or tracklet.since - past.step.at < RATES.turn_unseen:
        return None
    counter = Play(before.position.turn, of_rank(before, waiting.rank))
    after = extended(before, (SupposedEvent(counter, (past.step.at + tracklet.since) / 2, RATES.counter),))
    names = _names(after, tracklet, False) if after is not None and after.position.winner is None else []
    if after is None or not names:
        return None
    laid = SupposedEvent(Play(counter.seat, names[0]), tracklet.since, 0.0, (tracklet.track,))
    return extended(after, (laid, *(node.step for node in nodes[k:])))
