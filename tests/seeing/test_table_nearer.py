"""A card that shows little of its edge from afar is found once things have come to rest, and stays found."""

import cv2
import numpy as np
import pytest

from engine.cards import PACK, Card
from vision.arrays import Box
from vision.detection.detections import Detections
from vision.detection.letterbox import LONG_SIDE
from vision.reading.reader import UNREADABLE
from vision.tracking.attention import QUIET_LOOKS
from vision.tracking.table import NEARER_AGAIN_S, Table, TableView

FPS = 12


def outline(x: float, y: float) -> np.ndarray:
    """A card 120 x 168 pixels with its middle at (x, y)."""
    return np.array([[x - 60, y - 84], [x + 60, y - 84], [x + 60, y + 84], [x - 60, y + 84]], np.float32)


class Cloth:
    """A table 1280 x 960; the finder finds ``shy`` cards only where it looks from nearer than usual."""

    def __init__(self) -> None:
        noise = np.random.default_rng(5).integers(0, 12, (960, 1280, 3))
        self.bare = (np.array([60, 110, 70]) + noise).astype(np.uint8)
        self.cards: dict[tuple[int, int], str] = {}
        self.shy: set[tuple[int, int]] = set()
        self.torn = False
        self.arm: tuple[int, int] | None = None
        self.near: list[Box] = []
        self.sure_at: float | None = None
        """How high a picture must be made for the finder to be sure; None: however high it is."""
        self.shown: list[float] = []
        self.table = Table(self, self)
        self.number = 0

    def find_within(
        self, image: np.ndarray, box: Box, long_side: int | None = None, stretch: float = 1.0
    ) -> Detections:
        nearer = (long_side or LONG_SIDE) > LONG_SIDE
        if nearer:
            self.near.append(box)
        x0, y0, x1, y1 = box
        places = [
            (x, y)
            for x, y in self.cards
            if (nearer or (x, y) not in self.shy)
            and x0 < x - 60
            and x + 60 < x1
            and y0 < y - 84
            and y + 84 < y1
        ]
        corners = np.array([outline(*place) for place in places], np.float32).reshape(-1, 4, 2)
        self.shown.append(stretch)
        sure = 0.95 if self.sure_at in (None, stretch) else 0.5
        return Detections(corners, np.full(len(places), sure, np.float32))

    def read(self, image: np.ndarray, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        readings = np.full((len(corners), 53), 0.01 / 52, np.float32)
        for row, four in zip(readings, corners, strict=True):
            name = self.cards[min(self.cards, key=lambda place: float(np.hypot(*(four.mean(0) - place))))]
            row[Card.parse(name).code] = 0.5 if self.torn else 0.99
            row[Card.parse("Js").code] += 0.4 if self.torn else 0.0
        return readings, corners

    def borne_out(
        self, image: np.ndarray, corners: np.ndarray, posteriors: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        return posteriors, np.ones(len(corners), bool)

    def look(self, frames: int) -> TableView:
        for _ in range(frames):
            image = self.bare.copy()
            for place in self.cards:
                cv2.fillConvexPoly(image, outline(*place).astype(int), (240, 240, 240))
            if self.arm is not None:
                cv2.circle(image, (self.arm[0] + self.number % 2 * 8, self.arm[1]), 120, (90, 120, 190), -1)
            view = self.table.look(image, self.number / FPS, self.number)
            self.number += 1
        return view


@pytest.fixture
def cloth() -> Cloth:
    started = Cloth()
    started.cards[300, 300] = "7h"
    started.look(12)
    started.cards[700, 300] = "8c"
    started.shy.add((700, 300))
    return started


def steady(view: TableView) -> int:
    return sum(card.steady for card in view.cards)


def test_it_is_believed_once_all_is_at_rest(cloth: Cloth) -> None:
    assert steady(cloth.look(2)) == 1
    assert steady(cloth.look(QUIET_LOOKS + 4)) == 2


def test_it_stays_while_arms_move_elsewhere_and_goes_when_it_is_taken(cloth: Cloth) -> None:
    cloth.look(12)
    cloth.arm = (1000, 700)
    assert steady(cloth.look(5 * FPS)) == 2
    cloth.arm = None
    del cloth.cards[700, 300]
    assert steady(cloth.look(4 * FPS)) == 1


def test_what_only_a_nearer_look_finds_and_nobody_can_read_is_no_card(cloth: Cloth) -> None:
    """A coaster once was: half an ace, half a jack."""
    cloth.torn = True
    assert steady(cloth.look(30)) == 1


def test_a_table_at_rest_is_not_looked_at_again_and_again(cloth: Cloth) -> None:
    cloth.look(20)
    looks = len(cloth.near)
    cloth.look(3 * FPS)
    assert len(cloth.near) == looks


def test_the_first_cards_are_shown_as_high_as_makes_the_finder_surest() -> None:
    """A pile alone was surely found in a picture made higher, and the first card of a match, seen from above, only by
    0.4 in two outlines by turns: the whole hand was written one play off.
    """
    cloth = Cloth()
    cloth.sure_at = 1.6
    cloth.cards[(500, 400)] = "7h"
    cloth.look(3 * FPS)
    assert cloth.shown[0] == 1.0
    assert cloth.shown[-1] == 1.6
    cloth.sure_at = 1.0
    cloth.cards[(800, 600)] = "9d"
    cloth.look(3 * FPS)
    assert cloth.shown[-1] == 1.0


class AsOne(Cloth):
    """A table of whose two ``pair`` cards, one across the other, the finder makes one and the reader reads only the
    first, until they were found apart in a picture made higher than it is.
    """

    pair = (300, 700), (350, 706)
    found_apart = False

    def find_within(
        self, image: np.ndarray, box: Box, long_side: int | None = None, stretch: float = 1.0
    ) -> Detections:
        found = super().find_within(image, box, long_side, stretch)
        first, second = (outline(*place) for place in self.pair)
        apart = [not any(np.array_equal(card, one) for one in (first, second)) for card in found.corners]
        together = sum(apart) == len(found) - 2
        self.found_apart |= stretch > 1.0 and together
        if stretch > 1.0 or not together:
            return found
        both = np.stack([first[0], second[1], second[2], first[3]])[None]
        return Detections.joined(found.select(np.array(apart)), Detections(both, found.confidence[:1]))

    def read(self, image: np.ndarray, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        readings, corners = super().read(image, corners)
        if not self.found_apart:
            second = [bool(np.abs(four.mean(0) - self.pair[1]).max() < 10) for four in corners]
            readings[second] = np.eye(53, dtype=np.float32)[UNREADABLE]
        return readings, corners


def test_two_cards_found_as_one_are_told_apart_from_nearer() -> None:
    """A three across a low camera's far eight: both were the eight for the rest of the hand."""
    cloth = AsOne()
    cloth.cards = {(300, 300): "7h", (700, 300): "8c", (1000, 300): "Kd", cloth.pair[0]: "8h"}
    cloth.look(12)
    cloth.cards[cloth.pair[1]] = "3s"
    view = cloth.look(12)
    names = {str(PACK[int(card.posterior.argmax())]) for card in view.cards if card.steady}
    assert names == {"3s", "7h", "8c", "8h", "Kd"}


class NeverRead(AsOne):
    """The same, and the second card is never read: only a look from nearer shows it."""

    def read(self, image: np.ndarray, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.found_apart = False
        return super().read(image, corners)


def test_two_cards_found_as_one_are_not_looked_at_from_nearer_in_every_frame() -> None:
    cloth = NeverRead()
    cloth.cards = {(300, 300): "7h", (700, 300): "8c", (1000, 300): "Kd", cloth.pair[0]: "8h"}
    cloth.look(FPS)
    cloth.cards[cloth.pair[1]] = "3s"
    before = len(cloth.shown)
    cloth.look(round(FPS * NEARER_AGAIN_S))
    shown = cloth.shown[before:]
    assert shown.count(1.0) > 2
    assert len(shown) - shown.count(1.0) == 1
