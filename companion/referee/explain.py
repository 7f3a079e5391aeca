"""Why the referee thinks so: for an event of the record, the score by term of the best hypothesis that holds it and of
the best that holds something else.

The prior of a hypothesis counts from where people last had their say, so what tells is the difference of two columns.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.referee.event_keys import scoring_key
from companion.referee.hypothesis import Hypothesis, Terms
from companion.referee.record_diff import Change
from companion.referee.referee import Referee
from engine.events import Event
from engine.porrazo.events import Play


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why event number ``line`` stands in the record.

    ``best`` are the terms, in nats, of the best hypothesis that holds it; ``rival`` those of the best that does not,
    None where every hypothesis kept holds it; ``instead`` what that one holds in its place, None for nothing.
    ``probability`` is that of the event among the hypotheses kept: the sum of exp(-cost) over those that hold it, as a
    share of the sum over all.
    """

    line: int
    event: Event
    best: Terms
    rival: Terms | None
    instead: Event | None
    probability: float


def explained(referee: Referee, line: int) -> Explanation | None:
    """Why the record holds its event number ``line`` (the header is 0); None where no hypothesis that is kept holds it:
    people said so, or it was over and done with long ago.
    """
    if not 0 < line <= len(referee.written):
        return None
    event, number = referee.written[line - 1], line - referee.before
    theirs = [(hypothesis, _held(hypothesis, number)) for hypothesis in referee.hypotheses]
    agree = [h for h, held in theirs if held is not None and scoring_key(held) == scoring_key(event)]
    if not agree:
        return None
    differ = [(h, held) for h, held in theirs if not any(h is each for each in agree)]
    rival = min(differ, key=lambda each: each[0].cost, default=None)
    return Explanation(
        line,
        event,
        min(agree, key=lambda each: each.cost).residuals.terms,
        rival[0].residuals.terms if rival is not None else None,
        rival[1] if rival is not None else None,
        _share(agree, [h for h, _ in theirs]),
    )


def _held(hypothesis: Hypothesis, number: int) -> Event | None:
    """The event that a hypothesis holds as this number, None where it holds none."""
    return next((node.event for node in hypothesis.backwards() if node.depth == number), None)


def _share(some: Sequence[Hypothesis], everyone: Sequence[Hypothesis]) -> float:
    """The probability of some of all hypotheses, by their costs."""
    least = min(hypothesis.cost for hypothesis in everyone)

    def weight(hypotheses: Sequence[Hypothesis]) -> float:
        return sum(math.exp(least - hypothesis.cost) for hypothesis in hypotheses)

    return weight(some) / weight(everyone)


def why(referee: Referee, changes: Iterable[Change]) -> list[str]:
    """A table for each event that is new or has changed, to be read by people."""
    found = [explained(referee, change.line) for change in changes if change.kind != "withdrawn"]
    return [table(each) for each in found if each is not None]


def table(explanation: Explanation) -> str:
    """An explanation as text: a line for each term in which two hypotheses differ, and the sums."""
    head = f"event {explanation.line}: {words(explanation.event)}"
    rival = explanation.rival
    if rival is None:
        return f"{head}: every hypothesis kept holds it"
    other = words(explanation.instead) if explanation.instead is not None else "nothing"
    rows = [
        _row(name, best, worse)
        for name, best, worse in zip(Terms._fields, explanation.best, rival, strict=True)
        if abs(best - worse) >= 0.05
    ]
    return "\n".join(
        (
            f"{head}: probability {explanation.probability:.3f}; instead: {other}",
            f"  {'nats':12}{'this':>8}{'instead':>9}{'more':>8}",
            *rows,
            _row("sum", sum(explanation.best), sum(rival)),
        )
    )


def _row(name: str, best: float, worse: float) -> str:
    return f"  {name:12}{best:8.1f}{worse:9.1f}{worse - best:+8.1f}"


def words(event: Event) -> str:
    """An event in few words: ``seat 1 plays 7h``, ``tendido 2c 4d 7h 3s``."""
    if isinstance(event, Play):
        place = " in place" if event.in_place else ""
        return f"seat {event.seat} plays {event.card}{place}"
    return " ".join((event.do, *map(str, getattr(event, "cards", ()))))
