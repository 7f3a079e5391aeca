"""Drawing: outlines and names over the cards in a picture, for people."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Rank, Suit
from vision.arrays import Doubles, Floats, Image
from vision.detection.detections import SeenCard

Colour = tuple[int, int, int]

# BGR. Bright enough for any table, told apart without relying on hue: unread cards are also dashed.
READ_COLOUR: Colour = (80, 220, 90)
UNREAD_COLOUR: Colour = (40, 170, 255)
CASING: Colour = (25, 25, 25)
PLATE: Colour = (250, 250, 250)
RED: Colour = (40, 30, 200)
BLACK: Colour = (30, 30, 30)

FONT = cv2.FONT_HERSHEY_DUPLEX
FRACTION_BITS = 4
"""Fractional bits of the coordinates given to OpenCV: lines are drawn to a sixteenth of a pixel."""
WRITTEN_RANKS = {Rank.TEN: "10"}
"""Ranks that people write differently from records."""
LETTER_HEIGHT = 22.0
"""Height in pixels of OpenCV's font at scale 1."""


def drawn(image: Image, seen: Sequence[SeenCard]) -> Image:
    """A copy of a picture (height, width, 3) BGR with every card outlined and named."""
    copy = np.array(image, np.uint8)
    unit = max(copy.shape[:2]) / 1000
    for card in reversed(seen):  # the surest on top
        _outline(copy, card, max(1.5, 3 * unit))
    for card in reversed(seen):
        _name(copy, card, max(13.0, 24 * unit))
    return copy


def _outline(image: Image, seen: SeenCard, thick: float) -> None:
    """The card's outline, in a dark casing, and a dot at its own top left."""
    casing, line = max(3, round(1.9 * thick)), max(1, round(thick))
    colour = READ_COLOUR if seen.card else UNREAD_COLOUR
    outline = [_fixed(seen.corners)]
    cv2.polylines(image, outline, True, CASING, casing, cv2.LINE_AA, FRACTION_BITS)
    if seen.card:
        cv2.polylines(image, outline, True, colour, line, cv2.LINE_AA, FRACTION_BITS)
    else:
        _dashes(image, seen.corners, colour, line)
    x, y = _fixed(seen.corners[0])
    for radius, fill in ((1.7 * thick, CASING), (1.1 * thick, colour)):
        cv2.circle(
            image,
            (int(x), int(y)),
            round(radius * 2**FRACTION_BITS),
            fill,
            cv2.FILLED,
            cv2.LINE_AA,
            FRACTION_BITS,
        )


def _dashes(image: Image, corners: Floats, colour: Colour, line: int) -> None:
    for start, end in zip(corners, np.roll(corners, -1, 0), strict=True):
        count = max(3, int(np.linalg.norm(end - start) / (6 * line))) | 1
        for k in range(0, count, 2):
            pieces = _fixed(
                np.stack([start + (end - start) * k / count, start + (end - start) * (k + 1) / count])
            )
            cv2.polylines(image, [pieces], False, colour, line, cv2.LINE_AA, FRACTION_BITS)


def _name(image: Image, seen: SeenCard, high: float) -> None:
    """A plate in the card's middle: rank, suit and confidence; a question mark if it was not read."""
    words = WRITTEN_RANKS.get(seen.card.rank, seen.card.rank.letter) if seen.card else "?"
    sure = f"{seen.confidence * 100:.0f}"
    width, height = _size(seen.corners)
    high = float(np.clip(0.25 * min(width, height), 0.6 * high, 1.5 * high))
    big, small = high / LETTER_HEIGHT, 0.5 * high / LETTER_HEIGHT
    heavy, light = max(1, round(1.8 * big)), max(1, round(1.2 * small))
    letter = cv2.getTextSize(words, FONT, big, heavy)[0][0]
    number = cv2.getTextSize(sure, FONT, small, light)[0][0]
    suit = 0.95 * high if seen.card and seen.card.suit else 0.0
    gap = 0.22 * high
    whole = letter + number + suit + gap * (4 if suit else 3)
    left, middle = _within(image, seen.corners.mean(0), whole, 1.6 * high)
    _plate(image, (left, middle - 0.8 * high), (left + whole, middle + 0.8 * high), 0.3 * high)
    ink = RED if seen.card and seen.card.suit in (Suit.DIAMONDS, Suit.HEARTS) else BLACK
    base = round(middle + high / 2)
    x = left + gap
    cv2.putText(image, words, (round(x), base), FONT, big, ink, heavy, cv2.LINE_AA)
    x += letter + gap
    if seen.card and seen.card.suit:
        draw_suit(image, seen.card.suit, (x + suit / 2, middle), suit)
        x += suit + gap
    cv2.putText(image, sure, (round(x), base), FONT, small, (110, 110, 110), light, cv2.LINE_AA)


