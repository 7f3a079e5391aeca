"""Two pages to read at any game's table: the score sheet so far, and the short rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kivy.uix.boxlayout import BoxLayout

from companion import theme
from companion.record.match_summary import side_of, sides_of
from companion.record.statistics import hand_of
from companion.window.screen import AppContext, Screen
from companion.window.widgets import load_kv
from companion.window.widgets.plates import Plate, Sentence, TitleBar
from companion.window.widgets.text import FittedLabel, language, plain
from companion.window.wording import phrases, told
from engine.game import Score
from engine.match import AnyMatch

PARTS = (TitleBar,)
"""Named in the .kv."""

load_kv(__file__)


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
        self.ids.bar.title = plain(match.game.title)
        for heading, text in match.game.words.rules:
            plate = Plate(orientation="vertical", unit=self.unit, size_hint_y=None, padding=2 * self.unit)
            head = FittedLabel(text=plain(tr(heading)), display=True, size_hint_y=None)
            head.ideal_size, head.height = theme.BODY * self.unit, 1.4 * theme.BODY * self.unit
            plate.add_widget(head)
            plate.add_widget(Sentence(text=plain(tr(text)), ideal_size=theme.BODY * self.unit))
            plate.fbind("minimum_height", plate.setter("height"))
            plate.height = plate.minimum_height
            self.ids.list.add_widget(plate)


class SheetScreen(Pages):
    """The score sheet of the match being played: hand by hand, with each side's total."""

    def write(self, match: AnyMatch) -> None:
        """Write a plate for each hand in which something was scored."""
        tr = language.tr
        self.ids.bar.title = tr("Score sheet")
        sides = [phrases.side_name(match.header, side, tr) for side in range(len(sides_of(match.header)))]
        self.ids.list.add_widget(self._line("", "", sides, head=True))
        hand, plate = -1, self._plate()
        proved = {each.proved: each for each in told.faults(match)}
        for number, score, totals in sheet_lines(match):
            if number != hand:
                hand, plate = number, self._plate()
                plate.add_widget(self._line(tr("Hand {n}").format(n=number), "", [], head=True))
                self.ids.list.add_widget(plate)
            what = f"{told.scorer(match.header, score, tr)}  {told.why_words(match.header, score.why, tr)}"
            if score.event in proved and not score.points:
                what = told.fault(proved[score.event], match, tr)
            plate.add_widget(self._line(what, told.points(score.points), list(map(str, totals))))
        if hand < 0:
            empty = Sentence(text=tr("Nothing has been scored yet."), ideal_size=theme.BODY * self.unit)
            self.ids.list.add_widget(empty)

    def _plate(self) -> Plate:
        plate = Plate(orientation="vertical", unit=self.unit, size_hint_y=None, padding=(0, self.unit))
        plate.fbind("minimum_height", plate.setter("height"))
        return plate

    def _line(self, what: str, points: str, totals: Sequence[str], *, head: bool = False) -> BoxLayout:
        row = BoxLayout(size_hint_y=None, height=(6 if head else 6.6) * self.unit, spacing=self.unit)
        row.padding = 2 * self.unit, 0
        cells = [(what, 2.6, "left"), (points, 0.5, "right"), *((total, 0.9, "right") for total in totals)]
        for at, (text, share, side) in enumerate(cells):
            label = FittedLabel(
                text=text.replace("-", phrases.MINUS), halign=side, size_hint_x=share, most_lines=2
            )
            label.display = at > 0 and not head
            label.color = theme.INK_SOFT if head else theme.POINTS if at == 1 else theme.INK
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
