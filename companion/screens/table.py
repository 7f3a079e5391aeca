"""The main screen: panels, board, live picture and story, drawn from a `Session` and tapped into it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion import theme
from companion.locales import LANGUAGES, mark
from companion.messages import Notice
from companion.screens import reading, wording
from companion.screens.screen import Screen
from companion.session import Session
from companion.widgets.arrange import Box, places
from companion.widgets.choice import Choice, Option
from companion.widgets.cribbage_board import CribbageBoard
from companion.widgets.header_bar import HeaderBar
from companion.widgets.language import language
from companion.widgets.lettering import plain
from companion.widgets.live_picture import LivePicture
from companion.widgets.side_panel import SidePanel
from companion.widgets.story import Story
from engine.record import Adjust, Declare, Header

if TYPE_CHECKING:
    from companion.screens.porrazo_app import PorrazoApp

TAPPED = "tapped"
"""What the record says of a point given by a tap."""


class TableScreen(Screen):
    """Shows the app's session; it is gone to only where there is one."""

    def __init__(self, app: PorrazoApp, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.bar = HeaderBar()
        self.board = CribbageBoard()
        self.picture = LivePicture()
        self.story = Story()
        self.panels: list[SidePanel] = []
        self.dialogue: Choice | None = None
        for part in (self.bar, self.board, self.story):
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

    def tick(self) -> None:
        """Show the newest frame."""
        self.show_picture()

    def _listen(self) -> None:
        self.bar.bind(on_undo=lambda _: self._change(self.session.undo))
        self.bar.bind(on_redo=lambda _: self._change(self.session.redo))
        self.bar.bind(on_new_match=lambda _: self.ask_new_match())
        self.bar.bind(on_language=lambda _: setattr(language, "code", language.next()))
        self.story.bind(on_answer=lambda _, at: self._answer(at))

    # -- showing ---------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the session as it stands now."""
        match, tr = self.session.match, language.tr
        playing = self.session.producer is not None or reading.in_play(match)
        self.bar.title = wording.standing(match, tr, playing=playing)
        self.bar.can_undo, self.bar.can_redo = self.session.can_undo, self.session.can_redo
        self.bar.other_language = LANGUAGES[language.next()]
        self._show_panels(playing)
        self.board.target = reading.holes_of(match.header)
        self.board.pegs = reading.pegs_of(match)
        self._show_story(playing)
        self._show_source()
        self._arrange_soon()

    def _show_panels(self, playing: bool) -> None:
        match = self.session.match
        sides = reading.sides_of(match.header)
        if len(sides) != len(self.panels):
            self._new_panels(len(sides))
        kinds, position = reading.announced(match), reading.as_it_stands(match)
        turn = position.turn if playing and position.winner is None else None
        for side, (panel, seats) in enumerate(zip(self.panels, sides, strict=True)):
            panel.total = position.scores[side]
            panel.playing = turn in seats or position.winner == side
            panel.names = [
                wording.player(match.header.players[seat], kinds.get(seat), language.tr, to_play=seat == turn)
                for seat in seats
            ]

    def _new_panels(self, count: int) -> None:
        self.clear_widgets(self.panels)
        self.panels = []
        for side in range(count):
            panel = SidePanel(shape=theme.SIDE_SHAPES[side], colour=theme.SIDE_COLOURS[side])
            panel.bind(on_adjust=lambda _, points, side=side: self._adjust(side, points))
            panel.bind(on_player=lambda _, at, side=side: self.ask_announcement(side, at))
            self.panels.append(panel)
            self.add_widget(panel)

    def _show_story(self, playing: bool) -> None:
        match, tr, story = self.session.match, language.tr, self.story
        made, position = reading.moves(match), reading.as_it_stands(match)
        story.headline = wording.headline(match, made, tr, playing=playing)
        waits = position.winner is not None or position.waiting is not None
        story.headline_colour = theme.GOLD if waits else theme.INK
        told = made if waits else made[:-1]
        story.lines = [wording.scored(move, match, tr) for move in reversed(told[-8:])]
        story.cards = list(position.table)
        story.raised = list(reading.waiting_cards(match))
        story.table_caption = tr("On the table")
        self._show_question()

    def _show_question(self) -> None:
        session, tr = self.session, language.tr
        doubt = session.doubt
        if session.notice is not None:
            self.story.question, self.story.answers = wording.notice(session.notice, tr), [tr("OK")]
        elif doubt is not None:
            self.story.question = wording.question(doubt.event, session.match, tr)
            self.story.answers = [tr("Yes"), tr("No")][::-1]
        else:
            self.story.question, self.story.answers = "", []

    def _show_source(self) -> None:
        captions = {
            "live": mark("Waiting for the picture"),
            "ended": "",
            "lost": mark("The camera is lost"),
            "none": "",
        }
        text = captions[self.session.source]
        seen = self.session.picture is not None and self.session.source == "live"
        self.picture.caption = language.tr(text) if text and not seen else ""
        if (self.session.producer is not None) != (self.picture.parent is not None):
            self.add_widget(self.picture)

    def show_picture(self) -> None:
        """Show the newest frame, if there is one that is not shown yet."""
        if self.session.picture is not self.picture.picture:
            self.picture.picture = self.session.picture
            self.picture.caption = ""

    # -- arranging -------------------------------------------------------------------------------------

    def arrange(self, *_: object) -> None:
        """Put every part where it belongs in a window of this size."""
        room = self.room
        self.bar.two_rows = room.upright
        at = places(room, len(self.panels), self.picture.parent is not None)
        for panel, box in zip(self.panels, at.panels, strict=True):
            panel.unit, panel.room = self.unit, [room.width, room.height]
            _put(panel, box)
        for part, part_box in ((self.bar, at.header), (self.board, at.board), (self.story, at.story)):
            part.unit = self.unit
            _put(part, part_box)
        if at.picture is not None:
            self.picture.unit = self.unit
            _put(self.picture, at.picture)

    # -- taps ------------------------------------------------------------------------------------------

    def _change(self, act: Callable[[], object]) -> None:
        act()
        self.app.changed()

    def _adjust(self, side: int, points: int) -> None:
        seat = reading.sides_of(self.session.match.header)[side][0]
        self._change(lambda: self.session.tap(Adjust(seat, points, TAPPED)))

    def _answer(self, at: int) -> None:
        doubt = self.session.doubt
        if self.session.notice is not None:
            self.session.notice = None
        elif doubt is not None:
            if at == 1:
                self.session.confirm(doubt)
            else:
                self.session.reject(doubt)
        self.app.changed()

    def ask_announcement(self, side: int, at: int) -> None:
        """Ask what the player at this index of a side announces; the impossible cannot be tapped."""
        match, tr = self.session.match, language.tr
        seat = reading.sides_of(match.header)[side][at]
        possible = {kind: self.session.allows(Declare(seat, kind)) for kind in wording.KINDS}
        if not any(possible.values()):
            self.session.notice = Notice(
                mark("An announcement comes before the first play of a batch, once a player")
            )
            self.refresh()
            return
        kinds = [kind for kind in wording.KINDS if kind != "four" or possible[kind]]
        self._open(
            tr("{name} announces").format(name=plain(match.header.players[seat])),
            [Option(tr(wording.KINDS[kind]), self._announcing(seat, kind), possible[kind]) for kind in kinds],
            columns=len(kinds),
        )

    def _announcing(self, seat: int, kind: str) -> Callable[[], None]:
        return lambda: self._change(lambda: self.session.tap(Declare(seat, kind)))

    def ask_new_match(self) -> None:
        """Ask how many play the next match."""
        counts = range(2, 9)
        options = [Option(str(count), partial(self._begin, count)) for count in counts]
        self._open(
            language.tr("New match: how many play?"),
            options,
            columns=4,
            detail=language.tr("The match so far is kept."),
        )

    def _begin(self, count: int) -> None:
        names = (language.tr("Player {number}").format(number=at + 1) for at in range(count))
        self.app.begin(Header(tuple(names)))
        self.app.changed()

    def _open(self, title: str, options: list[Option], columns: int, detail: str = "") -> None:
        self.dialogue = Choice(
            options, language.tr("Cancel"), title=title, detail=detail, columns=columns, unit=self.unit
        )
        self.dialogue.open(animation=False)


def _put(part: Widget, box: Box) -> None:
    part.pos, part.size = box[:2], box[2:]
