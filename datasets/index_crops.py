"""Crops for the index reader: one index as the index finder hands it over, flattened to an upright picture, and its
class.

Each is photographed first, among other cards, and cut out afterwards by a patch that is a good deal off: the index
finder marks loosely. What is no index is to be refused: one upside down or lying on its side, one that is covered,
other parts of cards, print.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import light
from datasets.crops import UNREADABLE
from datasets.decks import CARDS, Deck
from datasets.drawn import glyph
from datasets.grounds import colour, ground
from datasets.indices import HIDDEN, SHOWN, has_four, rank_shown
from datasets.scenes import CARD_MM, Scene, camera, lay_card, reverse_of
from datasets.styles import fonts
from vision.reading.indices import PATCH_SHARE, UNIT_SQUARE, flattened_index, patches

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Place = tuple[float, float, float]

HEIGHTS = (13.0, 110.0)
"""Pixels: how high an index's patch is."""
ROOM = 3.2
"""The picture around an index is so many times as large as its patch is high."""
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ0123456789abdeghknoqrt"


@dataclass(frozen=True, eq=False, slots=True)
class Shown:
    """A scene around one index: the patch (4, 2) in pixels, and how much of the rank shows."""

    scene: Scene
    patch: Floats
    shown: float


def index_crop(rng: np.random.Generator, decks: list[Deck]) -> tuple[Image, int]:
    """One crop, BGR uint8 (96, 64, 3), and its class 0-52."""
    deck = decks[int(rng.integers(len(decks)))]
    kind = rng.random()
    if kind < 0.05:
        return _print(rng), UNREADABLE
    if kind < 0.07:
        return _cut(rng, _laid(rng, deck, None, patches(True)[0])), UNREADABLE
    which = int(rng.integers(52))
    if kind < 0.15:
        return _cut(rng, _laid(rng, deck, which, _no_index(rng, has_four(deck)))), UNREADABLE
    upright = patches(has_four(deck))
    while True:  # what shows by half is neither to be read nor to be refused
        found = _laid(rng, deck, which, upright[int(rng.integers(len(upright)))])
        if found.shown < HIDDEN and rng.random() < 0.3:
            return _cut(rng, found), UNREADABLE
        if found.shown >= SHOWN:
            turned = rng.random()
            roll = 2 if turned < 0.07 else int(rng.choice([1, 3])) if turned < 0.1 else 0
            return _cut(rng, found, roll), UNREADABLE if roll else which


def _no_index(rng: np.random.Generator, four: bool) -> Floats:
    """A patch (4, 2) of a card 1 wide and 1 high that is no index's: a right corner that has none, or anywhere else."""
    if not four and rng.random() < 0.5:
        return np.asarray(patches(True)[1], np.float32)
    taken = patches(four).mean(1)
    while True:
        at = rng.uniform(0.1, 0.9, 2)
        if np.abs((taken - at) / PATCH_SHARE).max(1).min() > 0.8:
            turned = UNIT_SQUARE if rng.random() < 0.5 else 1 - UNIT_SQUARE
            return np.asarray(at + (turned - 0.5) * PATCH_SHARE, np.float32)


