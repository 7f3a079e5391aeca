"""The table's menu: all that is not needed at every play."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.locales import N_
from companion.window.table import gathering
from companion.window.widgets.choice import Choice, Option
from companion.window.widgets.language import language

if TYPE_CHECKING:
    from companion.window.table.table import TableScreen

SCREENS = {
    "new_match": N_("New match"),
    "history": N_("History"),
    "camera": N_("Camera"),
    "settings": N_("Settings"),
    "start": N_("Leave the table"),
}
"""Screens to go to from the table, where this version has them."""


def open_menu(table: TableScreen) -> None:
    """Open the menu."""
    tr, app = language.tr, table.app
    options: list[Option] = []
    if table.entry != "points":
        options.append(Option(tr("Recount the table"), lambda: gathering.recount(table)))
    if table.entry == "camera":
        text = tr("Leave the cards to the camera") if table.tapping else tr("Tap the cards")
        options.append(Option(text, lambda: _tap_cards(table)))
    options += [Option(tr(text), partial(app.go, name)) for name, text in SCREENS.items() if app.has(name)]
    table.open(Choice(options, tr("Cancel"), title=tr("Menu"), columns=2, unit=table.unit))


def _tap_cards(table: TableScreen) -> None:
    table.tapping = not table.tapping
    table.app.changed()
