"""Pips of Spanish packs whose parts are drawn by lot, so that no two decks have the same: all of them trained on.

Fixed ways of drawing (``pips``, ``more_pips``) are soon known by heart: a sword of another shape was then taken for a
cudgel. Here only what makes a sword a sword stays, a blade, a guard and a grip; a trunk with knobs; a bowl on a foot;
rings.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from datasets.spanish.pen import Look, Pen, both
from datasets.styles import Colour

Way = Callable[[Pen, Look], None]


def _lots(look: Look, what: int) -> np.random.Generator:
    """A deck's own lots: all its pips of a suit are the same."""
    return np.random.default_rng([what, int(look.full * 1e6), int(look.bend * 1e6)])


def _ink(rng: np.random.Generator, *inks: Colour) -> Colour:
    return inks[int(rng.integers(len(inks)))]


def _hilt(pen: Pen, look: Look, rng: np.random.Generator, m: float, top: float) -> None:
    """A guard, straight, bent up or down, or round; below it the grip and what ends it."""
    reach, bent, thick = (
        float(rng.uniform(0.07, 0.14)),
        float(rng.uniform(-0.06, 0.06)),
        float(rng.uniform(0.02, 0.05)),
    )
    metal, grip = (
        _ink(rng, look.gold, look.pale, look.blue),
        _ink(rng, look.red, look.line, look.green, look.gold, look.blue),
    )
    end = float(rng.uniform(0.9, 0.95))
    pen.shape(both([(thick * 0.7, top), (thick * rng.uniform(0.5, 1.0), end)], m), grip)
    if rng.random() < 0.25:
        pen.disc(m, top, reach, metal, float(rng.uniform(0.3, 0.7)))
    else:
        pen.limb([(m - reach, top + bent), (m, top), (m + reach, top + bent)], metal, thick)
    if rng.random() < 0.3:
        pen.limb(
            [(m + reach * 0.9, top + bent), (m + reach, (top + end) / 2), (m + 0.02, end)], metal, thick * 0.7
        )
    for _ in range(int(rng.integers(3))):
        y = float(rng.uniform(top + 0.03, end - 0.02))
        pen.line([(m - thick * 0.7, y), (m + thick * 0.7, y)], metal, 0.012)
    pen.disc(m, end, float(rng.uniform(0.02, 0.055)), metal, float(rng.uniform(0.7, 1.2)))


def _any_straight_sword(pen: Pen, look: Look) -> None:
    rng, m = _lots(look, 1), 0.17
    top, wide = float(rng.uniform(0.6, 0.76)), float(rng.uniform(0.03, 0.085))
    waist, tip = float(rng.uniform(0.6, 1.15)), float(rng.uniform(0.04, 0.2))
    blade = _ink(rng, look.pale, look.blue, look.pale, look.gold)
    profile = [
        (0.0, 0.01),
        (wide * rng.uniform(0.7, 1.1), tip),
        (wide * waist, 0.4),
        (wide * rng.uniform(0.7, 1.1), top),
    ]
    pen.shape(both(profile, m), blade)
    if rng.random() < 0.6:
        pen.line(
            [(m, tip), (m, top - 0.03)],
            _ink(rng, look.line, look.blue, look.pale),
            float(rng.uniform(0.008, 0.03)),
        )
    _hilt(pen, look, rng, m, top)


def _any_bent_sword(pen: Pen, look: Look) -> None:
    rng, m = _lots(look, 2), 0.17
    top, wide, bow = (
        float(rng.uniform(0.6, 0.74)),
        float(rng.uniform(0.035, 0.08)),
        float(rng.uniform(-0.12, 0.12)),
    )
    t = np.linspace(0, 1, 11)
    spine = [
        (m + bow * float(np.sin(np.pi * k)) * (1 - 0.3 * float(k)), 0.02 + (top - 0.02) * float(k)) for k in t
    ]
    half = [wide * float(min(1.0, 4 * k) * (1 - rng.uniform(0, 0.03))) for k in t]
    right = [(x + h, y) for (x, y), h in zip(spine, half, strict=True)]
    left = [(x - h * 0.8, y) for (x, y), h in zip(spine, half, strict=True)]
    pen.shape([*right, *reversed(left)], _ink(rng, look.pale, look.blue, look.pale, look.gold))
    if rng.random() < 0.5:
        pen.line(spine[2:-1], _ink(rng, look.line, look.blue), 0.012)
    _hilt(pen, look, rng, spine[-1][0], top)