def _laid(rng: np.random.Generator, deck: Deck, which: int | None, patch: Floats) -> Shown:
    """A card (its back, if None) laid among others, seen by a camera, this patch of it (of a card 1 wide, 1 high) in
    the middle.
    """
    high = float(np.exp(rng.uniform(*np.log(HEIGHTS))))
    plane = _plane(rng, high / PATCH_SHARE[1] * deck.aspect)
    side = round(ROOM * high)
    texture = ground(rng, max(64, min(side, 220)))
    scene = Scene(cv2.resize(texture, (side, side)).astype(np.uint8), plane, np.zeros((side, side), np.int32))
    turn = float(rng.uniform(0, 360))
    width = CARD_MM * deck.aspect
    middle = _turned(turn, (0.5 - patch.mean(0)) * (width, CARD_MM))
    under, over = _others(rng)
    way, far = rng.uniform(0, 2 * np.pi), abs(rng.normal(0, 0.025))
    shadow = (float(np.cos(way) * far), float(np.sin(way) * far))
    order = [int(k) for k in rng.permutation(52) if k != which]
    face = reverse_of(rng, deck) if which is None else np.array(deck.faces[which])
    flip = (
        180.0 if patch.mean() > 0.5 and rng.random() < 0.9 else 0.0
    )  # others lie as this end of the card does
    for x, y, askew in under:
        _lay(scene, rng, deck, order.pop(), middle, turn + flip, (x, y, askew), shadow)
    number = len(scene.cards) + 1
    lay_card(scene, rng, "card", face, float(middle[0]), float(middle[1]), turn, shadow)
    for x, y, askew in over:
        _lay(scene, rng, deck, order.pop(), middle, turn + flip, (x, y, askew), shadow)
    card = cv2.getPerspectiveTransform(UNIT_SQUARE, scene.cards[number - 1][1])
    seen = np.asarray(cv2.perspectiveTransform(patch[None], card)[0], np.float32)
    return Shown(scene, seen, rank_shown(scene.ids, number, seen))


def _lay(
    scene: Scene,
    rng: np.random.Generator,
    deck: Deck,
    which: int,
    middle: NDArray[np.float64],
    turn: float,
    place: Place,
    shadow: tuple[float, float],
) -> None:
    """Lay another card where ``place`` says, as seen from a card with this middle that is turned so."""
    x, y = middle + _turned(turn, np.array(place[:2]))
    face = np.array(deck.faces[which])
    lay_card(scene, rng, CARDS[which], face, float(x), float(y), turn + place[2], shadow)


def _turned(degrees: float, vector: NDArray[np.floating]) -> NDArray[np.float64]:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s], [s, c]]) @ np.asarray(vector, np.float64)


def _plane(rng: np.random.Generator, card_px: float) -> NDArray[np.float64]:
    """Homography from millimetres to pixels of a picture in whose middle a card is so wide: part of a larger one."""
    wide = card_px * float(rng.uniform(2.5, 9))
    tilt = min(abs(float(rng.normal(0, 24))), 62.0)
    plane = camera(rng, round(wide), round(wide * 0.7), card_px, tilt)
    at = rng.uniform(0.1, 0.9, 2) * (wide, wide * 0.7)
    x, y = cv2.perspectiveTransform(at.reshape(1, 1, 2), np.linalg.inv(plane))[0, 0]
    side = round(ROOM * card_px * PATCH_SHARE[1] * 1.4)
    there = np.array([[1, 0, side / 2 - at[0]], [0, 1, side / 2 - at[1]], [0, 0, 1]])
    return np.asarray(there @ plane @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1]]), np.float64)


def _others(rng: np.random.Generator) -> tuple[list[Place], list[Place]]:
    """Cards under and over the one wanted, as seen from it: a fan, a row laid downwards, a few at random, or none."""
    kind, under, over = rng.random(), int(rng.integers(0, 4)), int(rng.integers(0, 4))
    if kind < 0.45:
        radius, strip = float(rng.uniform(70, 500)), float(rng.uniform(8, 34))
        step = strip / radius * (1 if rng.random() < 0.9 else -1)
        return [_fanned(rng, radius, -k * step) for k in range(under, 0, -1)], [
            _fanned(rng, radius, k * step) for k in range(1, over + 1)
        ]
    if kind < 0.57:
        step, untidy = float(rng.uniform(14, 50)), float(rng.choice([0.5, 3.0]))
        rows = [(*rng.normal((0, k * step), untidy), rng.normal(0, untidy)) for k in range(-under, over + 1)]
        return rows[:under], rows[under + 1 :]
    if kind < 0.8:
        some: list[Place] = []
        for _ in range(under + over):
            way, reach = rng.uniform(0, 2 * np.pi), rng.uniform(14, 70)
            askew = rng.normal(0, 12) if rng.random() < 0.6 else rng.uniform(0, 360)
            some.append((reach * np.cos(way), reach * np.sin(way), askew))
        return some[:under], some[under:]
    return [], []


