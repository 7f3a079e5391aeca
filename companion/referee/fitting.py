"""How the cards that are seen fit the cards that, by an account, should lie there; costs in nats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.referee.due import due
from companion.referee.sight import Look, Sighting
from engine.cards import Card
from engine.porrazo.position import Position

UNEXPLAINED_FIRST, UNEXPLAINED_A_SECOND, UNEXPLAINED_MOST = 2.0, 4.0, 14.0
"""A card that lies where, by this account, none should: at first it may be a slip of sight, soon it is not."""
DOUBLED_FIRST, DOUBLED_A_SECOND, DOUBLED_MOST = 1.5, 1.5, 8.0
"""One that reads as a card which is known to lie there already: rather one card seen twice."""
UNREAD_FIRST, UNREAD_A_SECOND, UNREAD_MOST = 1.0, 1.0, 5.0
"""One that nobody could read."""
MISSING_FIRST, MISSING_AFTER, MISSING_A_SECOND, MISSING_MOST = 2.0, 0.3, 12.0, 14.0
"""A card that should lie there and is not seen: overlooked in a few frames, then gone."""
COMING = 0.3
"""While a tendido or leftover may be on its way, cards not yet explained count this much less."""
NEXT_WITHIN, COMES_WITHIN = 0.95, 5.5
"""Seconds from one card of a tendido or leftover to the next, and from its first to its last."""
WHOLE_FREE, WHOLE_A_SECOND, WHOLE_MOST = 4.0, 2.5, 8.0
"""A capture of which no card has been taken off after so many seconds was perhaps none."""
PART_FREE, PART_A_SECOND, PART_MOST = 5.0, 0.3, 3.0
"""Part of a capture forgotten."""
AFTER_THE_END = 8.0
"""The most that cards lying about after the match has been won speak against the win."""
GLANCE, AS_BEFORE = 0.5, 1.0
"""A card not yet steady is a little less a card; one keeps the name that it had unless another is so much better."""


class Sweep(NamedTuple):
    """Cards captured together, ``size`` of them, at ``at`` seconds; one of them was last seen lying at ``seen``."""

    cards: tuple[Card, ...]
    size: int
    at: float
    seen: float


@dataclass(frozen=True, slots=True)
class Fit:
    """Which card each track is taken for, and at what cost; which sightings and which cards are left over.

    ``codes`` are the cards that lie there, ``cost`` is all of it together.
    """

    named: tuple[tuple[int, Card, float], ...] = ()
    extra: tuple[Sighting, ...] = ()
    missing: tuple[Card, ...] = ()
    codes: frozenset[int] = frozenset()
    cost: float = 0.0


NOTHING_SEEN = Fit()


def fitted(look: Look, position: Position, sweeps: tuple[Sweep, ...], lost: Mapping[Card, float]) -> Fit:
    """Hold what is seen against what the position and the sweeps lead to expect."""
    must, may = _expected(position, sweeps)
    named, extra, missing, codes, cost = _assigned(look, must, may)
    t = look.t
    if extra:
        cost += _all_unexplained(position, extra, codes, t)
    for card in missing:
        cost += missed(t - lost.get(card, t))
    for sweep in sweeps:
        cost += _lingering(sweep, codes, t)
    return Fit(named, extra, missing, codes, cost)


def is_whole(sweep: Sweep, codes: frozenset[int]) -> bool:
    """Whether nothing of a capture has been taken off yet."""
    return all(card.code in codes for card in sweep.cards)


def unexplained(sighting: Sighting, doubled: bool, t: float) -> float:
    """What a steady card costs that nothing explains; ``doubled`` if it reads as one that lies there anyway."""
    lain = max(0.0, t - sighting.since)
    if doubled:
        return min(DOUBLED_FIRST + DOUBLED_A_SECOND * lain, DOUBLED_MOST)
    if sighting.odds[sighting.best] < 0.1:
        return min(UNREAD_FIRST + UNREAD_A_SECOND * lain, UNREAD_MOST)
    return min(UNEXPLAINED_FIRST + UNEXPLAINED_A_SECOND * lain, UNEXPLAINED_MOST)


def hand_over(position: Position) -> bool:
    """Whether all cards of the hand have been played, or the match is won."""
    if position.winner is not None:
        return True
    return position.complete and position.batch == position.setting.batches


def _expected(position: Position, sweeps: tuple[Sweep, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that must lie there, and those that may: being captured, or swept up at the hand's end."""
    table, waiting = position.table, position.waiting
    leaving = tuple(card for sweep in sweeps for card in sweep.cards)
    if hand_over(position):
        return (), table + leaving
    if waiting is None:
        return table, leaving
    places = waiting.places
    must = tuple(card for place, card in enumerate(table) if place not in places)
    return must, (*[table[place] for place in places], *leaving)


