"""What else lies on a table: card backs, and things that are no cards though they look a little like one.

Every maker returns a BGRA uint8 picture and its length in millimetres along the picture's height.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import FACE_HEIGHT, rounded
from datasets.grounds import colour, noise, photograph

Image = NDArray[np.uint8]
Thing = tuple[Image, float]


def _ink(rng: np.random.Generator, value: tuple[float, float] = (0.1, 0.9)) -> tuple[float, float, float]:
    b, g, r = (float(v) for v in colour(rng, (0.0, 1.0), value))
    return b, g, r


def _pattern(rng: np.random.Generator, height: int, width: int) -> Image:
    """Guilloche, lattice, dots, rings, stripes or a picture: what backs are printed with."""
    ground, ink = _ink(rng), _ink(rng)
    picture = np.full((height, width, 3), ground, np.uint8)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    kind, step = int(rng.integers(0, 7)), float(rng.uniform(8, 45))
    if kind == 0:
        wave = np.sin(x / step * 3) * np.sin(y / step * 3)
    elif kind == 1:
        wave = np.maximum(np.cos((x + y) / step * 3), np.cos((x - y) / step * 3)) - 0.8
    elif kind == 2:
        wave = np.sin(np.hypot(x - width / 2, y - height / 2) / step * 4)
    elif kind == 3:
        wave = np.sin((x * np.cos(step) + y * np.sin(step)) / step * 4)
    elif kind == 4:
        angle = np.arctan2(y - height / 2, x - width / 2)
        wave = np.sin(angle * int(step)) + np.sin(np.hypot(x - width / 2, y - height / 2) / 12)
    elif kind == 5:
        wave = noise(rng, max(height, width), step)[:height, :width] * 2
    else:
        return cv2.resize(photograph(rng, 200), (width, height)).astype(np.uint8)
    picture[wave > 0] = ink
    return picture


def back(rng: np.random.Generator, aspect: float) -> Image:
    """The back of a deck, BGRA (FACE_HEIGHT, w, 4): a pattern in a border, or without one."""
    width = round(FACE_HEIGHT * aspect)
    border = int(rng.choice([0, int(rng.integers(8, 34))], p=[0.15, 0.85]))
    stock = float(rng.uniform(235, 255))
    card = np.full((FACE_HEIGHT, width, 3), stock, np.uint8)
    inner = _pattern(rng, FACE_HEIGHT - 2 * border, width - 2 * border)
    card[border : FACE_HEIGHT - border, border : width - border] = inner
    if rng.random() < 0.5:
        ink = _ink(rng)
        centre = (width // 2, FACE_HEIGHT // 2)
        for radius in sorted(rng.uniform(10, width / 3, int(rng.integers(1, 5))), reverse=True):
            cv2.circle(
                card, centre, int(radius), ink if rng.random() < 0.6 else (stock,) * 3, -1, cv2.LINE_AA
            )
    if border and rng.random() < 0.5:
        cv2.rectangle(card, (border, border), (width - border, FACE_HEIGHT - border), _ink(rng, (0, 0.5)), 2)
    return rounded(card)


def _text(rng: np.random.Generator, picture: Image, lines: int, ink: tuple[float, float, float]) -> None:
    height, width = picture.shape[:2]
    step = height / (lines + 2)
    for k in range(lines):
        y, x = int((k + 1.3) * step), int(width * 0.08)
        end = width * rng.uniform(0.5, 0.92)
        while x < end:
            word = int(rng.uniform(0.02, 0.12) * width) + 2
            cv2.rectangle(picture, (x, y), (int(min(x + word, end)), int(y + step * 0.45)), ink, -1)
            x += word + max(2, int(width * 0.015))


def paper(rng: np.random.Generator) -> Thing:
    """A note, receipt, score sheet or envelope."""
    width, height = int(rng.integers(140, 420)), 440
    picture = np.full((height, width, 3), rng.uniform(215, 255), np.uint8)
    if rng.random() < 0.8:
        _text(rng, picture, int(rng.integers(3, 25)), _ink(rng, (0, 0.5)))
    return np.dstack([picture, np.full((height, width), 255, np.uint8)]), float(rng.uniform(70, 290))


def book(rng: np.random.Generator) -> Thing:
    """A book, a box or a packet: a coloured cover, a title, a picture."""
    width, height = int(rng.integers(240, 420)), 440
    picture = np.full((height, width, 3), _ink(rng), np.uint8)
    if rng.random() < 0.6:
        art = cv2.resize(photograph(rng, 200), (int(width * 0.7), int(height * 0.5)))
        picture[height // 3 : height // 3 + art.shape[0], width // 8 : width // 8 + art.shape[1]] = art
    cv2.putText(
        picture, "".join(rng.choice(list("AEIKLMNORST 23"), 8)), (20, 80), 2, 1.6, _ink(rng), 3, cv2.LINE_AA
    )
    return np.dstack([picture, np.full((height, width), 255, np.uint8)]), float(rng.uniform(80, 240))


def phone(rng: np.random.Generator) -> Thing:
    """A phone, dark or lit."""
    picture = np.full((460, 220, 3), rng.uniform(5, 50), np.uint8)
    if rng.random() < 0.4:
        picture[20:440, 10:210] = cv2.resize(photograph(rng, 200), (200, 420))
    return rounded(picture, 0.07), float(rng.uniform(130, 165))


def banknote(rng: np.random.Generator) -> Thing:
    """A banknote: pale guilloche, a portrait, figures in the corners."""
    width, height = 200, 440
    base = _pattern(rng, height, width).astype(np.float32)
    picture = (0.3 * base + 0.7 * np.array(_ink(rng, (0.6, 0.95)))).astype(np.uint8)
    face = cv2.resize(photograph(rng, 150), (110, 130))
    picture[150:280, 45:155] = face
    figure = str(rng.choice(["5", "10", "20", "50", "100", "200", "500"]))
    for at in ((12, 50), (110, 425)):
        cv2.putText(picture, figure, at, 2, 1.3, _ink(rng, (0, 0.5)), 3, cv2.LINE_AA)
    return np.dstack([picture, np.full((height, width), 255, np.uint8)]), float(rng.uniform(125, 160))


def picture_card(rng: np.random.Generator) -> Thing:
    """A card of some other kind: a photo, a business or loyalty card, a card of another game."""
    width, height = int(rng.integers(250, 330)), 440
    picture = np.full(
        (height, width, 3), rng.uniform(200, 255) if rng.random() < 0.5 else _ink(rng), np.uint8
    )
    inset = int(rng.integers(0, 40))
    share = rng.uniform(0.4, 1)
    art = photograph(rng, 220) if rng.random() < 0.6 else _pattern(rng, 220, 220)
    tall = max(20, int((height - 2 * inset) * share))
    picture[inset : inset + tall, inset : width - inset] = cv2.resize(art, (width - 2 * inset, tall))
    if share < 0.8:
        _text(rng, picture[inset + tall :], 4, _ink(rng, (0, 0.5)))
    return rounded(picture, float(rng.uniform(0.0, 0.06))), float(rng.uniform(50, 100))


def coaster(rng: np.random.Generator) -> Thing:
    """A coaster, plate, lid or coin: round, with rings."""
    picture = np.zeros((300, 300, 4), np.uint8)
    for k, radius in enumerate(sorted(rng.uniform(15, 145, int(rng.integers(1, 5))), reverse=True)):
        cv2.circle(picture, (150, 150), 147 if k == 0 else int(radius), (*_ink(rng), 255), -1, cv2.LINE_AA)
    return picture, float(rng.choice([25, 95, 140]) * rng.uniform(0.8, 1.2))


def stick(rng: np.random.Generator) -> Thing:
    """A pen, a knife, a remote control, scissors' blade, cable: long and thin."""
    width = int(rng.integers(14, 90))
    picture = np.full((460, width, 3), _ink(rng), np.uint8)
    shade = np.sin(np.linspace(0.3, np.pi - 0.3, width))[None, :, None]
    picture = (picture * (0.5 + 0.5 * shade)).astype(np.uint8)
    for _ in range(int(rng.integers(0, 14))):
        y = int(rng.integers(10, 440))
        cv2.circle(picture, (width // 2, y), max(2, width // 6), _ink(rng), -1)
    return rounded(picture, 0.02), float(rng.uniform(120, 200))


def arm(rng: np.random.Generator) -> Thing:
    """A forearm with a sleeve and a fist of fingers, pointing up the picture."""
    picture = np.zeros((700, 300, 4), np.uint8)
    tone = rng.uniform(0.25, 1.0)
    skin = (float(150 * tone), float(175 * tone), float(225 * tone), 255.0)
    dark = (*(v * 0.75 for v in skin[:3]), 255.0)
    for k in range(4):
        x, reach = 92 + 38 * k, float(rng.uniform(10, 90))
        cv2.line(picture, (x, 210), (int(x + rng.normal(0, 12)), int(20 + reach)), skin, 34, cv2.LINE_AA)
        cv2.line(picture, (x + 19, 210), (x + 19, 130), dark, 3, cv2.LINE_AA)
    cv2.line(picture, (75, 270), (int(20 + rng.uniform(0, 40)), 170), skin, 38, cv2.LINE_AA)
    cv2.ellipse(picture, (148, 260), (85, 95), 0, 0, 360, skin, -1, cv2.LINE_AA)
    cv2.rectangle(picture, (95, 300), (205, 700), skin, -1)
    cuff = int(rng.integers(380, 640))
    cloth = _ink(rng)
    cv2.rectangle(picture, (75, cuff), (225, 700), (*cloth, 255), -1)
    for y in range(cuff, 700, 26):
        cv2.line(picture, (75, y), (225, y + 8), (*(v * 0.85 for v in cloth), 255), 5)
    return picture, 330.0


THINGS: tuple[Callable[[np.random.Generator], Thing], ...] = (
    paper, book, phone, banknote, picture_card, coaster, stick,
)  # fmt: skip


def thing(rng: np.random.Generator) -> Thing:
    """Something at random that is no playing card."""
    return THINGS[int(rng.integers(len(THINGS)))](rng)
