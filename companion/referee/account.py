"""One account of the match so far: the events it supposes, and how badly they fit what has been seen.

Costs are in nats: the negative logarithm of how likely something is. The best account is the one of least cost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.referee.sight import Sight, Sighting
from engine.cards import Card
from engine.porrazo.position import Position
from engine.record import Event

UNEXPLAINED_FIRST, UNEXPLAINED_A_SECOND, UNEXPLAINED_MOST = 3.0, 4.0, 12.0
"""A card that lies where, by this account, none should: at first it may be a slip of sight, soon it is not."""
MISSING_FIRST, MISSING_A_SECOND, MISSING_MOST = 4.0, 4.0, 14.0
"""A card that should lie there and is not seen, likewise."""
COMING = 0.35
"""At a batch's start a tendido or leftover may be on its way: cards not yet explained count this much less."""
COMES_WITHIN = 4.5
"""Seconds after its first card by which a tendido or leftover is laid."""
TOO_FAR = 5.5
"""Nats; a card read with so much against it is another card."""
LINGER_FREE, LINGER_A_SECOND, LINGER_MOST = 4.0, 0.5, 5.0
"""Captured cards are taken off within seconds; those that stay speak against the capture."""


@dataclass(frozen=True, slots=True)
class Past:
    """The events supposed, newest first, sharing what went before."""

    before: Past | None
    event: Event

    def listed(self) -> list[Event]:
        """All events, oldest first."""
        events: list[Event] = []
        past: Past | None = self
        while past is not None:
            events.append(past.event)
            past = past.before
        return events[::-1]


@dataclass(frozen=True, slots=True)
class Fit:
    """How the cards of a sight fit an account: which card each track is taken for, and at what cost; which tracks and
    which cards are left over."""

    named: tuple[tuple[int, Card, float], ...] = ()
    extra: tuple[Sighting, ...] = ()
    missing: tuple[Card, ...] = ()
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Account:
    """What may have happened.

    ``position`` follows from ``past``. ``leaving`` are captured cards, with when they were captured, that may still
    lie there. ``paid`` is the cost of all that is over: events and cards no longer seen; ``fit`` what is seen now.
    """

    position: Position
    past: Past | None = None
    leaving: tuple[tuple[Card, float], ...] = ()
    paid: float = 0.0
    fit: Fit = Fit()
    key: int = 0

    @property
    def cost(self) -> float:
        """All that speaks against this account, in nats."""
        return self.paid + self.fit.cost

    def events(self) -> list[Event]:
        """The events supposed, oldest first."""
        return self.past.listed() if self.past is not None else []

    def then(self, event: Event, at: float, cost: float) -> Account:
        """This account with one more event; IllegalPlay where the rules refuse it."""
        position = self.position.after(event)
        played = (event.card,) if hasattr(event, "card") else ()
        leaving = _gone(self.position.table + played, position.table)
        return Account(
            position,
            Past(self.past, event),
            self.leaving + tuple((card, at) for card in leaving),
            self.paid + cost,
            self.fit,
            hash((self.key, str(event.to_json()))),
        )

    def seeing(self, sight: Sight, last_seen: dict[Card, float]) -> Account:
        """This account faced with what lies there now."""
        tracks = {sighting.track for sighting in sight.sightings}
        over = sum(cost for track, _, cost in self.fit.named if track not in tracks)
        # A card that came and went unexplained stays unexplained.
        over += sum(UNEXPLAINED_MOST for sighting in self.fit.extra if sighting.track not in tracks)
        fit = fitted(self, sight, last_seen)
        lying = {card for _, card, _ in fit.named}
        leaving = tuple((card, at) for card, at in self.leaving if card in lying or sight.t - at < 1.0)
        return replace(self, paid=self.paid + over, fit=fit, leaving=leaving)

    def expected(self) -> tuple[list[Card], dict[Card, float | None]]:
        """The cards that must lie there, and those that may, with when each began to leave (None: may stay)."""
        waiting, table = self.position.waiting, self.position.table
        optional: dict[Card, float | None] = dict(self.leaving)
        places = waiting.places if waiting is not None else ()
        optional.update({table[place]: None for place in places})
        must = [card for place, card in enumerate(table) if place not in places]
        if self.hand_over:  # what is left is swept up, now or later
            optional.update(dict.fromkeys(must))
            must = []
        return must, optional

    @property
    def hand_over(self) -> bool:
        """Whether all cards of the hand have been played, or the match is won."""
        at = self.position
        return at.winner is not None or (at.complete and at.batch == at.setting.batches)

    @property
    def batch_begins(self) -> bool:
        """Whether the next event may be the first of a batch: a tendido or leftover may come."""
        at = self.position
        return at.complete or not at.batch_so_far.played


def _gone(before: tuple[Card, ...], after: tuple[Card, ...]) -> list[Card]:
    left = list(before)
    for card in after:
        if card in left:
            left.remove(card)
    return left


def fitted(account: Account, sight: Sight, last_seen: dict[Card, float]) -> Fit:
    """Name the sightings, cheapest pair first, as cards the account expects; count what is left over."""
    must, optional = account.expected()
    expected = must + list(optional)
    codes = [card.code for card in expected]
    pairs = sorted(
        (sighting.costs[code], s, c)
        for s, sighting in enumerate(sight.sightings)
        for c, code in enumerate(codes)
        if sighting.costs[code] < TOO_FAR
    )
    taken_s: set[int] = set()
    taken_c: set[int] = set()
    named: list[tuple[int, Card, float]] = []
    for cost, s, c in pairs:
        if s not in taken_s and c not in taken_c:
            taken_s.add(s)
            taken_c.add(c)
            named.append((sight.sightings[s].track, expected[c], cost))
    extra = tuple(
        sighting for s, sighting in enumerate(sight.sightings) if s not in taken_s and sighting.steady
    )
    missing = tuple(card for c, card in enumerate(must) if c not in taken_c)
    total = sum(cost for _, _, cost in named)
    total += _unexplained(account, extra, sight.t)
    total += sum(
        min(MISSING_FIRST + MISSING_A_SECOND * (sight.t - last_seen.get(card, sight.t)), MISSING_MOST)
        for card in missing
    )
    total += sum(_lingering(optional.get(card), sight.t) for _, card, _ in named)
    return Fit(tuple(named), extra, missing, total)


def _unexplained(account: Account, extra: tuple[Sighting, ...], t: float) -> float:
    if not extra:
        return 0.0
    coming = account.batch_begins and len(extra) <= 4 and t - min(e.since for e in extra) < COMES_WITHIN
    factor = COMING if coming else 1.0
    return factor * sum(
        min(UNEXPLAINED_FIRST + UNEXPLAINED_A_SECOND * (t - sighting.since), UNEXPLAINED_MOST)
        for sighting in extra
    )


def _lingering(since: float | None, t: float) -> float:
    if since is None:
        return 0.0
    return min(max(0.0, (t - since - LINGER_FREE) * LINGER_A_SECOND), LINGER_MOST)
