"""The table's menu: all that is not needed at every play."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.locales import mark
from companion.screens import gathering
from companion.widgets.choice import Choice, Option
from companion.widgets.language import language

if TYPE_CHECKING:
    from companion.screens.table import TableScreen

SCREENS = {
    "new_match": mark("New match"),
    "history": mark("History"),
    "camera": mark("Camera"),
    "settings": mark("Settings"),
    "start": mark("Leave the table"),
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
