"""Near, slanted and cut cards: what a phone sees that is held over the table by somebody who sits at it.

Scenes as ``models.measuring.laid`` makes them: three cards that fill a picture taken from low, two that fill it
from above, cards that the picture's border cuts.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.cloths import SIZE, camera
from datasets.scenes import CARD_MM, placed, project
from engine.cards import PACK
from models.measuring.labels import Floats, Image, Label, Picture
from models.measuring.laid import Faces, lay_face, table
from vision.reading.indices import patches

Spot = tuple[float, float, float]
"""Where a card lies: x and y of its middle in millimetres of the table, degrees that it is turned by."""

FILLS = 0.94
"""The share of the picture that the cards fill, the way they fill it more."""
BETWEEN_MM = 74.0
"""From one card's middle to the next: 63 mm of card and a finger's breadth."""
LEANS_DEGREES = 7.0
"""Standard deviation of how cards lie askew that somebody laid in a row."""
ENLARGED = 4
"""How many times larger a large picture is than a camera's frame: 5,120 pixels."""
INSIDE_PX = 2.0
"""Pixels that an index keeps from the border, to show whole."""
CUTS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""The sides of a picture that may cut a card: left, right, upper, lower."""


def _outline(plane: NDArray[np.float64], face: Image, spot: Spot) -> Floats:
    """Corners (4, 2) in pixels of a card laid there."""
    height, width = face.shape[:2]
    matrix = plane @ placed(*spot, CARD_MM * width / height, CARD_MM, (height, width))
    return project(matrix, np.array([[0, 0], [width, 0], [width, height], [0, height]]))


def _picture(
    name: str, faces: Faces, ground: Image, plane: NDArray[np.float64], cards: list[tuple[int, Spot]]
) -> Picture:
    scene = table(ground, plane)
    labels = []
    for which, spot in cards:
        lay_face(scene, faces, which, spot)
        labels.append(Label(str(PACK[which]), scene.cards[-1][1]))
    return Picture(name, tuple(labels), made=scene.picture)


def low(faces: Faces, ground: Image, seed: int, tilt: float) -> Picture:
    """Three cards in a row that fill a picture taken ``tilt`` degrees from above, each third row across."""
    rng = np.random.default_rng([31, seed])
    across = 90.0 if seed % 3 == 2 else 0.0
    step = BETWEEN_MM if not across else CARD_MM * 1.15
    cards = [
        (
            int(which),
            (
                step * k + float(rng.normal(0, 2)),
                float(rng.normal(0, 4)),
                across + float(rng.normal(0, LEANS_DEGREES)),
            ),
        )
        for k, which in zip((-1, 0, 1), rng.permutation(52)[:3], strict=True)
    ]
    plane = _filled(faces, cards, tilt)
    return _picture(f"{faces.name}, three near, {tilt:g} degrees, {seed}", faces, ground, plane, cards)


def _filled(faces: Faces, cards: list[tuple[int, Spot]], tilt: float) -> NDArray[np.float64]:
    """The camera that sees these cards as large as the picture holds them, in its middle."""

    def seen(width: float) -> tuple[NDArray[np.float64], Floats]:
        plane = camera(width, tilt)
        return plane, np.concatenate([_outline(plane, faces.faces[which], spot) for which, spot in cards])

    smallest, largest = 40.0, 900.0
    for _ in range(24):
        width = (smallest + largest) / 2
        corners = seen(width)[1]
        fits = bool(np.isfinite(corners).all()) and bool(
            (np.ptp(corners, axis=0) < np.array(SIZE) * FILLS).all()
        )
        fits = fits and bool((np.abs(corners) < 4 * max(SIZE)).all())
        smallest, largest = (width, largest) if fits else (smallest, width)
    plane, corners = seen(smallest)
    off = np.array(SIZE) / 2 - (corners.min(0) + corners.max(0)) / 2
    return np.asarray(np.array([[1, 0, off[0]], [0, 1, off[1]], [0, 0, 1]]) @ plane, np.float64)


def close(faces: Faces, ground: Image, seed: int, share: float, enlarged: int = 1) -> Picture:
    """Two cards side by side, as tall as this share of the picture, seen from above; the picture made larger."""
    rng = np.random.default_rng([32, seed])
    width = SIZE[1] * share * 63.0 / CARD_MM
    cards = [
        (int(which), (x, float(rng.normal(0, 1)), float(rng.normal(0, 2))))
        for x, which in zip((-36.0, 36.0), rng.permutation(52)[:2], strict=True)
    ]
    small = _picture(
        f"{faces.name}, {share:g} of the picture, {seed}", faces, ground, camera(width, 0.0), cards
    )
    return large(small, enlarged)


def large(picture: Picture, times: float) -> Picture:
    """The picture made so many times larger."""
    if times == 1:
        return picture
    image = cv2.resize(picture.image(), None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    labels = tuple(
        Label(one.card, np.asarray((one.corners + 0.5) * times - 0.5, np.float32), None, one.covered)
        for one in picture.labels
        if one.corners is not None
    )
    return Picture(f"{picture.name}, {times:g} times", labels, made=np.asarray(image, np.uint8))


def cut(faces: Faces, ground: Image, seed: int, share: float, card_px: float = 130.0) -> Picture:
    """Four cards of which the picture's border cuts off this share, each at one side; a whole index of each shows."""
    rng = np.random.default_rng([33, seed])
    plane = camera(card_px, 20.0)
    order = rng.permutation(52)[: len(CUTS)].tolist()
    spots = [
        (which, _cut_spot(rng, plane, faces.faces[which], side, share))
        for side, which in zip(CUTS, order, strict=True)
    ]
    cards = [(which, spot) for which, spot in spots if spot is not None]
    return _picture(f"{faces.name}, {share:g} cut off, {seed}", faces, ground, plane, cards)


