"""History: every match, the latest first, and what each player has done in all of them."""

from __future__ import annotations

from collections.abc import Mapping

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout

from companion import theme
from companion.archive.archive import Kept
from companion.archive.figures import Figures
from companion.archive.players import key
from companion.locales import LANGUAGES, N_, translation
from companion.record import side_marks
from companion.setup.draft import nameless
from companion.window.screen import AppContext, Screen
from companion.window.widgets import load_kv
from companion.window.widgets.plates import Choices, Plate, Sentence, TapPlate, TitleBar
from companion.window.widgets.shapes import FaceMark
from companion.window.widgets.standing import Standing
from companion.window.widgets.text import FittedLabel, TouchButton, in_one_size, language, plain
from companion.window.wording import phrases
from engine.games import NAMES, game_called
from engine.header import GAME

PARTS = (Choices, FaceMark, TitleBar)
"""Named in the .kv."""

load_kv(__file__)

A_PAGE = 20
"""Number of matches listed at once; a tap lists more."""
AT_A_TIME = 4
"""Number of matches added up between two frames, until all are counted."""
FIRST_COLUMNS = {"matches": N_("Matches"), "won": N_("Won"), "average": N_("Points per match")}
LAST_COLUMNS = {"best": N_("Best play")}
"""What there is to tell of a player in any game, and what it is called; between them is what the game adds."""
NO_ROOM = "average"
"""What an upright window leaves out."""
CAPTION_HIGH = 0.85
"""Height of what a figure counts beside the figure's own: it may have two lines."""
HIGHEST = 21.0
"""A player's plate is no higher than this, in units."""


class MatchRow(TapPlate):
    """A match of the list; a tap shows how it went."""

    def __init__(self, kept: Kept, now: float, unit: float, *, upright: bool, **kwargs: object) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, unit=unit, **kwargs)
        self.kept, tr = kept, language.tr
        self.padding = 2 * unit, unit
        size = theme.BODY * unit * (0.8 if len(kept.scores) > 4 else 1)
        when = phrases.day(kept.when, now, tr)
        when = when if kept.header.game == GAME else f"{plain(tr(kept.match.game.title))}   {when}"
        if kept.winner is None:
            when += f"   {plain(tr('Not finished'))}"
        self.day = FittedLabel(
            text=when, color=theme.INK_SOFT, ideal_size=theme.SMALL * unit, size_hint_y=None
        )
        self.day.height = 1.3 * theme.SMALL * unit
        self.standing = Standing(unit=unit, ideal_size=size, most_columns=1 if upright else 4)
        self.standing.sides = phrases.sides(kept.match, tr)
        self.add_widget(self.day)
        self.add_widget(self.standing)
        self.height = max(dp(theme.TOUCH), 2 * unit + self.day.height + self.standing.rows_shown * 1.5 * size)


class PlayerPlate(Plate):
    """What one player has done: a face of shape and colour, the name, and every figure over what it counts."""

    high = NumericProperty(0)
    """It is so high, in pixels, if that is more than it needs."""

    def __init__(self, person: Figures, at: int, unit: float, columns: Mapping[str, str]) -> None:
        super().__init__(unit=unit)
        self.captions: list[FittedLabel] = []
        self._letter_soon = Clock.create_trigger(self._letter, -1)
        tr, mark = language.tr, at % len(side_marks.MARKS)
        self.ids.face.shape, self.ids.face.colour = side_marks.shape(mark), side_marks.colour(mark)
        self.ids.name.text = plain(person.name)
        self.figures = {name: figure(person, name) for name in columns}
        for name, text in self.figures.items():
            cell = BoxLayout(orientation="vertical")
            cell.add_widget(_figure(text, theme.BODY * 1.25 * unit, theme.INK, display=True))
            caption = _figure(tr(columns[name]), theme.SMALL * unit, theme.INK_SOFT)
            caption.size_hint_y = CAPTION_HIGH
            caption.fbind("size", self._letter_soon)
            self.captions.append(caption)
            cell.add_widget(caption)
            self.ids.figures.add_widget(cell)

    def _letter(self, *_: object) -> None:
        """Write all captions in one size, once it is known how wide each may be."""
        in_one_size(self.captions, theme.SMALL * self.unit)


def _figure(text: str, size: float, colour: theme.Colour, *, display: bool = False) -> FittedLabel:
    return FittedLabel(
        text=text, halign="center", valign="bottom" if display else "top", color=colour, ideal_size=size,
        display=display, most_lines=2,
    )  # fmt: skip


