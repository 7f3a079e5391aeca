"""Every match the app keeps: the one being played, and those before it, each by its number in the store.

What the store is, `Store` says; who may write it, `OneWriter`. A match that cannot be read is one sentence, and stays
as it is.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from companion.archive import figures, named_records, players, settings
from companion.archive.figures import Figures
from companion.archive.kept_match import Kept, Unreadable, read_match, unreadable, when_begun
from companion.archive.match_file import Opened
from companion.archive.named_records import KeptInFile, OpenedNamed
from companion.archive.one_writer import OneWriter, cannot_open
from companion.archive.players import Person
from companion.archive.settings import CameraChoice, Loaded, Settings
from companion.archive.stored_match import StoredMatch, check_free
from companion.locales import N_
from companion.messages import Notice
from companion.store.store import PLAYING, WATCHED, Row, Store
from engine.events import Event
from engine.header import GAME, Header
from engine.record import line_of

__all__ = ["Archive", "Kept", "OpenedMatch", "Unreadable", "cannot_open"]

log = logging.getLogger(__name__)

MOST_READ = 60
"""So many matches that were read are remembered, three pages of them; a match takes some 200 KB."""


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


class Archive(OneWriter):
    """The matches of one folder. No Kivy here."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        super().__init__(folder, clock)
        self._playing: StoredMatch | None = None
        self._read: dict[int, Kept | Unreadable] = {}
        self._read_at: tuple[int, int] | None = None

    @property
    def current(self) -> int:
        """The number of the match being played; 0 where none is."""
        return self._playing.number if self._playing is not None else 0

    def _close_store(self) -> None:
        super()._close_store()
        self._read_at = None
        self._read.clear()

    # -- playing ---------------------------------------------------------------------------------------

    def begin(self, header: Header) -> OpenedMatch:
        """Begin a match; the one being played is put by. OSError where it cannot be written."""
        self.check_ours()
        return self._begun(header, PLAYING)

    def begin_apart(self, header: Header) -> OpenedMatch:
        """Begin a match beside the one that may be unfinished. OSError where it cannot be written."""
        return self._begun(header, WATCHED)

    def resume_or_begin(self, header: Header) -> OpenedMatch:
        """Go on with the match that is not finished, or begin one. OSError where it cannot be written."""
        self.check_ours()
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
        opened = self._opened(StoredMatch(store, row.number, row.lines), found.header, found.match.events)
        if not found.hurt:
            return opened
        log.warning("match %d: lines %s make no sense", found.number, found.hurt)
        opened.journal.rewrite(found.header, list(found.match.events))
        return replace(opened, notice=hurt_lines(found))

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
        store = self.reading()
        if store is None:
            return None
        kept = next((each for each in map(self.read, store.unfinished()) if _may_go_on(each)), None)
        in_file = next(self.in_files(), None)
        if in_file is None or (kept is not None and store.place(kept.number or 0) > in_file.named.place):
            return kept
        return in_file

    def in_files(self) -> Iterator[KeptInFile]:
        """Give the unfinished matches in files that the user named, the one played last first."""
        store = self.reading()
        try:
            yield from named_records.unfinished(store) if store is not None else ()
        except OSError as error:
            self._notice = cannot_open(error)

    def resume(self, number: int | None = None) -> OpenedMatch | OpenedNamed | None:
        """Open the unfinished match, or that of this number, which becomes the one being played.

        None where it cannot be read or is over. OSError where it cannot be written.
        """
        found = self.unfinished() if number is None else self.read(number)
        if not isinstance(found, Kept) or found.winner is not None:
            return None
        self.check_ours()
        if isinstance(found, KeptInFile):
            return self._gone_on_in_its_file(found)
        return self._gone_on_with(self.writing(), found)

    def _gone_on_in_its_file(self, found: KeptInFile) -> OpenedNamed | None:
        with suppress(ValueError):  # it has become another match since it was offered
            opened = named_records.gone_on_with(self.writing(), found)
            self._playing = None
            return opened
        return None

    def note_file(self, path: Path, camera: CameraChoice) -> None:
        """Remember that a match is being written into a file that the user named. OSError where it cannot be."""
        named_records.note(self.writing(), path, camera)

    def forget_file(self, path: Path) -> None:
        """Offer the match in this file no more. OSError where the store cannot be written."""
        named_records.forget(self.writing(), path)

    # -- looking back ----------------------------------------------------------------------------------

    def numbers(self) -> tuple[int, ...]:
        """List all matches in which something happened, the one played last first."""
        store = self.reading()
        try:
            return store.numbers() if store is not None else ()
        except OSError as error:
            self._notice = cannot_open(error)
            return ()

    def read(self, number: int) -> Kept | Unreadable:
        """Read a match; what was read before is not read again while nothing in the store has changed."""
        store = self.reading()
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
        store = self.reading()
        return store.row(number) if store is not None else None

    def matches(self) -> Iterator[Kept | Unreadable]:
        """Read all matches, the one played last first, one at a time: there may be many."""
        return map(self.read, self.numbers())

    # -- what players have done ------------------------------------------------------------------------

    def owed(self) -> tuple[int, ...]:
        """List the matches whose figures are not kept yet; none where nothing may be written."""
        store = self.reading()
        try:
            return figures.owed(store) if store is not None and store.writes else ()
        except OSError:
            return ()

    def reckon(self, number: int) -> None:
        """Keep a match's figures; where the disk does not take them the match goes on owing them."""
        with suppress(OSError):
            figures.reckon(self.writing(), number)

    def figures(self, game: str = GAME) -> list[Figures]:
        """Add up what everybody has done in one game, as far as it is kept."""
        store = self.reading()
        try:
            return figures.added_up(store, game) if store is not None else []
        except OSError as error:
            self._notice = cannot_open(error)
            return []

    # -- people and settings ---------------------------------------------------------------------------

    def people(self) -> tuple[Person, ...]:
        """List the people remembered, the latest players first."""
        store = self.reading()
        try:
            return players.remembered(store) if store is not None else ()
        except OSError:
            return ()

    def remember(self, people: Iterable[Person]) -> None:
        """Put these people first. OSError where it cannot be written."""
        self.check_ours()
        players.remember(self.writing(), people)

    def settings(self) -> Loaded:
        """Read the settings; the defaults where there are none that can be read."""
        store = self.reading()
        try:
            found = settings.load(store) if store is not None else Loaded(Settings())
        except OSError:
            found = Loaded(Settings(), settings.SETTINGS_UNREAD)
        return Loaded(found.settings, found.notice or self._notice)

    def save_settings(self, chosen: Settings) -> None:
        """Keep the settings. OSError where they cannot be written."""
        self.check_ours()
        settings.save(self.writing(), chosen)


def _may_go_on(found: Kept | Unreadable) -> bool:
    return isinstance(found, Unreadable) or found.winner is None


def hurt_lines(found: Kept) -> Notice:
    """Say which lines of a match make no sense."""
    if len(found.hurt) == 1:
        return Notice(
            N_("Line {line} of the match makes no sense and is left out or put right: check the score"),
            {"line": found.hurt[0]},
        )
    text = N_(
        "{count} lines of the match make no sense and are left out or put right, line {line} first: check the score"
    )
    return Notice(text, {"count": len(found.hurt), "line": found.hurt[0]})
