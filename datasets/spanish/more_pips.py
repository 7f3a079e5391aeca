"""Further ways of drawing the pips of Spanish packs, all of them trained on: see ``datasets.spanish.pips``."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from datasets.spanish.pen import Look, Pen, both

Way = Callable[[Pen, Look], None]


def _plain_coin(pen: Pen, look: Look) -> None:
    pen.disc(0.5, 0.5, 0.48, look.gold)
    pen.ring(0.5, 0.5, 0.38 - 0.06 * look.full, look.line, 0.02)
    pen.ring(0.5, 0.5, 0.2, look.red, 0.05)
    pen.disc(0.5, 0.5, 0.08, look.gold)


def _starred(pen: Pen, look: Look) -> None:
    pen.disc(0.5, 0.5, 0.48, look.red if look.bend > 0.5 else look.gold)
    pen.disc(0.5, 0.5, 0.38, look.gold if look.bend > 0.5 else look.pale)
    pen.petals(0.5, 0.5, 5 + round(3 * look.full), (0.14, 0.34), look.red)
    pen.disc(0.5, 0.5, 0.07, look.blue)


def _shield(pen: Pen, look: Look) -> None:
    pen.disc(0.5, 0.5, 0.48, look.gold)
    pen.beads(0.5, 0.5, 20, 0.41, 0.025, look.pale)
    pen.disc(0.5, 0.5, 0.3, look.blue)
    for x, y, ink in (
        (0.38, 0.38, look.red),
        (0.5, 0.38, look.pale),
        (0.38, 0.5, look.pale),
        (0.5, 0.5, look.red),
    ):
        pen.shape([(x, y), (x + 0.12, y), (x + 0.12, y + 0.12), (x, y + 0.12)], ink)


def _scalloped(pen: Pen, look: Look) -> None:
    pen.beads(0.5, 0.5, 14, 0.4, 0.085, look.gold)
    pen.disc(0.5, 0.5, 0.4, look.gold)
    pen.disc(0.5, 0.5, 0.27, look.green)
    pen.petals(0.5, 0.5, 4, (0.07, 0.25), look.gold)


def _beaker(pen: Pen, look: Look) -> None:
    m, w = 0.34, 0.24 + 0.06 * look.full
    pen.shape(both([(w, 0.04), (w * 0.8, 0.7), (w * 0.5, 0.78)], m), look.gold)
    pen.shape(both([(w * 0.5, 0.78), (w * 0.9, 0.96)], m), look.red)
    for y in (0.18, 0.36, 0.54):
        pen.line([(m - w * 0.9, y), (m + w * 0.9, y)], look.blue if look.bend > 0.5 else look.red, 0.05)


def _egg(pen: Pen, look: Look) -> None:
    m = 0.36
    pen.shape(both([(0.04, 0.6), (0.04, 0.86), (0.2, 0.97)], m), look.gold)
    pen.disc(m, 0.34, 0.29, look.gold if look.bend > 0.5 else look.red, 1.05)
    pen.disc(m, 0.1, 0.25, look.pale, 0.3)
    pen.disc(m, 0.72, 0.085, look.green, 0.7)
    pen.shape(both([(0.0, 0.28), (0.08, 0.4), (0.0, 0.52)], m), look.blue)


def _trophy(pen: Pen, look: Look) -> None:
    m = 0.42
    for way in (-1, 1):
        pen.ring(m + way * 0.26, 0.28, 0.12, look.gold, 0.04)
    pen.shape(
        both([(0.26, 0.05), (0.25, 0.34), (0.1, 0.56), (0.07, 0.76), (0.2, 0.8), (0.2, 0.97)], m), look.gold
    )
    pen.shape(both([(0.2, 0.84), (0.2, 0.97)], m), look.green)
    pen.shape(both([(0.26, 0.05), (0.26, 0.14)], m), look.red)


def _fluted(pen: Pen, look: Look) -> None:
    m = 0.34
    pen.shape(both([(0.05, 0.5), (0.09, 0.66), (0.05, 0.78), (0.26, 0.9), (0.26, 0.98)], m), look.gold)
    pen.shape(both([(0.3, 0.06), (0.22, 0.36), (0.05, 0.52)], m), look.blue)
    for k in (-2, -1, 0, 1, 2):
        pen.line([(m + 0.12 * k, 0.1), (m + 0.03 * k, 0.48)], look.gold, 0.03)
    pen.line([(m - 0.3, 0.06), (m + 0.3, 0.06)], look.red, 0.06)


def _gladius(pen: Pen, look: Look) -> None:
    m, w = 0.16, 0.07 + 0.03 * look.full
    blade = look.pale if look.bend > 0.5 else look.blue
    pen.shape(both([(0.0, 0.01), (w, 0.14), (w * 0.75, 0.36), (w, 0.66)], m), blade)
    pen.line([(m, 0.08), (m, 0.64)], look.line, 0.012)
    pen.shape(both([(0.13, 0.66), (0.13, 0.72)], m), look.gold)
    for y in (0.75, 0.81, 0.87):
        pen.disc(m, y, 0.045, look.red if look.full > 0.5 else look.gold, 0.8)
    pen.disc(m, 0.94, 0.065, look.gold, 0.8)


def _curled(pen: Pen, look: Look) -> None:
    m = 0.17
    pen.shape(both([(0.0, 0.01), (0.035, 0.06), (0.04, 0.7)], m), look.pale)
    pen.shape([(m, 0.03), (m + 0.035, 0.06), (m + 0.04, 0.7), (m, 0.7)], look.blue)
    for way in (-1, 1):
        pen.limb(
            [(m, 0.72), (m + way * 0.1, 0.72), (m + way * 0.14, 0.76), (m + way * 0.11, 0.8)],
            look.gold,
            0.032,
        )
    pen.shape(both([(0.028, 0.74), (0.03, 0.93)], m), look.green if look.full > 0.6 else look.line)
    pen.disc(m, 0.955, 0.04, look.gold)


def _flamed(pen: Pen, look: Look) -> None:
    m, t = 0.16, np.linspace(0, 1, 13)
    wave = [0.018 * float(np.sin(12 * k)) for k in t]
    half = [0.005 + 0.055 * float(min(1.0, 5 * k)) for k in t]
    right = [(m + s + h, 0.02 + 0.64 * float(k)) for s, h, k in zip(wave, half, t, strict=True)]
    left = [(m + s - h, 0.02 + 0.64 * float(k)) for s, h, k in zip(wave, half, t, strict=True)]
    pen.shape([*right, *reversed(left)], look.blue if look.bend > 0.3 else look.pale)
    pen.limb([(m - 0.12, 0.66), (m, 0.7), (m + 0.12, 0.66)], look.gold, 0.04)
    pen.shape(both([(0.03, 0.72), (0.03, 0.92)], m), look.red)
    pen.disc(m, 0.95, 0.045, look.red)


def _sabre(pen: Pen, look: Look) -> None:
    pen.shape(
        [(0.06, 0.02), (0.13, 0.12), (0.19, 0.4), (0.2, 0.7), (0.12, 0.7), (0.12, 0.4), (0.08, 0.18)],
        look.pale,
    )
    pen.line([(0.1, 0.14), (0.155, 0.4), (0.16, 0.68)], look.blue, 0.02)
    pen.limb([(0.06, 0.72), (0.27, 0.72), (0.29, 0.82), (0.2, 0.95)], look.gold, 0.03)
    pen.shape(
        [(0.12, 0.74), (0.2, 0.74), (0.21, 0.94), (0.13, 0.94)], look.line if look.full > 0.5 else look.red
    )


def _mace(pen: Pen, look: Look) -> None:
    m = 0.18
    pen.shape(both([(0.035, 0.3), (0.045, 0.97)], m), look.gold if look.bend > 0.5 else look.green)
    pen.disc(m, 0.2, 0.14, look.green, 1.25)
    pen.beads(m, 0.2, 7, 0.085, 0.022, look.red if look.full > 0.5 else look.gold)
    pen.disc(m, 0.9, 0.06, look.red, 0.6)


def _gnarled(pen: Pen, look: Look) -> None:
    m = 0.18
    right = [
        (0.09, 0.02),
        (0.14, 0.12),
        (0.1, 0.22),
        (0.17, 0.3),
        (0.09, 0.4),
        (0.12, 0.52),
        (0.07, 0.66),
        (0.05, 0.98),
    ]
    left = [
        (-0.04, 0.98),
        (-0.09, 0.7),
        (-0.13, 0.6),
        (-0.08, 0.5),
        (-0.16, 0.36),
        (-0.1, 0.26),
        (-0.13, 0.1),
        (-0.06, 0.02),
    ]
    pen.shape([(m + x, y) for x, y in right + left], look.green)
    pen.line([(m - 0.02, 0.1), (m + 0.03, 0.4), (m, 0.9)], look.gold, 0.02)
    for x, y in ((0.05, 0.16), (-0.05, 0.34), (0.03, 0.58)):
        pen.disc(m + x, y, 0.02 + 0.015 * look.full, look.red)


def _pruned(pen: Pen, look: Look) -> None:
    m = 0.19
    for k, y in enumerate((0.2, 0.36, 0.52, 0.68)):
        way = 1 if (k + round(look.bend)) % 2 else -1
        pen.limb([(m, y + 0.06), (m + way * 0.14, y - 0.04)], look.green, 0.055)
        pen.disc(m + way * 0.15, y - 0.05, 0.03, look.gold)
    pen.limb([(m, 0.07), (m, 0.93)], look.green, 0.13 + 0.04 * look.full)
    pen.disc(m, 0.07, 0.05, look.gold, 0.6)


def _staff(pen: Pen, look: Look) -> None:
    m = 0.19
    pen.limb([(m, 0.3), (m, 0.94)], look.red if look.bend > 0.6 else look.gold, 0.07)
    for dx, y in ((-0.1, 0.2), (0.1, 0.2), (0.0, 0.1)):
        pen.disc(m + dx, y + 0.03, 0.075, look.green, 1.3)
    for y in (0.45, 0.6, 0.75):
        pen.line([(m - 0.035, y), (m + 0.035, y - 0.04)], look.green, 0.03)


MORE: dict[str, tuple[Way, ...]] = {
    "o": (_plain_coin, _starred, _shield, _scalloped),
    "c": (_beaker, _egg, _trophy, _fluted),
    "e": (_gladius, _curled, _flamed, _sabre),
    "b": (_mace, _gnarled, _pruned, _staff),
}
"""By suit: four ways more."""
