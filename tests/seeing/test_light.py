"""Light that no camera has put right is put right before cards are looked for; light that is well is left alone."""

import cv2
import numpy as np
import pytest

from vision.detection import letterbox
from vision.detection.finder import Finder
from vision.detection.letterbox import letterboxed, white_balance
from vision.tracking.background import Background


def table(card: tuple[int, int, int], cloth: tuple[int, int, int]) -> np.ndarray:
    """A card on a cloth, blue, green and red of each: small, as one looks from afar."""
    image = np.full((720, 1280, 3), cloth, np.uint8)
    image[300:356, 600:640] = card
    return image


@pytest.mark.parametrize(
    ("card", "cloth"),
    [
        ((240, 240, 240), (20, 30, 25)),
        ((240, 240, 240), (30, 20, 140)),
        ((150, 170, 200), (90, 100, 120)),
        ((120, 120, 120), (40, 40, 40)),
    ],
    ids=["black cloth", "red cloth", "warm light", "dim light"],
)
def test_light_in_which_cards_are_nearly_white_is_left_alone(
    card: tuple[int, int, int], cloth: tuple[int, int, int]
) -> None:
    assert white_balance(table(card, cloth)) is None


@pytest.mark.parametrize("card", [(75, 120, 160), (90, 90, 90)], ids=["orange lamp", "dark room"])
def test_a_card_is_made_white_where_it_is_far_from_it(card: tuple[int, int, int]) -> None:
    gains = white_balance(table(card, (20, 30, 40)))
    assert gains is not None
    assert np.array(card) * gains == pytest.approx([letterbox.WHITE_LEVEL] * 3, rel=0.01)


def test_of_darkness_no_light_is_made() -> None:
    gains = white_balance(np.full((720, 1280, 3), 4, np.uint8))
    assert gains == (letterbox.MOST_GAIN,) * 3


def test_the_finder_is_shown_white_cards_in_any_light() -> None:
    shown: list[np.ndarray] = []

    class Network:
        """Notes what it is shown, finds nothing."""

        def run(self, batch: np.ndarray) -> np.ndarray:
            shown.append(batch)
            return np.zeros((1, 17, 8), np.float32)

    lamp = table((75, 120, 160), (20, 30, 40))
    finder = Finder(Network())
    finder.find(lamp)
    finder.find_within(lamp, (400, 200, 900, 500))
    for batch in shown:
        assert batch.max((0, 2, 3)) == pytest.approx([letterbox.WHITE_LEVEL / 255] * 3, abs=0.02)
    plain, _ = letterboxed(table((240, 240, 240), (20, 30, 40)), 640)
    finder.find(table((240, 240, 240), (20, 30, 40)))
    assert (shown[-1] == plain).all()


def test_networks_are_shown_red_green_and_blue_apart() -> None:
    image = np.random.default_rng(2).integers(0, 256, (384, 640, 3)).astype(np.uint8)
    shown, _ = letterboxed(image, 640)
    assert (shown == cv2.dnn.blobFromImage(image, 1 / 255, swapRB=True)).all()


def test_noise_of_a_dim_room_is_no_movement_and_a_hand_in_it_is() -> None:
    rng = np.random.default_rng(0)
    ground = Background()
    still: list[bool] = []
    moved: list[bool] = []
    for k in range(40):
        image = np.clip(rng.normal(70, 24, (360, 640, 3)), 0, 255).astype(np.uint8)
        if k >= 30:
            image[100 : 160 + 8 * (k - 30), 200:260] = (
                np.minimum(image[100 : 160 + 8 * (k - 30), 200:260], 60) + 110
            )
        ground.update(image)
        (still if k < 30 else moved).append(ground.still())
    assert all(still[10:])
    assert not any(moved)


def test_a_camera_that_was_knocked_about_is_no_dim_room() -> None:
    """A few frames in which everything changes say nothing of noise: a faint card laid right after is seen."""
    rng = np.random.default_rng(0)
    cloth = rng.integers(0, 255, (360, 640, 3)).astype(np.uint8)
    steady = cv2.GaussianBlur(cloth, (0, 0), 3).astype(np.uint8)
    laid = steady.copy()
    laid[100:160, 200:240] += 25
    ground = Background()
    for image in (*[steady] * 12, *(np.roll(steady, 90 * k, (0, 1)) for k in range(1, 5)), steady, laid):
        ground.update(image)
    assert ground.moving(np.array([[200, 100], [239, 100], [239, 159], [200, 159]], np.float32)) > 0.5
