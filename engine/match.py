"""A match as people or a watcher tell it: every event can be corrected, undone and redone.

This is the only edit history: what people tap and what a camera reports go through it alike, in every game.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Generic

from engine.entry import Change, Entry, Part, found, moved
from engine.events import Event, IllegalPlay
from engine.game import Game, Outcome, P, S
from engine.games import game_called
from engine.header import Header


class Match(Generic[P, S]):
    """One match of the game that its header names; ValueError for a header that the game does not know.

    ``entries`` are all events that were told, in order; those that count are its ``events``. After a change
    everything that follows is scored anew. Undo and redo work on changes, not events: what one tap did is
    undone at once.
    """

    def __init__(self, header: Header) -> None:
        self.game: Game[P, S] = game_called(header.game)
        self.header = header
        self.entries: list[Entry] = []
        self._outcomes: list[Outcome[P, S]] = [Outcome(self.game.start(header))]
        self._done: list[Change] = []
        self._undone: list[Change] = []
        self._set_aside: dict[int, Entry] = {}
        """Undone entries at the end that have no watcher's number, by key; redo brings them back."""

    # -- what holds ------------------------------------------------------------------------------------

    @property
    def position(self) -> P:
        """The position of the match now."""
        return self._outcomes[-1].position

    @property
    def settled(self) -> Outcome[P, S]:
        """What holds if nothing more comes."""
        return self.game.settled(self.position)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that count, in order."""
        return tuple([entry.event for entry in self.entries if entry.standing and entry.fits])

    @property
    def outcomes(self) -> tuple[Outcome[P, S], ...]:
        """The outcome of the header (the first) and of each event after it."""
        return tuple(self._outcomes)

    @property
    def scores_made(self) -> tuple[S, ...]:
        """All scores so far, in the order in which they were paid."""
        return tuple([score for outcome in self._outcomes for score in outcome.made])

    @property
    def left_out(self) -> int:
        """How many entries the rules do not allow."""
        return sum(entry.standing and not entry.fits for entry in self.entries)

    def steps(self) -> Iterator[tuple[Event | None, Outcome[P, S]]]:
        """Give the outcome of the header, of each event, and of the record's end."""
        yield None, self._outcomes[0]
        yield from zip(self.events, self._outcomes[1:], strict=True)
        yield None, self.settled

    def entry(self, line: int) -> Entry:
        """Return the entry of the match's event with this line number; IndexError if there is none.

        The first event has line number 1.
        """
        counting = [entry for entry in self.entries if entry.counts]
        if not 1 <= line <= len(counting):
            raise IndexError(f"there is no event {line}")
        return counting[line - 1]

    def place(self, entry: Entry) -> int:
        """Return an entry's index among all entries; IndexError if it is gone."""
        at = found(self.entries, entry.key)
        if at is None:
            raise IndexError("there is no such event any more")
        return at

    def before(self, at: int) -> P:
        """Return the position before the entry at this index."""
        return self._outcomes[self._counted(at)].position

    # -- what happens ----------------------------------------------------------------------------------

    def add(self, event: Event, line: int | None = None) -> tuple[S, ...]:
        """Add an event to the end and return the scores that become due.

        IllegalPlay if the rules refuse it; an event of the watcher (with ``line``) is kept all the same.
        """
        entry = Entry(event, line, sure=line is None)
        try:
            outcome = self.game.after(self.position, event)
        except IllegalPlay:
            if line is not None:
                self.entries.append(replace(entry, fits=False))
            raise
        self.entries.append(entry)
        self._outcomes.append(outcome)
        self._did((Part(None, entry),))
        return outcome.made

    def retell(self, entries: Iterable[Entry]) -> None:
        """Replace the entries by these, since the watcher has changed its mind; this cannot be undone."""
        told = list(entries)
        pairs = enumerate(zip(self.entries, told, strict=False))
        same = min(len(self.entries), len(told))
        start = next((at for at, (old, new) in pairs if old is not new), same)
        self._cut(start)
        self.entries = told
        self._fold(start)

    # -- what people put right -------------------------------------------------------------------------

    def correct(self, entry: Entry, event: Event) -> Entry:
        """Replace an entry's event by another and return the new entry; if it is refused, nothing changes.

        Everything after it is scored anew. An event that becomes impossible is put right if the game knows
        how, and is left out otherwise. IllegalPlay if the new event itself is impossible there.
        """
        at = self.place(entry)
        self.game.after(self.before(at), event)
        again = replace(entry, event=event, standing=True, fits=True, sure=True)
        self._change([*self.entries[:at], again, *self.entries[at + 1 :]], at, Part(entry, again))
        return again

    def insert(self, before: Entry | None, event: Event) -> Entry:
        """Insert an event before an entry (None: at the end); otherwise as `correct`."""
        at = len(self.entries) if before is None else self.place(before)
        self.game.after(self.before(at), event)
        entry = Entry(event, sure=True)
        self._change([*self.entries[:at], entry, *self.entries[at:]], at, Part(None, entry))
        return entry

    def remove(self, *entries: Entry) -> None:
        """Remove entries, in one change; what follows is treated as by `correct`."""
        places = {self.place(entry): entry for entry in entries}
        kept = [
            replace(entry, standing=False) if at in places else entry for at, entry in enumerate(self.entries)
        ]
        self._change(kept, min(places), *(Part(entry, None) for entry in entries))

    # -- undo and redo ---------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone change to redo."""
        return bool(self._undone)

    def undo(self) -> Part | None:
        """Undo the last change, an event or a correction.

        Returns the entry that it was about, before and after; None if there is no change.
        """
        return self._step(self._done, self._undone, back=True)

    def redo(self) -> Part | None:
        """Redo the change that was undone last; otherwise as `undo`."""
        return self._step(self._undone, self._done, back=False)

    def _step(self, source: list[Change], to: list[Change], *, back: bool) -> Part | None:
        while source:
            change = source.pop()
            applied = self._applied([Part(part.after, part.before) for part in change] if back else change)
            if applied is not None:
                to.append(change)
                return applied
        return None

    def _applied(self, parts: Sequence[Part]) -> Part | None:
        """Make a change; None if the watcher has taken back meanwhile what it is about."""
        key, entries = parts[0].key, self.entries
        if key in self._set_aside:
            entries.append(self._set_aside.pop(key))
        first = found(entries, key)
        if first is None:
            return None
        places = [(found(entries, part.key), part) for part in parts]
        standing = [(at, part) for at, part in places if at is not None]
        was, start = entries[first], min(at for at, _ in standing)
        self._cut(start)
        for at, part in standing:
            entries[at] = moved(entries[at], part)
        self._fold(start)
        now = entries[first]
        if parts[0].after is None and now.line is None and first == len(entries) - 1:
            self._set_aside[key] = entries.pop()
        return Part(was, now)

    def _did(self, change: Change) -> None:
        self._done.append(change)
        self._undone.clear()
        self._set_aside.clear()

    # -- scoring anew ----------------------------------------------------------------------------------

    def _change(self, entries: list[Entry], at: int, *parts: Part) -> None:
        """Replace the entries, put right those after index ``at``, and remember how to undo this."""
        self._cut(at)
        self.entries = list(entries)
        self._fold(at, put_right=at + 1)
        pairs = zip(entries, self.entries, strict=True)
        self._did((*parts, *(Part(old, new) for old, new in pairs if old.event is not new.event)))

    def _counted(self, at: int) -> int:
        """Return how many entries before this index count."""
        return len(self._outcomes) - 1 - sum([entry.standing and entry.fits for entry in self.entries[at:]])

    def _cut(self, start: int) -> None:
        """Drop the outcomes of the entries from this index on."""
        del self._outcomes[self._counted(start) + 1 :]

    def _fold(self, start: int, put_right: int | None = None) -> None:
        """Score the entries from index ``start`` on.

        Entries from ``put_right`` on that were possible and no longer are, are put right if the game knows
        how.
        """
        for at in range(start, len(self.entries)):
            entry = self.entries[at]
            if not entry.standing:
                continue
            fits, event = self._follows(entry.event), entry.event
            if not fits and put_right is not None and at >= put_right and entry.fits:
                others = self.game.otherwise(self.position, event)
                event = next((other for other in others if self._follows(other)), event)
                fits = event is not entry.event
            if fits != entry.fits or event is not entry.event:
                self.entries[at] = replace(entry, event=event, fits=fits)

    def _follows(self, event: Event) -> bool:
        """Add the outcome of an event if the rules allow it; return whether they do."""
        try:
            self._outcomes.append(self.game.after(self.position, event))
        except IllegalPlay:
            return False
        return True


AnyMatch = Match[Any, Any]
"""A match, when nothing is known about its game."""
