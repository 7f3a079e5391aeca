"""The first screen: go on with the match in one tap, begin one, look back, set things up."""

from __future__ import annotations

from functools import partial

from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget

from companion import theme
from companion.archive.archive import Kept, Unreadable
from companion.locales import LANGUAGES, N_
from companion.messages import READS_ONLY
from companion.record import match_summary, side_marks
from companion.record.pegging import Pegs
from companion.window.screen import AppContext, Screen
from companion.window.table_parts.cribbage_board import CribbageBoard
from companion.window.widgets import load_kv, plates, standing
from companion.window.widgets.playing_card import PlayingCard
from companion.window.widgets.text import FittedLabel, TouchButton, language
from companion.window.wording import phrases
from engine.cards import Card

PARTS = (CribbageBoard,)
"""Named in the .kv."""

load_kv(__file__)


FAN = (("7c", 16.0), ("7h", 0.0), ("7s", -16.0))
"""The cards from the left, each with the degrees by which it leans."""
TITLE = "Porrazo"
FANNED, WIDTH, LETTERS = 2.2, 4.0, 0.56
"""Width of the fanned cards, in widths of one; of the title, in sizes of its letters; these, in heights of a card."""


class Emblem(Widget):
    """Three sevens fanned out as a porrazo leaves them, and the name beside them, as large as the widget allows."""

    unit = NumericProperty(8)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.cards = [(PlayingCard(card=Card.parse(card)), lean) for card, lean in FAN]
        self.leaning = [self._lean(card, lean) for card, lean in self.cards]
        self.name = FittedLabel(text=TITLE, display=True)
        for card, _ in self.cards:
            self.add_widget(card)
        self.add_widget(self.name)
        for name in ("pos", "size", "unit"):
            self.fbind(name, self._lay)
        self._lay()

    def _lean(self, card: PlayingCard, lean: float) -> Rotate:
        with card.canvas.before:
            PushMatrix()
            turned = Rotate(angle=lean)
        with card.canvas.after:
            PopMatrix()
        return turned

    def _lay(self, *_: object) -> None:
        whole = (FANNED + 0.3) * theme.CARD_SHAPE + WIDTH * LETTERS
        height = max(1.0, min(0.78 * self.height, 0.97 * self.width / whole))
        width, lettering, across = height * theme.CARD_SHAPE, LETTERS * height, whole * height
        left = self.x + (self.width - across) / 2
        bottom = self.y + self.height / 2 - 0.54 * height
        foot = left + FANNED * width / 2, bottom - 0.1 * height
        for (card, lean), turned in zip(self.cards, self.leaning, strict=True):
            card.unit = self.unit
            card.size = width, height
            card.pos = foot[0] - width / 2 - 0.022 * lean * width, bottom
            turned.origin = foot
        self.name.size = WIDTH * lettering, height
        self.name.pos = left + (FANNED + 0.3) * width, bottom
        self.name.ideal_size = lettering


TARGET = 61
"""Holes of a board that nobody plays on yet."""
WAYS = {"history": N_("History"), "decks": N_("Decks"), "settings": N_("Settings")}
"""The small buttons at the bottom, by the screens that they open."""

ONE_COLUMN = 2
"""At most this many sides stand below each other in an upright window."""
CLOSE_LETTERS, LARGE = 0.8, 1.3
"""Sizes of the letters as a share of the usual: of many sides in an upright window, and of sides below each other."""
HEAD = 13.0
"""Height of the plate's head and edges, in units."""


class GoOnPlate(plates.TapPlate):
    """The match that is not finished: a tap goes on with it."""

    def show(self, kept: Kept, title: str, detail: str, unit: float, *, upright: bool) -> None:
        """Show how the match stands."""
        self.unit = unit
        self.ids.title.text, self.ids.detail.text = title, detail
        sides: standing.Standing = self.ids.standing
        many = len(kept.scores) > ONE_COLUMN
        sides.most_columns, sides.unit = 2 if many else 1, unit
        large = LARGE if sides.most_columns == 1 else CLOSE_LETTERS if upright else 1
        sides.ideal_size = theme.BODY * unit * large
        row = standing.ROW * max(1.0, large)
        sides.sides = phrases.sides(kept.match, language.tr)
        self.height = (HEAD + row * sides.rows_shown) * unit


