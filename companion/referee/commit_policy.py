"""When the referee writes an event to the record, and when it marks that event as doubtful."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from companion.referee.event_keys import identity_key, scoring_key
from companion.referee.hypothesis import HistoryNode, Hypothesis
from companion.referee.rates import RATES
from companion.referee.record_diff import Marks
from engine.events import Event
from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import prospect

Questionable = Callable[[HistoryNode], bool]
"""Whether a supposed event is doubtful whatever its rivals: nobody saw it, or another player's arm laid its card."""


def never_questionable(node: HistoryNode) -> bool:
    """No event is questionable."""
    return False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The events to write, from the first that is not yet closed, and the marks of each."""

    events: list[Event]
    marks: list[Marks]


@dataclass(frozen=True, slots=True)
class Rival:
    """The best hypothesis that has another event in the same place, or others before it (``differing``).

    ``margin``: by how many nats it is worse, infinity where there is none; ``event``: its event of that number, None
    where it has none.
    """

    margin: float
    event: Event | None


class CommitPolicy:
    """Decides which events are written.

    It remembers since when each event has been in the best hypothesis: one that is best only for a moment is
    not written.
    """

    def __init__(self) -> None:
        self._since: dict[int, float] = {}
        self._tip: HistoryNode | None = None
        self._against: float | None = None
        self.waits = False

    def verdict(
        self,
        hypotheses: list[Hypothesis],
        said: Sequence[Event],
        floor: int,
        t: float,
        ending: bool,
        questionable: Questionable = never_questionable,
    ) -> Verdict | None:
        """The events to write now, or None where the record stays as it is.

        ``hypotheses`` come best first; ``said`` are the events written so far after the first ``floor``;
        ``t`` is the time in seconds. With ``ending`` the likeliest events are written without waiting. A
        ``questionable`` event is doubtful, however much worse its rivals are.
        """
        best = hypotheses[0]
        if best.past is self._tip and not self.waits:
            return None
        case = Case.of(hypotheses, floor, questionable)
        same = in_common(case.mine, said)
        agreed = case if same == len(said) else case.agreeing(said)
        nodes = [*case.mine, *(agreed.mine if agreed is not None else ())]
        self._since = {node.story: self._since.get(node.story, t) for node in nodes}
        self._against = None if same == len(said) else t if self._against is None else self._against
        ready = same
        while ready < len(case.mine) and (_worth(case, ready) if ending else self._is_ready(case, ready, t)):
            ready += 1
        if same < len(said):
            # A newest line alone goes at once: nothing that was said after it changes place.
            kept = same if same == len(said) - 1 else len(said)
            ready = max(ready, min(kept, len(case.mine)))
            if not ending and not self._may_change(case, said, same, ready, t):
                self._tip, self.waits = best.past, True
                return self._meanwhile(agreed, said, t) if agreed is not None else None
        return self._verdict(case, said, same, ready)

    def _meanwhile(self, agreed: Case, said: Sequence[Event], t: float) -> Verdict | None:
        """New events, while the best hypothesis contradicts the record by too little to change it.

        They come from ``agreed``, the best hypothesis that holds all that is written. None where no event is
        ready.
        """
        ready = len(said)
        while ready < len(agreed.mine) and self._goes_on(agreed, ready, t):
            ready += 1
        if ready == len(said):
            return None
        marks = [*map(_marks_of, said), *(agreed.marks(k, None) for k in range(len(said), ready))]
        return Verdict([node.event for node in agreed.mine[:ready]], marks)

    def _goes_on(self, case: Case, k: int, t: float) -> bool:
        """Whether to write event ``k`` of a hypothesis that is not the best.

        Yes where it is ready and not doubtful, or where it has waited so long that players would think the
        camera sees nothing any more.
        """
        waited = t - self._since[case.mine[k].story]
        undoubted = case.rival(k).margin >= RATES.doubtful
        return waited >= RATES.patience_in_place or (undoubted and self._is_ready(case, k, t))

    def _verdict(self, case: Case, said: Sequence[Event], same: int, ready: int) -> Verdict | None:
        marks = [case.marks(k, _marks_of(said[k]) if k < same else None) for k in range(ready)]
        self._tip, self.waits = case.tip, ready < len(case.mine) or any(marks)
        if ready == same == len(said) and all(_marks_of(said[k]) == marks[k] for k in range(ready)):
            return None
        self._against = None
        return Verdict([node.event for node in case.mine[:ready]], marks)

    def _is_ready(self, case: Case, k: int, t: float) -> bool:
        """Whether event ``k`` is clear, or has waited long enough to be written although it is not."""
        waited = t - self._since[case.mine[k].story]
        rival = case.rival(k)
        if case.questionable(case.mine[k]):
            return waited >= RATES.patience_in_doubt
        if rival.margin >= RATES.clear:
            return waited >= RATES.settles
        if only_in_place(case.mine[k].event, rival.event):
            following = case.mine[
                min(k + 1, len(case.mine) - 1)
            ]  # a porrazo is swept after the next play only
            return t - self._since[following.story] >= RATES.patience_in_place
        return waited >= (RATES.patience_in_doubt if rival.margin < RATES.doubtful else RATES.patience)

    def _may_change(self, case: Case, said: Sequence[Event], same: int, ready: int, t: float) -> bool:
        """Whether the best hypothesis is so much better than the record that the record is corrected.

        ``same`` is the number of events with which both begin, ``ready`` the number of events ready to be
        written.
        """
        waited = t - (self._against if self._against is not None else t)
        if waited < (RATES.settles if same >= len(said) - 1 else RATES.settles_again):
            return False
        differs = case.first_other(said)
        suits_only = differs is None
        if suits_only and ready > len(said):
            return True
        k = same if differs is None else differs
        margin = case.ahead_of(k, identity_key(said[k]) if suits_only else scoring_key(said[k]), suits_only)
        enough = RATES.doubtful if suits_only or waited >= RATES.patience_in_doubt else RATES.clear
        return margin >= enough


@dataclass(frozen=True, slots=True)
class Case:
    """The hypotheses to compare, as lists of events: ``mine`` of one, ``others`` of the rest, best first.

    Each of the ``others`` has its margin: by how many nats it is worse. ``tip`` is the newest event of the
    best hypothesis of all; ``questionable`` tells what is doubtful by itself.
    """

    tip: HistoryNode | None
    mine: list[HistoryNode]
    others: list[tuple[float, list[HistoryNode]]]
    questionable: Questionable
    _differ: dict[int, Collection[int]] = field(init=False, default_factory=dict, repr=False)

    @staticmethod
    def of(hypotheses: list[Hypothesis], floor: int, questionable: Questionable = never_questionable) -> Case:
        """Compare the best hypothesis with the rest, by their events after the first ``floor``."""
        best = hypotheses[0]
        others = [(behind(other.cost, best.cost), other.since(floor)) for other in hypotheses[1:]]
        return Case(best.past, best.since(floor), others, questionable)

    def agreeing(self, said: Sequence[Event]) -> Case | None:
        """The same comparison for the best hypothesis that holds all events of ``said``, suits apart, and has the same
        closed events before them: after others its events may be impossible.

        The margins are then relative to that one, and negative for a better one. None where no hypothesis
        holds them.
        """
        told = [scoring_key(event) for event in said]
        for number, (ahead, nodes) in enumerate(self.others):
            holds = [node.scoring_key for node in nodes[: len(told)]] == told
            if holds and _closed(nodes) == _closed(self.mine):
                rest = [(0.0, self.mine), *self.others[:number], *self.others[number + 1 :]]
                others = [(behind(margin, ahead), other) for margin, other in rest]
                return Case(self.tip, nodes, others, self.questionable)
        return None

    def rival(self, k: int) -> Rival:
        """The best hypothesis that differs in event number ``k``, or that has no such event."""
        for number, (margin, nodes) in enumerate(self.others):
            if k in self._differing(number):
                return Rival(margin, nodes[k].event if k < len(nodes) else None)
        return Rival(math.inf, None)

    def _differing(self, number: int) -> Collection[int]:
        """The numbers of the events that another hypothesis, by its number, does not have."""
        known = self._differ.get(number)
        if known is None:
            known = self._differ[number] = differing(self.mine, self.others[number][1])
        return known

    def first_other(self, said: Sequence[Event]) -> int | None:
        """The number of the first written event that the best hypothesis does not hold, suits apart.

        None if it holds all of them.
        """
        for k, event in enumerate(said):
            if k >= len(self.mine) or self.mine[k].scoring_key != scoring_key(event):
                return k
        return None

    def ahead_of(self, k: int, what: tuple[object, ...], suits: bool) -> float:
        """By how many nats the best hypothesis beats those that have ``what`` as event number ``k``.

        ``what`` is an identity key where ``suits`` count, else a scoring key. Infinity where no hypothesis
        has it.
        """
        for margin, nodes in self.others:
            if k < len(nodes) and (nodes[k].identity_key if suits else nodes[k].scoring_key) == what:
                return margin
        return math.inf

    def marks(self, k: int, before: Marks | None) -> Marks:
        """The marks of event ``k``; ``before`` are those it was written with, None where it is new.

        An event written without a doubt stays without. A doubt that is written goes only when the event is
        clear. A new event is doubtful if its margin is small, or if it is questionable by itself.
        """
        if before is not None and not before:
            return before
        margin = self.rival(k).margin
        guessed = self.questionable(self.mine[k])
        if margin >= (RATES.doubtful if before is None else RATES.clear) and not guessed:
            return {}
        return before or {"doubt": True, **self._instead(k)}

    def _instead(self, k: int) -> Marks:
        """The cards of other ranks that may have been played instead: those of close hypotheses."""
        mine = self.mine[k].event
        events = [
            nodes[k].event
            for number, (margin, nodes) in enumerate(self.others)
            if margin < RATES.clear and k < len(nodes) and k in self._differing(number)
        ]
        plays = [
            event
            for event in events
            if isinstance(event, Play) and scoring_key(event) != self.mine[k].scoring_key
        ]
        rank = mine.card.rank if isinstance(mine, Play) else None
        cards = dict.fromkeys(str(event.card) for event in plays if event.card.rank != rank)
        return {"instead": [*cards]} if cards else {}


def differing(mine: Sequence[HistoryNode], other: Sequence[HistoryNode]) -> Collection[int]:
    """The numbers of the events of ``mine`` that another history does not have: neither under the same number, nor as
    one of those with which both end, played on the same table and worth the same. Where the other only has more events,
    that is the event before which it has them.
    """
    shorter = min(len(mine), len(other))
    begin = next((k for k in range(shorter) if mine[k].scoring_key != other[k].scoring_key), shorter)
    both_end = 0
    while both_end < shorter - begin and _same_on_table(mine[-1 - both_end], other[-1 - both_end]):
        both_end += 1
    if both_end and _scores(mine[-both_end]) != _scores(other[-both_end]):
        both_end -= 1  # such as a porrazo, if the card before it is another
    if begin + both_end == len(mine):
        return range(begin, min(begin + 1, len(mine)))
    others = range(begin, len(mine) - both_end)
    return [k for k in others if k >= shorter or mine[k].scoring_key != other[k].scoring_key]


def _same_on_table(one: HistoryNode, other: HistoryNode) -> bool:
    """Whether two histories go on with the same event, and the same ranks lay there before it."""
    ranks, other_ranks = (sorted(card.rank for card in node.start.table) for node in (one, other))
    return one.scoring_key == other.scoring_key and ranks == other_ranks


def _scores(node: HistoryNode) -> object:
    """What a play scores, at once and if it stands."""
    if not isinstance(node.event, Play):
        return None
    brings = prospect(node.start, node.event)
    return brings.certain, brings.open


def _worth(case: Case, k: int) -> bool:
    """Whether event ``k`` is written at the source's end: all but a doubtful recount after the last play, which changes
    nothing any more.
    """
    last = k == len(case.mine) - 1 and isinstance(case.mine[k].event, Recount)
    return not (last and case.rival(k).margin < RATES.doubtful)


def behind(cost: float, best: float) -> float:
    """By how many nats one hypothesis is worse than another, rounded to 6 digits.

    Many margins are an exact number of nats. Without rounding, the order in which costs are added up would
    decide whether such a margin is enough.
    """
    return round(cost - best, 6)


def _closed(nodes: Sequence[HistoryNode]) -> int | None:
    """A hash of the events before these; None where there are none."""
    before = nodes[0].base.past if nodes else None
    return before.told if before is not None else None


def in_common(nodes: Sequence[HistoryNode], said: Sequence[Event]) -> int:
    """The number of equal events, suits included, with which both lists begin."""
    for k, (node, event) in enumerate(zip(nodes, said, strict=False)):
        if node.identity_key != identity_key(event):
            return k
    return min(len(nodes), len(said))


def only_in_place(one: Event, other: Event | None) -> bool:
    """Whether two plays of the same card differ in that one of them gave up its capture."""
    return (
        isinstance(one, Play)
        and isinstance(other, Play)
        and one.card == other.card
        and one.in_place != other.in_place
    )


def _marks_of(event: Event) -> dict[str, object]:
    return {key: value for key, value in event.extra.items() if key in ("doubt", "instead")}
