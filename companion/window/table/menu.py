"""The table's menu: all that is not needed at every play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.locales import N_
from companion.window.screen import AppContext
from companion.window.table import recount_sheet
from companion.window.table.context import TableContext
from companion.window.widgets.dialogs import Act, Choice
from companion.window.widgets.text import language

SCREENS = {
    "new_match": N_("New match"),
    "history": N_("History"),
    "camera": N_("Camera"),
    "settings": N_("Settings"),
    "start": N_("Leave the table"),
}
"""Screens to go to from the table, where this version has them."""


def open_menu(table: TableContext, app: AppContext, *, tapping: bool, tap_cards: Callable[[], None]) -> None:
    """Open the menu. Under a camera ``tap_cards`` changes whether cards are tapped; ``tapping``: they are now."""
    tr = language.tr
    options: list[Act] = []
    if table.entry != "points":
        options.append(Act(tr("Recount the table"), lambda: recount_sheet.recount(table)))
    if table.entry == "camera":
        text = tr("Leave the cards to the camera") if tapping else tr("Tap the cards")
        options.append(Act(text, tap_cards))
    options += [Act(tr(text), partial(app.go, name)) for name, text in SCREENS.items() if app.has(name)]
    table.open(Choice(options, tr("Cancel"), title=tr("Menu"), columns=2, unit=table.room.unit))
