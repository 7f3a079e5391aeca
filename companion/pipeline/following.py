"""What every referee offers to the watcher, whichever game it follows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from companion.referee.observation import Observation
from companion.referee.record_diff import Change
from engine.events import Event
from engine.game import Standing
from engine.header import Header


class FollowsMatch(Protocol):
    """Follows one match; see `companion.referee.Referee`, which is the one of Porrazo."""

    header: Header
    bottom: int
    """The seat at the picture's lower edge."""
    written: list[Event]

    def look(self, observation: Observation) -> list[Change]:
        """Take the next observation; returns the changes of the record, in its order."""

    def end(self, t: float) -> list[Change]:
        """The source has ended at ``t`` seconds: the likeliest events are written, clear or not."""

    def unseen(self, since: float, until: float) -> None:
        """Nobody could see the table between these seconds."""

    def hear(self, record: Iterable[Event]) -> None:
        """People have corrected something: ``record`` is the whole match as they say it was."""

    def begin_anew(self) -> None:
        """Tracking has started again, so all its tracks are new."""

    def settled(self) -> Standing:
        """The position if the match ends with what is written."""
