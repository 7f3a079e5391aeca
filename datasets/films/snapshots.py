"""Stills out of films for training: what a camera over a game sees, arms and all, and where every card lies in it.

A network that has only seen cards lie still takes a sleeve for a card. Stills show hands, piles, stock and carried
cards as the game has them; only decks of the training split, and films that no test shows, are used.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.crops import UNREADABLE, flatten, indices_shown, jittered
from datasets.decks import CARDS, Deck
from datasets.films.cameras import SIZE
from datasets.films.habits import LEVELS
from datasets.films.moving import Mover
from datasets.films.production import Film, Order, prepare, shoot, stage
from datasets.films.still import width_of
from datasets.films.timeline import SHEET, Gesture, Lying, Pose, Top
from datasets.films.view import View
from datasets.scenes import SeenCard

Image = NDArray[np.uint8]
Found = tuple[str, NDArray[np.float32]]

FLAT = 35
"""A carried card turned over by fewer degrees still shows its face."""
FIRST_SEED = 500_000
"""Training's films have seeds of their own."""


def snapshots(
    seed: int, decks: list[Deck], count: int
) -> Iterator[tuple[Image, list[SeenCard], NDArray[np.int32]]]:
    """``count`` stills of one film: picture BGR (720, 1280, 3), its cards, and which card (1...) shows at a pixel."""
    rng = np.random.default_rng([seed, 31])
    level = LEVELS[int(rng.choice(len(LEVELS), p=[0.2, 0.4, 0.4]))]
    film = prepare(Order(FIRST_SEED + seed, level), decks)
    on = stage(film)
    numbers = sorted(_moments(rng, film, count))
    for k, picture in zip(numbers, shoot(film, numbers, on), strict=True):
        t = k / film.order.fps
        cards, ids = _covered(film, on.mover, t, on.darkroom.shift(t))
        yield picture, _seen(cards, ids), ids


def _moments(rng: np.random.Generator, film: Film, count: int) -> set[int]:
    """Frame numbers, two in three of them while an arm is over the table."""
    found: set[int] = set()
    gestures = film.played.timeline.gestures
    for _ in range(count):
        t = float(rng.uniform(0, film.frames / film.order.fps))
        if gestures and rng.random() < 0.67:
            gesture = gestures[int(rng.integers(len(gestures)))]
            t = float(rng.uniform(gesture.keys[0].t, gesture.keys[-1].t))
        found.add(int(np.clip(t * film.order.fps, 0, film.frames - 1)))
    return found


def _packets(top: Top) -> list[tuple[Lying, float]]:
    """The uppermost packet of the stock and of each pile, with its height."""
    heaps = [(top.stock,) if top.stock else (), *top.piles]
    return [(packets[-1], sum(p.what.count for p in packets) * SHEET) for packets in heaps if packets]


def _corners(view: View, pose: Pose, width: float, shift: tuple[float, float]) -> NDArray[np.float32]:
    places = view.seen_through_lens(view.project(pose.corners(width))) + shift
    return places.astype(np.float32)


def _covered(
    film: Film, mover: Mover, t: float, shift: tuple[float, float]
) -> tuple[list[Found], NDArray[np.int32]]:
    """The cards of a moment, lowest first, and which of them shows at each pixel (0: none)."""
    top, width = film.played.timeline.top(t), width_of(film.deck)
    ids = np.zeros(SIZE[::-1], np.int32)
    cards: list[Found] = []

    def lay(name: str, pose: Pose) -> None:
        corners = _corners(film.view, pose, width, shift)
        cards.append((name, corners))
        cv2.fillConvexPoly(ids, np.round(corners).astype(np.int32), len(cards))

    for packet, height in _packets(top):
        lay("back", Pose(packet.pose.x, packet.pose.y, packet.pose.turn, height))
    for card in top.cards:
        lay(str(card.what.name), card.pose)
    gestures, _ = film.played.timeline.moving(t)
    for gesture in gestures:
        for thing, pose in reversed(gesture.carried(t)):
            if min(pose.roll % 360, 360 - pose.roll % 360) < FLAT and thing.name is not None:
                lay(thing.name, pose)
        _arm_over(ids, mover, gesture, t, shift)
    return cards, ids


def _arm_over(
    ids: NDArray[np.int32], mover: Mover, gesture: Gesture, t: float, shift: tuple[float, float]
) -> None:
    piece = mover.arm(gesture, t)
    moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]]) @ piece.matrix
    alpha = cv2.warpPerspective(piece.flat[..., 3], moved, SIZE)
    ids[alpha > 127] = 0


def _seen(cards: list[Found], ids: NDArray[np.int32]) -> list[SeenCard]:
    shown = np.bincount(ids.reshape(-1), minlength=len(cards) + 1)
    return [
        SeenCard(name, corners, min(1.0, float(shown[k] / max(1.0, abs(cv2.contourArea(corners))))))
        for k, (name, corners) in enumerate(cards, 1)
    ]


def crops_of(
    rng: np.random.Generator, picture: Image, cards: list[SeenCard], ids: NDArray[np.int32]
) -> Iterator[tuple[Image, int]]:
    """The reader's crops of a still, BGR (176, 128, 3), with their classes; few of the backs."""
    for number, card in enumerate(cards, 1):
        inside = ((card.corners > 0) & (card.corners < SIZE)).all()
        if not inside or card.visible < 0.15 or (card.card == "back" and rng.random() < 0.85):
            continue
        label = UNREADABLE
        if card.card != "back" and indices_shown(ids, number, card.corners) > 0.6:
            label = CARDS.index(card.card)
        corners = jittered(rng, card.corners, abs(float(rng.normal(0, 0.03))) + 0.004)
        yield flatten(picture, np.roll(corners, 2, 0) if rng.random() < 0.5 else corners), label
