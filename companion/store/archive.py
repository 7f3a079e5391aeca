"""Every match the app keeps: the one being played, and those before it, each by its number in the store.

One program writes and holds the folder as long as it runs; a second one looks. What the store is, `Store` says; here
it is opened, mended where it is damaged, and filled once with what older versions kept in files. A match that cannot be
read is one sentence, and stays as it is.
"""

from __future__ import annotations

import io
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.locales import N_
from companion.messages import Notice
from companion.store import figures, older_files, players, settings
from companion.store.figures import Figures
from companion.store.kept_match import Kept, Unreadable, read_match, unreadable, when_begun
from companion.store.match_file import Opened
from companion.store.opening import opened_store, readable_store
from companion.store.players import Person
from companion.store.settings import Loaded, Settings
from companion.store.store import PLAYING, WATCHED, Row, Store
from companion.store.stored_match import StoredMatch, check_free
from companion.store.upkeep import Upkeep
from engine.events import Event
from engine.header import Header
from engine.holding import InUse, opened
from engine.record import line_of

__all__ = ["Archive", "Kept", "OpenedMatch", "Unreadable"]

log = logging.getLogger(__name__)

CLAIM = "in-use.lock"
"""The file that the program which plays holds. It stays when the program ends, held by nobody."""
MOST_READ = 60
"""So many matches that were read are remembered, three pages of them; a match takes some 200 KB."""
SPARED = 1.0
"""Seconds that taking older files over may hold up the start; the rest is done beside the play."""


@dataclass(frozen=True)
class OpenedMatch(Opened):
    """A match of the store, being played."""

    journal: StoredMatch


@contextmanager
def archive_in(folder: Path) -> Iterator[Archive]:
    """Claim a folder's matches for a moment; the archive reads only where another program has them."""
    archive = Archive(folder)
    archive.claim()
    try:
        yield archive
    finally:
        archive.let_go()


