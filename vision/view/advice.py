"""Advice: what is wrong with the picture of a table, and where, so that people can correct it.

All is judged by the cards in the picture: they are white, have sharp edges and one known shape. The limits are the
points at which the reader begins to fail, measured on real photographs that were made worse step by step.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, Mask, Region
from vision.geometry import quads
from vision.geometry.plane import plane_of
from vision.reading.reader import flattened

DARK_CARD = 60.0
"""Grey level of a card's paper: below it, sensor noise is as strong as the print."""
DARK_PICTURE = 45.0
"""The same for the brightest twentieth of a picture without cards."""
BLURRED_STEEPNESS = 0.10
"""Share of a card's contrast by which its steepest edges rise from pixel to pixel of the flattened card. Sharp cards
have 0.2 to 0.4 in both directions; the reader begins to err at this.
"""
FAR_PX = 36.0
"""Pixels of a card's width: the reader tells indices apart down to 32 (`reader.LEGIBLE_PX`); the rest is reserve."""
TILTED_DEGREES = 50.0
"""Degrees between the camera's view and straight down: beyond it, cards hide each other and glare grows."""
BURNT_LEVEL = 250
"""A pixel whose three channels all reach this is overexposed."""
ABOVE_PAPER = 18.0
"""Grey levels by which a reflection is brighter than the card's own paper."""
SPOT_ON_CARD = 0.05
"""Share of a card's area that a reflection must cover to matter: about the size of an index."""
SPOT_BESIDE = 0.3
"""Share of a card's area: a smaller reflection beside the cards hides nothing."""
WORKING_WIDTH = 640
"""Width in pixels of the copy in which reflections are searched."""


