"""The entries of a match's edit history: an event that was told, and how a change alters it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from engine.events import Event

_keys = count()


@dataclass(frozen=True, slots=True)
class Entry:
    """One event that was told; ``line`` is its number for the watcher, None if people told it."""

    event: Event
    line: int | None = None
    standing: bool = True
    """False once undone or removed by people; the entry is kept so that the watcher's numbers stay right."""
    fits: bool = True
    """False while the rules refuse it after the entries before it; a later change may make it possible again.
    """
    sure: bool = False
    """True if people told or confirmed it; then the watcher's later opinion changes nothing."""
    key: int = field(default_factory=lambda: next(_keys))
    """Identifies the entry; it stays the same when the event changes."""

    @property
    def counts(self) -> bool:
        """Whether it is one of the match's events."""
        return self.standing and self.fits


@dataclass(frozen=True, slots=True)
class Part:
    """An entry before and after a change; None if it was not there."""

    before: Entry | None
    after: Entry | None

    @property
    def key(self) -> int:
        """The entry's key."""
        entry = self.before or self.after
        assert entry is not None
        return entry.key


Change = tuple[Part, ...]
"""The changes of one tap, or of one of the watcher's events; the first part is the entry it was about."""


def found(entries: Sequence[Entry], key: int) -> int | None:
    """Return the index of the entry with this key; None if there is none."""
    return next((at for at in range(len(entries) - 1, -1, -1) if entries[at].key == key), None)


def moved(entry: Entry, part: Part) -> Entry:
    """Return an entry after a part of a change, with the line number that the watcher gives it now."""
    if part.after is None:
        return Entry(entry.event, entry.line, False, entry.fits, entry.sure, entry.key)
    if part.before is None:
        return Entry(entry.event, entry.line, True, True, entry.sure, entry.key)
    after = part.after
    return replace(entry, event=after.event, standing=after.standing, fits=True, sure=after.sure)
