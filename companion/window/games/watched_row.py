"""What takes the keys' place while a camera follows any game: the newest events, and what the camera sees.

The keys come back where the camera has failed, where people want to tap, and for what shows no card, as a bid does.
"""

from __future__ import annotations

from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout

from companion.record.asking import Asking
from companion.record.session import Session
from companion.window.games import putting_right
from companion.window.table_parts.event_list import EventList
from companion.window.table_parts.live_picture import LivePicture, show_camera_status
from companion.window.widgets.text import language

PICTURE_WIDE, PICTURE_WIDE_UPRIGHT = 0.36, 0.44
"""The picture's share of the row's width."""
FAILED = ("lost", "ended", "blind")
"""What a camera may have become that tells nothing more."""


def follows(session: Session, asking: Asking) -> bool:
    """Whether a camera tells what comes next, so that nothing need be tapped: what shows no card it cannot see."""
    if session.producer is None or session.source in FAILED or asking.offer is None:
        return False
    first = Asking.of(session.match).offer
    return first is not None and (first.count > 0 or first.groups is not None or first.inferred)


class WatchedRow(BoxLayout):
    """A list whose lines can be tapped to put them right, and the live picture beside it."""

    unit = NumericProperty(8)

    def __init__(self, table: putting_right.TableContext) -> None:
        super().__init__(size_hint_y=None)
        self.table = table
        self.events, self.picture = EventList(), LivePicture()
        self.events.bind(on_line=self._tapped)
        for part in (self.events, self.picture):
            self.add_widget(part)

    def show(self, session: Session, unit: float, *, upright: bool) -> None:
        """Show what happened, and where the camera stands."""
        self.unit = self.spacing = unit
        self.picture.unit = self.events.unit = unit
        share = PICTURE_WIDE_UPRIGHT if upright else PICTURE_WIDE
        self.picture.size_hint_x, self.events.size_hint_x = share, 1 - share
        self.events.lines = putting_right.listed(session, language.tr)[1]
        show_camera_status(self.picture, session)

    def look(self, session: Session) -> None:
        """Show the newest frame, and how far the networks are loaded."""
        if session.picture is not self.picture.picture or session.loading != self.picture.loading:
            self.picture.picture = session.picture
            show_camera_status(self.picture, session)

    def _tapped(self, _list: EventList, at: int) -> None:
        putting_right.correct_entry(self.table, putting_right.listed(self.table.session, language.tr)[0][at])
