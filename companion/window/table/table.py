"""The table's screen: panels, board, live picture, cards and list, drawn from a `Session` and tapped into it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kivy.clock import Clock
from kivy.properties import DictProperty, ObjectProperty
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion import theme
from companion.locales import N_
from companion.messages import SURE
from companion.record import match_summary, side_marks
from companion.record.deal_again import DealAgain, deals_again
from companion.record.session import Session
from companion.window.screen import AppContext, Screen
from companion.window.table import legal_taps, recount_sheet
from companion.window.table.event_lines import Item, event_line, list_items
from companion.window.table.headline import headline
from companion.window.table.moving_cards import MovingCards
from companion.window.table.newest import counted_out, newest_cards, waiting_cards
from companion.window.table.part_boxes import ALWAYS, BUTTONS, OFTEN, boxes_of, seats_beside
from companion.window.table.questions import Questions
from companion.window.table.seat_buttons import SeatButtons
from companion.window.table.side_panels import SidePanels
from companion.window.table_parts.card_flight import CardFlight
from companion.window.table_parts.card_keys import RankKeys
from companion.window.table_parts.cribbage_board import CribbageBoard
from companion.window.table_parts.event_list import EventList
from companion.window.table_parts.layout import places
from companion.window.table_parts.layout_parts import PartsShown, low
from companion.window.table_parts.live_picture import LivePicture, show_camera_status
from companion.window.table_parts.prompts import Banner, Question
from companion.window.table_parts.seat_geometry import FAR, NEAR
from companion.window.table_parts.seat_keys import SeatKeys
from companion.window.table_parts.side_panel import SidePanel
from companion.window.table_parts.table_cards import TableCards
from companion.window.table_parts.win_moment import WinMoment
from companion.window.widgets import load_kv
from companion.window.widgets.dialogs import Act, Choice
from companion.window.widgets.geometry import Box
from companion.window.widgets.text import FittedLabel, TouchButton, in_one_size, language
from companion.window.wording import phrases
from engine.cards import BY_TEXT, Card

load_kv(__file__)

NOWHERE: Box = (0, 0, 100, 100)
"""Of a part that was never shown: as large as Kivy makes a new widget."""
LAID = {"tendido": N_("Tendido"), "leftover": N_("Left over")}
"""The text on the key that lays several cards at once."""
MENU = {
    "new_match": N_("New match"),
    "history": N_("History"),
    "camera": N_("Camera"),
    "settings": N_("Settings"),
    "start": N_("Leave the table"),
}
"""Screens to go to from the table's menu."""


