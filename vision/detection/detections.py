"""Detections: where cards lie in one picture, as parallel arrays that are checked once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from vision.arrays import Floats, Mask
from vision.geometry import quads

SAME_PLACE = 0.15
"""Detections with one name are one card if they share more than this of the smaller one's area."""


class Detection(NamedTuple):
    """One detection: ``corners``, float32 (4, 2) pixels; ``confidence``, 0 to 1, that a card lies there."""

    corners: Floats
    confidence: float


@dataclass(frozen=True, eq=False, slots=True)
class Detections:
    """The n detections of one picture.

    ``corners``: float32 (n, 4, 2), x and y in pixels of the picture. Clockwise as seen, from the top left
    of one end of the card, so that edge 0-1 is one of its two short edges. Either end may be the first.
    ``confidence``: float32 (n,), 0 to 1, that a card lies there.

    ValueError if the arrays are not like that; it says what was expected and what came.
    """

    corners: Floats
    confidence: Floats

    def __post_init__(self) -> None:
        _check("corners", self.corners, (len(self.corners), 4, 2))
        _check("confidence", self.confidence, (len(self.corners),))

    @classmethod
    def none(cls) -> Detections:
        """No detections."""
        return cls(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))

    @classmethod
    def joined(cls, *parts: Detections) -> Detections:
        """All these detections, in this order."""
        if not parts:
            return cls.none()
        return cls(np.concatenate([p.corners for p in parts]), np.concatenate([p.confidence for p in parts]))

    def __len__(self) -> int:
        return len(self.corners)

    def __iter__(self) -> Iterator[Detection]:
        for corners, confidence in zip(self.corners, self.confidence, strict=True):
            yield Detection(corners, float(confidence))

    def select(self, which: Mask | NDArray[np.intp] | list[int]) -> Detections:
        """Those under a mask (n,) of bool, or those with these numbers, in that order."""
        chosen = np.asarray(which) if len(which) else np.zeros(0, np.intp)
        if chosen.dtype == np.bool_ and chosen.shape != (len(self),):
            raise ValueError(f"mask: expected shape ({len(self)},), got {chosen.shape}")
        return Detections(self.corners[chosen], self.confidence[chosen])

    def by_confidence(self) -> Detections:
        """The same detections, most confident first."""
        return self.select(np.argsort(-self.confidence, kind="stable"))


def _check(name: str, array: Any, shape: tuple[int, ...]) -> None:
    if array.dtype != np.float32:
        raise ValueError(f"{name}: expected float32, got {array.dtype}")
    if array.shape != shape:
        wanted = "(n, 4, 2)" if name == "corners" else str(shape)
        raise ValueError(f"{name}: expected shape {wanted}, got {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name}: expected numbers, got infinity or NaN")


@dataclass(frozen=True, eq=False, slots=True)
class SeenCard:
    """A card in a photograph. ``card`` is None for a back, or if it cannot be read.

    ``confidence``: 0 to 1, that it is this card; if it was not read, that it is a card at all.
    ``corners``: float32 (4, 2), pixels, clockwise from the card's own top left (of either end). ``by_index``: its index
    alone was read, at the left of the end that comes first.
    """

    card: Card | None
    confidence: float
    corners: Floats
    by_index: bool = False


def once(seen: list[SeenCard]) -> list[SeenCard]:
    """Keep each card once, of ``seen``, most confident first: two that overlap and have one name are one."""
    kept: list[SeenCard] = []
    for card in seen:
        twins = (other for other in kept if card.card and other.card == card.card)
        if not any(quads.overlap(card.corners, twin.corners)[1] > SAME_PLACE for twin in twins):
            kept.append(card)
    return kept
