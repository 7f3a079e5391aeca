"""Cards seen from low: the picture is stretched upright, looked at again, and what is better read is kept.

Seen at 65 degrees a card is 0.42 times as high as from above, and the networks, which hardly saw such, miss it or
misread its index. Stretched by the inverse it looks as from above, only a little blurred.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Image
from vision.detection.detections import SeenCard
from vision.detection.finder import WITHIN
from vision.detection.sizes import Resized, flatness, resized
from vision.geometry import quads
from vision.reading.reader import SURE_PROBABILITY

FLAT, FLAT_UNSURE = 1.8, 1.5
"""From here on a card looks flat: seen at 56 degrees, and at 48 where something was found that is not surely read."""
MOST_STRETCH = 3.5
"""The most that a picture is stretched, for 73 degrees: beyond it there is nothing left to be seen."""
BEYOND = 1.15
"""The flattest cards are those that are not found: the picture is stretched so much more than the others ask for."""
MOST_PIXELS = 6_000_000
"""A stretched picture has no more pixels than this."""
SAME_PLACE = 0.5
"""Detections of two passes are of one card if they share this much of their common area."""


def upright_stretch(seen: Sequence[SeenCard]) -> float:
    """How many times the picture in which this is seen should be stretched upright; 1 if nothing looks flat."""
    told = [card for card in seen if card.card] or seen
    if not told:
        return 1.0
    flat = flatness(np.stack([card.corners for card in told]))
    unsure = any(card.card is None or card.confidence < SURE_PROBABILITY for card in seen)
    from_here = FLAT_UNSURE if unsure else FLAT
    if flat.max() < from_here:
        return 1.0
    return float(np.clip(np.median(flat[flat >= from_here]) * BEYOND, from_here, MOST_STRETCH))


def stretched(image: Image, times: float) -> Resized:
    """A picture stretched upright, made smaller again where it would be too large."""
    height, width = image.shape[:2]
    smaller = min(1.0, (MOST_PIXELS / (height * width * times)) ** 0.5)
    return resized(image, smaller, smaller * times)


def reads_as_much(second: Sequence[SeenCard], first: Sequence[SeenCard]) -> bool:
    """Whether a second pass reads a card, and surely no fewer than the first: from above, two cards found as one look
    flat, and stretched the others are misread.
    """
    read = [
        len({card.card for card in cards if card.card and card.confidence >= SURE_PROBABILITY})
        for cards in (second, first)
    ]
    return any(card.card for card in second) and read[0] >= read[1]


def better_of(first: Sequence[SeenCard], second: Sequence[SeenCard]) -> list[SeenCard]:
    """The cards of two passes over one picture: where they contradict each other, what is read more surely."""
    passes = [(card, number) for number, cards in enumerate((first, second)) for card in cards]
    passes.sort(key=lambda one: (one[0].card is None, -one[0].confidence))
    kept: list[tuple[SeenCard, int]] = []
    for card, number in passes:
        if not any(number != other and _instead(card, best) for best, other in kept):
            kept.append((card, number))
    return [card for card, _ in kept]


def _instead(card: SeenCard, best: SeenCard) -> bool:
    """Whether the better read of two is there in place of the other."""
    common, inner = quads.overlap(card.corners, best.corners)
    return common > SAME_PLACE or (card.card is None and inner > WITHIN)
