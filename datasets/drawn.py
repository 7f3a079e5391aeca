"""Drawn decks: index, pips and layout drawn here from fonts, court art borrowed from free decks.

Real decks differ most in what a reader looks at: the letter's font, size and place, the pip's outline,
four-colour inks, cream stock, two or four indices, ornate aces. Each seed is one such deck; the same seed is the
same deck, where the same fonts are installed.
"""

from __future__ import annotations

import colorsys
import functools
import subprocess
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from datasets.decks import FACE_HEIGHT, RANKS, SUITS, Deck, rounded, sheet_deck
from datasets.sources import court_sources

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

SCALE = 2
"""Drawn at twice the stored size and shrunk, which smooths every outline."""

# Where pips stand on a card, as fractions of the width and height inside the indices (usual French layout).
PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "A": ((0.5, 0.5),),
    "2": ((0.5, 0.0), (0.5, 1.0)),
    "3": ((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),
    "4": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "5": ((0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)),
    "6": ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    "7": ((0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    "8": ((0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0.5, 0.75), (0, 1), (1, 1)),
    "9": ((0, 0), (1, 0), (0, 1 / 3), (1, 1 / 3), (0.5, 0.5), (0, 2 / 3), (1, 2 / 3), (0, 1), (1, 1)),
    "T": (
        (0, 0), (1, 0), (0.5, 1 / 6), (0, 1 / 3), (1, 1 / 3),
        (0, 2 / 3), (1, 2 / 3), (0.5, 5 / 6), (0, 1), (1, 1),
    ),
}  # fmt: skip
GLYPHS = {"c": "\u2663", "d": "\u2666", "h": "\u2665", "s": "\u2660"}

NO_INDEX = (
    "Italic", "Oblique", "Thin", "Hairline", "ExtraLight", "D050000L", "LinBiolinum_K", "Symbol", "Emoji",
    "BdIta", "_RI", "_RBI", "_RZI", "Initials",
)  # fmt: skip
"""Parts of names of fonts unfit for an index: slanted, hair-thin, or pictures instead of letters (D050000L holds
dingbats, LinBiolinum_K keys)."""
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


@functools.cache
def _fonts() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Paths of fonts with letters fit for an index, and of fonts that hold the four suits."""
    listed = subprocess.run(
        ["fc-list", ":lang=en", "--format", "%{file}\n"], check=True, capture_output=True, text=True
    ).stdout.split("\n")
    fonts = sorted(
        {f for f in listed if f.endswith((".ttf", ".otf")) and not any(word in f for word in NO_INDEX)}
    )
    suited = [f for f in fonts if not any(word in f for word in NO_PIPS) and _holds_suits(f)]
    if not suited:
        raise ValueError("no font with the four suits: install fonts-dejavu, fonts-freefont-ttf")
    return tuple(fonts), tuple(suited)


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
    fonts, suited = _fonts()
    cream = rng.random() < 0.3
    stock = (round(rng.uniform(246, 255)),) * 3 if not cream else (250, round(rng.uniform(238, 248)), 225)
    jumbo = rng.random() < 0.3
    return Style(
        aspect=float(rng.choice([57 / 88, 63 / 88], p=[0.4, 0.6])),
        stock=stock,
        inks=_inks(rng),
        index_font=str(rng.choice(fonts)),
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
    )


def _glyph(font: str, text: str, height: int, ink: Colour, squeeze: float = 1.0) -> Pillow.Image:
    """Text exactly ``height`` pixels tall, trimmed, on nothing."""
    loaded = ImageFont.truetype(font, max(8, height * 2))
    x0, y0, x1, y1 = loaded.getbbox(text)
    layer = Pillow.new("RGBA", (int(x1 - x0) + 4, int(y1 - y0) + 4), (*ink, 0))
    ImageDraw.Draw(layer).text((2 - x0, 2 - y0), text, font=loaded, fill=(*ink, 255))
    box = layer.getchannel("A").getbbox()
    layer = layer.crop(box) if box else layer
    width = max(2, round(layer.width * height / layer.height * squeeze))
    return layer.resize((width, max(2, height)), Pillow.Resampling.LANCZOS)


def _stamp(card: Pillow.Image, mark: Pillow.Image, x: float, y: float, turned: bool = False) -> None:
    """Put a mark's centre at (x, y) pixels."""
    if turned:
        mark = mark.rotate(180)
    card.alpha_composite(mark, (max(0, round(x - mark.width / 2)), max(0, round(y - mark.height / 2))))


def _indices(card: Pillow.Image, style: Style, rank: str, suit: str) -> None:
    width, height = card.size
    ink = style.inks[suit]
    letter = "10" if rank == "T" else rank
    tall = round(style.index_size * height)
    squeeze = style.index_squeeze * (0.72 if len(letter) == 2 else 1.0)
    text = _glyph(style.index_font, letter, tall, ink, squeeze)
    pip = _glyph(style.pip_font, GLYPHS[suit], round(tall * style.index_suit), ink)
    inset = style.index_inset * height
    x = inset + max(text.width, pip.width) / 2
    y_text, y_pip = inset + tall / 2, inset + tall * 1.14 + pip.height / 2
    corners = [(False, False), (True, True)] + ([(True, False), (False, True)] if style.four_indices else [])
    for right, bottom in corners:
        for mark, y in ((text, y_text), (pip, y_pip)):
            _stamp(card, mark, width - x if right else x, height - y if bottom else y, turned=bottom)


def _pips(card: Pillow.Image, style: Style, rank: str, suit: str) -> None:
    width, height = card.size
    ink = style.inks[suit]
    if rank == "A":
        mark = _glyph(style.pip_font, GLYPHS[suit], round(style.ace_size * height), ink)
        if style.ornate_ace and suit == "s":
            mark = _ornate(mark, style, height)
        _stamp(card, mark, width / 2, height / 2)
        return
    left = max(0.24, style.index_inset + style.index_size * 0.5 + 0.1) + (0.04 if style.four_indices else 0)
    x0, x1, y0, y1 = left * width, (1 - left) * width, 0.16 * height, 0.84 * height
    mark = _glyph(style.pip_font, GLYPHS[suit], round(style.pip_size * height), ink)
    for fx, fy in PIPS[rank]:
        _stamp(card, mark, x0 + fx * (x1 - x0), y0 + fy * (y1 - y0), turned=fy > 0.5)


def _ornate(mark: Pillow.Image, style: Style, height: int) -> Pillow.Image:
    """The printer's ace of spades: large, with white line work inside and a name below."""
    size = round(height * 0.42)
    big = _glyph(style.pip_font, GLYPHS["s"], size, style.inks["s"])
    draw = ImageDraw.Draw(big)
    w, h = big.size
    for k in range(5):
        r = h * (0.05 + 0.035 * k)
        draw.ellipse((w / 2 - r, h * 0.55 - r, w / 2 + r, h * 0.55 + r), outline=(*style.stock, 255), width=3)
    for k in range(10):
        angle = k * np.pi / 5
        ex, ey = w / 2 + np.cos(angle) * h * 0.26, h * 0.55 + np.sin(angle) * h * 0.26
        draw.line((w / 2, h * 0.55, ex, ey), fill=(*style.stock, 255), width=3)
    name = _glyph(style.index_font, "PLAYING CARDS", round(height * 0.022), style.inks["s"])
    whole = Pillow.new("RGBA", (max(w, name.width) + 8, h + name.height * 3), (0, 0, 0, 0))
    whole.alpha_composite(big, ((whole.width - w) // 2, 0))
    whole.alpha_composite(name, ((whole.width - name.width) // 2, h + name.height))
    return whole


@functools.cache
def _courts() -> tuple[Deck, ...]:
    return tuple(sheet_deck(source) for source in court_sources())


def _court(card: Pillow.Image, style: Style, art: Image) -> None:
    """Paste the middle of a court card, and with some styles a thin frame round it."""
    width, height = card.size
    cut_x, cut_y = round(art.shape[1] * 0.17), round(art.shape[0] * 0.075)
    middle = art[cut_y:-cut_y, cut_x:-cut_x, :3]
    inset = max(0.15, style.index_inset + style.index_size * 0.55)
    size = (round(width * (1 - 2 * inset)), round(height * 0.86))
    picture = Pillow.fromarray(cv2.cvtColor(middle, cv2.COLOR_BGR2RGB)).resize(
        size, Pillow.Resampling.LANCZOS
    )
    at = ((width - size[0]) // 2, (height - size[1]) // 2)
    card.paste(picture, at)
    if style.frame:
        colour = (40, 60, 160) if style.frame == 1 else (20, 20, 20)
        ImageDraw.Draw(card).rectangle((*at, at[0] + size[0], at[1] + size[1]), outline=colour, width=3)


def draw_face(style: Style, rank: str, suit: str, court: Image | None) -> Image:
    """One face, BGRA (FACE_HEIGHT, w, 4); ``court`` is the borrowed face of a J, Q or K."""
    size = (round(FACE_HEIGHT * style.aspect) * SCALE, FACE_HEIGHT * SCALE)
    card = Pillow.new("RGBA", size, (*style.stock, 255))
    if rank in PIPS:
        _pips(card, style, rank, suit)
    elif court is not None:
        _court(card, style, court)
    _indices(card, style, rank, suit)
    small = card.convert("RGB").resize((size[0] // SCALE, size[1] // SCALE), Pillow.Resampling.BOX)
    return rounded(cv2.cvtColor(np.asarray(small), cv2.COLOR_RGB2BGR).astype(np.uint8))


def drawn_deck(seed: int) -> Deck:
    """The drawn deck of this seed; every tenth is kept for validation."""
    rng = np.random.default_rng([seed, 52])
    style = draw_style(rng)
    courts = _courts()
    lent = courts[int(rng.integers(len(courts)))] if courts else None
    faces = [
        draw_face(style, rank, suit, lent.faces[s * 13 + r] if lent is not None else None)
        for s, suit in enumerate(SUITS)
        for r, rank in enumerate(RANKS)
    ]
    licence = f"drawn here; courts: {lent.name}, {lent.licence}" if lent is not None else "drawn here"
    split = "val" if seed % 10 == 9 else "train"
    return Deck(
        f"drawn-{seed:03d}", licence, split, np.stack(faces), np.zeros((0, *faces[0].shape), np.uint8)
    )
