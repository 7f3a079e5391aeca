"""Which events could explain what an account does not: the plays, tendidos, leftovers and recounts worth a thought."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from companion.referee.account import Account
from companion.referee.sight import Sight, Sighting
from engine.cards import ANY_SUIT, Card
from engine.illegal import IllegalPlay
from engine.porrazo.setting import TENDIDO_SIZE
from engine.record import Event, Leftover, Play, Recount, Tendido

PLAY = 1.0
"""Nats; a play is what is expected to happen next."""
OUT_OF_ORDER = 6.0
"""Another card lay there before this one and is still to be explained."""
UNSEEN = 5.0
"""A play whose card nobody saw: laid and swept in one movement."""
GLIMPSED = 1.5
"""A play whose card was seen in passing only."""
FORGONE = 0.7
"""A capture forgone for a card in its place."""
LAID_OUT = 1.5
"""A tendido or a leftover."""
CROOKED = 5.0
"""A tendido whose cards lie in no row."""
AT_ONCE, SLOW = 3.5, 2.0
"""Seconds in which a tendido or leftover is laid; what each second more costs."""
IRREGULAR = 13.0
"""The table is taken as it lies, whatever the rules expected."""


def extended(account: Account, sight: Sight, passing: tuple[Sighting, ...]) -> Iterator[Account]:
    """The account with one more event, for every event that might explain its leftover or missing cards."""
    if account.position.winner is not None:
        return
    known: set[object] = set()
    for event, cost in _events(account, sight, passing):
        try:
            longer = account.then(event, sight.t, cost)
        except IllegalPlay:
            continue
        # Naming what a card took says nothing where it would have taken the same anyway.
        outcome = (replace(event, took=()) if isinstance(event, Play) else event, longer.position.table)
        if outcome not in known:
            known.add(outcome)
            yield longer


def _events(account: Account, sight: Sight, passing: tuple[Sighting, ...]) -> Iterator[tuple[Event, float]]:
    extra = sorted(account.fit.extra, key=lambda sighting: (sighting.since, sighting.track))
    for sighting in extra[:2]:
        late = OUT_OF_ORDER if sighting.since > extra[0].since + 0.4 else 0.0
        for card in sighting.likely(3):
            yield from _plays(account, card, PLAY + late)
    for rank in sorted({card.rank for card in account.fit.missing}):
        yield from _plays(account, ANY_SUIT[rank - 1], PLAY + UNSEEN)
        for sighting in passing:
            for card in (card for card in sighting.likely(2, 0.1) if card.rank == rank):
                yield from _plays(account, card, PLAY + GLIMPSED + sighting.cost(card))
    if account.batch_begins:
        yield from _laid_out(account, extra)
    if extra or account.fit.missing:
        yield _recount(account, sight), IRREGULAR


def _plays(account: Account, card: Card, cost: float) -> Iterator[tuple[Event, float]]:
    """The play of a card, with other equal cards taken where those are the ones missing, and left in its place."""
    seat = account.position.turn
    yield Play(seat, card), cost
    missing = account.fit.missing
    table = account.position.table
    twins = tuple(c for c in missing if c.suit is not None and sum(o.rank == c.rank for o in table) > 1)
    if twins:
        yield Play(seat, card, took=twins), cost
        for twin in twins if len(twins) > 1 else ():
            yield Play(seat, card, took=(twin,)), cost
    if card.rank <= len(table) + 1 <= 4 and any(other.rank == card.rank for other in table):
        yield Play(seat, card, in_place=True), cost + FORGONE


def _laid_out(account: Account, extra: list[Sighting]) -> Iterator[tuple[Event, float]]:
    at = account.position
    size = at.setting.leftover
    for count, make in ((TENDIDO_SIZE, Tendido), (size, Leftover)):
        if count == 0 or len(extra) < count:
            continue
        first = in_row(extra[:count])
        for row in (first, in_row(extra[-count:])) if len(extra) > count else (first,):
            cards = _distinct(row)
            if cards is not None:
                crooked = CROOKED if make is Tendido and crookedness(row) > 0.45 else 0.0
                spread = max(s.since for s in row) - min(s.since for s in row)
                yield make(cards), LAID_OUT + crooked + SLOW * max(0.0, spread - AT_ONCE)


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


def _recount(account: Account, sight: Sight) -> Event:
    named = {track: card for track, card, _ in account.fit.named}
    lying: list[Card] = []
    for sighting in sight.sightings:
        if not sighting.steady:
            continue
        choice = [named[sighting.track]] if sighting.track in named else sighting.likely(3)
        card = next((c for c in choice if c not in lying), None)
        if card is not None:
            lying.append(card)
    return Recount(tuple(lying))
