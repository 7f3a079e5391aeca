"""Scenes: cards lying on a table under a camera, with the truth about every card.

A pinhole camera looks at a plane in millimetres; each card, shadow and thing is warped through its homography, laid
one over another, then lit and photographed (``datasets.light``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import clutter, light
from datasets.decks import CARDS, Deck
from datasets.grounds import ground
from datasets.layouts import Place, Top, layout, spots

Image = NDArray[np.uint8]
Matrix = NDArray[np.float64]
Layout = Callable[[np.random.Generator, Top, float], list[Place]]

CARD_MM = 88.0
"""Height of a playing card; its width follows from the deck (57 or 63 mm)."""
SIZES = ((640, 360), (640, 480), (480, 640), (640, 640), (640, 400))
"""Width and height of the pictures, as cameras and phones give them, shrunk to 640."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card of a scene: its name ("7h", or "back"), corners float32 (4, 2) in pixels clockwise from its own
    top left, and the share of its outline that shows: in the picture, and nothing over it."""

    card: str
    corners: NDArray[np.float32]
    visible: float


@dataclass(slots=True)
class Scene:
    """A picture being laid out: ``ids`` says which card (1...) is on top at each pixel, 0 where none."""

    picture: Image
    plane: Matrix
    ids: NDArray[np.int32]
    cards: list[tuple[str, NDArray[np.float32]]] = field(default_factory=list)

    def top(self) -> Top:
        """The table top, to lay things on."""
        height, width = self.ids.shape
        return Top(self.plane, width, height)

    def truth(self) -> list[SeenCard]:
        """What can be seen of each card."""
        height, width = self.ids.shape
        seen = []
        for number, (name, corners) in enumerate(self.cards, 1):
            mask = np.zeros((height, width), np.uint8)
            cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
            whole = int(mask.sum())
            shown = int((self.ids == number).sum())
            full = max(1.0, abs(cv2.contourArea(corners)))
            seen.append(SeenCard(name, corners, min(1.0, shown / max(full, whole))))
        return seen


def camera(rng: np.random.Generator, width: int, height: int, card_px: float, tilt: float) -> Matrix:
    """Homography (3, 3) from table millimetres to pixels; a card is ``card_px`` wide at the picture's middle."""
    focal = width / 2 / np.tan(np.radians(rng.uniform(32, 75)) / 2)
    distance = 60.0 * focal / card_px
    roll = rng.uniform(-180, 180) if rng.random() < 0.3 else rng.normal(0, 6)
    t, r = np.radians(tilt), np.radians(roll)
    turn_x = np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]])
    turn_z = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    rotation = turn_z @ turn_x
    inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    plane = inner @ np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance]])
    return np.asarray(plane / plane[2, 2], np.float64)


def placed(
    x: float, y: float, degrees: float, width_mm: float, height_mm: float, shape: tuple[int, int]
) -> Matrix:
    """Homography from a flat picture (h, w) to the table: its centre at (x, y) mm, turned clockwise as seen."""
    a = np.radians(degrees)
    height, width = shape
    scale = np.array(
        [[width_mm / width, 0, -width_mm / 2], [0, height_mm / height, -height_mm / 2], [0, 0, 1]]
    )
    turn = np.array([[np.cos(a), -np.sin(a), x], [np.sin(a), np.cos(a), y], [0, 0, 1]])
    return np.asarray(turn @ scale, np.float64)


def project(matrix: Matrix, points: NDArray[np.floating]) -> NDArray[np.float32]:
    """Points (n, 2) through a homography."""
    return (
        cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), matrix)
        .reshape(-1, 2)
        .astype(np.float32)
    )


