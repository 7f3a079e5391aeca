"""The first screen: go on with the match in one tap, begin one, look back, set things up."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty

from companion import theme
from companion.locales import LANGUAGES, N_
from companion.messages import READS_ONLY
from companion.record import match_summary
from companion.record.archive import Kept, Unreadable
from companion.window.screen import AppContext, Screen
from companion.window.widgets import plates, standing
from companion.window.widgets.emblem import Emblem
from companion.window.widgets.language import language
from companion.window.widgets.lettering import TouchButton
from companion.window.widgets.loading import load_kv
from companion.window.wording import telling, wording

PARTS = (Emblem,)
"""Named in the .kv."""

load_kv(__file__)

WAYS = {"history": N_("History"), "decks": N_("Decks"), "settings": N_("Settings")}
"""The smaller ways, by the names of their screens."""

ONE_COLUMN = 4
"""So many sides are written below each other in an upright window."""
CLOSE = 0.66
"""How much smaller more of them are written there."""


class GoOnPlate(plates.TapPlate):
    """The match that is not finished: a tap goes on with it."""

    def show(self, kept: Kept, title: str, detail: str, unit: float, *, upright: bool) -> None:
        """Show how the match stands."""
        self.unit = unit
        self.ids.title.text, self.ids.detail.text = title, detail
        sides: standing.Standing = self.ids.standing
        many = len(kept.scores) > ONE_COLUMN
        sides.most_columns, sides.unit = 2 if many or not upright else 1, unit
        sides.ideal_size = theme.BODY * unit * (CLOSE if upright and many else 1)
        sides.sides = telling.sides(kept.match, language.tr)
        self.height = (13 + standing.ROW * sides.rows_shown) * unit


class StartScreen(Screen):
    """Shown first, and gone back to from everywhere."""

    upright = BooleanProperty(False)

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.go_on = GoOnPlate(on_release=lambda _: self._go_on())
        self.begin_chief = plates.ChiefButton(on_release=lambda _: self.app.go("new_match"))
        self.begin_plain = TouchButton(on_release=lambda _: self.app.go("new_match"))
        self.ways = {name: TouchButton(on_release=partial(self._way, name)) for name in WAYS if app.has(name)}
        self.fbind("unit", lambda *_: self.refresh())
        self.fbind("size", self._arrange)

    def refresh(self) -> None:
        """Look again for a match to go on with, and say everything in the language of the day."""
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
        return wording.notice(told, language.tr) if told is not None else ""

    def _show_match(self, kept: Kept) -> None:
        tr = language.tr
        playing = match_summary.in_play(kept.match)
        title = tr("Go on")
        self.go_on.show(
            kept,
            title,
            wording.standing(kept.match, tr, playing=playing),
            self.unit,
            upright=self.room.upright,
        )

    def _arrange(self, *_: object) -> None:
        unit, room = self.room.unit, self.room
        self.upright = room.upright
        tall = max(room.touch, 13 * unit)
        for begin in (self.begin_plain, self.begin_chief):
            begin.size_hint_y, begin.height, begin.ideal_size = None, tall, theme.HEADLINE * unit
        for button in self.ways.values():
            button.ideal_size = theme.BODY * unit
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
