"""Crops for the letter reader: the corner of a card in any font, flattened to an upright picture, and its glyph.

Each is of a card of its own, of which only the corner is drawn: index, a pip or the edge of a court's figure; seen at a
slant on a table, sometimes half under another card. What is no glyph is to be refused: one upside down, on its side or
covered, other parts of cards, the table. That is simpler than ``datasets.index_crops``, and many times as fast.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw

from datasets import light
from datasets.decks import SUITS
from datasets.drawn import glyph, index_marks, index_places, stamp
from datasets.grounds import ground
from datasets.index_crops import loosely
from datasets.lettered import letter_fonts, text_of
from datasets.styles import GLYPHS as PIPS
from datasets.styles import Style, draw_style
from vision.reading.alphabet import GLYPHS, NO_GLYPH
from vision.reading.indices import PATCH_SHARE, UNIT_SQUARE, flattened_index, patches

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

CARD_HEIGHT, SHOWN = 240, 0.62
"""Pixels of a card as it is drawn, and how much of its width and height is."""
HEIGHTS = (16.0, 64.0)
"""Pixels: how high an index's patch is. Of a flattened card's it is 48."""
ROOM = 2.4
"""The picture around an index is so many times as large as its patch is high."""
CORE = np.array([[0.1, 0.05], [0.85, 0.05], [0.85, 0.6], [0.1, 0.6]], np.float32)
"""Where in its patch the glyph stands."""
READ, REFUSED = 0.85, 0.35
"""Of a glyph that is to be read so much shows at least; of one that is to be refused no more than this."""
LOOKS = 4
"""Crops in a row that are looks at one corner: drawing it takes longer than looking."""
GROUNDS = 40
"""Tables that each process makes, once; they serve as the edges of courts' figures too."""
NO_GLYPHS = 0.17
"""The share of crops that show another part of a card or a glyph not upright."""


@functools.cache
def _grounds() -> tuple[Image, ...]:
    rng = np.random.default_rng(54)
    return tuple(ground(rng, 200) for _ in range(GROUNDS))


@functools.lru_cache(8)
def _drawn(seed: int, number: int, apart: bool) -> tuple[Image, int]:
    """A corner and the class of its glyph."""
    rng = np.random.default_rng([seed, number, 9])
    label = int(rng.integers(len(GLYPHS)))
    return corner(rng, GLYPHS[label], apart), label


