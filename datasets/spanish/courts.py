"""The court figures of Spanish packs: the sota stands, the caballo rides, the rey wears a crown and a long robe.

They are drawn in builds, from stocky to lean, whole or from the waist up; the last two builds are never trained on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image as Pillow

from datasets.spanish.pen import SHEET, Look, Pen, both
from datasets.styles import Colour

ASPECT = 0.62
"""Width of a figure's sheet over its height."""
SOTA, CABALLO, REY = "JQK"


@dataclass(frozen=True, slots=True)
class Build:
    """A figure's proportions, shares of its height; ``bust``: drawn from the waist up, from both ends."""

    head: float
    shoulders: float
    hem: float
    limb: float
    cloth: str
    bust: bool = False
    plain: bool = False


BUILDS = (
    Build(0.075, 0.12, 0.16, 0.055, "stripes"),
    Build(0.1, 0.15, 0.21, 0.07, "plain"),
    Build(0.07, 0.1, 0.13, 0.045, "dots"),
    Build(0.085, 0.14, 0.2, 0.06, "lozenges", bust=True),
    Build(0.115, 0.12, 0.17, 0.05, "checks"),
    Build(0.065, 0.16, 0.15, 0.075, "bands", plain=True),
)
APART = 4
"""From this build on, figures that no network learns from."""
SKIN: Colour = (238, 200, 168)


def _cloth(pen: Pen, build: Build, ink: Colour, box: tuple[float, float, float, float]) -> None:
    """What the cloth shows within (left, top, right, low)."""
    x0, y0, x1, y1 = box
    if build.cloth == "stripes":
        for x in np.linspace(x0, x1, 5)[1:-1]:
            pen.line([(float(x), y0), (float(x), y1)], ink, 0.012)
    elif build.cloth == "bands":
        for y in np.linspace(y0, y1, 5)[1:-1]:
            pen.line([(x0, float(y)), (x1, float(y))], ink, 0.02)
    elif build.cloth != "plain":
        for k, y in enumerate(np.linspace(y0, y1, 6)[1:-1]):
            for x in np.linspace(x0, x1, 4 + k % 2)[1:-1]:
                _dot(pen, build.cloth, float(x), float(y), ink)


def _dot(pen: Pen, cloth: str, x: float, y: float, ink: Colour) -> None:
    if cloth == "dots":
        pen.disc(x, y, 0.013, ink, lined=False)
    elif cloth == "checks":
        pen.shape([(x - 0.016, y - 0.016), (x + 0.016, y - 0.016), (x + 0.016, y + 0.016), (x - 0.016, y + 0.016)], ink,
                  outlined=False)  # fmt: skip
    else:
        pen.petals(x, y, 2, (0.012, 0.024), ink)


def _hat(pen: Pen, look: Look, kind: str, x: float, y: float, r: float) -> None:
    """Beret and feather, helmet, or crown, on a head of this middle and radius."""
    if kind == REY:
        low, high = y - 0.55 * r, y - 1.75 * r
        points = [(x - r, low), (x - 1.15 * r, high), (x - 0.5 * r, y - 1.1 * r), (x, high - 0.25 * r)]
        points += [(x + 0.5 * r, y - 1.1 * r), (x + 1.15 * r, high), (x + r, low)]
        pen.shape(points, look.gold)
        pen.line([(x - r, low), (x + r, low)], look.red, 0.3 * r)
    elif kind == SOTA:
        pen.disc(x, y - 0.75 * r, 1.2 * r, look.red, 0.45)
        pen.limb(
            [(x + 0.7 * r, y - 0.9 * r), (x + 1.5 * r, y - 1.8 * r), (x + 2 * r, y - 1.4 * r)],
            look.pale,
            0.25 * r,
        )
    else:
        side = [(1.05 * r, y - 0.3 * r), (0.8 * r, y - 1.3 * r), (0.0, y - 1.6 * r)]
        pen.shape(both(side, x), look.blue)
        pen.limb([(x - 0.2 * r, y - 1.5 * r), (x - 1.2 * r, y - 1.7 * r)], look.red, 0.3 * r)


