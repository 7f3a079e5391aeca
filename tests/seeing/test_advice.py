"""What is wrong with a picture is said, and where: real photographs made dark, blurred, small, slanted, dazzled."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.files.pictures import read_picture
from vision.photograph import Recogniser
from vision.view.advice import Advice, Fault, advise, tilt_of

PHOTOGRAPHS = Path(os.environ.get("PORRAZO_PHOTOS", "nowhere"))
real = pytest.mark.skipif(
    not (PHOTOGRAPHS / "labels.json").is_file(),
    reason="PORRAZO_PHOTOS names no folder of photographs with labels.json",
)
NAMES = (
    "desk/DistanceTest_distance1.jpg", "desk/DistanceTest_distance4.jpg", "desk/DistanceTest_distance7.jpg",
    "desk/OverallTest_test2.jpg", "desk/OverallTest_test21.jpg", "mrpawelas/Zbiory_1.jpg",
    "mrpawelas/Zbiory_3.jpg", "mrpawelas/medium_IMG20201201143359.jpg", "edje/test_IMG_2564.jpg",
)  # fmt: skip


@dataclass(frozen=True)
class Photograph:
    name: str
    image: Image
    cards: Floats

    @property
    def middle(self) -> Floats:
        """Of the picture, in pixels."""
        return np.array([self.image.shape[1] / 2, self.image.shape[0] / 2], np.float32)

    @property
    def width(self) -> float:
        """Pixels of a card's shorter side, in the median."""
        sides = np.linalg.norm(self.cards[:, 1] - self.cards[:, 0], axis=1)
        return float(np.median(sides))


@pytest.fixture(scope="module")
def photographs() -> list[Photograph]:
    recogniser = Recogniser.load()

    def each() -> Iterator[Photograph]:
        for name in NAMES:
            image = shrunk(read_picture(PHOTOGRAPHS / name))
            yield Photograph(name, image, recogniser.find(image).corners)

    return list(each())


def shrunk(image: Image) -> Image:
    """As a camera over a table gives it, 960 pixels wide at most."""
    share = min(1.0, 960 / max(image.shape))
    return np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)


def faults(image: Image, cards: Floats) -> set[Fault]:
    return {advice.fault for advice in advise(image, cards)}


def share_with(fault: Fault, said: list[set[Fault]]) -> float:
    return sum(fault in one for one in said) / len(said)


@real
def test_of_good_photographs_nothing_is_said(photographs: list[Photograph]) -> None:
    spoken = {p.name: faults(p.image, p.cards) for p in photographs}
    assert sum(bool(said) for said in spoken.values()) <= 1, spoken


@real
def test_a_dark_picture_is_called_dark(photographs: list[Photograph]) -> None:
    noise = np.random.default_rng(1)
    dimmed = [
        np.clip(p.image * 0.15 + noise.normal(0, 4, p.image.shape), 0, 255).astype(np.uint8)
        for p in photographs
    ]
    said = [faults(image, p.cards) for image, p in zip(dimmed, photographs, strict=True)]
    assert share_with(Fault.DARK, said) == 1
    assert share_with(Fault.BLURRED, said) == 0, "noise is no blur, and darkness is said instead"


@real
def test_a_dark_picture_without_cards_is_called_dark(photographs: list[Photograph]) -> None:
    nothing = np.zeros((0, 4, 2), np.float32)
    assert faults(np.asarray(photographs[0].image * 0.12, np.uint8), nothing) == {Fault.DARK}
    assert faults(photographs[0].image, nothing) == set()


@real
def test_a_blurred_picture_is_called_blurred(photographs: list[Photograph]) -> None:
    dull = [cv2.GaussianBlur(p.image, (0, 0), 0.045 * p.width) for p in photographs]
    said = [faults(np.asarray(image, np.uint8), p.cards) for image, p in zip(dull, photographs, strict=True)]
    assert share_with(Fault.BLURRED, said) >= 0.9


@real
def test_a_shaken_camera_is_called_blurred_too(photographs: list[Photograph]) -> None:
    said = []
    for p in photographs:
        path = np.ones((1, max(2, round(0.16 * p.width))), np.float32)
        said.append(faults(np.asarray(cv2.filter2D(p.image, -1, path / path.size), np.uint8), p.cards))
    assert share_with(Fault.BLURRED, said) >= 0.9


