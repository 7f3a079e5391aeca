"""The end of a match: who won, how the points went, where they came from, the best plays; and once more.

Also what History shows of any match: ``app.go("end", number=...)``.
"""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.properties import BooleanProperty

from companion import theme
from companion.archive.archive import Kept
from companion.locales import N_
from companion.record import match_summary, side_marks
from companion.record.statistics import BEST_PLAYS, Statistics, statistics_of
from companion.setup.draft import again, nameless
from companion.window.history import export
from companion.window.history.charts import FiguresTable, ScoreCurve
from companion.window.screen import AppContext, Screen
from companion.window.tables import headline
from companion.window.widgets import load_kv
from companion.window.widgets.pack_shown import pack_shown
from companion.window.widgets.plates import ChiefButton, Plate, TitleBar
from companion.window.widgets.shapes import ShapeMark
from companion.window.widgets.text import FittedLabel, TouchButton, in_one_size, language
from companion.window.wording import phrases, told
from engine.match import AnyMatch

PARTS = (TitleBar, Plate, ScoreCurve, FiguresTable, ShapeMark)
"""Named in the .kv."""

load_kv(__file__)

BEST = 0.9 * theme.BODY
"""Size of a best play, in units."""
LINE_FILLED = 0.78
"""Size of its letters at most, in heights of its line."""


class EndScreen(Screen):
    """Shows how a match went: the one being played, or one kept."""

    upright = BooleanProperty(False)
    well = BooleanProperty(True)
    """Whether what is said at the bottom is that something was done, not that it cannot be."""

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        self._letter_soon = Clock.create_trigger(self._letter_best, -1)
        super().__init__(app, **kwargs)
        self.kept: Kept | None = None
        self.said = ""
        self.best = [FittedLabel() for _ in range(BEST_PLAYS)]
        for label in self.best:
            self.ids.best.add_widget(label)
            for name in ("text", "size"):
                label.fbind(name, self._letter_soon)
        self.ids.bar.bind(on_back=lambda _: self.app.back())
        self.fbind("size", lambda *_: self.refresh())

    def shown(self, **what: object) -> None:
        """Show a kept match, or the one being played where there is no ``number``."""
        number = what.get("number")
        found = self.app.archive.read(number) if isinstance(number, int) else None
        self.kept = found if isinstance(found, Kept) else None
        self.said = ""

    @property
    def match(self) -> AnyMatch | None:
        """The match that is shown."""
        if self.kept is not None:
            return self.kept.match
        return self.app.session.match if self.app.session is not None else None

    # -- showing ---------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the match as it stands now: a point taken back may undo a victory."""
        match = self.match
        if match is None or self.width < 2:
            return
        self.upright = self.room.upright
        with pack_shown.of(self.app.preferences.settings.spanish, match.header):
            self._show(match)

    def _show(self, match: AnyMatch) -> None:
        statistics = statistics_of(match)
        self._show_title(match)
        self.ids.curve.hand_text = language.tr("Hand {n}")
        self.ids.curve.curve = statistics.curve
        self._show_sources(match, statistics)
        self._show_best(match, statistics)
        self._show_ways(match)

    def _show_title(self, match: AnyMatch) -> None:
        position, tr = match_summary.as_it_stands(match), language.tr
        winner = position.winner
        side = (
            winner
            if winner is not None
            else max(range(len(position.scores)), key=position.scores.__getitem__)
        )
        number = side_marks.marks_of(match.header)[side]
        self.ids.mark.shape, self.ids.mark.colour = side_marks.shape(number), side_marks.colour(number)
        over = winner is not None
        self.ids.mark.opacity, self.ids.mark.width = (1.0, 10 * self.unit) if over else (0.0, 0)
        self.ids.title.text = headline(match, tr, playing=True) if over else tr("Not finished")
        self.ids.title.color = side_marks.colour(number) if over else theme.INK
        self.ids.standing.most_columns = 1 + (len(position.scores) > 4) if self.upright else 4
        self.ids.standing.ideal_size = theme.BODY * self.unit * (0.8 if len(position.scores) > 4 else 1)
        self.ids.standing.sides = phrases.sides(match, tr)
        self.ids.said.text = self.said

    def _show_sources(self, match: AnyMatch, statistics: Statistics) -> None:
        """Tell who scored from what, the winner first as in every list."""
        tr, marks = language.tr, side_marks.marks_of(match.header)
        winner = match_summary.as_it_stands(match).winner
        order = sorted(range(len(marks)), key=lambda side: side != winner)
        self.ids.sources_title.text = tr("Where the points came from")
        rows = [
            (tr(phrases.source_name(match.header, kind)), tuple(points[side] for side in order))
            for kind, points in statistics.sources.items()
        ]
        self.ids.sources.show([marks[side] for side in order], rows, self.unit)

    def _show_best(self, match: AnyMatch, statistics: Statistics) -> None:
        tr = language.tr
        self.ids.best_title.text = tr("Best plays") if statistics.best else ""
        texts = [told.fault(fault, match, tr) for fault in told.faults(match)]
        texts += [phrases.scored(move, match.header, tr) for move in statistics.best]
        for label, text in zip(self.best, [*texts, *[""] * BEST_PLAYS], strict=False):
            label.text = text
        self._letter_soon()

    def _letter_best(self, *_: object) -> None:
        """Write the best plays in one size, in which each fits its line."""
        told_of = [label for label in self.best if label.text]
        high = min((label.height for label in told_of), default=0.0)
        in_one_size(told_of, max(1.0, min(BEST * self.unit, LINE_FILLED * high)))

    def _show_ways(self, match: AnyMatch) -> None:
        tr, row = language.tr, self.ids.ways
        row.clear_widgets()
        over = match_summary.as_it_stands(match).winner is not None
        ways: list[tuple[str, Callable[[], None]]] = [
            (tr(N_("Rematch")), self.rematch) if over else (tr("Continue"), self.go_on),
            (tr(N_("New match")), lambda: self.app.go("new_match")),
            (tr(N_("Replay")), lambda: self.app.go("replay", number=self.kept.number if self.kept else None)),
            (tr(N_("Save")), self.save),
        ]
        for at, (text, act) in enumerate(ways):
            button = (TouchButton if at else ChiefButton)(text=text, on_release=lambda _, act=act: act())
            button.ideal_size = theme.BODY * self.unit
            row.add_widget(button)

    # -- what comes next -------------------------------------------------------------------------------

    def rematch(self) -> None:
        """Play again: the same people and rules, the deal moved on."""
        if self.match is None:
            return
        names = nameless(language.tr)
        draft = again(self.match.header, names)
        if self.app.begin(draft.header(names, self.app.archive.clock())):
            self.app.go("table")
            self.app.look()
        else:
            self._say_refused()

    def go_on(self) -> None:
        """Go on with a match that is not finished."""
        if self.app.resume(self.kept.number if self.kept is not None else None):
            if self.app.session is not None and self.app.session.producer is None:
                self.app.look()
            self.app.go("table")
        else:
            self._say_refused()

    def _say_refused(self) -> None:
        if self.app.refused is not None:
            self._say(phrases.notice(self.app.refused, language.tr), well=False)

    def save(self) -> None:
        """Write record, score sheet and curve to where people find them, and say where."""
        if self.match is not None:
            well, sentence = export.saved(self.match, self.app.archive.clock(), self.kept)
            self._say(sentence, well=well)

    def _say(self, sentence: str, *, well: bool) -> None:
        self.said, self.well = sentence, well
        self.ids.said.text = sentence
