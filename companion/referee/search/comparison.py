"""The best hypothesis beside the others, event by event: which rivals there are, and by how much they are worse."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from companion.referee.event_keys import identity_key, scoring_key
from companion.referee.hypothesis import HistoryNode, Hypothesis
from companion.referee.rates import RATES
from companion.referee.record_diff import Marks
from engine.events import Event
from engine.porrazo.events import Play
from engine.porrazo.foresight import prospect

Questionable = Callable[[HistoryNode], bool]
"""Whether a supposed event is doubtful whatever its rivals: nobody saw it, or another player's arm laid its card."""


def never_questionable(node: HistoryNode) -> bool:
    """No event is questionable."""
    return False


@dataclass(frozen=True, slots=True)
class Rival:
    """The best hypothesis that has another event in the same place, or others before it (``differing``).

    ``margin``: by how many nats it is worse, infinity where there is none; ``event``: its event of that number, None
    where it has none.
    """

    margin: float
    event: Event | None


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
        for number, (ahead, nodes) in enumerate(self.others):
            if _begins_with(nodes, said) and _closed(nodes) == _closed(self.mine):
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

    def ahead_of(self, said: Sequence[Event]) -> float:
        """By how many nats the best hypothesis beats those that begin with the events ``said``, suits apart; infinity
        where none does.
        """
        for margin, nodes in self.others:
            if _begins_with(nodes, said):
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


def behind(cost: float, best: float) -> float:
    """By how many nats one hypothesis is worse than another, rounded to 6 digits.

    Many margins are an exact number of nats. Without rounding, the order in which costs are added up would
    decide whether such a margin is enough.
    """
    return round(cost - best, 6)


def _begins_with(nodes: Sequence[HistoryNode], said: Sequence[Event]) -> bool:
    """Whether a history begins with these events, suits apart."""
    return [node.scoring_key for node in nodes[: len(said)]] == [scoring_key(event) for event in said]


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


def suits_apart(nodes: Sequence[HistoryNode], said: Sequence[Event], since: int) -> bool:
    """Whether two lists of events differ, from number ``since`` on too, but in nothing that matters to the score."""
    same = all(node.scoring_key == scoring_key(event) for node, event in zip(nodes, said, strict=False))
    late = [*zip(nodes, said, strict=False)][since:]
    return same and any(node.identity_key != identity_key(event) for node, event in late)


def hangs_on_suits(nodes: Sequence[HistoryNode], said: Sequence[Event], since: int) -> bool:
    """Whether events have other suits than those said, all else alike up to number ``since``, and differ after it in
    something that matters to the score: a later card's name hangs on an earlier one's.
    """
    both = [*zip(nodes, said, strict=False)]
    early, late = both[:since], both[since:]
    return (
        all(node.scoring_key == scoring_key(event) for node, event in early)
        and any(node.identity_key != identity_key(event) for node, event in early)
        and any(node.scoring_key != scoring_key(event) for node, event in late)
    )


def only_in_place(one: Event, other: Event | None) -> bool:
    """Whether two plays of the same card differ in that one of them gave up its capture."""
    return (
        isinstance(one, Play)
        and isinstance(other, Play)
        and one.card == other.card
        and one.in_place != other.in_place
    )
