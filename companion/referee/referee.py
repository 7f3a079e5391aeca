"""The referee: keeps the likeliest few hypotheses of the match and says what has happened as soon as that is clear.

1. Observations give tracks: something that looked like this card lay there from then to then (``tracklets``).
2. Every hypothesis kept is held against all tracks of the last while, and against whose arms reached in when
   (``prior``, ``likelihood``, ``identity``, ``arms``; their numbers stand in ``rates``).
3. What does not fit, its residuals, proposes moves to neighbouring hypotheses: one more event, one overlooked and
   put in, one read otherwise, one that never was (``search.insert``, ``search.revise``, ``search.layout``). The best
   are kept (``search.beam``).
4. Where the best beats all that differ from it in an event by enough, the event is said (``commit_policy``).
5. When a better hypothesis turns up later, what was said is put right (``record_diff``); a card known by its
   rank alone gets its suit when the three others have been seen.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.referee.arms import Seating
from companion.referee.commit_policy import CommitPolicy, in_common
from companion.referee.hypothesis import Hypothesis
from companion.referee.likelihood import evaluated
from companion.referee.observation import Observation
from companion.referee.opening import Opening, tracks_of
from companion.referee.rates import RATES
from companion.referee.record_diff import Change, changes, named, retold
from companion.referee.search.beam import Beam, root_of
from companion.referee.search.insert import Scene
from companion.referee.tracklets import Tracklets
from engine.events import Event
from engine.header import Header
from engine.porrazo.position import Position
from engine.porrazo.rules import after, settled


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
        # What has been written since, as hypotheses have it: cards known by rank alone are not named here.
        self._told: list[Event] = []
        self._opening = Opening(position)
        self._tracklets = Tracklets()
        self._seating = Seating(len(header.players), bottom)
        self._beam = Beam(Hypothesis.at(position))
        self._floor, self._root = 0, root_of(self._best, 0)
        self._horizon = 0.0
        self._judge = CommitPolicy()
        self._looked = float("-inf")
        self._anew = False

    @property
    def position(self) -> Position:
        """Where the match stands by the best hypothesis."""
        return self._best.position

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The hypotheses kept, best first. Their events are those after the first ``before`` of the record."""
        return tuple(self._beam.hypotheses)

    @property
    def before(self) -> int:
        """How many events the record held where the hypotheses begin: given, or as people said they were."""
        return self._before

    @property
    def _best(self) -> Hypothesis:
        return self._beam.hypotheses[0]

    def settled(self) -> Position:
        """What holds if the match ends with what has been said, a complete batch settled (R5, R21)."""
        position = self._settled
        for event in self.written[self._before :]:
            position = after(position, event).position
        return settled(position).position

    def look(self, observation: Observation) -> list[Change]:
        """Take in what lies there now; returns what is to be written, in the order of the record."""
        before = [*self.written]
        try:
            return self._look(observation)
        except Exception:
            self.written = before  # nobody has been told of what is new in it
            raise

    def _look(self, observation: Observation) -> list[Change]:
        if self._opening.lasts(observation):
            return self._begin(observation)
        self._seating.see(observation.t, observation.arms)
        self._tracklets.drop(self._opening.furniture)
        observation = self._opening.without_furniture(observation)
        changed = self._tracklets.see(observation)
        if self._tracklets.unseen.open:
            return self._taken_in(observation.t) if self._tracklets.unseen.see(observation) else []
        again = RATES.look_open if self._open else RATES.look_calm
        if not changed and observation.t - self._looked < again:
            return []
        self._looked = observation.t
        self._step()
        said = self._say(observation.t, ending=False)
        self._forget()
        return said

    def _step(self) -> None:
        self._beam.step(Scene(self._tracklets, self._floor, self._horizon, self._seating))
        self._reopen()

    def unseen(self, since: float, until: float) -> None:
        """Nobody could see the table between these seconds: what happened then is said, but doubted."""
        self._tracklets.unseen.add(since, until)

    def _taken_in(self, t: float) -> list[Change]:
        """All that lies there has been seen again. Where it is not as it was, that is told by what came meanwhile, and
        not by seeing otherwise what had happened before.
        """
        if self._anew:  # nothing is missing for not having been found again at once
            self._anew, self._horizon = False, t
        hypotheses = [
            evaluated(a, self._tracklets, self._horizon, self._seating) for a in self._beam.hypotheses
        ]
        residuals = min(hypotheses, key=lambda hypothesis: hypothesis.cost).residuals
        if not residuals.unexplained and not residuals.missing:
            return []
        said = self._say(t, ending=True)
        self._floor = self._best.depth
        self._root = root_of(self._best, self._floor)
        self._beam.settle(self._best, self._floor)
        self._looked = float("-inf")
        return said

    def end(self, t: float) -> list[Change]:
        """The source has ended: whatever is likeliest is said."""
        if not self._tracklets.unseen.open:
            return self._say(t, ending=True)
        self._tracklets.unseen.end(t)
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

    def _go_on_from(self, position: Position, hypothesis: Hypothesis) -> None:
        """Doubt nothing that has led to this position."""
        self._settled, self._before, self._floor, self._root = position, len(self.written), 0, None
        self._told = []
        self._horizon = self._tracklets.now
        self._beam, self._judge = Beam(hypothesis), CommitPolicy()
        self._looked = float("-inf")

    def begin_anew(self) -> None:
        """Sight has begun anew, all its tracks are other ones: what lies there is held against what is written."""
        position = self._settled
        for event in self.written[self._before :]:
            position = after(position, event).position
        before, self._tracklets = self._tracklets, Tracklets()
        self._tracklets.now, self._tracklets.unseen = before.now, before.unseen
        self._tracklets.unseen.add(before.now, before.now)
        self._anew = True
        self._opening.begin_anew(position)
        self._go_on_from(position, Hypothesis.at(position))

    def _begun_as_told(self, position: Position, heard: tuple[Event, ...]) -> Hypothesis:
        """The hypothesis to go on from where people say something before anything has moved."""
        self._opening.hear(position, heard, self.written)
        first = self._opening.hypothesis(self._tracklets)
        if first is None:
            return Hypothesis.at(position)
        self._opening.furnish(first)
        return first

    def _as_told(self, position: Position) -> Hypothesis:
        """The same later on. What was said to be a card and is none as people say is put aside, else it would be
        said again.
        """
        best = self._best
        tracks = tracks_of(position, self._tracklets, best.residuals.named, position.table)
        said = {p.track for p in best.lying.values() if p.track is not None and p.laid <= len(self._told)}
        self._opening.put_aside(said - {*tracks.values()})
        self._opening.give_back(card for card in position.table if card.code not in tracks)
        # Held against the tracks at once: people may say the next thing before the next look, which asks for names.
        return evaluated(Hypothesis.at(position, tracks), self._tracklets, self._tracklets.now)

    def _begin(self, observation: Observation) -> list[Change]:
        self._tracklets.see(observation)
        first = self._opening.hypothesis(self._tracklets)
        if first is None:
            return []
        self._horizon = observation.t
        self._beam = Beam(first)
        self._opening.furnish(first)
        return self._say(observation.t, ending=True)

    @property
    def _open(self) -> bool:
        return self._judge.waits or not self._best.residuals.clean

    def _say(self, t: float, ending: bool) -> list[Change]:
        said = self._told[self._floor :]
        verdict = self._judge.verdict(
            self._beam.hypotheses, said, self._floor, t, ending, self._tracklets.unseen
        )
        if verdict is None:
            return []
        self._told[self._floor :] = retold(said, verdict.events, verdict.marks, t)
        before, now = self.written[self._before :], named(self._settled, self._told)
        self.written[self._before :] = now
        return changes(before, now, self._before + 1)

    def _reopen(self) -> None:
        """Where the best hypothesis sees otherwise what was over and done with (a card's suit), that is open again."""
        if root_of(self._best, self._floor) != self._root:
            nodes = self._best.since(0)
            self._floor = in_common(nodes, self._told[: self._floor])
            self._root = root_of(self._best, self._floor)

    def _forget(self) -> None:
        """What happened long ago is over and done with, as it was said: hypotheses that see it otherwise are dropped.

        That is not always as the best hypothesis has it: what two hypotheses see differently by too little
        to be said anew would else stay open for ever.
        """
        best = self._best
        if best.depth - self._floor < RATES.memory + RATES.memory // 2:
            return
        floor = best.depth - RATES.memory
        said = self._told[self._floor :]
        for hypothesis in self._beam.hypotheses:
            nodes = hypothesis.since(self._floor)
            as_good = hypothesis is best or hypothesis.cost - best.cost < RATES.doubtful
            if as_good and in_common(nodes, said) >= floor - self._floor:
                self._beam.settle(hypothesis, floor)
                self._floor, self._horizon = floor, nodes[floor - nodes[0].depth].step.at - RATES.memory_time
                self._root = root_of(hypothesis, floor)
                self._tracklets.forget(self._horizon)
                self._seating.forget(self._horizon)
                return
