"""Which events could explain what an account does not: the plays, tendidos, leftovers and recounts worth a thought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.referee.account import Account
from companion.referee.due import due
from companion.referee.fitting import apart, is_whole, missed
from companion.referee.gist import bare
from companion.referee.laying import Possible, laid_out, laid_out_after_all
from companion.referee.rethinking import rethoughts
from companion.referee.sight import Look, Sighting
from engine.cards import ANY_SUIT, Card, Rank
from engine.illegal import IllegalPlay
from engine.porrazo.foresight import at_play, unseen
from engine.record import Event, Play, Recount

PLAY = 1.0
"""Nats; a play is what is expected to happen next."""
OUT_OF_ORDER = 6.0
"""A card is played that lay there before another that was played already."""
AT_A_TIME = 0.4
"""Seconds within which two cards may have been first seen in either order."""
UNSEEN = 5.0
"""A play whose card nobody saw: laid and swept in one movement."""
GLIMPSED = 1.5
"""A play whose card was seen in passing only."""
TWICE_UNSEEN = 4.0
"""Two plays at once, the second of them unseen."""
FORGONE = 0.7
"""A capture forgone for a card in its place."""
UNSWEPT = 3.0
"""The next card is laid while nothing of the last capture has been taken off."""
IRREGULAR = 13.0
"""The table is taken as it lies, whatever the rules expected."""
AT_ODDS, AT_ODDS_FOR = 10.0, 4.0
"""Only an account that has been so much at odds with the table for so many seconds is given up for a recount."""
STRAY = 6.0
"""Seconds after which a card that nothing explains is no longer the next play."""


def extended(account: Account, look: Look) -> Iterator[Account]:
    """The account with one more event, or with an earlier one put right, for all that might explain its leftover or
    missing cards.
    """
    yield from rethoughts(account, look)
    yield from laid_out_after_all(account, look)
    if account.position.winner is not None:
        return
    known: set[object] = set()
    for event, cost, seen in _events(account, look):
        try:
            longer = account.then(event, look.t, cost, seen)
        except IllegalPlay:
            continue
        # Naming what a card took says nothing where it would have taken the same anyway.
        what = bare(replace(event, took=()) if isinstance(event, Play) else event)
        outcome = (what, longer.position.table)
        if outcome not in known:
            known.add(outcome)
            yield longer if seen is None else _gone_before(account, longer, seen)


def _gone_before(account: Account, longer: Account, seen: float) -> Account:
    """The longer account, charged for cards that it has captured although they were gone before the play."""
    if not account.lost:
        return longer
    waiting = longer.position.waiting
    taken = {longer.position.table[place] for place in waiting.places} if waiting is not None else set()
    lies = set(longer.position.table) - taken
    cost = sum(
        missed(seen - since) for card, since in account.lost if card not in lies and seen - since > AT_A_TIME
    )
    return replace(longer, paid=longer.paid + cost) if cost else longer


def _events(account: Account, look: Look) -> Possible:
    extra = sorted(account.fit.extra, key=lambda s: (look.t - s.since > STRAY, s.since, s.track))
    basic = PLAY + _hurried(account, look) + due(account.position).play_now
    for sighting in extra[:3]:
        late = OUT_OF_ORDER if sighting.since < account.seen - AT_A_TIME else 0.0
        for card in sighting.likely(3):
            for event, cost in _plays(account, card, basic + late):
                yield event, cost, sighting.since
    yield from _unseen_plays(account, look, basic)
    yield from laid_out(account, apart(extra, account.fit.codes))
    if account.fit.cost > AT_ODDS:
        yield from _recounts(account, look)


def _hurried(account: Account, look: Look) -> float:
    """What it costs to play on while captures lie there untouched."""
    whole = [s for s in account.sweeps if look.t - s.at > 0.5 and s.cards and is_whole(s, account.fit.codes)]
    return UNSWEPT * len(whole)


def _unseen_plays(account: Account, look: Look, basic: float) -> Possible:
    """Plays that would have taken what is missing, their cards seen in passing or not at all."""
    missing = account.fit.missing
    if not missing:
        return
    at_once = account.past is not None and account.past.at == look.t
    lost = dict(account.lost)
    for rank in sorted({card.rank for card in missing}):
        gone = min(lost.get(card, look.t) for card in missing if card.rank == rank)
        late = OUT_OF_ORDER if gone < account.seen - AT_A_TIME else 0.0
        cost = basic + late + UNSEEN + (TWICE_UNSEEN if at_once else 0.0)
        for event, all_in_all in _plays(account, _of_rank(account, rank), cost):
            yield event, all_in_all, gone
        for sighting in look.passing:
            for card in sighting.likely(2, 0.1) if sighting.since <= gone + AT_A_TIME else ():
                if card.rank == rank:
                    glimpsed = basic + late + GLIMPSED + sighting.cost(card)
                    for event, all_in_all in _plays(account, card, glimpsed):
                        yield event, all_in_all, gone


def _of_rank(account: Account, rank: Rank) -> Card:
    """A card of the rank that nobody saw: its suit is known where only one is left."""
    left = [card for card in unseen(account.position) if card.rank == rank]
    return left[0] if len(left) == 1 else ANY_SUIT[rank - 1]


def _plays(account: Account, card: Card, cost: float) -> Iterator[tuple[Event, float]]:
    """The play of a card, with other equal cards taken where those are the ones missing, and left in its place."""
    position = at_play(account.position)
    seat, table = position.turn, position.table
    yield Play(seat, card), cost
    alike = Counter(other.rank for other in table)
    twins = tuple(c for c in account.fit.missing if c.suit is not None and alike[c.rank] > 1)
    if twins:
        yield Play(seat, card, took=twins), cost
        for twin in twins if len(twins) > 1 else ():
            yield Play(seat, card, took=(twin,)), cost
    if card.rank <= Rank.FOUR and card.rank in alike:
        yield Play(seat, card, in_place=True), cost + FORGONE


def _recounts(account: Account, look: Look) -> Possible:
    """The table as it lies, once it has been at odds with the account for long."""
    t = look.t
    lost = dict(account.lost)
    odd = any(t - s.since > AT_ODDS_FOR for s in account.fit.extra)
    if odd or any(t - lost.get(card, t) > AT_ODDS_FOR for card in account.fit.missing):
        named = {track: card for track, card, _ in account.fit.named}
        yield Recount(lying_now(look.sight.sightings, named)), IRREGULAR, t


def lying_now(sightings: tuple[Sighting, ...], named: dict[int, Card]) -> tuple[Card, ...]:
    """The steady cards, none twice and no more than four of a rank, oldest first; ``named`` are known by track."""
    lying: list[Card] = []
    ranks: Counter[Rank] = Counter()
    for sighting in sorted(sightings, key=lambda s: (s.since, s.track)):
        choice = [named[sighting.track]] if sighting.track in named else sighting.likely(1, 0.3)
        for card in choice:
            if sighting.steady and card not in lying and ranks[card.rank] < 4:
                lying.append(card)
                ranks[card.rank] += 1
    return tuple(lying)
