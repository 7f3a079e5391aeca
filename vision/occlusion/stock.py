"""Card stock: where more of it shows than the cards read explain, as where a strip of a card looks out under one.

Looking for indices takes longer than all else. On a table that is darker than cards, or of another colour, nothing can
be found beside cards that lie free, and so nothing is looked for there.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Box, Floats, Image, Mask
from vision.detection.detections import Detections, SeenCard
from vision.detection.sizes import resized
from vision.geometry import quads
from vision.occlusion.overlaid import lies_with_others, surely_read

CARD_PX = 40.0
"""Pixels: the width of a card in the picture that is searched."""
INNER, GROWN = 0.94, 1.08
"""In sizes of the card: where its stock is measured; and how far around it its own edge and shadow may reach."""
LIGHTEST_QUANTILE = 0.6
"""Of a card's pixels those lighter than this quantile are stock, and not print."""
SHADED = 0.55
"""Stock is at least this bright, as a share of the darkest card's: a card under others lies in their shadow."""
SAME_HUE = 0.06
"""Stock has the cards' colour if its shares of blue, green and red differ by no more than this in all."""
LEAST_SHARE = 0.025
"""The least stock that tells of a card, as a share of the smallest card's area: an index and what is around it are
0.07 of a card, and half of that may be print.
"""
LINE_PX = 3
"""Pixels: what is narrower is the edge of something."""


def where_more(image: Image, cards: Sequence[SeenCard]) -> Box | None:
    """The part of a picture (height, width, 3) BGR in which more cards may be than were surely read of these: around
    those that were not, around stock that shows beside the others and, if there is either, around those that lie over
    one another: two cards may have been taken for one of them.
    """
    height, width = image.shape[:2]
    sure = [card for card in cards if surely_read(card)]
    if not sure:
        return 0, 0, width, height
    doubtful = [card.corners for card in cards if not surely_read(card)]
    points = np.concatenate([*doubtful, _beside(image, sure)])
    if not len(points):
        return None
    over = [one.corners for one in sure if lies_with_others(one, sure)]
    points = np.concatenate([points, *over])
    beyond = float(np.median(quads.widths_and_heights(np.stack([card.corners for card in cards]))[1]))
    x0, y0 = np.clip(np.floor(points.min(0) - beyond).astype(int), 0, (width - 1, height - 1)).tolist()
    x1, y1 = np.clip(np.ceil(points.max(0) + beyond).astype(int), (x0 + 1, y0 + 1), (width, height)).tolist()
    return x0, y0, x1, y1


def _beside(image: Image, cards: Sequence[SeenCard]) -> Floats:
    """The corners (n, 2) of where card stock shows in a picture beside these cards, which were surely read."""
    corners = np.stack([card.corners for card in cards])
    factor = min(1.0, CARD_PX / float(np.median(quads.widths_and_heights(corners)[0])))
    small = resized(image, factor, factor)
    there = small.into(Detections(corners, np.ones(len(corners), np.float32))).corners
    stock = np.stack([_stock(small.image, four) for four in there])
    free = _like(small.image, stock) & ~_filled(small.image, there, GROWN)
    lines = np.ones((LINE_PX, LINE_PX), np.uint8)
    left = cv2.morphologyEx(free.astype(np.uint8), cv2.MORPH_OPEN, lines)
    _, _, pieces, _ = cv2.connectedComponentsWithStats(left, connectivity=8)
    least = LEAST_SHARE * float(np.abs(quads.signed_areas(there)).min())
    boxes = pieces[1:][pieces[1:, cv2.CC_STAT_AREA] > least, :4].astype(np.float32)
    return small.back(np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]]))


def _filled(image: Image, corners: Floats, size: float) -> Mask:
    """Which pixels (height, width) these cards (n, 4, 2) take, made so many times as large."""
    taken = np.zeros(image.shape[:2], np.uint8)
    for four in corners:
        grown = four.mean(0) + (four - four.mean(0)) * size
        cv2.fillConvexPoly(taken, np.round(grown).astype(np.int32), 1)
    return taken.astype(bool)


def _stock(image: Image, four: Floats) -> Floats:
    """The colour (3,) of a card's stock: of the lighter of its pixels."""
    x0, y0 = np.clip(np.floor(four.min(0)).astype(int), 0, np.array(image.shape[1::-1]) - 1)
    part = image[y0 : int(four[:, 1].max()) + 2, x0 : int(four[:, 0].max()) + 2]
    pixels = part[_filled(part, (four - (x0, y0))[None], INNER)].astype(np.float32)
    if not len(pixels):
        return np.full(3, 255, np.float32)
    grey = pixels.mean(1)
    return np.asarray(np.median(pixels[grey >= np.quantile(grey, LIGHTEST_QUANTILE)], 0), np.float32)


def _like(image: Image, stock: Floats) -> Mask:
    """Which pixels (height, width) may be stock of these colours (n, 3)."""
    total = image.sum(2, dtype=np.int32).astype(np.float32)
    usual = np.median(stock / np.maximum(stock.sum(1, keepdims=True), 1), 0)
    off = sum(np.abs(image[..., k] - usual[k] * total) for k in range(3))
    bright = total >= SHADED * stock.sum(1).min()
    return np.asarray(bright & (off <= SAME_HUE * total), np.bool_)
