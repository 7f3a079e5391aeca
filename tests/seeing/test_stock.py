"""Whether card stock shows beside the cards that were read: only then are indices looked for."""

from collections.abc import Sequence

import numpy as np
import pytest

from engine.cards import Card
from tests.seeing.test_photograph import CARD, Finds, Looks, Reads, picture
from vision.detection.detections import SeenCard
from vision.detection.finder import Finder
from vision.occlusion.stock import where_more
from vision.photograph import Recogniser
from vision.reading.indices import Index, patches
from vision.reading.reader import CLASSES, Reader

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
    assert not where_more(with_strip(0, 0), [card()])
    assert not where_more(with_strip(0, 0, table=120), [card()])


@pytest.mark.parametrize("light", [250, 160])
def test_a_strip_of_a_card_under_another_shows_even_in_its_shadow(light: int) -> None:
    assert where_more(with_strip(0.2, light), [card()])


def test_the_cards_own_edge_is_no_other_card() -> None:
    assert not where_more(with_strip(0.04, 250), [card()])


def test_what_has_another_colour_is_no_card_stock_but_a_white_table_may_hide_cards() -> None:
    wood = with_strip(0, 0)
    wood[300:450, 50:600] = (90, 140, 200)
    assert not where_more(wood, [card()])
    assert where_more(with_strip(0, 0, table=225), [card()])


def test_under_coloured_light_stock_has_the_colour_of_the_cards() -> None:
    lit = (with_strip(0.2, 250) * np.array([0.3, 0.7, 1.0])).astype(np.uint8)
    assert where_more(lit, [card()])


def test_a_card_that_leaves_the_picture_is_no_trouble() -> None:
    outside = SeenCard(SEVEN, 0.99, np.asarray(CARD * 2 + (600, 440), np.float32))
    beyond = SeenCard(SEVEN, 0.99, np.asarray(CARD * 2 + (900, 700), np.float32))
    image = np.full((480, 640, 3), 40, np.uint8)
    image[440:, 600:] = 250
    assert not where_more(image, [outside, beyond])


def test_only_around_what_is_doubtful_and_around_stock_that_shows_is_anything_looked_for() -> None:
    """Half the time of a photograph of known cards and a pack face down went into looking at the known ones."""
    back = SeenCard(None, 0.8, np.asarray(CARD * 2 + (900, 500), np.float32))
    table = np.full((1200, 1600, 3), 40, np.uint8)
    table[100:276, 100:226] = 250
    assert where_more(table, [card(), back]) == (900 - 176, 500 - 176, 900 + 126 + 176, 500 + 176 + 176)
    table[110:270, 226:256] = 250
    x0, y0, x1, y1 = where_more(table, [card(), back]) or (0, 0, 0, 0)
    assert x0 < 226 - 160, "the strip and what is around it too"
    assert y0 == 0
    assert (x1, y1) == (900 + 126 + 176, 500 + 176 + 176)
    table[110:270, 226:256] = 40
    two = [card(), SeenCard(SEVEN, 0.95, card().corners + 20)]
    assert where_more(table, two) is None
    x0, y0, x1, y1 = where_more(table, [*two, back]) or (0, 0, 0, 0)
    assert (x0, y0) == (0, 0), "those over one another too: they may hide a third"
    assert where_more(table, [back]) == (0, 0, 1600, 1200), "where nothing is known, everywhere"


def test_an_index_found_in_a_part_of_the_picture_lies_where_it_lies_in_the_whole() -> None:
    class Sees:
        """Always sees the index of a seven of hearts 20 pixels from the top left of what it is shown."""

        def look(self, image: np.ndarray, *long_sides: int, known: Sequence[SeenCard] = ()) -> list[Index]:
            self.shown, self.known = image.shape[:2], known
            says = np.full(CLASSES, 0.001, np.float32)
            says[SEVEN.code] = 0.99  # beyond doubt: nothing is printed there
            return [Index(np.asarray(patches(False)[0] * (126, 176) + 20, np.float32), says, 0.9)]

    sees, image = Sees(), np.full((1200, 1600, 3), 40, np.uint8)
    image[100:276, 100:226] = 250
    known = SeenCard(Card.parse("2c"), 0.99, np.asarray(CARD * 2 + (100, 100), np.float32))
    back = SeenCard(None, 0.8, np.asarray(CARD * 2 + (900, 500), np.float32))
    seen = Recogniser(Finder(Finds()), Reader(Reads()), sees)._by_index(image, [known, back])
    assert sees.shown == (3 * 176, 126 + 2 * 176)
    assert sees.known[0].corners[0] == pytest.approx([100 - 724, 100 - 324])
    at = next(each.corners for each in seen if each.card == SEVEN)
    assert at[0] == pytest.approx([724 + 20, 324 + 20], abs=2)


def test_indices_are_looked_for_only_where_stock_shows_or_something_is_not_surely_read() -> None:
    for image, sure, looked in (
        (picture(640, 480, (100, 100, 90, 255)), 0.95, False),
        (picture(640, 480, (100, 100, 90, 255)), 0.8, True),
        (with_strip(0.2, 170), 0.95, True),
    ):
        looks = Looks()
        Recogniser(Finder(Finds(0.9)), Reader(Reads(sure)), looks).recognise(image)
        assert bool(looks.sides) == looked
