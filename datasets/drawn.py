"""Drawn decks: index, pips and layout drawn here from fonts, court art borrowed from free decks.

Real decks differ most in what a reader looks at: the letter's font, weight, size and place, the pip's outline and
stretch, four-colour inks, cream stock, two or four indices, ornate aces, a line round the card. Pips keep clear of
the indices, as printers have them. Each seed is one such deck; the same seed is the
same deck, where the same fonts are installed.
"""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFilter, ImageFont, ImageOps, ImageStat

from datasets.decks import FACE_HEIGHT, RANKS, SUITS, Deck, files_deck, rounded, sheet_deck
from datasets.sources import COURT_FILES, artwork_folder, card_files, court_sources
from datasets.styles import GLYPHS, Colour, Style, draw_style

Image = NDArray[np.uint8]

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


_font = functools.lru_cache(512)(ImageFont.truetype)


def glyph(
    font: str, text: str, height: int, ink: Colour, squeeze: float = 1.0, weight: float = 0.0
) -> Pillow.Image:
    """Text exactly ``height`` pixels tall, trimmed, on nothing; ``weight`` thickens its strokes, as a share of it."""
    loaded = _font(font, max(8, height * 2))
    x0, y0, x1, y1 = loaded.getbbox(text)
    layer = Pillow.new("RGBA", (int(x1 - x0) + 4, int(y1 - y0) + 4), (*ink, 0))
    ImageDraw.Draw(layer).text((2 - x0, 2 - y0), text, font=loaded, fill=(*ink, 255))
    if weight:
        layer = _weighed(layer, ink, round(weight * height * 2))
    box = layer.getchannel("A").getbbox()
    layer = layer.crop(box) if box else layer
    width = max(2, round(layer.width * height / layer.height * squeeze))
    return layer.resize((width, max(2, height)), Pillow.Resampling.LANCZOS)


def _weighed(layer: Pillow.Image, ink: Colour, pixels: int) -> Pillow.Image:
    """Strokes thicker by so many pixels, or thinner where that is negative and leaves most of the ink."""
    if not pixels:
        return layer
    wide = ImageOps.expand(layer, max(0, pixels), fill=(*ink, 0))
    size = abs(pixels) // 2 * 2 + 1
    alpha = wide.getchannel("A")
    changed = alpha.filter(ImageFilter.MaxFilter(size) if pixels > 0 else ImageFilter.MinFilter(size))
    if ImageStat.Stat(changed).sum[0] < 0.55 * ImageStat.Stat(alpha).sum[0]:
        return layer
    wide.putalpha(changed)
    return wide


def stamp(card: Pillow.Image, mark: Pillow.Image, x: float, y: float, turned: bool = False) -> None:
    """Put a mark's centre at (x, y) pixels."""
    if turned:
        mark = mark.rotate(180)
    card.alpha_composite(mark, (max(0, round(x - mark.width / 2)), max(0, round(y - mark.height / 2))))


def index_marks(style: Style, letter: str, suit: str, height: int) -> tuple[Pillow.Image, Pillow.Image]:
    """The index's letter and the suit below it, for a card of this height."""
    ink = style.inks[suit]
    tall = round(style.index_size * height)
    squeeze = style.index_squeeze * (0.72 if len(letter) == 2 else 1.0)
    text = glyph(style.index_font, letter, tall, ink, squeeze, style.index_weight)
    pip = glyph(style.pip_font, GLYPHS[suit], round(tall * style.index_suit), ink, style.pip_stretch)
    return text, pip


def index_places(
    style: Style, text: Pillow.Image, pip: Pillow.Image, height: int
) -> tuple[float, float, float]:
    """Where the index at a card's top left stands: the x of both, the y of the letter and of the suit, pixels."""
    inset, top = style.index_inset * height, (style.index_inset + style.drop) * height
    x = inset + max(text.width, pip.width) / 2
    return x, top + text.height / 2, top + text.height * 1.14 + pip.height / 2


def _indices(card: Pillow.Image, style: Style, rank: str, suit: str) -> None:
    width, height = card.size
    text, pip = index_marks(style, style.letters[RANKS.index(rank)], suit, height)
    x, y_text, y_pip = index_places(style, text, pip, height)
    corners = [(False, False), (True, True)] + ([(True, False), (False, True)] if style.four_indices else [])
    for right, bottom in corners:
        for mark, y in ((text, y_text), (pip, y_pip)):
            stamp(card, mark, width - x if right else x, height - y if bottom else y, turned=bottom)