def _head(pen: Pen, look: Look, build: Build, kind: str, x: float, y: float) -> None:
    """Hair, face, beard and hat."""
    r = build.head
    hair = look.pale if kind == REY else look.gold if build.plain else look.line
    pen.disc(x, y + 0.15 * r, 1.12 * r, hair, 1.05)
    pen.disc(x, y, 0.86 * r, SKIN)
    if kind == REY:
        side = [(0.8 * r, y + 0.2 * r), (0.5 * r, y + 1.2 * r), (0.0, y + 1.7 * r)]
        pen.shape([(x, y + 0.45 * r), *both(side, x)], hair)
    for off in (-0.32, 0.32):
        pen.disc(x + off * r, y - 0.1 * r, 0.1 * r, look.line, lined=False)
    pen.line(
        [(x, y - 0.05 * r), (x - 0.08 * r, y + 0.25 * r), (x + 0.05 * r, y + 0.25 * r)], look.line, 0.008
    )
    _hat(pen, look, kind, x, y, r)


def _upper(pen: Pen, look: Look, build: Build, kind: str, x: float, y: float, waist: float) -> None:
    """From the shoulders at ``y`` to the waist, an arm up to the left, where the pip is, and one at the hip."""
    coat = {SOTA: look.blue, CABALLO: look.green, REY: look.red}[kind]
    w, limb = build.shoulders, build.limb
    pen.limb([(x - 0.8 * w, y + 0.05), (x - 1.6 * w, y + 0.1), (x - 1.75 * w, y - 0.04)], coat, limb)
    pen.disc(x - 1.75 * w, y - 0.06, 0.55 * limb, SKIN)
    pen.shape(both([(0.4 * w, y), (w, y + 0.03), (0.75 * w, waist)], x), coat)
    _cloth(pen, build, look.gold, (x - 0.65 * w, y + 0.04, x + 0.65 * w, waist))
    pen.limb(
        [(x + 0.85 * w, y + 0.06), (x + 1.35 * w, 0.5 * (y + waist)), (x + 0.7 * w, waist - 0.01)], coat, limb
    )
    pen.line([(x - 0.75 * w, waist), (x + 0.75 * w, waist)], look.gold, 0.025)


def _standing(pen: Pen, look: Look, build: Build, kind: str) -> None:
    """A sota on two legs, or a rey in a robe to the ground."""
    x, top = 0.33, 0.05 + 1.9 * build.head
    shoulder = top + 1.15 * build.head
    waist = shoulder + 0.2
    if kind == REY:
        low = 0.96
        pen.shape(both([(0.9 * build.shoulders, shoulder + 0.02), (1.15 * build.hem, 0.7), (1.3 * build.hem, low)], x),
                  look.blue)  # fmt: skip
        pen.shape(both([(0.7 * build.shoulders, waist), (0.8 * build.hem, low)], x), look.red)
        _cloth(pen, build, look.gold, (x - 0.6 * build.hem, waist + 0.05, x + 0.6 * build.hem, low - 0.06))
        pen.shape(both([(1.3 * build.hem, low - 0.04), (1.3 * build.hem, low + 0.01)], x), look.pale)
    else:
        for way in (-1, 1):
            foot = x + way * 0.09
            pen.limb(
                [(x + way * 0.05, waist + 0.1), (foot, 0.93)], look.red if way > 0 else look.gold, build.limb
            )
            pen.limb([(foot, 0.95), (foot + 0.06, 0.96)], look.line, 0.03)
        pen.shape(both([(0.75 * build.shoulders, waist), (build.hem, waist + 0.17)], x), look.green)
        _cloth(pen, build, look.gold, (x - 0.7 * build.hem, waist + 0.02, x + 0.7 * build.hem, waist + 0.16))
    _upper(pen, look, build, kind, x, shoulder, waist)
    _head(pen, look, build, kind, x, top)


