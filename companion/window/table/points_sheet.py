"""The sheet for points by hand: how many, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kivy.uix.gridlayout import GridLayout

from companion import theme
from companion.record import match_summary
from companion.window.table.context import TableContext
from companion.window.table.event_lines import BY_HAND, signed
from companion.window.widgets.dialogs import Act, Sheet
from companion.window.widgets.text import FittedLabel, TouchButton, language
from companion.window.wording import phrases
from engine.entry import Entry
from engine.events import Adjust

POINTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, -1, -2, -3, -4, -5, -10)
COLUMNS = 6


class Reasons:
    """The row of reasons; one of them is chosen."""

    def __init__(self, sheet: Sheet, chosen: str, rows: int) -> None:
        self.chosen = chosen
        acts = [
            Act(
                phrases.sentence_case(language.tr(BY_HAND[why])), self._choosing(why), stays=True, choice=True
            )
            for why in BY_HAND
        ]
        each = -(-len(acts) // rows)
        buttons = [button for at in range(0, len(acts), each) for button in sheet.acts(acts[at : at + each])]
        self.buttons = dict(zip(BY_HAND, buttons, strict=True))
        self._show()

    def _choosing(self, why: str) -> Callable[[], None]:
        def choose() -> None:
            self.chosen = why
            self._show()

        return choose

    def _show(self) -> None:
        for why, button in self.buttons.items():
            button.chosen = why == self.chosen


def give_points(table: TableContext, side: int) -> None:
    """Ask how many points a side gets or loses, and why."""
    match = table.session.match
    seat = match_summary.sides_of(match.header)[side][0]
    title = language.tr("Points for {name}").format(name=phrases.side_name(match.header, side, language.tr))
    _open_sheet(table, title, next(iter(BY_HAND)),
         lambda points, why: table.change(lambda: table.session.tap(Adjust(seat, points, why))))  # fmt: skip


def change_points(table: TableContext, entry: Entry, event: Adjust) -> None:
    """Correct points by hand: another number, another reason, or none at all."""
    name = phrases.scorer(table.session.header, event.seat, "adjust", language.tr)
    title = language.tr("{name} {points}: what should it be?").format(name=name, points=signed(event.points))
    gone = Act(language.tr("Delete these points"), lambda: table.change(lambda: table.session.remove(entry)))
    _open_sheet(table, title, event.why,
         lambda points, why: table.change(
             lambda: table.session.correct(entry, replace(event, points=points, why=why))), [gone])  # fmt: skip


def _open_sheet(
    table: TableContext,
    title: str,
    why: str,
    done: Callable[[int, str], object],
    acts: list[Act] | None = None,
) -> None:
    unit, upright = table.room.unit, table.room.upright
    sheet = Sheet(title, unit)
    label = FittedLabel(text=language.tr("Reason"), color=theme.INK_SOFT, ideal_size=theme.SMALL * unit)
    sheet.part(label, height=1.3 * theme.SMALL * unit)
    reasons = Reasons(sheet, why, rows=2 if upright else 1)
    grid = GridLayout(cols=COLUMNS // 2 if upright else COLUMNS, spacing=0.8 * unit)
    for points in POINTS:
        grid.add_widget(_key(sheet, points, lambda points: done(points, reasons.chosen)))
    sheet.part(grid)
    if acts:
        sheet.acts(acts)
    table.open(sheet)


def _key(sheet: Sheet, points: int, done: Callable[[int], object]) -> TouchButton:
    def tapped(_: object) -> None:
        sheet.shut()
        done(points)

    button = TouchButton(text=signed(points), on_release=tapped)
    if points < 0:
        button.quiet, button.color = True, theme.WRONG
    button.ideal_size = theme.HEADLINE * sheet.unit
    sheet.buttons[button.text] = button
    return button
