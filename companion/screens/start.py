"""The first screen: go on with the match, begin one, look back, set things up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout

from companion.locales import mark
from companion.screens.screen import Screen
from companion.widgets.language import language
from companion.widgets.lettering import TouchButton

if TYPE_CHECKING:
    from companion.screens.porrazo_app import PorrazoApp

WAYS = {
    "new_match": mark("New match"),
    "table": mark("Go on"),
    "history": mark("History"),
    "decks": mark("Decks"),
    "settings": mark("Settings"),
}


class StartScreen(Screen):
    """A column of ways to go on."""

    def __init__(self, app: PorrazoApp, **kwargs: object) -> None:
        super().__init__(app, **kwargs)
        self.column = BoxLayout(orientation="vertical", spacing=12, padding=24)
        self.add_widget(self.column)
        self.fbind("size", lambda *_: setattr(self.column, "size", self.size))

    def refresh(self) -> None:
        """Offer the ways there are."""
        self.column.clear_widgets()
        for name, text in WAYS.items():
            if self.app.has(name):
                button = TouchButton(text=language.tr(text), on_release=lambda _, name=name: self._go(name))
                self.column.add_widget(button)

    def _go(self, name: str) -> None:
        if name != "table" or self.app.resume():
            self.app.go(name)