def _horse(pen: Pen, look: Look, build: Build) -> None:
    """A horse stepping to the left."""
    coat = look.pale if build.plain or look.full > 0.5 else (176, 128, 84)
    pen.limb([(0.54, 0.56), (0.6, 0.64), (0.58, 0.82)], look.line, 0.035)
    for points in ([(0.2, 0.7), (0.12, 0.78), (0.16, 0.88)], [(0.25, 0.72), (0.25, 0.95)], [(0.45, 0.72), (0.41, 0.95)],
                   [(0.51, 0.7), (0.55, 0.83), (0.52, 0.95)]):  # fmt: skip
        pen.limb(points, coat, 0.045)
        pen.disc(*points[-1], 0.025, look.line)
    pen.disc(0.36, 0.63, 0.2, coat, 0.6)
    pen.shape([(0.2, 0.66), (0.14, 0.5), (0.12, 0.4), (0.2, 0.38), (0.3, 0.54)], coat)
    pen.shape([(0.19, 0.38), (0.12, 0.37), (0.02, 0.49), (0.05, 0.54), (0.13, 0.5), (0.19, 0.46)], coat)
    pen.shape([(0.17, 0.39), (0.18, 0.33), (0.2, 0.39)], coat)
    pen.line([(0.2, 0.39), (0.25, 0.46), (0.29, 0.55)], look.line, 0.025)
    pen.disc(0.12, 0.43, 0.01, look.line, lined=False)
    pen.line([(0.06, 0.5), (0.2, 0.52), (0.34, 0.5)], look.red, 0.012)


def _riding(pen: Pen, look: Look, build: Build) -> None:
    _horse(pen, look, build)
    x, top = 0.37, 0.05 + 1.6 * build.head
    shoulder, waist = top + 1.15 * build.head, 0.51
    pen.shape(both([(0.11, 0.5), (0.13, 0.66)], x), look.red)
    pen.limb([(x - 0.02, 0.54), (x - 0.09, 0.66), (x - 0.04, 0.8)], look.blue, build.limb)
    pen.limb([(x - 0.04, 0.82), (x - 0.1, 0.83)], look.line, 0.03)
    _upper(pen, look, build, CABALLO, x, shoulder, waist)
    _head(pen, look, build, CABALLO, x, top)


def _bust(pen: Pen, look: Look, build: Build, kind: str) -> None:
    """From the waist up, in the upper half; a rider shows the horse's head."""
    x, top = 0.34, 0.05 + 1.9 * build.head
    shoulder = top + 1.15 * build.head
    if kind == CABALLO:
        pen.shape([(0.2, 0.5), (0.12, 0.36), (0.16, 0.27), (0.3, 0.4), (0.36, 0.5)], look.pale)
        pen.shape([(0.19, 0.28), (0.1, 0.27), (0.0, 0.38), (0.04, 0.43), (0.14, 0.38)], look.pale)
        pen.shape([(0.15, 0.28), (0.16, 0.22), (0.19, 0.28)], look.pale)
    pen.shape(both([(0.4 * build.shoulders, shoulder), (1.2 * build.hem, 0.5)], x), look.gold)
    _upper(pen, look, build, kind, x + (0.06 if kind == CABALLO else 0), shoulder, 0.5)
    _head(pen, look, build, kind, x + (0.06 if kind == CABALLO else 0), top)


def figure(kind: str, number: int, look: Look) -> Pillow.Image:
    """A court (J sota, Q caballo, K rey) in the build of this number: a sheet SHEET high, on nothing."""
    build = BUILDS[number]
    pen = Pen(ASPECT, look.line, 0.0 if build.plain else look.thick * 0.5)
    if build.bust:
        _bust(pen, look, build, kind)
        half = pen.sheet.crop((0, 0, pen.sheet.width, SHEET // 2))
        whole = Pillow.new("RGBA", pen.sheet.size, (0, 0, 0, 0))
        whole.paste(half, (0, 0))
        whole.paste(half.rotate(180), (0, SHEET // 2))
        return whole
    if kind == CABALLO:
        _riding(pen, look, build)
    else:
        _standing(pen, look, build, kind)
    return pen.sheet