def _any_trunk(pen: Pen, look: Look) -> None:
    rng, m, count = _lots(look, 3), 0.19, 9
    broad = np.linspace(rng.uniform(0.08, 0.14), rng.uniform(0.04, 0.1), count)
    if rng.random() < 0.4:
        broad = broad[::-1]
    heights = np.linspace(0.05, 0.95, count)
    sides = broad * (1 + rng.uniform(-0.25, 0.25, (2, count)))
    wood = _ink(rng, look.green, look.green, look.gold, look.red)
    right = [(m + float(w), float(y)) for w, y in zip(sides[0], heights, strict=True)]
    left = [(m - float(w), float(y)) for w, y in zip(sides[1], heights, strict=True)]
    for k in rng.choice(count - 2, int(rng.integers(1, 6)), replace=False) + 1:
        way, knob = (1 if rng.random() < 0.5 else -1), float(rng.uniform(0.02, 0.05))
        pen.disc(m + way * float(broad[k]), float(heights[k]), knob, _ink(rng, wood, look.gold, look.red))
    pen.shape([*right, *reversed(left)], wood)
    for _ in range(int(rng.integers(4))):
        y = float(rng.uniform(0.15, 0.85))
        pen.line(
            [(m - 0.04, y), (m + 0.04, y + rng.uniform(-0.06, 0.06))],
            _ink(rng, look.gold, look.line, look.red),
            0.018,
        )
    if rng.random() < 0.6:
        end = 0 if broad[0] > broad[-1] else -1
        pen.disc(
            m, float(heights[end]), float(broad[end]) * 0.9, _ink(rng, look.gold, look.red, look.pale), 0.45
        )


def _any_twig(pen: Pen, look: Look) -> None:
    rng, m = _lots(look, 4), 0.2
    thick, lean = float(rng.uniform(0.05, 0.12)), float(rng.uniform(-0.05, 0.05))
    wood, leaf = _ink(rng, look.green, look.gold, look.red), _ink(rng, look.green, look.green, look.gold)
    for k, y in enumerate(
        np.linspace(rng.uniform(0.12, 0.25), rng.uniform(0.5, 0.8), int(rng.integers(2, 6)))
    ):
        way, far = (1 if k % 2 else -1), float(rng.uniform(0.08, 0.15))
        pen.limb([(m, float(y) + 0.05), (m + way * far, float(y) - 0.03)], wood, thick * 0.5)
        if rng.random() < 0.7:
            pen.disc(
                m + way * far,
                float(y) - 0.04,
                float(rng.uniform(0.025, 0.055)),
                leaf,
                float(rng.uniform(0.7, 1.5)),
            )
    pen.limb([(m + lean, 0.08), (m, 0.5), (m - lean, 0.93)], wood, thick)
    if rng.random() < 0.5:
        pen.disc(m + lean, 0.09, float(rng.uniform(0.05, 0.12)), leaf, float(rng.uniform(0.6, 1.3)))


def _foot(pen: Pen, look: Look, rng: np.random.Generator, m: float, top: float) -> None:
    """A stem with or without a knop, and a foot."""
    stem, broad = float(rng.uniform(0.025, 0.08)), float(rng.uniform(0.15, 0.28))
    knee = float(rng.uniform(0.8, 0.9))
    pen.shape(
        both([(stem, top), (stem, knee), (broad, 0.93), (broad, 0.98)], m),
        _ink(rng, look.gold, look.red, look.blue),
    )
    if rng.random() < 0.5:
        pen.disc(
            m,
            (top + knee) / 2,
            stem + float(rng.uniform(0.02, 0.06)),
            _ink(rng, look.red, look.gold, look.green),
            0.6,
        )


