"""Asks for a name, one of those remembered in a tap or a new one letter by letter; or for a camera's address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.modalview import ModalView
from kivy.utils import platform

from companion import theme
from companion.archive.players import LONGEST_NAME, key, tidy
from companion.archive.settings import LONGEST_SOURCE
from companion.window.widgets import load_kv
from companion.window.widgets.letters import ADDRESS_ROWS, ROWS, Letters, accented
from companion.window.widgets.plates import ChiefButton
from companion.window.widgets.text import TouchButton, language, plain

PARTS = (Letters, ChiefButton)
"""Named in the .kv."""

load_kv(__file__)

CHIPS = {True: 6, False: 10}
"""Numbers of remembered names offered, in an upright window and in a wide one."""
CURSOR = "|"
ENTER, BACKSPACE = 13, 8


class NameEntry(ModalView):
    """Over the whole window. ``done(name)`` is called with the name that was chosen or typed, tidied."""

    typed = StringProperty("")
    known = ListProperty([])
    """The names remembered, the likeliest first."""
    unit = NumericProperty(8)
    rows = ListProperty(ROWS)
    """The letters that can be tapped."""
    longest = LONGEST_NAME

    def __init__(
        self, title: str, typed: str, known: Sequence[str], done: Callable[[str], None], unit: float
    ) -> None:
        self.done = done
        self.fresh = True
        super().__init__(typed=typed, known=list(known), unit=unit)
        self.ids.title.text = title
        self.ids.letters.bind(
            on_letter=lambda _, letter: self.type(letter),
            on_accent=lambda _: setattr(self, "typed", accented(self.typed)),
            on_erase=lambda _: self.erase(),
        )
        self.fbind("typed", self._show)
        self.fbind("size", self._show)
        self._keyboard: Any = None
        self._show()

    # -- typing ----------------------------------------------------------------------------------------

    def type(self, letters: str) -> None:
        """Add letters; the first ones take the place of the name that was there."""
        typed = letters if self.fresh else self.typed + letters
        self.fresh = False
        self.typed = typed[: self.longest].lstrip()

    def erase(self) -> None:
        """Take the last letter away."""
        self.fresh = False
        self.typed = self.typed[:-1]

    def finish(self) -> None:
        """Take the name as it is typed."""
        self.choose(self.typed)

    def choose(self, name: str) -> None:
        """Take this name."""
        self.dismiss(animation=False)
        self.done(self.tidied(name))

    def tidied(self, text: str) -> str:
        """Give what was typed as it is kept."""
        return tidy(text)

    @property
    def capital(self) -> bool:
        """Whether the next letter is a capital."""
        return not self.typed or self.typed[-1] in " -'" or self.fresh

    # -- a real keyboard, where there is one -------------------------------------------------------------

    def on_open(self) -> None:
        """Listen to a real keyboard; a phone would only put its own letters over ours."""
        if platform not in ("android", "ios"):
            self._keyboard = Window.request_keyboard(lambda: None, self)
            self._keyboard.bind(on_textinput=self._on_text, on_key_down=self._on_key)

    def on_dismiss(self) -> None:
        """Let go of the real keyboard."""
        if self._keyboard is not None:
            self._keyboard.unbind(on_textinput=self._on_text, on_key_down=self._on_key)
            self._keyboard.release()
            self._keyboard = None

    def _on_text(self, _keyboard: object, text: str) -> None:
        self.type(text)

    def _on_key(self, _keyboard: object, code: tuple[int, str], *_: object) -> bool:
        if code[0] == ENTER:
            self.finish()
        elif code[0] == BACKSPACE:
            self.erase()
        return code[0] in (ENTER, BACKSPACE)

    # -- showing -----------------------------------------------------------------------------------------

    def _show(self, *_: object) -> None:
        self.ids.typed.text = plain(self.typed) + CURSOR
        self.ids.letters.capital = self.capital
        self.ids.done.disabled = not self.tidied(self.typed)
        self._show_chips()

    def _show_chips(self) -> None:
        upright = self.height > self.width
        begun = "" if self.fresh else key(self.typed)
        fitting = [name for name in self.known if key(name).startswith(begun)]
        chips = self.ids.chips
        chips.clear_widgets()
        chips.cols = 3 if upright else 5
        for name in fitting[: CHIPS[upright]]:
            chip = TouchButton(text=plain(name), on_release=lambda _, name=name: self.choose(name))
            chip.ideal_size, chip.inset = theme.BODY * self.unit, 0.4 * self.unit
            chips.add_widget(chip)
        rows = -(-len(chips.children) // chips.cols)
        chips.height = rows * max(dp(theme.TOUCH), 10 * self.unit)


class AddressEntry(NameEntry):
    """The same for a camera's address: digits and signs, no capitals; what stood there is gone on with."""

    longest = LONGEST_SOURCE

    def __init__(self, title: str, typed: str, done: Callable[[str], None], unit: float) -> None:
        super().__init__(title, typed, (), done, unit)
        self.fresh, self.rows = False, list(ADDRESS_ROWS)

    def tidied(self, text: str) -> str:
        """Give the address without spaces round it."""
        return text.strip()

    @property
    def capital(self) -> bool:
        """Never."""
        return False


def ask_address(title: str, typed: str, done: Callable[[str], None], unit: float) -> AddressEntry:
    """Open the question for an address and return it."""
    entry = AddressEntry(title, typed, done, unit)
    _open(entry)
    return entry


def ask_name(
    title: str, typed: str, known: Sequence[str], done: Callable[[str], None], unit: float
) -> NameEntry:
    """Open the question and return it."""
    entry = NameEntry(title, typed, known, done, unit)
    _open(entry)
    return entry


def _open(entry: NameEntry) -> None:
    entry.ids.cancel.text, entry.ids.done.text = language.tr("Cancel"), language.tr("OK")
    entry.open(animation=False)
