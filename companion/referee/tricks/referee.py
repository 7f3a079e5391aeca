"""The referee of games in which cards are shown one at a time, gathered by rule, and each is there only once.

It works from what a `Game` says may come next, what lies where and what is gathered; no game's name is in it.

1. Observations become tracks (``companion.referee.tracklets``); a covered card keeps its last reading (``scene``).
2. Every history kept is weighed: how well it explains the tracks, how long each card lay, whose arms laid them
   (``likelihood``, ``seats``; the numbers stand in ``rates``).
3. What it does not explain proposes neighbours (``moves``); the best are kept (``search``).
4. An event of the best history is written once it is clear, else it waits, and then is marked as doubtful
   (``verdict``). If another history becomes the best, the record is put right: earlier lines are changed. A hand is
   closed when the next one has begun.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.referee.event_keys import identity_key
from companion.referee.observation import Observation
from companion.referee.rates import RATES
from companion.referee.record_diff import Change, changes, stamped
from companion.referee.tracklets import Tracklets
from companion.referee.tricks.history import Node
from companion.referee.tricks.rates import TRICKS
from companion.referee.tricks.rules import Rules
from companion.referee.tricks.scene import Readings, Scene, remember_seen
from companion.referee.tricks.search import Search
from companion.referee.tricks.seats import Seats
from companion.referee.tricks.verdict import Judge
from engine.events import Event
from engine.game import Standing
from engine.header import Header


class TrickReferee:
    """Follows one match, as `companion.referee.Referee` does: ``look`` at each observation in order, then ``end``.

    Both return the changes of the record. ``written`` are the events of the record as it now is, with those that it
    began with; ``bottom`` is the seat at the picture's lower edge.
    """

    def __init__(self, header: Header, events: Iterable[Event] = (), bottom: int = 0) -> None:
        self.header, self.bottom = header, bottom
        self.written: list[Event] = list(events)
        self._tracklets, self._readings = Tracklets(), Readings()
        self._seats = Seats(len(header.players), bottom)
        self._looked = float("-inf")
        self._horizon = float("-inf")
        self._go_on_from(self.written)

    def settled(self) -> Standing:
        """The position if the match ends with what is written."""
        position: Standing = self._rules.base
        for event in self.written[self._before :]:
            position = self._rules.game.after(position, event).position
        settled: Standing = self._rules.game.settled(position).position
        return settled

    def look(self, observation: Observation) -> list[Change]:
        """Take an observation; returns the changes of the record, in its order."""
        before = [*self.written]
        try:
            return self._look(observation)
        except Exception:
            self.written = before  # the caller did not get the new ones
            raise

    def _look(self, observation: Observation) -> list[Change]:
        observation = self._readings.uncovered(observation)
        self._seats.see(observation)
        changed = self._tracklets.see(observation)
        self._tracklets.unseen.see(observation)
        if not changed and observation.t - self._looked < RATES.look_open:
            return []
        self._looked = observation.t
        self._search.step(self._scene)
        said = self._say(ending=False)
        self._close_hand()
        self._forget()
        return said

    def unseen(self, since: float, until: float) -> None:
        """Nobody could see the table between these seconds: what happened then is written as doubtful."""
        self._tracklets.unseen.add(since, until)

    def end(self, t: float) -> list[Change]:
        """The source has ended at ``t`` seconds: the likeliest events are written, clear or not."""
        self._tracklets.unseen.end(t)
        self._search.step(self._scene)
        return self._say(ending=True)

    def hear(self, record: Iterable[Event]) -> None:
        """People have corrected something: ``record`` is the whole match as they say it was, and stands fast."""
        self._horizon = self._tracklets.now
        self._go_on_from([*record])

    def begin_anew(self) -> None:
        """Tracking has started again, so all its tracks are new: the record stands fast from here."""
        before, self._tracklets = self._tracklets, Tracklets()
        self._readings = Readings()
        self._tracklets.now, self._tracklets.unseen = before.now, before.unseen
        self._tracklets.unseen.add(before.now, before.now)
        self._go_on_from([*self._record, *self.written[self._before :]])

    @property
    def _scene(self) -> Scene:
        return Scene(self._rules, self._tracklets, self._seats, self._horizon)

    def _go_on_from(self, record: Sequence[Event]) -> None:
        self._record = list(record)
        self._rules = Rules(self.header, record)
        self._before = len(self.written)
        self._search, self._judge = Search(self._scene), Judge()

    def _say(self, ending: bool) -> list[Change]:
        said = self.written[self._before :]
        verdict = self._judge.verdict(self._search.weighed, said, self._scene, ending)
        if verdict is None:
            return []
        told = stamped(said, verdict.events, verdict.marks, self._tracklets.now)
        found = changes(said, told, self._before + 1)
        self.written = [*self.written[: self._before], *told]
        return found

    def _close_hand(self) -> None:
        """Let the hand stand fast that came before the newest one, once that has begun and all kept agree."""
        said = self.written[self._before :]
        nodes = self._search.best.nodes
        cut = 0
        for node in nodes[: -TRICKS.on_the_way or None]:
            if self._rules.begins(node) and node.depth <= len(said):
                cut = node.depth
        if not cut or any(
            identity_key(a.event) != identity_key(b) for a, b in zip(nodes[:cut], said, strict=False)
        ):
            return
        base: Node = nodes[cut - 1]
        self._record += said[:cut]
        self._before += cut
        self._horizon = max(self._horizon, self._scene.at(base.step) + TRICKS.gathered_for)
        self._seats.remember(nodes[:cut], self._rules, self._tracklets)
        self._rules = Rules(self.header, self._record)
        self._search.keep(base, self._scene, self._search.histories)

    def _forget(self) -> None:
        """Drop what stands for no event of a history that is kept and is long gone."""
        used = {
            track for history in self._search.histories for node in history.nodes for track in node.step.seen
        }
        before = self._tracklets.now - TRICKS.forgotten
        for track, tracklet in [*self._tracklets.by_track.items()]:
            if not tracklet.here and tracklet.until < before and track not in used:
                del self._tracklets.by_track[track]
                remember_seen(tracklet, used, self._tracklets)