def _cut_spot(
    rng: np.random.Generator, plane: NDArray[np.float64], face: Image, side: tuple[int, int], share: float
) -> Spot | None:
    """Where a card lies of which this share is beyond that side of the picture, and one index shows whole; None
    where no such place was hit upon.
    """
    back = np.asarray(np.linalg.inv(plane), np.float64)
    middle = np.array(SIZE) / 2
    along = rng.uniform(-0.35, 0.35, 2) * np.array(SIZE) * (np.array(side) == 0)
    for _ in range(200):
        turn = float(rng.uniform(0, 360))
        near, far = 0.0, 1.4
        for _ in range(18):
            reach = (near + far) / 2
            at = project(back, (middle + along + np.array(side) * middle * reach)[None])[0]
            spot = (float(at[0]), float(at[1]), turn)
            outside = 1 - _inside(_outline(plane, face, spot))
            near, far = (reach, far) if outside < share else (near, reach)
        if _index_shows(_outline(plane, face, spot)):
            return spot
    return None


def _inside(corners: Floats) -> float:
    """The share of a card (4, 2) that the picture shows."""
    frame = np.array([[0, 0], [SIZE[0], 0], SIZE, [0, SIZE[1]]], np.float32)
    shared, _ = cv2.intersectConvexConvex(np.asarray(corners, np.float32), frame)
    return float(shared) / max(abs(cv2.contourArea(np.asarray(corners, np.float32))), 1.0)


def _index_shows(corners: Floats) -> bool:
    """Whether the picture shows one of a card's indices whole."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    onto = cv2.getPerspectiveTransform(square, np.asarray(corners, np.float32))
    spots = cv2.perspectiveTransform(patches(False).reshape(-1, 1, 2), onto).reshape(-1, 4, 2)
    kept = (spots > INSIDE_PX) & (spots < np.array(SIZE) - 1 - INSIDE_PX)
    return bool(kept.all((1, 2)).any())


NEAR: dict[str, tuple[str, tuple[float, ...], Callable[[Faces, Image, int, float], Picture]]] = {
    "low": ("degrees, three cards fill the picture", (60, 65, 70, 72, 75), low),
    "close": ("height of a card in the picture", (0.5, 0.95), close),
    "enlarged": (
        "the same in a picture of 5,120 pixels",
        (0.95,),
        lambda f, g, k, s: close(f, g, k, s, ENLARGED),
    ),
    "cut": ("share that the border cuts off", (0.2, 0.35, 0.5, 0.6), cut),
}
"""What is laid near: unit, steps, and how."""
