"""The table of any game: how the sides stand, what lies where, what is due, and the keys that tell what happens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.modalview import ModalView

from companion import theme
from companion.locales import N_
from companion.record.asking import Asking
from companion.record.deal_again import DealAgain, deals_again
from companion.record.session import Session
from companion.window.games import putting_right
from companion.window.games.entry_keys import EntryKeys
from companion.window.games.lying_cards import LyingCards
from companion.window.games.score_board import ScoreBoard
from companion.window.games.watched_row import WatchedRow, follows
from companion.window.screen import AppContext, Screen
from companion.window.table_parts.prompts import Banner
from companion.window.widgets import load_kv
from companion.window.widgets.dialogs import Act, Choice
from companion.window.widgets.text import language
from companion.window.wording import phrases, told
from engine.entry import Entry
from engine.words import Fault

LEAST_LYING = 9.0
"""Height in units below which what lies on the table cannot be read, and is left out."""
PARTS = (EntryKeys, LyingCards, ScoreBoard, Banner)
"""Named in the .kv."""

load_kv(__file__)

MENU = {
    "new_match": N_("New match"),
    "history": N_("History"),
    "settings": N_("Settings"),
    "start": N_("Leave the table"),
}
"""Screens to go to from the table's menu."""


KEYS, UPRIGHT_KEYS, MOST_KEYS = 0.46, 0.4, 0.64
"""The keys' share of the height: usually, in an upright window, and at most where every key is to be hit."""
WATCHED, UPRIGHT_WATCHED = 0.26, 0.2
"""What takes their place while a camera tells all: the newest events, and what it sees."""
SPARSE = 0.5
"""A few large keys get this share of the usual height."""


