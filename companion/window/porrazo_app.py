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
from companion.archive.archive import Archive
from companion.archive.match_file import Opened
from companion.record.session import Producer
from companion.setup.draft import nameless
from companion.window.match_at_hand import MatchAtHand
from companion.window.preferences import Preferences
from companion.window.screen import AppContext, Screen
from companion.window.stage import FIRST_SCREEN, Stage
from companion.window.tables import table_of
from companion.window.widgets.text import language
from engine.header import Header

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

ESCAPE = 27
"""Also Android's back button."""
F2 = 283
"""Has the screen read aloud."""


class PorrazoApp(MatchAtHand, App):
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
        App.__init__(self, **kwargs)
        self.preferences = Preferences(archive, lambda: self.session, self.rebuild)
        MatchAtHand.__init__(self, archive, opened, producer)
        self.stage: Stage | None = None
        self.lesson: Lesson | None = None
        """The deck that is being learnt, or was and nobody has read yet what came of it."""
        self._seated = ""
        """Which screen was made as the table."""
        self.introduces = False
        """Whether to open at the introduction: nobody has played here yet."""

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

    def go(self, name: str, **what: object) -> None:
        """Bring a screen to the front; the table is that of the game that is being played."""
        if self.stage is not None:
            if name == "table" and self._seated != self._table:
                self.stage.forget(name)
            self.stage.go(name, what)

    @property
    def _table(self) -> str:
        return table_of(self.session.header if self.session is not None else None)

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
        self._write_again()
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

    def _show_end(self, _seconds: float) -> None:
        if self.screen is not None and self.screen.asks:
            self._end()
        elif self.showing == "table":
            self.go("end")


def fresh_header(players: int = 2) -> Header:
    """Give the header of a match among so many players without names."""
    return Header(tuple(nameless(language.tr)[:players]))
