"""Cards as they were seen in one picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from vision.geometry import quads

Floats = NDArray[np.float32]

SAME_PLACE = 0.15
"""Finds of one name that share more than this of the smaller one's area are one card."""


@dataclass(frozen=True, eq=False, slots=True)
class SeenCard:
    """A card in a photograph: ``card`` is None for a back and where it cannot be read.

    ``confidence``: 0 to 1, that it is this card; for a card that was not read, that it is one at all.
    ``corners``: float32 (4, 2), pixels, clockwise from the card's own top left (of either end).
    """

    card: Card | None
    confidence: float
    corners: Floats


def once(seen: list[SeenCard]) -> list[SeenCard]:
    """Each card once, of ``seen``, most confident first: a find that lies partly over one of the same name is that."""
    kept: list[SeenCard] = []
    for card in seen:
        twins = (other for other in kept if card.card and other.card == card.card)
        if not any(quads.overlap(card.corners, twin.corners)[1] > SAME_PLACE for twin in twins):
            kept.append(card)
    return kept