def _pips(card: Pillow.Image, style: Style, rank: str, suit: str) -> None:
    width, height = card.size
    ink = style.inks[suit]
    if rank == "A":
        mark = glyph(style.pip_font, GLYPHS[suit], round(style.ace_size * height), ink)
        if style.ornate_ace and suit == "s":
            mark = _ornate(style, height)
        mark = _narrowed(mark, width - 2 * _clear(style, suit, height))
        stamp(card, mark, width / 2, height / 2)
        return
    clear = _clear(style, suit, height)
    mark = glyph(style.pip_font, GLYPHS[suit], round(style.pip_size * height), ink, style.pip_stretch)
    mark = _narrowed(mark, (width - 2 * clear) / 2.1)
    x0 = max(0.24 * width, clear + mark.width / 2)
    x1, y0, y1 = width - x0, 0.16 * height, 0.84 * height
    for fx, fy in PIPS[rank]:
        stamp(card, mark, x0 + fx * (x1 - x0), y0 + fy * (y1 - y0), turned=fy > 0.5)


def _narrowed(mark: Pillow.Image, width: float) -> Pillow.Image:
    """The mark, made smaller where it is wider than so many pixels."""
    fit = width / mark.width
    if fit >= 1:
        return mark
    return mark.resize((round(mark.width * fit), round(mark.height * fit)), Pillow.Resampling.LANCZOS)


def _clear(style: Style, suit: str, height: int) -> float:
    """Pixels from the card's side to where no index of the deck reaches, the 10's included."""
    widest = (style.letters[RANKS.index(rank)] for rank in "T6")
    return (
        style.index_inset * height
        + max(m.width for w in widest for m in index_marks(style, w, suit, height))
        + 4
    )


