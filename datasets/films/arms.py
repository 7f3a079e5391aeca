"""Arms lit and ready to be laid into a picture: a hand in some state between grip and spread, under one lamp.

``Arm`` keeps what one player's arm looks like from above (its relief and colours) and gives sprites: BGRA pictures,
premultiplied, fingers to the right, for a lamp that shines from any side.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.films import hands, sleeves
from datasets.films.relief import SCALE, Relief, hollows, normals, rough

Image = NDArray[np.uint8]
Grey = NDArray[np.float32]
Colour = NDArray[np.float32]

STATES = 4
"""So many steps between grip and spread are drawn."""
BEARINGS = 20
"""So many directions of the lamp, seen from the arm, are told apart."""
CLEAR = (0.75, 0.82, 1.0)
"""How fast blue, green and red fade as skin turns from the light: red last."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light: where it comes from, as seen from above, and how high (degrees); how much of it is direct (0-1)."""

    bearing: float
    elevation: float
    direct: float

    def slope(self) -> tuple[float, float]:
        """How far a shadow lies (x, y), in mm for each mm of height."""
        a, far = np.radians(self.bearing), 1 / np.tan(np.radians(self.elevation))
        return float(-np.cos(a) * far), float(-np.sin(a) * far)


@dataclass(frozen=True, slots=True)
class Surface:
    """One state of an arm before it is lit: normals, colour, sky seen, outline, gloss."""

    normals: Colour
    colour: Colour
    sky: Grey
    alpha: Grey
    gloss: Grey


class Arm:
    """One player's arm. Sprites are made when first asked for, and kept."""

    def __init__(self, who: hands.Person, sleeve: sleeves.Sleeve | None, left: bool) -> None:
        self.who, self.sleeve, self.left = who, sleeve, left
        self._surfaces: dict[int, Surface] = {}
        self._sprites: dict[tuple[int, int], Image] = {}

    def state(self, spread: float) -> int:
        """The nearest state that is drawn."""
        return round(float(np.clip(spread, 0, 1)) * (STATES - 1))

    def tips(self, spread: float) -> tuple[float, float]:
        """Where a card is held (u along, v across to the right), mm from the wrist."""
        u, v = hands.fingertips(self.who, self.state(spread) / (STATES - 1))
        return u, -v if self.left else v

    def sprite(self, spread: float, lamp: Lamp, bearing: float) -> Image:
        """The arm under a lamp, pointing in direction ``bearing`` (degrees), as premultiplied BGRA."""
        state = self.state(spread)
        from_arm = (lamp.bearing - bearing) % 360
        step = round(from_arm / 360 * BEARINGS) % BEARINGS
        if (state, step) not in self._sprites:
            self._sprites[state, step] = self._lit(state, lamp, step * 360 / BEARINGS)
        return self._sprites[state, step]

    def _surface(self, state: int) -> Surface:
        if state not in self._surfaces:
            self._surfaces[state] = surface(self.who, self.sleeve, state / (STATES - 1), self.left)
        return self._surfaces[state]

    def _lit(self, state: int, lamp: Lamp, from_arm: float) -> Image:
        what, a, e = self._surface(state), np.radians(from_arm), np.radians(lamp.elevation)
        # rows grow to the arm's right, which is clockwise; bearings grow counter-clockwise
        towards = np.array([np.cos(a) * np.cos(e), -np.sin(a) * np.cos(e), np.sin(e)], np.float32)
        facing = np.clip(what.normals @ towards, 0, None) / towards[2]
        light = (1 - lamp.direct) * (0.35 + 0.65 * what.sky) + lamp.direct * facing * (0.4 + 0.6 * what.sky)
        light = np.clip(light, 0.03, 1.35)[..., None]
        half = towards + np.array([0, 0, 1], np.float32)
        half /= np.linalg.norm(half)
        shine = np.clip(what.normals @ half, 0, 1) ** 24 * what.gloss * lamp.direct
        lit = what.colour * light ** (1 / np.array(CLEAR, np.float32)) + 255 * shine[..., None]
        alpha = what.alpha[..., None]
        return np.dstack([lit.clip(0, 255) * alpha, alpha * 255]).astype(np.uint8)


def surface(who: hands.Person, sleeve: sleeves.Sleeve | None, spread: float, left: bool) -> Surface:
    """Everything about an arm that does not depend on the light."""
    bare = hands.arm_relief(who, spread)
    found = _bare(who, spread, bare)
    if sleeve is not None:
        found = _dressed(found, bare, sleeve)
    if not left:
        return found
    turned = np.ascontiguousarray(found.normals[::-1] * np.array([1, -1, 1], np.float32))
    rest = (np.ascontiguousarray(each[::-1]) for each in (found.colour, found.sky, found.alpha, found.gloss))
    return Surface(turned, *rest)


