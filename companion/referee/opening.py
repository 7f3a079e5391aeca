"""The first steady look: what lies there already is on the table, and was not played (see ``Referee``)."""

from __future__ import annotations

from dataclasses import replace

from companion.referee.account import Account, retold
from companion.referee.explaining import lying_now
from companion.referee.sight import Sight
from companion.referee.trails import Trails
from companion.referee.weighing import weighed
from engine.cards import Card
from engine.porrazo.position import Position

EMPTY_FOR = 0.4
"""Seconds for which nothing was seen, whatever moved: the table was empty."""
SURELY_TOLD = 0.6
"""What lies there from the beginning and is of no rank that is at least so likely is a thing: a coaster, say."""
STILL_FOR = 0.5
"""Seconds after the first steady look in which cards overlooked at first are still taken for lying there."""


class Opening:
    """The time until something moves. ``lasts`` takes every sight until it says no.

    A source that tells movement from stillness has none at first, since stillness takes two frames to see: then cards
    that turn up before anything has moved were overlooked, not laid. Without that it is the first moments only.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self._first: float | None = None
        self._started: float | None = None
        self._over = False
        self._tells_movement = False
        self._seen_any = False
        self._most = 0
        self._account: Account | None = None
        self._furniture: frozenset[int] = frozenset()

    def lasts(self, sight: Sight) -> bool:
        """Whether what this sight shows lay there from the beginning."""
        if self._over:
            return False
        if self._first is None:
            self._first, self._tells_movement = sight.t, not sight.still
        self._seen_any = self._seen_any or bool(sight.sightings)
        if self._started is None:
            steady = sight.still and all(each.steady for each in sight.sightings)
            if steady or (not self._seen_any and sight.t - self._first >= EMPTY_FOR):
                self._started = sight.t
        else:
            moved = not sight.still
            self._over = moved or (not self._tells_movement and sight.t - self._started > STILL_FOR)
        return not self._over

    def account(self, trails: Trails) -> Account | None:
        """The match with what lies there, None before the first steady look."""
        if self._started is None:
            return None
        plain = weighed(Account.at(self._position), trails, self._started)
        if self._account is None and not plain.fit.strangers and not plain.fit.missing:
            return plain
        step = lying_now(trails, dict(plain.fit.named), self._started, SURELY_TOLD)
        if self._account is None and not step.tracks and not plain.fit.missing:
            return plain  # things, no cards
        if self._account is None or len(step.tracks) >= self._most:
            self._most = len(step.tracks)
            self._account = retold(Account.at(self._position), (step,)) or plain
        return weighed(self._account, trails, self._started)

    def furnish(self, account: Account) -> None:
        """Take what is no card of this account for things that belong to the place: a card of another pack, a
        picture of one.
        """
        cards: set[Card] = set()
        laid = {presence.track for presence in account.lying.values()}
        spare = [*account.fit.strangers]
        for track, card in sorted(account.fit.named.items(), key=lambda named: named[0] not in laid):
            if card in cards:
                spare.append(track)
            cards.add(card)
        self._furniture |= {*spare}

    def without_furniture(self, sight: Sight) -> Sight:
        """A sight without what lay there from the beginning and is no card of the match."""
        if not any(each.track in self._furniture for each in sight.sightings):
            return sight
        return replace(sight, sightings=tuple(s for s in sight.sightings if s.track not in self._furniture))
