"""What might explain what a hypothesis does not: one more event, or one put in where it was overlooked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.referee.arms import Seating
from companion.referee.hypothesis import HistoryNode, Hypothesis, Missing, Presence, Residuals, retold
from companion.referee.observation import as_rank
from companion.referee.prior import SupposedEvent
from companion.referee.rates import RATES
from companion.referee.search.layout import layouts
from companion.referee.search.revise import conflicting, revisions
from companion.referee.tracklets import Tracklet, Tracklets
from engine.cards import ANY_SUIT, PACK, Card, Rank
from engine.events import Event
from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import at_play, prospect, unseen
from engine.porrazo.seen import possible


@dataclass(frozen=True, slots=True)
class Scene:
    """All tracks; over and done with are events up to number ``floor`` and what was before ``horizon`` seconds."""

    tracklets: Tracklets
    floor: int
    horizon: float
    seating: Seating

    @property
    def now(self) -> float:
        """Seconds."""
        return self.tracklets.now


def insertions(hypothesis: Hypothesis, scene: Scene) -> Iterator[Hypothesis]:
    """Hypotheses near this one that may fit better."""
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
        yield from layouts(hypothesis, nodes, unexplained, tracklets)
    for missing, since in sorted(residuals.missing, key=lambda m: -m[1])[:3]:
        yield from _taken_unseen(hypothesis, nodes, missing, since, scene)
    yield from revisions(hypothesis, nodes, unexplained, scene.tracklets, scene.floor)
    if residuals.cost - hypothesis.prior > (
        RATES.recount_worth_unseen if scene.tracklets.unseen.recounts(scene.now) else RATES.recount_worth
    ):
        yield from _recounted(hypothesis, scene)


def recent(residuals: Residuals, scene: Scene) -> Residuals:
    """The faults that are there now or were lately: older ones have been looked into when they were new."""
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


def put_in(
    hypothesis: Hypothesis, nodes: list[HistoryNode], k: int, step: SupposedEvent
) -> Hypothesis | None:
    """The hypothesis with a step before its ``k``-th node."""
    if k == len(nodes):
        return retold(hypothesis, (step,))
    return retold(nodes[k].base, (step, *(node.step for node in nodes[k:])))


def places(nodes: list[HistoryNode], at: float) -> list[int]:
    """Where among events one of this time belongs, the likeliest first: after a recount, which says what lay there
    already.
    """
    k = len(nodes)
    while k and nodes[k - 1].step.at > at and not isinstance(nodes[k - 1].event, Recount):
        k -= 1
    found = [k]
    if k and at - nodes[k - 1].step.at < RATES.same_time and not isinstance(nodes[k - 1].event, Recount):
        found.append(k - 1)
    if k < len(nodes) and nodes[k].step.at - at < RATES.same_time:
        found.append(k + 1)
    return found


def _laid(
    hypothesis: Hypothesis, nodes: list[HistoryNode], tracklet: Tracklet, scene: Scene
) -> Iterator[Hypothesis | None]:
    """A stranger was played. Where it looks like a card seen before, one of them was another."""
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
        yield _countered(hypothesis, nodes, k, before, tracklet)


def _names(before: Hypothesis, tracklet: Tracklet, otherwise: bool) -> list[Card]:
    """What a track may be of the cards not yet seen, likeliest first: those that are unlikely only where nothing better
    is left, and of its own rank only if there is nothing else to be said of it ``otherwise``.
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


def _countered(
    hypothesis: Hypothesis, nodes: list[HistoryNode], k: int, before: Hypothesis, tracklet: Tracklet
) -> Hypothesis | None:
    """A stranger was played after a counter-porrazo that nobody saw. Where the porrazo's cards had been swept already
    that leaves no trace but in whose arms show from then on (R14).
    """
    waiting, past = before.position.waiting, before.past
    if waiting is None or past is None or tracklet.since - past.step.at < RATES.turn_unseen:
        return None
    counter = Play(before.position.turn, _of_rank(before, waiting.rank))
    after = retold(before, (SupposedEvent(counter, (past.step.at + tracklet.since) / 2, RATES.counter),))
    names = _names(after, tracklet, False) if after is not None and after.position.winner is None else []
    if after is None or not names:
        return None
    laid = SupposedEvent(Play(counter.seat, names[0]), tracklet.since, 0.0, (tracklet.track,))
    return retold(after, (laid, *(node.step for node in nodes[k:])))


