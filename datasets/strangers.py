"""Other things that are no cards, and other printed cloths, than ``datasets.lookalikes`` and ``datasets.prints`` have.

Drawn for measuring, never trained on: what was chosen on those is shown to hold for kinds that it was not chosen on.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.clutter import Thing
from datasets.decks import rounded
from datasets.drawn import glyph
from datasets.grounds import any_ink, noise, photograph
from datasets.prints import INK, SIDE, WHITE, Ink, Print
from datasets.styles import fonts

Image = NDArray[np.uint8]

PIPS = "♠♥♦♣"
MARKS = "★☆●◆■▲☺☼♫"
LETTERS = "ABCDEFGHJKLMNQRSTXYZ0123456789"


def _flat(size: tuple[int, int], ink: tuple[int, int, int]) -> Image:
    picture = np.empty((*size, 3), np.uint8)
    picture[:] = ink
    return picture


def stamped(
    rng: np.random.Generator, picture: Image, text: str, at: tuple[float, float], high: int, ink: Ink
) -> None:
    """Set text of a computer's font into a BGR picture, ``high`` pixels, its top left at ``at``; cut at the edges."""
    lettered, suited = fonts()
    names = suited if any(letter in PIPS for letter in text) else lettered
    mark = np.asarray(glyph(names[int(rng.integers(len(names)))], text, max(4, high), ink[::-1]))
    x, y = int(at[0]), int(at[1])
    x0, y0 = max(x, 0), max(y, 0)
    x1, y1 = min(x + mark.shape[1], picture.shape[1]), min(y + mark.shape[0], picture.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    part, mark = picture[y0:y1, x0:x1], mark[y0 - y : y1 - y, x0 - x : x1 - x]
    share = mark[..., 3:].astype(np.float32) / 255
    part[:] = np.asarray(part * (1 - share) + mark[..., 2::-1] * share, np.uint8)


def _word(rng: np.random.Generator, most: int = 9) -> str:
    return "".join(rng.choice(list(LETTERS), int(rng.integers(2, most))))


def emblem(rng: np.random.Generator) -> Thing:
    """A card of another game: a mark or a word in the corners and one large in the middle, no suit."""
    picture, ink = _flat((448, 320), any_ink(rng, 215, 255)), any_ink(rng, 0, 170)
    if rng.random() < 0.4:
        cv2.rectangle(picture, (14, 14), (305, 433), any_ink(rng), int(rng.integers(2, 40)))
    corner = str(rng.choice(list(MARKS))) if rng.random() < 0.4 else _word(rng, 4)
    stamped(rng, picture, corner, (22, 22), int(rng.integers(30, 70)), ink)
    if rng.random() < 0.5:
        picture[224:] = picture[:224][::-1, ::-1]
    if rng.random() < 0.5:
        picture[130:320, 70:250] = cv2.resize(photograph(rng, 200), (180, 190))
    else:
        stamped(rng, picture, str(rng.choice(list(MARKS + LETTERS))), (95, 140), 160, any_ink(rng, 0, 200))
    return rounded(picture), float(rng.uniform(80, 95))


def jester(rng: np.random.Generator) -> Thing:
    """A joker in a real font: its name along the side or down it, one letter or a mark in the corner, no suit."""
    picture, ink = _flat((448, 320), any_ink(rng, 225, 255)), any_ink(rng, 0, 130)
    name = str(rng.choice(["JOKER", "Joker", "JOLLY", "Jolly Joker", "JOKER", "FOOL", "EXCUSE"]))
    way, high = rng.random(), int(rng.integers(18, 48))
    if way < 0.5:
        for k, letter in enumerate(name[:8]):
            stamped(rng, picture, letter, (16, 18 + k * high * 1.15), high, ink)
    elif way < 0.8:
        side = np.ascontiguousarray(np.rot90(picture, 1 if rng.random() < 0.5 else -1))
        stamped(rng, side, name, (20, 14), high, ink)
        picture = np.ascontiguousarray(np.rot90(side, 1))
    else:
        stamped(rng, picture, str(rng.choice(list(MARKS + "J"))), (18, 18), high + 16, ink)
    if rng.random() < 0.85:
        picture[224:] = picture[:224][::-1, ::-1]
    art = cv2.resize(photograph(rng, 200), (int(rng.integers(120, 200)), int(rng.integers(160, 300))))
    y, x = (448 - art.shape[0]) // 2, (320 - art.shape[1]) // 2
    picture[y : y + art.shape[0], x : x + art.shape[1]] = art
    return rounded(picture), 88.0


def loyalty_card(rng: np.random.Generator) -> Thing:
    """A card of plastic or cardboard, on its side: a name, a number or circles to be stamped."""
    picture = _flat((280, 446), any_ink(rng, 30 if rng.random() < 0.6 else 200, 255))
    fade = np.linspace(0, float(rng.uniform(0, 60)), 446)[None, :, None]
    picture = np.asarray((picture - fade).clip(0, 255), np.uint8)
    stamped(rng, picture, _word(rng), (26, 22), int(rng.integers(24, 52)), any_ink(rng))
    if rng.random() < 0.5:
        for k in range(10):
            at = (60 + 78 * (k % 5), 150 + 80 * (k // 5))
            cv2.circle(picture, at, 30, any_ink(rng), -1 if rng.random() < 0.5 else 3, cv2.LINE_AA)
    else:
        number = " ".join("".join(rng.choice(list("0123456789"), 4)) for _ in range(4))
        stamped(rng, picture, number, (26, 180), 26, any_ink(rng))
    return rounded(np.ascontiguousarray(np.rot90(picture))), 85.6


def score_sheet(rng: np.random.Generator) -> Thing:
    """Columns of figures in ruled lines, or a puzzle of figures or letters in squares."""
    across, down = int(rng.integers(2, 10)), int(rng.integers(6, 16))
    picture, ink = _flat((440, int(rng.integers(200, 420))), any_ink(rng, 215, 255)), any_ink(rng, 0, 140)
    dx, dy = picture.shape[1] / across, 440 / down
    for k in range(across + 1):
        cv2.line(picture, (int(k * dx), 0), (int(k * dx), 439), ink, 1)
    for k in range(down + 1):
        cv2.line(picture, (0, int(k * dy)), (picture.shape[1], int(k * dy)), ink, 1)
    for k in range(across * down):
        if rng.random() < 0.6:
            at = (k % across * dx + 4, k // across * dy + 4)
            stamped(rng, picture, str(rng.choice(list(LETTERS))), at, int(min(dx, dy) * 0.6), ink)
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]), float(rng.uniform(60, 280))


def die(rng: np.random.Generator) -> Thing:
    """A die from above: up to six dots, or a figure."""
    picture, light = _flat((200, 200), any_ink(rng)), rng.random() < 0.5
    dot = (245, 245, 245) if not light else (20, 20, 20)
    if light:
        picture[:] = 240
    for k in rng.permutation(9)[: int(rng.integers(1, 7))]:
        cv2.circle(picture, (45 + 55 * int(k % 3), 45 + 55 * int(k // 3)), 19, dot, -1, cv2.LINE_AA)
    return rounded(picture, 0.12), float(rng.uniform(14, 24))


def chip(rng: np.random.Generator) -> Thing:
    """A token, a coin or a bottle's cap: rings, and a figure, a suit or a word in the middle."""
    picture = np.zeros((240, 240, 4), np.uint8)
    for radius in sorted(rng.uniform(40, 118, int(rng.integers(1, 4))), reverse=True):
        cv2.circle(picture, (120, 120), int(radius), (*any_ink(rng), 255), -1, cv2.LINE_AA)
    flat = np.ascontiguousarray(picture[..., :3])
    said = str(rng.choice(list(PIPS))) if rng.random() < 0.3 else _word(rng, 4)
    stamped(rng, flat, said, (75, 80), 80, any_ink(rng))
    return np.dstack([flat, picture[..., 3]]), float(rng.uniform(20, 45))


def wrapper(rng: np.random.Generator) -> Thing:
    """A sweet's or a tea bag's paper, a matchbox: bright stripes, a word, a frame."""
    picture = _flat((int(rng.integers(300, 460)), 300), any_ink(rng))
    for _ in range(int(rng.integers(1, 5))):
        a, b = sorted(int(v) for v in rng.integers(0, picture.shape[0], 2))
        cv2.rectangle(picture, (0, a), (300, b), any_ink(rng), -1)
    stamped(
        rng, picture, _word(rng), (20, int(rng.integers(20, 250))), int(rng.integers(30, 120)), any_ink(rng)
    )
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]), float(rng.uniform(40, 120))


def buttons(rng: np.random.Generator) -> Thing:
    """A calculator or a remote control: rows of buttons with figures and letters."""
    picture = _flat((440, 230), any_ink(rng, 10, 90) if rng.random() < 0.7 else any_ink(rng, 200, 240))
    for k in range(28):
        x, y = 24 + 48 * (k % 4), 90 + 49 * (k // 4)
        face = any_ink(rng)
        cv2.rectangle(picture, (x, y), (x + 38, y + 36), face, -1)
        other: Ink = (250, 250, 250) if sum(face) < 380 else (10, 10, 10)
        stamped(rng, picture, str(rng.choice(list(LETTERS))), (x + 10, y + 7), 22, other)
    return rounded(picture, 0.05), float(rng.uniform(110, 190))


STRANGERS: tuple[Callable[[np.random.Generator], Thing], ...] = (
    emblem, jester, jester, loyalty_card, score_sheet, die, chip, wrapper, buttons,
)  # fmt: skip
"""These things; jokers, of which every pack has some, twice as often."""


def _scattered(rng: np.random.Generator, step: float, signs: str, ground: Ink, ink: Ink) -> Image:
    """Signs of a font in rows, each turned its own way; few different ones, or drawing them would take long."""
    picture, side = _flat((SIDE, SIDE), ground), max(8, round(step))
    stamps = []
    for _ in range(6):
        stamp = _flat((side, side), ground)
        stamped(rng, stamp, str(rng.choice(list(signs))), (side * 0.2, side * 0.2), round(side * 0.55), ink)
        turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.choice([0, 0, 90, 180, 30, -20])), 1)
        edge = [float(v) for v in ground]
        stamps.append(cv2.warpAffine(stamp, turn, (side, side), borderValue=edge))
    for y in range(0, SIDE - side, side):
        for x in range(0, SIDE - side, side):
            picture[y : y + side, x : x + side] = stamps[int(rng.integers(len(stamps)))]
    return picture


def suits(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """A card player's cloth: spades, hearts, diamonds and clubs all over."""
    return _scattered(rng, step, PIPS, ground, ink)


def letters(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Letters and figures all over, as on a child's cloth."""
    return _scattered(rng, step, LETTERS, ground, ink)


def zigzag(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Zigzag stripes."""
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    wave = np.abs((x / step) % 2 - 1) * step * 0.8
    return _two(((y + wave) / step) % 1 < 0.5, ground, ink)


def blots(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Spots without order, as of marble, of camouflage or of a map."""
    coarse = noise(rng, 600, step / 8)
    return _two(cv2.resize(coarse, (SIDE, SIDE)) > float(rng.uniform(-0.2, 0.4)), ground, ink)


def honeycomb(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Six-sided cells, or a lattice of slanted lines."""
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    angles = np.radians(np.array([0, 60, 120]) if rng.random() < 0.5 else np.array([55, 125]))
    waves = [np.cos((x * np.cos(a) + y * np.sin(a)) * 2 * np.pi / step) for a in angles]
    return _two(np.maximum.reduce(waves) > 0.9, ground, ink)


def _two(inked: NDArray[np.bool_], ground: Ink, ink: Ink) -> Image:
    picture = _flat((SIDE, SIDE), ground)
    picture[inked] = ink
    return picture


OTHER_PRINTS = tuple(
    Print(f"{maker.__name__} {step}", maker, step, turn, ground, ink)
    for maker in (suits, letters, zigzag, blots, honeycomb)
    for step, turn, ground, ink in (
        (25, 0, WHITE, (60, 40, 170)), (48, 20, (150, 80, 40), WHITE), (75, 45, (190, 214, 228), INK),
        (120, 10, WHITE, (60, 110, 50)),
    )
)  # fmt: skip
"""Four of each of these cloths, at other scales, colours and angles."""
