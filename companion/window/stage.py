"""The window's root: a felt, one screen on it, and the way back to those before."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kivy.clock import Clock
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.recycleview import views

from companion.window.screen import Screen
from companion.window.widgets import load_kv
from companion.window.widgets.textures import felt

load_kv(__file__)

FIRST_SCREEN = "start"
"""The first screen: there is no screen before it."""
NEXT_TO_HOME = "table"
"""The screen before this one is always `FIRST_SCREEN`, whichever way people came."""


class Stage(FloatLayout):
    """Shows one screen at a time. ``make(name)`` makes one that has not been wanted yet."""

    cloth = ObjectProperty(None, allownone=True)

    def __init__(self, make: Callable[[str], Screen], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._make = make
        self._made: dict[str, Screen] = {}
        self._way: list[tuple[str, Mapping[str, object]]] = []
        self.front: Screen | None = None
        self._cloth_soon = Clock.create_trigger(self._spread, -1)
        self.fbind("size", self._cloth_soon)

    def _spread(self, *_: object) -> None:
        """Lay a felt of the window's size."""
        self.cloth = felt(max(2, round(self.width)), max(2, round(self.height)))

    @property
    def name(self) -> str:
        """The name of the screen in front; "" before there is one."""
        return self._way[-1][0] if self._way else ""

    def go(self, name: str, what: Mapping[str, object]) -> None:
        """Bring a screen to the front. If people came by it, the screens after it are dropped from the way back."""
        screen = self._screen(name)
        names = [passed for passed, _ in self._way]
        kept = names.index(name) if name in names else len(names)
        if name in (FIRST_SCREEN, NEXT_TO_HOME):
            kept = 1 if name == NEXT_TO_HOME and names[:1] == [FIRST_SCREEN] else 0
        self._way[kept:] = [(name, what)]
        self._show(screen, what)

    def back(self) -> None:
        """Go to the screen before, or home where there is none; at home, stay."""
        if self.front is not None and self.front.leave():
            return
        if len(self._way) > 1:
            self._way.pop()
            name, what = self._way[-1]
            self._show(self._screen(name), what)
        elif self.name != FIRST_SCREEN:
            self.go(FIRST_SCREEN, {})

    def rebuild(self) -> None:
        """Make every screen anew: colours or sizes have changed."""
        self._spread()
        self._made.clear()
        # Kivy keeps the rows of all lists to use them again: these have the old colours
        views._cached_views.clear()
        views._cache_count = 0  # of what is in there: above 1,000, Kivy divides by the number of its kinds
        if self._way:
            name, what = self._way[-1]
            self._show(self._screen(name), what)

    def forget(self, name: str) -> None:
        """Make a screen anew when it is wanted next: it has become another one."""
        screen = self._made.pop(name, None)
        if screen is not None and screen is self.front:
            screen.hidden()
            self.remove_widget(screen)
            self.front = None

    def _screen(self, name: str) -> Screen:
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def _show(self, screen: Screen, what: Mapping[str, object]) -> None:
        if self.front is not None and self.front is not screen:
            self.front.hidden()
            self.remove_widget(self.front)
        if screen.parent is None:
            screen.size = self.size
            self.add_widget(screen)
        self.front = screen
        screen.shown(**what)
        screen.refresh()
