"""The referee: keeps the likeliest few accounts of the match and says what has happened as soon as that is clear.

1. Each look at the table is held against every account kept (``account``, ``fitting``).
2. Accounts that leave something unexplained are extended by events that might explain it (``explaining``), or have an
   earlier event put right (``rethinking``).
3. The best are kept. Where the best beats all that differ from it in an event by enough, the event is said.
4. When a better account turns up later, what was said is put right (``saying``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.referee.account import Account
from companion.referee.beam import MEMORY, all_of, best_of, rooted
from companion.referee.judging import Judge, in_common
from companion.referee.opening import Opening
from companion.referee.saying import Change, changes, retold
from companion.referee.sight import Look, Sight, Sighting
from engine.porrazo.position import Position
from engine.record import Event, Header

AGAIN, AGAIN_CALM = 0.16, 1.0
"""Seconds between looks while nothing changes: something is still open, or nothing is."""
REMEMBERED = 2.5
"""Seconds for which a card seen in passing may have been the one played."""


class Referee:
    """Follows one match. ``look`` takes each sight in order and returns what there is to say; ``end`` at the end.

    ``written`` are the events of the record as it now stands, those that it began with included.
    """

    def __init__(self, header: Header, events: Iterable[Event] = ()) -> None:
        self.header = header
        self.written: list[Event] = list(events)
        self._before = len(self.written)
        position = Position.start(header)
        for event in self.written:
            position = position.after(event)
        self._settled = position
        self._opening = Opening(position)
        self._accounts = [Account(position)]
        self._floor = 0
        self._judge = Judge()
        self._seen: dict[int, tuple[Sighting, float]] = {}
        self._seen_as: dict[int, Sequence[Sighting]] = {}
        self._signature: object = None
        self._looked = float("-inf")

    @property
    def position(self) -> Position:
        """Where the match stands by the best account."""
        return self._accounts[0].position

    def settled(self) -> Position:
        """What holds if the match ends with what has been said, a complete batch settled (R5, R21)."""
        position = self._settled
        for event in self.written[self._before :]:
            position = position.after(event)
        return position.settled()

    def look(self, sight: Sight) -> list[Change]:
        """Take in what lies there now; returns what is to be written, in the order of the record."""
        if self._opening.lasts(sight):
            first = self._opening.account(sight)
            if first is None:
                return []
            self._accounts = [first.seeing(Look(sight))]
            self._opening.furnish(self._accounts[0].fit.extra)
            return self._say(sight.t, ending=True)
        sight = self._opening.without_furniture(sight)
        if self._nothing_new(sight):
            return []
        names = {track: card.code for track, card, _ in self._accounts[0].fit.named}
        look = Look(sight, self._remember(sight), self._seen_as, self._floor, names)
        self._accounts = best_of(all_of(self._accounts, look))
        said = self._say(sight.t, ending=False)
        self._forget()
        return said

    def end(self, t: float) -> list[Change]:
        """The source has ended: whatever is likeliest is said."""
        return self._say(t, ending=True)

    def _remember(self, sight: Sight) -> tuple[Sighting, ...]:
        """Keep in mind what is seen; returns what was seen lately and is not steady there now."""
        for sighting in sight.sightings:
            self._seen[sighting.track] = (sighting, sight.t)
            for card in sighting.likely(3, 0.05):
                self._take_for(sighting, card.code)
        steady = {sighting.track for sighting in sight.sightings if sighting.steady}
        self._seen = {
            track: (s, t)
            for track, (s, t) in self._seen.items()
            if track in steady or sight.t - t < REMEMBERED
        }
        return tuple(sighting for track, (sighting, _) in self._seen.items() if track not in steady)

    def _take_for(self, sighting: Sighting, code: int) -> None:
        known = self._seen_as.get(code, ())
        if not known or known[-1] is not sighting:
            others = [other for other in known if other.track != sighting.track]
            self._seen_as[code] = (*others[-1:], sighting)

    def _nothing_new(self, sight: Sight) -> bool:
        signature = [(s.track, s.steady, s.best, round(s.costs[s.best], 1)) for s in sight.sightings]
        again = AGAIN if self._open() else AGAIN_CALM
        if signature == self._signature and sight.t - self._looked < again:
            return True
        self._signature, self._looked = signature, sight.t
        return False

    def _open(self) -> bool:
        best = self._accounts[0]
        return bool(best.fit.extra or best.fit.missing or best.sweeps) or self._judge.waits

    def _say(self, t: float, ending: bool) -> list[Change]:
        said = self.written[self._before + self._floor :]
        verdict = self._judge.verdict(self._accounts, said, self._floor, t, ending)
        if verdict is None:
            return []
        told = retold(said, verdict.events, verdict.marks, t)
        found = changes(said, told, self._before + self._floor + 1)
        self.written[self._before + self._floor :] = told
        return found

    def _forget(self) -> None:
        """What happened long ago is over and done with: accounts that see it otherwise are dropped."""
        best = self._accounts[0]
        if best.depth - self._floor < 2 * MEMORY:
            return
        floor = best.depth - MEMORY
        said = self.written[self._before + self._floor :]
        if in_common(best.since(self._floor), said) >= floor - self._floor:
            self._accounts = rooted(self._accounts, floor)
            self._floor = floor
