"""Drawn Spanish packs: ``python -m datasets.spanish.decks --out CACHE --count N [--apart]``.

Cards are named as records name them: the sota (10) is a J, the caballo (11) a Q, the rey (12) a K; oros are diamonds,
copas hearts, espadas spades, bastos clubs. Such a pack has no ten: in the place of each lies a back. The same seed is
the same pack, where the same fonts are installed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw

from datasets import clutter
from datasets.decks import CARDS, FACE_HEIGHT, RANKS, SUITS, Deck, rounded, save
from datasets.drawn import SCALE, glyph, stamp
from datasets.spanish.courts import SOTA, figure
from datasets.spanish.pips import pip
from datasets.spanish.styles import SpanishStyle, draw_style
from datasets.styles import Colour

Image = NDArray[np.uint8]

SUIT_OF = {"c": "b", "d": "o", "h": "c", "s": "e"}
"""By the suit of a record: bastos, oros, copas, espadas."""
PINTAS = {"o": 0, "c": 1, "e": 2, "b": 3}
"""Gaps in the frame at either end."""
NUMBERS = {**{rank: k + 1 for k, rank in enumerate(RANKS[:9])}, "J": 10, "Q": 11, "K": 12}
"""The number that is printed for each rank of a record; there is none for T."""
BLANKS = tuple(k for k, card in enumerate(CARDS) if card[0] == "T")
"""Places of the pack in which a Spanish one has no card."""
INK_OF: dict[str, str] = {"o": "gold", "c": "red", "e": "blue", "b": "green"}


def _fitted(mark: Pillow.Image, width: float, height: float) -> Pillow.Image:
    """The mark as large as a cell lets it be."""
    share = min(width / mark.width, height / mark.height)
    size = max(2, round(mark.width * share)), max(2, round(mark.height * share))
    return mark.resize(size, Pillow.Resampling.LANCZOS)


def _frame(card: Pillow.Image, style: SpanishStyle, suit: str) -> None:
    """The line round the card, broken at both ends as often as the suit asks."""
    frame, (width, height) = style.frame, card.size
    if not frame.shown:
        return
    draw, thick = ImageDraw.Draw(card), max(2, round(frame.thick * height))
    for step in (0, 1) if frame.double else (0,):
        x0 = y0 = (frame.inset + 2.5 * step * frame.thick) * height
        x1, y1 = width - x0, height - y0
        draw.rounded_rectangle((x0, y0, x1, y1), 0.02 * height, outline=(*frame.ink, 255), width=thick)
        gap, count = frame.gap * width, PINTAS[suit]
        for k in range(count):
            middle = width / 2 + (k - (count - 1) / 2) * 2.2 * gap
            for y in (y0, y1):
                box = (middle - gap / 2, y - 1.5 * thick, middle + gap / 2, y + 1.5 * thick)
                draw.rectangle(box, fill=(*style.printing.stock, 255))


def _indices(card: Pillow.Image, style: SpanishStyle, number: int, suit: str) -> float:
    """The number in the corners; returns how far the widest number of a pack reaches in, pixels."""
    index, (width, height) = style.index, card.size
    ink = index.ink or _suit_ink(style, suit)
    text, widest = (
        glyph(index.font, str(n), round(index.size * height), ink, index.squeeze * (0.8 if n > 9 else 1.0))
        for n in (number, 12)
    )
    inset = index.inset * height
    if style.frame.shown:
        inset = max(inset, (style.frame.inset + 2 * style.frame.thick) * height + 4)
    mark = _fitted(pip(suit, style.ways[suit], style.look), widest.width, 0.8 * text.height)
    for turned in (False, True):
        x, y = inset + widest.width / 2, inset + text.height / 2
        low = inset + 1.2 * text.height + mark.height / 2
        stamp(card, text, width - x if turned else x, height - y if turned else y, turned)
        if index.suit:
            stamp(card, mark, width - x if turned else x, height - low if turned else low, turned)
    return inset + widest.width


def _suit_ink(style: SpanishStyle, suit: str) -> Colour:
    ink: Colour = getattr(style.look, INK_OF[suit])
    return ink


def _places(rows: str) -> Iterator[tuple[float, float]]:
    """Where pips stand, shares of the room, for rows such as "2-1-2"."""
    counts = [int(count) for count in rows.split("-")]
    for row, count in enumerate(counts):
        for k in range(count):
            yield (k + 0.5) / count, (row + 0.5) / len(counts)


def _pips(card: Pillow.Image, style: SpanishStyle, count: int, suit: str, clear: float) -> None:
    printing, (width, height) = style.printing, card.size
    mark, long = pip(suit, style.ways[suit], style.look), suit in "eb"
    if count == 1:
        stamp(card, _fitted(mark, width - 2.1 * clear, 0.72 * height), width / 2, height / 2)
        return
    rows = printing.rows[long, count]
    columns = max(int(n) for n in rows.split("-"))
    # Numbers stand in two corners only: the rows between them may be wider.
    x0, y0 = max(0.85 * clear, 0.08 * height), 0.09 * height
    wide, high = width - 2 * x0, height - 2 * y0
    lean = printing.lean if long and columns < 3 else 0.0
    cell = printing.fill * wide / columns, printing.fill * high / (rows.count("-") + 1)
    mark = _fitted(mark, *cell)
    for k, (fx, fy) in enumerate(_places(rows)):
        placed = mark.rotate(180) if printing.turned and fy > 0.5 else mark
        if lean:
            placed = _fitted(
                mark.rotate(lean if k % 2 else -lean, Pillow.Resampling.BICUBIC, expand=True), *cell
            )
        stamp(card, placed, x0 + fx * wide, y0 + fy * high)


def _court(card: Pillow.Image, style: SpanishStyle, rank: str, suit: str, clear: float) -> None:
    """The figure, and the pip in its hand."""
    printing, (width, height) = style.printing, card.size
    art = figure(rank, style.build, style.look)
    high = 0.5 if suit in "eb" else 0.26
    held = _fitted(pip(suit, style.ways[suit], style.look), 0.36 * art.width, high * art.height)
    at = (
        max(0, round(0.16 * art.width - held.width / 2)),
        round((0.02 if rank == SOTA else 0.06) * art.height),
    )
    room = width - 1.1 * clear, height * 0.86
    art.alpha_composite(held, at)
    art = art.crop(art.getbbox())
    if printing.mirrored:
        art = art.transpose(Pillow.Transpose.FLIP_LEFT_RIGHT)
    if printing.floor is not None:
        box = (0.14 * width, 0.8 * height, 0.86 * width, 0.91 * height)
        ImageDraw.Draw(card).rectangle(box, fill=(*printing.floor, 255))
    stamp(card, _fitted(art, *room), width / 2, height / 2)


def draw_face(style: SpanishStyle, rank: str, suit: str) -> Image:
    """One face, BGRA (FACE_HEIGHT, w, 4); ``suit`` is o, c, e or b."""
    size = (round(FACE_HEIGHT * style.printing.aspect) * SCALE, FACE_HEIGHT * SCALE)
    card = Pillow.new("RGBA", size, (*style.printing.stock, 255))
    _frame(card, style, suit)
    clear = _indices(card, style, NUMBERS[rank], suit)
    if rank in "JQK":
        _court(card, style, rank, suit, clear)
    else:
        _pips(card, style, NUMBERS[rank], suit, clear)
    _indices(card, style, NUMBERS[rank], suit)
    small = card.convert("RGB").resize((size[0] // SCALE, size[1] // SCALE), Pillow.Resampling.BOX)
    return rounded(cv2.cvtColor(np.asarray(small), cv2.COLOR_RGB2BGR).astype(np.uint8))


def spanish_deck(seed: int, apart: bool = False) -> Deck:
    """The pack of this seed, drawn in ways that may be trained on or in those kept ``apart``."""
    rng = np.random.default_rng([seed, 48, apart])
    style = draw_style(rng, apart)
    blank = clutter.back(rng, style.printing.aspect)
    width = round(FACE_HEIGHT * style.printing.aspect)
    back = np.asarray(cv2.resize(blank, (width, FACE_HEIGHT)), np.uint8)
    faces = np.stack([
        back if rank == "T" else draw_face(style, rank, SUIT_OF[suit]) for suit in SUITS for rank in RANKS
    ])  # fmt: skip
    split = "val" if apart else "train"
    return Deck(f"spanish-{'apart-' if apart else ''}{seed:03d}", "drawn here", split, faces, back[None])


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.spanish.decks", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path(".cache/spanish"))
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--apart", action="store_true", help="in the ways that no network learns from")
    options = parser.parse_args(arguments)
    for seed in range(options.first, options.first + options.count):
        save(spanish_deck(seed, options.apart), options.out)
    print(f"{options.count} packs in {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