def _ornate(style: Style, height: int) -> Pillow.Image:
    """The printer's ace of spades: large, with white line work inside and a name below."""
    size = round(height * 0.42)
    big = glyph(style.pip_font, GLYPHS["s"], size, style.inks["s"])
    draw = ImageDraw.Draw(big)
    w, h = big.size
    for k in range(5):
        r = h * (0.05 + 0.035 * k)
        draw.ellipse((w / 2 - r, h * 0.55 - r, w / 2 + r, h * 0.55 + r), outline=(*style.stock, 255), width=3)
    for k in range(10):
        angle = k * np.pi / 5
        ex, ey = w / 2 + np.cos(angle) * h * 0.26, h * 0.55 + np.sin(angle) * h * 0.26
        draw.line((w / 2, h * 0.55, ex, ey), fill=(*style.stock, 255), width=3)
    name = glyph(style.index_font, "PLAYING CARDS", round(height * 0.022), style.inks["s"])
    whole = Pillow.new("RGBA", (max(w, name.width) + 8, h + name.height * 3), (0, 0, 0, 0))
    whole.alpha_composite(big, ((whole.width - w) // 2, 0))
    whole.alpha_composite(name, ((whole.width - name.width) // 2, h + name.height))
    return whole


@functools.cache
def _courts() -> tuple[Deck, ...]:
    sheets = [sheet_deck(source) for source in court_sources()]
    folder = artwork_folder()
    files = [deck for deck in card_files() if deck.name in COURT_FILES]
    return (*sheets, *(files_deck(deck, folder) for deck in files if folder is not None))


def _court(card: Pillow.Image, style: Style, art: Image) -> None:
    """Paste the middle of a court card, and with some styles a thin frame round it."""
    width, height = card.size
    cut_x, cut_y = round(art.shape[1] * 0.17), round(art.shape[0] * 0.075)
    middle = art[cut_y:-cut_y, cut_x:-cut_x, :3]
    inset = min(0.27, max(0.15, _clear(style, "h", height) / width))
    size = (round(width * (1 - 2 * inset)), round(height * 0.86))
    picture = Pillow.fromarray(cv2.cvtColor(middle, cv2.COLOR_BGR2RGB)).resize(
        size, Pillow.Resampling.LANCZOS
    )
    at = ((width - size[0]) // 2, (height - size[1]) // 2)
    card.paste(picture, at)
    if style.frame:
        colour = (40, 60, 160) if style.frame == 1 else (20, 20, 20)
        ImageDraw.Draw(card).rectangle((*at, at[0] + size[0], at[1] + size[1]), outline=colour, width=3)


def _figureless(card: Pillow.Image, style: Style, rank: str, suit: str) -> None:
    """Fill a court as decks without figures do."""
    width, height = card.size
    ink, room = style.inks[suit], width - 2 * _clear(style, suit, height)
    if style.court == "motif":
        mark = _motif(style, rank, suit, round(room), round(0.7 * height))
    elif style.court in ("pip", "letter"):
        pip = style.court == "pip"
        letter = style.letters[RANKS.index(rank)]
        font, text = (style.pip_font, GLYPHS[suit]) if pip else (style.index_font, letter)
        mark = _narrowed(glyph(font, text, round(max(0.3, style.ace_size) * height), ink), room)
    else:
        return
    stamp(card, mark, width / 2, height / 2)


def _motif(style: Style, rank: str, suit: str, width: int, height: int) -> Pillow.Image:
    """An ornament of discs, bars and rings in the deck's inks, the same from both ends."""
    rng = np.random.default_rng([round(style.pip_size * 1e6), RANKS.index(rank), SUITS.index(suit)])
    layer = Pillow.new("RGBA", (width, height), (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)
    colours = [*style.inks.values(), (214, 170, 60), (60, 90, 170)]
    for _ in range(int(rng.integers(2, 9))):
        x, y, r = rng.uniform(0, width), rng.uniform(0, height / 2), rng.uniform(0.05, 0.3) * width
        ink = (*colours[int(rng.integers(len(colours)))], 255)
        box = (x - r, y - r * rng.uniform(0.3, 1.5), x + r, y + r)
        shape, line = rng.integers(3), max(3, round(0.03 * width))
        if shape == 0:
            draw.ellipse(box, fill=ink)
        elif shape == 1:
            draw.ellipse(box, outline=ink, width=line)
        else:
            draw.line(box, fill=ink, width=line)
    layer.alpha_composite(layer.rotate(180))
    return layer


def draw_face(style: Style, rank: str, suit: str, court: Image | None) -> Image:
    """One face, BGRA (FACE_HEIGHT, w, 4); ``court`` is the face that lends a J, Q or K its figure."""
    size = (round(FACE_HEIGHT * style.aspect) * SCALE, FACE_HEIGHT * SCALE)
    card = Pillow.new("RGBA", size, (*style.stock, 255))
    if rank in PIPS:
        _pips(card, style, rank, suit)
    elif court is not None and style.court == "lent":
        _court(card, style, court)
    else:
        _figureless(card, style, rank, suit)
    _indices(card, style, rank, suit)
    if style.edge:
        ImageDraw.Draw(card).rounded_rectangle(
            (0, 0, size[0] - 1, size[1] - 1), 0.045 * size[1], outline=(90, 90, 90), width=3
        )
    small = card.convert("RGB").resize((size[0] // SCALE, size[1] // SCALE), Pillow.Resampling.BOX)
    return rounded(cv2.cvtColor(np.asarray(small), cv2.COLOR_RGB2BGR).astype(np.uint8))


def draw_faces(style: Style, lent: Deck | None) -> Image:
    """The 52 faces, BGRA (52, FACE_HEIGHT, w, 4), in the order of the pack; ``lent`` lends its courts."""
    faces = [
        draw_face(style, rank, suit, lent.faces[s * 13 + r] if lent is not None else None)
        for s, suit in enumerate(SUITS)
        for r, rank in enumerate(RANKS)
    ]
    return np.stack(faces)


def drawn_deck(seed: int) -> Deck:
    """The drawn deck of this seed; every tenth is kept for validation."""
    rng = np.random.default_rng([seed, 52])
    style = draw_style(rng)
    courts = _courts()
    lent = courts[int(rng.integers(len(courts)))] if courts else None
    faces = draw_faces(style, lent)
    licence = f"drawn here; courts: {lent.name}, {lent.licence}" if lent is not None else "drawn here"
    split = "val" if seed % 10 == 9 else "train"
    return Deck(f"drawn-{seed:03d}", licence, split, faces, faces[:0])
