"""Printed table tops that families have: ten kinds of pattern, four of each, at other scales, colours and angles.

Every maker draws a BGR uint8 texture (SIDE, SIDE, 3) seen from above, GRAIN pixels a millimetre; the step of a pattern
is in millimetres. A tablecloth's print repeats; newspaper, patchwork and the knots of a board do not, or hardly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.grounds import noise

Image = NDArray[np.uint8]
Ink = tuple[int, int, int]
Maker = Callable[[np.random.Generator, float, Ink, Ink], Image]

GRAIN = 1.5
SIDE = 2400
"""Pixels along each side: 1.6 m, so that a whole view lies on it."""
WORDS = "SALE TODAY THE COAST WILL RAIN OLD TOWN WINS 3 : 2 AND MARKET NEWS FROM A K Q J 10 9 8 7 OF HOUSE".split()
A_KNOT_EVERY = 0.45
"""Knots in a length of board, counted in their own lengths."""
WHITE, INK, BROWN = (238, 240, 242), (40, 38, 36), (96, 136, 178)


@dataclass(frozen=True, slots=True)
class Print:
    """One printed table top: its name, how it is drawn, its step in mm, how far it is turned, degrees, two colours."""

    name: str
    maker: Maker
    step: float
    turn: float
    ground: Ink
    ink: Ink

    def texture(self, seed: int = 0) -> Image:
        """The top from above, not turned; another ``seed`` gives other flowers of the same kind."""
        return self.maker(np.random.default_rng([5, seed]), self.step * GRAIN, self.ground, self.ink)


def _sheet(ground: Ink) -> Image:
    picture = np.empty((SIDE, SIDE, 3), np.uint8)
    picture[:] = ground
    return picture


def _mixed(ground: Ink, ink: Ink, share: NDArray[np.float32]) -> Image:
    """A sheet of which each pixel has ``share`` (SIDE, SIDE) of the ink."""
    part = cv2.GaussianBlur(share, (0, 0), 0.7)[..., None]
    mixed = np.array(ground, np.float32) * (1 - part) + np.array(ink, np.float32) * part
    return np.asarray(mixed.clip(0, 255), np.uint8)


def _bands(step: float, share: float) -> NDArray[np.float32]:
    """Which pixels (SIDE,) lie in bands that take this share of each step."""
    return np.asarray((np.arange(SIDE) / step) % 1 < share, np.float32)


def _places(step: float) -> Iterator[tuple[float, float]]:
    """Where the motifs of a print stand: rows, every other moved by half a step."""
    for row, y in enumerate(np.arange(step / 2, SIDE, step * 0.87)):
        for x in np.arange(step / 2 * (row % 2), SIDE, step):
            yield float(x), float(y)


def _disc(picture: Image, x: float, y: float, radius: float, ink: Ink) -> None:
    cv2.circle(picture, (round(x * 16), round(y * 16)), max(8, round(radius * 16)), ink, -1, cv2.LINE_AA, 4)


def checks(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Gingham: bands both ways, darkest where they cross."""
    band = _bands(step, 0.5)
    return _mixed(ground, ink, 0.5 * (band[None, :] + band[:, None]))


