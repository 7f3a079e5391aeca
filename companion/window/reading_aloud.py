"""What a screen says, as sentences to be spoken: its texts from the top, each row from the left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kivy.core.window import Window
from kivy.uix.label import Label
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion.locales import N_
from companion.window.phones import bare
from companion.window.wording.phrases import Translate

SPOKEN = {
    "♣": N_("of clubs"),
    "♦": N_("of diamonds"),
    "♥": N_("of hearts"),
    "♠": N_("of spades"),
    "\ue000": N_("of coins"),
    "\ue001": N_("of cups"),
    "\ue002": N_("of swords"),
    "\ue003": N_("of cudgels"),
    "←": N_("takes"),
    "▶": N_("to play:"),
    "✓": N_("winner:"),
    "\N{MINUS SIGN}": N_("minus"),
    "+": N_("plus"),
}
"""Signs that a voice would spell, leave out or call by a name of their own."""
SILENT = "×·|‹›●○\n"
"""Signs that are only looked at."""
ROW = 0.5
"""Texts whose middles are no further apart than this, in heights of the higher one, are in one row."""


def said_on(screen: Widget, tr: Translate) -> list[str]:
    """Give what is to be seen, in reading order; of a sheet over the screen, the sheet alone."""
    sheets = [child for child in Window.children if isinstance(child, ModalView)]
    found = [label for label in _labels(sheets[0] if sheets else screen) if _in_sight(label)]
    rows: list[list[Label]] = []
    for label in sorted(found, key=lambda label: -_middle(label)):
        if rows and _together(rows[-1][0], label):
            rows[-1].append(label)
        else:
            rows.append([label])
    return [", ".join(_words(row, tr)) for row in rows]


def _labels(widget: Widget) -> Iterator[Label]:
    """Every label that is shown, with a text in it."""
    if not widget.opacity or getattr(widget, "disabled", False):
        return
    if isinstance(widget, Label) and widget.text.strip():
        yield widget
    for child in widget.children[::-1]:
        yield from _labels(child)


def _middle(label: Label) -> float:
    return float(label.to_window(*label.center)[1])


def _together(one: Label, other: Label) -> bool:
    return abs(_middle(one) - _middle(other)) <= ROW * float(max(one.height, other.height))


def _in_sight(label: Label) -> bool:
    """Whether its middle lies in the window: a list scrolls the rest out of it."""
    x, y = label.to_window(*label.center)
    return bool(0 <= x <= Window.width and 0 <= y <= Window.height)


def _words(row: Sequence[Label], tr: Translate) -> Iterator[str]:
    for label in sorted(row, key=lambda label: label.to_window(*label.center)[0]):
        text = bare(label.text)
        for sign, words in SPOKEN.items():
            text = text.replace(sign, f" {tr(words)} ")
        words = " ".join(text.translate(dict.fromkeys(map(ord, SILENT), " ")).split())
        if words:
            yield words
