"""What looks like a playing card and is none, drawn for training: cards of made-up games, jokers, labels, sheets.

No corner shows a rank of any alphabet with a suit (only in the rows of a sheet they meet by chance), so whoever is to
read it as a card must say "not readable". What such reading is measured on (``datasets.strangers``) is drawn by other
code; ``datasets.lookalikes`` is trained on beside these, so measuring on it takes other seeds.
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
from datasets.styles import fonts

Image = NDArray[np.uint8]
Ink = tuple[int, int, int]

CARD = (448, 320)
"""Height and width in pixels of what has a card's shape."""
RANKS, PIPS = "A23456789JQK", "♠♥♦♣"
SIGNS = "★☆●◆■▲▼♪♫☼☺⚑✚✿❄☂✈"
OTHERS = "BCDEFGHILMNOPRSTUVWXYZ01"
NO_RANKS = "CGILMNOPSUYZ"
"""Letters that are no rank in any alphabet of ``vision.reading.alphabet``: beside a suit they make no card."""
NAMES = ("JOKER", "Joker", "JOLLY", "BONUS", "TRUMP", "WILD", "SKIP", "KING", "QUEEN", "JACK", "ACE", "EXTRA")


def _two_inks(rng: np.random.Generator) -> tuple[Ink, Ink]:
    """Stock and ink that stand out from each other; mostly light stock, as cards have."""
    if rng.random() < 0.75:
        grey = int(rng.uniform(215, 255))
        stock = (grey, grey, grey) if rng.random() < 0.6 else any_ink(rng, 200, 255)
        red = rng.random() < 0.4
        return stock, (30, 20, int(rng.uniform(150, 230))) if red else any_ink(rng, 0, 120)
    return any_ink(rng, 0, 140), any_ink(rng, 190, 255)


def _set(
    rng: np.random.Generator, picture: Image, text: str, at: tuple[int, int], high: int, ink: Ink
) -> None:
    """Text of a computer's font in a BGR picture, ``high`` pixels, its top left at ``at``, cut at the edges."""
    lettered, suited = fonts()
    names = lettered if text.isascii() else suited
    mark = np.asarray(glyph(names[int(rng.integers(len(names)))], text, max(5, high), ink[::-1]))
    x, y = max(at[0], 0), max(at[1], 0)
    part = picture[y : y + mark.shape[0], x : x + mark.shape[1]]
    mark = mark[: part.shape[0], : part.shape[1]]
    share = mark[..., 3:].astype(np.float32) / 255
    part[:] = np.asarray(part * (1 - share) + mark[..., 2::-1] * share, np.uint8)


def printed(rng: np.random.Generator) -> list[str]:
    """What stands in a corner, from above: a name, a figure that no card has, a rank or a suit alone, a sign."""
    kind = int(rng.integers(9))
    rank = str(rng.choice(list(RANKS)))
    ways: tuple[Callable[[], list[str]], ...] = (
        lambda: list(str(rng.choice(NAMES))),
        lambda: [str(rng.choice(NAMES))],
        lambda: [str(rng.integers(11, 130))],
        lambda: [str(rng.choice(list(OTHERS)))],
        lambda: [str(rng.choice(list(PIPS)))] * int(rng.integers(1, 3)),
        lambda: [rank, str(rng.choice(list(SIGNS)))],
        lambda: [str(rng.choice(list(NO_RANKS))), str(rng.choice(list(PIPS)))],
        lambda: [rank, str(rng.choice(list(OTHERS)))],
        lambda: [rank],
    )
    return ways[kind]()


