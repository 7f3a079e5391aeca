"""Cards seen from low, and large pictures: what is stretched or shrunk, and that everything comes back to its place."""

import numpy as np
import pytest

from engine.cards import Card
from tests.seeing.test_photograph import CARD, Finds, Reads, picture
from vision.detection.detections import Detections, SeenCard
from vision.detection.finder import Finder
from vision.detection.sizes import flatness, narrowest, resized, shrunk
from vision.detection.upright import (
    MOST_PIXELS,
    MOST_STRETCH,
    better_of,
    reads_as_much,
    stretched,
    upright_stretch,
)
from vision.photograph import LOOKED_AT, READ_FROM, Recogniser
from vision.reading.reader import Reader

SEVEN, EIGHT = Card.parse("7h"), Card.parse("8h")


def turned(corners: np.ndarray, degrees: float) -> np.ndarray:
    a = np.radians(degrees)
    return np.asarray(corners @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]), np.float32)


def pressed(corners: np.ndarray, degrees: float) -> np.ndarray:
    """As seen so many degrees from straight down."""
    return np.asarray(corners * np.array([1, np.cos(np.radians(degrees))]), np.float32)


@pytest.mark.parametrize("turn", [0, 33, 90, 200])
@pytest.mark.parametrize("tilt", [0, 45, 65, 75])
def test_how_flat_a_card_looks_tells_from_how_low_it_is_seen_however_it_is_turned(
    turn: float, tilt: float
) -> None:
    seen = pressed(turned(CARD, turn), tilt)[None]
    assert flatness(seen)[0] == pytest.approx(1 / np.cos(np.radians(tilt)), rel=0.01)


def card(tilt: float, sure: float = 0.95, named: Card | None = SEVEN) -> SeenCard:
    return SeenCard(named, sure, pressed(turned(CARD, 20), tilt))


def test_a_picture_is_stretched_only_where_cards_look_flat() -> None:
    assert upright_stretch([]) == 1
    assert upright_stretch([card(0), card(45)]) == 1
    assert upright_stretch([card(52), card(0)]) == 1
    assert upright_stretch([card(52), card(0, 0.6)]) > 1, "not all is surely read"
    assert 2.2 < upright_stretch([card(0), card(65)]) < 3
    assert upright_stretch([card(85)]) == MOST_STRETCH
    assert upright_stretch([card(0), card(80, 0.5, None)]) == 1, "a pen looks flat; cards tell better"
    assert upright_stretch([card(70, 0.5, None)]) > 1, "where no card is read there is nothing better"


def test_a_stretched_picture_does_not_grow_without_end() -> None:
    upright = stretched(np.zeros((3000, 4000, 3), np.uint8), 3)
    height, width = upright.image.shape[:2]
    assert height * width <= MOST_PIXELS * 1.01
    assert height / width == pytest.approx(3 * 3000 / 4000, rel=0.01)


def test_of_two_passes_the_surer_reading_stays_and_nothing_is_lost() -> None:
    here, beside = card(0, 0.6, EIGHT), SeenCard(SEVEN, 0.7, CARD + 300)
    right, back = card(0, 0.99, SEVEN), SeenCard(None, 0.9, card(0).corners + 3)
    assert better_of([here, beside], [right]) == [right, beside]
    assert better_of([right], [here, beside]) == [right, beside]
    assert better_of([back], [right]) == [right], "what was not read there is that card"
    assert better_of([right, here], []) == [right, here], "within one pass cards may lie over one another"


def test_a_stretched_picture_that_reads_less_is_not_believed() -> None:
    """Seen from above two cards found as one look flat: the stretched picture then misread what had been read."""
    first = [card(0, 0.99, SEVEN), card(0, 0.95, EIGHT)]
    assert not reads_as_much([card(0, 0.99, SEVEN), card(0, 0.97, SEVEN)], first), "one card, seen twice"
    assert not reads_as_much([card(0, 0.99, SEVEN), card(0, 0.7, EIGHT)], first), "hardly read"
    assert reads_as_much([card(0, 0.99, EIGHT), card(0, 0.93, SEVEN)], first)
    assert reads_as_much([card(0, 0.6, SEVEN)], [card(0, 0.8, EIGHT)])
    assert not reads_as_much([SeenCard(None, 0.9, CARD)], []), "what cannot be read there either may be print"


def test_points_come_back_from_another_size_to_where_they_were() -> None:
    image = np.zeros((301, 407, 3), np.uint8)
    corners = np.array([CARD + 40], np.float32)
    for other in (resized(image, 0.5, 0.5), resized(image, 0.7, 2.1), shrunk(image, 3)):
        there = other.into(Detections(corners, np.ones(1, np.float32)))
        assert other.back(there.corners) == pytest.approx(corners, abs=1e-3)
    assert shrunk(image, 0).image is image
    assert shrunk(image, 1).image is image


def test_a_card_seen_from_low_is_looked_at_again_stretched_upright() -> None:
    finds = Finds(0.9, 0.9)
    image = picture(640, 480)
    image[200:270, 100:226] = 255  # 126 x 70 pixels: stretched 2.5 times it has a card's shape
    (seen,) = Recogniser(Finder(finds), Reader(Reads())).recognise(image)
    assert seen.card == SEVEN
    assert seen.corners == pytest.approx(np.array([[100, 200], [226, 200], [226, 270], [100, 270]]), abs=3)
    heights = [size[0] / size[1] for size in finds.sizes]
    assert heights[0] < 1 < max(heights), "the picture was shown as it is, and stretched"


def test_a_large_picture_is_looked_at_and_read_in_the_size_that_its_cards_need() -> None:
    class Sized(Reader):
        """Notes how large the pictures are that it reads from."""

        def read(
            self, image: np.ndarray, corners: np.ndarray, alone: bool = False
        ) -> tuple[np.ndarray, np.ndarray]:
            sides.append(max(image.shape[:2]))
            return super().read(image, corners, alone)

    sides: list[int] = []
    image = picture(6000, 4000, (1000, 500, 2000, 255))
    (seen,) = Recogniser(Finder(Finds(0.9)), Sized(Reads())).recognise(image)
    assert seen.card == SEVEN
    assert seen.corners == pytest.approx(CARD * 2000 / 63 + (1000, 500), abs=16)
    assert max(sides) == 6000 // int(2000 / READ_FROM)
    sides.clear()
    small = picture(4 * LOOKED_AT, 1000, (1000, 500, 200, 255), (3000, 500, 200, 255))
    assert len(Recogniser(Finder(Finds(0.9, 0.9)), Sized(Reads())).recognise(small)) == 2
    assert max(sides) == 4 * LOOKED_AT
    assert narrowest(np.zeros((0, 4, 2), np.float32)) == 0
