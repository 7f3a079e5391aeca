"""Bars that a lamp's flicker draws are taken out; arms, switched lamps and a passing flash are none."""

import numpy as np
import pytest

from vision.arrays import Image
from vision.tracking.background import Background
from vision.view.light import FRAMES, SLOWLY, Flicker

ROWS = np.arange(360)[:, None, None]


def table(k: int, arm: int | None = None) -> Image:
    """Two cards on wood with some grain, and perhaps an arm that has come in over so many rows."""
    image = np.full((360, 640, 3), (50, 70, 90), np.uint8)
    image += np.random.default_rng(k).integers(0, 4, image.shape, np.uint8)
    image[100:160, 200:240] = image[200:260, 400:440] = 220
    if arm is not None:
        image[:arm, 300:360] = 150
    return image


def lit(image: Image, light: object) -> Image:
    return np.clip(image * np.asarray(light, np.float32), 0, 255).astype(np.uint8)


def bars(k: int, depth: float = 0.15) -> np.ndarray:
    """The light of each row in frame ``k``: 2.2 bars over the picture, which wander by 0.4 of one each frame."""
    return 1 + depth * np.sin(ROWS / 360 * 14 + 2.5 * k)


def test_a_film_without_bars_is_left_as_it_is() -> None:
    flicker = Flicker()
    for k in range(60):
        image = table(k, arm=10 * (k % 20) if k > 20 else None)
        assert flicker.without(image) is image


@pytest.mark.parametrize(
    ("since", "until", "light"),
    [(30, 60, 0.5), (30, 34, 1.6), (30, 50, 6.0)],
    ids=["lamp", "flash", "nothing but white for a second and a half"],
)
def test_a_switched_lamp_and_a_flash_are_no_bars(since: int, until: int, light: float) -> None:
    flicker = Flicker()
    for k in range(60):
        image = lit(table(k), light if since < k < until else 1.0)
        assert flicker.without(image) is image


def test_bars_are_taken_out_once_they_are_known() -> None:
    def off(image: Image, k: int) -> float:
        return float(np.abs(image.astype(float) / table(k) - 1).mean())

    flicker = Flicker()
    frames = [lit(table(k), bars(k)) for k in range(SLOWLY + 10)]
    without = [flicker.without(image) for image in frames]
    for k in range(SLOWLY, SLOWLY + 10):
        assert off(frames[k], k) > 0.08
        assert off(without[k], k) < 0.03


def test_under_bars_little_moves_but_an_arm() -> None:
    def told(flicker: Flicker | None) -> tuple[float, float]:
        """In which share of the frames nothing moves: before an arm comes in, and while it does."""
        background, still = Background(), []
        for k in range(70):
            image = lit(table(k, arm=14 * (k - 60) if k > 60 else None), bars(k))
            background.update(image if flicker is None else flicker.without(image))
            still.append(background.still())
        return float(np.mean(still[SLOWLY + 12 : 61])), float(np.mean(still[62:]))

    before, then = told(Flicker())
    assert before >= 0.75
    assert then == 0
    raw_before, raw_then = told(None)
    assert raw_before - raw_then < 0.3, "the bars hide the arm"


def test_under_bars_an_arm_over_a_row_of_cards_does_not_come_in_along_that_row() -> None:
    """The arm and its card changed how bright that row was on average, so that all of it seemed to move: a card had
    been laid from the left and the right (evening tablet 10046).
    """
    flicker, background, came_in = Flicker(), Background(), list[float]()
    for k in range(75):
        image = table(k)
        for x in range(40, 600, 110):
            image[150:200, x : x + 60] = 220
        if k > 55:
            tip = 16 * (k - 55)
            image[:tip, 290:370] = 150
            image[max(tip - 50, 0) : tip, 260:400] = 230
        background.update(flicker.without(lit(image, bars(k))))
        came_in += background.arms() if k > 55 else ()
    assert came_in
    assert all(min(degrees % 180, -degrees % 180) > 20 for degrees in came_in)


def test_a_picture_of_another_size_begins_anew() -> None:
    flicker = Flicker()
    for k in range(FRAMES + 2):
        flicker.without(lit(table(k), bars(k)))
    small = table(0)[::2, ::2].copy()
    assert flicker.without(small) is small
