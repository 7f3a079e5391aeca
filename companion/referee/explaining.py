"""What might explain what an account does not: one more event, or one put in where it was overlooked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.referee.account import Account, Fit, Past, Presence, Step, retold
from companion.referee.amending import amended, conflicting
from companion.referee.expecting import UNSEEN_TURN
from companion.referee.laying import laid_out
from companion.referee.seating import Seating
from companion.referee.sight import as_rank
from companion.referee.trails import Trail, Trails
from engine.cards import ANY_SUIT, PACK, Card, Rank
from engine.events import Event
from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import at_play, prospect, unseen
from engine.porrazo.seen import possible

SAME_TIME = 0.6
"""Seconds within which two cards may have been laid in either order."""
IRREGULAR = 13.0
"""The table is taken as it lies, whatever the rules expected."""
TAKEN_AS_IT_LIES, WORTH_TAKING = 7.0, 2.0
"""The same where it was out of sight: rather that than three plays at once, or than two of which nothing was seen; and
what must speak against an account before that.
"""
AT_ODDS_FOR = 4.0
"""Seconds for which the table must have been at odds with an account before that."""
NAMES = 5
"""So many cards a track is tried as."""
UNLIKELY = 4.5
"""Nats; a card read with more against it is tried only where nothing else is left."""
FRESH, LONG_MISSING = 4.0, 10.0
"""Seconds for which a fault is looked into: after a track has ended, after a card has gone missing."""
GLIMPSE, TORN = 2.5, 5.0
"""Nats that may speak against such a card having been of that rank: seen in passing, or seen long."""
NAMED, UNNAMED = 0.5, 2.5
"""Such a card read with less is known by its rank alone, for it may have been read together with the card under it; and
what that costs, nats.
"""
RANK_TOLD = 0.3
"""A card whose likeliest rank is less likely is of none."""
COUNTERED = 2.0
"""Nats: a counter-porrazo comes about more rarely than another capture."""
GLIMPSED_WITHIN = 3.5
"""Seconds before a capture in which the card that took it may have been seen in passing."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All tracks; over and done with are events up to number ``floor`` and what was before ``horizon`` seconds."""

    trails: Trails
    floor: int
    horizon: float
    seating: Seating

    @property
    def now(self) -> float:
        """Seconds."""
        return self.trails.now


def explanations(account: Account, scene: Scene) -> Iterator[Account]:
    """Accounts near this one that may fit better."""
    for found in _found(account, scene):
        if found is not None:
            yield found


def _found(account: Account, scene: Scene) -> Iterator[Account | None]:
    fit, trails = recent(account.fit, scene), scene.trails
    if fit.clean:
        return
    account = account.fitting(fit)
    nodes = account.since(scene.floor)
    odd = (*fit.strangers, *(track for presence, track in fit.misread if presence.track != track))
    strangers = [trail for track in odd if (trail := trails.get(track)) is not None]
    strangers.sort(key=lambda trail: trail.since)
    if account.position.winner is None:
        for trail in strangers[:3] + strangers[3:][-2:]:
            yield from _laid(account, nodes, trail, scene)
        yield from laid_out(account, nodes, strangers, trails)
    for missing, since in sorted(fit.missing, key=lambda m: -m[1])[:3]:
        yield from _taken_unseen(account, nodes, missing, since, scene)
    yield from amended(account, nodes, strangers, scene.trails, scene.floor)
    if fit.cost - account.prior > (WORTH_TAKING if scene.trails.unseen.recounts(scene.now) else 10):
        yield from _recounted(account, scene)


def recent(fit: Fit, scene: Scene) -> Fit:
    """The faults that are there now or were lately: older ones have been looked into when they were new."""
    trails, now = scene.trails, scene.now

    def fresh(track: int) -> bool:
        trail = trails.get(track)
        return trail is not None and (trail.here or now - trail.until < FRESH)

    return replace(
        fit,
        strangers=tuple(track for track in fit.strangers if fresh(track)),
        missing=tuple(m for m in fit.missing if now - m[1] < LONG_MISSING),
        misread=tuple(m for m in fit.misread if fresh(m[1])),
    )


def put_in(account: Account, nodes: list[Past], k: int, step: Step) -> Account | None:
    """The account with a step before its ``k``-th node."""
    if k == len(nodes):
        return retold(account, (step,))
    return retold(nodes[k].base, (step, *(node.step for node in nodes[k:])))


def places(nodes: list[Past], at: float) -> list[int]:
    """Where among events one of this time belongs, the likeliest first: after a recount, which says what lay there
    already.
    """
    k = len(nodes)
    while k and nodes[k - 1].step.at > at and not isinstance(nodes[k - 1].event, Recount):
        k -= 1
    found = [k]
    if k and at - nodes[k - 1].step.at < SAME_TIME and not isinstance(nodes[k - 1].event, Recount):
        found.append(k - 1)
    if k < len(nodes) and nodes[k].step.at - at < SAME_TIME:
        found.append(k + 1)
    return found


def _laid(account: Account, nodes: list[Past], trail: Trail, scene: Scene) -> Iterator[Account | None]:
    """A stranger was played. Where it looks like a card seen before, one of them was another."""
    others = [found for found in conflicting(account, trail, scene.trails, scene.floor) if found is not None]
    yield from others
    for k in places(nodes, trail.since):
        before = nodes[k].base if k < len(nodes) else account
        for card in _names(before, trail, bool(others)):
            yield from _played(account, nodes, k, before, card, trail)
        yield _countered(account, nodes, k, before, trail)


