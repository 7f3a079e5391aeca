"""Earlier events put right: a card that was misread, or another of two equal cards that was taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.referee.account import Account, Past
from companion.referee.gist import brings, with_card
from companion.referee.sight import TOO_FAR, Look, Sighting
from engine.cards import PACK, Card
from engine.porrazo.seen import possible
from engine.record import Play

REREAD = 1.0
"""Nats; a card was misread at first."""
NEVER = 99.0
"""Nats; a card that nobody saw is none that was misread."""
RETAKEN = 0.3
"""Another of two equal cards was taken than supposed."""
BACK = 12
"""Events back to which a choice of equal cards may be put right."""


def rethoughts(account: Account, look: Look) -> Iterator[Account]:
    """The account with one earlier event put right so that more of what is seen fits."""
    fit = account.fit
    if fit.extra:
        yield from _misread(account, look)
        yield from _twice(account, look)
    if fit.missing:
        yield from _torn(account, look)
    if fit.missing and account.sweeps:
        yield from _retaken(account, look)


def _misread(account: Account, look: Look) -> Iterator[Account]:
    """A card that is expected and not seen may be the one that lies there unexplained."""
    expected = [*account.fit.missing]
    expected += [c for sweep in account.sweeps for c in sweep.cards if c.code not in account.fit.codes]
    for was in expected[:6]:
        node = None
        for sighting in account.fit.extra[:4]:
            for now in sighting.likely(2, 0.1):
                cost = _doubt_of(look, was, now, sighting.track)
                if now != was and cost < 6.0:
                    node = node or bringer(account, was, look.floor)
                    yield from _instead(account, node, was, now, cost)


def _torn(account: Account, look: Look) -> Iterator[Account]:
    """A card is gone: perhaps it was another that it could have been, and was captured as that."""
    for was in account.fit.missing:
        for known in look.seen_as.get(was.code, ())[-1:]:
            for cost, code in known.near[:6]:
                against = cost - known.cost(was)
                if code < len(PACK) and code != was.code and against < TOO_FAR:
                    yield from _instead(
                        account, bringer(account, was, look.floor), was, PACK[code], max(against, 0.0)
                    )


def _doubt_of(look: Look, was: Card, now: Card, track: int) -> float:
    """What it costs to say that a card read as one was another: little if the same card now reads so."""
    known = look.seen_as.get(was.code, ())
    if not known:
        return NEVER
    if any(sighting.track == track for sighting in known):
        return REREAD
    return REREAD + max(0.0, known[-1].cost(now) - known[-1].cost(was))


def _twice(account: Account, look: Look) -> Iterator[Account]:
    """A card turns up that has been seen in this hand already: one of the two was misread."""
    seen = account.position.hand_so_far.seen
    for sighting in account.fit.extra[:3]:
        for card in sighting.likely(1, 0.5):
            if not possible(seen, card):
                yield from _other_than(account, look, card, sighting)


def _other_than(account: Account, look: Look, card: Card, sighting: Sighting) -> Iterator[Account]:
    """The earlier one of two sightings of the same card as whatever else it might have been."""
    node = bringer(account, card, look.floor)
    earlier = [s for s in look.seen_as.get(card.code, ()) if s.track != sighting.track]
    if node is None or not earlier:
        return
    for cost, code in earlier[-1].near[:6]:
        if code < len(PACK) and code != card.code:
            yield from _instead(account, node, card, PACK[code], REREAD + cost - earlier[-1].cost(card))


def _retaken(account: Account, look: Look) -> Iterator[Account]:
    """One of two equal cards is gone and the other, thought captured, still lies there."""
    for sweep in account.sweeps:
        for kept in sweep.cards:
            for gone in account.fit.missing:
                if kept.rank == gone.rank and kept != gone and kept.code in account.fit.codes:
                    yield from _took(account, look, kept, gone)


def _took(account: Account, look: Look, kept: Card, gone: Card) -> Iterator[Account]:
    past, steps = account.past, 0
    while past is not None and past.depth > look.floor and steps < BACK:
        event, table = past.event, past.start.table
        if isinstance(event, Play) and kept in table and gone in table and kept not in event.took:
            took = (*(card for card in event.took if card.rank != gone.rank), gone)
            again = account.rethought(past, replace(event, took=took), None, RETAKEN)
            if again is not None and kept in again.position.table:
                yield again
                return
        past, steps = past.before, steps + 1


def bringer(account: Account, card: Card, floor: int) -> Past | None:
    """The newest event that brought a card to the table, unless it is over and done with."""
    past = account.past
    while past is not None and past.depth > floor:
        if brings(past.event, card):
            return past
        past = past.before
    return None


def _instead(account: Account, node: Past | None, was: Card, now: Card, cost: float) -> Iterator[Account]:
    if node is None or brings(node.event, now):
        return
    again = account.rethought(node, with_card(node.event, was, now), (was, now), cost)
    if again is not None:
        yield again