class Archive:
    """The matches of one folder. No Kivy here; the store is opened when it is first needed."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self.folder, self.clock = folder, clock
        self.reads_only = False
        """Another porrazo plays here: matches are looked at and nothing is written."""
        self._notice: Notice | None = None
        self._upkeep: Upkeep | None = None
        self._claim: io.FileIO | None = None
        self._store: Store | None = None
        self._playing: StoredMatch | None = None
        self._left_over: list[Unreadable] = []
        self._read: dict[int, Kept | Unreadable] = {}
        self._read_at: tuple[int, int] | None = None

    @property
    def notice(self) -> Notice | None:
        """What is wrong with the store, or was when it was opened, if anything."""
        return self._notice or (self._upkeep.notice if self._upkeep is not None else None)

    @property
    def current(self) -> int:
        """The number of the match being played; 0 where none is."""
        return self._playing.number if self._playing is not None else 0

    # -- one writer ------------------------------------------------------------------------------------

    def claim(self) -> bool:
        """Take the folder for this program until it ends, if no other has it; say whether it may be written."""
        if self._claim is None:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._claim = opened(self.folder / CLAIM, os.O_RDWR | os.O_CREAT)
            except InUse:
                log.warning("%s: another porrazo plays here: nothing is written", self.folder)
                self.reads_only = True
                return False
            except OSError:
                pass  # no file can be written there at all, which whoever tries is told
        self.reads_only = False
        return True

    def tend(self) -> None:
        """Have done beside the play what the store needs, where this program has claimed it."""
        if self._claim is not None and self._upkeep is None:
            self._upkeep = Upkeep(self.folder)
            self._upkeep.start()

    def let_go(self) -> None:
        """Let another program have the folder."""
        if self._upkeep is not None:
            self._upkeep.stop()
            self._upkeep = None
        self._close_store()
        if self._claim is not None:
            self._claim.close()
            self._claim = None

    def _check_ours(self) -> None:
        if self.reads_only and not self.claim():
            raise InUse(self.folder)

    # -- the store -------------------------------------------------------------------------------------

    def writing(self) -> Store:
        """Open the store to write it, mended and with older files taken over; OSError where it cannot be."""
        if self._store is None or not self._store.writes:
            self._close_store()
            store, notice = opened_store(self.folder, self.clock(), mends=not self.reads_only)
            self._store = store
            if not self.reads_only:
                self._take_over(store)
            self._notice = notice or self._notice
        return self._store

    def _take_over(self, store: Store) -> None:
        end = time.monotonic() + SPARED
        with suppress(OSError):  # what could not be taken over now will be at the next start
            _, notices = older_files.taken_over(store, lambda: time.monotonic() > end)
            self._left_over = [Unreadable(None, notice) for notice in notices]
            self._notice = notices[0] if notices else None

    def _reading(self) -> Store | None:
        """Open the store to look at it; None where there is nothing to look at, or nothing that can be."""
        if self._store is None and not self.reads_only and self.folder.exists():
            try:
                return self.writing()
            except OSError as error:
                self._notice = _cannot_open(error)
        if self._store is None:
            try:
                self._store = readable_store(self.folder)
            except OSError as error:
                self._notice = _cannot_open(error)
        return self._store

    def _close_store(self) -> None:
        if self._store is not None:
            self._store.close()
        self._store, self._read_at = None, None
        self._read.clear()

    # -- playing ---------------------------------------------------------------------------------------

    def begin(self, header: Header) -> OpenedMatch:
        """Begin a match; the one being played is put by. OSError where it cannot be written."""
        self._check_ours()
        return self._begun(header, PLAYING)

    def begin_apart(self, header: Header) -> OpenedMatch:
        """Begin a match beside the one that may be unfinished. OSError where it cannot be written."""
        return self._begun(header, WATCHED)

    def resume_or_begin(self, header: Header) -> OpenedMatch:
        """Go on with the match that is not finished, or begin one. OSError where it cannot be written."""
        self._check_ours()
        store = self.writing()
        found = next(map(self.read, store.playing()), None)
        if isinstance(found, Kept) and found.winner is None:
            return self._gone_on_with(store, found)
        begun = self._begun(header, PLAYING)
        if not isinstance(found, Unreadable):
            return begun
        line = found.notice.values.get("line", 1)
        log.warning("match %s cannot be read (line %s): it is kept", found.number, line)
        text = N_("The last match could not be read (line {line}); it is kept as match {number}")
        values = {"line": line, "number": found.number or 0}
        return OpenedMatch(begun.journal, begun.header, (), Notice(text, values))

    def _begun(self, header: Header, state: str) -> OpenedMatch:
        store, line = self.writing(), line_of(header)
        aside = self._free(store.playing()) if state == PLAYING else ()
        number = store.begin(line, when_begun(header, (), self.clock()), state, sets_aside=aside)
        log.info("match %d begins (%s)", number, state)
        return self._opened(StoredMatch(store, number, [line]), header, ())

    def _gone_on_with(self, store: Store, found: Kept) -> OpenedMatch:
        if self._playing is not None and self._playing.holds(found.number):
            self._playing.close()
        check_free(self.folder, found.number)
        aside = self._free(number for number in store.playing() if number != found.number)
        store.go_on(found.number, sets_aside=aside)
        log.info("match %d goes on after %d events", found.number, len(found.match.events))
        row = store.row(found.number)
        assert row is not None
        return self._opened(StoredMatch(store, row.number, row.lines), found.header, found.match.events)

    def _opened(self, journal: StoredMatch, header: Header, events: tuple[Event, ...]) -> OpenedMatch:
        self._playing = journal
        return OpenedMatch(journal, header, events)

    def _free(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Give the numbers back; `InUse` where another program is writing one of them."""
        checked = tuple(numbers)
        for number in checked:
            if self._playing is None or not self._playing.holds(number):
                check_free(self.folder, number)
        return checked

    def unfinished(self) -> Kept | Unreadable | None:
        """Look for a match to go on with, however it was begun: the one played last that is not over."""
        store = self._reading()
        for number in store.unfinished() if store is not None else ():
            found = self.read(number)
            if isinstance(found, Unreadable) or found.winner is None:
                return found
        return None

    def resume(self, number: int | None = None) -> OpenedMatch | None:
        """Open the unfinished match, or that of this number, which becomes the one being played.

        None where it cannot be read or is over. OSError where it cannot be written.
        """
        found = self.unfinished() if number is None else self.read(number)
        if not isinstance(found, Kept) or found.winner is not None:
            return None
        self._check_ours()
        return self._gone_on_with(self.writing(), found)

    # -- looking back ----------------------------------------------------------------------------------

    def numbers(self) -> tuple[int, ...]:
        """List all matches in which something happened, the one played last first."""
        store = self._reading()
        try:
            return store.numbers() if store is not None else ()
        except OSError as error:
            self._notice = _cannot_open(error)
            return ()

    def read(self, number: int) -> Kept | Unreadable:
        """Read a match; what was read before is not read again while nothing in the store has changed."""
        store = self._reading()
        try:
            if store is not None and self._read_at != (changes := store.changes):
                self._read.clear()
                self._read_at = changes
            if number not in self._read:
                while len(self._read) >= MOST_READ:
                    self._read.pop(next(iter(self._read)))
                self._read[number] = read_match(store.row(number) if store is not None else None, number)
        except OSError as error:
            return unreadable(number, str(number), error.strerror or str(error))
        return self._read[number]

    def row(self, number: int) -> Row | None:
        """Give a match's lines as they are kept; None where there is none. OSError where they cannot be read."""
        store = self._reading()
        return store.row(number) if store is not None else None

    def matches(self) -> Iterator[Kept | Unreadable]:
        """Read all matches, the one played last first, one at a time: there may be many."""
        return map(self.read, self.numbers())

    @property
    def left_over(self) -> list[Unreadable]:
        """What older versions left that could not be opened, and stays where it is."""
        return list(self._left_over)

    # -- what players have done ------------------------------------------------------------------------

    def owed(self) -> tuple[int, ...]:
        """List the matches whose figures are not kept yet; none where nothing may be written."""
        store = self._reading()
        try:
            return figures.owed(store) if store is not None and store.writes else ()
        except OSError:
            return ()

    def reckon(self, number: int) -> None:
        """Keep a match's figures; where the disk does not take them the match goes on owing them."""
        with suppress(OSError):
            figures.reckon(self.writing(), number)

    def figures(self) -> list[Figures]:
        """Add up what everybody has done, as far as it is kept."""
        store = self._reading()
        try:
            return figures.added_up(store) if store is not None else []
        except OSError as error:
            self._notice = _cannot_open(error)
            return []

    # -- people and settings ---------------------------------------------------------------------------

    def people(self) -> tuple[Person, ...]:
        """List the people remembered, the latest players first."""
        store = self._reading()
        try:
            return players.remembered(store) if store is not None else ()
        except OSError:
            return ()

    def remember(self, people: Iterable[Person]) -> None:
        """Put these people first. OSError where it cannot be written."""
        self._check_ours()
        players.remember(self.writing(), people)

    def settings(self) -> Loaded:
        """Read the settings; the defaults where there are none that can be read."""
        store = self._reading()
        try:
            found = settings.load(store) if store is not None else Loaded(Settings())
        except OSError:
            found = Loaded(Settings(), settings.UNREAD)
        return Loaded(found.settings, found.notice or self._notice)

    def save_settings(self, chosen: Settings) -> None:
        """Keep the settings. OSError where they cannot be written."""
        self._check_ours()
        settings.save(self.writing(), chosen)


def _cannot_open(error: OSError) -> Notice:
    text = N_("The matches kept cannot be opened: {reason}")
    return Notice(text, {"reason": error.strerror or str(error)})
