"""The main screen: panels, board, live picture, cards and list, drawn from a `Session` and tapped into it."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion import theme
from companion.locales import N_
from companion.messages import SURE
from companion.record import match_summary, side_marks
from companion.record.session import Session
from companion.window.screen import AppContext, Screen
from companion.window.table import corrections, legal_taps, menu, points_sheet, recount_sheet
from companion.window.table.questions import Asking
from companion.window.table.seat_buttons import Seating
from companion.window.table_parts.card_keys import RankKeys
from companion.window.table_parts.cribbage_board import CribbageBoard
from companion.window.table_parts.event_list import EventList
from companion.window.table_parts.layout import PartsShown, Places, places
from companion.window.table_parts.live_picture import LivePicture, show_camera_status
from companion.window.table_parts.panel_layout import alike
from companion.window.table_parts.prompts import Banner, Question
from companion.window.table_parts.seat_keys import SeatKeys
from companion.window.table_parts.side_panel import SidePanel
from companion.window.table_parts.table_cards import TableCards
from companion.window.widgets.geometry import Box, enclosing
from companion.window.widgets.text import FittedLabel, TouchButton, even, language
from companion.window.wording import phrases
from companion.window.wording.event_lines import Item, event_line, list_items
from companion.window.wording.headline import headline
from engine.cards import BY_TEXT, Card
from engine.events import Adjust


class TableScreen(Screen):
    """Shows the app's session; it is gone to only where there is one."""

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.title = FittedLabel(bold=True)
        self.undo = TouchButton(on_release=lambda _: self.change(self.session.undo))
        self.redo = TouchButton(on_release=lambda _: self.change(self.session.redo))
        self.menu = TouchButton(on_release=lambda _: self._open_menu())
        self.board = CribbageBoard()
        self.picture = LivePicture()
        self.cards = TableCards()
        self.story = EventList()
        self.question = Question()
        self.keys = RankKeys()
        self.banner = Banner()
        self.panels: list[SidePanel] = []
        self.seating = Seating(self, self)
        self.items: list[Item] = []
        self.asking = Asking(self, self.question)
        self.tapping = False
        """Whether cards are tapped although something watches the table."""
        self.dialogue: ModalView | None = None
        for part in (self.title, self.undo, self.redo, self.menu, self.board, self.banner):
            self.add_widget(part)
        self._listen()
        self._arrange_soon = Clock.create_trigger(self.arrange, -1)
        self.fbind("size", self._arrange_soon)

    @property
    def session(self) -> Session:
        """The match on the table."""
        session = self.app.session
        assert session is not None
        return session

    @property
    def seats(self) -> list[SeatKeys]:
        """Every player's own buttons, where they announce by tapping."""
        return self.seating.seats

    def shown(self, **_what: object) -> None:
        """Come to the front."""
        self.tapping = False

    def hidden(self) -> None:
        """Leave nothing open over another screen."""
        if self.dialogue is not None:
            self.dialogue.dismiss(animation=False)

    def tick(self) -> None:
        """Show the newest frame, and how far the networks are loaded."""
        if self.session.loading != self.picture.loading:
            show_camera_status(self.picture, self.session)
        if self.session.picture is not self.picture.picture:
            self.picture.picture = self.session.picture
            show_camera_status(self.picture, self.session)

    def _listen(self) -> None:
        self.banner.bind(on_answer=lambda _: self.change(self._read))
        self.cards.bind(on_card=lambda _, at: corrections.card_on_the_table(self, at))
        self.cards.bind(on_recount=lambda _: recount_sheet.recount(self))
        self.story.bind(on_line=lambda _, at: corrections.put_right(self, self.items[at]))
        self.question.bind(on_card=lambda _, at: self.asking.card(at))
        self.question.bind(on_answer=lambda _, at: self.asking.answer(at))
        self.keys.bind(on_card=lambda _, card: self.asking.tapped(card))
        self.keys.bind(on_lay=lambda _: self._lay())

    # -- showing ---------------------------------------------------------------------------------------

    @property
    def entry(self) -> str:
        """How the match comes into the app: one of `match_summary.ENTRIES`."""
        if self.session.producer is not None:
            return "camera"
        entry = match_summary.entry_of(self.session.match)
        return "cards" if entry == "camera" else entry

    @property
    def taps_cards(self) -> bool:
        """Whether cards are tapped: there is no camera, or it sees nothing, or people want to."""
        if self.entry == "camera":
            return self.tapping or self.session.source in ("lost", "ended", "blind")
        return self.entry == "cards"

    def refresh(self) -> None:
        """Show the session as it stands now."""
        match, tr = self.session.match, language.tr
        playing = self.entry != "points"
        self.title.text = phrases.standing(match, tr, playing=playing)
        self.undo.text, self.redo.text, self.menu.text = tr("Undo"), tr("Redo"), tr("Menu")
        self.undo.disabled, self.redo.disabled = not self.session.can_undo, not self.session.can_redo
        self._show_panels(playing)
        self.board.target = match_summary.holes_of(match.header)
        self.board.marks = list(side_marks.marks_of(match.header))
        self.board.pegs = match_summary.pegs_of(match)
        self._show_banner(playing)
        self._show_cards()
        self.items = list_items(self.session)
        self.story.lines = [event_line(item, match.header, tr) for item in self.items]
        self.asking.show()
        self.seating.show()
        show_camera_status(self.picture, self.session)
        self._arrange_soon()

    def _show_panels(self, playing: bool) -> None:
        match = self.session.match
        sides = match_summary.sides_of(match.header)
        if len(sides) != len(self.panels):
            self._new_panels(len(sides))
        position = match_summary.as_it_stands(match)
        kinds = match_summary.announced(match) if position.winner is None else {}
        turn = position.turn if playing and position.winner is None else None
        for side, (panel, seats) in enumerate(zip(self.panels, sides, strict=True)):
            number = side_marks.marks_of(match.header)[side]
            panel.shape, panel.colour = side_marks.shape(number), side_marks.colour(number)
            panel.total = position.scores[side]
            panel.stepped = not playing
            panel.playing = turn in seats or position.winner == side
            panel.names = [
                phrases.player(match.header.players[seat], kinds.get(seat), language.tr, to_play=seat == turn)
                for seat in seats
            ]

    def _new_panels(self, count: int) -> None:
        self.clear_widgets(self.panels)
        self.panels = []
        for side in range(count):
            panel = SidePanel()
            panel.bind(on_adjust=lambda _, given, side=side: self._adjust(side, given))
            panel.bind(on_score=lambda _, side=side: points_sheet.ask(self, side))
            self.panels.append(panel)
            self.add_widget(panel)

    def _show_banner(self, playing: bool) -> None:
        match, tr, notice = self.session.match, language.tr, self.session.notice
        position = match_summary.as_it_stands(match)
        self.banner.text = headline(match, tr, playing=playing)
        waits = position.winner is not None or position.waiting is not None
        self.banner.colour = theme.GOLD if waits else theme.INK
        self.banner.notice = phrases.notice(notice, tr) if notice is not None else ""
        self.banner.ok = tr("OK")

    def _show_cards(self) -> None:
        match, tr = self.session.match, language.tr
        position = match_summary.as_it_stands(match)
        self.cards.cards = list(position.table)
        self.cards.raised = list(match_summary.waiting_cards(match))
        self.cards.caption = tr("The table is empty")
        self.cards.recount_text = tr("Recount")
        to_lay = legal_taps.to_lay(match.position) if self.taps_cards else None
        over = position.winner is not None
        self.keys.possible = [] if over else legal_taps.ranks(match.position)
        self.keys.to_lay = "" if to_lay is None or over else tr(LAID[to_lay.do])

    # -- arranging -------------------------------------------------------------------------------------

    def arrange(self, *_: object) -> None:
        """Put every part where it belongs in a window of this size."""
        self.unit = self.room.unit
        playing = self.entry != "points"
        shown = PartsShown(
            sides=len(self.panels), picture=self.session.producer is not None, cards=playing,
            keys=self.taps_cards, steps=not playing, seats=len(self.seats),
        )  # fmt: skip
        at = places(self.room, shown)
        self._put_header(at)
        figures = alike(at.panels, self.room, steps=not playing)
        for panel, box in zip(self.panels, at.panels, strict=True):
            panel.unit, panel.room, panel.numeral_most = self.unit, [self.width, self.height], figures
            _put(panel, box)
        asks, aside = self.asking.asks, self._question_over(at)
        banner = at.banner if any(keys.answers for keys in self.seats) else self._whole_row(at.banner)
        boxes = {
            self.board: at.board, self.picture: at.picture, self.cards: at.cards, self.keys: at.keys,
            self.story: None if asks else at.story,
            self.question: enclosing(at.story, *aside.values()) if asks else None,
            self.banner: banner, **dict.fromkeys(aside),
        }  # fmt: skip
        for part, part_box in boxes.items():
            self._place(part, part_box)
        self.seating.put(at.seats)

    def _question_over(self, at: Places) -> dict[Widget, Box | None]:
        """Say what makes room for a question with cards to tap, where the list's place is too small for them."""
        if not self.asking.asks or not self.question.cards:
            return {}
        if self.room.upright:
            aside: dict[Widget, Box | None] = {self.picture: at.picture, self.cards: at.cards}
            roomy = enclosing(at.story, *aside.values())[3] >= ASKED * self.room.touch
            return aside if roomy else {**aside, self.board: at.board}
        return {self.keys: at.keys} if at.keys is not None else {}

    def _put_header(self, at: Places) -> None:
        self.title.ideal_size = theme.BODY * self.unit
        self.title.most_lines = 2
        _put(self.title, at.title)
        x, y, width, height = at.buttons
        gap = theme.MARGIN * self.unit
        each = (width - 2 * gap) / 3
        buttons = (self.undo, self.redo, self.menu)
        for number, button in enumerate(buttons):
            _put(button, (x + number * (each + gap), y, each, height))
        even(buttons, theme.BODY * self.unit)

    def _whole_row(self, box: Box) -> Box:
        return box[0], box[1], self.width - 2 * box[0], box[3]

    def _place(self, part: Widget, box: Box | None) -> None:
        """Show a part in its box, or not at all."""
        if box is None:
            self.remove_widget(part)
            return
        part.unit = self.unit
        _put(part, box)
        if part.parent is None:
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

    def _open_menu(self) -> None:
        menu.open_menu(self, self.app, tapping=self.tapping, tap_cards=self._tap_cards)

    def _tap_cards(self) -> None:
        """Have cards tapped under a camera, or leave them to it again."""
        self.tapping = not self.tapping
        self.app.changed()

    def _read(self) -> None:
        self.session.notice = None

    def _adjust(self, side: int, given: int) -> None:
        seat = match_summary.sides_of(self.session.match.header)[side][0]
        self.change(lambda: self.session.tap(Adjust(seat, given, points_sheet.TAPPED)))

    def _lay(self) -> None:
        event = legal_taps.to_lay(self.session.match.position)
        if event is not None:
            recount_sheet.lay(self, event)


ASKED = 4.5
"""Touches that a question with cards is high at least: its words, the cards, the buttons."""
LAID = {"tendido": N_("Tendido"), "leftover": N_("Left over")}
"""What the key says that lays several cards at once."""


def _put(part: Widget, box: Box) -> None:
    part.pos, part.size = box[:2], box[2:]
