"""Crops out of stills: a card is what it shows, by its true place and by a find; what is no card is not readable."""

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.crops import UNREADABLE
from datasets.decks import CARDS
from datasets.films.snapshots import Still, evening_snapshots
from datasets.films.still_crops import as_found, found_in, truly_lying
from datasets.scenes import SeenCard
from tests.films.test_film_pixels import plain_deck

Floats = NDArray[np.float32]
SEVEN, KING = CARDS.index("7h"), CARDS.index("Kc")


def outline(x: float, y: float) -> Floats:
    """A card of 100 x 145 pixels with its top left there."""
    return np.array([[x, y], [x + 100, y], [x + 100, y + 145], [x, y + 145]], np.float32)


def still() -> Still:
    """A seven, and a king the lower half of which is covered."""
    picture, ids = np.full((400, 600, 3), 90, np.uint8), np.zeros((400, 600), np.int32)
    cards = []
    for number, (name, x) in enumerate((("7h", 100.0), ("Kc", 350.0)), 1):
        face = np.array(plain_deck().faces[CARDS.index(name)])[..., :3]
        x0 = int(x)
        picture[100:245, x0 : x0 + 100] = cv2.resize(face, (100, 145))
        ids[100:245, x0 : x0 + 100] = number
        cards.append(SeenCard(name, outline(x, 100.0), 1.0 if number == 1 else 0.5))
    ids[172:245, 350:450], picture[172:245, 350:450] = 0, 30
    return picture, cards, ids


def test_a_card_is_what_it_shows_and_so_is_each_end() -> None:
    for seed in range(5):  # the sixth cuts the king so loosely that its end counts for nothing
        seven, king = truly_lying(np.random.default_rng(seed), still())
        assert (seven.label, seven.end_labels) == (SEVEN, (SEVEN, SEVEN))
        assert king.label == KING, "one of its indices shows"
        assert set(king.end_labels) == {KING, UNREADABLE}
        shown = king.end_labels.index(KING)
        assert king.ends[shown].mean() > 150 > king.ends[1 - shown].mean(), (
            "the end that shows is the light one"
        )
        assert seven.crop.shape == (176, 128, 3)
        assert seven.ends.shape == (2, 96, 64, 3)


def test_a_find_is_the_card_it_lies_on() -> None:
    (cut,) = as_found(np.random.default_rng(1), still(), outline(103, 98)[None])
    assert (cut.label, cut.end_labels) == (SEVEN, (SEVEN, SEVEN))


def test_a_find_that_lies_sideways_or_on_no_card_is_not_readable() -> None:
    sideways = np.roll(outline(100, 100), 1, 0)
    for find in (sideways, outline(220, 240)):
        (cut,) = as_found(np.random.default_rng(1), still(), find[None])
        assert (cut.label, cut.end_labels) == (UNREADABLE, (UNREADABLE, UNREADABLE))


def test_nothing_is_learnt_from_a_find_that_shows_a_part_of_a_card() -> None:
    assert [*as_found(np.random.default_rng(1), still(), outline(140, 130)[None])] == []
    assert [*as_found(np.random.default_rng(1), still(), outline(125, 100)[None])] == []


def test_the_finder_finds_cards_of_an_evening_to_learn_from() -> None:
    rng = np.random.default_rng(4)
    stills = [still for seed in (2, 3) for still in evening_snapshots(seed, [plain_deck()], 6)]
    cuts = [cut for each in stills for cut in as_found(rng, each, found_in(each[0]))]
    assert sum(cut.label != UNREADABLE for cut in cuts) >= 3
