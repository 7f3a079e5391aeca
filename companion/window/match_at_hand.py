"""The match at hand: begun, gone on with, watched, let go of; one at a time, and nothing that draws."""

from __future__ import annotations

from kivy.clock import Clock

from companion import theme
from companion.archive.archive import Archive, Kept, Unreadable, cannot_open
from companion.archive.match_file import Opened
from companion.archive.named_records import OpenedNamed
from companion.archive.settings import CameraChoice, watched_by
from companion.archive.stills import Stills
from companion.locales import N_
from companion.messages import READS_ONLY, Notice
from companion.record import match_summary
from companion.record.session import Producer, Session
from companion.store.schema import Damaged, TooNew
from companion.window.preferences import Preferences
from engine.header import Header
from engine.holding import InUse

FRAMES_A_SECOND = 30


class MatchAtHand:
    """What the app does with its match; whoever is the app says what `changed`, `go`, `tick` and `_show_end` do."""

    preferences: Preferences

    def __init__(self, archive: Archive, opened: Opened | None, producer: Producer | None) -> None:
        self.archive, self.stills = archive, Stills(archive.folder)
        self.session = _session(opened, producer) if opened is not None else None
        self._watched_by = CameraChoice()
        """What watches a match whose record does not say so itself."""
        self.refused: Notice | None = None
        """Why a match could not be begun or gone on with the last time."""
        self._demonstrates = False
        """Whether the match on the table is the clip's."""
        self._over = self._won
        """Whether it was won when it was shown last."""
        self._end = Clock.create_trigger(self._show_end, theme.BEFORE_THE_END)

    def changed(self, *_: object) -> None:
        """Show what has changed."""

    def go(self, name: str, **what: object) -> None:
        """Bring a screen to the front."""

    def tick(self, _seconds: float) -> None:
        """Take in what the watcher posted."""

    def _show_end(self, _seconds: float) -> None:
        """Show the end of a match that was won a moment ago."""

    def begin(self, header: Header) -> bool:
        """Begin a match; the one before is kept. False, and a notice on it, where no file can be written."""
        self._end_demonstration()
        self._write_again()
        self.refused = None
        try:
            opened = self.archive.begin(header)
        except OSError as error:
            self.refused = _refused(error)
            if self.session is not None:
                self.session.notice = Notice("{reason}", {"reason": error.strerror or str(error)})
            return False
        self._take(opened)
        self.stills.prune()
        return True

    def demonstrate(self, clip: str) -> None:
        """Watch a clip being played, at the table; nothing of it is kept, and Start ends it."""
        from companion.pipeline.table_watch import TableWatch
        from companion.window.history.replay import NoJournal

        header = Header(("Ana", "Beto"), options={"declarations": "automatic"}, extra={"entry": "camera"})
        self._write_again()
        self._take(Opened(NoJournal(), header, ()))
        self._demonstrates = True
        self.watch(TableWatch(CameraChoice(clip), header))
        self.go("table")

    def _end_demonstration(self) -> None:
        """The match shown is no match of these people's: forget it."""
        if self._demonstrates:
            self._leave_session()
            self.session, self._demonstrates = None, False

    def unfinished(self) -> Kept | Unreadable | None:
        """Look for a match to go on with: the one being played, else the archive's."""
        self._end_demonstration()
        if self.session is not None and not self._won:
            return Kept(self.archive.current, self.session.match, self.archive.clock())
        return self.archive.unfinished()

    def resume(self, number: int | None = None) -> bool:
        """Go on with the match that is not finished, or that of this number; False where that cannot be."""
        if (
            self.session is not None
            and not self._won
            and (number is None or self.session.written.is_kept_as(number))
        ):
            return True
        self._write_again()
        self.refused = None
        try:
            opened = self.archive.resume(number)
        except OSError as error:
            self.refused, opened = _refused(error), None
        if opened is None:
            return False
        self._take(opened)
        return True

    def watch(self, producer: Producer | None) -> None:
        """Let something watch the match being played from now on; None: nothing does any more."""
        session = self.session
        if session is None:
            return
        self._leave_session()
        self.session = Session(
            session.header, session.written.keeper, session.match.events, producer, clock=session.clock
        )
        self._start_watching()
        self.changed()

    def look(self) -> None:
        """Let the match's own camera watch, or the one chosen last, where this match is one to be watched."""
        session, choice = self.session, self._watched_by
        if session is None or not (choice.source or match_summary.entry_of(session.match) == "camera"):
            return
        if not choice.source:
            choice = watched_by(session.header)
        if not choice.source:
            choice = self.preferences.settings.camera
        if not choice.source:
            return
        from companion.pipeline.starting import table_for
        from companion.pipeline.table_watch import TableWatch

        table = table_for(session.header, self.preferences.settings.spanish)
        self.watch(TableWatch(choice, session.header, session.match.events, table))

    def _write_again(self) -> None:
        """Write down what is still waiting to be written, before the record's file changes hands."""
        if self.session is not None:
            self.session.write_again()

    def _mend(self, _seconds: float) -> None:
        if self.session is not None and self.session.mend():
            self.changed()

    def _take(self, opened: Opened) -> None:
        self._leave_session()
        if self.session is not None:
            self.session.close()
        self.session = _session(opened, None)
        self._watched_by = opened.camera if isinstance(opened, OpenedNamed) else CameraChoice()
        self._over = self._won
        self.preferences.show_pack()

    def _start_watching(self) -> None:
        if self.session is not None and self.session.producer is not None:
            if not self._demonstrates:
                self.preferences.offer_evening(self.session.producer)
            self.session.start()
            Clock.schedule_interval(self.tick, 1 / FRAMES_A_SECOND)

    def _leave_session(self) -> None:
        self._end.cancel()
        Clock.unschedule(self.tick)
        if self.session is not None:
            self.session.stop()

    @property
    def _won(self) -> bool:
        return self.session is not None and match_summary.as_it_stands(self.session.match).winner is not None


def _refused(error: OSError) -> Notice:
    """Say why a match cannot be begun or gone on with."""
    if isinstance(error, InUse):
        return READS_ONLY
    if isinstance(error, Damaged | TooNew):
        return cannot_open(error)
    return Notice(N_("The match cannot be written down: is the disk full?"))


def _session(opened: Opened, producer: Producer | None) -> Session:
    session = Session(opened.header, opened.journal, opened.events, producer)
    session.notice = opened.notice
    return session