def lay(
    scene: Scene, flat: Image, matrix: Matrix, number: int, shade: float, shadow: tuple[float, float]
) -> None:
    """Warp a flat BGRA picture into the scene, its soft contact shadow under it."""
    height, width = flat.shape[:2]
    outline = project(matrix, np.array([[0, 0], [width, 0], [width, height], [0, height]]))
    side = np.linalg.norm(outline - np.roll(outline, 1, 0), axis=1).max()
    margin = int(6 + side * 0.08)
    rows, columns = scene.ids.shape
    x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - margin, 0)
    x1, y1 = np.minimum(np.ceil(outline.max(0)).astype(int) + margin, (columns, rows))
    if x1 - x0 < 3 or y1 - y0 < 3:
        return
    shrink = max(side * 1.25, 4.0) / max(height, width)
    if shrink < 0.8:  # shrink first, or fine print turns to moire
        flat = cv2.resize(flat, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA).astype(np.uint8)
        matrix = matrix @ np.diag([width / flat.shape[1], height / flat.shape[0], 1.0])
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64)
    size = (int(x1 - x0), int(y1 - y0))
    warped = cv2.warpPerspective(flat, shift @ matrix, size, flags=cv2.INTER_LINEAR)
    alpha = warped[..., 3:].astype(np.float32) / 255
    place = scene.picture[y0:y1, x0:x1]
    offset = np.array([[1, 0, shadow[0] * side], [0, 1, shadow[1] * side]], np.float32)
    dark = cv2.GaussianBlur(cv2.warpAffine(alpha, offset, size), (0, 0), max(0.8, side * 0.018))[..., None]
    under = place.astype(np.float32) * (1 - 0.45 * dark * (1 - alpha))
    place[:] = (
        (under * (1 - alpha) + warped[..., :3].astype(np.float32) * (alpha * shade))
        .clip(0, 255)
        .astype(np.uint8)
    )
    scene.ids[y0:y1, x0:x1][warped[..., 3] > 127] = number


def lay_card(
    scene: Scene,
    rng: np.random.Generator,
    name: str,
    face: Image,
    x: float,
    y: float,
    turn: float,
    shadow: tuple[float, float],
) -> None:
    """Lay one card, a little worn and bent, and note where it lies."""
    height, width = face.shape[:2]
    card_height = CARD_MM * 1.0
    matrix = scene.plane @ placed(x, y, turn, card_height * width / height, card_height, (height, width))
    outline = project(matrix, np.array([[0, 0], [width, 0], [width, height], [0, height]]))
    if rng.random() < 0.3:  # one that does not lie flat catches the light unevenly
        slope = np.linspace(
            1 - rng.uniform(0, 0.2), 1, height if rng.random() < 0.5 else width, dtype=np.float32
        )
        slope = slope[:, None] if len(slope) == height else slope[None, :]
        face = np.dstack([(face[..., :3] * slope[..., None]).astype(np.uint8), face[..., 3]])
    scene.cards.append((name, outline))
    lay(scene, face, matrix, len(scene.cards), float(rng.uniform(0.86, 1.0)), shadow)


def empty_table(rng: np.random.Generator, card_px: float, tilt: float, size: tuple[int, int]) -> Scene:
    """A table top under a camera, nothing on it."""
    width, height = size
    plane = camera(rng, width, height, card_px, tilt)
    texture = ground(rng, 768)
    if rng.random() < 0.25:
        picture = cv2.resize(texture, (width, height))
    else:
        grain = 60.0 / card_px * max(width, height) / 768 * rng.uniform(0.7, 1.6)  # mm a texture pixel
        spin = placed(0, 0, float(rng.uniform(0, 360)), 768 * grain, 768 * grain, (768, 768))
        picture = cv2.warpPerspective(texture, plane @ spin, (width, height), borderMode=cv2.BORDER_REFLECT)
    return Scene(picture.astype(np.uint8), plane, np.zeros((height, width), np.int32))


def _stacks(rng: np.random.Generator, scene: Scene, reverse: Image, shadow: tuple[float, float]) -> None:
    """Stock and captured piles: face-down cards, one on another, only the top one counted as a card."""
    for x, y in spots(rng, scene.top(), int(rng.integers(1, 4)), 110):
        turn, untidy = float(rng.uniform(0, 360)), float(rng.choice([0.4, 5.0]))
        depth = int(rng.integers(1, 12))
        for k in range(depth):
            dx, dy = rng.normal(0, untidy, 2) - (0.25 * k, 0.25 * k)
            at = (x + dx, y + dy, turn + rng.normal(0, untidy * 0.6))
            if k < depth - 1:
                h, w = reverse.shape[:2]
                lay(
                    scene,
                    reverse,
                    scene.plane @ placed(*at, CARD_MM * w / h, CARD_MM, (h, w)),
                    0,
                    0.93,
                    shadow,
                )
            else:
                lay_card(scene, rng, "back", reverse, *at, shadow)


