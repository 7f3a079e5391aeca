"""When a table cannot be seen at all, and when it only looks otherwise. Painted frames with a sensor's noise."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.view.view_lost import FROZEN, NEW_VIEW_S, Loss, ViewWatch

FPS = 12
HIGH, WIDE = 360, 640
SKIN = (120, 150, 205)
Change = Callable[[np.ndarray], np.ndarray]


def table(cards: int = 4) -> np.ndarray:
    """A green cloth with a little pattern, a tray at its edge and some cards in a row, one print each."""
    rng = np.random.default_rng(2)
    cloth = np.full((HIGH, WIDE, 3), (60, 110, 70), np.int16) + rng.integers(-6, 7, (HIGH, WIDE, 1))
    image = cloth.astype(np.uint8)
    cv2.rectangle(image, (600, 20), (636, 120), (30, 40, 60), -1)
    for k in range(cards):
        x = 40 + 90 * k
        cv2.rectangle(image, (x, 120), (x + 60, 204), (240, 240, 240), -1)
        for row in range(k + 2):
            cv2.circle(image, (x + 15 + 30 * (row % 2), 135 + 12 * row), 5, (30, 30, 190), -1)
    return image


GRAINS = [np.random.default_rng(k).normal(0, 3, (HIGH, WIDE, 3)).astype(np.int8) for k in range(5)]


class Seen:
    """A watch that has seen a still table for three seconds."""

    def __init__(self, image: np.ndarray) -> None:
        self.watch, self.number = ViewWatch(), 0
        self.show(image, 3.0)

    def show(self, image: np.ndarray, seconds: float = 1 / FPS, noise: bool = True) -> Loss | None:
        """Show a picture for so long; what is said of the last frame."""
        loss = None
        for _ in range(round(seconds * FPS)):
            grain = GRAINS[self.number % len(GRAINS)] * noise
            frame = np.asarray(cv2.add(image, grain, dtype=cv2.CV_8U), np.uint8)
            loss = self.watch.see(frame, self.number / FPS)
            self.number += 1
        return loss


def half_covered(image: np.ndarray) -> np.ndarray:
    image = image.copy()
    cv2.ellipse(
        image, (WIDE // 2, int(HIGH * 0.8)), (int(WIDE * 0.42), int(HIGH * 0.62)), 0, 0, 360, SKIN, -1
    )
    return image


def arm_over(image: np.ndarray) -> np.ndarray:
    """An arm in a sleeve that lies over a third of the picture."""
    image = image.copy()
    cv2.rectangle(image, (200, 0), (412, HIGH), (90, 60, 40), -1)
    return image


LOST: dict[str, tuple[Change, Loss]] = {
    "black": (lambda image: np.full_like(image, 3), Loss.DARK),
    "white": (lambda image: np.full_like(image, 254), Loss.BRIGHT),
    "skin": (lambda image: np.full_like(image, SKIN), Loss.COVERED),
    "grey": (lambda image: np.full_like(image, 128), Loss.COVERED),
    "half covered": (half_covered, Loss.COVERED),
    "blurred": (lambda image: cv2.GaussianBlur(image, (0, 0), 7), Loss.BLURRED),
    "exposure gone": (lambda image: np.clip(image.astype(float) * 12, 0, 255).astype(np.uint8), Loss.BRIGHT),
}


@pytest.mark.parametrize(("change", "why"), LOST.values(), ids=LOST)
def test_a_view_that_shows_no_table_is_lost_at_once_and_back_at_once(change: Change, why: Loss) -> None:
    seen = Seen(table())
    assert seen.show(change(table())) is why
    assert seen.show(change(table()), 5.0) is why
    assert seen.show(table()) is None


SEEN: dict[str, Change] = {
    "an arm over a third": arm_over,
    "all cards swept": lambda image: table(0),
    "a lamp switched on": lambda image: np.clip(image.astype(float) * 1.6, 0, 255).astype(np.uint8),
    "a lamp switched off": lambda image: image // 2,
    "a lamp of another colour": lambda image: (image * [0.6, 0.8, 1.0]).astype(np.uint8),
    "a little out of focus": lambda image: cv2.GaussianBlur(image, (0, 0), 1.2),
}


@pytest.mark.parametrize("change", SEEN.values(), ids=SEEN)
def test_a_view_that_only_looks_otherwise_is_none(change: Change) -> None:
    seen = Seen(table())
    assert seen.show(change(table())) is None
    assert seen.show(change(table()), 3.0) is None


def test_a_white_cloth_from_which_all_cards_are_taken_is_not_out_of_focus() -> None:
    white = np.full((HIGH, WIDE, 3), 235, np.uint8)
    laid = white.copy()
    for k in range(12):
        cv2.circle(laid, (60 + 40 * k, 140 + 20 * (k % 3)), 5, (30, 30, 190), -1)
    seen = Seen(laid)
    assert seen.show(white, 1.0) is None


def test_a_picture_that_fades_slowly_is_held_against_what_it_was() -> None:
    seen = Seen(table())
    said = [seen.show(np.clip(table() * (1 + k / 6), 0, 255).astype(np.uint8)) for k in range(72)]
    assert said[-1] is Loss.BRIGHT


def test_a_cloth_of_checks_that_is_pulled_is_the_same_table_and_a_hand_on_it_is_none() -> None:
    """By half a check: nearly every place in the picture has another colour then."""
    checks = table()
    white = (np.indices((HIGH, WIDE)) // 16).sum(0) % 2 == 1
    plain = (checks == table(0)).all(2)
    checks[white & plain] = (225, 225, 225)
    pulled = np.roll(checks, 16, axis=1)
    seen = Seen(checks)
    assert seen.show(pulled, 0.5) is None
    assert seen.show(half_covered(pulled)) is Loss.COVERED
    assert seen.show(pulled, 0.5) is None


def test_a_camera_that_was_turned_elsewhere_shows_a_table_again_after_a_while() -> None:
    seen = Seen(table())
    moved = np.ascontiguousarray(np.roll(table()[::-1], 200, 1) // 2 + 120)
    cv2.rectangle(moved, (0, 0), (WIDE, 210), (200, 60, 20), -1)
    assert seen.show(moved, NEW_VIEW_S - 1) is Loss.COVERED
    assert seen.show(moved, 2.0) is None


def test_a_hand_held_still_on_the_lens_is_no_table_however_long() -> None:
    seen = Seen(table())
    assert seen.show(np.full((HIGH, WIDE, 3), SKIN, np.uint8), NEW_VIEW_S + 2) is Loss.COVERED


def test_the_same_picture_again_and_again_stands_still() -> None:
    seen = Seen(table())
    assert seen.show(table(), FROZEN - 0.25, noise=False) is None
    assert seen.show(table(), 1.0, noise=False) is Loss.FROZEN
    assert seen.show(table()) is None


def test_a_film_that_repeats_its_pictures_from_the_first_is_not_frozen() -> None:
    watch = ViewWatch()
    assert {watch.see(table(), k / FPS) for k in range(60)} == {None}


def test_a_black_picture_is_no_bare_table_even_at_the_start() -> None:
    assert ViewWatch().see(np.zeros((HIGH, WIDE, 3), np.uint8), 0.0) is Loss.DARK


@pytest.mark.parametrize("blocks", [0, 2])
def test_a_picture_stands_still_where_its_noise_does_not_change(blocks: int) -> None:
    """A camera's noise differs from frame to frame; of a frozen picture, coded anew, only some blocks do."""
    seen = Seen(table())
    assert not seen.watch.stands
    for k in range(4):
        again = table()
        again[32 * k : 32 * k + 8 * blocks, :32] += 2
        seen.show(again, noise=False)
    assert seen.watch.stands
    seen.show(table())
    assert not seen.watch.stands


def test_a_film_without_noise_does_not_stand_still_when_nothing_moves() -> None:
    watch = ViewWatch()
    stood = []
    for k in range(60):
        watch.see(table(), k / FPS)
        stood.append(watch.stands)
    assert not any(stood)
