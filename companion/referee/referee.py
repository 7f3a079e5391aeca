"""The referee: keeps the likeliest few hypotheses of the match, and writes an event once it is clear.

1. Observations become tracks: something that looked like this card lay there from then to then
   (``tracklets``).
2. Every hypothesis kept is evaluated: how well it explains the latest tracks, and the arms that reached in
   (``prior``, ``likelihood``, ``identity``, ``arms``; their numbers stand in ``rates``).
3. What it does not explain, its residuals, proposes moves to neighbouring hypotheses: add an event, insert
   one that was overlooked, change a card, remove an event (``search.insert``, ``search.revise``,
   ``search.layout``). The best are kept (``search.beam``).
4. If the best hypothesis beats by enough all that differ from it in an event, that event is written
   (``commit_policy``).
5. If another hypothesis becomes the best later, the record is corrected (``record_diff``). A card known by
   its rank alone gets its suit when the three others have been seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.referee.arms import Seating
from companion.referee.commit_policy import CommitPolicy
from companion.referee.hypothesis import HistoryNode, Hypothesis
from companion.referee.likelihood import contradicted, evaluated, strain, unread
from companion.referee.observation import Observation
from companion.referee.opening import Opening, tracks_of
from companion.referee.rates import COUPLE, RATES
from companion.referee.record_diff import Change, Marks, changes, named, stamped
from companion.referee.search.beam import Beam, root_of
from companion.referee.search.comparison import hangs_on_suits, in_common, suits_apart
from companion.referee.search.places import Scene
from companion.referee.search.thread import kept_open
from companion.referee.tracklets import Beside, Tracklets
from engine.cards import PACK
from engine.events import Event
from engine.header import Header
from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import at_play
from engine.porrazo.position import Position
from engine.porrazo.rules import after, settled


class Referee:
    """Follows one match: give each observation in order to ``look``, and call ``end`` at the end.

    Both return the changes of the record. ``written`` are the events of the record as it now is, with those
    that it began with; ``bottom`` is the seat at the picture's lower edge.
    """

    def __init__(self, header: Header, events: Iterable[Event] = (), bottom: int = 0) -> None:
        self.header, self.bottom = header, bottom
        self.written: list[Event] = list(events)
        self._before = len(self.written)
        position = Position.start(header)
        for event in self.written:
            position = after(position, event).position
        self._settled = position
        # The events written since, as the hypotheses have them: a card known by rank alone has no suit here.
        self._told: list[Event] = []
        self._opening = Opening(position)
        self._tracklets = Tracklets()
        self._seating = Seating(len(header.players), bottom, self._tracklets.unseen)
        self._beam = Beam(Hypothesis.at(position))
        self._floor, self._root = 0, root_of(self._best, 0)
        self._horizon = 0.0
        self._judge = CommitPolicy()
        self._looked = float("-inf")
        self._anew = False
        self._covered: tuple[float, float] | None = None
        # The same match, had the cards that lay there before it been another pack's.
        self._beside: Referee | None = None

    @property
    def position(self) -> Position:
        """The position of the match by the best hypothesis."""
        return self._best.position

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The hypotheses kept, best first; they begin after the first ``before`` events of the record."""
        return tuple(self._beam.hypotheses)

    @property
    def before(self) -> int:
        """The number of events in the record before those of the hypotheses.

        They were given at the start, or confirmed by people.
        """
        return self._before

    @property
    def _best(self) -> Hypothesis:
        return self._beam.hypotheses[0]

    def settled(self) -> Position:
        """The position if the match ends with what is written, a complete batch settled (R5, R21)."""
        position = self._settled
        for event in self.written[self._before :]:
            position = after(position, event).position
        return settled(position).position

    def look(self, observation: Observation) -> list[Change]:
        """Take an observation; returns the changes of the record, in its order."""
        before = [*self.written]
        try:
            said = self._look(observation)
            return said if self._beside is None else self._choose(self._beside, observation, before, said)
        except Exception:
            self.written = before  # the caller did not get the new ones
            raise

    def _look(self, observation: Observation) -> list[Change]:
        if self._opening.lasts(observation):
            return self._begin(observation)
        strangers = self._opening.strangers(self._best)
        if strangers:
            self._beside = self._had_they_been_strangers(strangers)
        self._seating.see(observation)
        self._tracklets.drop(self._opening.furniture)
        observation = self._opening.without_furniture(observation)
        self._uncover(observation)
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

    def _had_they_been_strangers(self, strangers: frozenset[int]) -> Referee:
        """This match, had the cards of these tracks, which lie there before it, been another pack's."""
        beside = Referee(self.header, bottom=self.bottom)
        beside._opening.begin_beside(self._opening, strangers, self._tracklets)
        return beside

    def _choose(
        self, beside: Referee, observation: Observation, before: list[Event], said: list[Change]
    ) -> list[Change]:
        """Whether the cards that lay there before the match are another pack's: once the match is much likelier without
        them, or the first batch is over and they all lie there. Until the hand is over that stays open: one of them may
        be out of sight just then. ``before`` is the record before this look, ``said`` what the match with them says.
        """
        beside.look(observation)
        position = self._best.position
        hand = position.hand_so_far.number
        over = (hand, position.batch) != (1, 1)
        likelier = self._best.cost - beside._best.cost
        if likelier >= RATES.another_pack or (over and beside._opening.beside):
            vars(self).update(vars(beside))
            return changes(before, self.written, 1)
        if hand > 1 or likelier <= -RATES.far_behind:
            self._beside = None
        return said

    def _uncover(self, observation: Observation) -> None:
        """A time in which all cards were covered, longer than a play takes, is one in which nobody saw the table."""
        if observation.covered:
            since = self._covered[0] if self._covered is not None else observation.t
            self._covered = since, observation.t
        elif self._covered is not None:
            (since, until), self._covered = self._covered, None
            if until - since >= RATES.turn:
                self._tracklets.unseen.add(since, observation.t)

    def _step(self) -> None:
        self._beam.step(Scene(self._tracklets, self._floor, self._horizon, self._seating))
        self._reopen()

    def unseen(self, since: float, until: float) -> None:
        """Nobody could see the table between these seconds: what happened then is written as doubtful."""
        self._tracklets.unseen.add(since, until)
        if self._beside is not None:
            self._beside.unseen(since, until)

    def _taken_in(self, t: float) -> list[Change]:
        """The whole table was seen again at ``t`` seconds, after it was out of sight.

        If it differs from before, all earlier events are closed (``Beam.close``): the difference is explained by
        events in between, and not by changes of earlier ones. Where it was open which of these are right, those are
        closed that fit best now (``Beam.settle_doubts``).
        """
        if self._anew:  # with new tracks, a card not found again yet is not missing
            self._anew, self._horizon = False, t
        now = [
            evaluated(each, self._tracklets, self._horizon, self._seating) for each in self._beam.hypotheses
        ]
        residuals = min(now, key=lambda hypothesis: hypothesis.cost).residuals
        if not residuals.unexplained and not residuals.missing:
            return []
        self._beam.settle_doubts(now)
        said = self._say(t, ending=True)
        self._floor = self._beam.close(len(self._told), self._tracklets)
        self._root = root_of(self._best, self._floor)
        self._forget_before(max(self._horizon, self._best.time - RATES.memory_time))
        self._looked = float("-inf")
        return said

    def end(self, t: float) -> list[Change]:
        """The source has ended at ``t`` seconds: the likeliest events are written, clear or not."""
        if not self._tracklets.unseen.open:
            return self._say(t, ending=True)
        self._tracklets.unseen.end(t)
        before = self._taken_in(t)
        self._step()
        return [*before, *self._say(t, ending=True)]

    def hear(self, record: Iterable[Event]) -> None:
        """People have corrected something: ``record`` is the whole match as they say it was.

        Nothing in it is doubtful any more. What lies on the table is compared with it from now on. Later
        changes count their lines as before.
        """
        heard = tuple(record)
        position = Position.start(self.header)
        for event in heard:
            position = after(position, event).position
        if not self._opening.over:
            told = self._begun_as_told(position, heard)
        elif position.count < self._lines and not at_play(position).batch_so_far.played:
            told = self._dealt_again(position)
        else:
            told = self._as_told(position)
        self._go_on_from(position, told)

    def _go_on_from(self, position: Position, hypothesis: Hypothesis) -> None:
        """Begin again with this hypothesis: the events that led to its position are certain."""
        self._settled, self._before, self._floor, self._root = position, len(self.written), 0, None
        self._beside = None
        self._told = []
        self._horizon = self._tracklets.now
        self._beam, self._judge = Beam(hypothesis), CommitPolicy()
        self._looked = float("-inf")

    def begin_anew(self) -> None:
        """Tracking has started again, so all its tracks are new.

        What lies on the table is compared with what is written.
        """
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
        """The hypothesis to go on from, if people correct something before anything has moved."""
        self._opening.hear(position, heard, self.written)
        first = self._opening.hypothesis(self._tracklets)
        if first is None:
            return Hypothesis.at(position)
        self._opening.furnish(first)
        return first

    def _as_told(self, position: Position) -> Hypothesis:
        """The hypothesis to go on from, if people correct something later.

        A track that was written as a card, and is none by the correction, becomes furniture: otherwise it
        would be written again.
        """
        best = self._best
        tracks = tracks_of(position, self._tracklets, best.residuals.named, position.table)
        said = {p.track for p in best.lying.values() if p.track is not None and p.laid <= len(self._told)}
        self._opening.put_aside(said - {*tracks.values()})
        self._opening.give_back(card for card in position.table if card.code not in tracks)
        # Evaluated at once: people may correct again before the next look, and that needs each track's card.
        return evaluated(Hypothesis.at(position, tracks), self._tracklets, self._tracklets.now)

    @property
    def _lines(self) -> int:
        """The lines of the match so far, those of people included."""
        return self._settled.count + len(self.written) - self._before

    def _dealt_again(self, position: Position) -> Hypothesis:
        """The hypothesis to go on from, if people take back all of a deal: what lies there beside the table of before
        is none of the new deal's plays, and cards that had been taken may be put back at any time.
        """
        by_track, table = self._tracklets.by_track, at_play(position).table
        tracks = {
            code: track
            for code, track in tracks_of(position, self._tracklets, {}, table).items()
            if by_track[track].observed_card.costs[code] < RATES.another_card
        }
        self._opening.put_aside({t.track for t in by_track.values() if t.here} - {*tracks.values()})
        away = {card.code for card in table} - {*tracks}
        return evaluated(Hypothesis.at(position, tracks, away), self._tracklets, self._tracklets.now)

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
        verdict = self._judge.verdict(self._beam.hypotheses, said, self._floor, t, ending, self._questionable)
        if verdict is None:
            return []
        marks = self._with_arms(verdict.events, verdict.marks)
        self._told[self._floor :] = stamped(said, verdict.events, marks, t)
        before, now = self.written[self._before :], named(self._settled, self._told)
        self.written[self._before :] = now
        return changes(before, now, self._before + 1)

    def _with_arms(self, events: Sequence[Event], marks: Sequence[Marks]) -> list[Marks]:
        """The marks of events, the doubtful plays with the seat whose ``arm`` laid the card, if that was another's."""
        found = [dict(each) for each in marks]
        for event, mark, node in zip(events, found, self._best.since(self._floor), strict=False):
            arm = self._other_arm(node) if mark and node.event == event else None
            if arm is not None:
                mark["arm"] = arm
        return list(found)

    def _questionable(self, node: HistoryNode) -> bool:
        """Whether an event is doubtful by itself: nobody saw the table then, looks were so far apart that another may
        have come between, another's arm laid its card, that card could not be read, or it is improbable, or all that
        is open is, however much less probable everything else is that was thought of.
        """
        laid = self._tracklets.seen_laid(node.step)
        unseen = self._tracklets.unseen.holds(node.step, self._happened_beside(node), laid)
        unseen = unseen or self._opening.guessed(node)
        unseen = unseen or self._tracklets.gaps.holds(node.step.at)
        recounted = isinstance(node.event, Recount) and node.step.own > 0.0
        lost = any(since < node.step.at <= at for since, at in self._best.lost)
        if unseen or recounted or lost or self._other_arm(node) is not None:
            return True
        if strain(node, self._tracklets) >= RATES.strained or unread(node, self._tracklets):
            return True
        return contradicted(self._best, self._floor)

    def _other_arm(self, node: HistoryNode) -> int | None:
        """The seat whose arm laid a play's card, if that was another's. Nobody's where the card looks like the equal on
        the table that it captures: somebody may have moved that one, before a card that nobody saw took it.
        """
        if not isinstance(node.event, Play):
            return None
        seen, card = self._tracklets.looked_like(node.step.tracks[0]), node.event.card
        equals = {other for other in at_play(node.start).table if other.rank == card.rank and other != card}
        if seen is not None and PACK[seen.best] in equals:
            return None
        return self._seating.other_arm(node, self._best)

    def _happened_beside(self, node: HistoryNode) -> Beside:
        """The other events of the best hypothesis, and the cards that left, without those that an earlier play had
        taken: they leave anyway.
        """
        lately = self._best.since(self._best.depth - RATES.hand)
        played = [other.step.at for other in lately if other is not node]
        taken = {each.card for each in self._best.gone if (each.taken_by or node.depth) < node.depth}
        named = self._best.residuals.named
        left = [
            each.until
            for each in self._tracklets.by_track.values()
            if each.steady and not each.here and named.get(each.track) not in taken
        ]
        return Beside(played, left)

    def _reopen(self) -> None:
        """Open closed events again where the best hypothesis now differs from them, in a suit for example."""
        if root_of(self._best, self._floor) != self._root:
            nodes = self._best.since(0)
            self._floor = in_common(nodes, self._told[: self._floor])
            self._root = root_of(self._best, self._floor)

    def _forget(self) -> None:
        """Close old events as they are written, and drop the hypotheses that differ from them.

        The search leaves closed events as they are, but for suits. The best hypothesis may be dropped too:
        where it differs by too little to change the record, the event would otherwise stay open for ever.
        """
        best = self._best
        if best.depth - self._floor < RATES.memory + RATES.memory // 2:
            return
        floor = min(best.depth - RATES.memory, kept_open(best))
        if floor <= self._floor:
            return
        said = self._told[self._floor :]
        if suits_apart(best.since(self._floor), said, floor - self._floor):
            return  # a card seen lately is named otherwise, and an old one with it: the record soon follows
        if best.depth - self._floor < COUPLE * RATES.memory and self._suits_open(floor, said):
            return
        for hypothesis in self._beam.hypotheses:
            nodes = hypothesis.since(self._floor)
            as_good = hypothesis is best or hypothesis.cost - best.cost < RATES.doubtful
            if as_good and in_common(nodes, said) >= floor - self._floor:
                self._beam.settle(hypothesis, floor)
                self._floor, self._root = floor, root_of(hypothesis, floor)
                self._forget_before(nodes[floor - nodes[0].depth].step.at - RATES.memory_time)
                return

    def _suits_open(self, floor: int, said: list[Event]) -> bool:
        """Whether a hypothesis nearly as good as the best has other suits up to event number ``floor``, and something
        later hangs on them.
        """
        near = (each for each in self._beam.hypotheses if each.cost - self._best.cost < RATES.clear)
        return any(hangs_on_suits(each.since(self._floor), said, floor - self._floor) for each in near)

    def _forget_before(self, horizon: float) -> None:
        """Drop what was last seen before this time, in seconds: it belongs to closed events. What is dropped is never
        missed again, though its events be opened again.
        """
        self._horizon = max(self._horizon, horizon)
        self._tracklets.forget(self._horizon)
        self._seating.forget(self._horizon)
