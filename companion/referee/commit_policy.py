"""When the referee writes an event to the record, and when it marks that event as doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.referee.hypothesis import HistoryNode, Hypothesis
from companion.referee.rates import RATES
from companion.referee.record_diff import Marks
from companion.referee.search.comparison import (
    Case,
    Questionable,
    in_common,
    never_questionable,
    only_in_place,
)
from engine.events import Event
from engine.porrazo.events import Recount


@dataclass(frozen=True, slots=True)
class Verdict:
    """The events to write, from the first that is not yet closed, and the marks of each."""

    events: list[Event]
    marks: list[Marks]


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
            if not ending and not self._may_change(case, said, same, t):
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
        # what is taken off the record here and comes again waits again
        self._since = {node.story: self._since[node.story] for node in case.mine}
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

    def _may_change(self, case: Case, said: Sequence[Event], same: int, t: float) -> bool:
        """Whether the best hypothesis is so much better than the record that the record is corrected; ``same`` is the
        number of events with which both begin.
        """
        waited = t - (self._against if self._against is not None else t)
        if waited < (RATES.settles if same >= len(said) - 1 else RATES.settles_again):
            return False
        differs = case.first_other(said)
        if differs is None:  # a suit alone, which matters to no score
            return True
        enough = RATES.doubtful if waited >= RATES.patience_in_doubt else RATES.clear
        return case.ahead_of(said[: differs + 1]) >= enough


def _worth(case: Case, k: int) -> bool:
    """Whether event ``k`` is written at the source's end: all but a doubtful recount after the last play, which changes
    nothing any more.
    """
    last = k == len(case.mine) - 1 and isinstance(case.mine[k].event, Recount)
    return not (last and case.rival(k).margin < RATES.doubtful)


def _marks_of(event: Event) -> dict[str, object]:
    return {key: value for key, value in event.extra.items() if key in ("doubt", "instead")}
