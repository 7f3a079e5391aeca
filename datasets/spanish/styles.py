"""What one drawn Spanish pack looks like, chosen at random within what printers of such packs do.

Whole ways of drawing are kept apart for measuring (``apart``): the last two of each pip and of the figures, the fonts
that ``datasets.lettered`` keeps apart, and double frames.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import numpy as np

from datasets.lettered import letter_fonts
from datasets.spanish import courts, pips
from datasets.spanish.pen import Look
from datasets.styles import Colour

DIGITS = "0123456789"
BY_LOT = 0.4
"""How many of the pips that are trained on have parts drawn by lot."""
ROUND_ROWS = {
    2: ("1-1",), 3: ("1-1-1", "1-2", "2-1"), 4: ("2-2",), 5: ("2-1-2",), 6: ("2-2-2",), 7: ("2-1-2-2", "2-3-2"),
    8: ("2-2-2-2", "3-2-3"), 9: ("3-3-3", "2-2-1-2-2"),
}  # fmt: skip
"""Coins and cups: how many stand in each row, top to bottom; a deck has one of them for each rank."""
LONG_ROWS = {
    2: ("1-1", "2"), 3: ("3", "1-2", "2-1"), 4: ("2-2", "4"), 5: ("2-1-2", "3-2"), 6: ("3-3", "2-2-2"),
    7: ("4-3", "2-3-2", "3-1-3"), 8: ("4-4", "2-2-2-2"), 9: ("3-3-3", "5-4"),
}  # fmt: skip
"""Swords and cudgels."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The line round a card with its *pintas*: inset and thickness are shares of the height, a gap of the width."""

    shown: bool
    inset: float
    thick: float
    gap: float
    double: bool
    ink: Colour


@dataclass(frozen=True, slots=True)
class Index:
    """The number in two corners: its font, height and distance from the edge (shares of the card's height), ink, and
    whether the suit stands below it."""

    font: str
    size: float
    inset: float
    ink: Colour | None
    suit: bool
    squeeze: float


@dataclass(frozen=True, slots=True)
class Printing:
    """The card itself: width over height, stock, and how its pips stand: rows by suit's shape and rank, degrees that
    long ones lean, share of their cells that they fill, whether the lower half is turned and figures look right."""

    aspect: float
    stock: Colour
    rows: dict[tuple[bool, int], str]
    lean: float
    fill: float
    turned: bool
    mirrored: bool
    floor: Colour | None


@dataclass(frozen=True, slots=True)
class SpanishStyle:
    """One pack's look."""

    look: Look
    ways: dict[str, int]
    build: int
    frame: Frame
    index: Index
    printing: Printing


def _ink(rng: np.random.Generator, hue: float, saturation: float, value: float) -> Colour:
    near = (hue + rng.normal(0, 0.02)) % 1
    r, g, b = colorsys.hsv_to_rgb(near, *np.clip(rng.normal((saturation, value), 0.08), 0.05, 1.0))
    return round(r * 255), round(g * 255), round(b * 255)


def _look(rng: np.random.Generator) -> Look:
    faded = float(rng.choice([1.0, 0.75], p=[0.75, 0.25]))
    return Look(
        gold=_ink(rng, 0.13, 0.75 * faded, 0.93), red=_ink(rng, 0.99, 0.85 * faded, 0.78),
        blue=_ink(
            rng, float(rng.choice([0.52, 0.57, 0.6, 0.65])), rng.uniform(0.25, 0.85) * faded, rng.uniform(0.5, 0.8)
        ),
        green=_ink(rng, _green(rng), 0.7 * faded, rng.uniform(0.38, 0.6)),
        line=_ink(rng, 0.6, 0.3, 0.12) if rng.random() < 0.8 else _ink(rng, 0.06, 0.6, 0.3),
        pale=_ink(rng, float(rng.choice([0.12, 0.56])), 0.12, 0.92),
        thick=float(rng.uniform(0.008, 0.028)), full=float(rng.random()), bend=float(rng.random()),
        stretch=float(rng.uniform(0.8, 1.3)),
    )  # fmt: skip


def _green(rng: np.random.Generator) -> float:
    """The hue of cudgels: greens, and now and then brown."""
    return float(rng.choice([0.08, 0.22, 0.3, 0.36, 0.43], p=[0.12, 0.13, 0.3, 0.3, 0.15]))


def _frame(rng: np.random.Generator, apart: bool, look: Look) -> Frame:
    inks = (look.line, look.blue, look.red, (40, 70, 150))
    return Frame(
        shown=bool(rng.random() < 0.9), inset=float(rng.uniform(0.025, 0.06)), thick=float(rng.uniform(0.003, 0.008)),
        gap=float(rng.uniform(0.05, 0.1)), double=apart and bool(rng.random() < 0.5),
        ink=inks[int(rng.integers(len(inks)))],
    )  # fmt: skip


def _index(rng: np.random.Generator, apart: bool, look: Look) -> Index:
    large = rng.random() < 0.25
    kind = rng.random()
    return Index(
        font=str(rng.choice(letter_fonts(apart, DIGITS))),
        size=float(rng.uniform(0.11, 0.16) if large else rng.uniform(0.06, 0.1)),
        inset=float(rng.uniform(0.02, 0.05)),
        ink=None if kind < 0.25 else look.line if kind < 0.7 else look.blue if kind < 0.85 else look.red,
        suit=bool(rng.random() < 0.3), squeeze=float(rng.uniform(0.65, 1.0)),
    )  # fmt: skip


def _printing(rng: np.random.Generator) -> Printing:
    stock = (
        (round(rng.uniform(244, 255)),) * 3
        if rng.random() < 0.6
        else (250, round(rng.uniform(236, 248)), 220)
    )
    rows = {
        (long, count): str(rng.choice(choices))
        for long, table in ((False, ROUND_ROWS), (True, LONG_ROWS))
        for count, choices in table.items()
    }
    return Printing(
        aspect=float(rng.choice([61 / 95, 57 / 88, 63 / 88], p=[0.55, 0.2, 0.25])), stock=stock, rows=rows,
        lean=float(rng.uniform(10, 40)) if rng.random() < 0.35 else 0.0, fill=float(rng.uniform(0.74, 0.96)),
        turned=bool(rng.random() < 0.3), mirrored=bool(rng.random() < 0.5),
        floor=(150, 170, 90) if rng.random() < 0.3 else None,
    )  # fmt: skip


def draw_style(rng: np.random.Generator, apart: bool) -> SpanishStyle:
    """A style at random: of the ways that are trained on, or of those kept ``apart``."""
    look = _look(rng)

    def chosen(count: int, first: int) -> int:
        return int(rng.integers(first, count) if apart else rng.integers(first))

    ways = {suit: chosen(len(all_ways), pips.APART) for suit, all_ways in pips.WAYS.items()}
    if not apart:
        by_lot = {
            suit: pips.APART - 1 - int(rng.integers(pips.LOTS)) for suit in ways if rng.random() < BY_LOT
        }
        ways |= by_lot
    build = chosen(len(courts.BUILDS), courts.APART)
    return SpanishStyle(look, ways, build, _frame(rng, apart, look), _index(rng, apart, look), _printing(rng))
