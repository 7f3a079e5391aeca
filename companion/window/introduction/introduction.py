"""Three pictures for who opens the app for the first time: camera over the table, play, watch the pegs.

They can be skipped. Where the bundled clip is there, it can be seen being played.
"""

from __future__ import annotations

from pathlib import Path

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.locales import N_
from companion.record.pegging import Pegs
from companion.window.screen import AppContext, Screen
from companion.window.table_parts.cribbage_board import CribbageBoard
from companion.window.widgets import load_kv
from companion.window.widgets.plates import ChiefButton
from companion.window.widgets.playing_card import PlayingCard
from companion.window.widgets.text import language
from companion.window.widgets.textures import walnut
from engine.cards import Card

PARTS = (ChiefButton,)
"""Named in the .kv."""

load_kv(__file__)

CLIPS = (Path(__file__).with_name("clip.mp4"), Path(__file__).parents[3] / "tests" / "films" / "clip.mp4")
"""Where the bundled clip lies in what was installed from a wheel, and in a checkout."""
PAGES = (
    N_("Put a camera over the table"),
    N_("Play as you always do"),
    N_("Watch the pegs: the score keeps itself"),
)
LYING = (("9s", 0.16, 0.56), ("6c", 0.33, 0.4), ("7h", 0.52, 0.5), ("Qh", 0.78, 0.44))
"""Cards on the table: which, and where of its width and height."""
PLAYED = ("7d", 0.585, 0.6)
"""The card played in the second picture, on the seven."""
ROUND = (Pegs(0, -1), Pegs(4, 0), Pegs(9, 4), Pegs(17, 9), Pegs(29, 17))
"""How a side's pegs go in the third picture."""
STEP = 1.2
"""Seconds between two of its moves."""


CAMERA_HIGH = 1.33
"""From the table's lower edge to the camera's top, in heights of the table."""


class TableFromAbove(Widget):
    """A table with cards on it, seen as the camera above it sees it; ``played``: one more card lies on them."""

    camera = BooleanProperty(True)
    played = BooleanProperty(False)
    area = ListProperty([0, 0, 1, 1])
    wood = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.wood = walnut()
        for name in ("pos", "size", "played", "camera"):
            self.fbind(name, self._lay)

    def _lay(self, *_: object) -> None:
        high = min(0.73 * self.height, 0.56 * self.width)
        low = max(self.y + 0.03 * self.height, self.center_y - CAMERA_HIGH / 2 * high)
        self.area = [self.center_x - 0.85 * high, low, 1.7 * high, high]
        self.clear_widgets()
        for name, across, up in (*LYING, *([PLAYED] if self.played else [])):
            card = PlayingCard(card=Card.parse(name), newest=self.played and name == PLAYED[0])
            card.size = 0.36 * high * theme.CARD_SHAPE, 0.36 * high
            card.center = self.area[0] + across * self.area[2], self.area[1] + up * high
            self.add_widget(card)


class IntroductionScreen(Screen):
    """One page after the other; the last one leads to a new match."""

    page = NumericProperty(0)
    clip = StringProperty("")
    """The clip that can be watched, "" where there is none."""

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.clip = next((str(clip) for clip in CLIPS if clip.exists()), "")
        self.table, self.board = TableFromAbove(), CribbageBoard()
        self.skip = self.ids.skip.__self__
        self._moves = 0
        self.ids.stage.bind(pos=self._arrange, size=self._arrange)

    def shown(self, **what: object) -> None:
        """Begin with the first picture."""
        page = what.get("page")
        self.page = page if isinstance(page, int) else 0

    def hidden(self) -> None:
        """Let nothing move any more."""
        Clock.unschedule(self._move)

    def refresh(self) -> None:
        """Show the page, in the language on screen."""
        tr, last = language.tr, int(self.page) == len(PAGES) - 1
        self.ids.sentence.text = tr(PAGES[int(self.page)])
        self.ids.next.text = tr(N_("New match")) if last else tr(N_("Next"))
        self._offer_skip(not last)
        stage = self.ids.stage
        stage.clear_widgets()
        stage.add_widget(self.board if last else self.table)
        self.table.camera, self.table.played = self.page == 0, self.page == 1
        Clock.unschedule(self._move)
        if last:
            self.board.pegs = [ROUND[-1], ROUND[-2]]
            self._moves = len(ROUND)
            if theme.PEG_FLIGHT:
                Clock.schedule_interval(self._move, STEP)
        self._arrange()

    def _offer_skip(self, offered: bool) -> None:
        """Offer to skip what follows, left of the other buttons, or not: nothing follows the last page."""
        ways = self.ids.ways
        if offered and self.skip.parent is None:
            ways.add_widget(self.skip, len(ways.children))
        elif not offered:
            ways.remove_widget(self.skip)

    def _move(self, _seconds: float) -> None:
        """Let one side's peg go on, from the beginning again after the last move."""
        self._moves = self._moves + 1 if self._moves < 2 * len(ROUND) - 1 else 0
        own, other = (min(len(ROUND) - 1, (self._moves + late) // 2) for late in (1, 0))
        self.board.pegs = [ROUND[own], ROUND[other]]

    def _arrange(self, *_: object) -> None:
        stage = self.ids.stage
        for part in (self.table, self.board):
            part.size_hint = None, None
            part.pos, part.size = stage.pos, stage.size
        wide = min(stage.width, 1.9 * stage.height)
        self.board.size = wide, stage.height
        self.board.center_x = stage.center_x

    # -- taps --------------------------------------------------------------------------------------------

    def next_page(self) -> None:
        """Turn the page; after the last one begin a match."""
        if self.page < len(PAGES) - 1:
            self.page += 1
            self.refresh()
        else:
            self.app.go("new_match")

    def see(self) -> None:
        """See the clip being played; nothing of it is kept."""
        self.app.demonstrate(self.clip)
