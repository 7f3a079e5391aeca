"""Which find belongs to which labelled card, and how far off its corners are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from models.measuring.labels import Floats, Label, Picture, box_of, narrow
from models.measuring.outcomes import Outcome
from vision.detection.detections import SeenCard

SAME_PLACE = 0.3
"""A find belongs to a labelled card where their boxes share so much of their joint area."""
NOT_OTHERWISE = 0.5
"""A find within a labelled card's box to at least so much is a find of that card or of a part of it: no false card,
but the card is not found by it unless SAME_PLACE holds as well.
"""


def joint(one: Iterable[float], other: Iterable[float]) -> float:
    """Intersection over union of two boxes x0, y0, x1, y1."""
    a, b = list(one), list(other)
    shared = _shared(a, b)
    whole = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared
    return shared / whole if whole > 0 else 0.0


def _shared(a: Sequence[float], b: Sequence[float]) -> float:
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0


def corner_error(seen: Floats, true: Floats) -> float:
    """The worst corner's distance, in widths of the card, for the better of the four ways to count corners."""
    ways = [np.roll(order, k, 0) for order in (true, true[::-1]) for k in range(4)]
    return min(float(np.linalg.norm(seen - way, axis=1).max()) for way in ways) / max(narrow(true), 1.0)


def placed(labels: Sequence[Label], seen: Sequence[SeenCard]) -> list[tuple[int, int]]:
    """Numbers of labelled cards and of the finds in their places: those of the card's own name first, then those that
    share most with it. Two cards that lie over one another may both share enough with both finds.
    """
    boxes = [(i, label.place) for i, label in enumerate(labels)]
    overlaps = sorted(
        (
            (str(card.card) == labels[i].card, joint(box, box_of(card.corners)), i, k)
            for i, box in boxes
            for k, card in enumerate(seen)
            if box is not None
        ),
        reverse=True,
    )
    chosen: list[tuple[int, int]] = []
    for _, overlap, i, k in overlaps:
        if overlap >= SAME_PLACE and all(i != a and k != b for a, b in chosen):
            chosen.append((i, k))
    return chosen


def named(labels: Sequence[Label], seen: Sequence[SeenCard]) -> list[tuple[int, int]]:
    """Numbers of labelled cards without a place and of finds: the same card first, then the same rank, then any."""
    pairs: list[tuple[int, int]] = []
    free_labels, free_seen = list(range(len(labels))), list(range(len(seen)))
    for alike in (
        lambda label, card: str(card.card) == label.card,
        lambda label, card: card.card is not None and card.card.rank.letter == label.card[0],
        lambda label, card: True,
    ):
        for i in list(free_labels):
            k = next((k for k in free_seen if alike(labels[i], seen[k])), None)
            if k is not None:
                free_labels.remove(i)
                free_seen.remove(k)
                pairs.append((i, k))
    return pairs


def compared(picture: Picture, seen: Sequence[SeenCard]) -> list[Outcome]:
    """What came out for each labelled card of a picture, and for each find that is none of them."""
    labels = picture.labels
    located = all(label.place is not None for label in labels)
    pairs = dict(placed(labels, seen) if located else named(labels, seen))
    found = [
        outcome(picture, label, seen[pairs[i]] if i in pairs else None) for i, label in enumerate(labels)
    ]
    others = [card for k, card in enumerate(seen) if k not in pairs.values()]
    if located:
        others = [card for card in others if not _part_of(card, labels)]
    return found + [outcome(picture, None, card) for card in others]


def _part_of(card: SeenCard, labels: Sequence[Label]) -> bool:
    """Whether an unreadable find lies within a labelled card: a loose find of it, not a card where none is."""
    if card.card is not None:
        return False
    box = box_of(card.corners)
    area = max((box[2] - box[0]) * (box[3] - box[1]), 1.0)
    return any(
        label.place is not None and _shared(box, label.place) >= NOT_OTHERWISE * area for label in labels
    )


def outcome(picture: Picture, label: Label | None, card: SeenCard | None) -> Outcome:
    """What came out for a card; ``label`` None: there is none, ``card`` None: it was not found."""
    off = None
    if label is not None and card is not None and label.corners is not None:
        off = corner_error(card.corners, label.corners)
    return Outcome(
        picture,
        label.card if label else None,
        None if card is None else str(card.card) if card.card else "?",
        card.confidence if card else 0.0,
        off,
        label.covered if label else 0.0,
        card.corners if card else None,
        label,
    )
