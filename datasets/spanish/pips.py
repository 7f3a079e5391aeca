"""The pips of Spanish packs: coins, cups, swords and cudgels, each in six ways; the last two are never trained on.

Every way is one function ``(pen, look)``: the pen's sheet has the pip's own width, the look its inks and measures.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PIL import Image as Pillow

from datasets.spanish.any_pips import BY_LOT
from datasets.spanish.more_pips import MORE
from datasets.spanish.pen import Look, Pen, both

Way = Callable[[Pen, Look], None]


def _rings(pen: Pen, look: Look) -> None:
    pen.disc(0.5, 0.5, 0.47, look.gold)
    pen.disc(0.5, 0.5, 0.33 + 0.06 * look.full, look.red)
    pen.disc(0.5, 0.5, 0.25 + 0.04 * look.full, look.gold)
    pen.petals(0.5, 0.5, 6, (0.09, 0.22), look.blue)
    pen.disc(0.5, 0.5, 0.06, look.red)


def _sun(pen: Pen, look: Look) -> None:
    pen.petals(0.5, 0.5, 12 + round(6 * look.full), (0.36, 0.48), look.gold)
    pen.disc(0.5, 0.5, 0.33, look.gold)
    for x in (0.38, 0.62):
        pen.disc(x, 0.43, 0.035, look.line, lined=False)
    pen.line([(0.5, 0.44), (0.47, 0.56), (0.52, 0.56)], look.line, 0.02)
    pen.line([(0.38, 0.62), (0.5, 0.68), (0.62, 0.62)], look.red, 0.035)


def _rosette(pen: Pen, look: Look) -> None:
    pen.disc(0.5, 0.5, 0.48, look.gold)
    for angle in np.arange(8) * np.pi / 4:
        x, y = 0.5 + 0.27 * float(np.sin(angle)), 0.5 + 0.27 * float(np.cos(angle))
        pen.disc(x, y, 0.1 + 0.03 * look.full, look.red if round(angle * 4 / np.pi) % 2 else look.green)
    pen.disc(0.5, 0.5, 0.15, look.pale)
    pen.disc(0.5, 0.5, 0.07, look.blue)


def _cross(pen: Pen, look: Look) -> None:
    pen.disc(0.5, 0.5, 0.48, look.gold)
    pen.beads(0.5, 0.5, 24, 0.42, 0.022, look.line)
    pen.ring(0.5, 0.5, 0.36, look.line, 0.02 + 0.02 * look.full)
    pen.shape([(0.44, 0.2), (0.56, 0.2), (0.56, 0.8), (0.44, 0.8)], look.red)
    pen.shape([(0.2, 0.44), (0.8, 0.44), (0.8, 0.56), (0.2, 0.56)], look.red)


def _head(pen: Pen, look: Look) -> None:
    pen.disc(0.5, 0.5, 0.48, look.gold)
    pen.beads(0.5, 0.5, 32, 0.43, 0.016, look.red)
    pen.shape([(0.3, 0.76), (0.42, 0.6), (0.38, 0.34), (0.5, 0.22), (0.62, 0.3), (0.68, 0.48), (0.6, 0.6), (0.7, 0.76)],
              look.pale)  # fmt: skip
    pen.line([(0.38, 0.32), (0.62, 0.32)], look.green, 0.05)
    pen.disc(0.58, 0.42, 0.025, look.line, lined=False)


def _wheel(pen: Pen, look: Look) -> None:
    pen.disc(0.5, 0.5, 0.48, look.gold)
    pen.disc(0.5, 0.5, 0.38, look.pale)
    for angle in np.arange(5 + round(3 * look.full)) * 2 * np.pi / (5 + round(3 * look.full)):
        pen.limb(
            [(0.5, 0.5), (0.5 + 0.36 * float(np.sin(angle)), 0.5 + 0.36 * float(np.cos(angle)))],
            look.gold,
            0.05,
        )
    pen.disc(0.5, 0.5, 0.14, look.red)


def _goblet(pen: Pen, look: Look) -> None:
    m, w = 0.36, 0.26 + 0.07 * look.full
    pen.shape(both([(0.06, 0.55), (0.06, 0.8), (0.24, 0.93), (0.24, 0.98)], m), look.gold)
    pen.shape(both([(w, 0.04), (w * 0.95, 0.25), (w * 0.7, 0.45), (0.06, 0.58)], m), look.red)
    pen.shape(both([(w, 0.04), (w * 0.98, 0.16)], m), look.gold)
    pen.disc(m, 0.66, 0.09, look.gold, 0.6)


def _lidded(pen: Pen, look: Look) -> None:
    m = 0.36
    pen.shape(both([(0.05, 0.6), (0.07, 0.84), (0.25, 0.92), (0.25, 0.98)], m), look.gold)
    pen.shape(both([(0.3, 0.3), (0.28, 0.48), (0.14, 0.64)], m), look.blue)
    pen.shape(both([(0.05, 0.12), (0.2, 0.18), (0.32, 0.31)], m), look.gold)
    pen.disc(m, 0.09, 0.06 + 0.02 * look.full, look.red)
    pen.line([(m - 0.26, 0.42), (m + 0.26, 0.42)], look.gold, 0.05)


def _handled(pen: Pen, look: Look) -> None:
    m = 0.42
    for way in (-1, 1):
        pen.limb([(m + way * 0.24, 0.16), (m + way * 0.37, 0.24), (m + way * 0.34, 0.4), (m + way * 0.18, 0.5)],
                 look.gold, 0.04)  # fmt: skip
    pen.shape(both([(0.05, 0.6), (0.05, 0.84), (0.22, 0.9), (0.22, 0.98)], m), look.red)
    pen.shape(both([(0.2, 0.06), (0.24, 0.16), (0.26, 0.38), (0.18, 0.56), (0.05, 0.63)], m), look.gold)
    pen.shape(both([(0.24, 0.22), (0.26, 0.34)], m), look.green)


def _tulip(pen: Pen, look: Look) -> None:
    m = 0.34
    pen.shape(both([(0.03, 0.5), (0.04, 0.86), (0.2, 0.98)], m), look.gold)
    pen.shape(both([(0.31, 0.03), (0.24, 0.16), (0.29, 0.36), (0.2, 0.5), (0.04, 0.56)], m), look.gold)
    pen.shape([(m - 0.29, 0.05), (m, 0.15 + 0.05 * look.bend), (m + 0.29, 0.05)], look.red)
    pen.disc(m, 0.34, 0.07, look.red)
    pen.disc(m, 0.7, 0.065, look.blue)


def _bowl(pen: Pen, look: Look) -> None:
    m = 0.4
    pen.shape(both([(0.035, 0.4), (0.035, 0.88), (0.26, 0.94), (0.26, 0.99)], m), look.gold)
    pen.shape(both([(0.38, 0.08), (0.35, 0.24), (0.22, 0.38), (0.06, 0.44)], m), look.gold)
    pen.disc(m, 0.08, 0.375, look.red, 0.16)
    for y in (0.56, 0.7):
        pen.disc(m, y, 0.075, look.green, 0.5)


def _chalice(pen: Pen, look: Look) -> None:
    m = 0.33
    pen.shape(both([(0.05, 0.62), (0.12, 0.82), (0.28, 0.98)], m), look.blue)
    pen.shape(both([(0.25, 0.03), (0.25, 0.5), (0.16, 0.62), (0.05, 0.66)], m), look.gold)
    for k in (-1, 0, 1):
        pen.shape(both([(0.0, 0.16), (0.06, 0.3), (0.0, 0.46)], m + 0.15 * k), look.red)
    pen.line([(m - 0.25, 0.1), (m + 0.25, 0.1)], look.line, 0.02)


def _straight(pen: Pen, look: Look) -> None:
    m, w = 0.15, 0.045 + 0.02 * look.full
    pen.shape(both([(0.0, 0.01), (w, 0.1), (w, 0.68)], m), look.blue)
    pen.line([(m, 0.1), (m, 0.66)], look.pale, 0.02)
    pen.limb([(m - 0.115, 0.7), (m + 0.115, 0.7)], look.gold, 0.045)
    pen.shape(both([(0.03, 0.72), (0.03, 0.9)], m), look.red)
    pen.disc(m, 0.94, 0.048, look.gold)


def _curved(pen: Pen, look: Look) -> None:
    reach = 0.05 + 0.09 * look.bend
    t = np.linspace(0, 1, 9)
    outer = [(0.15 + reach * float(np.sin(np.pi * k)), 0.02 + 0.66 * float(k)) for k in t]
    inner = [(0.1 + (reach - 0.03) * float(np.sin(np.pi * k)), 0.02 + 0.66 * float(k)) for k in t]
    pen.shape([*outer, *reversed(inner)], look.blue)
    pen.limb([(0.04, 0.73), (0.13, 0.69), (0.22, 0.73)], look.gold, 0.04)
    pen.shape(both([(0.03, 0.72), (0.026, 0.92)], 0.13), look.green)
    pen.disc(0.13, 0.95, 0.04, look.gold)


def _dagger(pen: Pen, look: Look) -> None:
    m, w = 0.17, 0.075 + 0.03 * look.full
    pen.shape(both([(0.0, 0.01), (w * 0.9, 0.2), (w, 0.4), (w * 0.6, 0.64)], m), look.pale)
    pen.shape([(m, 0.03), (m + w * 0.9, 0.2), (m + w, 0.4), (m + w * 0.6, 0.64), (m, 0.64)], look.blue)
    for way in (-1, 1):
        pen.limb([(m, 0.67), (m + way * 0.11, 0.66), (m + way * 0.12, 0.6)], look.gold, 0.04)
    pen.shape(both([(0.035, 0.7), (0.045, 0.8), (0.03, 0.92)], m), look.gold)
    pen.disc(m, 0.95, 0.045, look.red)


def _rapier(pen: Pen, look: Look) -> None:
    m = 0.15
    pen.shape(both([(0.008, 0.01), (0.03, 0.7)], m), look.pale)
    pen.ring(m, 0.77, 0.1, look.gold, 0.035)
    pen.limb([(m - 0.12, 0.71), (m + 0.12, 0.71)], look.gold, 0.03)
    pen.shape(both([(0.024, 0.72), (0.024, 0.93)], m), look.red)
    pen.disc(m, 0.95, 0.042, look.blue)


def _falchion(pen: Pen, look: Look) -> None:
    pen.shape([(0.06, 0.02), (0.2, 0.14), (0.21, 0.34), (0.15, 0.68), (0.09, 0.68)], look.blue)
    pen.line([(0.1, 0.1), (0.12, 0.62)], look.pale, 0.025)
    pen.shape([(0.0, 0.68), (0.25, 0.68), (0.22, 0.74), (0.03, 0.74)], look.gold)
    pen.shape(both([(0.035, 0.74), (0.03, 0.93)], 0.125), look.line)
    pen.shape(both([(0.0, 0.89), (0.06, 0.95), (0.0, 0.995)], 0.125), look.gold)


def _broad(pen: Pen, look: Look) -> None:
    m, w = 0.17, 0.085
    pen.shape(both([(0.0, 0.01), (w, 0.06), (w * (0.7 + 0.3 * look.full), 0.62)], m), look.pale)
    for k in (-1, 1):
        pen.line([(m + k * 0.03, 0.1), (m + k * 0.03, 0.58)], look.blue, 0.022)
    pen.shape(both([(0.16, 0.62), (0.16, 0.66), (0.05, 0.7)], m), look.red)
    pen.shape(both([(0.04, 0.7), (0.04, 0.9)], m), look.gold)
    pen.disc(m, 0.935, 0.06, look.red, 0.8)


def _cudgel(pen: Pen, look: Look) -> None:
    m, w = 0.16, 0.09 + 0.035 * look.full
    pen.shape(both([(w * 0.7, 0.02), (w, 0.12), (w * 0.8, 0.4), (w * 0.45, 0.97)], m), look.green)
    for x, y, way in ((0.7, 0.24, 1), (0.7, 0.42, -1), (0.5, 0.62, 1)):
        pen.shape(
            [(m + way * w * x, y), (m + way * (w * x + 0.06), y - 0.07), (m + way * w * x, y + 0.07)],
            look.green,
        )
    for y in (0.2, 0.5, 0.75):
        pen.disc(m - 0.015, y, 0.025, look.red)


def _branch(pen: Pen, look: Look) -> None:
    m = 0.2
    pen.limb(
        [(m, 0.06), (m + 0.03 * look.bend, 0.35), (m - 0.03 * look.bend, 0.65), (m, 0.95)], look.gold, 0.09
    )
    for k, y in enumerate((0.16, 0.34, 0.52, 0.7)):
        way = 1 if k % 2 else -1
        tip = (m + way * 0.18, y - 0.1)
        pen.shape(
            [(m + way * 0.04, y + 0.02), (m + way * 0.07, y - 0.09), tip, (m + way * 0.15, y + 0.01)],
            look.green,
        )


def _banded(pen: Pen, look: Look) -> None:
    m, w = 0.14, 0.1
    pen.shape(both([(w * 0.8, 0.02), (w, 0.1), (w, 0.3), (w * 0.35, 0.9), (w * 0.55, 0.98)], m), look.green)
    for y, ink in ((0.12, look.red), (0.3, look.gold), (0.48, look.red), (0.7, look.gold)):
        half = w * (1 - 0.65 * max(0.0, y - 0.3) / 0.6)
        pen.shape(both([(half, y), (half * 0.96, y + 0.05)], m), ink)


def _log(pen: Pen, look: Look) -> None:
    m, w = 0.16, 0.1
    pen.shape(both([(w, 0.08), (w * 0.9, 0.5), (w * 0.6, 0.96)], m), look.green)
    pen.disc(m, 0.08, w, look.gold, 0.6)
    pen.disc(m, 0.08, w * 0.5, look.red, 0.6)
    for x, y in ((-0.6, 0.35), (0.5, 0.48), (-0.4, 0.68)):
        pen.disc(m + w * x, y, 0.04 + 0.02 * look.full, look.gold)
        pen.disc(m + w * x, y, 0.018, look.red)


def _thorned(pen: Pen, look: Look) -> None:
    m = 0.17
    for k in range(5):
        w, y = 0.12 - 0.015 * k, 0.02 + 0.19 * k
        pen.shape(
            both([(w * 0.7, y), (w, y + 0.09), (w * 0.6, y + 0.2)], m), look.green if k % 2 else look.gold
        )
        way = 1 if k % 2 else -1
        pen.shape([(m + way * w * 0.8, y + 0.04), (m + way * (w + 0.05), y + 0.05), (m + way * w * 0.9, y + 0.13)],
                  look.red)  # fmt: skip


def _twisted(pen: Pen, look: Look) -> None:
    m, t = 0.17, np.linspace(0, 1, 15)
    for phase, ink in ((0.0, look.green), (np.pi, look.gold)):
        wave = [(m + 0.055 * float(np.sin(phase + 9 * k)), 0.06 + 0.88 * float(k)) for k in t]
        pen.limb(wave, ink, 0.085)
    pen.disc(m, 0.09, 0.11, look.green)
    pen.disc(m, 0.09, 0.045, look.red)


TRAINED: dict[str, tuple[Way, ...]] = {
    "o": (_rings, _sun, _rosette, _cross, *MORE["o"], *BY_LOT["o"]),
    "c": (_goblet, _lidded, _handled, _tulip, *MORE["c"], *BY_LOT["c"]),
    "e": (_straight, _curved, _dagger, _rapier, *MORE["e"], *BY_LOT["e"]),
    "b": (_cudgel, _branch, _banded, _log, *MORE["b"], *BY_LOT["b"]),
}
"""By suit (oros, copas, espadas, bastos): how its pip may be drawn."""
KEPT: dict[str, tuple[Way, ...]] = {
    "o": (_head, _wheel),
    "c": (_bowl, _chalice),
    "e": (_falchion, _broad),
    "b": (_thorned, _twisted),
}
"""The ways that no network learns from."""
WAYS = {suit: TRAINED[suit] + KEPT[suit] for suit in TRAINED}
APART = 10
"""From this one on, the ways kept apart."""
LOTS = len(BY_LOT["o"])
"""So many of the ways before that have parts drawn by lot."""
ASPECTS = {"o": 1.0, "c": 0.84, "e": 0.34, "b": 0.4}
"""Width of a pip's sheet over its height, before it is trimmed."""


def pip(suit: str, way: int, look: Look) -> Pillow.Image:
    """A pip, large, trimmed to its own outline, and stretched as the deck's are."""
    pen = Pen(ASPECTS[suit], look.line, look.thick)
    WAYS[suit][way](pen, look)
    whole = pen.sheet.crop(pen.sheet.getbbox())
    if suit == "o":  # a coin is round
        return whole
    return whole.resize((max(2, round(whole.width * look.stretch)), whole.height), Pillow.Resampling.LANCZOS)