def letter_crop(seed: int, number: int, apart: bool) -> tuple[Image, int]:
    """Crop ``number`` of a seed, BGR uint8 (96, 64, 3), and the class of its glyph, or ``NO_GLYPH``; ``apart``: in
    fonts kept apart.
    """
    rng = np.random.default_rng([seed, number, 8])
    face, label = _drawn(seed, number // LOOKS, apart)
    patch, kind = patches(False)[0] / SHOWN, rng.random()
    if kind < NO_GLYPHS / 2:
        patch, label = _elsewhere(rng, patch), NO_GLYPH
    elif kind < NO_GLYPHS:  # upside down or on its side
        patch, label = np.roll(patch, int(rng.choice([1, 2, 2, 3])), 0), NO_GLYPH
    picture, seen = _laid(rng, face, np.asarray(patch, np.float32))
    if rng.random() < 0.25:
        picture, hidden = _covered(rng, picture, seen, _drawn(seed, max(number // LOOKS - 1, 0), apart)[0])
        label = NO_GLYPH if hidden else label
    picture = light.exposed(rng, picture)
    if rng.random() < 0.4:  # a soft picture, or one that was enlarged
        sigma = float(rng.uniform(0.01, 0.05)) * float(np.linalg.norm(seen[3] - seen[0]))
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), max(sigma, 0.3)), np.uint8)
    if rng.random() < 0.6:
        picture = light.compressed(rng, picture)
    return flattened_index(picture, loosely(rng, seen)), label


def corner(rng: np.random.Generator, sign: str, apart: bool) -> Image:
    """The top left of a card with a glyph, BGRA; the rest of it is not drawn."""
    text = text_of(rng, sign, rng.random() < 0.3)
    style, suit = draw_style(rng), SUITS[int(rng.integers(4))]
    if apart or "playing_cards" not in style.index_font or not text.isascii():
        style = replace(style, index_font=str(rng.choice(letter_fonts(apart, text))))
    height, width = CARD_HEIGHT, round(CARD_HEIGHT * style.aspect)
    card = Pillow.new("RGBA", (round(width * SHOWN), round(height * SHOWN)), (*style.stock, 255))
    letter, pip = index_marks(style, text, suit, height)
    clear = style.index_inset * height + max(letter.width, pip.width) + 4
    _inside(card, rng, style, suit, clear)
    x, y_letter, y_pip = index_places(style, letter, pip, height)
    stamp(card, letter, x, y_letter)
    if rng.random() > 0.04:  # a few decks have no suit there
        stamp(card, pip, x, y_pip)
    if style.edge:
        size = (2 * width, 2 * height)
        ImageDraw.Draw(card).rounded_rectangle((0, 0, *size), 0.045 * height, outline=(90, 90, 90), width=2)
    picture = cv2.cvtColor(np.asarray(card.convert("RGB")), cv2.COLOR_RGB2BGR)
    return np.dstack([picture, _corner_mask(card.height, card.width)])


@functools.cache
def _corner_mask(height: int, width: int) -> Image:
    """Opaque but for the rounded corner at the top left."""
    mask, r = np.full((height, width), 255, np.uint8), round(0.045 * CARD_HEIGHT)
    mask[:r, :r] = 0
    cv2.circle(mask, (r, r), r, 255, -1, cv2.LINE_AA)
    return mask


def _inside(card: Pillow.Image, rng: np.random.Generator, style: Style, suit: str, clear: float) -> None:
    """What stands beside the index: pips, the figure of a court in its frame, or nothing."""
    kind, height, width = rng.random(), CARD_HEIGHT, round(CARD_HEIGHT * style.aspect)
    if kind < 0.35:
        mark = glyph(
            style.pip_font, PIPS[suit], round(style.pip_size * height), style.inks[suit], style.pip_stretch
        )
        left = max(0.24 * width, clear + mark.width / 2)
        for x, y in ((left, 0.16), (left, 0.39), (0.5 * width, 0.27)):
            if rng.random() < 0.6:
                stamp(card, mark, x, y * height)
        return
    if kind < 0.8:
        x, y = (
            round(max(0.15 * width, clear * rng.uniform(0.85, 1.1))),
            round(height * rng.uniform(0.04, 0.09)),
        )
        if rng.random() < 0.75:
            tables = _grounds()
            part = tables[int(rng.integers(len(tables)))]
            card.paste(Pillow.fromarray(part), (x + int(rng.integers(0, 50)), y + int(rng.integers(0, 60))))
        if rng.random() < 0.6:
            mark = glyph(style.pip_font, PIPS[suit], round(rng.uniform(0.1, 0.2) * height), style.inks[suit])
            stamp(card, mark, x + mark.width / 2 + 4, y + mark.height / 2 + 4)
        if rng.random() < 0.7:
            ink = (40, 60, 160) if rng.random() < 0.4 else (20, 20, 20)
            ImageDraw.Draw(card).rectangle((x, y, 2 * width, 2 * height), outline=ink, width=2)


def _elsewhere(rng: np.random.Generator, taken: Floats) -> Floats:
    """A patch (4, 2) that lies off the index ``taken``, perhaps half off the card, any way up."""
    size = np.ptp(taken, axis=0)
    while True:
        at = rng.uniform(-0.15, 0.9, 2)
        if np.abs((taken.mean(0) - at) / size).max() > 0.75:
            return np.asarray(at + (np.roll(UNIT_SQUARE, int(rng.integers(4)), 0) - 0.5) * size, np.float32)


def _laid(rng: np.random.Generator, face: Image, patch: Floats) -> tuple[Image, Floats]:
    """A picture with this patch, in shares of a drawn corner, in its middle; and the patch (4, 2) in its pixels."""
    high = float(np.exp(rng.uniform(*np.log(HEIGHTS))))
    side, scale = round(ROOM * high), high / (PATCH_SHARE[1] * CARD_HEIGHT)
    corners = UNIT_SQUARE * (face.shape[1] * scale, face.shape[0] * scale) @ _slant(rng)
    corners = (corners + rng.normal(0, 0.015 * high, (4, 2))).astype(np.float32)
    card = cv2.getPerspectiveTransform(UNIT_SQUARE, corners)
    middle = cv2.perspectiveTransform(patch.mean(0).reshape(1, 1, 2), card)[0, 0]
    card = np.array([[1, 0, side / 2 - middle[0]], [0, 1, side / 2 - middle[1]], [0, 0, 1]]) @ card
    tables = _grounds()
    table = tables[int(rng.integers(len(tables)))]
    x, y = rng.integers(0, table.shape[0] - side + 1, 2)
    seen = np.asarray(cv2.perspectiveTransform(patch[None], card)[0], np.float32)
    return _pasted(table[y : y + side, x : x + side], face, card), seen


def _slant(rng: np.random.Generator) -> NDArray[np.float64]:
    """How a card lies and is seen, (2, 2): turned by any angle, foreshortened along any."""
    turn, lean = rng.uniform(0, 2 * np.pi, 2)
    return _spin(turn) @ _spin(lean) @ np.diag([1, 1 - 0.45 * rng.uniform(0, 1) ** 2]) @ _spin(-lean)


def _spin(angle: float) -> NDArray[np.float64]:
    return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])


