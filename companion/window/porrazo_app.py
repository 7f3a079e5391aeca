"""The Kivy application: one window, the screens in it, the match being played, and one clock.

What a screen is and what it may ask of the app stands in `companion.window.screen`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

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
from companion.setup.draft import nameless
from companion.store.schema import Damaged, TooNew
from companion.window.preferences import Preferences
from companion.window.screen import AppContext, Screen
from companion.window.stage import FIRST_SCREEN, Stage
from companion.window.widgets.text import language
from engine.header import GAME, Header
from engine.holding import InUse

if TYPE_CHECKING:
    from companion.setup.deck_lesson import Lesson

SCREENS = {
    "start": "start:StartScreen",
    "new_match": "new_match.new_match:NewMatchScreen",
    "table": "table.table:TableScreen",
    "game_table": "games.game_table:GameTableScreen",
    "sheet": "games.reading:SheetScreen",
    "rules": "games.reading:RulesScreen",
    "end": "history.end:EndScreen",
    "replay": "history.replay:ReplayScreen",
    "history": "history.history:HistoryScreen",
    "settings": "settings.settings:SettingsScreen",
    "evenings": "settings.evenings:EveningsScreen",
    "introduction": "introduction.introduction:IntroductionScreen",
    "camera": "camera.camera:CameraScreen",
    "decks": "decks.decks:DecksScreen",
}
"""Every screen by its name: its module in this package and its class."""

TABLES = {GAME: "table"}
"""The screen that is the table of a game, where it has one of its own; the others share one."""
ANY_TABLE = "game_table"

FRAMES_A_SECOND = 30
ESCAPE = 27
"""Also Android's back button."""
F2 = 283
"""Has the screen read aloud."""


class PorrazoApp(App):
    """Opens at Start, or at the table where ``opened`` is a match to go on with at once."""

    title = "Porrazo"
    use_kivy_settings = False

    def __init__(
        self,
        archive: Archive,
        opened: Opened | None = None,
        producer: Producer | None = None,
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        self.archive, self.stills = archive, Stills(archive.folder)
        self.preferences = Preferences(archive, lambda: self.session, self.rebuild)
        self.session = _session(opened, producer) if opened is not None else None
        self.stage: Stage | None = None
        self.lesson: Lesson | None = None
        """The deck that is being learnt, or was and nobody has read yet what came of it."""
        self._watched_by = CameraChoice()
        """What watches a match whose record does not say so itself."""
        self.refused: Notice | None = None
        """Why a match could not be begun or gone on with the last time."""
        self._seated = ""
        """Which screen was made as the table."""
        self.introduces = False
        """Whether to open at the introduction: nobody has played here yet."""
        self._demonstrates = False
        """Whether the match on the table is the clip's."""
        self._over = self._won
        self._end = Clock.create_trigger(self._show_end, theme.BEFORE_THE_END)

    # -- screens ---------------------------------------------------------------------------------------

    def build(self) -> Stage:
        """Build the stage, with Start or the table on it."""
        self.preferences.begin()
        Window.clearcolor = theme.FELT_BOTTOM
        self.stage = Stage(self._make)
        self.go("table" if self.session is not None else FIRST_SCREEN)
        if self.introduces:
            self.go("introduction")
        return self.stage

    def _make(self, name: str) -> Screen:
        context: AppContext = self
        if name == "table":
            name = self._seated = self._table
        module, _, kind = SCREENS[name].partition(":")
        screen: Screen = getattr(import_module(f"companion.window.{module}"), kind)(context)
        return screen

    @property
    def screen(self) -> Screen | None:
        """The screen in front."""
        return self.stage.front if self.stage is not None else None

    @property
    def showing(self) -> str:
        """The name of the screen in front."""
        return self.stage.name if self.stage is not None else ""

    def has(self, name: str) -> bool:
        """Say whether this version has a screen of this name."""
        return name in SCREENS

    def go(self, name: str, **what: object) -> None:
        """Bring a screen to the front; the table is that of the game that is being played."""
        if self.stage is not None:
            if name == "table" and self._seated != self._table:
                self.stage.forget(name)
            self.stage.go(name, what)

    @property
    def _table(self) -> str:
        return TABLES.get(self.session.header.game, ANY_TABLE) if self.session is not None else ANY_TABLE

    def back(self) -> None:
        """Go to the screen before."""
        if self.stage is not None:
            self.stage.back()

    def rebuild(self) -> None:
        """Make every screen anew: colours or sizes have changed."""
        Window.clearcolor = theme.FELT_BOTTOM
        if self.stage is not None:
            self.stage.rebuild()

    def open_settings(self, *_: object) -> bool:
        """Keep Kivy's own settings, which F1 would open, off the table."""
        return False

    # -- running ---------------------------------------------------------------------------------------

    def on_start(self) -> None:
        """Start watching once there is something to draw on."""
        language.fbind("tr", self.changed)
        Window.bind(on_keyboard=self._on_key)
        Clock.schedule_interval(self._mend, 1)
        self.archive.tend()
        self._start_watching()

    def on_stop(self) -> None:
        """Let go of the camera and of what would outlive the window."""
        language.funbind("tr", self.changed)
        Window.unbind(on_keyboard=self._on_key)
        if self.screen is not None:
            self.screen.hidden()
        self._leave_session()
        Clock.unschedule(self._mend)
        self._settle()
        if self.session is not None:
            self.session.close()
        if self.lesson is not None:
            self.lesson.stop()
        self.preferences.end()
        self.archive.let_go()

    def _on_key(self, _window: object, key: int, *_: object) -> bool:
        if key == ESCAPE:
            self.back()
        elif key == F2:
            self.read_aloud()
        return key in (ESCAPE, F2)

    def read_aloud(self) -> None:
        """Say what the screen in front says."""
        from companion.window.reading_aloud import said_on

        if self.screen is not None:
            self.preferences.read_aloud(said_on(self.screen, language.tr))

    def tick(self, _seconds: float) -> None:
        """Take in what the watcher posted and draw it, whichever screen is in front."""
        changed = self.session is not None and self.session.drain()
        if changed and self.session is not None and self.preferences.settings.stills:
            self.stills.keep(self.session.match, self.session.picture)
        if self.screen is not None:
            self.screen.tick()
        if changed:
            self.changed()

    # -- the match -------------------------------------------------------------------------------------

    def changed(self, *_: object) -> None:
        """Show what has changed; when somebody has just won, show the end a moment later."""
        won = self._won
        if won and not self._over:
            self._end()
        elif not won:
            self._end.cancel()
        self._over = won
        self.preferences.told()
        if self.screen is not None:
            self.screen.refresh()

    def begin(self, header: Header) -> bool:
        """Begin a match; the one before is kept. False, and a notice on it, where no file can be written."""
        self._end_demonstration()
        self._settle()
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
        self._settle()
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
        self._settle()
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
        from companion.pipeline.table_watch import TableWatch

        self.watch(TableWatch(choice, session.header, session.match.events))

    def _settle(self) -> None:
        """Write down what is still waiting to be written, before the record's file changes hands."""
        if self.session is not None:
            self.session.settle()

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

    def _show_end(self, _seconds: float) -> None:
        if self.screen is not None and self.screen.asks:
            self._end()
        elif self.has("end") and self.showing == "table":
            self.go("end")


def fresh_header(players: int = 2) -> Header:
    """Give the header of a match among so many players without names."""
    return Header(tuple(nameless(language.tr)[:players]))


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
