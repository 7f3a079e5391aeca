"""Cards laid out before a batch: the tendido's row, the leftover."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from companion.referee.account import Account, Past
from companion.referee.due import due
from companion.referee.sight import Look, Sighting
from engine.cards import Card
from engine.illegal import IllegalPlay
from engine.record import Event, Leftover, Play, Tendido

LAID_OUT = 1.5
"""A tendido or a leftover."""
CROOKED = 5.0
"""A tendido whose cards lie in no row."""
NEXT_WITHIN, SLOW = 0.95, 3.0
"""Seconds from one card of a tendido or leftover to the next; what each second more costs."""

Possible = Iterator[tuple[Event, float, float | None]]
"""Events with what each costs, and when its card was first seen, None where that tells nothing."""


def laid_out(account: Account, extra: list[Sighting]) -> Possible:
    """A tendido or leftover that would explain the cards left over, given oldest first."""
    coming = due(account.position)
    if coming.tendido and len(extra) >= coming.tendido:
        for row in _choices(extra, coming.tendido):
            cards = _distinct(in_row(row))
            if cards is not None:
                crooked = CROOKED if crookedness(row) > 0.45 else 0.0
                yield Tendido(cards), LAID_OUT + crooked + _slow(row), row[-1].since
    if coming.leftover and len(extra) >= coming.leftover:
        for row in _choices(extra, coming.leftover):
            cards = _distinct(row)
            if cards is not None:
                yield Leftover(cards), LAID_OUT + coming.leftover_now + _slow(row), row[-1].since


def _choices(extra: list[Sighting], count: int) -> list[list[Sighting]]:
    """The first and the last so many of the cards, by when they came."""
    first, last = extra[:count], extra[-count:]
    return [first] if len(extra) == count else [first, last]


def _slow(row: list[Sighting]) -> float:
    times = sorted(sighting.since for sighting in row)
    steps = pairwise(times)
    return sum(SLOW * max(0.0, later - one - NEXT_WITHIN) for one, later in steps)


def _distinct(row: list[Sighting]) -> tuple[Card, ...] | None:
    """The likeliest card of each, no card twice; None where that cannot be."""
    chosen: list[Card] = []
    for sighting in row:
        free = [card for card in sighting.likely(4, 0.001) if card not in chosen]
        if not free:
            return None
        chosen.append(free[0])
    return tuple(chosen)


def in_row(sightings: list[Sighting]) -> list[Sighting]:
    """Cards in the order in which they lie along their common line."""
    xs, ys = [s.x for s in sightings], [s.y for s in sightings]
    across = max(xs) - min(xs) >= max(ys) - min(ys)
    return sorted(sightings, key=lambda s: s.x if across else s.y)


def crookedness(row: list[Sighting]) -> float:
    """How far cards lie from a common line, in heights of a card."""
    n = len(row)
    mx, my = sum(s.x for s in row) / n, sum(s.y for s in row) / n
    xx = sum((s.x - mx) ** 2 for s in row)
    yy = sum((s.y - my) ** 2 for s in row)
    xy = sum((s.x - mx) * (s.y - my) for s in row)
    smaller = (xx + yy) / 2 - math.sqrt(((xx - yy) / 2) ** 2 + xy * xy)
    return math.sqrt(max(0.0, smaller) / n)


def laid_out_after_all(account: Account, look: Look) -> Iterator[Account]:
    """Plays with which a batch seemed to begin, seen to be a tendido or leftover once their last card lies there."""
    if account.past is None or account.past.at != look.t:
        return
    first = _batch_began(account)
    if first is None:
        return
    coming = due(first.start)
    plays = account.since(first.depth - 1)
    row = _sightings(plays, account, look)
    if len(row) == len(plays) and len(plays) in (coming.tendido, coming.leftover):
        back = account.back_to(first, -1.0 * len(plays))
        for event, cost, seen in laid_out(back, sorted(row, key=lambda s: s.since)):
            try:
                yield back.then(event, look.t, cost, seen)
            except IllegalPlay:
                continue


def _batch_began(account: Account) -> Past | None:
    """The first play of the batch, as long as few have been played."""
    past = account.past
    for _ in range(12):
        if past is None or not isinstance(past.event, Play):
            return None
        if past.start.complete or not past.start.batch_so_far.played:
            return past
        past = past.before
    return None


def _sightings(plays: list[Past], account: Account, look: Look) -> list[Sighting]:
    """The cards of these plays as they are seen lying there."""
    cards = {node.event.card for node in plays if isinstance(node.event, Play)}
    tracks = {track for track, card, _ in account.fit.named if card in cards}
    return [sighting for sighting in look.sight.sightings if sighting.track in tracks]
