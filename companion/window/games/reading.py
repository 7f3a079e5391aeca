"""Two pages to read at any game's table: the score sheet so far, and the short rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion import theme
from companion.locales import N_
from companion.record import side_marks
from companion.record.match_summary import side_of, sides_of
from companion.record.statistics import curve_of, hand_of
from companion.window.history.charts import ScoreCurve
from companion.window.screen import AppContext, Screen
from companion.window.widgets import load_kv
from companion.window.widgets.pack_shown import SPANISH, pack_shown
from companion.window.widgets.plates import Plate, Sentence, TitleBar
from companion.window.widgets.standing import Standing
from companion.window.widgets.text import FittedLabel, language, plain
from companion.window.wording import phrases, told
from engine.game import Score
from engine.match import AnyMatch

PARTS = (TitleBar,)
"""Named in the .kv."""

load_kv(__file__)

NUMERALS = 1.5
"""Size of how a match stands, in sizes of its text: that is what a sheet is opened for."""
CURVE = 34.0
"""Least height of the curve on it, in units."""
SPANISH_CARDS = (
    N_("Your cards"),
    N_("On Spanish cards the jack is the sota (10), the queen the caballo (11) and the king the rey (12)."),
)
"""Said before the rules, which name the cards of a French pack, to people who play with a Spanish one."""


class Pages(Screen):
    """A page of the match being played: a title, and parts below each other."""

    def __init__(self, app: AppContext, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.ids.bar.bind(on_back=lambda _: self.app.back())
        self.fbind("size", lambda *_: self.refresh())

    def refresh(self) -> None:
        """Write the page."""
        self.ids.list.clear_widgets()
        if self.app.session is not None and self.width > 1:
            self.write(self.app.session.match)

    def write(self, match: AnyMatch) -> None:
        """Add the page's parts."""


class RulesScreen(Pages):
    """The short rules of the game being played."""

    def write(self, match: AnyMatch) -> None:
        """Write a plate for each heading."""
        tr = language.tr
        self.ids.bar.title = plain(tr("{game}: rules").format(game=tr(match.game.title)))
        own = (SPANISH_CARDS,) if pack_shown.signs is SPANISH else ()
        for heading, text in (*own, *match.game.words.rules):
            plate = Plate(orientation="vertical", unit=self.unit, size_hint_y=None, padding=2 * self.unit)
            head = FittedLabel(text=plain(tr(heading)), display=True, size_hint_y=None)
            head.ideal_size, head.height = theme.BODY * self.unit, 1.4 * theme.BODY * self.unit
            plate.add_widget(head)
            plate.add_widget(Sentence(text=plain(tr(text)), ideal_size=theme.BODY * self.unit))
            plate.fbind("minimum_height", plate.setter("height"))
            plate.height = plate.minimum_height
            self.ids.list.add_widget(plate)


class SheetScreen(Pages):
    """The score sheet of the match being played: how it stands, its curve, and hand by hand each side's total."""

    def write(self, match: AnyMatch) -> None:
        """Write how it stands, then a plate for each hand in which something was scored."""
        tr = language.tr
        self.ids.bar.title = tr("Score sheet")
        plates = self._hands(match)
        standing = Standing(sides=phrases.sides(match, tr), unit=self.unit, size_hint_y=None)
        standing.most_columns = 1 if self.room.upright else 4
        standing.ideal_size = NUMERALS * theme.BODY * self.unit
        standing.height = standing.rows_shown * 1.3 * standing.ideal_size
        parts: list[Widget] = [standing]
        if plates:
            self.ids.column.do_layout()  # the window may just have got another size
            free = self.ids.scroll.height - standing.height - sum(plate.height for plate in plates)
            free -= (len(plates) + 2) * self.ids.list.spacing
            parts.append(self._curve(match, max(free, CURVE * self.unit)))
        else:
            parts.append(Sentence(text=tr("Nothing has been scored yet."), ideal_size=theme.BODY * self.unit))
        for part in (*parts, *plates):
            self.ids.list.add_widget(part)

    def _curve(self, match: AnyMatch, height: float) -> Plate:
        """Draw how the points went, as high as the page leaves room."""
        plate = Plate(unit=self.unit, size_hint_y=None, height=height, padding=1.5 * self.unit)
        curve = ScoreCurve(unit=self.unit, hand_text=language.tr("Hand {n}"))
        curve.curve = curve_of(match)
        plate.add_widget(curve)
        return plate

    def _hands(self, match: AnyMatch) -> list[Plate]:
        tr, hand = language.tr, -1
        sides = [phrases.side_name(match.header, side, tr) for side in range(len(sides_of(match.header)))]
        colours = [side_marks.colour(mark) for mark in side_marks.marks_of(match.header)]
        plates: list[Plate] = []
        proved = {each.proved: each for each in told.faults(match)}
        for number, score, totals in sheet_lines(match):
            if number != hand:
                hand = number
                plates.append(Plate(orientation="vertical", unit=self.unit, size_hint_y=None))
                plates[-1].padding, plates[-1].height = (0, self.unit), 2 * self.unit
                self._add(plates[-1], self._line(tr("Hand {n}").format(n=number), "", sides))
            what = f"{told.scorer(match.header, score, tr)}  {told.why_words(match.header, score.why, tr)}"
            if score.event in proved and not score.points:
                what = told.fault(proved[score.event], match, tr)
            self._add(
                plates[-1], self._line(what, told.points(score.points), list(map(str, totals)), colours)
            )
        return plates

    def _add(self, plate: Plate, line: BoxLayout) -> None:
        plate.add_widget(line)
        plate.height += line.height

    def _line(
        self, what: str, points: str, totals: Sequence[str], colours: Sequence[theme.Colour] = ()
    ) -> BoxLayout:
        """Write a line; without ``colours`` of its totals it is a heading."""
        head = not colours
        row = BoxLayout(size_hint_y=None, height=(6 if head else 6.6) * self.unit, spacing=self.unit)
        row.padding = 2 * self.unit, 0
        inks = [theme.INK, theme.WRONG if points.startswith("-") else theme.POINTS, *colours]
        cells = [(what, 2.6, "left"), (points, 0.5, "right"), *((total, 0.9, "right") for total in totals)]
        for at, (text, share, side) in enumerate(cells):
            label = FittedLabel(
                text=text.replace("-", phrases.MINUS), halign=side, size_hint_x=share, most_lines=2
            )
            label.display = at > 0 and not head
            label.color = theme.INK_SOFT if head else inks[at]
            label.ideal_size = (theme.SMALL if head else theme.BODY) * self.unit
            row.add_widget(label)
        return row


def sheet_lines(match: AnyMatch) -> Iterator[tuple[int, Score, tuple[int, ...]]]:
    """Give every score with the number of its hand and each side's total after it."""
    totals = [0] * len(sides_of(match.header))
    before = match.outcomes[0].position
    for _, outcome in match.steps():
        for score in outcome.made:
            totals[side_of(match.header, score.seat)] += score.points
            yield hand_of(before), score, tuple(totals)
        before = outcome.position