def _corner(rng: np.random.Generator, picture: Image, ink: Ink) -> None:
    """A corner's print: upright, or on its side along the edge."""
    said, high = printed(rng), int(rng.integers(20, 80))
    if len(said) > 2:
        high = min(high, 360 // len(said))
    at = int(rng.integers(8, 34))
    if rng.random() < 0.2:
        side = np.ascontiguousarray(np.rot90(picture))
        _set(rng, side, "".join(said), (at, at), min(high, 50), ink)
        picture[:] = np.rot90(side, -1)
        return
    for k, one in enumerate(said):
        _set(rng, picture, one, (at, at + round(k * high * 1.2)), high, ink)


def _middle(rng: np.random.Generator, picture: Image, ink: Ink) -> None:
    """A picture, a large sign, lines of print, or nothing."""
    kind, (height, width) = rng.random(), picture.shape[:2]
    if kind < 0.4:
        across, down = int(rng.uniform(0.35, 0.8) * width), int(rng.uniform(0.2, 0.75) * height)
        x, y = (width - across) // 2, (height - down) // 2
        art = photograph(rng, 200) if rng.random() < 0.6 else _blotted(rng, ink)
        picture[y : y + down, x : x + across] = cv2.resize(art, (across, down))
    elif kind < 0.75:
        sign = str(rng.choice(list(SIGNS + OTHERS + RANKS)))
        high = int(rng.integers(80, 260))
        _set(rng, picture, sign, (width // 2 - high // 3, (height - high) // 2), high, ink)
    elif kind < 0.9:
        for k in range(int(rng.integers(2, 9))):
            words = "".join(rng.choice(list("aeionrst ,.dlmu"), int(rng.integers(6, 22))))
            _set(rng, picture, words.strip() or "a", (40, 110 + 28 * k), 18, ink)


def _blotted(rng: np.random.Generator, ink: Ink) -> Image:
    """Spots of a few colours, as a drawn figure has from afar."""
    picture = np.empty((200, 200, 3), np.uint8)
    picture[:] = any_ink(rng, 120, 255)
    for _ in range(int(rng.integers(1, 4))):
        picture[noise(rng, 200, float(rng.uniform(2, 12))) > float(rng.uniform(-0.5, 0.8))] = any_ink(
            rng, 0, 255
        )
    picture[noise(rng, 200, 6.0) > 1.0] = ink
    return picture


def sham(rng: np.random.Generator) -> Thing:
    """A card of a game that does not exist, or a joker: print in its corners, something in its middle."""
    stock, ink = _two_inks(rng)
    picture = np.empty((*CARD, 3), np.uint8)
    picture[:] = stock
    if rng.random() < 0.3:
        inset = int(rng.integers(6, 30))
        low, high = (inset, inset), (CARD[1] - inset, CARD[0] - inset)
        filled = rng.random() < 0.4
        cv2.rectangle(picture, low, high, any_ink(rng, 60, 240), -1 if filled else int(rng.integers(1, 12)))
    if rng.random() < 0.9:
        _corner(rng, picture, ink)
    if rng.random() < 0.8:  # the same at both ends
        picture[224:] = picture[:224][::-1, ::-1]
    _middle(rng, picture, ink if rng.random() < 0.5 else any_ink(rng, 0, 200))
    return rounded(picture, float(rng.uniform(0.0, 0.07))), float(rng.uniform(70, 110))


def label(rng: np.random.Generator) -> Thing:
    """A label, a ticket, a packet or a small note: a size of its own, print anywhere, sometimes squares or bars."""
    size = int(rng.integers(220, 460)), int(rng.integers(160, 460))
    stock, ink = _two_inks(rng)
    picture = np.empty((*size, 3), np.uint8)
    picture[:] = stock
    for _ in range(int(rng.integers(0, 4))):
        low = [int(rng.integers(0, v)) for v in size[::-1]]
        high = [int(v + rng.integers(10, 200)) for v in low]
        cv2.rectangle(picture, low, high, any_ink(rng, 0, 255), -1 if rng.random() < 0.7 else 3)
    for _ in range(int(rng.integers(1, 5))):
        said = "".join(printed(rng))
        at = int(rng.integers(0, size[1] - 40)), int(rng.integers(0, size[0] - 40))
        _set(rng, picture, said, at, int(rng.integers(20, 140)), ink)
    turned = np.ascontiguousarray(np.rot90(picture, int(rng.integers(4))))
    return rounded(turned, 0.02), float(rng.uniform(25, 140))


def lettered_sheet(rng: np.random.Generator) -> Thing:
    """Rows of letters, figures and suits: a calendar, a keyboard, a puzzle, a page of a child's book."""
    stock, ink = _two_inks(rng)
    across, down = int(rng.integers(2, 9)), int(rng.integers(2, 9))
    step = int(rng.integers(44, 90))
    picture = np.empty((down * step, across * step, 3), np.uint8)
    picture[:] = stock
    boxed, signs = rng.random() < 0.5, RANKS + OTHERS + (PIPS if rng.random() < 0.3 else "")
    for k in range(across * down):
        x, y = k % across * step, k // across * step
        if boxed:
            cv2.rectangle(picture, (x + 2, y + 2), (x + step - 3, y + step - 3), ink, 2)
        _set(rng, picture, str(rng.choice(list(signs))), (x + step // 4, y + step // 5), int(step * 0.6), ink)
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]), float(rng.uniform(10, 30) * down)


DECOYS: tuple[Callable[[np.random.Generator], Thing], ...] = (sham, label, lettered_sheet)
"""All of these."""
