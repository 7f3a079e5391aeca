"""The deck's back, learnt from cards that lie face down: told again in other light, either end up, and nothing else."""

from typing import cast

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.reading.backs import MOST_VIEWS, Backs, CardReading, FrameReadings, Reads


def card(paint: int) -> np.ndarray:
    """A flattened card 128 x 176: a border, and inside it what ``paint`` draws."""
    rng = np.random.default_rng(paint)
    crop = np.full((176, 128, 3), 240, np.uint8)
    coarse = rng.integers(0, 255, (9, 7, 3)).astype(np.uint8)
    crop[10:-10, 10:-10] = cv2.resize(coarse, (108, 156), interpolation=cv2.INTER_LINEAR)
    return crop


def dimmed(crop: np.ndarray) -> np.ndarray:
    return np.asarray(crop * np.array([0.3, 0.35, 0.45]) + 12, np.uint8)


def test_the_same_back_is_told_in_poor_light_and_upside_down() -> None:
    backs = Backs()
    backs.learn(1, card(1))
    noise = np.random.default_rng(9).normal(0, 6, (176, 128, 3))
    assert backs.like((dimmed(card(1)) + noise).clip(0, 255).astype(np.uint8))
    assert backs.like(card(1)[::-1, ::-1])


def test_other_cards_are_not_like_it() -> None:
    backs = Backs()
    assert not backs.like(card(1)), "nothing has been learnt"
    backs.learn(1, card(1))
    assert not any(backs.like(card(k)) for k in range(2, 30))


def test_plain_things_teach_nothing_and_are_like_nothing() -> None:
    backs = Backs()
    plain = np.full((176, 128, 3), 90, np.uint8)
    backs.learn(1, plain)
    assert not backs.like(plain)
    backs.learn(2, card(1))
    assert not backs.like(plain)


def test_the_latest_sights_are_kept() -> None:
    backs = Backs()
    for number in range(MOST_VIEWS + 1):
        backs.learn(number, card(number))
    assert not backs.like(card(0))
    assert all(backs.like(card(number)) for number in range(1, MOST_VIEWS + 1))


def test_a_card_well_read_before_is_no_back_while_it_reads_rather_as_a_card() -> None:
    """With a sleeve of the backs' colour at its edge it looks like them; what was never read as a card is one."""
    backs, crop = Backs(), card(3)
    backs.learn(1, crop)
    judged = FrameReadings(cast(Reads, None), backs, crop).judged
    for blank, face in ((0.2, True), (0.7, False)):
        reading = CardReading(np.append(np.full(52, (1 - blank) / 52, np.float32), np.float32(blank)), crop)
        assert bool(judged(reading, False, known=True)[52] < 0.5) == face
        assert judged(reading, False, known=False)[52] > 0.9


def test_what_reads_as_one_card_is_no_back_though_something_learnt_looks_a_little_like_it() -> None:
    """A coffee cup was learnt as a back, and the ace of clubs, white with a dark middle, looked like the cup."""
    backs, crop = Backs(), card(3)
    cup = np.asarray(0.6 * crop + 0.4 * card(4), np.uint8)
    backs.learn(1, cup)
    assert backs.like(crop), "it looks a little like it"
    readings = FrameReadings(cast(Reads, None), backs, crop)
    faces = np.full(52, 0.1 / 51, np.float32)
    faces[0] = 0.7
    ace = CardReading(np.append(faces, np.float32(0.2)), crop)
    assert readings.judged(ace, False, known=False)[52] < 0.5
    assert readings.judged(ace, True, known=False)[52] > 0.5, "in a pile of backs it takes more"
    backs.learn(2, crop)
    assert readings.judged(ace, False, known=False)[52] > 0.9, "it looks just like one"


def test_only_what_reads_as_no_card_teaches_how_backs_look() -> None:
    backs, crop = Backs(), card(3)
    readings = FrameReadings(cast(Reads, None), backs, crop)
    for blank, learnt in ((0.2, False), (0.9, True)):
        readings.learn_back(
            1, CardReading(np.append(np.full(52, (1 - blank) / 52, np.float32), np.float32(blank)), crop)
        )
        assert backs.like(crop) == learnt


class ReadsSome:
    """A reader of made-up answers: what begins right of ``edge`` pixels is the ace, what begins left of it unsure."""

    def __init__(self, edge: float) -> None:
        self.edge, self.asked = edge, 0

    def read(self, image: Image, corners: Floats) -> tuple[Floats, Floats]:
        self.asked += len(corners)
        sure = np.where(corners[:, :, 0].min(1) >= self.edge, 0.99, 0.4)
        posteriors = np.repeat((1 - sure[:, None]) / 52, 53, axis=1).astype(np.float32)
        posteriors[:, 0] = sure
        return posteriors, corners


def test_a_card_not_surely_read_is_read_again_on_its_own_edges() -> None:
    """A white card on a dark table; the outline found begins 4 pixels left of it."""
    image = np.full((300, 300, 3), 40, np.uint8)
    image[80:220, 100:200] = 240
    own = np.array([[100, 80], [200, 80], [200, 220], [100, 220]], np.float32)
    found = own + np.array([[-4, 0], [0, 0], [0, 0], [-4, 0]], np.float32)
    for outline, times in ((found, 2), (own, 1)):
        reader = ReadsSome(98.0)
        (read,) = FrameReadings(cast(Reads, reader), Backs(), image).read(outline[None])
        assert read.posterior[0] > 0.9
        assert reader.asked == times
