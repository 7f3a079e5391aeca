"""Continuing a record: its film is watched again from the start, and no event is written twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.referee.event_keys import identity_key
from companion.referee.observation import Observation
from companion.referee.record_diff import Change, as_written, changes
from companion.referee.tricks.referee import TrickReferee
from engine.events import Event
from engine.game import Standing
from engine.header import Header


class TrickRefereeAgain(TrickReferee):
    """A `TrickReferee` for a film whose record was written up to ``until`` seconds; up to there it says nothing.

    If it has then understood the events of the record, it goes on as the first run would have. If not, the record is
    right, and what lies on the table is compared with it.
    """

    def __init__(self, header: Header, record: Sequence[Event], bottom: int, until: float) -> None:
        super().__init__(header, (), bottom)
        self._until = until
        self._heard: list[Event] | None = None
        self._waiting: list[Event] | None = [*record]

    def look(self, observation: Observation) -> list[Change]:
        """As in `TrickReferee`; there are no changes before the record's end."""
        if self._waiting is None:
            return super().look(observation)
        if as_written(observation.t) <= self._until:
            super().look(observation)
            return []
        record = self._catch_up(self._waiting)
        super().look(observation)
        return changes(record, self.written, 1)

    def end(self, t: float) -> list[Change]:
        """As in `TrickReferee`; a film that ends before its record does adds nothing to it."""
        if self._waiting is None:
            return super().end(t)
        record = self._catch_up(self._waiting)
        if as_written(t) >= self._until:
            super().end(t)
        return changes(record, self.written, 1)

    def hear(self, record: Iterable[Event]) -> None:
        """As in `TrickReferee`; while the film is watched again, a correction waits for the record's end."""
        if self._waiting is None:
            super().hear(record)
        else:
            self._heard = [*record]

    def settled(self) -> Standing:
        """As in `TrickReferee`; up to the record's end this is the record's position."""
        if self._waiting is None:
            return super().settled()
        position = self._rules.game.start(self.header)
        for event in self._waiting:
            position = self._rules.game.after(position, event).position
        settled: Standing = self._rules.game.settled(position).position
        return settled

    def _catch_up(self, record: list[Event]) -> list[Event]:
        """The record's end is reached: go on from there. Returns the record."""
        self._waiting = None
        understood = [*map(identity_key, self.written)] == [*map(identity_key, record)]
        self.written = [*record]
        if self._heard is not None or not understood:
            super().hear(self._heard if self._heard is not None else record)
        return record