class StartScreen(Screen):
    """Shown first, and gone back to from everywhere."""

    upright = BooleanProperty(False)

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.go_on = GoOnPlate(on_release=lambda _: self._go_on())
        self.begin_chief = plates.ChiefButton(on_release=lambda _: self.app.go("new_match"))
        self.begin_plain = TouchButton(on_release=lambda _: self.app.go("new_match"))
        self.introduce = TouchButton(quiet=True, on_release=lambda _: self.app.go("introduction"))
        self.ways = {name: TouchButton(quiet=True, on_release=partial(self._way, name)) for name in WAYS}
        self.fbind("unit", lambda *_: self.refresh())
        self.fbind("size", self._arrange)

    def refresh(self) -> None:
        """Look again for a match to go on with, and show everything in the language on screen."""
        tr = language.tr
        found = self.app.unfinished()
        self.ids.language.text = LANGUAGES[language.next()]
        column = self.ids.column
        column.clear_widgets()
        if isinstance(found, Kept):
            self._show_match(found)
            column.add_widget(self.go_on)
        begin = self.begin_plain if isinstance(found, Kept) else self.begin_chief
        begin.text = tr("New match")
        column.add_widget(begin)
        if not isinstance(found, Kept):
            self.introduce.text = tr("See how it works")
            column.add_widget(self.introduce)
        self._show_board(found)
        self.ids.notice.text = self._notice(found)
        self.ids.ways.clear_widgets()
        for name, button in self.ways.items():
            button.text = tr(WAYS[name])
            self.ids.ways.add_widget(button)
        self._arrange()

    def _notice(self, found: Kept | Unreadable | None) -> str:
        archive, told = self.app.archive, self.app.refused
        if archive.reads_only and not archive.claim():
            told = READS_ONLY
        elif isinstance(found, Unreadable):
            told = found.notice
        elif told is None:
            told = archive.notice
        return phrases.notice(told, language.tr) if told is not None else ""

    def _show_match(self, kept: Kept) -> None:
        tr = language.tr
        playing = match_summary.in_play(kept.match)
        title = tr("Continue")
        self.go_on.show(
            kept,
            title,
            phrases.standing(kept.match, tr, playing=playing),
            self.unit,
            upright=self.room.upright,
        )

    def _show_board(self, found: Kept | Unreadable | None) -> None:
        """Show the board as it was left; with no match to go on with its pegs wait before the first hole."""
        board = self.ids.board
        if isinstance(found, Kept):
            board.marks = list(side_marks.marks_of(found.match.header))
            board.target = match_summary.holes_of(found.match.header)
            board.pegs = match_summary.pegs_of(found.match)
        else:
            board.marks, board.target, board.pegs = [], TARGET, [Pegs(), Pegs()]

    def _arrange(self, *_: object) -> None:
        unit, room = self.room.unit, self.room
        self.upright = room.upright
        tall = max(room.touch, (11 if room.upright else 13) * unit)
        for begin in (self.begin_plain, self.begin_chief):
            begin.size_hint_y, begin.height, begin.ideal_size = None, tall, theme.HEADLINE * unit
        self.introduce.size_hint_y, self.introduce.height = None, max(room.touch, 9 * unit)
        self.introduce.ideal_size = theme.BODY * unit
        self.ids.column.height = sum(each.height for each in self.ids.column.children) + 2 * unit * (
            len(self.ids.column.children) - 1
        )

    def _way(self, name: str, _button: object) -> None:
        self.app.go(name)

    def _go_on(self) -> None:
        if self.app.resume():
            if self.app.session is not None and self.app.session.producer is None:
                self.app.look()
            self.app.go("table")
        else:
            self.refresh()
