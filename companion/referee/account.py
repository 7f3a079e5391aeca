"""One account of the match so far: the events it supposes, and how badly they fit what has been seen.

Costs are in nats: the negative logarithm of how likely something is. The best account is the one of least cost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.referee.fitting import NOTHING_SEEN, Fit, Sweep, fitted, unexplained
from companion.referee.gist import bare, gist, substituted
from companion.referee.sight import Look
from engine.cards import Card
from engine.illegal import IllegalPlay
from engine.porrazo.position import Position
from engine.record import Event, Play, Recount

REMEMBERED = 3.0
"""Seconds for which a captured card that is out of sight may still lie there."""
BLINK = 0.7
"""Seconds for which an unexplained card may be overlooked before it counts as gone."""


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """The events supposed, newest first, sharing what went before.

    ``event`` happened to the position ``start`` as number ``depth`` from 1; it was supposed at ``at`` seconds, and of
    all cards laid up to then the newest was first seen at ``seen``. ``bare`` is the event
    without further keys; ``key`` stands for all events up to this one, ``story`` likewise, suits apart.
    """

    before: Past | None
    event: Event
    start: Position
    at: float
    seen: float
    depth: int
    bare: tuple[object, ...]
    gist: tuple[object, ...]
    key: int
    story: int


class Stray(NamedTuple):
    """A track that nothing explained, out of sight since ``gone`` seconds, and its cost."""

    track: int
    gone: float
    cost: float


@dataclass(frozen=True, slots=True, eq=False)
class Account:
    """What may have happened.

    ``position`` follows from ``past``. ``sweeps`` are captured cards that may still lie there; ``lost`` cards that
    should lie there, each with the time from which it was not seen; ``strays`` cards that nothing explained and that
    are out of sight, likewise, with what each costs. ``paid`` is the cost of all that is over: events, and cards no
    longer seen; ``fit`` what is seen now.
    """

    position: Position
    past: Past | None = None
    sweeps: tuple[Sweep, ...] = ()
    lost: tuple[tuple[Card, float], ...] = ()
    strays: tuple[Stray, ...] = ()
    paid: float = 0.0
    fit: Fit = NOTHING_SEEN

    @property
    def cost(self) -> float:
        """All that speaks against this account, in nats."""
        return self.spent + self.fit.cost

    @property
    def spent(self) -> float:
        """What cannot be explained away by looking at the table as it lies now."""
        return self.paid + sum(stray.cost for stray in self.strays)

    @property
    def key(self) -> int:
        """Stands for the events supposed."""
        return self.past.key if self.past is not None else 0

    @property
    def story(self) -> int:
        """Stands for the events supposed, suits apart."""
        return self.past.story if self.past is not None else 0

    @property
    def depth(self) -> int:
        """How many events it supposes."""
        return self.past.depth if self.past is not None else 0

    def since(self, depth: int) -> list[Past]:
        """The events supposed after the first ``depth``, oldest first."""
        nodes: list[Past] = []
        past = self.past
        while past is not None and past.depth > depth:
            nodes.append(past)
            past = past.before
        return nodes[::-1]

    def events(self) -> list[Event]:
        """The events supposed, oldest first."""
        return [node.event for node in self.since(0)]

    @property
    def seen(self) -> float:
        """When the newest of the cards laid was first seen."""
        return self.past.seen if self.past is not None else float("-inf")

    def then(self, event: Event, at: float, cost: float, seen: float | None = None) -> Account:
        """This account with one more event, supposed ``at`` seconds, its card first seen at ``seen``; IllegalPlay where
        the rules refuse it.
        """
        position = self.position.after(event)
        plain, coarse = bare(event), gist(event)
        past = Past(
            self.past,
            event,
            self.position,
            at,
            self.seen if seen is None else max(seen, self.seen),
            self.depth + 1,
            plain,
            coarse,
            hash((self.key, plain)),
            hash((self.story, coarse)),
        )
        sweeps = self.sweeps
        if not isinstance(event, Recount):
            gone = _gone(self.position, event, position)
            sweeps = (*sweeps, Sweep(gone, len(gone), at, at)) if gone else sweeps
        return Account(position, past, sweeps, self.lost, self.strays, self.paid + cost, self.fit)

    def rethought(
        self, node: Past, event: Event, instead: tuple[Card, Card] | None, cost: float
    ) -> Account | None:
        """This account with ``event`` in the place of an earlier one, all later ones following it.

        ``instead`` is a card and what it really was, for later events that name it. None where the rules refuse.
        """
        later: list[Past] = []
        past = self.past
        while past is not None and past is not node:
            later.append(past)
            past = past.before
        try:
            again = self.back_to(node, cost).then(event, node.at, 0.0, node.seen)
            for past in reversed(later):
                again = again._likewise(substituted(past.event, instead), past)
        except IllegalPlay:
            return None
        return again

    def back_to(self, node: Past, cost: float) -> Account:
        """This account without an event and all that followed it, its costs kept and others added."""
        sweeps = tuple(sweep for sweep in self.sweeps if sweep.at < node.at)
        return Account(node.start, node.before, sweeps, self.lost, self.strays, self.paid + cost, self.fit)

    def _likewise(self, event: Event, past: Past) -> Account:
        """The event again; a choice of equal cards that is no longer possible is given up."""
        if not isinstance(event, Play) or not event.took:
            return self.then(event, past.at, 0.0, past.seen)
        try:
            return self.then(event, past.at, 0.0, past.seen)
        except IllegalPlay:
            return self.then(replace(event, took=()), past.at, 0.0, past.seen)

    def seeing(self, look: Look) -> Account:
        """This account faced with what lies there now."""
        over = 0.0
        for track, _, cost in self.fit.named:
            if track not in look.tracks:
                over += cost
        strays, gone_for_good = self._strays(look)
        since = dict(self.lost)
        fit = fitted(look, self.position, self.sweeps, since)
        lost = tuple((card, since.get(card, look.t)) for card in fit.missing)
        sweeps, paid = self._still_there(fit, look.t), self.paid + over + gone_for_good
        return Account(self.position, self.past, sweeps, lost, strays, paid, fit)

    def _strays(self, look: Look) -> tuple[tuple[Stray, ...], float]:
        """Unexplained cards out of sight; and the cost of those that came and went, and so stay unexplained."""
        now = list(self.strays)
        for sighting in self.fit.extra:
            if sighting.track not in look.tracks:
                cost = unexplained(sighting, sighting.best in self.fit.codes, look.t)
                now.append(Stray(sighting.track, look.t, cost))
        if not now:
            return (), 0.0
        away = [stray for stray in now if stray.track not in look.tracks]
        over = sum(stray.cost for stray in away if look.t - stray.gone >= BLINK)
        return tuple(stray for stray in away if look.t - stray.gone < BLINK), over

    def _still_there(self, fit: Fit, t: float) -> tuple[Sweep, ...]:
        kept = []
        for sweep in self.sweeps:
            lies = any(card.code in fit.codes for card in sweep.cards)
            if lies or t - sweep.seen < REMEMBERED:
                kept.append(sweep._replace(seen=t) if lies else sweep)
        return tuple(kept)


def _gone(before: Position, event: Event, after: Position) -> tuple[Card, ...]:
    left = list(before.table)
    if isinstance(event, Play) and event.card.suit is not None:  # else nobody has seen it, nor will
        left.append(event.card)
    for card in after.table:
        if card in left:
            left.remove(card)
    return tuple(left)
