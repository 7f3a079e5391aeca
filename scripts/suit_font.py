"""Draw the suits of a Spanish pack as a font, which can stand within any text: ``python -m scripts.suit_font``.

It needs ``fonttools``, which nothing else does. The letters are those of ``companion.window.widgets.pack_shown``: coin,
cup, sword and cudgel in the private use area, from U+E000 on. Each is a filled outline, with holes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Point = tuple[float, float]
Outline = Sequence[Point]

EM = 1000
FIRST = 0xE000
NAMES = ("oros", "copas", "espadas", "bastos")
FILE = Path(__file__).parents[1] / "companion" / "window" / "fonts" / "SpanishSuits.ttf"
ASCENT, DESCENT = 928, -236
"""Those of DejaVu Sans in its own thousandths: lines with either font are equally high."""
ADVANCE = 838
"""Twice as far as its middle lies from the left is each drawn."""
BESIDE = 60
"""Room at each side of a sign, as DejaVu's suits have it."""


def circle(x: float, y: float, radius: float, hole: bool = False, corners: int = 48) -> list[Point]:
    """A circle, clockwise as fonts have it; a hole runs the other way."""
    way = 1 if hole else -1
    angles = (2 * math.pi * way * k / corners for k in range(corners))
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def mirrored(side: Outline, middle: float, hole: bool = False) -> list[Point]:
    """The right side of an outline, top to bottom, as offsets from the middle, and its mirror image."""
    whole = [(middle + x, y) for x, y in side] + [(middle - x, y) for x, y in reversed(side)]
    return whole[::-1] if hole else whole


def coin() -> list[list[Point]]:
    """A disc with a ring and a star cut out."""
    x, y = ADVANCE / 2, 350
    star = [
        (x + r * math.sin(k * math.pi / 8), y + r * math.cos(k * math.pi / 8))
        for k, r in enumerate([190, 80] * 8)
    ]
    return [circle(x, y, 360), circle(x, y, 295, hole=True), circle(x, y, 250), star[::-1]]


def cup() -> list[list[Point]]:
    """A goblet with a knob, its rim set off."""
    bowl = [(285, 620), (275, 500), (215, 360), (110, 285), (60, 265), (60, 215), (110, 175), (60, 130), (60, 70),
            (230, 15), (230, -30)]  # fmt: skip
    return [mirrored(bowl, ADVANCE / 2), mirrored([(290, 720), (288, 660)], ADVANCE / 2)]


def sword() -> list[list[Point]]:
    """A blade pointing up, guard, grip and pommel."""
    x = ADVANCE / 2
    whole: list[Point] = [(0.0, 770.0), (82, 650), (82, 245), (250, 245), (250, 155), (56, 155), (56, 30)]
    groove: list[Point] = [(18, 610), (18, 310)]
    return [mirrored(whole, x), mirrored(groove, x, hole=True), circle(x, -10, 75)]


def cudgel() -> list[list[Point]]:
    """A club, thicker above, with stubs and knots."""
    x = ADVANCE / 2
    right = [
        (-70, 750),
        (80, 750),
        (150, 690),
        (155, 600),
        (240, 640),
        (265, 560),
        (150, 480),
        (120, 330),
        (75, -60),
    ]
    left: list[Point] = [
        (-75, -60),
        (-100, 160),
        (-225, 230),
        (-210, 320),
        (-115, 270),
        (-150, 480),
        (-160, 660),
    ]
    outline: list[Point] = [(x + dx, y) for dx, y in right + left]
    return [outline, circle(x - 40, 600, 42, hole=True), circle(x + 30, 400, 36, hole=True)]


def metrics(glyph: Any) -> tuple[int, int]:
    """Give a sign's advance and its left bearing: it stands in the middle of what it takes."""
    if not glyph.numberOfContours:
        return ADVANCE, 0
    return glyph.xMax - glyph.xMin + 2 * BESIDE, BESIDE


def write(file: Path = FILE) -> None:
    """Write the font."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder([".notdef", *NAMES])
    builder.setupCharacterMap({FIRST + k: name for k, name in enumerate(NAMES)})
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    for name, outlines in zip(NAMES, (coin(), cup(), sword(), cudgel()), strict=True):
        pen = TTGlyphPen(None)
        for outline in outlines:
            pen.moveTo(tuple(map(round, outline[0])))
            for point in outline[1:]:
                pen.lineTo(tuple(map(round, point)))
            pen.closePath()
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: metrics(glyph) for name, glyph in glyphs.items()})
    builder.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    builder.setupNameTable({"familyName": "Porrazo Spanish Suits", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=ASCENT, sTypoDescender=DESCENT, usWinAscent=ASCENT, usWinDescent=-DESCENT)
    builder.setupPost()
    builder.updateHead(created=0, modified=0)
    builder.font.recalcTimestamp = False
    builder.save(file)


if __name__ == "__main__":
    write()
