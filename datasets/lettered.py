"""Decks lettered otherwise than in English: French, German, Dutch and so on; for measuring, never trained on.

They are drawn as ``datasets.drawn`` draws decks, but for what their corners say. The letter reader learns from corners
(``datasets.letter_crops``) in other fonts; the courts are those of decks that no network learns from.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

import numpy as np
from PIL import ImageFont

from datasets.decks import Deck, sheet_deck
from datasets.drawn import draw_faces
from datasets.sources import VALIDATION, gnome_sources
from datasets.styles import draw_style, fonts
from vision.reading.alphabet import ALPHABETS, NAMES

APART = (
    "C059", "Caladea", "Cantarell", "DejaVuSerifCondensed", "LiberationSansNarrow", "LinLibertine", "RobotoCondensed",
    "URWGothic",
)  # fmt: skip
"""Fonts, by the beginnings of their files' names, that these decks are lettered in, and no picture to train on."""
TEXTS = {"A": ("A", "A", "As", "AS"), "R": ("R", "R", "Re"), "Kn": ("Kn", "Kn", "KN")}
"""What a deck may print for a glyph, each as often as it stands here; otherwise the glyph itself."""
CYRILLIC = {"A": "\u0410", "T": "\u0422", "B": "\u0412", "K": "\u041a"}
"""The Russian letters that count as Latin ones."""


@dataclass(frozen=True, eq=False, slots=True)
class Lettered:
    """A deck, and the code of its alphabet."""

    deck: Deck
    alphabet: str


@functools.cache
def letter_fonts(apart: bool, text: str) -> tuple[str, ...]:
    """Fonts that hold all letters of a text: those kept apart, or the others; ValueError where there are none."""
    named = [(font, font.rsplit("/", 1)[-1].startswith(APART)) for font in fonts()[0]]
    found = tuple(font for font, kept in named if kept == apart and _holds(font, text))
    if not found:
        raise ValueError("no font for lettered decks: install fonts-dejavu, fonts-liberation")
    return found


def _holds(font: str, text: str) -> bool:
    loaded = ImageFont.truetype(font, 40)
    missing = bytes(loaded.getmask("\uffff"))
    return all(bytes(loaded.getmask(letter)) != missing for letter in text)


def text_of(rng: np.random.Generator, glyph: str, russian: bool) -> str:
    """What a deck prints for a glyph."""
    return CYRILLIC.get(glyph, glyph) if russian else str(rng.choice(TEXTS.get(glyph, (glyph,))))


@functools.cache
def _courts() -> tuple[Deck, ...]:
    return tuple(sheet_deck(source) for source in gnome_sources() if source.name in VALIDATION)


def lettered_deck(seed: int) -> Lettered:
    """The lettered deck of this seed; alphabets take turns."""
    rng = np.random.default_rng([seed, 53])
    alphabet = NAMES[seed % len(NAMES)]
    letters = tuple(text_of(rng, str(rng.choice(glyphs)), alphabet == "ru") for glyphs in ALPHABETS[alphabet])
    font = str(rng.choice(letter_fonts(True, "".join(letters))))
    style = replace(draw_style(rng), letters=letters, index_font=font)
    courts = _courts()
    lent = courts[int(rng.integers(len(courts)))] if courts else None
    faces = draw_faces(style, lent)
    licence = f"drawn here; courts: {lent.name}, {lent.licence}" if lent is not None else "drawn here"
    return Lettered(Deck(f"lettered-{seed:03d}-{alphabet}", licence, "val", faces, faces[:0]), alphabet)