class GameTableScreen(Screen):
    """Shows the app's session; it is gone to only where there is one."""

    upright = BooleanProperty(False)
    standing = StringProperty("")
    """Where the match stands: the head of the screen."""

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.asking: Asking | None = None
        self.dialogue: ModalView | None = None
        self._asked_at: object = None
        self._at_first = 0
        self._question: ModalView | None = None
        self._doubted: Entry | None = None
        self._accused: list[Fault] = []
        self._left_handed = False
        self.tapping = False
        """Whether cards are tapped although a camera follows the game."""
        self.entry: EntryKeys = self.ids.entry.__self__
        self.watched = WatchedRow(self)
        self.fbind("size", lambda *_: self.refresh())

    @property
    def session(self) -> Session:
        """The match on the table."""
        session = self.app.session
        assert session is not None
        return session

    @property
    def asks(self) -> bool:
        """Whether a sheet is open: a fault that decides a match is to be read before the end comes."""
        return self.dialogue is not None and self.dialogue.parent is not None

    def shown(self, **_what: object) -> None:
        """Come to the front."""
        self.tapping = False

    def tick(self) -> None:
        """Show what the camera sees."""
        if self.watched.parent is not None:
            self.watched.look(self.session)

    def hidden(self) -> None:
        """Leave nothing open over another screen."""
        if self.dialogue is not None:
            self.dialogue.dismiss(animation=False)

    # -- showing ---------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the session as it stands now."""
        if self.app.session is None or self.width < 2:
            return
        self.upright = self.room.upright
        self._take_hand(left=self.app.preferences.settings.left_handed and not self.upright)
        match, tr, notice = self.session.match, language.tr, self.session.notice
        self.standing = told.standing(match, tr)
        self.ids.undo.disabled = not self.session.can_undo
        self.ids.redo.disabled = not self.session.can_redo
        self.ids.scores.show(match)
        self.ids.banner.colour = theme.INK
        self.ids.banner.notice = phrases.notice(notice, tr) if notice is not None else ""
        self._show_keys()
        if self.session.producer is not None and self.parent is not None:
            self._ask_camera()

    def _ask_camera(self) -> None:
        """Ask about what the camera is not sure of, the newest first; then show the fault that it has found."""
        doubt = self.session.doubt
        if self._doubted is not None and (doubt is None or doubt.event != self._doubted.event):
            if self._question is not None:
                self._question.dismiss(animation=False)
            self._question = self._doubted = None
        if doubt is not None and self._doubted is None and not self.asks:
            self._doubted, self._question = doubt, putting_right.ask_doubt(self, doubt)
        found = told.faults(self.session.match)
        if doubt is None and not self.asks and found not in ([], self._accused):
            self._accused = found
            putting_right.show_fault(self, found[-1])

    def _take_hand(self, *, left: bool) -> None:
        """Exchange left and right for a left hand."""
        if left != self._left_handed:
            self._left_handed = left
            for box in (self.ids.header, self.ids.above):
                box.children = box.children[::-1]

    def _show_keys(self) -> None:
        """Ask for the next event; what was tapped of it stays while the match stands as it did, and the large line
        says it.
        """
        match = self.session.match
        if self.asking is None or self._asked_at is not match.position or self.asking.match is not match:
            self.asking, self._asked_at = Asking.of(match), match.position
            self._at_first = self.asking.at
        other = self.asking.whose or self.asking.at != self._at_first
        now = told.chosen(self.asking, language.tr) if other else ""
        self.ids.banner.text = told.headline(match, language.tr, now)
        self._put_keys(self.asking)
        self.ids.scores.size_hint_y = 0.9 if self.upright else 1
        self.ids.lying.size_hint_y = 1
        self._lay()
        if self.ids.lying.height <= LEAST_LYING * self.unit:  # the points are never left out
            self.ids.scores.size_hint_y, self.ids.lying.size_hint_y = 1, 0.001
            self._lay()
        self.ids.lying.opacity = 1 if self.ids.lying.height > LEAST_LYING * self.unit else 0
        self.ids.lying.show(match)

    def _put_keys(self, asking: Asking) -> None:
        """Put the keys below the rest, or what the camera sees while it tells what happens."""
        entry, watches = self.entry, follows(self.session, asking) and not self.tapping
        shown, other = (self.watched, entry) if watches else (entry, self.watched)
        if shown.parent is None:
            self.ids.column.remove_widget(other)
            self.ids.column.add_widget(shown)
        if watches:
            self.watched.height = (UPRIGHT_WATCHED if self.upright else WATCHED) * self.height
            self.watched.show(self.session, self.unit, upright=self.upright)
            return
        entry.width = self.width - 2 * theme.MARGIN * self.unit
        entry.show(asking, self.session.match.header.players, upright=self.upright)
        usual = (UPRIGHT_KEYS if self.upright else KEYS) * (SPARSE if entry.sparse else 1) * self.height
        entry.height = (
            min(max(usual, entry.needed), MOST_KEYS * self.height) if asking.offer is not None else 0
        )

    def _lay(self) -> None:
        """Put every part into its place now: what lies there is arranged by the room that there is."""
        for box in (self.ids.column, self.ids.above):
            box.do_layout()

    # -- taps ------------------------------------------------------------------------------------------

    def change(self, act: Callable[[], object]) -> None:
        """Do something to the session and show what came of it."""
        act()
        self.app.changed()

    def tapped(self, asking: Asking) -> None:
        """Something was tapped: tell the event if nothing more has to be."""
        self.asking = asking
        if asking.told is not None:
            self.tell(asking)
        else:
            self._show_keys()

    def tell(self, asking: Asking) -> None:
        """Tell the event that was put together; a fault that it proves is shown."""
        event = asking.event
        if event is not None:
            self.asking = None
            before = len(self.session.match.events)
            self.change(lambda: self.session.tap(event))
            if self.session.producer is None:
                self._accuse(before)

    def _accuse(self, since: int) -> None:
        """Show the newest fault that the events after line ``since`` have proved."""
        found = told.faults(self.session.match, since)
        if found:
            putting_right.show_fault(self, found[-1])

    def open(self, sheet: ModalView) -> None:
        """Open a sheet over the table."""
        self.dialogue = sheet
        sheet.open(animation=False)

    def put_notice_away(self) -> None:
        """The notice was read."""
        self.change(lambda: setattr(self.session, "notice", None))

    def give_points(self, side: int) -> None:
        """Give a side points by hand."""
        putting_right.give_points(self, side)

    def open_menu(self) -> None:
        """Open the menu: all that is not needed at every play."""
        tr, app = language.tr, self.app
        acts = [
            Act(tr("What happened"), lambda: putting_right.open_list(self)),
            *(
                Act(phrases.said(deal.said, tr), partial(self._deal_again, deal))
                for deal in deals_again(self.session.match)
            ),
            *self._way_to_tell(),
            Act(tr("Score sheet"), lambda: app.go("sheet")),
            Act(tr("Rules of the game"), lambda: app.go("rules")),
            *(Act(tr(text), partial(app.go, name)) for name, text in MENU.items()),
        ]
        self.open(Choice(acts, tr("Cancel"), title=tr("Menu"), columns=2, unit=self.unit))

    def _way_to_tell(self) -> list[Act]:
        """Offer to tap the cards under a camera, or to leave them to it again."""
        if self.session.producer is None:
            return []
        text = language.tr("Leave the cards to the camera") if self.tapping else language.tr("Tap the cards")
        return [Act(text, self._tap_cards)]

    def _tap_cards(self) -> None:
        self.tapping = not self.tapping
        self.app.changed()

    def _deal_again(self, deal: DealAgain) -> None:
        self.change(lambda: self.session.deal_again(deal))