def _any_goblet(pen: Pen, look: Look) -> None:
    rng, m = _lots(look, 5), 0.38
    deep, wide = float(rng.uniform(0.36, 0.62)), float(rng.uniform(0.2, 0.32))
    if rng.random() < 0.35:
        for way in (-1, 1):
            pen.ring(m + way * wide, 0.1 + deep / 3, float(rng.uniform(0.07, 0.13)), look.gold, 0.04)
    _foot(pen, look, rng, m, deep)
    bowl = [(wide, 0.06), (wide * rng.uniform(0.75, 1.15), deep * 0.5), (wide * rng.uniform(0.3, 0.8), deep * 0.9),
            (0.04, deep + 0.04)]  # fmt: skip
    ink = _ink(rng, look.gold, look.gold, look.red, look.blue)
    pen.shape(both(bowl, m), ink)
    pen.shape(
        both([(wide, 0.06), (wide, 0.06 + rng.uniform(0.04, 0.1))], m),
        _ink(rng, look.red, look.blue, look.pale),
    )
    if rng.random() < 0.5:
        pen.disc(m, 0.07, wide, _ink(rng, look.red, look.pale, look.blue), 0.25)
    for _ in range(int(rng.integers(3))):
        y = float(rng.uniform(0.2, deep * 0.8))
        pen.line([(m - wide * 0.7, y), (m + wide * 0.7, y)], _ink(rng, look.red, look.line, look.blue), 0.025)


def _any_covered_cup(pen: Pen, look: Look) -> None:
    rng, m = _lots(look, 6), 0.38
    wide, low, deep = (float(v) for v in rng.uniform((0.2, 0.22, 0.5), (0.3, 0.34, 0.66)))
    _foot(pen, look, rng, m, deep)
    ink = _ink(rng, look.gold, look.red, look.blue)
    pen.shape(both([(wide, low), (wide * rng.uniform(0.8, 1.1), low + 0.15), (0.05, deep + 0.03)], m), ink)
    pen.shape(
        both([(0.02, 0.1), (wide * rng.uniform(0.4, 0.9), 0.17), (wide * 1.05, low)], m),
        _ink(rng, look.gold, look.red),
    )
    pen.disc(m, 0.07, float(rng.uniform(0.03, 0.06)), _ink(rng, look.red, look.gold, look.blue))


def _any_rings(pen: Pen, look: Look) -> None:
    rng = _lots(look, 7)
    inks = (look.gold, look.red, look.pale, look.blue, look.green)
    radius = 0.48
    pen.disc(0.5, 0.5, radius, look.gold)
    for _ in range(int(rng.integers(2, 5))):
        radius *= float(rng.uniform(0.55, 0.85))
        pen.disc(0.5, 0.5, radius, _ink(rng, *inks), lined=bool(rng.random() < 0.6))
    if rng.random() < 0.6:
        count = int(rng.integers(8, 24))
        pen.beads(
            0.5,
            0.5,
            count,
            float(rng.uniform(0.36, 0.43)),
            float(rng.uniform(0.015, 0.035)),
            _ink(rng, *inks),
        )


def _any_star(pen: Pen, look: Look) -> None:
    rng = _lots(look, 8)
    inks = (look.gold, look.red, look.pale, look.blue, look.green)
    pen.disc(0.5, 0.5, 0.48, _ink(rng, look.gold, look.gold, look.red))
    pen.disc(0.5, 0.5, float(rng.uniform(0.33, 0.43)), _ink(rng, *inks))
    near, far = float(rng.uniform(0.07, 0.2)), float(rng.uniform(0.24, 0.4))
    pen.petals(0.5, 0.5, int(rng.integers(4, 16)), (near, far), _ink(rng, *inks))
    pen.disc(0.5, 0.5, float(rng.uniform(0.04, 0.16)), _ink(rng, *inks))


BY_LOT: dict[str, tuple[Way, ...]] = {
    "o": (_any_rings, _any_star),
    "c": (_any_goblet, _any_covered_cup),
    "e": (_any_straight_sword, _any_bent_sword),
    "b": (_any_trunk, _any_twig),
}
"""By suit: two ways more."""
