"""A table in a dark room, before a camera that does not make its pictures brighter, is seen as by day."""

import numpy as np
import pytest

from vision.detection.letterbox import WHITE_LEVEL
from vision.tracking.background import Background
from vision.view.light import DIM_LEVEL, MOST_GAIN, Exposure
from vision.view.view_lost import Loss, ViewWatch


def table(card: int, wood: int) -> np.ndarray:
    """Two cards on a table, grey levels of both."""
    image = np.full((360, 640, 3), wood, np.uint8)
    image[100:160, 200:240] = image[200:260, 400:440] = card
    return image


def level(image: np.ndarray) -> float:
    return float(image.max())


def after(*frames: np.ndarray, cards: bool = True, seconds: float = 1.2) -> np.ndarray:
    """The last of these frames as it is shown, each seen for so long, ten times a second."""
    exposure, t = Exposure(), 0.0
    for image in frames:
        for _ in range(round(10 * seconds)):
            lit = exposure.lit(image, t, cards)
            t += 0.1
    return lit


@pytest.mark.parametrize("card", [DIM_LEVEL, 255])
def test_a_lit_table_is_left_as_it_is(card: float) -> None:
    image = table(int(card), 40)
    assert after(image) is image


@pytest.mark.parametrize("card", [60, 90, 120])
def test_cards_in_the_dark_become_white_and_the_table_as_much_brighter(card: int) -> None:
    lit = after(table(card, 12))
    assert level(lit) == pytest.approx(WHITE_LEVEL, abs=2)
    assert float(lit.min()) == pytest.approx(12 * WHITE_LEVEL / card, abs=1)


def test_beyond_the_largest_factor_there_is_only_noise() -> None:
    assert level(after(table(30, 3))) == pytest.approx(30 * MOST_GAIN, abs=1)


def test_a_dark_table_without_cards_may_be_dark_in_good_light() -> None:
    bare = table(60, 60)
    assert after(bare, cards=False) is bare


def test_the_factor_follows_the_light_and_not_what_passes_by() -> None:
    bright, dark = table(200, 40), table(60, 12)
    exposure = Exposure()
    frames = [(bright, 0.0)]
    frames += [(dark, 1 + 0.1 * k) for k in range(8)]  # somebody's shadow, for 0.7 s
    frames += [(bright, 2.0), (dark, 3.0), (dark, 3.9)]
    assert all(exposure.lit(image, t, True) is image for image, t in frames)
    assert level(exposure.lit(dark, 4.1, True)) == pytest.approx(WHITE_LEVEL, abs=2)  # the lamp is out
    assert level(exposure.lit(bright, 4.2, False)) == 255  # and on again
    assert level(exposure.lit(bright, 5.3, False)) == 200


def test_a_covered_lens_tells_nothing_of_the_light() -> None:
    dark = table(90, 12)
    assert (after(dark, np.full((360, 640, 3), 9, np.uint8), dark, seconds=3) == after(dark)).all()


def test_a_black_picture_stays_one() -> None:
    black = np.full((360, 640, 3), 5, np.uint8)
    assert ViewWatch().see(after(black), 0.0) is Loss.DARK


def test_on_a_black_table_nothing_moves_until_something_does() -> None:
    rng = np.random.default_rng(0)
    background, before = Background(), []
    for k in range(40):
        image = table(70, 0)
        image[:, :, :] += rng.integers(0, 4, image.shape, np.uint8)  # of so little no camera can tell more
        if k >= 30:
            image[100 + 8 * (k - 30) : 160 + 8 * (k - 30), 500:560] = 45
        background.update(image)
        before.append(background.still())
    assert all(before[10:30])
    assert not any(before[30:])


def test_a_hand_in_the_dark_is_seen_to_move() -> None:
    exposure, background = Exposure(), Background()
    rng = np.random.default_rng(1)
    still = []
    for k in range(50):
        image = table(60, 8)
        image += rng.integers(0, 3, image.shape, np.uint8)
        if k >= 40:
            image[60 + 12 * (k - 40) : 160 + 12 * (k - 40), 500:560] += 7
        background.update(exposure.lit(image, k / 10, True))
        still.append(background.still())
    assert all(still[20:40])
    assert not any(still[40:])
