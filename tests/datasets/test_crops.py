"""What the reader is taught: the class of a crop is the card that can be read on it, or that none can."""

from collections import Counter
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from datasets import crops
from datasets.crops import CROP_HEIGHT, CROP_WIDTH, UNREADABLE, crop, flatten
from datasets.decks import CARDS, Deck, Image
from datasets.scenes import Scene, lay, lay_card, placed, project

COVER = np.full((50, 50, 4), 255, np.uint8)


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all cards laid while crops are made, and "cover" wherever a neighbour would have come."""
    names: list[str] = []
    plain: Callable[..., None] = lay_card

    def noted(scene: Scene, rng: np.random.Generator, name: str, *rest: object) -> None:
        names.append(name)
        plain(scene, rng, name, *rest)

    def cover(_: object, scene: Scene, *__: object) -> None:
        names.append("cover")
        lay(scene, COVER, scene.plane @ placed(0, 0, 0, 200, 200, (50, 50)), 0, 1.0, (0.0, 0.0))

    monkeypatch.setattr(crops, "lay_card", noted)
    monkeypatch.setattr(crops, "_neighbour", cover)
    return names


def test_a_free_card_is_its_card_and_one_covered_or_cut_out_sideways_unreadable(
    to_train_on: list[Deck], laid: list[str]
) -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        laid.clear()
        _, label = crop(np.random.default_rng([3, seed]), to_train_on)
        cards = [name for name in laid if name in CARDS]
        if "sideways" in laid:
            assert label == UNREADABLE
            seen["sideways"] += 1
        elif not cards:  # a back, a thing or bare table
            assert label == UNREADABLE
            seen["none"] += 1
        elif laid[-1] == "cover":
            assert label == UNREADABLE, laid
            seen["covered"] += 1
        else:
            assert label == CARDS.index(cards[-1]), laid
            seen["free"] += 1
    assert min(seen[kind] for kind in ("free", "covered", "sideways", "none")) >= 1, seen


def test_crops_are_as_large_as_the_reader_wants_them(to_train_on: list[Deck]) -> None:
    picture, label = crop(np.random.default_rng(0), to_train_on)
    assert picture.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert picture.dtype == np.uint8
    assert 0 <= label <= UNREADABLE == len(CARDS)


@pytest.mark.parametrize("degrees", [0, 37, 90, 200])
def test_flattened_from_its_own_corners_a_card_is_upright_again(
    to_train_on: list[Deck], degrees: float
) -> None:
    face: Image = np.array(to_train_on[0].faces[CARDS.index("Qd")])
    height, width = face.shape[:2]
    plane = np.array([[4.0, 0.3, 300], [0.1, 3.6, 300], [0.0004, 0.0003, 1]])  # seen at a slant
    matrix = plane @ placed(0, 0, degrees, 63, 88, (height, width))
    picture = np.asarray(cv2.warpPerspective(face, matrix, (640, 640))[..., :3], np.uint8)
    corners = project(matrix, np.array([[0, 0], [width, 0], [width, height], [0, height]]))
    flat = flatten(picture, corners).astype(np.float32)
    true = cv2.resize(face[..., :3], (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA)
    rim = 10  # where rounded corners show the table
    off = np.abs(flat - true)[rim:-rim, rim:-rim].mean()
    mirrored = np.abs(flat[:, ::-1] - true)[rim:-rim, rim:-rim].mean()
    assert off < 8
    assert mirrored > 2 * off, "a mirrored card would be told apart"