@real
def test_cards_too_small_to_read_are_called_far(photographs: list[Photograph]) -> None:
    said = []
    for p in photographs:
        shrink = 26 / p.width
        small = cv2.resize(p.image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        said.append(faults(np.asarray(small, np.uint8), p.cards * np.float32(shrink)))
    assert share_with(Fault.FAR, said) == 1
    assert share_with(Fault.BLURRED, said) == 0


@real
def test_a_table_seen_at_a_slant_is_called_tilted(photographs: list[Photograph]) -> None:
    """Foreshortened by 2.5, as a table is by 66 degrees."""
    squeeze = np.array([1, 0.4], np.float32)
    several = [p for p in photographs if len(p.cards) >= 3]
    said = []
    for p in several:
        image = np.asarray(cv2.resize(p.image, None, fx=1, fy=0.4, interpolation=cv2.INTER_AREA), np.uint8)
        said.append(faults(image, p.cards * squeeze))
    assert share_with(Fault.TILTED, said) == 1


@real
def test_a_reflection_on_a_card_is_found_where_it_is(photographs: list[Photograph]) -> None:
    hits = []
    for p in photographs:
        middles = p.cards.mean(1)
        middle = middles[np.linalg.norm(middles - p.middle, axis=1).argmin()]
        said = advise(dazzled(p.image, middle, 0.35 * p.width), p.cards)
        assert Fault.BLURRED not in {a.fault for a in said}, p.name
        spots = [a for a in said if a.fault is Fault.GLARE]
        hits.append(any(holds(a, middle / np.array(p.image.shape[1::-1])) for a in spots))
    assert np.mean(hits) == 1


@real
def test_a_reflection_beside_the_cards_is_found_too(photographs: list[Photograph]) -> None:
    p = next(p for p in photographs if p.name.endswith("distance4.jpg"))
    place = np.array([0.12 * p.image.shape[1], 0.85 * p.image.shape[0]])
    (spot,) = [a for a in advise(dazzled(p.image, place, 0.8 * p.width), p.cards) if a.fault is Fault.GLARE]
    assert holds(spot, (0.12, 0.85))
    assert spot.region is not None
    assert spot.region[2] - spot.region[0] < 0.5, "the region is the spot, not the picture"


@real
def test_only_the_card_out_of_focus_is_named(photographs: list[Photograph]) -> None:
    p = next(p for p in photographs if p.name.endswith("distance7.jpg"))
    left, upper = (p.cards[0].min(0) - 20).astype(int).clip(0)
    right, lower = (p.cards[0].max(0) + 20).astype(int)
    image = p.image.copy()
    image[upper:lower, left:right] = cv2.GaussianBlur(image[upper:lower, left:right], (0, 0), 0.06 * p.width)
    (blurred,) = [a for a in advise(image, p.cards) if a.fault is Fault.BLURRED]
    assert blurred.region is not None
    assert holds(blurred, p.cards[0].mean(0) / np.array(p.image.shape[1::-1]))
    assert (blurred.region[2] - blurred.region[0]) * (blurred.region[3] - blurred.region[1]) < 0.5


@real
def test_every_photograph_has_labels() -> None:
    labels = json.loads((PHOTOGRAPHS / "labels.json").read_text(encoding="utf-8"))
    assert set(NAMES) <= set(labels)


def test_straight_down_is_no_tilt_and_without_cards_there_is_none() -> None:
    upright = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)
    across = np.array([[0, 0], [0, -63], [88, -63], [88, 0]], np.float32)
    cards = np.stack(
        [upright, across + 200, upright + np.array([90, 250]), across + np.array([260, 0])]
    ).astype(np.float32)
    flat = tilt_of(cards)
    assert flat is not None
    assert flat < 25, "cards come in two widths: how much of it is slant is known no better"
    slanted = tilt_of(cards * np.array([1, 0.5], np.float32))
    assert slanted is not None
    assert slanted == pytest.approx(60, abs=8)
    assert tilt_of(np.zeros((0, 4, 2), np.float32)) is None


def dazzled(image: Image, middle: Floats | NDArray[np.float64], radius: float) -> Image:
    """A picture with a lamp's reflection: burnt out in its middle, falling off towards twice the radius."""
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    away = np.hypot(columns - middle[0], rows - middle[1])
    light = np.clip(2 - away / radius, 0, 1)[..., None] * 255
    return np.asarray(np.clip(image + light, 0, 255), np.uint8)


def holds(advice: Advice, place: NDArray[np.floating] | tuple[float, float]) -> bool:
    if advice.region is None:
        return False
    left, upper, right, lower = advice.region
    return bool(left - 0.02 <= place[0] <= right + 0.02 and upper - 0.02 <= place[1] <= lower + 0.02)
