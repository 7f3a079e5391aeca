"""A match once more, event by event: board, table, what happened, and the camera's still of each play if kept."""

from __future__ import annotations

from dataclasses import replace

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty

from companion import theme
from companion.archive.archive import Kept
from companion.archive.stills import still_of
from companion.locales import N_
from companion.record import match_summary
from companion.record.session import Session
from companion.record.side_marks import marks_of
from companion.record.statistics import curve_of
from companion.window.history.charts import ScoreCurve
from companion.window.screen import AppContext, Screen
from companion.window.table_parts.cribbage_board import CribbageBoard
from companion.window.table_parts.event_list import EventList
from companion.window.tables import story
from companion.window.widgets import load_kv
from companion.window.widgets.pack_shown import pack_shown
from companion.window.widgets.plates import Plate, TitleBar
from companion.window.widgets.playing_card import CardRow
from companion.window.widgets.standing import Standing
from companion.window.widgets.text import TouchButton, language, signs
from companion.window.wording import phrases
from engine.events import Event
from engine.header import Header
from engine.match import AnyMatch, Match

PARTS = (EventList, Plate, TitleBar, CardRow, ScoreCurve, Standing)
"""Named in the .kv."""

load_kv(__file__)

STEP_S = 1.4
"""Seconds from one event to the next while it plays by itself."""
BAR = "|"
BACK, ON = "\N{BLACK LEFT-POINTING TRIANGLE}", "\N{BLACK RIGHT-POINTING TRIANGLE}"


class NoJournal:
    """Keeps nothing: a replay changes no record, and a demonstration is no match of anybody's."""

    trouble: OSError | None = None

    def append(self, event: Event) -> int:
        """Keep nothing."""
        return 0

    def rewrite(self, header: Header, events: list[Event]) -> None:
        """Keep nothing."""

    def restore(self) -> None:
        """There is nothing to write."""

    def close(self) -> None:
        """There is nothing to close."""


class ReplayScreen(Screen):
    """``app.go("replay", path=...)``; without a path it is the match being played, as far as it has come."""

    upright = BooleanProperty(False)
    at = NumericProperty(0)
    """How many events have happened."""

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.board = CribbageBoard()
        self.ids.board_here.add_widget(self.board)
        self.header = Header(("", ""))
        self.events: tuple[Event, ...] = ()
        self.buttons = {
            name: TouchButton(on_release=lambda _, name=name: self.press(name))
            for name in ("first", "hand_back", "back", "play", "on", "hand_on", "last")
        }
        for button in self.buttons.values():
            self.ids.ways.add_widget(button)
        self.ids.bar.bind(on_back=lambda _: self.app.back())
        self.fbind("size", lambda *_: self.refresh())
        self._running = Clock.create_trigger(lambda _: self._step(), STEP_S, interval=True)
        self.running = False

    def shown(self, **what: object) -> None:
        """Begin at the beginning."""
        number = what.get("number")
        found = self.app.archive.read(number) if isinstance(number, int) else None
        match = found.match if isinstance(found, Kept) else self._present()
        self.header = match.header
        self.events = match.events
        self.ids.curve.curve = curve_of(self._match(len(self.events)))
        self.ids.cards.cards = []  # the same cards may be written otherwise in this match
        self.at = 0

    def _present(self) -> AnyMatch:
        return self.app.session.match if self.app.session is not None else Match(self.header)

    def _match(self, count: int) -> AnyMatch:
        return Session(self.header, NoJournal(), self.events[:count]).match

    def hidden(self) -> None:
        """Stop."""
        self._run(False)

    # -- moving ----------------------------------------------------------------------------------------

    def press(self, name: str) -> None:
        """Do what a button says."""
        if name == "play":
            if not self.running and self.at >= len(self.events):
                self.at = 0
            self._run(not self.running)
        else:
            self._run(False)
            last, hands = len(self.events), self.ids.curve.curve.hands
            self.at = {
                "first": 0, "hand_back": max((hand for hand in hands if hand < self.at), default=0),
                "back": self.at - 1, "on": self.at + 1,
                "hand_on": min((hand for hand in hands if hand > self.at), default=last), "last": last,
            }[name]  # fmt: skip
        self.refresh()

    def go_to(self, event: int) -> None:
        """Stand at an event: a finger is on the curve."""
        self._run(False)
        self.at = event
        self.refresh()

    def _run(self, running: bool) -> None:
        self.running = running
        if running:
            self._running()
        else:
            self._running.cancel()

    def _step(self) -> None:
        self.at += 1
        if self.at >= len(self.events):
            self._run(False)
        self.refresh()

    # -- showing ---------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the match as it stood then, its cards as those of its own pack."""
        with pack_shown.of(self.app.preferences.settings.spanish, self.header):
            self._show()

    def _show(self) -> None:
        tr, self.upright = language.tr, self.room.upright
        self.at = max(0, min(self.at, len(self.events)))
        session = Session(self.header, NoJournal(), self.events[: int(self.at)])
        match = session.match
        position = match_summary.as_it_stands(match)
        standing = phrases.standing(match, tr, playing=match_summary.in_play(match))
        self.ids.bar.title = tr("Replay: {standing}").format(standing=standing)
        count = tr("Line {line} of {count}")
        self.ids.count.text = count.format(line=int(self.at), count=len(self.events))
        board = self.board
        board.unit = self.unit
        board.marks, board.target = list(marks_of(self.header)), match_summary.holes_of(self.header)
        board.pegs = match_summary.pegs_of(match)
        self.ids.standing.sides = phrases.sides(match, tr)
        self.ids.curve.hand_text, self.ids.curve.upto = tr("Hand {n}"), self.at
        self.ids.cards.cards = [each.card for each in match.game.lying(position) if each.card is not None]
        self.ids.story.lines = [
            replace(line, current=at == 0 and self.at > 0) for at, line in enumerate(story(session, tr))
        ]
        self._show_still()
        self._show_buttons()

    def _show_still(self) -> None:
        """Show the picture kept of the last event, if one was."""
        event = self.events[int(self.at) - 1] if self.at else None
        path = still_of(self.app.archive.folder, self.header, event) if event is not None else None
        self.ids.still.source = str(path) if path is not None else ""

    def _show_buttons(self) -> None:
        texts = {
            "first": signs(BAR + BACK), "back": signs(BACK), "on": signs(ON), "last": signs(ON + BAR),
            "hand_back": signs(2 * BACK), "hand_on": signs(2 * ON),
            "play": language.tr(N_("Stop")) if self.running else language.tr(N_("Play")),
        }  # fmt: skip
        for name, button in self.buttons.items():
            button.text, button.ideal_size = texts[name], theme.BODY * self.unit
            button.quiet = name != "play"
        for name in ("first", "hand_back", "back"):
            self.buttons[name].disabled = self.at <= 0
        for name in ("on", "hand_on", "last"):
            self.buttons[name].disabled = self.at >= len(self.events)
