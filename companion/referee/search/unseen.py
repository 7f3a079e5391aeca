"""Moves that suppose a play that nobody saw, or only for a moment: it is told by what it took, or by what took it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.referee.hypothesis import HistoryNode, Hypothesis
from companion.referee.observation import as_rank
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES
from companion.referee.search.places import Scene, of_rank, places, plays, put_in
from companion.referee.tracklets import Tracklet
from engine.cards import ANY_SUIT, Card, Rank
from engine.porrazo.events import Play
from engine.porrazo.foresight import at_play, prospect
from engine.porrazo.sofar import possible


def taken_unseen(
    hypothesis: Hypothesis, nodes: list[HistoryNode], since: float, scene: Scene
) -> Iterator[Hypothesis | None]:
    """What is missing ``since`` then was captured by a card that nobody saw, or that was seen only for a moment."""
    together = [(p, t) for p, t in hypothesis.residuals.missing if abs(t - since) < RATES.together]
    gone = {p.card.rank: min(t for q, t in together if q.card.rank == p.card.rank) for p, _ in together}
    if hypothesis.residuals.terms.arms > RATES.clear:
        yield from _laid_before(nodes, {p.track for p, _ in together}, scene)
    if len(gone) > 1:  # a run, of which a hand may take the middle first
        below = _below(at_play(hypothesis.position).table, min(gone))
        gone |= dict.fromkeys(below, min(gone.values()))
    clear = _clear(hypothesis, {p.card for p, _ in together}, scene)
    for rank in sorted(gone):
        for at in (*_run_went(hypothesis, rank, gone[rank]), gone[rank]):
            yield from _taken_by(hypothesis, nodes, rank, at, clear, scene)


def _run_went(hypothesis: Hypothesis, rank: Rank, gone: float) -> list[float]:
    """When the first card of a run above this rank was missing, if that was before the rank itself was ``gone``: the
    card that took them had been laid on it by then, and hid the run.
    """
    earliest = gone - RATES.run_left.free
    higher = (t for p, t in hypothesis.residuals.missing if p.card.rank > rank and earliest <= t < gone)
    return sorted(higher)[:1]


def _taken_by(
    hypothesis: Hypothesis,
    nodes: list[HistoryNode],
    rank: Rank,
    gone: float,
    clear: list[float],
    scene: Scene,
) -> Iterator[Hypothesis | None]:
    """A card of this rank captured what was ``gone`` by then, and was last seen ``clear``, seconds."""
    for k, at in [*_under_arms(nodes, clear, gone), *((k, gone) for k in places(nodes, gone + 0.05))]:
        before = nodes[k].base if k < len(nodes) else hypothesis
        card = of_rank(before, rank)
        for event in plays(before, card, hypothesis.residuals.missing):
            yield put_in(hypothesis, nodes, k, SupposedEvent(event, at, 0.0))
        for tracklet in _glimpses(hypothesis, rank, gone, scene):
            card, own = as_rank(tracklet.observed_card, rank), 0.0
            if tracklet.steady and not possible(at_play(before.position).hand_so_far.seen, card):
                # It was read as the card below it, which it captured: only its rank is known.
                card, own = of_rank(before, rank), tracklet.observed_card.cost(ANY_SUIT[rank - 1])
            elif not tracklet.steady and tracklet.observed_card.odds[card.code] < RATES.named:
                card, own = of_rank(before, rank), RATES.glimpse
            for event in plays(before, card, hypothesis.residuals.missing):
                for j in places(nodes, tracklet.since)[:1]:
                    step = SupposedEvent(event, tracklet.since, own, (tracklet.track,))
                    yield put_in(hypothesis, nodes, j, step)


def _below(table: Collection[Card], rank: Rank) -> set[Rank]:
    """The ranks of the run on the table that leads up to this one."""
    lying, found = {card.rank for card in table}, set[Rank]()
    while rank > Rank.ACE and (rank := Rank(rank - 1)) in lying:
        found.add(rank)
    return found


def _clear(hypothesis: Hypothesis, cards: Collection[Card], scene: Scene) -> list[float]:
    """When each track of these cards was last seen with nothing over it: a card that was moved has more than one."""
    tracks = [track for track, card in hypothesis.residuals.named.items() if card in cards]
    return [tracklet.clear for track in tracks if (tracklet := scene.tracklets.get(track)) is not None]


def _laid_before(
    nodes: list[HistoryNode], gone: Collection[int | None], scene: Scene
) -> Iterator[Hypothesis | None]:
    """A card that was played, and whose track is ``gone``, took an equal one that nobody had seen since it was laid: a
    cup was put on it. All plays from there on are another player's than was thought. Where looks are far apart a card
    laid and taken between two is likelier.
    """
    for j, node in enumerate(nodes):
        event = node.event
        if not isinstance(event, Play) or prospect(node.start, event).captured:
            continue
        if node.step.tracks[0] is None or node.step.tracks[0] not in gone:
            continue
        for k in range(max(1, j + 1 - RATES.faults), j + 1):
            at = (nodes[k - 1].step.at + nodes[k].step.at) / 2
            if scene.tracklets.gaps.holds(at):
                continue
            for other in plays(nodes[k].base, of_rank(nodes[k].base, event.card.rank)):
                yield put_in(nodes[j].base, nodes, k, SupposedEvent(other, at, RATES.hidden))


def _under_arms(nodes: list[HistoryNode], clear: list[float], gone: float) -> list[tuple[int, float]]:
    """The indices, and times in seconds, where an event may go between when the cards last lay there clearly and when
    they were known to be ``gone``: with something over them nobody saw them leave. What took them in one movement, the
    arm over them, may have been laid elsewhere just before that.
    """
    since = max(clear, default=gone)
    since -= RATES.turn if since < gone else 0.0
    found: list[tuple[int, float]] = []
    for k, node in enumerate(nodes):
        if since < node.step.at <= gone + RATES.same_time:
            before = max(since, nodes[k - 1].step.at) if k else since
            found.append((k, (before + node.step.at) / 2))
    return found[: RATES.faults]


def _glimpses(hypothesis: Hypothesis, rank: Rank, gone: float, scene: Scene) -> list[Tracklet]:
    """Tracks that may have been the card of this rank that captured at ``gone`` seconds.

    They were seen only for a moment, or longer but read badly.
    """
    seen = {track for node in hypothesis.since(scene.floor) for track in node.step.tracks}
    return [
        tracklet
        for tracklet in scene.tracklets.by_track.values()
        if tracklet.track not in seen
        and gone - RATES.glimpsed_within < tracklet.since < gone + RATES.order_within
        and tracklet.observed_card.costs[as_rank(tracklet.observed_card, rank).code]
        < (RATES.torn if tracklet.steady else RATES.glimpse)
    ]
