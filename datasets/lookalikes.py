"""What looks more like a playing card than other clutter does, and is none: drawn, for measuring and, with
other seeds, for training (``datasets.bare_crops``). What nothing was trained on is ``datasets.strangers``.

Every maker returns a BGRA uint8 picture and its length in millimetres along the picture's height, as in
``datasets.clutter``.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.clutter import Thing, back, banknote, book, coaster, paper, phone, picture_card, stick
from datasets.decks import rounded
from datasets.grounds import colour, photograph

Image = NDArray[np.uint8]
Ink = tuple[float, float, float]

CARD = (448, 320)
"""Height and width in pixels of what has a card's shape."""
TALL_MM = 88.0
FONTS = (cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)
NUMERALS = ("I", "II", "III", "V", "X", "IX", "XIV", "XXI")
LETTERS = "AKQJTX1234567890"


def _ink(rng: np.random.Generator, value: tuple[float, float] = (0.1, 0.8)) -> Ink:
    b, g, r = (float(v) for v in colour(rng, (0.3, 1.0), value))
    return b, g, r


def _stock(rng: np.random.Generator, size: tuple[int, int] = CARD) -> Image:
    return np.full((*size, 3), rng.uniform(225, 255), np.uint8)


def _write(
    rng: np.random.Generator, picture: Image, text: str, at: tuple[int, int], size: float, ink: Ink
) -> None:
    cv2.putText(
        picture,
        text,
        at,
        FONTS[int(rng.integers(len(FONTS)))],
        size,
        ink,
        max(1, int(size * 2.2)),
        cv2.LINE_AA,
    )


def _twice(picture: Image) -> Image:
    """The upper half at both ends, as cards are printed."""
    half = picture.shape[0] // 2
    picture[-half:] = picture[:half][::-1, ::-1]
    return picture


def joker(rng: np.random.Generator) -> Thing:
    """A joker: its name down the side or a star in the corner, a figure in the middle."""
    picture, ink = _stock(rng), _ink(rng)
    if rng.random() < 0.6:
        for k, letter in enumerate("JOKER"):
            _write(rng, picture, letter, (16, 42 + 34 * k), 1.0, ink)
    else:
        _star(picture, (36, 44), 26, ink)
    art = cv2.resize(photograph(rng, 200), (180, 110))
    picture[110:220, 80:260] = art
    return rounded(_twice(picture)), TALL_MM


def _star(picture: Image, at: tuple[int, int], radius: float, ink: Ink) -> None:
    angles = np.arange(10) * np.pi / 5 - np.pi / 2
    reach = np.where(np.arange(10) % 2 == 0, radius, radius * 0.4)
    points = np.stack([np.cos(angles), np.sin(angles)], 1) * reach[:, None] + at
    cv2.fillPoly(picture, [np.round(points).astype(np.int32)], ink, cv2.LINE_AA)


def tarot(rng: np.random.Generator) -> Thing:
    """A trump: a picture in a frame, a Roman or another numeral over it."""
    picture = _stock(rng, (520, 290))
    picture[60:460, 20:270] = cv2.resize(photograph(rng, 250), (250, 400))
    cv2.rectangle(picture, (20, 60), (270, 460), _ink(rng, (0, 0.4)), 3)
    number = NUMERALS[int(rng.integers(len(NUMERALS)))] if rng.random() < 0.6 else str(rng.integers(1, 22))
    _write(rng, picture, number, (22 if rng.random() < 0.5 else 120, 48), 1.2, _ink(rng, (0, 0.4)))
    return rounded(picture), 115.0


def numbered(rng: np.random.Generator) -> Thing:
    """A card of a game of numbers and colours: a slanted oval, a figure in it and in two corners."""
    picture, ink = _stock(rng), _ink(rng, (0.5, 0.95))
    cv2.rectangle(picture, (18, 18), (CARD[1] - 19, CARD[0] - 19), ink, -1)
    cv2.ellipse(picture, (160, 224), (105, 175), 25, 0, 360, (250, 250, 250), -1, cv2.LINE_AA)
    figure = str(rng.integers(0, 10)) if rng.random() < 0.8 else "+2"
    _write(rng, picture, figure, (30, 70), 1.5, (250, 250, 250))
    picture = _twice(picture)
    _write(rng, picture, figure, (95, 290), 6.0 if len(figure) == 1 else 3.5, ink)
    return rounded(picture), TALL_MM


def card_box(rng: np.random.Generator) -> Thing:
    """The box of a pack: a coloured front with a large pip or letter and writing."""
    picture = np.full((*CARD, 3), _ink(rng), np.uint8)
    cv2.rectangle(picture, (20, 20), (300, 428), (235, 240, 245), 4)
    _write(rng, picture, str(rng.choice(list("AKQJ"))), (110, 260), 5.0, (240, 240, 240))
    _write(rng, picture, "PLAYING CARDS", (40, 380), 0.9, (240, 240, 240))
    return np.dstack([picture, np.full(CARD, 255, np.uint8)]), 92.0


