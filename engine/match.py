"""A match as it is entered: facts go in, everything else follows from them; undo and redo without limit."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.events import Event
from engine.header import Header
from engine.illegal import IllegalPlay
from engine.porrazo.position import Position
from engine.porrazo.scoring import Score


@dataclass(frozen=True, slots=True)
class Step:
    """One event in a chain that leads back to the header; ``wrong`` says why it cannot have happened."""

    before: "Step | None"
    event: Event | None
    position: Position
    wrong: IllegalPlay | None = None


class Match:
    """One match. ``Match(header)`` raises ValueError where the rules or an option are unknown.

    Every state the match has been in is the end of a chain of steps; later states share the steps that they
    have in common. So undo and redo only move along the list of states, whatever the change was, and one
    more event costs the same at the start of a match and at its ten-thousandth event.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self._states = [Step(None, None, Position.start(header))]
        self._now = 0

    @property
    def position(self) -> Position:
        """Where the match stands."""
        return self._states[self._now].position

    @property
    def newest(self) -> Step | None:
        """The step of the newest event that can have happened, or None."""
        step: Step | None = self._states[self._now]
        while step is not None and step.wrong is not None:
            step = step.before
        return None if step is None or step.event is None else step

    @property
    def events(self) -> tuple[Event, ...]:
        """All events in order, those that cannot have happened included."""
        return tuple(step.event for step in self._steps() if step.event is not None)

    @property
    def scores_made(self) -> tuple[Score, ...]:
        """All scores so far, in the order in which they were paid."""
        return tuple(score for step in self._steps() for score in step.position.made)

    @property
    def wrong(self) -> dict[int, IllegalPlay]:
        """The events that cannot have happened, by their line (the first event's is 1), and why."""
        return {at: step.wrong for at, step in enumerate(self._steps()) if step.wrong is not None}

    def add(self, event: Event) -> tuple[Score, ...]:
        """Add an event and return the scores due by it; IllegalPlay, and no change, if it is refused."""
        now = self._states[self._now]
        position = now.position.after(event)
        self._become(Step(now, event, position))
        return position.made

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return self._now > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a change, taken back, to make again."""
        return self._now < len(self._states) - 1

    def undo(self) -> None:
        """Take back the last change, an event or a correction; IndexError where there is none."""
        if self._now == 0:
            raise IndexError("there is nothing to undo")
        self._now -= 1

    def redo(self) -> None:
        """Make the change taken back last again; IndexError where there is none."""
        if self._now == len(self._states) - 1:
            raise IndexError("there is nothing to redo")
        self._now += 1

    def correct(self, line: int, event: Event) -> None:
        """Put another event in the place of the one at this line (the first event's is 1).

        Everything after it is scored anew. An event that has become impossible is kept, and named in
        ``wrong``; the new event itself is refused with IllegalPlay, and nothing changes, if it is
        impossible there.
        """
        self._rewrite(line, 1, (event,))

    def insert(self, line: int, event: Event) -> None:
        """Put an event before the one at this line (after the last: at the end). Else as ``correct``."""
        self._rewrite(line, 0, (event,))

    def remove(self, line: int) -> None:
        """Take out the event at this line. Else as ``correct``."""
        self._rewrite(line, 1, ())

    def _rewrite(self, line: int, out: int, new: Sequence[Event]) -> None:
        steps = self._steps()
        if not 1 <= line <= len(steps) - out:
            raise IndexError(f"there is no event {line}")
        step = steps[line - 1]
        for event in new:
            step = Step(step, event, step.position.after(event))
        self._become(replayed(step, (each.event for each in steps[line + out :])))

    def _become(self, step: Step) -> None:
        """Make this the newest state; what had been undone is gone."""
        del self._states[self._now + 1 :]
        self._states.append(step)
        self._now += 1

    def _steps(self) -> list[Step]:
        """Return the steps of the present state, the header's first."""
        steps = []
        step: Step | None = self._states[self._now]
        while step is not None:
            steps.append(step)
            step = step.before
        steps.reverse()
        return steps


def replayed(step: Step, events: Iterable[Event | None]) -> Step:
    """Return the step that further events lead to; the impossible ones are marked and passed over."""
    for event in events:
        assert event is not None
        try:
            step = Step(step, event, step.position.after(event))
        except IllegalPlay as wrong:
            step = Step(step, event, step.position.passed_over(), wrong)
    return step