def _names(before: Account, trail: Trail, otherwise: bool) -> list[Card]:
    """What a track may be of the cards not yet seen, likeliest first: those that are unlikely only where nothing better
    is left, and of its own rank only if there is nothing else to be said of it ``otherwise``.
    """
    sighting, seen = trail.sighting, at_play(before.position).hand_so_far.seen
    names = [(cost, card) for cost, code in sighting.near if possible(seen, card := PACK[code])]
    likely = [card for cost, card in names if cost <= UNLIKELY]
    rank = PACK[sighting.best].rank
    return (likely or [card for _, card in names if not (otherwise and card.rank == rank)])[:NAMES]


def _played(
    account: Account, nodes: list[Past], k: int, before: Account, card: Card, trail: Trail
) -> Iterator[Account | None]:
    for event in plays(before, card, account.fit.missing):
        yield put_in(account, nodes, k, Step(event, trail.since, 0.0, (trail.track,)))


def _countered(account: Account, nodes: list[Past], k: int, before: Account, trail: Trail) -> Account | None:
    """A stranger was played after a counter-porrazo that nobody saw. Where the porrazo's cards had been swept already
    that leaves no trace but in whose arms show from then on (R14).
    """
    waiting, past = before.position.waiting, before.past
    if waiting is None or past is None or trail.since - past.step.at < UNSEEN_TURN:
        return None
    counter = Play(before.position.turn, _of_rank(before, waiting.rank))
    after = retold(before, (Step(counter, (past.step.at + trail.since) / 2, COUNTERED),))
    names = _names(after, trail, False) if after is not None and after.position.winner is None else []
    if after is None or not names:
        return None
    laid = Step(Play(counter.seat, names[0]), trail.since, 0.0, (trail.track,))
    return retold(after, (laid, *(node.step for node in nodes[k:])))


def plays(before: Account, card: Card, missing: tuple[tuple[Presence, float], ...] = ()) -> Iterator[Event]:
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
    account: Account, nodes: list[Past], missing: Presence, since: float, scene: Scene
) -> Iterator[Account | None]:
    """A missing card was captured by one that nobody saw, or saw in passing."""
    together = [p for p, t in account.fit.missing if abs(t - since) < 2.0]
    for rank in sorted({p.card.rank for p in together}):
        gone = min([t for p, t in account.fit.missing if p.card.rank == rank and abs(t - since) < 2.0])
        for k in places(nodes, gone + 0.05):
            before = nodes[k].base if k < len(nodes) else account
            card = _of_rank(before, rank)
            for event in plays(before, card, account.fit.missing):
                yield put_in(account, nodes, k, Step(event, gone))
            for trail in _glimpses(account, rank, gone, scene):
                card, own = as_rank(trail.sighting, rank), 0.0
                if trail.steady and not possible(at_play(before.position).hand_so_far.seen, card):
                    # It reads as the card it was laid over, which it took: only its rank is known.
                    card, own = _of_rank(before, rank), trail.sighting.cost(ANY_SUIT[rank - 1])
                elif not trail.steady and trail.sighting.odds[card.code] < NAMED:
                    card, own = _of_rank(before, rank), UNNAMED
                for event in plays(before, card, account.fit.missing):
                    for j in places(nodes, trail.since)[:1]:
                        yield put_in(account, nodes, j, Step(event, trail.since, own, (trail.track,)))


def _glimpses(account: Account, rank: Rank, gone: float, scene: Scene) -> list[Trail]:
    """Tracks that may have been the card of this rank with which something was captured: seen in passing, or long but
    as nothing that could be told.
    """
    seen = {track for node in account.since(scene.floor) for track in node.step.tracks}
    return [
        trail
        for trail in scene.trails.by_track.values()
        if trail.track not in seen
        and gone - GLIMPSED_WITHIN < trail.since < gone + 0.4
        and trail.sighting.costs[as_rank(trail.sighting, rank).code] < (TORN if trail.steady else GLIMPSE)
    ]


def _of_rank(account: Account, rank: Rank) -> Card:
    """A card of the rank that nobody saw: its suit is known where only one is left."""
    left = [card for card in unseen(account.position) if card.rank == rank]
    return left[0] if len(left) == 1 else ANY_SUIT[rank - 1]


def _recounted(account: Account, scene: Scene) -> Iterator[Account | None]:
    """The table as it lies, once it has been at odds with the account for long, or was out of sight until just now."""
    now, fit, trails = scene.now, account.fit, scene.trails
    if trails.unseen.recounts(now):
        step = lying_now(trails, dict(fit.named), now)
        yield retold(account, (step._replace(own=TAKEN_AS_IT_LIES),))
        return
    odd = any(
        (trail := trails.get(track)) is not None and trail.here and trail.life > AT_ODDS_FOR
        for track in fit.strangers
    )
    if odd or any(p.hard > now and now - since > AT_ODDS_FOR for p, since in fit.missing):
        step = lying_now(trails, dict(fit.named), now)
        yield retold(account, (step._replace(own=IRREGULAR),))


def lying_now(trails: Trails, named: dict[int, Card], now: float, least: float = RANK_TOLD) -> Step:
    """A recount of the steady cards there, none twice and no more than four of a rank, oldest first: those that have a
    name, and those of which the likeliest rank is at least so likely.
    """
    lying: list[Card] = []
    tracks: list[int | None] = []
    ranks: Counter[Rank] = Counter()
    for trail in sorted(trails.by_track.values(), key=lambda each: (each.since, each.track)):
        sighting = trail.sighting
        told = sum(sighting.odds[sighting.best % 13 :: 13]) >= least
        choice = [named[trail.track]] if trail.track in named else [PACK[sighting.best]] if told else []
        for card in choice if trail.here and trail.steady else ():
            if card not in lying and ranks[card.rank] < 4:
                lying.append(card)
                tracks.append(trail.track)
                ranks[card.rank] += 1
    return Step(Recount(tuple(lying)), now, 0.0, tuple(tracks))
