"""Indices for the index finder and the index reader: where they show among cards laid over one another, and crops.

A crop is cut as the index finder would hand it over: from a patch that is a little off. Some show what is no index, one
that is upside down, or one that is covered: unreadable.
"""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import light
from datasets.crops import UNREADABLE, jittered
from datasets.decks import CARDS, Deck
from datasets.layouts import crowded
from datasets.scenes import Scene, laid_out
from vision.reading.indices import PATCH_SHARE, UNIT_SQUARE, flattened_index, patches

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

CORE = np.array([[0.12, 0.07], [0.8, 0.07], [0.8, 0.56], [0.12, 0.56]], np.float32)
"""Where in its patch the rank stands."""
SHOWN, HIDDEN = 0.75, 0.4
"""An index is to be found of whose rank so much shows at least; of which less than the second shows is unreadable."""
LEAST_HEIGHT = 9.0
"""Pixels: patches less high are not asked for."""
LEAST_CARD = 40.0
"""Pixels of a card's width in these scenes."""
PLAIN = (1, 2)
"""Twos and threes have their pips in the middle: what is in their right corner is an index."""
INK, FOURTH = 60.0, 0.4
"""Grey levels by which ink differs from the card; a deck has four indices where the right corner holds so much of the
left one's ink.
"""


@functools.cache
def has_four(deck: Deck) -> bool:
    """Whether a deck's cards have an index in all four corners."""
    faces = (
        np.asarray(deck.faces)
        .reshape(4, 13, *deck.faces.shape[1:])[:, PLAIN]
        .reshape(-1, *deck.faces.shape[1:])
    )
    height, width = faces.shape[1:3]
    size = np.array(PATCH_SHARE) * (width, height)
    (x0, y0), (x1, y1) = (int(x) for x in CORE.min(0) * size), (int(x) for x in CORE.max(0) * size)
    left, right = (
        float(_inked(faces, part[:, y0:y1]).mean())
        for part in (faces[..., :3][:, :, x0:x1], faces[..., :3][:, :, width - x1 : width - x0])
    )
    return right > FOURTH * left


def _inked(faces: Image, part: Image) -> NDArray[np.bool_]:
    """Where a part of faces (n, h, w, 3) is printed on."""
    stock = np.median(faces[..., :3].reshape(len(faces), -1, 3), axis=1)[:, None, None]
    return np.asarray(np.abs(part - stock).max(-1) > INK)


def seen_indices(scene: Scene, deck: Deck) -> list[tuple[int, Floats, float]]:
    """The indices of a scene's cards: the card's class, the patch (4, 2) in pixels, how much of the rank shows."""
    found = []
    for number, (name, corners) in enumerate(scene.cards, 1):
        if name not in CARDS:
            continue
        card = cv2.getPerspectiveTransform(UNIT_SQUARE, corners)
        found += [
            (CARDS.index(name), np.asarray(patch, np.float32), rank_shown(scene.ids, number, patch))
            for patch in cv2.perspectiveTransform(patches(has_four(deck)), card)
        ]
    return found


def rank_shown(ids: NDArray[np.int32], number: int, patch: Floats) -> float:
    """How much shows, 0 to 1, of the rank in a patch (4, 2) of a card; ``ids``: the number of each pixel's card."""
    rank = cv2.perspectiveTransform(CORE[None], cv2.getPerspectiveTransform(UNIT_SQUARE, patch))[0]
    mask = np.zeros(ids.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(rank).astype(np.int32), 1)
    area = max(float(mask.sum()), abs(float(cv2.contourArea(rank))), 1.0)
    return min(float(((ids == number) & (mask > 0)).sum()) / area, 1.0)


def index_scene(
    rng: np.random.Generator, decks: list[Deck]
) -> tuple[Image, list[Floats], list[tuple[Image, int]]]:
    """A picture BGR uint8 of cards laid over one another, the patches (4, 2) of the indices that show, and crops with
    their classes 0-52.
    """
    scene, deck = laid_out(rng, decks, crowded, LEAST_CARD)
    picture = light.compressed(rng, light.exposed(rng, scene.picture))
    indices = [
        (card, patch, shown)
        for card, patch, shown in seen_indices(scene, deck)
        if np.linalg.norm(patch[3] - patch[0]) >= LEAST_HEIGHT
    ]
    crops = []
    for card, patch, shown in indices:
        if shown >= SHOWN:
            crops.append((flattened_index(picture, _off(rng, patch)), card))
            if rng.random() < 0.08:
                crops.append((flattened_index(picture, np.roll(_off(rng, patch), 2, 0)), UNREADABLE))
        elif shown < HIDDEN and rng.random() < 0.15:
            crops.append((flattened_index(picture, _off(rng, patch)), UNREADABLE))
    kept = [patch for _, patch, shown in indices if shown >= SHOWN]
    crops += [(flattened_index(picture, patch), UNREADABLE) for patch in _elsewhere(rng, scene, kept)]
    return picture, kept, crops


def _off(rng: np.random.Generator, patch: Floats) -> Floats:
    """A patch as loosely as the index finder may give it."""
    return jittered(rng, patch, abs(float(rng.normal(0, 0.06))) + 0.01)


def _elsewhere(rng: np.random.Generator, scene: Scene, taken: list[Floats]) -> list[Floats]:
    """Two patches at random, as large as an index, of what is no index: pips, pictures, backs, the table."""
    height, width = scene.ids.shape
    size = float(np.linalg.norm(taken[0][3] - taken[0][0])) if taken else height / 12
    found = []
    for _ in range(2):
        at, turn = rng.uniform((0, 0), (width, height)), rng.uniform(0, 2 * np.pi)
        if any(np.linalg.norm(patch.mean(0) - at) < size * 0.8 for patch in taken):
            continue
        across = np.array([np.cos(turn), np.sin(turn)]) * size * 0.66
        down = np.array([-np.sin(turn), np.cos(turn)]) * size
        found.append(np.asarray(at + (UNIT_SQUARE - 0.5) @ np.stack([across, down]), np.float32))
    return found
