"""What happened in one match, in order, whoever said so; what people changed of it, and could change back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.entries import Entry, adopted, found, place_of, rewritten, tapped_already
from companion.folding import folded, mended, refused
from companion.messages import EventUnderstood, Told
from engine.events import Event, IllegalPlay
from engine.header import Header
from engine.porrazo.game import Match


@dataclass(frozen=True)
class Part:
    """An entry as it stood before a change and after it; None: it did not stand there."""

    before: Entry | None
    after: Entry | None

    @property
    def key(self) -> int:
        """The entry's key."""
        entry = self.before or self.after
        assert entry is not None
        return entry.key

    @property
    def reverse(self) -> "Part":
        """The way back."""
        return Part(self.after, self.before)


Change = tuple[Part, ...]
"""What one tap, or one event of the watcher's, changed; the first part is what it was about."""


class Ledger:
    """The entries of a match and the `Match` that they make. Any change is scored through at once."""

    def __init__(self, header: Header, events: Sequence[Event] = ()) -> None:
        self.header = header
        self.entries = [Entry(event, number) for number, event in enumerate(events, start=1)]
        self.match = Match(header)
        for event in events:
            self.match.add(event)
        self._done: list[Change] = [(Part(None, entry),) for entry in self.entries]
        self._undone: list[Change] = []
        self.stale = False
        """The watcher has changed its mind, and the match has not been scored anew since."""

    @property
    def left_out(self) -> int:
        """How many entries the rules do not allow."""
        return sum(entry.standing and not entry.fits for entry in self.entries)

    def entry_of(self, line: int) -> Entry:
        """Find the entry behind the match's event of this line (the first event's is 1)."""
        counting = (entry for entry in self.entries if entry.counts)
        return next(entry for number, entry in enumerate(counting, start=1) if number == line)

    # -- what happens ----------------------------------------------------------------------------------

    def add(self, event: Event, line: int | None = None) -> Told:
        """Add an event to the end; IllegalPlay where the rules refuse it (a watcher's is kept all the same)."""
        self.settle()
        entry = Entry(event, line, sure=line is None)
        try:
            self.match.add(event)
        except IllegalPlay:
            if line is not None:
                self.entries.append(replace(entry, fits=False))
            raise
        self.entries.append(entry)
        self._did((Part(None, entry),))
        return self._told("tapped", entry)

    def understood(self, message: EventUnderstood) -> bool:
        """Take in what the watcher says; True if it is a new event at the end. IllegalPlay as in `add`."""
        at = place_of(self.entries, message.line_number)
        if at is not None:
            self.entries = rewritten(self.entries, at, message)
            self.stale = True
        elif not message.withdrawn:
            tapped = tapped_already(self.entries, len(self.entries), message.event)
            if tapped is None:
                self.add(message.event, message.line_number)
                return True
            self.entries[tapped] = adopted(self.entries[tapped], message)
            self.stale = True
        return False

    def settle(self) -> bool:
        """Score everything anew where the watcher has changed its mind; say whether it had."""
        stale = self.stale
        if stale:
            self._fold()
        return stale

    def _fold(self) -> None:
        self.match, self.entries = folded(self.header, self.entries)
        self.stale = False

    # -- what people put right -------------------------------------------------------------------------

    def correct(self, entry: Entry, event: Event) -> Told:
        """Put another event in the place of an entry's; IllegalPlay, and no change, if it is impossible there.

        Whatever follows is scored anew. What becomes impossible is mended, or else left out.
        """
        at = self._place(entry)
        self._check(at, event)
        again = replace(entry, event=event, standing=True, fits=True, sure=True)
        self._rewrite([*self.entries[:at], again, *self.entries[at + 1 :]], at + 1, Part(entry, again))
        return self._told("corrected", again, before=entry.event)

    def confirm(self, entry: Entry, event: Event) -> Told:
        """Let an entry stand as it is; ``event`` is the same one, marked as sure."""
        return replace(self.correct(entry, event), what="confirmed", before=None)

    def insert(self, before: Entry | None, event: Event) -> Told:
        """Put an event before an entry (None: at the end); else as `correct`."""
        at = len(self.entries) if before is None else self._place(before)
        self._check(at, event)
        entry = Entry(event, sure=True)
        self._rewrite([*self.entries[:at], entry, *self.entries[at:]], at + 1, Part(None, entry))
        line = next((later.line for later in self.entries[at:] if later.line is not None), None)
        return replace(self._told("inserted", entry), line_number=line)

    def remove(self, entry: Entry) -> Told:
        """Take an entry out; what follows is dealt with as by `correct`."""
        at = self._place(entry)
        gone = replace(entry, standing=False)
        self._rewrite([*self.entries[:at], gone, *self.entries[at + 1 :]], at + 1, Part(entry, None))
        return self._told("withdrawn", entry)

    def _place(self, entry: Entry) -> int:
        at = found(self.entries, entry.key)
        assert at is not None, "the screen shows only entries that are there"
        return at

    def _check(self, at: int, event: Event) -> None:
        self.settle()
        wrong = refused(self.header, self.entries, at, event)
        if wrong is not None:
            raise wrong

    def _rewrite(self, entries: list[Entry], start: int, part: Part) -> None:
        """Take these entries, those from ``start`` on mended, and remember the way back."""
        self.entries = mended(self.header, entries, start)
        moved = (
            Part(old, new) for old, new in zip(entries, self.entries, strict=True) if old.event != new.event
        )
        self._did((part, *moved))
        self._fold()

    # -- undo and redo ---------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change, taken back, to make again."""
        return bool(self._undone)

    def undo(self) -> Told | None:
        """Take back the last change, an event or a correction; None where there is none."""
        return self._step(self._done, self._undone, back=True)

    def redo(self) -> Told | None:
        """Make the change taken back last again; None where there is none."""
        return self._step(self._undone, self._done, back=False)

    def _step(self, source: list[Change], to: list[Change], *, back: bool) -> Told | None:
        while source:
            change = source.pop()
            parts = [part.reverse for part in change] if back else list(change)
            told = self._applied(parts)
            if told is not None:
                to.append(change)
                return told
        return None

    def _applied(self, parts: list[Part]) -> Told | None:
        """Make a change; None if the watcher has taken back meanwhile what it is about."""
        if found(self.entries, parts[0].key) is None:
            return None
        first = self.entries[self._place_of(parts[0])]
        for part in parts:
            at = found(self.entries, part.key)
            if at is not None:
                self.entries[at] = _moved(self.entries[at], part)
        self._fold()
        now = self.entries[self._place_of(parts[0])]
        if parts[0].after is None:
            return self._told("withdrawn", now)
        if parts[0].before is None:
            return self._told("restored", now)
        return self._told("corrected", now, before=first.event)

    def _place_of(self, part: Part) -> int:
        at = found(self.entries, part.key)
        assert at is not None
        return at

    def _did(self, change: Change) -> None:
        self._done.append(change)
        self._undone.clear()

    def _told(
        self,
        what: Literal["tapped", "inserted", "corrected", "withdrawn", "restored", "confirmed"],
        entry: Entry,
        before: Event | None = None,
    ) -> Told:
        return Told(what, entry.event, entry.line, before, self.match.events)


def _moved(entry: Entry, part: Part) -> Entry:
    """Give an entry as it stands after a part of a change, wherever the watcher counts it by now."""
    if part.after is None:
        return replace(entry, standing=False)
    if part.before is None:
        return replace(entry, standing=True, fits=True)
    after = part.after
    return replace(entry, event=after.event, standing=after.standing, fits=True, sure=after.sure)
