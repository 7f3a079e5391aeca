"""What every screen of the app is, and what it may ask of the app.

**Adding a screen.** Write ``companion/window/ROOM/NAME.py`` (and ``NAME.kv``) with a subclass of `Screen` whose
constructor takes the app (``def __init__(self, app, **kwargs)``), and add one line to ``SCREENS`` in
`companion.window.porrazo_app`. It is imported and made when somebody first goes there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.archive.archive import Archive, Kept, Unreadable
from companion.messages import Notice
from companion.record.session import Producer, Session
from companion.window.preferences import Preferences
from companion.window.widgets.geometry import Room
from engine.header import Header

if TYPE_CHECKING:
    from companion.setup.deck_lesson import Lesson


class AppContext(Protocol):
    """What a screen may ask of the app. The app is one; a screen knows no more of it than this."""

    archive: Archive
    """Every match kept."""
    preferences: Preferences
    """The settings (``.settings``); ``.change(name=value)`` keeps them and puts them into effect."""
    session: Session | None
    """The match being played, None where there is none. Change it by its own methods, then call `changed`."""
    lesson: Lesson | None
    """The deck that is being learnt, or was and nobody has read yet what came of it."""
    refused: Notice | None
    """Why a match could not be begun or gone on with the last time."""

    def go(self, name: str, **what: object) -> None:
        """Bring a screen to the front; its `Screen.shown` is given ``what``."""

    def back(self) -> None:
        """Go to the screen before, as Escape and Android's back button do."""

    def changed(self) -> None:
        """Show that the session has changed; when somebody has just won, show the end a moment later."""

    def begin(self, header: Header) -> bool:
        """Begin a match and stay on this screen. False, and `refused` says why, where no file can be written."""

    def demonstrate(self, clip: str) -> None:
        """Watch a clip being played, at the table; nothing of it is kept."""

    def unfinished(self) -> Kept | Unreadable | None:
        """Look for a match to go on with."""

    def resume(self, number: int | None = None) -> bool:
        """Go on with the unfinished match, or that of this number, and stay here; False where that cannot be."""

    def watch(self, producer: Producer | None) -> None:
        """Let something watch the match being played from now on; None: nothing does any more."""

    def look(self) -> None:
        """Let the camera of the settings watch the match, if it is a match for a camera."""

    def read_aloud(self) -> None:
        """Say what the screen in front says."""


class Screen(Widget):
    """A widget over the whole window that is told when it comes to the front and when it leaves.

    It is made when it is first wanted, kept, and made anew when the looks change. The stage sets its ``size`` and
    draws the felt behind it. Every method here may be left as it is.
    """

    unit = NumericProperty(8)
    """Pixels of one theme unit in the window as it is now."""

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        self.app = app
        super().__init__(**kwargs)
        self.fbind("size", self._measure)

    @property
    def asks(self) -> bool:
        """Whether something is open over it that people should answer before another screen comes by itself."""
        return False

    def _measure(self, *_: object) -> None:
        self.unit = self.room.unit

    @property
    def room(self) -> Room:
        """The window's size and touch size, for the plain geometry."""
        return Room(max(self.width, 1), max(self.height, 1), dp(theme.TOUCH))

    def shown(self, **what: object) -> None:
        """Come to the front, also when coming back to it; ``what`` is all that `go` was given besides the name.

        After this follows `refresh`.
        """

    def hidden(self) -> None:
        """Leave the front: let go of a camera, stop a replay."""

    def refresh(self) -> None:
        """Show everything as it is now: the session, the language or the settings may have changed.

        The app calls it after `shown`, after every change of the session and after another language was chosen: a
        screen need not watch any of these itself.
        """

    def tick(self) -> None:
        """Do what is to be done for every frame, while in front and something watches the table."""

    def title_tapped(self) -> None:
        """Where a voice is wanted, read the screen aloud."""
        if self.app.preferences.settings.voice:
            self.app.read_aloud()

    def leave(self) -> bool:
        """Handle the way back: True if this screen closed something of its own, False to go to the screen before."""
        return False
