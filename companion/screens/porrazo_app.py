"""The Kivy application: one window, one `Session`, one clock that takes in what the watcher posted."""

from collections.abc import Callable

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from companion import theme
from companion.match_file import Opened
from companion.messages import Notice
from companion.screens.table import TableScreen
from companion.session import Producer, Session
from companion.widgets.language import language
from engine.record import Header

FRAMES_A_SECOND = 30


class PorrazoApp(App):
    """Shows the match that was opened. ``begin`` opens another one, for as many players as are asked for."""

    title = "Porrazo"
    use_kivy_settings = False

    def __init__(
        self,
        opened: Opened,
        begin: Callable[[Header], Opened],
        producer: Producer | None = None,
        **kwargs: object,
    ) -> None:
        super().__init__(**kwargs)
        self.begin = begin
        self.session = _session(opened, producer)
        self.screen: TableScreen | None = None

    def build(self) -> TableScreen:
        """Build the one screen."""
        Window.clearcolor = theme.FELT_BOTTOM
        self.screen = TableScreen(self.session, self.new_match)
        return self.screen

    def open_settings(self, *_: object) -> bool:
        """Keep Kivy's own settings, which F1 would open, off the table."""
        return False

    def on_start(self) -> None:
        """Start watching once there is something to draw on."""
        self.session.start()
        if self.session.producer is not None:
            Clock.schedule_interval(self.tick, 1 / FRAMES_A_SECOND)

    def on_stop(self) -> None:
        """Let go of the camera."""
        Clock.unschedule(self.tick)
        self.session.stop()

    def tick(self, _seconds: float) -> None:
        """Take in what the watcher posted and draw it."""
        changed = self.session.drain()
        if self.screen is not None:
            self.screen.show_picture()
            if changed:
                self.screen.refresh()

    def new_match(self, players: int) -> None:
        """Begin another match; the present one is kept."""
        header = fresh_header(players)
        try:
            opened = self.begin(header)
        except OSError as error:
            self.session.notice = Notice("{reason}", {"reason": error.strerror or error})
        else:
            self.session.stop()
            self.session = _session(opened, None)
        if self.screen is not None:
            self.screen.session = self.session
            self.screen.refresh()


def fresh_header(players: int = 2) -> Header:
    """Give the header of a match among so many players without names."""
    return Header(tuple(language.tr("Player {number}").format(number=at + 1) for at in range(players)))


def _session(opened: Opened, producer: Producer | None) -> Session:
    session = Session(opened.header, opened.journal, opened.events, producer)
    session.notice = opened.notice
    return session
