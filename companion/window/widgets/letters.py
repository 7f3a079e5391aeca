"""Letters to tap, for a touch screen without a keyboard."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ListProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout

from companion.window.widgets.text import TouchButton

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
            self.keys[letter] = TouchButton(
                on_release=lambda _, letter=letter: self._tapped(letter), padding=(0, 0)
            )
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


def accented(text: str) -> str:
    """Put an accent on the last letter of a text, where it can have one."""
    last = text[-1:]
    other = FURTHER.get(last.lower()) or ACCENTED.get(last.lower())
    if other is None:
        return text
    return text[:-1] + (other.upper() if last.isupper() else other)