class HistoryScreen(Screen):
    """Two lists: matches, and players."""

    upright = BooleanProperty(False)

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.shown_until = A_PAGE
        self._waiting: list[int] = []
        self._adding = Clock.create_trigger(lambda _: self._add_up(), 0)
        self.ids.bar.bind(on_back=lambda _: self.app.back())
        self.ids.tabs.bind(on_chosen=lambda *_: self.refresh())
        self.fbind("size", lambda *_: self.refresh())
        for part in (self.ids.scroll, self.ids.list):
            part.fbind("size", Clock.create_trigger(lambda _: self._fill(), -1))

    def shown(self, **what: object) -> None:
        """Begin with the latest matches."""
        self.shown_until = A_PAGE
        self.ids.tabs.at = 0
        self.ids.scroll.scroll_y = 1

    def hidden(self) -> None:
        """Stop adding up."""
        self._adding.cancel()

    def refresh(self) -> None:
        """List what is there now."""
        if self.width < 2:
            return
        tr, self.upright = language.tr, self.room.upright
        self.ids.bar.title = tr("History")
        self.ids.tabs.texts = [tr(N_("Matches")), tr(N_("Players"))]
        self.ids.list.clear_widgets()
        self._adding.cancel()
        if self.ids.tabs.at == 0:
            self._list_matches()
        else:
            self._list_players()

    # -- matches ---------------------------------------------------------------------------------------

    def _list_matches(self) -> None:
        numbers, tr, rows = self.app.archive.numbers(), language.tr, self.ids.list
        now, unreadable = self.app.archive.clock(), self.app.archive.left_over
        for number in numbers[: self.shown_until]:
            found = self.app.archive.read(number)
            if isinstance(found, Kept):
                row = MatchRow(found, now, self.unit, upright=self.upright, on_release=self._open)
                rows.add_widget(row)
            else:
                unreadable.append(found)
        if len(numbers) > self.shown_until:
            more = TouchButton(text=tr(N_("More")), size_hint_y=None, on_release=lambda _: self._more())
            more.height, more.ideal_size = max(dp(theme.TOUCH), 9 * self.unit), theme.BODY * self.unit
            rows.add_widget(more)
        if not numbers:
            self._say(tr("No match has been played yet."))
        for bad in unreadable:
            self._say(phrases.notice(bad.notice, tr))

    def _say(self, sentence: str) -> None:
        label = Sentence(text=sentence, ideal_size=theme.SMALL * self.unit, color=theme.INK_SOFT)
        self.ids.list.add_widget(label)

    def _more(self) -> None:
        self.shown_until += A_PAGE
        self.refresh()

    def _open(self, row: MatchRow) -> None:
        self.app.go("end", number=row.kept.number)

    # -- players ---------------------------------------------------------------------------------------

    def _list_players(self) -> None:
        self._waiting = list(self.app.archive.owed())
        if len(self._waiting) > AT_A_TIME:
            self._say(language.tr("Adding up ..."))
            self._adding()
        else:
            self._add_up()

    def _add_up(self) -> None:
        """Add up some more matches; after the last one show the figures."""
        batch, self._waiting = self._waiting[:AT_A_TIME], self._waiting[AT_A_TIME:]
        for number in batch:
            self.app.archive.reckon(number)
        if self._waiting:
            self._adding()
        else:
            self._show_players()

    def _show_players(self) -> None:
        """List the players of each game that was played."""
        self.ids.list.clear_widgets()
        for name in NAMES:
            everybody = with_names(self.app.archive.figures(name))
            if everybody:
                self._show_players_of(name, everybody)
        if not self.ids.list.children:
            self._say(language.tr("No match has been played yet."))

    def _fill(self) -> None:
        """Let a few players have the whole screen's height, as far as looks well."""
        rows, gap = self.ids.list.children, theme.MARGIN * self.unit
        shown = [row for row in rows if isinstance(row, PlayerPlate)]
        if shown and len(shown) == len(rows):
            high = (self.ids.scroll.height + gap) / len(shown) - gap
            for row in shown:
                row.high = min(high, HIGHEST * self.unit)

    def _show_players_of(self, game: str, everybody: list[Figures]) -> None:
        rows = self.ids.list
        columns = columns_of(game, few=self.upright)
        if game != GAME:
            self._say(plain(language.tr(game_called(game).title)))
        for at, person in enumerate(everybody):
            rows.add_widget(PlayerPlate(person, at, self.unit, columns))


def columns_of(game: str, *, few: bool) -> dict[str, str]:
    """Give the players' figures that are told in a game, and what they are called; ``few`` in an upright window."""
    sources = game_called(game).words.sources
    own = {kind: each.column for kind, each in sources.items() if each.column and (each.chief or not few)}
    columns = {**FIRST_COLUMNS, **own, **LAST_COLUMNS}
    return {name: text for name, text in columns.items() if not (few and name == NO_ROOM)}


def figure(person: Figures, column: str) -> str:
    """Write one figure of a player's."""
    match column:
        case "matches":
            return str(person.matches)
        case "won":
            return str(person.won)
        case "average":
            return f"{person.points / person.matches:.0f}"
        case "best":
            return str(person.best)
        case _:
            return str(person.of(column))


def with_names(everybody: list[Figures]) -> list[Figures]:
    """Give the figures of every player who has a name, who has won most first."""
    nobody = {key(name) for code in LANGUAGES for name in nameless(translation(code).gettext)}
    known = [person for person in everybody if key(person.name) not in nobody]
    return sorted(known, key=lambda person: (-person.won, -person.matches, key(person.name)))