def _pasted(picture: Image, face: Image, card: NDArray[Any]) -> Image:
    """The picture with a drawn corner laid where ``card``, (3, 3), takes the unit square."""
    height, width = face.shape[:2]
    matrix = np.asarray(card, np.float64) @ np.diag([1 / width, 1 / height, 1])
    excess = float(1 / np.sqrt(max(abs(np.linalg.det(matrix[:2, :2])), 1e-9)))
    if excess > 1.6:
        face = np.asarray(cv2.blur(face, (round(excess), round(excess))), np.uint8)
    laid = cv2.warpPerspective(face, matrix, picture.shape[1::-1], flags=cv2.INTER_LINEAR)
    alpha = laid[..., 3:].astype(np.float32) / 255
    return np.asarray(picture * (1 - alpha) + laid[..., :3] * alpha, np.uint8)


def _covered(rng: np.random.Generator, picture: Image, seen: Floats, other: Image) -> tuple[Image, bool]:
    """A corner of another card laid over the picture, off the patch ``seen`` or on it; whether it hides the glyph."""
    core = cv2.perspectiveTransform(CORE[None], cv2.getPerspectiveTransform(UNIT_SQUARE, seen))[0]
    high = float(np.linalg.norm(seen[3] - seen[0]))
    tall = high / PATCH_SHARE[1] * SHOWN
    way, reach = rng.uniform(0, 2 * np.pi), high * rng.uniform(0.3, 0.9) + tall * rng.uniform(0.36, 0.5)
    at = core.mean(0) + reach * np.array([np.cos(way), np.sin(way)])
    size = (tall * other.shape[1] / other.shape[0], tall)
    corners = np.asarray((UNIT_SQUARE - 0.5) * size @ _spin(rng.uniform(0, 2 * np.pi)) + at, np.float32)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(core).astype(np.int32), 1)
    whole = max(int(mask.sum()), 1)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 0)
    shown = float(mask.sum()) / whole
    if REFUSED < shown < READ:
        return picture, False
    return _pasted(picture, other, cv2.getPerspectiveTransform(UNIT_SQUARE, corners)), shown <= REFUSED
