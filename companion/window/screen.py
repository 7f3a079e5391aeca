"""What every screen of the app is: a widget over the whole window that is told when it is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.window.table_parts.arrange import Room

if TYPE_CHECKING:
    from companion.window.porrazo_app import PorrazoApp


class Screen(Widget):
    """One screen. It is made when it is first wanted, kept, and made anew when the looks change.

    The contract is in `companion.window.porrazo_app`. Every method here may be left as it is.
    """

    unit = NumericProperty(8)
    """Pixels of one theme unit in the window as it is now."""

    def __init__(self, app: PorrazoApp, **kwargs: object) -> None:
        self.app = app
        super().__init__(**kwargs)
        self.fbind("size", self._measure)

    def _measure(self, *_: object) -> None:
        self.unit = self.room.unit

    @property
    def room(self) -> Room:
        """The window as plain geometry takes it."""
        return Room(max(self.width, 1), max(self.height, 1), dp(theme.TOUCH))

    def shown(self, **what: object) -> None:
        """Come to the front, also when coming back to it; ``what`` is all that `go` was given besides the name.

        After this follows `refresh`.
        """

    def hidden(self) -> None:
        """Leave the front: let go of a camera, stop a replay."""

    def refresh(self) -> None:
        """Show everything as it is now: the session, the language or the settings may have changed."""

    def tick(self) -> None:
        """Do what is to be done for every frame, while in front and something watches the table."""

    def leave(self) -> bool:
        """Close something of one's own when people go back; False lets them go to the screen before."""
        return False
