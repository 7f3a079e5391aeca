"""Crops for the reader: one card as the finder hands it over, flattened to an upright picture, and its class.

Each is photographed first (small, tilted, partly covered, badly lit) and flattened afterwards from corners that
are a little off, because that is what happens at the table.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import clutter, light
from datasets.decks import CARDS, Deck
from datasets.grounds import ground
from datasets.scenes import CARD_MM, Scene, camera, lay, lay_card, placed, reverse_of

Image = NDArray[np.uint8]

CROP_WIDTH, CROP_HEIGHT = 128, 176
UNREADABLE = 52
"""The class of backs, of things that are no cards and of cards whose indices cannot be seen."""
NO_SHADOW = (0.01, 0.015)


def flatten(picture: Image, corners: NDArray[np.floating]) -> Image:
    """The quadrilateral ``corners`` (4, 2), clockwise from top left, as an upright (176, 128, 3) picture."""
    target = np.array([[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT], [0, CROP_HEIGHT]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(picture, matrix, (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_LINEAR), np.uint8
    )


def _bare(rng: np.random.Generator) -> tuple[Scene, float]:
    """A small patch of table seen by a camera, and the width in pixels of a card on it."""
    card_px = float(np.exp(rng.uniform(np.log(22), np.log(150))))
    side = int(card_px * 2.6) + 16
    low = rng.random() < 0.25  # a camera on a stand at the table's edge
    tilt = min(abs(float(rng.uniform(35, 68) if low else rng.normal(0, 25))), 66.0)
    plane = camera(rng, side, side, card_px * (1 + 0.3 * tilt / 60), tilt)
    texture = ground(rng, max(64, min(side, 220)))
    picture = cv2.resize(texture, (side, side), interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    return Scene(picture, plane, np.zeros((side, side), np.int32)), card_px


def _neighbour(rng: np.random.Generator, scene: Scene, deck: Deck, near: float) -> None:
    """A card beside the wanted one, or half over it, or a thing or an arm."""
    way, kind = rng.uniform(0, 2 * np.pi), rng.random()
    x, y = near * np.cos(way), near * 1.2 * np.sin(way)
    turn = float(rng.normal(0, 8) if rng.random() < 0.6 else rng.uniform(0, 360))
    if kind < 0.8:
        lay_card(scene, rng, "over", np.array(deck.faces[int(rng.integers(52))]), x, y, turn, NO_SHADOW)
        return
    flat, length = clutter.arm(rng) if kind < 0.9 else clutter.thing(rng)
    h, w = flat.shape[:2]
    lay(scene, flat, scene.plane @ placed(x, y, turn, length * w / h, length, (h, w)), 0, 0.95, NO_SHADOW)


def indices_shown(ids: NDArray[np.int32], number: int, corners: NDArray[np.float32]) -> float:
    """The share of the better of the two usual indices (top left, bottom right) that nothing covers."""
    boxes = np.array([[0.03, 0.02, 0.22, 0.26], [0.78, 0.74, 0.97, 0.98]])
    unit = cv2.getPerspectiveTransform(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), corners)
    best = 0.0
    for x0, y0, x1, y1 in boxes:
        quad = cv2.perspectiveTransform(np.array([[[x0, y0]], [[x1, y0]], [[x1, y1]], [[x0, y1]]]), unit)
        mask = np.zeros(ids.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad.reshape(-1, 2)).astype(np.int32), 1)
        best = max(best, float((ids[mask > 0] == number).mean()) if mask.any() else 0.0)
    return best


def jittered(rng: np.random.Generator, corners: NDArray[np.float32], amount: float) -> NDArray[np.float32]:
    """Corners moved about as a finder would: all together, in size, and each for itself."""
    width = float(np.linalg.norm(corners[1] - corners[0]))
    centre = corners.mean(0)
    moved = centre + (corners - centre) * rng.normal(1, amount * 0.8) + rng.normal(0, amount * width * 0.6, 2)
    return np.asarray(moved + rng.normal(0, amount * width * 0.6, (4, 2)), np.float32)


def _readable(rng: np.random.Generator, deck: Deck) -> tuple[Image, int]:
    which = int(rng.integers(52))
    scene, _ = _bare(rng)
    if rng.random() < 0.35:
        _neighbour(rng, scene, deck, float(rng.uniform(30, 75)))
    lay_card(
        scene, rng, CARDS[which], np.array(deck.faces[which]), 0, 0, float(rng.uniform(0, 360)), NO_SHADOW
    )
    number, corners = len(scene.cards), scene.cards[-1][1]
    if rng.random() < 0.4:
        _neighbour(rng, scene, deck, float(rng.uniform(12, 75)))
    label = which if indices_shown(scene.ids, number, corners) > 0.6 else UNREADABLE
    amount = abs(float(rng.normal(0, 0.03))) + 0.004
    return _photographed(rng, scene, jittered(rng, corners, amount)), label


def _unreadable(rng: np.random.Generator, deck: Deck) -> tuple[Image, int]:
    """A back, a thing, or a crop that is none: bare table, or two cards' halves."""
    scene, _ = _bare(rng)
    kind, turn = rng.random(), float(rng.uniform(0, 360))
    if kind < 0.45:
        lay_card(scene, rng, "back", reverse_of(rng, deck), 0, 0, turn, NO_SHADOW)
    elif kind < 0.75:
        flat, length = clutter.thing(rng) if rng.random() < 0.8 else clutter.arm(rng)
        h, w = flat.shape[:2]
        length = length if rng.random() < 0.5 else CARD_MM
        lay(scene, flat, scene.plane @ placed(0, 0, turn, length * w / h, length, (h, w)), 0, 1.0, NO_SHADOW)
    else:
        for x in (-float(rng.uniform(28, 40)), float(rng.uniform(28, 40))):
            if rng.random() < 0.7:
                which = int(rng.integers(52))
                lay_card(scene, rng, "beside", np.array(deck.faces[which]), x, 0.0, 0.0, NO_SHADOW)
    flat_card = placed(0, 0, turn if kind < 0.75 else 0.0, CARD_MM * deck.aspect, CARD_MM, (1, 1))
    square = np.array([[[0.0, 0.0]], [[1.0, 0.0]], [[1.0, 1.0]], [[0.0, 1.0]]])
    corners = cv2.perspectiveTransform(square, scene.plane @ flat_card).reshape(4, 2).astype(np.float32)
    return _photographed(rng, scene, jittered(rng, corners, 0.03)), UNREADABLE