Assigned = tuple[
    tuple[tuple[int, Card, float], ...], tuple[Sighting, ...], tuple[Card, ...], frozenset[int], float
]


def _assigned(look: Look, must: tuple[Card, ...], may: tuple[Card, ...]) -> Assigned:
    """Name the sightings, cheapest pair first; worked out once for each table supposed."""
    key = (must, may)
    known = look.fits.get(key)
    if known is None:
        known = look.fits[key] = _paired(look, must, may)
    return known


def _paired(look: Look, must: tuple[Card, ...], may: tuple[Card, ...]) -> Assigned:
    sightings = look.sight.sightings
    places: dict[int, list[int]] = {}
    for place, card in enumerate(must + may):
        places.setdefault(card.code, []).append(place)
    names = look.names
    pairs = sorted(
        (_apt(sighting, cost, names.get(sighting.track) == code), s, place, cost)
        for s, sighting in enumerate(sightings)
        for cost, code in sighting.near
        for place in places.get(code, ())
    )
    card_of: dict[int, tuple[int, float]] = {}
    taken: set[int] = set()
    for _, s, place, cost in pairs:
        if s not in card_of and place not in taken:
            card_of[s] = (place, cost)
            taken.add(place)
    return _summed(sightings, must, may, card_of, taken)


def _apt(sighting: Sighting, cost: float, as_before: bool) -> float:
    """How well a name suits, less being better: cards keep their names, and steady ones come first."""
    return cost - (AS_BEFORE if as_before else 0.0) + (0.0 if sighting.steady else GLANCE)


def _summed(
    sightings: tuple[Sighting, ...],
    must: tuple[Card, ...],
    may: tuple[Card, ...],
    card_of: Mapping[int, tuple[int, float]],
    taken: set[int],
) -> Assigned:
    expected = must + may
    named = tuple((sightings[s].track, expected[place], cost) for s, (place, cost) in card_of.items())
    extra = tuple(each for s, each in enumerate(sightings) if each.steady and s not in card_of)
    missing = tuple(card for place, card in enumerate(must) if place not in taken)
    codes = frozenset(expected[place].code for place in taken)
    return named, extra, missing, codes, sum(cost for _, _, cost in named)


def _all_unexplained(
    position: Position, extra: tuple[Sighting, ...], codes: frozenset[int], t: float
) -> float:
    single = apart(extra, codes)
    total = sum(unexplained(sighting, sighting not in single, t) for sighting in extra)
    if position.winner is not None:
        return min(total, AFTER_THE_END)
    return total * COMING if _coming(position, single, t) else total


def apart(extra: Iterable[Sighting], codes: frozenset[int]) -> list[Sighting]:
    """The sightings without those that read as a card which lies there anyway, or as one of them before."""
    known = set(codes)
    single = []
    for sighting in extra:
        if sighting.best not in known:
            known.add(sighting.best)
            single.append(sighting)
    return single


def _coming(position: Position, extra: list[Sighting], t: float) -> bool:
    """Whether these may be the first cards of a tendido or leftover."""
    coming = due(position)
    if not coming.most:
        return False
    times = sorted(sighting.since for sighting in extra if t - sighting.since < COMES_WITHIN)
    steps = zip(times, [*times[1:], t], strict=True)
    return 0 < len(times) <= coming.most and all(later - one < NEXT_WITHIN for one, later in steps)


def missed(unseen: float) -> float:
    """What a card costs that should lie there and has not been seen for so many seconds."""
    return min(MISSING_FIRST + MISSING_A_SECOND * max(0.0, unseen - MISSING_AFTER), MISSING_MOST)


def _lingering(sweep: Sweep, codes: frozenset[int], t: float) -> float:
    age = t - sweep.at
    if age < WHOLE_FREE or not any(card.code in codes for card in sweep.cards):
        return 0.0
    if is_whole(sweep, codes):
        return min((age - WHOLE_FREE) * WHOLE_A_SECOND, WHOLE_MOST)
    return min(max(0.0, age - PART_FREE) * PART_A_SECOND, PART_MOST)