def _fanned(rng: np.random.Generator, radius: float, angle: float) -> Place:
    """A card of a fan, so far (radians) from the wanted one about the point that they turn about."""
    a, reach = angle + rng.normal(0, 0.01), radius + rng.normal(0, 1.5)
    return float(reach * np.sin(a)), float(radius - reach * np.cos(a)), float(np.degrees(a))


def _cut(rng: np.random.Generator, found: Shown, roll: int = 0) -> Image:
    return _photographed(rng, found.scene.picture, np.roll(found.patch, roll, 0))


def _photographed(rng: np.random.Generator, picture: Image, patch: Floats) -> Image:
    """The flattened index of a picture of a patch as loosely marked as the index finder may mark it."""
    high = float(np.linalg.norm(patch[3] - patch[0]))
    if rng.random() < 0.4:  # a soft picture, or one that was enlarged
        sigma = float(rng.uniform(0.01, 0.055)) * high
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), max(sigma, 0.3)), np.uint8)
    picture = light.exposed(rng, picture)
    if rng.random() < 0.7:
        picture = light.compressed(rng, picture)
    return flattened_index(picture, loosely(rng, patch))


def loosely(rng: np.random.Generator, patch: Floats) -> Floats:
    """A patch as loosely marked as the index finder may mark it: moved, turned, larger or smaller, askew."""
    middle = patch.mean(0)
    high = float(np.linalg.norm(patch[3] - patch[0]))
    a, size = np.radians(rng.normal(0, 6)), np.exp(rng.normal(0, 0.1))
    turn = size * np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    moved = middle + (patch - middle) @ turn + rng.normal(0, 0.05 * high, 2)
    return np.asarray(moved + rng.normal(0, 0.03 * high, (4, 2)), np.float32)


def _print(rng: np.random.Generator) -> Image:
    """Letters and figures of something printed, one of them where an index's rank would be."""
    high = float(np.exp(rng.uniform(*np.log(HEIGHTS))))
    side = round(ROOM * high)
    paper, ink = colour(rng, (0, 0.3), (0.5, 1)), colour(rng, (0, 1), (0, 0.45))
    if rng.random() < 0.2:
        paper, ink = ink, paper
    picture = np.full((side, side, 3), paper, np.uint8)
    letter = max(5, round(high * rng.uniform(0.2, 0.5)))
    font, middle = str(rng.choice(fonts()[0])), np.full(2, side / 2)
    line = round(letter * rng.uniform(1.2, 2.4))
    for top in range(round(side / 2 - letter / 2) % line - line, side, line):
        if top + letter <= 0 or rng.random() < 0.15:
            continue
        text = "".join(rng.choice(list(LETTERS + "  "), 12))
        drawn = np.asarray(glyph(font, text, letter, (0, 0, 0)))[..., 3:].astype(np.float32) / 255
        x = -int(rng.integers(0, letter))
        y0, y1 = max(top, 0), min(top + drawn.shape[0], side)
        part = drawn[y0 - top : y1 - top, -x : side - x]
        place = picture[y0:y1, : part.shape[1]]
        place[:] = (place * (1 - part) + part * ink).astype(np.uint8)
    a = rng.normal(0, 0.15)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    at = middle + np.array([0, high * rng.uniform(0, 0.3)])
    patch = np.asarray(
        at + ((UNIT_SQUARE - 0.5) * (PATCH_SHARE[0] * 0.67 / PATCH_SHARE[1], 1) * high) @ turn, np.float32
    )
    return _photographed(rng, picture, patch)