def plays(before: Hypothesis, card: Card, missing: tuple[Missing, ...] = ()) -> Iterator[Event]:
    """The play of a card, with other equal cards taken where those are missing, and left in its place."""
    at = at_play(before.position)
    seat, table = at.turn, at.table
    if at.winner is not None or not possible(at.hand_so_far.seen, card):
        return
    yield Play(seat, card)
    alike = Counter(other.rank for other in table)
    twins = {p.card for p, _ in missing if alike[p.card.rank] > 1 and p.card in table}
    for twin in twins:
        yield Play(seat, card, took=(twin,))
    # An equal card that waits to be captured by the play before is gone once this one is laid.
    if card.rank <= Rank.FOUR and card.rank in alike and prospect(before.position, Play(seat, card)).captured:
        yield Play(seat, card, in_place=True)


def _taken_unseen(
    hypothesis: Hypothesis, nodes: list[HistoryNode], missing: Presence, since: float, scene: Scene
) -> Iterator[Hypothesis | None]:
    """A missing card was captured by one that nobody saw, or saw in passing."""
    together = [p for p, t in hypothesis.residuals.missing if abs(t - since) < RATES.together]
    for rank in sorted({p.card.rank for p in together}):
        gone = min(
            [
                t
                for p, t in hypothesis.residuals.missing
                if p.card.rank == rank and abs(t - since) < RATES.together
            ]
        )
        for k in places(nodes, gone + 0.05):
            before = nodes[k].base if k < len(nodes) else hypothesis
            card = _of_rank(before, rank)
            for event in plays(before, card, hypothesis.residuals.missing):
                yield put_in(hypothesis, nodes, k, SupposedEvent(event, gone))
            for tracklet in _glimpses(hypothesis, rank, gone, scene):
                card, own = as_rank(tracklet.observed_card, rank), 0.0
                if tracklet.steady and not possible(at_play(before.position).hand_so_far.seen, card):
                    # It reads as the card it was laid over, which it took: only its rank is known.
                    card, own = _of_rank(before, rank), tracklet.observed_card.cost(ANY_SUIT[rank - 1])
                elif not tracklet.steady and tracklet.observed_card.odds[card.code] < RATES.named:
                    card, own = _of_rank(before, rank), RATES.rank_only
                for event in plays(before, card, hypothesis.residuals.missing):
                    for j in places(nodes, tracklet.since)[:1]:
                        yield put_in(
                            hypothesis, nodes, j, SupposedEvent(event, tracklet.since, own, (tracklet.track,))
                        )


def _glimpses(hypothesis: Hypothesis, rank: Rank, gone: float, scene: Scene) -> list[Tracklet]:
    """Tracks that may have been the card of this rank with which something was captured: seen in passing, or long but
    as nothing that could be told.
    """
    seen = {track for node in hypothesis.since(scene.floor) for track in node.step.tracks}
    return [
        tracklet
        for tracklet in scene.tracklets.by_track.values()
        if tracklet.track not in seen
        and gone - RATES.glimpsed_within < tracklet.since < gone + 0.4
        and tracklet.observed_card.costs[as_rank(tracklet.observed_card, rank).code]
        < (RATES.torn if tracklet.steady else RATES.glimpse)
    ]


def _of_rank(hypothesis: Hypothesis, rank: Rank) -> Card:
    """A card of the rank that nobody saw: its suit is known where only one is left."""
    left = [card for card in unseen(hypothesis.position) if card.rank == rank]
    return left[0] if len(left) == 1 else ANY_SUIT[rank - 1]


def _recounted(hypothesis: Hypothesis, scene: Scene) -> Iterator[Hypothesis | None]:
    """The table as it lies, once it has been at odds with the account for long, or was out of sight until just now."""
    now, residuals, tracklets = scene.now, hypothesis.residuals, scene.tracklets
    if tracklets.unseen.recounts(now):
        step = lying_now(tracklets, dict(residuals.named), now)
        yield retold(hypothesis, (step._replace(own=RATES.recount_unseen),))
        return
    odd = any(
        (tracklet := tracklets.get(track)) is not None and tracklet.here and tracklet.life > RATES.fresh
        for track in residuals.unexplained
    )
    if odd or any(p.must_leave_at > now and now - since > RATES.fresh for p, since in residuals.missing):
        step = lying_now(tracklets, dict(residuals.named), now)
        yield retold(hypothesis, (step._replace(own=RATES.recount),))


def lying_now(
    tracklets: Tracklets, named: dict[int, Card], now: float, least: float = RATES.told_rank
) -> SupposedEvent:
    """A recount of the steady cards there, none twice and no more than four of a rank, oldest first: those that have a
    name, and those of which the likeliest rank is at least so likely.
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