def tartan(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Broad bands both ways with fine lines between them: squares within squares."""
    line = 0.55 * _bands(step, 0.3) + 0.9 * np.roll(_bands(step, 0.04), round(step * 0.62))
    return _mixed(ground, ink, np.minimum(0.6 * (line[None, :] + line[:, None]), 1.0))


def stripes(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Stripes with a fine one beside each."""
    line = np.maximum(_bands(step, 0.4), np.roll(_bands(step, 0.05), round(step * 0.65)))
    return _mixed(ground, ink, np.ascontiguousarray(np.broadcast_to(line[None, :], (SIDE, SIDE))))


def dots(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Dots in rows."""
    picture = _sheet(ground)
    for x, y in _places(step):
        _disc(picture, x, y, step * 0.22, ink)
    return picture


def lace(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Crochet over a dark table: rosettes with holes, held together by threads."""
    picture = _sheet(ground)
    thick = max(1, round(step * 0.03))
    for x, y in _places(step):
        for radius in (0.46, 0.34, 0.12):
            cv2.circle(picture, (round(x), round(y)), round(step * radius), ink, thick, cv2.LINE_AA)
        for a in np.radians(np.arange(0, 360, 30)):
            ends = [(round(x + step * r * np.cos(a)), round(y + step * r * np.sin(a))) for r in (0.12, 0.46)]
            cv2.line(picture, ends[0], ends[1], ink, thick, cv2.LINE_AA)
            _disc(picture, *ends[1], step * 0.04, ink)
    return picture


def tiles(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Tiles: a frame, a star and quarter rings in each, and joints."""
    tile = np.empty((max(8, round(step)),) * 2 + (3,), np.uint8)
    tile[:] = ground
    side = len(tile)
    for x, y in ((0, 0), (side, 0), (0, side), (side, side)):
        cv2.circle(tile, (x, y), round(side * 0.3), ink, max(1, side // 14), cv2.LINE_AA)
    star = [
        (side / 2 + side * r * np.cos(a), side / 2 + side * r * np.sin(a))
        for a, r in zip(np.radians(np.arange(0, 360, 22.5)), [0.3, 0.14] * 8, strict=True)
    ]
    cv2.fillPoly(tile, [np.array(star, np.int32)], ink, cv2.LINE_AA)
    cv2.rectangle(tile, (0, 0), (side - 1, side - 1), (150, 152, 155), max(1, side // 40))
    times = SIDE // side + 1
    return np.ascontiguousarray(np.tile(tile, (times, times, 1))[:SIDE, :SIDE])


def _whole(point: tuple[float, float]) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def newspaper(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Columns of print, headlines, and grey pictures in frames; ``step`` is a column's width."""
    picture, line = _sheet(ground), 3.4 * GRAIN
    for x in np.arange(step * 0.06, SIDE, step * 1.1):
        y = float(rng.uniform(0, 30))
        while y < SIDE:
            height = _article(rng, picture, (x, y), step, line, ink)
            y += height + 3 * line
    return picture


def _article(
    rng: np.random.Generator, picture: Image, at: tuple[float, float], wide: float, line: float, ink: Ink
) -> float:
    """A headline, perhaps a picture, and lines of print below; how high it all is."""
    x, y = at
    size = float(rng.uniform(0.5, 1.6))
    words = " ".join(str(word) for word in rng.choice(WORDS, 3))
    cv2.putText(
        picture, words[: int(wide / size / 17)], (int(x), int(y + 24 * size)), 3, size, ink, 2, cv2.LINE_AA
    )
    top = y + 34 * size
    if rng.random() < 0.5:
        low, right = int(top + wide * rng.uniform(0.5, 1.3)), int(x + wide)
        grey = float(rng.uniform(60, 190)) + 40 * noise(rng, 64, 9)
        part = picture[int(top) : low, int(x) : right]
        if part.size:
            part[:] = cv2.resize(grey.clip(0, 255), part.shape[1::-1])[..., None].astype(np.uint8)
        top = low + line
    rows = int(rng.integers(8, 40))
    for row in range(rows):
        left, end = x, x + wide * (rng.uniform(0.4, 1) if row % 9 == 8 else 1)
        while left < end:
            word = float(rng.uniform(2, 9)) * line / 2
            first, last = (left, top + row * line), (min(left + word, end), top + (row + 0.5) * line)
            cv2.rectangle(picture, _whole(first), _whole(last), tuple(float(v) + 70 for v in ink), -1)
            left += word + line / 2
    return top + rows * line - y


def _knot(
    bend: NDArray[np.float32], eye: NDArray[np.float32], at: tuple[float, float], size: tuple[float, float]
) -> None:
    """A knot so wide and high: its eye, and the grain that goes round it."""
    low = np.maximum(np.subtract(at, np.multiply(size, 2.5)), 0).astype(int)
    part = (slice(low[1], int(at[1] + 2.5 * size[1]) + 1), slice(low[0], int(at[0] + 2.5 * size[0]) + 1))
    rows, columns = bend[part].shape
    y, x = np.mgrid[low[1] : low[1] + rows, low[0] : low[0] + columns].astype(np.float32)
    off = ((x - at[0]) / size[0]) ** 2 + ((y - at[1]) / size[1]) ** 2
    bend[part] += np.exp(-off) * np.sign(y - at[1]) * size[1] * 0.6
    eye[part] = np.maximum(eye[part], np.exp(-7 * off))


def knots(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Boards with knots; ``step`` is a knot's length with the grain that bends around it."""
    y = np.arange(SIDE, dtype=np.float32)[:, None]
    bend, eye = 6 * noise(rng, SIDE, SIDE / 5, stretch=3), np.zeros((SIDE, SIDE), np.float32)
    for _ in range(int((A_KNOT_EVERY * SIDE / step) ** 2)):
        (cx, cy), wide, high = rng.uniform(0, SIDE, 2), rng.uniform(0.35, 0.55), rng.uniform(0.22, 0.38)
        _knot(bend, eye, (cx, cy), (step * wide, step * high))
    rings = 0.5 + 0.5 * np.sin((y + bend) / (5.5 * GRAIN) * 2 * np.pi)
    grain = 0.08 * noise(rng, SIDE, 1.5, stretch=30)
    share = 0.28 * rings + 0.85 * eye * (0.8 + 0.2 * np.sin(eye * 25)) + grain
    share[(np.arange(SIDE) % round(130 * GRAIN)) < 2] = 0.9
    return _mixed(ground, ink, np.asarray(share.clip(0, 1), np.float32))


def flowers(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Daisies, a yellow middle each, and leaves."""
    picture = _sheet(ground)
    for x, y in _places(step):
        way, radius = float(rng.uniform(0, 360)), step * 0.2
        for side in (-1, 1):
            leaf = (round(x + side * step * 0.34), round(y + step * 0.2))
            size = (round(step * 0.13), max(1, round(step * 0.05)))
            cv2.ellipse(picture, leaf, size, side * 35, 0, 360, (70, 120, 74), -1, cv2.LINE_AA)
        for a in np.radians(way + np.arange(0, 360, 45)):
            size = (max(1, round(radius * 0.62)), max(1, round(radius * 0.3)))
            middle = (round(x + radius * 0.75 * np.cos(a)), round(y + radius * 0.75 * np.sin(a)))
            cv2.ellipse(picture, middle, size, float(np.degrees(a)), 0, 360, ink, -1, cv2.LINE_AA)
        _disc(picture, x, y, radius * 0.32, (60, 196, 232))
    return picture


def patchwork(rng: np.random.Generator, step: float, ground: Ink, ink: Ink) -> Image:
    """Patches of other cloths sewn together: plain, checked, dotted, flowered."""
    picture, side = _sheet(ground), max(12, round(step))
    kinds = [make(rng, step / 3.5, ground, ink) for make in (checks, dots, flowers, stripes)]
    for y in range(0, SIDE, side):
        for x in range(0, SIDE, side):
            kind, part = int(rng.integers(6)), picture[y : y + side, x : x + side]
            tint = rng.uniform(0.65, 1.15, 3) if kind < 4 else rng.uniform(0.3, 1.0, 3)
            source = kinds[kind][y : y + side, x : x + side] if kind < 4 else np.full_like(part, 230)
            part[:] = np.asarray((source * tint).clip(0, 255), np.uint8)
            cv2.rectangle(picture, (x + 3, y + 3), (x + side - 4, y + side - 4), WHITE, 1, cv2.LINE_AA)
    return picture


KINDS: tuple[tuple[Maker, tuple[tuple[float, float, Ink, Ink], ...]], ...] = (
    (checks, (
        (12, 0, WHITE, (50, 44, 190)), (30, 45, WHITE, (160, 84, 40)),
        (62, 20, WHITE, (60, 110, 50)), (95, 8, (190, 214, 228), INK),
    )),
    (tartan, (
        (25, 10, (40, 34, 120), WHITE), (50, 0, (200, 210, 214), (60, 40, 150)),
        (85, 33, (56, 76, 30), (60, 190, 220)), (130, 5, WHITE, (130, 60, 40)),
    )),
    (stripes, (
        (15, 90, WHITE, (150, 90, 30)), (34, 12, (210, 220, 226), (40, 40, 170)),
        (66, 60, (120, 90, 70), WHITE), (110, 0, WHITE, (80, 80, 86)),
    )),
    (dots, (
        (14, 0, (60, 40, 170), WHITE), (32, 15, WHITE, INK),
        (60, 0, (140, 70, 30), WHITE), (100, 40, WHITE, (50, 50, 200)),
    )),
    (lace, (
        (22, 0, (40, 56, 84), WHITE), (45, 20, (30, 34, 40), WHITE),
        (75, 0, (60, 50, 110), WHITE), (120, 45, (70, 96, 130), WHITE),
    )),
    (tiles, (
        (50, 0, WHITE, (150, 80, 20)), (75, 20, (214, 226, 232), (40, 90, 150)),
        (100, 45, WHITE, INK), (150, 10, (206, 214, 216), (70, 110, 60)),
    )),
    (newspaper, (
        (45, 0, (216, 226, 230), INK), (60, 15, (200, 214, 220), INK),
        (80, 80, WHITE, INK), (110, 40, (206, 214, 216), INK),
    )),
    (knots, (
        (40, 0, BROWN, (40, 62, 96)), (60, 25, (120, 160, 196), (50, 76, 110)),
        (90, 90, BROWN, (30, 44, 70)), (140, 10, (150, 184, 208), (70, 96, 130)),
    )),
    (flowers, (
        (20, 0, (150, 150, 150), WHITE), (38, 45, (120, 118, 116), WHITE),
        (64, 10, (130, 80, 40), WHITE), (105, 0, WHITE, (90, 60, 200)),
    )),
    (patchwork, (
        (45, 0, WHITE, (60, 50, 170)), (64, 12, (214, 222, 226), (140, 90, 40)),
        (90, 45, WHITE, (70, 110, 60)), (140, 5, (200, 214, 222), (120, 60, 130)),
    )),
)  # fmt: skip
"""Each kind with the step, turn, ground and ink of its four."""

PRINTS = tuple(
    Print(f"{maker.__name__} {step:g}", maker, step, turn, ground, ink)
    for maker, kinds in KINDS
    for step, turn, ground, ink in kinds
)