def _size(corners: Floats) -> tuple[float, float]:
    """Width and height of the upright box around corners (4, 2)."""
    spread = np.ptp(corners, axis=0)
    return float(spread[0]), float(spread[1])


def _within(image: Image, middle: Floats, width: float, height: float) -> tuple[float, float]:
    """Left end and middle height of a plate around ``middle``, moved to lie wholly in the picture."""
    rows, columns = image.shape[:2]
    left = float(np.clip(middle[0] - width / 2, 2, max(2.0, columns - width - 2)))
    return left, float(np.clip(middle[1], height / 2 + 2, max(height / 2 + 2, rows - height / 2 - 2)))


def _plate(image: Image, low: tuple[float, float], high: tuple[float, float], radius: float) -> None:
    """A light plate with round corners and a dark rim."""
    for grow, colour in ((max(1.0, radius * 0.2), CASING), (0.0, PLATE)):
        (x0, y0), (x1, y1) = (low[0] + radius, low[1] + radius), (high[0] - radius, high[1] - radius)
        arc = np.radians(np.arange(0, 91, 15))
        rounding = np.stack([np.cos(arc), np.sin(arc)], 1) * (radius + grow)
        turned = [rounding @ np.array([[c, s], [-s, c]]) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
        centres = np.array([[x1, y1], [x0, y1], [x0, y0], [x1, y0]])
        outline = np.concatenate([centre + part for centre, part in zip(centres, turned, strict=True)])
        cv2.fillPoly(image, [_fixed(outline)], colour, cv2.LINE_AA, FRACTION_BITS)


def draw_suit(image: Image, suit: Suit, middle: tuple[float, float], size: float) -> None:
    """A suit's sign around ``middle``, ``size`` pixels high: OpenCV's fonts have none."""
    ink = RED if suit in (Suit.DIAMONDS, Suit.HEARTS) else BLACK
    for part in SIGN_SHAPES[suit]:
        cv2.fillPoly(image, [_fixed(np.asarray(middle) + part * size)], ink, cv2.LINE_AA, FRACTION_BITS)


def _disc(x: float, y: float, radius: float) -> Doubles:
    arc = np.radians(np.arange(0, 360, 12))
    return np.stack([x + radius * np.cos(arc), y + radius * np.sin(arc)], 1)


def _heart() -> Doubles:
    """The usual curve, a unit high, around its middle."""
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return np.stack([x, y - (y.max() + y.min()) / 2], 1) / 30


_STEM = np.array([[-0.05, 0.1], [0.05, 0.1], [0.07, 0.32], [0.2, 0.5], [-0.2, 0.5], [-0.07, 0.32]])
SIGN_SHAPES: dict[Suit, tuple[Doubles, ...]] = {
    Suit.HEARTS: (_heart(),),
    Suit.DIAMONDS: (np.array([[0, -0.52], [0.38, 0], [0, 0.52], [-0.38, 0]]),),
    Suit.SPADES: (_heart() * (0.95, -0.82) - (0, 0.08), _STEM),
    Suit.CLUBS: (
        _disc(0, -0.26, 0.23),
        _disc(-0.26, 0.1, 0.23),
        _disc(0.26, 0.1, 0.23),
        _STEM,
        _disc(0, 0, 0.12),
    ),
}
"""Outlines of the signs, a unit high, around their middle."""


def _fixed(points: NDArray[np.floating]) -> NDArray[np.int32]:
    """Points in OpenCV's fixed-point form."""
    return np.asarray(np.round(np.asarray(points, np.float64) * 2**FRACTION_BITS), np.int32)
