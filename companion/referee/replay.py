"""Continuing a record: its film is watched again from the start, and no event is written twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.referee.hypothesis import Presence
from companion.referee.observation import Observation
from companion.referee.record_diff import Change, as_written, changes
from companion.referee.referee import Referee
from companion.referee.search.beam import Beam
from engine.events import Event
from engine.header import Header
from engine.porrazo.position import Position
from engine.porrazo.rules import after, settled

TIMES = ("t", "revised")
"""The keys of an event that hold when it was written or revised, in seconds of its source."""


def written_until(events: Iterable[Event]) -> float | None:
    """When the newest of these events was written or revised, in seconds of the source.

    None where no event has such a time.
    """
    said = (event.extra.get(name) for event in events for name in TIMES)
    times = [time for time in said if isinstance(time, int | float) and not isinstance(time, bool)]
    return float(max(times)) if times else None


class RefereeAgain(Referee):
    """A `Referee` for a film whose record was written up to ``until`` seconds.

    It sees the same film from its first frame. Up to that time it looks and writes nothing. If its events are
    then those of the record, it goes on exactly as the first run would have: the same film gives the same
    match, wherever the first run was stopped. If they are not (people corrected something, or the program's
    version is another), the record is right: what lies on the table is compared with the record's position,
    and only later events are written.
    """

    def __init__(self, header: Header, record: Sequence[Event], bottom: int, until: float) -> None:
        super().__init__(header, (), bottom)
        self._until = until
        self._record: list[Event] | None = [*record]
        self._heard: list[Event] | None = None
        self._before_look: list[Event] = []

    def look(self, observation: Observation) -> list[Change]:
        """As in `Referee`; there are no changes before the record's end."""
        if self._record is None:
            return super().look(observation)
        if as_written(observation.t) > self._until:
            record = self._catch_up(self._record)
            super().look(observation)
            return changes(record, self.written, 1)
        self._before_look = [*self.written]
        super().look(observation)
        return []

    def end(self, t: float) -> list[Change]:
        """As in `Referee`; a film that ends before its record does adds nothing to it."""
        if self._record is None:
            return super().end(t)
        if as_written(t) >= self._until:
            self._before_look = [*self.written]
            super().end(t)
        record = self._catch_up(self._record)
        return changes(record, self.written, 1)

    def hear(self, record: Iterable[Event]) -> None:
        """As in `Referee`; while the film is watched again, a correction waits for the record's end."""
        if self._record is None:
            super().hear(record)
        else:
            self._heard = [*record]

    def settled(self) -> Position:
        """As in `Referee`; up to the record's end this is the record's position."""
        if self._record is None:
            return super().settled()
        position = Position.start(self.header)
        for event in self._record:
            position = after(position, event).position
        return settled(position).position

    def _catch_up(self, record: list[Event]) -> list[Event]:
        """The record's end is reached: go on from there. Returns the record.

        It goes on from the record's position, unless the film alone led to the same events.
        """
        self._record = None
        if self._heard is not None or not _on_the_way(record, self._before_look, self.written):
            taken = self._best.gone
            self.written = [*record]
            super().hear(self._heard if self._heard is not None else record)
            self._leave(taken)
        return record

    def _leave(self, taken: Iterable[Presence]) -> None:
        """Remember captured cards, which may still lie there for a moment.

        Without this they would look like cards played again.
        """
        start = self._best
        left = (each._replace(laid=0, taken=None) for each in taken if each.card.code not in start.lying)
        self._beam = Beam(replace(start, gone=(*start.gone, *left)))


def _on_the_way(record: list[Event], before: list[Event], now: list[Event]) -> bool:
    """Whether the record is ``now``, or ``before`` with only the first of its changes to ``now``.

    The first run may have been stopped between two lines of one look.
    """
    return any(record == now[:done] + before[done:] for done in range(len(now), -1, -1))
