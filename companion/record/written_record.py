"""The record of the match being played, as it is written: a disk that takes nothing is said, and the match goes on."""

import logging
from collections.abc import Iterable
from typing import Protocol

from companion.locales import N_
from companion.messages import Notice
from engine.events import Event
from engine.header import Header

log = logging.getLogger(__name__)


class Keeper(Protocol):
    """Where the record of the match is kept.

    A keeper may also have ``trouble``, the OSError of the last failed write (None once all is written);
    ``restore()``, which tries to write what is missing; ``holds(number)``, whether it writes the match with this number
    in the store; and ``close()``.
    """

    def append(self, event: Event) -> object:
        """Add one event to the end; OSError if it cannot be written."""

    def rewrite(self, header: Header, events: list[Event]) -> None:
        """Replace the whole record by this one; OSError if it cannot be written."""


class WrittenRecord:
    """The record at its `Keeper`; what cannot be written is a `Notice` for people, never an error."""

    def __init__(self, header: Header, keeper: Keeper) -> None:
        self.header, self.keeper = header, keeper
        self._told: OSError | None = None
        """The keeper's trouble that people have been told of; it is told once."""

    def append(self, event: Event) -> Notice | None:
        """Write one event to the end."""
        try:
            self.keeper.append(event)
        except OSError as error:
            return _cannot_be_written(error)
        return None

    def rewrite(self, events: Iterable[Event]) -> Notice | None:
        """Write the whole record anew."""
        try:
            self.keeper.rewrite(self.header, list(events))
        except OSError as error:
            return _cannot_be_written(error)
        return None

    def mend(self) -> Notice | None:
        """Write the whole record if a part of it is missing on disk, and people have not been told of that yet.

        A line may be missing because it could not be written, or the whole file because somebody deleted it.
        """
        restore, trouble = getattr(self.keeper, "restore", None), getattr(self.keeper, "trouble", None)
        if restore is None or (trouble is not None and trouble is self._told):
            return None
        notice = None
        try:
            restore()
        except OSError as error:
            notice = _cannot_be_written(error)
        self._told = getattr(self.keeper, "trouble", None)
        return notice

    def mend_again(self) -> Notice | None:
        """`mend`, though people have been told."""
        self._told = None
        return self.mend()

    def is_kept_as(self, number: int) -> bool:
        """Whether the keeper writes the match with this number in the store."""
        holds = getattr(self.keeper, "holds", None)
        return holds is not None and bool(holds(number))

    def close(self) -> None:
        """Close it; nothing more is written to it."""
        close = getattr(self.keeper, "close", None)
        if close is not None:
            close()


def _cannot_be_written(error: OSError) -> Notice:
    log.warning("the record cannot be written: %s", error)
    return Notice(N_("The record cannot be written: {reason}"), {"reason": error.strerror or error})
