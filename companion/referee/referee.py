"""The referee: keeps the likeliest few accounts of the match and says what has happened as soon as that is clear.

1. Sight gives tracks: something that looked like this card lay there from then to then (``trails``).
2. Every account kept is held against all tracks of the last while (``account``, ``weighing``), and against whose arms
   reached in when (``seating``).
3. What does not fit leads to neighbouring accounts: one more event, one overlooked and put in, one read otherwise,
   one that never was (``explaining``, ``amending``, ``laying``). The best are kept (``beam``).
4. Where the best beats all that differ from it in an event by enough, the event is said (``judging``).
5. When a better account turns up later, what was said is put right (``saying``); what only its rank was known of gets
   its suit when the three others have been seen (``naming``).
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.referee.account import Account
from companion.referee.beam import MEMORY, Beam, root_of
from companion.referee.explaining import Scene
from companion.referee.judging import DOUBTFUL, Judge, in_common
from companion.referee.naming import named
from companion.referee.opening import Opening, tracks_of
from companion.referee.saying import Change, changes, retold
from companion.referee.seating import Seating
from companion.referee.sight import Sight
from companion.referee.trails import Trails
from companion.referee.weighing import weighed
from engine.events import Event
from engine.header import Header
from engine.porrazo.position import Position
from engine.porrazo.rules import after, settled

OPEN_AGAIN, CALM_AGAIN = 0.24, 1.0
"""Seconds between looks while nothing changes: something is still open, or nothing is."""
BEFORE = 3.0
"""Seconds before the first event that is not over and done with from which sight still matters."""


class Referee:
    """Follows one match. ``look`` takes each sight in order and returns what there is to say; ``end`` at the end.

    ``written`` are the events of the record as it now stands, those that it began with included; ``bottom`` is the
    seat at the picture's lower edge.
    """

    def __init__(self, header: Header, events: Iterable[Event] = (), bottom: int = 0) -> None:
        self.header = header
        self.written: list[Event] = list(events)
        self._before = len(self.written)
        position = Position.start(header)
        for event in self.written:
            position = after(position, event).position
        self._settled = position
        # What has been written since, as accounts have it: cards known by rank alone are not named here.
        self._told: list[Event] = []
        self._opening = Opening(position)
        self._trails = Trails()
        self._seating = Seating(len(header.players), bottom)
        self._beam = Beam(Account.at(position))
        self._floor, self._root = 0, root_of(self._best, 0)
        self._horizon = 0.0
        self._judge = Judge()
        self._looked = float("-inf")
        self._anew = False

    @property
    def position(self) -> Position:
        """Where the match stands by the best account."""
        return self._best.position

    @property
    def _best(self) -> Account:
        return self._beam.accounts[0]

    def settled(self) -> Position:
        """What holds if the match ends with what has been said, a complete batch settled (R5, R21)."""
        position = self._settled
        for event in self.written[self._before :]:
            position = after(position, event).position
        return settled(position).position

    def look(self, sight: Sight) -> list[Change]:
        """Take in what lies there now; returns what is to be written, in the order of the record."""
        before = [*self.written]
        try:
            return self._look(sight)
        except Exception:
            self.written = before  # nobody has been told of what is new in it
            raise

    def _look(self, sight: Sight) -> list[Change]:
        if self._opening.lasts(sight):
            return self._begin(sight)
        self._seating.see(sight.t, sight.arms)
        self._trails.drop(self._opening.furniture)
        sight = self._opening.without_furniture(sight)
        changed = self._trails.see(sight)
        if self._trails.unseen.open:
            return self._taken_in(sight.t) if self._trails.unseen.see(sight) else []
        again = OPEN_AGAIN if self._open else CALM_AGAIN
        if not changed and sight.t - self._looked < again:
            return []
        self._looked = sight.t
        self._step()
        said = self._say(sight.t, ending=False)
        self._forget()
        return said

    def _step(self) -> None:
        self._beam.step(Scene(self._trails, self._floor, self._horizon, self._seating))
        self._reopen()

    def unseen(self, since: float, until: float) -> None:
        """Nobody could see the table between these seconds: what happened then is said, but doubted."""
        self._trails.unseen.add(since, until)

    def _taken_in(self, t: float) -> list[Change]:
        """All that lies there has been seen again. Where it is not as it was, that is told by what came meanwhile, and
        not by seeing otherwise what had happened before.
        """
        if self._anew:  # nothing is missing for not having been found again at once
            self._anew, self._horizon = False, t
        accounts = [weighed(a, self._trails, self._horizon, self._seating) for a in self._beam.accounts]
        fit = min(accounts, key=lambda account: account.cost).fit
        if not fit.strangers and not fit.missing:
            return []
        said = self._say(t, ending=True)
        self._floor = self._best.depth
        self._root = root_of(self._best, self._floor)
        self._beam.settle(self._best, self._floor)
        self._looked = float("-inf")
        return said

    def end(self, t: float) -> list[Change]:
        """The source has ended: whatever is likeliest is said."""
        if not self._trails.unseen.open:
            return self._say(t, ending=True)
        self._trails.unseen.end(t)
        before = self._taken_in(t)
        self._step()
        return [*before, *self._say(t, ending=True)]

    def hear(self, record: Iterable[Event]) -> None:
        """People have put something right: ``record`` is the whole match as they say it was, and nothing of it is
        doubted any more. What lies there now is held against that; what is said next is numbered as before.
        """
        heard = tuple(record)
        position = Position.start(self.header)
        for event in heard:
            position = after(position, event).position
        told = self._as_told(position) if self._opening.over else self._begun_as_told(position, heard)
        self._go_on_from(position, told)

    def _go_on_from(self, position: Position, account: Account) -> None:
        """Doubt nothing that has led to this position."""
        self._settled, self._before, self._floor, self._root = position, len(self.written), 0, None
        self._told = []
        self._horizon = self._trails.now
        self._beam, self._judge = Beam(account), Judge()
        self._looked = float("-inf")

    def begin_anew(self) -> None:
        """Sight has begun anew, all its tracks are other ones: what lies there is held against what is written."""
        position = self._settled
        for event in self.written[self._before :]:
            position = after(position, event).position
        before, self._trails = self._trails, Trails()
        self._trails.now, self._trails.unseen = before.now, before.unseen
        self._trails.unseen.add(before.now, before.now)
        self._anew = True
        self._opening.begin_anew(position)
        self._go_on_from(position, Account.at(position))

    def _begun_as_told(self, position: Position, heard: tuple[Event, ...]) -> Account:
        """The account to go on from where people say something before anything has moved."""
        self._opening.hear(position, heard, self.written)
        first = self._opening.account(self._trails)
        if first is None:
            return Account.at(position)
        self._opening.furnish(first)
        return first

    def _as_told(self, position: Position) -> Account:
        """The same later on. What was said to be a card and is none as people say is put aside, else it would be
        said again.
        """
        best = self._best
        tracks = tracks_of(position, self._trails, best.fit.named, position.table)
        said = {p.track for p in best.lying.values() if p.track is not None and p.laid <= len(self._told)}
        self._opening.put_aside(said - {*tracks.values()})
        self._opening.give_back(card for card in position.table if card.code not in tracks)
        # Held against the tracks at once: people may say the next thing before the next look, which asks for names.
        return weighed(Account.at(position, tracks), self._trails, self._trails.now)

    def _begin(self, sight: Sight) -> list[Change]:
        self._trails.see(sight)
        first = self._opening.account(self._trails)
        if first is None:
            return []
        self._horizon = sight.t
        self._beam = Beam(first)
        self._opening.furnish(first)
        return self._say(sight.t, ending=True)

    @property
    def _open(self) -> bool:
        return self._judge.waits or not self._best.fit.clean

    def _say(self, t: float, ending: bool) -> list[Change]:
        said = self._told[self._floor :]
        verdict = self._judge.verdict(self._beam.accounts, said, self._floor, t, ending, self._trails.unseen)
        if verdict is None:
            return []
        self._told[self._floor :] = retold(said, verdict.events, verdict.marks, t)
        before, now = self.written[self._before :], named(self._settled, self._told)
        self.written[self._before :] = now
        return changes(before, now, self._before + 1)

    def _reopen(self) -> None:
        """Where the best account sees otherwise what was over and done with (a card's suit), that is open again."""
        if root_of(self._best, self._floor) != self._root:
            nodes = self._best.since(0)
            self._floor = in_common(nodes, self._told[: self._floor])
            self._root = root_of(self._best, self._floor)

    def _forget(self) -> None:
        """What happened long ago is over and done with, as it was said: accounts that see it otherwise are dropped.

        That is not always as the best account has it: what two accounts see differently by too little to be said anew
        would else stay open for ever.
        """
        best = self._best
        if best.depth - self._floor < MEMORY + MEMORY // 2:
            return
        floor = best.depth - MEMORY
        said = self._told[self._floor :]
        for account in self._beam.accounts:
            nodes = account.since(self._floor)
            as_good = account is best or account.cost - best.cost < DOUBTFUL
            if as_good and in_common(nodes, said) >= floor - self._floor:
                self._beam.settle(account, floor)
                self._floor, self._horizon = floor, nodes[floor - nodes[0].depth].step.at - BEFORE
                self._root = root_of(account, floor)
                self._trails.forget(self._horizon)
                self._seating.forget(self._horizon)
                return
