"""Stills out of films for training: what a camera over a game sees, arms and all, and where every card lies in it.

A network that has only seen cards lie still takes a sleeve for a card. Stills show hands, piles, stock and carried
cards as the game has them; only decks of the training split, and films that no test shows, are used. Stills of evenings
show also printed cloths, low tablets and cheap webcams, things put down beside cards, and hands of cards in a fan. A
printed cloth is shown as the program looks at it: often without its print.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks import Deck
from datasets.films.habits import LEVELS
from datasets.films.moving import Mover
from datasets.films.places import TooNear
from datasets.films.production import Film, Order, Stage, prepare, shoot, stage
from datasets.films.still import width_of
from datasets.films.tables import COVERS, printed
from datasets.films.timeline import SHEET, Gesture, Lying, Pose, Top
from datasets.films.view import View
from datasets.scenes import SeenCard
from vision.tracking.background import LESSONS, Background

Image = NDArray[np.uint8]
Found = tuple[str, NDArray[np.float32]]

FLAT = 35
"""A carried card turned over by fewer degrees still shows its face."""
BESIDE = 50.0
"""Millimetres from the packets laid later from which on a packet lies beside them, not under them."""
FIRST_SEED = 500_000
"""Training's films have seeds of their own."""
CAMERAS = (("tablet", 0.4), ("webcam", 0.25), ("phone", 0.1), (None, 0.25))
"""How often each kind of camera sees an evening."""
GAMES = (("porrazo", 0.7), ("crash", 0.2), ("backhand", 0.1))
"""How often each game is played there: hands of Crash lie in fans."""
PRINTED = 0.7
"""How many of the evenings that have no printed cloth get one. All have colours of their own: those that films and
benchmarks show stay unseen.
"""
WITHOUT_PRINT = 0.6
"""How many stills of a cloth that the program takes for printed are shown without the bare table, as the finder is
shown such a cloth too.
"""
EARLIER = 20.0
"""At most so many seconds before a still was the table seen bare: light and focus were others."""

Still = tuple[Image, list[SeenCard], NDArray[np.int32]]
"""A picture BGR (height, width, 3), its cards, and which card (1...) shows at a pixel."""


def snapshots(seed: int, decks: list[Deck], count: int) -> Iterator[Still]:
    """``count`` stills of one orderly film."""
    rng = np.random.default_rng([seed, 31])
    level = LEVELS[int(rng.choice(len(LEVELS), p=[0.2, 0.4, 0.4]))]
    film = prepare(Order(FIRST_SEED + seed, level), decks)
    yield from _stills(rng, film, stage(film), count)


def evening_snapshots(seed: int, decks: list[Deck], count: int) -> Iterator[Still]:
    """``count`` stills of one evening, less those in which a hand is before the lens."""
    rng = np.random.default_rng([seed, 32])
    game = str(_drawn(rng, GAMES))
    order = Order(FIRST_SEED + seed, "evening", camera=_drawn(rng, CAMERAS), game=game, plays=8)
    try:
        film = prepare(order, decks)
    except TooNear:  # rows of cards need more of the table than some cameras show
        film = prepare(replace(order, game="porrazo"), decks)
    under = printed(rng, film.view) if film.habits.table in COVERS or rng.random() < PRINTED else None
    yield from _stills(rng, film, stage(film, under), count, WITHOUT_PRINT)


def _drawn(rng: np.random.Generator, weighted: tuple[tuple[str | None, float], ...]) -> str | None:
    """One of these, each as often as its weight says."""
    return weighted[int(rng.choice(len(weighted), p=[weight for _, weight in weighted]))][0]


def _stills(
    rng: np.random.Generator, film: Film, on: Stage, count: int, without_print: float = 0.0
) -> Iterator[Still]:
    """``count`` stills of a film, less those in which a hand is before the lens; such a share ``without_print``."""
    numbers = sorted(_moments(rng, film, count))
    for k, picture in zip(numbers, shoot(film, numbers, on), strict=True):
        t = k / film.order.fps
        if film.troubles.covered(t, *film.view.size) is None:
            cards, ids = _covered(film, on.mover, t, on.darkroom.shift(t))
            ids[under_things(film, t)] = 0
            shown = _without_print(film, on, t, picture, rng) if rng.random() < without_print else picture
            yield shown, _seen(cards, ids), ids


def _without_print(film: Film, on: Stage, t: float, picture: Image, rng: np.random.Generator) -> Image:
    """A still without the bare table, which was seen a little earlier; as it is if the table is not printed."""
    before = max(0.0, t - float(rng.uniform(0, EARLIER)))
    bare = on.darkroom.develop(on.pulled(film.played.cloth_at(t)), before, 0.0)
    memory = Background()
    for _ in range(LESSONS):
        memory.update(bare)
        memory.learn([])
    memory.update(picture)
    return memory.plain(picture) if memory.patterned else picture


def under_things(film: Film, t: float) -> NDArray[np.bool_]:
    """Which pixels show a thing that was put down, or is carried: it looks the same over black and over white."""
    width, height = film.view.size
    black, white = np.zeros((height, width, 3), np.uint8), np.full((height, width, 3), 255, np.uint8)
    for each in film.played.articles:
        for picture in (black, white):
            each.draw(picture, film.view, film.optics.lamp, t)
    return np.asarray((black == white).all(2))


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
    """The uppermost packet of the stock and of each pile, with its height; and those that lie beside it."""
    heaps = [(top.stock,) if top.stock else (), *top.piles]
    found: list[tuple[Lying, float]] = []
    for packets in heaps:
        for k, packet in enumerate(packets):
            over = [above.pose for above in packets[k + 1 :]]
            if all(np.hypot(packet.pose.x - p.x, packet.pose.y - p.y) > BESIDE for p in over):
                height = sum(p.what.count for p in packets) if k == len(packets) - 1 else packet.what.count
                found.append((packet, height * SHEET))
    return found


def _corners(view: View, pose: Pose, width: float, shift: tuple[float, float]) -> NDArray[np.float32]:
    places = view.seen_through_lens(view.project(pose.corners(width))) + shift
    return places.astype(np.float32)


def _covered(
    film: Film, mover: Mover, t: float, shift: tuple[float, float]
) -> tuple[list[Found], NDArray[np.int32]]:
    """The cards of a moment, lowest first, and which of them shows at each pixel (0: none)."""
    top, width = film.played.timeline.top(t), width_of(film.deck)
    ids = np.zeros(film.view.size[::-1], np.int32)
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
    alpha = cv2.warpPerspective(piece.flat[..., 3], moved, ids.shape[::-1])
    ids[alpha > 127] = 0


def _seen(cards: list[Found], ids: NDArray[np.int32]) -> list[SeenCard]:
    shown = np.bincount(ids.reshape(-1), minlength=len(cards) + 1)
    return [
        SeenCard(name, corners, min(1.0, float(shown[k] / max(1.0, abs(cv2.contourArea(corners))))))
        for k, (name, corners) in enumerate(cards, 1)
    ]
