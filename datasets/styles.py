"""What one drawn deck looks like: its fonts, inks, sizes and places, chosen at random within what printers do."""

from __future__ import annotations

import colorsys
import functools
import subprocess
from dataclasses import dataclass, replace

import numpy as np
from PIL import ImageFont

from datasets.sources import artwork_folder

Colour = tuple[int, int, int]
GLYPHS = {"c": "\u2663", "d": "\u2666", "h": "\u2665", "s": "\u2660"}

NO_INDEX = (
    "Italic", "Oblique", "Thin", "Hairline", "ExtraLight", "D050000L", "LinBiolinum_K", "Symbol", "Emoji",
    "BdIta", "_RI", "_RBI", "_RZI", "Initials",
)  # fmt: skip
"""Parts of names of fonts unfit for an index: slanted, hair-thin, or pictures instead of letters (D050000L holds
dingbats, LinBiolinum_K keys)."""
CARD_FONTS = "usr/share/texlive/texmf-dist/fonts/truetype/public/hmtrump/*.ttf"
"""Below the folder of artwork: the slab letters most printers use (NKD04 Playing Cards Index, free for any use)."""
COURTS = {"lent": 0.76, "bare": 0.06, "pip": 0.06, "letter": 0.06, "motif": 0.06}
"""What fills a court, and how often: another deck's figure; nothing; a large pip, as on an ace; a large letter; an
ornament that says nothing. Decks that make do without figures exist, and only the index tells their courts."""
ENGLISH = ("A", *map(str, range(2, 11)), "J", "Q", "K")
"""What is printed for each rank, ace to king; ``datasets.lettered`` draws decks that say it otherwise."""
NO_PIPS = ("FreeSerifBold",)
"""Fonts whose pips are wrong: this one holds the club in the spade's place."""


@dataclass(frozen=True, slots=True)
class Style:
    """What one drawn deck looks like; lengths are fractions of the card's height."""

    aspect: float
    stock: Colour
    inks: dict[str, Colour]
    index_font: str
    pip_font: str
    index_size: float
    index_squeeze: float
    index_inset: float
    index_suit: float
    four_indices: bool
    pip_size: float
    ace_size: float
    ornate_ace: bool
    frame: int
    index_weight: float
    pip_stretch: float
    drop: float
    edge: int
    court: str
    letters: tuple[str, ...] = ENGLISH


@functools.cache
def fonts() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Paths of fonts with letters fit for an index, and of fonts that hold the four suits."""
    listed = subprocess.run(
        ["fc-list", ":lang=en", "--format", "%{file}\n"], check=True, capture_output=True, text=True
    ).stdout.split("\n")
    lettered = sorted(
        {f for f in listed if f.endswith((".ttf", ".otf")) and not any(word in f for word in NO_INDEX)}
    )
    suited = [f for f in lettered if not any(word in f for word in NO_PIPS) and _holds_suits(f)]
    if not suited:
        raise ValueError("no font with the four suits: install fonts-dejavu, fonts-freefont-ttf")
    return tuple(lettered), tuple(suited)


@functools.cache
def _card_fonts() -> tuple[str, ...]:
    """Fonts made for the indices of playing cards, where the folder of artwork holds one."""
    folder = artwork_folder()
    return tuple(sorted(map(str, folder.glob(CARD_FONTS)))) if folder is not None else ()


def _holds_suits(font: str) -> bool:
    loaded = ImageFont.truetype(font, 40)
    missing = bytes(loaded.getmask("\uffff"))
    masks = {bytes(loaded.getmask(g)) for g in GLYPHS.values()}
    return len(masks) == 4 and missing not in masks and all(loaded.getbbox(g)[2] > 8 for g in GLYPHS.values())


def _ink(rng: np.random.Generator, hue: float, saturation: float, value: float) -> Colour:
    h = (hue + rng.normal(0, 0.015)) % 1
    r, g, b = colorsys.hsv_to_rgb(h, float(np.clip(saturation, 0, 1)), float(np.clip(value, 0, 1)))
    return round(r * 255), round(g * 255), round(b * 255)


def _inks(rng: np.random.Generator) -> dict[str, Colour]:
    red = _ink(rng, 0.99, rng.uniform(0.75, 1), rng.uniform(0.6, 0.95))
    black = _ink(rng, 0.6, rng.uniform(0, 0.5), rng.uniform(0, 0.22))
    if rng.random() > 0.12:
        return {"c": black, "d": red, "h": red, "s": black}
    green, blue = _ink(rng, 0.37, 0.85, rng.uniform(0.35, 0.55)), _ink(rng, 0.6, 0.85, rng.uniform(0.5, 0.85))
    return {"c": green, "d": blue, "h": red, "s": black}


def draw_style(rng: np.random.Generator) -> Style:
    """A style at random, within what printed decks do."""
    lettered, suited = fonts()
    cream = rng.random() < 0.3
    stock = (round(rng.uniform(246, 255)),) * 3 if not cream else (250, round(rng.uniform(238, 248)), 225)
    jumbo = rng.random() < 0.3
    style = Style(
        aspect=float(rng.choice([57 / 88, 63 / 88], p=[0.4, 0.6])),
        stock=stock,
        inks=_inks(rng),
        index_font=str(rng.choice(lettered)),
        pip_font=str(rng.choice(suited)),
        index_size=float(rng.uniform(0.17, 0.26) if jumbo else rng.uniform(0.10, 0.15)),
        index_squeeze=float(rng.uniform(0.55, 1.0)),
        index_inset=float(rng.uniform(0.018, 0.04)),
        index_suit=float(rng.uniform(0.55, 0.95)),
        four_indices=bool(rng.random() < 0.3),
        pip_size=float(rng.uniform(0.13, 0.2)),
        ace_size=float(rng.choice([0.16, 0.3, 0.45])),
        ornate_ace=bool(rng.random() < 0.6),
        frame=int(rng.integers(0, 3)),
        index_weight=0.0,
        pip_stretch=1.0,
        drop=0.0,
        edge=0,
        court="lent",
    )
    return _refined(style, rng.spawn(1)[0])


def _refined(style: Style, rng: np.random.Generator) -> Style:
    """The style with what later decks vary too, from a generator of its own: the rest of a seed's look stays."""
    cards = _card_fonts()
    size = float(rng.uniform(0.075, 0.1)) if rng.random() < 0.12 else style.index_size
    if style.four_indices:
        size = min(size, (0.45 - style.index_inset) / (1.14 + style.index_suit))
    return replace(
        style,
        index_font=str(rng.choice(cards)) if cards and rng.random() < 0.3 else style.index_font,
        index_size=size,
        # Printers squeeze large letters, or no room would be left for the pips.
        index_squeeze=min(style.index_squeeze, 0.72) if size > 0.17 else style.index_squeeze,
        index_weight=float(rng.choice([0.0, rng.uniform(-0.02, 0.045)])),
        pip_stretch=float(rng.uniform(0.85, 1.15)),
        drop=float(rng.uniform(0, 0.025)),
        edge=int(rng.random() < 0.2),
        court=str(rng.choice(list(COURTS), p=list(COURTS.values()))),
    )