class TableScreen(Screen):
    """Shows the app's session; it is gone to only where there is one. Its parts are made in the ``.kv``."""

    title: FittedLabel = ObjectProperty()
    undo: TouchButton = ObjectProperty()
    redo: TouchButton = ObjectProperty()
    menu: TouchButton = ObjectProperty()
    board: CribbageBoard = ObjectProperty()
    banner: Banner = ObjectProperty()
    picture: LivePicture = ObjectProperty()
    cards: TableCards = ObjectProperty()
    keys: RankKeys = ObjectProperty()
    event_list: EventList = ObjectProperty()
    question: Question = ObjectProperty()
    flight: CardFlight = ObjectProperty()
    win_moment: WinMoment = ObjectProperty()
    boxes: dict[str, Box] = DictProperty(dict.fromkeys((*ALWAYS, *OFTEN), NOWHERE))
    """Where each of these parts lies, or lay when it was last shown."""

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.side_panels = SidePanels(self, self)
        self.seat_buttons = SeatButtons(self, self)
        self.questions = Questions(self, self.question)
        self.items: list[Item] = []
        self.tapping = False
        """Whether cards are tapped although something watches the table."""
        self.dialogue: ModalView | None = None
        self.moving = MovingCards(self.flight, self.cards)
        self._shown_winner: tuple[Session, int | None] | None = None
        for name in OFTEN[2:]:
            self.remove_widget(getattr(self, name))
        self._arrange_soon = Clock.create_trigger(self.arrange, -1)
        self.fbind("size", self._arrange_soon)

    @property
    def session(self) -> Session:
        """The match on the table."""
        session = self.app.session
        assert session is not None
        return session

    @property
    def panels(self) -> list[SidePanel]:
        """Every side's panel."""
        return self.side_panels.panels

    @property
    def seats(self) -> list[SeatKeys]:
        """Every player's own buttons, where they announce by tapping."""
        return self.seat_buttons.seats

    def shown(self, **_what: object) -> None:
        """Come to the front."""
        self.tapping = False

    def hidden(self) -> None:
        """Leave nothing open over another screen."""
        self.win_moment.end()
        self.moving.forget()
        self._shown_winner = None
        if self.dialogue is not None:
            self.dialogue.dismiss(animation=False)

    def tick(self) -> None:
        """Show the newest frame, and how far the networks are loaded."""
        if self.session.loading != self.picture.loading:
            show_camera_status(self.picture, self.session)
        if self.session.picture is not self.picture.picture:
            self.picture.picture = self.session.picture
            self.questions.look()
            show_camera_status(self.picture, self.session)

    # -- showing ---------------------------------------------------------------------------------------

    @property
    def entry(self) -> str:
        """How the match comes into the app: one of `match_summary.ENTRIES`."""
        if self.session.producer is not None:
            return "camera"
        entry = match_summary.entry_of(self.session.match)
        return "cards" if entry == "camera" else entry

    @property
    def lying(self) -> bool:
        """Whether the screen lies on the table, everybody at their own edge of it."""
        return self.app.preferences.settings.lying

    @property
    def taps_cards(self) -> bool:
        """Whether cards are tapped: there is no camera, or it sees nothing, or people want to."""
        if self.entry == "camera":
            return self.tapping or self.session.source in ("lost", "ended", "blind")
        return self.entry == "cards"

    def refresh(self) -> None:
        """Show the session as it stands now."""
        match, tr = self.session.match, language.tr
        self.title.text = phrases.standing(match, tr, playing=self.entry != "points")
        self.undo.disabled, self.redo.disabled = not self.session.can_undo, not self.session.can_redo
        self.side_panels.show()
        self.board.target = match_summary.holes_of(match.header)
        self.board.marks = list(side_marks.marks_of(match.header))
        self.board.stops = counted_out(match)
        self.board.pegs = match_summary.pegs_of(match)
        self._show_banner()
        self._show_cards()
        self.items = list_items(self.session)
        self.event_list.lines = [event_line(item, match.header, tr) for item in self.items]
        self.questions.show()
        self.seat_buttons.show()
        self._show_win()
        show_camera_status(self.picture, self.session)
        self._arrange_soon()

    def _show_banner(self) -> None:
        match, tr, notice = self.session.match, language.tr, self.session.notice
        position = match_summary.as_it_stands(match)
        before = self.banner.text
        self.banner.text = headline(match, tr, playing=self.entry != "points")
        if before and before != self.banner.text and theme.markup(theme.POINTS) in self.banner.text:
            self.banner.flash_up()
        elif before != self.banner.text:
            self.banner.dim()
        self.banner.colour = theme.GOLD if position.waiting is not None else theme.INK
        self.banner.notice = phrases.notice(notice, tr) if notice is not None else ""

    def _show_win(self) -> None:
        """Make a moment of a win that has just happened; one that was there when people came is told by the banner."""
        match = self.session.match
        winner = match_summary.as_it_stands(match).winner
        before, self._shown_winner = self._shown_winner, (self.session, winner)
        if winner is None:
            self.win_moment.end()
        elif before is not None and before[0] is self.session and before[1] is None:
            mark = side_marks.marks_of(match.header)[winner]
            text = headline(match, language.tr, playing=True)
            self.win_moment.begin(text, side_marks.shape(mark), side_marks.colour(mark))

    def _show_cards(self) -> None:
        match = self.session.match
        position = match_summary.as_it_stands(match)
        self.moving.before()
        self.cards.cards = list(position.table)
        self.cards.raised = list(waiting_cards(match))
        self.cards.newest = list(newest_cards(match))
        self.moving.after(match, self.panels)
        to_lay = legal_taps.to_lay(match.position) if self.taps_cards else None
        over = position.winner is not None
        self.keys.possible = [] if over else legal_taps.ranks(match.position)
        self.keys.to_lay = "" if to_lay is None or over else language.tr(LAID[to_lay.do])

    # -- arranging -------------------------------------------------------------------------------------

    def arrange(self, *_: object) -> None:
        """Put every part where it belongs in a window of this size."""
        self.unit = self.room.unit
        playing, speakers = self.entry != "points", self.seat_buttons.speak(NEAR)
        shown = PartsShown(
            sides=len(self.panels), picture=self.session.producer is not None, cards=playing,
            keys=self.taps_cards, steps=not playing, seats=len(self.seats),
            speaking=speakers > 0, speakers=speakers, far=self.seat_buttons.speak(FAR) > 0, lying=self.lying,
            left_handed=self.app.preferences.settings.left_handed,
        )  # fmt: skip
        asks = self.questions.asks
        # A question takes the place of buttons: one thing is asked at a time, unless there is room beside it.
        seated = asks and shown.speaking and not (self.room.upright or self.lying or low(self.room))
        shown = replace(shown, speaking=shown.speaking and not asks)
        at = places(self.room, shown)
        boxes = boxes_of(at, self.room, asks=asks, seated=seated)
        self.cards.cramped = boxes["cards"] != at.cards
        self.boxes = {**self.boxes, **{name: box for name, box in boxes.items() if box is not None}}
        size = min(theme.SMALL * self.unit, theme.HEADER_LETTERS * at.buttons[3])
        in_one_size([getattr(self, name) for name in BUTTONS], size)
        for name in OFTEN:
            self._show_or_hide(getattr(self, name), shown=boxes[name] is not None)
        for above in (self.flight, self.win_moment):
            self.remove_widget(above)
            self.add_widget(above)  # above what was shown just now
        self.side_panels.put(at.panels)
        asked = boxes["question"]
        seats = seats_beside(asked, at, self.room) if asked is not None and seated else at.seats
        self.seat_buttons.put(seats, near=shown.speaking or seated)

    def _show_or_hide(self, part: Widget, *, shown: bool) -> None:
        if not shown:
            self.remove_widget(part)
        elif part.parent is None:
            self.add_widget(part)

    # -- taps ------------------------------------------------------------------------------------------

    def change(self, act: Callable[[], object]) -> None:
        """Do something to the session and show what came of it."""
        act()
        self.app.changed()

    def open(self, sheet: ModalView) -> None:
        """Open a sheet over the table."""
        self.dialogue = sheet
        sheet.open(animation=False)

    def seen_cards(self) -> tuple[Card, ...]:
        """Give the cards that the camera names for certain in its newest picture."""
        picture = self.session.picture
        outlines = picture.outlines if picture is not None and self.session.source == "live" else ()
        names = dict.fromkeys(outline.name for outline in outlines if outline.confidence >= SURE)
        return tuple(BY_TEXT[name] for name in names if name in BY_TEXT)

    def open_menu(self) -> None:
        """Open the menu: all that is not needed at every play."""
        tr, app = language.tr, self.app
        acts: list[Act] = []
        if self.entry != "points":
            acts.append(Act(tr("Recount the table"), lambda: recount_sheet.recount(self)))
            deals = deals_again(self.session.match)
            acts += [Act(phrases.said(deal.said, tr), partial(self._deal_again, deal)) for deal in deals]
        if self.entry == "camera":
            text = tr("Leave the cards to the camera") if self.tapping else tr("Tap the cards")
            acts.append(Act(text, self._tap_cards))
        acts += [Act(tr(text), partial(app.go, name)) for name, text in MENU.items()]
        self.open(Choice(acts, tr("Cancel"), title=tr("Menu"), columns=2, unit=self.unit))

    def _deal_again(self, deal: DealAgain) -> None:
        self.change(lambda: self.session.deal_again(deal))

    def _tap_cards(self) -> None:
        """Have cards tapped under a camera, or leave them to it again."""
        self.tapping = not self.tapping
        self.app.changed()

    def put_notice_away(self) -> None:
        """The notice was read."""
        self.change(lambda: setattr(self.session, "notice", None))

    def lay(self) -> None:
        """Lay several cards at once: a tendido, or what is left over."""
        event = legal_taps.to_lay(self.session.match.position)
        if event is not None:
            recount_sheet.lay_cards(self, event)