def _sideways(rng: np.random.Generator, deck: Deck) -> tuple[Image, int]:
    """A card whose long edge was taken for the short one, as may happen under a low camera: it is to be refused."""
    which = int(rng.integers(52))
    scene, _ = _bare(rng)
    turn = float(rng.uniform(0, 360))
    lay_card(scene, rng, "sideways", np.array(deck.faces[which]), 0, 0, turn, NO_SHADOW)
    corners = np.roll(scene.cards[-1][1], 1, 0)
    return _photographed(rng, scene, jittered(rng, corners, 0.02)), UNREADABLE


def _photographed(rng: np.random.Generator, scene: Scene, corners: NDArray[np.float32]) -> Image:
    picture = light.exposed(rng, scene.picture)
    if rng.random() < 0.6:
        picture = light.compressed(rng, picture)
    if rng.random() < 0.5:  # either end of a card may be its top
        corners = np.roll(corners, 2, 0)
    return flatten(picture, corners)


def crop(rng: np.random.Generator, decks: list[Deck]) -> tuple[Image, int]:
    """One crop, BGR uint8 (176, 128, 3), and its class 0-52."""
    deck = decks[int(rng.integers(len(decks)))]
    kind = rng.random()
    if kind < 0.1:
        return _sideways(rng, deck)
    return _unreadable(rng, deck) if kind < 0.19 else _readable(rng, deck)
