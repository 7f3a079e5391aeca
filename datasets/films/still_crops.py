"""Crops out of stills of films, for the reader and the index reader: cards as a table's look hands them over.

Some are cut by where the cards truly lie, a little off; some by what the tables' finder finds there, because its
outlines are off in ways of their own, and because it also finds what is no card: prints, things, parts of two cards.
The crops of indices are the ends of those crops, cut as the program cuts them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.crops import UNREADABLE, flatten, indices_shown, jittered
from datasets.decks import CARDS
from datasets.films.snapshots import Still
from datasets.indices import HIDDEN, SHOWN, rank_shown
from datasets.scenes import SeenCard
from vision.detection.finder import Finder
from vision.geometry import quads
from vision.geometry.edges import refine
from vision.reading.indices import UNIT_SQUARE, ends_of, patches
from vision.runtime import inference
from vision.runtime.weights import weights_file

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

LEAST_VISIBLE = 0.15
"""Of a card that shows less nothing is cut out."""
BACKS = 0.15
"""Such a share of the backs is kept: all look alike."""
INDEX_SHOWN = 0.6
"""A card is to be read if so much of the better of its indices shows."""
SAME, NONE = 0.6, 0.2
"""Shares of the common area of a find and a card from which on it is that card, and up to which it is none."""
LOOSE = 0.12
"""An outline whose corners are this far from a card's, in its widths, is no longer that card's."""


@dataclass(frozen=True, eq=False, slots=True)
class Cut:
    """A crop, BGR (176, 128, 3), and its class; its two ends, BGR (2, 96, 64, 3), and their classes.

    -1 is the class of an end that is neither shown nor hidden.
    """

    crop: Image
    label: int
    ends: Image
    end_labels: tuple[int, int]


@cache
def _finder() -> Finder:
    return Finder(inference.load(weights_file("table_finder.onnx"), threads=1))


def truly_lying(rng: np.random.Generator, still: Still) -> Iterator[Cut]:
    """Crops of a still's cards by where they truly lie, a little off; few of the backs."""
    picture, cards, _ = still
    for number, card in enumerate(cards, 1):
        inside = ((card.corners > 0) & (card.corners < picture.shape[1::-1])).all()
        if not inside or card.visible < LEAST_VISIBLE or (card.card == "back" and rng.random() > BACKS):
            continue
        corners = jittered(rng, card.corners, abs(float(rng.normal(0, 0.03))) + 0.004)
        yield _cut(still, number, np.roll(corners, 2, 0) if rng.random() < 0.5 else corners)


def found_in(picture: Image) -> Floats:
    """The outlines (n, 4, 2) that the tables' finder finds in a picture, moved onto the edges there."""
    found = _finder().find(picture).corners
    return refine(picture, found) if len(found) else found


def as_found(rng: np.random.Generator, still: Still, outlines: Floats) -> Iterator[Cut]:
    """Crops of a still by outlines (n, 4, 2) found in it: of cards, of cards sideways, and of what is none of them.

    The open card of a second pack, which no still tells of, counts as none.
    """
    picture, cards, _ = still
    for outline in outlines:
        corners = np.roll(outline, 2, 0) if rng.random() < 0.5 else outline
        shares = [quads.overlap(card.corners, corners)[0] for card in cards]
        best = int(np.argmax(shares)) if shares else 0
        if not shares or shares[best] < NONE:
            yield Cut(*_blank(picture, corners))
        elif shares[best] > SAME and (cards[best].card != "back" or rng.random() < BACKS):
            turns = _turns(cards[best], corners)
            if turns is not None and turns % 2:
                yield Cut(*_blank(picture, corners))
            elif turns is not None:
                yield _cut(still, best + 1, corners)


def _turns(card: SeenCard, corners: Floats) -> int | None:
    """By how many quarters an outline is turned against the card; None if it is too far off."""
    width = float(np.linalg.norm(card.corners[1] - card.corners[0]))
    far = [float(np.linalg.norm(np.roll(corners, -k, 0) - card.corners, axis=1).max()) for k in range(4)]
    return int(np.argmin(far)) if min(far) < LOOSE * max(width, 1.0) else None


def _blank(picture: Image, corners: Floats) -> tuple[Image, int, Image, tuple[int, int]]:
    crop = flatten(picture, corners)
    return crop, UNREADABLE, ends_of(crop[None]), (UNREADABLE, UNREADABLE)


def _cut(still: Still, number: int, corners: Floats) -> Cut:
    """A card's crop by these corners (4, 2)."""
    picture, cards, ids = still
    card, crop = cards[number - 1], flatten(picture, corners)
    if card.card == "back":
        return Cut(*_blank(picture, corners))
    which = CARDS.index(card.card)
    label = which if indices_shown(ids, number, card.corners) > INDEX_SHOWN else UNREADABLE
    onto = cv2.getPerspectiveTransform(UNIT_SQUARE, corners)
    shown = [rank_shown(ids, number, patch) for patch in cv2.perspectiveTransform(patches(False), onto)]
    first, last = (which if s >= SHOWN else UNREADABLE if s < HIDDEN else -1 for s in shown)
    return Cut(crop, label, ends_of(crop[None]), (first, last))