def _bare(who: hands.Person, spread: float, relief: Relief) -> Surface:
    alpha = relief.alpha()
    colour = hands.skin(who, spread, relief)
    rng = np.random.default_rng(who.seed + 2)
    bumps = relief.height + 0.05 * rough(rng, alpha.shape, 1.2)
    gloss = np.full(alpha.shape, 0.07, np.float32)
    _, hand = relief.window((-10, hands.ARM[1]), hands.ACROSS)
    near = Relief(relief.height[:, hand], relief.inside[:, hand], relief.u0 + hand.start / SCALE, relief.v0)
    for nail in hands.nail_outlines(who, spread):
        _paint_nail(who, near, nail, colour[:, hand], gloss[:, hand])
    if who.ring:
        _paint_ring(who, spread, near, colour[:, hand], gloss[:, hand])
    return Surface(normals(bumps, 1.0), colour, hollows(relief.height, alpha, 14), alpha, gloss)


def _paint_nail(
    who: hands.Person,
    relief: Relief,
    nail: tuple[float, float, float, float, float],
    colour: Colour,
    gloss: Grey,
) -> None:
    """A fingernail: a little paler than the skin and glossy, or varnished."""
    u, v, long, wide, way = nail
    whole, end = np.zeros(gloss.shape, np.float32), np.zeros(gloss.shape, np.float32)
    at = ((u - relief.u0) * SCALE, (v - relief.v0) * SCALE)
    cv2.ellipse(whole, (at, (2 * long * SCALE, 2 * wide * SCALE), way), 1.0, -1, cv2.LINE_AA)
    tip = (
        at[0] + np.cos(np.radians(way)) * long * SCALE * 0.62,
        at[1] + np.sin(np.radians(way)) * long * SCALE * 0.62,
    )
    cv2.ellipse(end, (tip, (0.9 * long * SCALE, 1.7 * wide * SCALE), way), 1.0, -1, cv2.LINE_AA)
    mask, free = (cv2.GaussianBlur(each, (0, 0), 0.7).astype(np.float32) for each in (whole, end * whole))
    skin = np.array(who.skin, np.float32)
    tint = np.array(who.nails, np.float32) if who.nails else skin * 0.72 + np.array([62, 58, 70], np.float32)
    rim = np.clip(cv2.GaussianBlur(mask, (0, 0), 2.0) - mask * 0.55, 0, 1)[..., None]
    colour *= 1 - 0.35 * rim
    colour += (tint - colour) * (mask[..., None] * (0.95 if who.nails else 0.8))
    if not who.nails:
        colour += (skin * 0.5 + 118 - colour) * (free[..., None] * 0.5)
    gloss += mask * (0.5 if who.nails else 0.22)


def _paint_ring(who: hands.Person, spread: float, relief: Relief, colour: Colour, gloss: Grey) -> None:
    """A ring on the fourth finger."""
    (u0, v0, _), (u1, v1, _) = hands.joints(hands.FINGERS[2], spread)[:2]
    middle, along = np.array([u0 + u1, v0 + v1]) / 2 * who.size, np.array([u1 - u0, v1 - v0])
    along = along / np.linalg.norm(along)
    across = np.array([-along[1], along[0]]) * 9.5 * who.size * who.build
    mask = np.zeros(gloss.shape, np.float32)
    a, b = (
        ((place - (relief.u0, relief.v0)) * SCALE * 16).round().astype(int)
        for place in (middle - across, middle + across)
    )
    cv2.line(mask, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1.0, 7, cv2.LINE_AA, 4)
    colour += (np.array([70, 150, 190], np.float32) - colour) * mask[..., None] * 0.9
    gloss += mask * 0.9


def _dressed(arm: Surface, bare: Relief, what: sleeves.Sleeve) -> Surface:
    """The arm with its sleeve drawn over it; the cuff shades the skin before it."""
    relief = sleeves.sleeve_relief(what, bare)
    over = relief.alpha()
    before, _ = relief.places(slice(0, over.shape[0]), slice(0, over.shape[1]))
    shade = cv2.GaussianBlur(over, (0, 0), 5.0)
    sky = arm.sky * (1 - 0.75 * np.clip(shade * 1.6, 0, 1))
    cloth_sky = hollows(relief.height, over, 18)
    mix = over[..., None]
    rng = np.random.default_rng(what.seed + 3)
    grain = normals(relief.height + 0.12 * rough(rng, over.shape, 0.8), 0.9)
    return Surface(
        arm.normals * (1 - mix) + grain * mix,
        arm.colour * (1 - mix) + sleeves.cloth(what, relief) * mix,
        np.asarray(sky * (1 - over) + cloth_sky * over, np.float32),
        np.maximum(arm.alpha * (before > -what.cuff - 8), over),
        np.asarray(arm.gloss * (1 - over) + 0.01 * over, np.float32),
    )
