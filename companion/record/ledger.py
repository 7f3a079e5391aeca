"""The ledger of one match: events from the watcher and from taps, and what the watcher is told of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from companion.messages import EventUnderstood, Told
from companion.record.log_entries import adopted, place_of, rewritten, tapped_already
from engine.entry import Entry, Part
from engine.events import Event
from engine.header import Header
from engine.match import AnyMatch, Match


class Ledger:
    """A `Match`, and the place of each of the watcher's events in it; every change is scored at once."""

    def __init__(self, header: Header, events: Sequence[Event] = ()) -> None:
        self.match: AnyMatch = Match(header)
        for number, event in enumerate(events, start=1):
            self.match.add(event, number)
        self.stale = False
        """The watcher has changed earlier events since `take_stale` was last called."""

    @property
    def entries(self) -> list[Entry]:
        """Every event that was seen or tapped, in order."""
        return self.match.entries

    @property
    def left_out(self) -> int:
        """How many entries the rules do not allow."""
        return self.match.left_out

    def entry_of(self, line: int) -> Entry:
        """Find the entry of the match's event with this line number (the first event has 1)."""
        return self.match.entry(line)

    @property
    def doubts(self) -> tuple[Entry, ...]:
        """The newest event that the watcher was not sure of and nobody has answered, and those like it right before
        it, oldest first: what came while the thread was lost, say.
        """
        found: list[Entry] = []
        for entry in reversed(self.entries):
            if entry.counts and entry.event.extra.get("doubt") is True:
                found.append(entry)
            elif entry.counts and found:
                break
        return tuple(reversed(found))

    # -- what happens ----------------------------------------------------------------------------------

    def add(self, event: Event, line: int | None = None) -> Told:
        """Add an event at the end; IllegalPlay if the rules refuse it.

        An event of the watcher (one with a line number) is kept all the same.
        """
        self.take_stale()
        self.match.add(event, line)
        return self._told("tapped", self.entries[-1])

    def understood(self, message: EventUnderstood) -> bool:
        """Take in the watcher's event; True if it is a new event at the end. IllegalPlay as in `add`."""
        at = place_of(self.entries, message.line_number)
        if at is not None:
            self._retell(rewritten(self.entries, at, message))
        elif not message.withdrawn:
            tapped = tapped_already(self.entries, len(self.entries), message.event)
            if tapped is None:
                self.add(message.event, message.line_number)
                return True
            entry = adopted(self.entries[tapped], message)
            self._retell([*self.entries[:tapped], entry, *self.entries[tapped + 1 :]])
        return False

    def _retell(self, entries: list[Entry]) -> None:
        self.match.retell(entries)
        self.stale = True

    def take_stale(self) -> bool:
        """Whether the watcher has changed earlier events since the last call; from now on they count as known."""
        stale, self.stale = self.stale, False
        return stale

    # -- what people put right -------------------------------------------------------------------------

    def correct(self, entry: Entry, event: Event) -> Told:
        """Replace an entry's event by another; IllegalPlay, and no change, if it is impossible there."""
        self.take_stale()
        return self._told("corrected", self.match.correct(entry, event), before=entry.event)

    def confirm(self, entry: Entry, event: Event) -> Told:
        """Keep an entry as it is; ``event`` is the same event, marked as sure."""
        return replace(self.correct(entry, event), what="confirmed", before=None)

    def insert(self, before: Entry | None, event: Event) -> Told:
        """Insert an event before an entry (None: at the end); otherwise as `correct`."""
        self.take_stale()
        entry = self.match.insert(before, event)
        later = self.entries[self.match.place(entry) + 1 :]
        line = next((each.line for each in later if each.line is not None), None)
        return replace(self._told("inserted", entry), line_number=line)

    def remove(self, *entries: Entry) -> Told:
        """Remove entries at once; the events after them are treated as by `correct`."""
        self.take_stale()
        self.match.remove(*entries)
        return self._told("withdrawn", entries[-1])

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return self.match.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone change to redo."""
        return self.match.can_redo

    def undo(self) -> Told | None:
        """Undo the last change, an event or a correction; None if there is none."""
        return self._turned(self.match.undo())

    def redo(self) -> Told | None:
        """Redo the change that was undone last; None if there is none."""
        return self._turned(self.match.redo())

    # -- what the watcher is told ----------------------------------------------------------------------

    def _turned(self, part: Part | None) -> Told | None:
        if part is None or part.before is None or part.after is None:
            return None
        self.take_stale()
        was, now = part.before, part.after
        if not now.standing:
            return self._told("withdrawn", now)
        if not was.standing:
            return self._told("restored", now)
        return self._told("corrected", now, before=was.event)

    def _told(
        self,
        what: Literal["tapped", "inserted", "corrected", "withdrawn", "restored", "confirmed"],
        entry: Entry,
        before: Event | None = None,
    ) -> Told:
        return Told(what, entry.event, entry.line, before, self.match.events)
