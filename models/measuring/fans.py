"""Fanned hands, of which little more than an index shows of most cards: is a card read where its index lies?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from models.measuring.labels import Box, Floats, Label, Picture, box_of
from models.measuring.matching import outcome
from models.measuring.outcomes import Outcome
from vision.detection.detections import SeenCard

INDEX = 0.34
"""How long an index, rank and suit together, is in widths of the card."""
INDEX_SPOTS = np.array([[0.1, 0.17], [0.9, 1.23]], np.float32)
"""Where a card 1 wide and 1.4 high has its indices."""
SURELY, POSSIBLY = 0.35, 0.2
"""An index belongs to a find that reads as its card within the first distance of where the find should have one, in
widths of the card; to any other within the second.
"""


def strips(cards: Mapping[str, Sequence[Box]]) -> dict[str, float]:
    """How broad a strip of each card shows, in widths of the card, up to 1: as far as to the next card's index."""
    boxes = [(name, box) for name, held in cards.items() for box in held]
    length = float(np.median([max(b[2] - b[0], b[3] - b[1]) for _, b in boxes]))
    shown = {}
    for name, held in cards.items():
        nearest = min(
            float(np.hypot(*np.subtract(_middle(own), _middle(other))))
            for own in held
            for other_name, other in boxes
            if other_name != name
        )
        shown[name] = min(1.0, nearest / (length / INDEX))
    return shown


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def compared(picture: Picture, cards: Mapping[str, Sequence[Box]], seen: Sequence[SeenCard]) -> list[Outcome]:
    """What came out for each card of which an index shows; finds that belong to none of them are left alone."""
    names, shown = list(cards), strips(cards)
    apart = np.array([[_distance(card.corners, cards[name]) for card in seen] for name in names], np.float32)
    apart = apart.reshape(len(names), len(seen))
    said = [str(card.card) for card in seen]
    tries = sorted(
        (said[k] != name, float(apart[i, k]), i, k)
        for i, name in enumerate(names)
        for k in range(len(seen))
        if apart[i, k] <= (SURELY if said[k] == name else POSSIBLY)
    )
    pairs: dict[int, int] = {}
    for _, _, i, k in tries:
        if i not in pairs and k not in pairs.values():
            pairs[i] = k
    labels = [Label(name, box=cards[name][0], covered=round(1 - shown[name], 3)) for name in names]
    return [outcome(picture, label, seen[pairs[i]] if i in pairs else None) for i, label in enumerate(labels)]


def _distance(corners: Floats, boxes: Sequence[Box]) -> float:
    """How far from where the card at these corners should have an index the nearest of these boxes lies."""
    x0, y0, x1, y1 = box_of(corners)
    far = max(x1 - x0, y1 - y0)
    if not any(x0 - far < x < x1 + far and y0 - far < y < y1 + far for x, y in map(_middle, boxes)):
        return float("inf")
    card = np.array([[0, 0], [1, 0], [1, 1.4], [0, 1.4]], np.float32)
    flat = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), card)
    middles = np.array([[_middle(box)] for box in boxes], np.float32)
    spots = cv2.perspectiveTransform(middles, flat).reshape(-1, 1, 2)
    return float(np.linalg.norm(spots - INDEX_SPOTS, axis=2).min())
