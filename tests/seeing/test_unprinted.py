"""Watching on a printed cloth: its print begins no track, and too much of it is said."""

import numpy as np
import pytest

from datasets.cloths import Laid, camera, laid_on
from datasets.prints import PRINTS
from datasets.scenes import project
from vision.detection.cloth import MANY
from vision.detection.detections import Detections
from vision.reading.reader import CLASSES
from vision.tracking.track import Track
from vision.tracking.unprinted import LASTING, READ_LATELY, READ_TOGETHER, TOO_MANY, Cloth

CARD = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]], np.float32)
TILT = 20.0


@pytest.fixture(scope="module")
def plain() -> np.ndarray:
    return np.full((720, 1280, 3), 90, np.uint8)


def outline(x: float, y: float, size: float = 1.0) -> np.ndarray:
    return project(camera(85, TILT), CARD * size + np.array([x, y], np.float32))


def spread(count: int, size: float = 1.0) -> np.ndarray:
    """So many outlines in rows that no two share a place."""
    return np.stack([outline(-330 + 110 * (k % 7), -120 + 110 * (k // 7), size) for k in range(count)])


def finds(corners: np.ndarray, confidence: float) -> Detections:
    return Detections(corners, np.full(len(corners), confidence, np.float32))


def known(corners: np.ndarray, number: int) -> Track:
    """A card that has been read surely for long."""
    track = Track(number, corners, 0.0, 0.0, confidence=0.9, hits=9, confirmed=True)
    says = np.full(53, 1e-4, np.float32)
    says[number] = 0.99
    for _ in range(4):
        track.take(says, undisturbed=True)
    return track


def test_what_has_no_card_s_size_beside_known_cards_begins_no_track(plain: np.ndarray) -> None:
    places = spread(3)
    tracks = [known(four, number) for number, four in enumerate(places)]
    prints, back = spread(10, 0.5)[4:], outline(330, 150)
    found = finds(np.concatenate([places, prints, back[None]]), 0.7)
    cloth = Cloth()
    kept = cloth.without_prints(plain, found, tracks, 0.0, whole=True)
    assert np.array_equal(kept.corners, np.concatenate([places, back[None]]))
    assert cloth.patterned


def test_at_a_slant_a_card_tells_the_size_of_what_lies_near_it_only(plain: np.ndarray) -> None:
    """A low tablet's nearest card was left out as print, since one far away was all that was read."""
    places = np.stack([outline(-330, -120), *spread(14, 1.6)[2:]])
    tracks = [known(places[0], 5)]
    beside, far = outline(-250, -120, 1.6), places[-4:]
    found = finds(np.concatenate([places[:1], beside[None], far]), 0.7)
    assert len(Cloth().without_prints(plain, found, tracks, 0.0, whole=True)) == 1
    kept = Cloth().without_prints(plain, found, tracks, 0.0, whole=True, slanted=True)
    assert np.array_equal(kept.corners, np.concatenate([places[:1], far]))


def test_on_a_plain_table_all_stay(plain: np.ndarray) -> None:
    found = finds(spread(MANY + 2), 0.6)  # cards just laid, and packs: none has been read yet
    cloth = Cloth()
    assert len(cloth.without_prints(plain, found, [], 0.0, whole=True)) == len(found)
    assert not cloth.patterned


def test_a_look_at_a_part_takes_nothing_back(plain: np.ndarray) -> None:
    cloth, tracks = Cloth(), [known(outline(0, 0), 5)]
    cloth.without_prints(
        plain,
        finds(np.concatenate([outline(0, 0)[None], spread(7, 0.4)[:3], spread(21, 0.4)[14:]]), 0.7),
        tracks,
        0.0,
        True,
    )
    assert cloth.patterned
    few = finds(outline(0, 0)[None], 0.7)
    cloth.without_prints(plain, few, tracks, 0.1, whole=False)
    assert cloth.patterned
    cloth.without_prints(plain, few, tracks, 0.2, whole=True)
    assert not cloth.patterned


def test_a_table_full_of_what_nobody_can_read_confuses_once_that_lasts(plain: np.ndarray) -> None:
    cloth, many = Cloth(), finds(spread(TOO_MANY), 0.9)
    cloth.without_prints(plain, many, [], 1.0, whole=True)
    assert not cloth.confuses(1.0)
    assert not cloth.confuses(1.0 + LASTING / 2)
    assert cloth.confuses(1.0 + LASTING)
    cloth.without_prints(plain, finds(spread(2), 0.9), [], 4.0, whole=True)
    assert not cloth.confuses(9.0)


def test_a_table_on_which_cards_were_surely_read_lately_does_not_confuse(plain: np.ndarray) -> None:
    places = spread(TOO_MANY + READ_TOGETHER)
    for count, confused in ((READ_TOGETHER, False), (READ_TOGETHER - 1, True)):
        cloth, tracks = Cloth(), [known(four, number) for number, four in enumerate(places[:count])]
        for t in (1.0, 1.0 + LASTING):
            cloth.without_prints(plain, finds(places, 0.9), tracks, t, whole=True)
        assert cloth.confuses(1.0 + LASTING) == confused
    cloth.without_prints(
        plain, finds(places, 0.9), [known(four, 1) for four in places[:READ_TOGETHER]], 5.0, True
    )
    for t in (6.0, 5.0 + READ_LATELY + 1, 5.0 + READ_LATELY + 1 + LASTING):
        cloth.without_prints(plain, finds(places, 0.9), [], t, whole=True)
    assert cloth.confuses(5.0 + READ_LATELY + 1 + LASTING), "nothing was read for long"


def test_a_loose_pile_of_cards_face_down_confuses_nobody(plain: np.ndarray) -> None:
    cloth, pile = Cloth(), np.stack([outline(14.0 * k, 9.0 * (k % 3)) for k in range(2 * TOO_MANY)])
    cloth.without_prints(plain, finds(pile, 0.9), [], 1.0, whole=True)
    assert not cloth.confuses(9.0)


def test_checks_that_come_again_begin_no_track() -> None:
    """Where no card is known yet, either."""
    top = next(each for each in PRINTS if each.name == "tartan 130")
    image = laid_on(top, [], Laid(), TILT)[0]
    found = finds(np.stack([outline(-120 + 80 * k, 0) for k in range(MANY)]), 0.85)
    assert not len(Cloth().without_prints(image, found, [], 0.0, whole=True))


class Named:
    """Reads what lies within a few pixels of ``card`` (4, 2) as the ace of clubs; its index shows or not."""

    def __init__(self, card: np.ndarray, shows: bool) -> None:
        self.card, self.shows, self.asked = card, shows, 0

    def read(self, image: np.ndarray, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.asked += len(corners)
        odds = np.full((len(corners), CLASSES), 0.02, np.float32)
        odds[np.abs(corners - self.card).max((1, 2)) < 3, 0] = 0.99
        return odds, corners

    def borne_out(
        self, image: np.ndarray, corners: np.ndarray, posteriors: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        return posteriors, np.full(len(corners), self.shows)


@pytest.mark.parametrize("shows", [True, False])
def test_what_repeats_but_surely_reads_as_a_card_is_no_print(shows: bool) -> None:
    """A four of hearts on a checked cloth was as white as the squares beside it; each place is read once in a while."""
    top = next(each for each in PRINTS if each.name == "tartan 130")
    image = laid_on(top, [], Laid(), TILT)[0]
    found = finds(np.stack([outline(-120 + 80 * k, 0) for k in range(MANY)]), 0.85)
    reader = Named(found.corners[2], shows)
    cloth = Cloth(reader)
    for t in (0.0, 0.1):
        kept = cloth.without_prints(image, found, [], t, whole=True)
        assert np.array_equal(kept.corners, found.corners[2:3] if shows else found.corners[:0])
    assert reader.asked == len(found)