def business_card(rng: np.random.Generator) -> Thing:
    """A name, lines of small print, a mark in a corner."""
    picture, ink = _stock(rng, (460, 280)), _ink(rng, (0, 0.5))
    flat = np.ascontiguousarray(np.rot90(picture))
    _write(rng, flat, "".join(rng.choice(list(LETTERS), 7)), (30, 80), 1.3, ink)
    for k in range(int(rng.integers(2, 6))):
        _write(rng, flat, "".join(rng.choice(list("aeionrst .0123"), 18)), (30, 140 + 32 * k), 0.7, ink)
    if rng.random() < 0.5:
        cv2.circle(flat, (400, 60), 28, _ink(rng), -1, cv2.LINE_AA)
    turned = np.ascontiguousarray(np.rot90(flat, -1))
    return np.dstack([turned, np.full(turned.shape[:2], 255, np.uint8)]), 85.0


def ticket(rng: np.random.Generator) -> Thing:
    """A ticket or a label: a large figure or letter in a corner, a bar code, little print."""
    picture, ink = _stock(rng, (420, int(rng.integers(200, 340)))), _ink(rng, (0, 0.5))
    width = picture.shape[1]
    _write(rng, picture, str(rng.choice(list(LETTERS))), (14, 70), 2.2, ink)
    x = 20
    while x < width - 24:
        bar = int(rng.integers(2, 7))
        cv2.rectangle(picture, (x, 320), (x + bar, 400), (20, 20, 20), -1)
        x += bar + int(rng.integers(2, 8))
    for k in range(4):
        _write(rng, picture, "".join(rng.choice(list("AEINORST 0123"), 12)), (14, 130 + 40 * k), 0.8, ink)
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]), float(rng.uniform(60, 130))


def letter_tile(rng: np.random.Generator) -> Thing:
    """A tile of a game of letters or numbers."""
    picture = np.full(
        (260, 220, 3), tuple(float(v) for v in rng.uniform((150, 190, 200), (215, 235, 250))), np.uint8
    )
    _write(rng, picture, str(rng.choice(list(LETTERS))), (50, 190), 5.0, _ink(rng, (0, 0.5)))
    return rounded(picture, 0.08), float(rng.uniform(20, 45))


def domino(rng: np.random.Generator) -> Thing:
    """A domino: dots in two halves."""
    light = rng.random() < 0.6
    picture = np.full((440, 220, 3), 240 if light else 25, np.uint8)
    dot = (30, 30, 30) if light else (240, 240, 240)
    cv2.line(picture, (20, 220), (200, 220), dot, 4)
    for half in (0, 220):
        for _ in range(int(rng.integers(0, 7))):
            x, y = (int(v) for v in rng.integers(0, 3, 2))
            cv2.circle(picture, (50 + 60 * x, half + 50 + 60 * y), 17, dot, -1, cv2.LINE_AA)
    return rounded(picture, 0.05), float(rng.uniform(45, 60))


def plant(rng: np.random.Generator) -> Thing:
    """Leaves or petals about a middle, light ones among them."""
    picture = np.zeros((400, 400, 4), np.uint8)
    pale = rng.random() < 0.4
    for _ in range(int(rng.integers(5, 22))):
        b, g, r = (
            (215.0, 225.0, 235.0)
            if pale
            else (40.0, float(rng.uniform(80, 190)), float(rng.uniform(30, 120)))
        )
        long, broad = int(rng.uniform(50, 170)), int(rng.uniform(10, 45))
        angle = float(rng.uniform(0, 360))
        a = np.radians(angle)
        at = (int(200 + np.cos(a) * long * 0.7), int(200 + np.sin(a) * long * 0.7))
        shade = float(rng.uniform(0.7, 1.0))
        cv2.ellipse(
            picture,
            at,
            (long // 2, broad),
            angle,
            0,
            360,
            (b * shade, g * shade, r * shade, 255),
            -1,
            cv2.LINE_AA,
        )
    return picture, float(rng.uniform(70, 260))


def other_back(rng: np.random.Generator) -> Thing:
    """The back of a card of another pack, alone."""
    return back(rng, float(rng.uniform(0.62, 0.74))), TALL_MM


LOOKALIKES: tuple[Callable[[np.random.Generator], Thing], ...] = (
    joker, tarot, numbered, card_box, business_card, ticket, letter_tile, domino, plant, other_back,
    banknote, book, coaster, paper, phone, picture_card, stick,
)  # fmt: skip
"""All of these: what looks like a card, and what else lies on tables."""