def _things(rng: np.random.Generator, scene: Scene, count: int, shadow: tuple[float, float]) -> None:
    for x, y in spots(rng, scene.top(), count, 60):
        flat, length = clutter.thing(rng)
        h, w = flat.shape[:2]
        matrix = scene.plane @ placed(x, y, float(rng.uniform(0, 360)), length * w / h, length, (h, w))
        lay(scene, flat, matrix, 0, float(rng.uniform(0.8, 1.0)), (shadow[0] * 2, shadow[1] * 2))


def _arm(rng: np.random.Generator, scene: Scene) -> None:
    x, y = spots(rng, scene.top(), 1, 1)[0]
    flat, length = clutter.arm(rng)
    h, w = flat.shape[:2]
    turn = float(rng.uniform(0, 360))
    reach = np.radians(turn)
    matrix = scene.plane @ placed(
        x - 130 * np.sin(reach), y + 130 * np.cos(reach), turn, length * w / h, length, (h, w)
    )
    lay(scene, flat, matrix, 0, float(rng.uniform(0.7, 1.0)), (0.03, 0.05))


def reverse_of(rng: np.random.Generator, deck: Deck) -> Image:
    """The deck's own back, or a drawn one."""
    if len(deck.backs) and rng.random() < 0.5:
        return np.array(deck.backs[0])
    return clutter.back(rng, deck.aspect)


def scene(rng: np.random.Generator, decks: list[Deck]) -> tuple[Image, list[SeenCard]]:
    """One picture BGR uint8 and the truth about its cards, lowest first."""
    table, _ = laid_out(rng, decks)
    return light.compressed(rng, light.exposed(rng, table.picture)), table.truth()


def laid_out(
    rng: np.random.Generator, decks: list[Deck], lay_cards: Layout = layout, least: float = 18
) -> tuple[Scene, Deck]:
    """A table with cards, things and arms, not yet photographed, and the deck; ``least``: pixels of a card's width."""
    size = SIZES[int(rng.integers(len(SIZES)))]
    # A table seen whole, or a few cards from near by: in a photograph a card may fill half the picture.
    typical, spread = (75, 0.6) if rng.random() < 0.5 else (170, 0.45)
    card_px = float(np.exp(rng.normal(np.log(typical), spread)).clip(least, 420))
    tilt = abs(float(rng.normal(0, 24)))
    tilt = min(tilt, 62.0) * (1 if rng.random() < 0.85 else -1)
    table = empty_table(rng, card_px, tilt, size)
    deck = decks[int(rng.integers(len(decks)))]
    reverse = reverse_of(rng, deck)
    way, far = rng.uniform(0, 2 * np.pi), abs(rng.normal(0, 0.025))
    shadow = (float(np.cos(way) * far), float(np.sin(way) * far))
    if rng.random() < 0.45:
        _things(rng, table, int(rng.integers(1, 5)), shadow)
    if rng.random() < 0.3:
        _stacks(rng, table, reverse, shadow)
    if rng.random() < 0.93:
        order = rng.permutation(52)
        for number, (x, y, turn) in enumerate(lay_cards(rng, table.top(), card_px)[:52]):
            which = int(order[number])
            if rng.random() < 0.04:
                lay_card(table, rng, "back", reverse, x, y, float(turn), shadow)
            else:
                lay_card(table, rng, CARDS[which], np.array(deck.faces[which]), x, y, float(turn), shadow)
    if rng.random() < 0.12:
        _things(rng, table, 1, shadow)
    if rng.random() < 0.15:
        _arm(rng, table)
    return table, deck
