"""Letters to tap, for a touch screen without a keyboard."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout

from companion.window.widgets.text import TouchButton, in_one_size

ROWS = ("QWERTYUIOP", "ASDFGHJKLÑ", "ZXCVBNM´'-")
ADDRESS_ROWS = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm_@=", "./:?&%~+#")
"""For the address of a camera; a capital is hardly ever in one, and may be typed on a real keyboard."""
ERASE, SPACE = "\N{LEFTWARDS ARROW}", "\N{OPEN BOX}"
ACCENT = "´"
ACCENTED = {"a": "á", "e": "é", "i": "í", "o": "ó", "u": "ú", "n": "ñ", "c": "ç"}
"""What a letter becomes when the accent is tapped after it; ``u`` goes on to ``ü``."""
FURTHER = {"ú": "ü"}


class Letters(BoxLayout):
    """Rows of letters. ``on_letter(letter)``, ``on_accent``, ``on_erase``: what was tapped.

    Letters are capitals while ``capital``; whoever uses them says when.
    """

    unit = NumericProperty(8)
    ideal_size = NumericProperty(20)
    capital = BooleanProperty(True)
    rows = ListProperty(ROWS)

    def __init__(self, **kwargs: object) -> None:
        for name in ("on_letter", "on_accent", "on_erase"):
            self.register_event_type(name)
        self._letter_soon = Clock.create_trigger(self._letter, -1)
        super().__init__(orientation="vertical", **kwargs)
        self.fbind("rows", self._build)
        for name in ("capital", "ideal_size", "unit"):
            self.fbind(name, self._show)
        self._build()

    def _build(self, *_: object) -> None:
        self.clear_widgets()
        self.keys: dict[str, TouchButton] = {}
        for row in self.rows:
            self.add_widget(self._row(row))
        self.last = BoxLayout()
        self.keys[SPACE] = TouchButton(on_release=lambda _: self.dispatch("on_letter", " "))
        self.keys[ERASE] = TouchButton(
            text=f"[font=DejaVuSans]{ERASE}[/font]",
            on_release=lambda _: self.dispatch("on_erase"),
            size_hint_x=0.3,
        )
        for name in (SPACE, ERASE):
            self.last.add_widget(self.keys[name])
        self.add_widget(self.last)
        self._show()

    def on_letter(self, letter: str) -> None:
        """A letter, a space or a sign was tapped."""

    def on_accent(self) -> None:
        """The accent was tapped: it belongs to the letter before."""

    def on_erase(self) -> None:
        """The last letter is to go."""

    def _row(self, letters: str) -> BoxLayout:
        row = BoxLayout()
        for letter in letters:
            self.keys[letter] = TouchButton(on_release=lambda _, letter=letter: self._tapped(letter))
            self.keys[letter].fbind("size", self._letter_soon)
            row.add_widget(self.keys[letter])
        return row

    def _tapped(self, letter: str) -> None:
        if letter == ACCENT:
            self.dispatch("on_accent")
        else:
            self.dispatch("on_letter", letter if self.capital else letter.lower())

    def _show(self, *_: object) -> None:
        for letter, key in self.keys.items():
            key.ideal_size, key.inset = self.ideal_size, 0.35 * self.unit
            if letter not in (SPACE, ERASE):
                key.text = letter if self.capital else letter.lower()
        self._letter_soon()

    def _letter(self, *_: object) -> None:
        """Write all letters in one size, right up to their keys' edges: each is the only one on its key."""
        shown = [key for letter, key in self.keys.items() if letter not in (SPACE, ERASE)]
        for key in shown:
            key.padding = (key.inset, 0)
        in_one_size(shown, self.ideal_size)


def accented(text: str) -> str:
    """Put an accent on the last letter of a text, where it can have one."""
    last = text[-1:]
    other = FURTHER.get(last.lower()) or ACCENTED.get(last.lower())
    if other is None:
        return text
    return text[:-1] + (other.upper() if last.isupper() else other)
