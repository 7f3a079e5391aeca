"""Hands whose cards lie half over one another: looked at from near, card by card. Painted frames, scripted readings."""

import cv2
import numpy as np
import pytest

from engine.cards import PACK, Card
from tests.seeing.test_table import FPS, Scene, names, outline
from vision.detection.detections import SeenCard
from vision.tracking.heaps import AGAIN_S, CALM_FRAMES
from vision.tracking.table import Table

STEP = 16
"""Pixels from one card of a fan to the next."""
SHOWS = 0.25
"""The share of a card that must show, or nobody can read it."""


class Fanned(Scene):
    """A table of which a part can be looked at from near: each card is painted in a white of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table(self, self, self)
        self.looks = 0
        self.misread: dict[str, tuple[str, float]] = {}
        self.strips: set[str] = set()

    def lay(self, *cards: str, at: tuple[float, float] = (90, 100)) -> None:
        """Lay a hand, each card half over the one before; the finder finds the last alone."""
        for k, card in enumerate(cards):
            self.cards[at[0] + STEP * k, at[1]] = card
            if k < len(cards) - 1:
                self.unseen.add((at[0] + STEP * k, at[1]))

    def colour(self, name: str) -> tuple[int, int, int]:
        return 240, 240, 200 + Card.parse(name).code

    def paint(self) -> np.ndarray:
        image = self.bare.copy()
        for (x, y), name in self.cards.items():
            cv2.fillConvexPoly(image, outline(x, y).astype(int), self.colour(name))
        if self.arm is not None:
            cv2.circle(image, (int(self.arm[0]), int(self.arm[1])), 30, (90, 120, 190), -1)
        return image

    def recognise(self, image: np.ndarray) -> list[SeenCard]:
        self.looks += 1
        found = []
        for name in dict.fromkeys(self.cards.values()):
            rows, columns = np.nonzero((image == self.colour(name)).all(2))
            if len(rows) < SHOWS * 40 * 56:
                continue
            read, confidence = self.misread.get(name, (name, 0.99))
            corners = outline(float(columns.min()) + 20, float(rows.min()) + 28)
            if name in self.strips:  # of which little more than its corner was found
                corners = strip_of(corners)
            found.append(SeenCard(Card.parse(read), confidence, corners, name in self.strips))
        return found


def strip_of(corners: np.ndarray) -> np.ndarray:
    """Part of a card, with its first corner."""
    return np.asarray(corners[0] + (corners - corners[0]) * 0.6)


@pytest.fixture
def scene() -> Fanned:
    started = Fanned()
    started.look(4)
    return started


def test_each_card_of_a_hand_is_known_though_the_finder_sees_one(scene: Fanned) -> None:
    scene.lay("7h", "7c", "Kd")
    view = scene.look(FPS)
    assert names(view) == ["7c", "7h", "Kd"]
    places = {str(PACK[int(card.posterior.argmax())]): card.corners.mean(0) for card in view.cards}
    assert [round(float(places[name][0])) for name in ("7h", "7c", "Kd")] == [90, 106, 122]


def test_nothing_is_said_of_a_hand_before_it_was_looked_at_from_near(scene: Fanned) -> None:
    scene.lay("7h", "7c", "Kd")
    assert scene.look(2).cards == ()
    assert not scene.looks


def test_a_hand_is_not_looked_at_again_while_nothing_changes(scene: Fanned) -> None:
    scene.lay("7h", "7c", "Kd")
    scene.look(3 * FPS)
    known = scene.looks
    assert known <= 3
    scene.look(10 * FPS)
    assert scene.looks == known


def test_an_arm_that_comes_and_goes_changes_nothing(scene: Fanned) -> None:
    scene.lay("7h", "7c", "Kd")
    scene.look(3 * FPS)
    known = scene.looks
    scene.arm = (100, 110)
    scene.look(2)
    scene.arm = None
    view = scene.look(FPS)
    assert names(view) == ["7c", "7h", "Kd"]
    assert not any(card.hidden for card in view.cards)
    assert scene.looks == known


def test_a_card_under_a_hand_at_rest_stays_for_a_while(scene: Fanned) -> None:
    scene.lay("7h", "7c", "Kd")
    scene.look(3 * FPS)
    scene.arm = (75, 100)
    view = scene.look(FPS)
    assert names(view) == ["7c", "7h", "Kd"]
    assert scene.looks > 3


def test_a_hand_that_was_gathered_is_gone(scene: Fanned) -> None:
    scene.lay("7h", "7c", "Kd")
    scene.look(3 * FPS)
    scene.cards.clear()
    assert names(scene.look(FPS)) == []


def test_a_second_hand_is_known_beside_the_first(scene: Fanned) -> None:
    scene.lay("7h", "7c", "Kd")
    scene.look(2 * FPS)
    scene.lay("As", "2s", "3d", at=(190, 100))
    view = scene.look(2 * FPS)
    assert names(view) == ["2s", "3d", "7c", "7h", "As", "Kd"]
    assert len({card.track for card in view.cards}) == 6


def test_one_look_that_misreads_a_card_is_outvoted(scene: Fanned) -> None:
    scene.misread["7c"] = ("7s", 0.7)
    scene.lay("7h", "7c", "Kd")
    scene.look(CALM_FRAMES + 1)
    assert names(scene.look(), steady=False) == ["7h", "7s", "Kd"]
    scene.misread.clear()
    view = scene.look(round(FPS * sum(AGAIN_S)))
    assert names(view) == ["7c", "7h", "Kd"]
    assert len(view.cards) == 3


def test_a_card_that_one_look_misreads_by_its_strip_is_one_card(scene: Fanned) -> None:
    """A five of hearts was found a second time as a three, by the strip of it that shows: two hands went wrong."""
    scene.lay("7h", "7c", "Kd")
    scene.misread["7c"] = ("7s", 0.7)
    scene.strips.add("7c")
    assert names(scene.look(CALM_FRAMES + 2), steady=False) == ["7h", "7s", "Kd"]
    scene.misread.clear()
    scene.strips.clear()
    for _ in range(2 * FPS):
        assert len(scene.look().cards) == 3
    assert names(scene.look()) == ["7c", "7h", "Kd"]


def test_two_cards_side_by_side_are_two_though_their_corners_touch(scene: Fanned) -> None:
    scene.strips.add("9c")
    scene.lay("7h", at=(90, 100))
    scene.look(2 * FPS)
    scene.lay("9c", at=(132, 100))
    assert names(scene.look(2 * FPS)) == ["7h", "9c"]


def test_pictures_of_another_size_begin_anew(scene: Fanned) -> None:
    scene.lay("7h", "7c", "Kd")
    scene.look(2 * FPS)
    twice = np.repeat(np.repeat(scene.paint(), 2, 0), 2, 1)
    scene.table.look(twice, scene.number / FPS, scene.number)
    assert scene.table.fans is not None
    assert scene.table.fans.outlines == []
