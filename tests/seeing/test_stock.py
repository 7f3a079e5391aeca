"""Whether card stock shows beside the cards that were read: only then are indices looked for."""

import numpy as np
import pytest

from engine.cards import Card
from tests.seeing.test_photograph import CARD, Finds, Looks, Reads, picture
from vision.detection.detections import SeenCard
from vision.detection.finder import Finder
from vision.occlusion.stock import shows_more
from vision.photograph import Recogniser
from vision.reading.reader import Reader

SEVEN = Card.parse("7h")
PLACE = (100, 100)


def card(width: float = 126) -> SeenCard:
    return SeenCard(SEVEN, 0.99, np.asarray(CARD * width / 63 + PLACE, np.float32))


def with_strip(share: float, light: int, table: int = 40) -> np.ndarray:
    """A card 126 pixels wide, and a strip of another, this share of its width broad, looking out at its right."""
    image = np.full((480, 640, 3), table, np.uint8)
    image[100:276, 100:226] = 250
    image[110:270, 226 : 226 + round(share * 126)] = light
    return image


def test_cards_that_lie_free_leave_nothing_to_be_looked_for() -> None:
    assert not shows_more(with_strip(0, 0), [card()])
    assert not shows_more(with_strip(0, 0, table=120), [card()])


@pytest.mark.parametrize("light", [250, 160])
def test_a_strip_of_a_card_under_another_shows_even_in_its_shadow(light: int) -> None:
    assert shows_more(with_strip(0.2, light), [card()])


def test_the_cards_own_edge_is_no_other_card() -> None:
    assert not shows_more(with_strip(0.04, 250), [card()])


def test_what_has_another_colour_is_no_card_stock_but_a_white_table_may_hide_cards() -> None:
    wood = with_strip(0, 0)
    wood[300:450, 50:600] = (90, 140, 200)
    assert not shows_more(wood, [card()])
    assert shows_more(with_strip(0, 0, table=225), [card()])


def test_under_coloured_light_stock_has_the_colour_of_the_cards() -> None:
    lit = (with_strip(0.2, 250) * np.array([0.3, 0.7, 1.0])).astype(np.uint8)
    assert shows_more(lit, [card()])


def test_a_card_that_leaves_the_picture_is_no_trouble() -> None:
    outside = SeenCard(SEVEN, 0.99, np.asarray(CARD * 2 + (600, 440), np.float32))
    beyond = SeenCard(SEVEN, 0.99, np.asarray(CARD * 2 + (900, 700), np.float32))
    image = np.full((480, 640, 3), 40, np.uint8)
    image[440:, 600:] = 250
    assert not shows_more(image, [outside, beyond])


def test_indices_are_looked_for_only_where_stock_shows_or_something_is_not_surely_read() -> None:
    for image, sure, looked in (
        (picture(640, 480, (100, 100, 90, 255)), 0.95, False),
        (picture(640, 480, (100, 100, 90, 255)), 0.8, True),
        (with_strip(0.2, 170), 0.95, True),
    ):
        looks = Looks()
        Recogniser(Finder(Finds(0.9)), Reader(Reads(sure)), looks).recognise(image)
        assert bool(looks.sides) == looked