class Fault(Enum):
    """What can be wrong, the worst first."""

    DARK = "dark"
    BLURRED = "blurred"
    FAR = "far"
    TILTED = "tilted"
    GLARE = "glare"


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing that is wrong. ``region``: where, None for everywhere. ``measure``: the measured grey level, steepness
    of an edge, width of a card in pixels, degrees, or share of the picture.
    """

    fault: Fault
    region: Region | None
    measure: float


def advise(image: Image, cards: Floats) -> tuple[Advice, ...]:
    """What is wrong with a picture (height, width, 3) BGR uint8 with cards at ``cards`` (n, 4, 2), the worst first."""
    if not len(cards):
        return _dark_picture(image)
    crops = [flattened(image, four) for four in cards]
    greys = [cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32) for crop in crops]
    size = (image.shape[1], image.shape[0])
    papers = np.array([np.percentile(grey, 90) for grey in greys])
    edges = np.array([_steepest(grey) for grey in greys])
    widths, _ = quads.widths_and_heights(cards)
    wide = widths >= FAR_PX
    glare = _glare(image, cards)
    sharp = np.array(
        [
            edge >= BLURRED_STEEPNESS or _hides(glare, four / size)
            for edge, four in zip(edges, cards, strict=True)
        ]
    )
    found = [
        *_of_cards(Fault.DARK, papers, papers < DARK_CARD, cards, size),
        *_of_cards(Fault.BLURRED, edges, wide & ~sharp & (papers >= DARK_CARD), cards, size),
        *_of_cards(Fault.FAR, widths, ~wide, cards, size),
        *_tilted(cards),
        *glare,
    ]
    return tuple(found)


def tilt_of(cards: Floats) -> float | None:
    """Degrees between the camera's view and straight down, in the cards' middle; None without cards.

    A table seen at a slant is foreshortened one way and not the other; the ratio is the angle's cosine.
    """
    plane = plane_of(cards)
    if plane is None:
        return None
    middle = cards.mean((0, 1)).astype(np.float64)
    step = 2.0
    around = (middle + step * np.array([[0, 0], [1, 0], [0, 1]])).reshape(-1, 1, 2)
    at, right, below = cv2.perspectiveTransform(around, plane)[:, 0]
    longest, shortest = np.linalg.svd(np.stack([right - at, below - at], 1), compute_uv=False)
    return float(np.degrees(np.arccos(np.clip(shortest / longest, 0, 1)))) if longest > 0 else None


def _dark_picture(image: Image) -> tuple[Advice, ...]:
    grey = cv2.cvtColor(image[::4, ::4], cv2.COLOR_BGR2GRAY)
    bright = float(np.percentile(grey, 95))
    return (Advice(Fault.DARK, None, bright),) if bright < DARK_PICTURE else ()


def _steepest(grey: Floats) -> float:
    """The steepness of a flattened card's steepest edges, in shares of its contrast a pixel.

    The less sharp of both directions counts: a moving camera leaves those edges sharp that lie along its motion.
    """
    low, high = np.percentile(grey, [2, 98])
    slopes = [np.percentile(np.abs(cv2.Sobel(grey, cv2.CV_32F, *way)) / 8, 99) for way in ((1, 0), (0, 1))]
    return float(min(slopes) / max(high - low, 8.0))


def _of_cards(
    fault: Fault, measures: NDArray[np.floating], bad: Mask, cards: Floats, size: tuple[int, int]
) -> list[Advice]:
    """The advice about the bad cards; about the whole picture if most cards are bad."""
    if not bad.any():
        return []
    worst = float(measures[bad].min())
    region = None if bad.mean() > 0.6 else _around(cards[bad].reshape(-1, 2), size)
    return [Advice(fault, region, worst)]


def _tilted(cards: Floats) -> list[Advice]:
    angle = tilt_of(cards)
    return [Advice(Fault.TILTED, None, angle)] if angle is not None and angle > TILTED_DEGREES else []


def _glare(image: Image, cards: Floats) -> list[Advice]:
    """Every reflection that hides print or table; white paper is none."""
    shrink = min(1.0, WORKING_WIDTH / image.shape[1])
    small = np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    outlines = cards * shrink
    areas = np.abs(quads.signed_areas(outlines))
    darkest = small.min(2)
    burnt = darkest >= BURNT_LEVEL
    places = [_filled(burnt.shape, outline) for outline in outlines]
    beyond_paper = burnt & (darkest > _paper(darkest, places) + ABOVE_PAPER)
    free = burnt.copy()
    spots: list[Mask] = []
    for place, area in zip(places, areas, strict=True):
        free &= ~_grown(place, 0.08 * float(np.sqrt(area)))
        spots += _spots(beyond_paper & place, SPOT_ON_CARD * float(area))
    spots += _spots(free, SPOT_BESIDE * float(np.median(areas)))
    size = (small.shape[1], small.shape[0])
    return [Advice(Fault.GLARE, _around(_points(spot), size), float(spot.mean())) for spot in spots]


def _paper(darkest: Image, places: list[Mask]) -> float:
    """Grey level of the cards' paper; of a single card, most may be in glare, so a lower percentile is taken."""
    share = 60 if len(places) > 1 else 40
    papers = [float(np.percentile(darkest[place], share)) for place in places if place.any()]
    return float(np.median(papers)) if papers else 255.0


def _hides(glare: list[Advice], card: Floats) -> bool:
    """Whether a reflection's middle lies on a card (4, 2), in fractions of the picture: then it is not blurred but in
    glare.
    """
    left, upper, right, lower = np.concatenate([card.min(0), card.max(0)])
    regions = [one.region for one in glare if one.region is not None]
    return any(left < (a + c) / 2 < right and upper < (b + d) / 2 < lower for a, b, c, d in regions)


def _spots(mask: Mask, least: float) -> list[Mask]:
    """The connected parts of a mask that have at least this many pixels."""
    count, labels, facts, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return [labels == k for k in range(1, count) if facts[k, cv2.CC_STAT_AREA] >= max(least, 4.0)]


def _filled(shape: tuple[int, ...], outline: Floats) -> Mask:
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    return mask.astype(bool)


def _grown(mask: Mask, by: float) -> Mask:
    side = 2 * max(1, round(by)) + 1
    return cv2.dilate(mask.astype(np.uint8), np.ones((side, side), np.uint8)).astype(bool)


def _points(mask: Mask) -> Floats:
    rows, columns = np.nonzero(mask)
    return np.stack([columns, rows], 1).astype(np.float32)


def _around(points: Floats, size: tuple[int, int]) -> Region:
    """The region that holds all points (n, 2) in pixels of a picture of this width and height."""
    shares = points / np.array(size, np.float32)
    left, upper = shares.min(0).clip(0, 1)
    right, lower = shares.max(0).clip(0, 1)
    return float(left), float(upper), float(right), float(lower)
