"""What is printed on a tablecloth is no card, and what lies on it is no print."""

from typing import cast

import numpy as np
import pytest

from datasets.cloths import SIZE, Laid, bare, camera, laid_on
from datasets.prints import PRINTS, Print
from datasets.scenes import lay_card, project
from vision.detection.cloth import MANY, MOST_PACKS, Prints, of_other_size, repeats
from vision.detection.detections import Detections
from vision.detection.finder import Finder
from vision.photograph import Recogniser
from vision.reading.reader import Reader

BY_NAME = {each.name: each for each in PRINTS}
UPRIGHT = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]], np.float32)
TILT = 20.0


def outline(x: float, y: float, size: float = 1.0, square: bool = False) -> np.ndarray:
    """A card, or a square as broad as one is long, about a place on the table, mm, as TILT shows it."""
    shape = UPRIGHT if not square else np.sign(UPRIGHT) * 44
    return project(camera(85, TILT), shape * size + np.array([x, y], np.float32))


def table(top: Print) -> np.ndarray:
    return laid_on(top, [], Laid(), TILT)[0]


def with_backs(top: Print, *places: tuple[float, float]) -> np.ndarray:
    """A cloth with cards face down, all alike: white rims, blue, a lighter middle."""
    back = np.full((176, 128, 4), 255, np.uint8)
    back[10:-10, 10:-10, :3] = (150, 60, 30)
    back[60:-60, 40:-40, :3] = (220, 180, 140)
    scene = bare(top, TILT)
    for x, y in places:
        lay_card(scene, np.random.default_rng(0), "back", back, x, y, 0.0, (0.01, 0.01))
    return scene.picture


def plain() -> Print:
    """Dots too far apart to be seen: a plain cloth."""
    dots = BY_NAME["dots 60"]
    return Print("plain", dots.maker, 5000.0, 0.0, (90, 120, 60), (90, 120, 60))


def test_faint_finds_that_cannot_be_read_are_print_beside_cards_if_there_are_many() -> None:
    places = np.stack([outline(200 * k - 600, 0, square=True) for k in range(7)])
    read = np.array([True] + [False] * 6)
    confidence = np.array([0.95, 0.95, 0.6, 0.6, 0.6, 0.6, 0.6], np.float32)
    plain = np.zeros((300, 1600, 3), np.uint8)
    said = Prints(plain, Detections(places, confidence)).faint(read)
    assert said.tolist() == [False, False, True, True, True, True, True], (
        "the sure one may be a card face down"
    )
    few = Prints(plain, Detections(places[:5], confidence[:5])).faint(read[:5])
    assert not few.any()


def test_there_are_forty_prints_and_the_same_seed_draws_the_same() -> None:
    assert len(BY_NAME) == len(PRINTS) == 40
    picture, truth = laid_on(BY_NAME["flowers 64"], [("7h", np.full((88, 63, 4), 255, np.uint8))], Laid(1))
    again, _ = laid_on(BY_NAME["flowers 64"], [("7h", np.full((88, 63, 4), 255, np.uint8))], Laid(1))
    assert picture.shape[1::-1] == SIZE
    assert np.array_equal(picture, again)
    assert [card.card for card in truth] == ["7h"]


@pytest.mark.parametrize("name", ["tartan 130", "dots 32", "tiles 100", "lace 75"])
def test_a_print_repeats(name: str) -> None:
    image = table(BY_NAME[name])
    assert all(repeats(image, outline(x, y)) for x, y in ((0, 0), (-120, 40), (90, -60)))


@pytest.mark.parametrize("name", ["tartan 130", "dots 32", "tiles 100", "lace 75"])
def test_a_card_face_down_interrupts_the_print(name: str) -> None:
    places = ((0.0, 0.0), (-120.0, 40.0), (90.0, -60.0))
    image = with_backs(BY_NAME[name], *places)
    assert not any(repeats(image, outline(*place)) for place in places)


def test_cards_face_down_side_by_side_on_a_plain_cloth_are_no_print() -> None:
    places = tuple((x, 0.0) for x in (-140.0, -70.0, 0.0, 70.0, 140.0))
    image = with_backs(plain(), *places)
    assert not any(repeats(image, outline(*place)) for place in places)


def test_what_has_no_card_s_size_beside_cards_is_told() -> None:
    cards = np.stack([outline(-200, 0), outline(0, 60), outline(200, -40)])
    finds = np.stack(
        [outline(100, 90, 0.6), outline(-100, -60), outline(-90, 80, square=True), outline(90, -90, 1.5)]
    )
    assert of_other_size(finds, cards, np.full(4, 0.3, np.float32)).tolist() == [True, False, True, True]


def test_a_part_of_a_card_under_another_is_no_print() -> None:
    cards = np.stack([outline(-200, 0), outline(0, 60), outline(200, -40)])
    strip = np.array([[-31.5, 0], [31.5, 0], [31.5, 38], [-31.5, 38]], np.float32)
    under, alone = (project(camera(85, TILT), strip + at) for at in ((0, -20), (100, 60)))
    found = of_other_size(np.stack([under, alone]), cards, np.full(2, 0.3, np.float32))
    assert found.tolist() == [False, True]


def test_without_many_finds_that_cannot_be_read_all_stay() -> None:
    """A few things on a plain table are reported as they always were."""
    image = table(plain())
    finds = np.stack([outline(60.0 * k, 0, 0.6) for k in range(MANY - 1)])
    none = np.zeros(len(finds), bool)
    found = Detections(finds, np.full(len(finds), 0.5, np.float32))
    assert not Prints(image, found).among(none, none).any()


def test_where_nothing_is_read_only_what_stands_out_stays() -> None:
    image = table(plain())
    count = 2 * MANY
    finds = np.stack([outline(70.0 * (k - 4), 0) for k in range(count)])
    confidence = np.full(count, 0.5, np.float32)
    confidence[:2] = 0.9
    none = np.zeros(count, bool)
    found = Detections(finds, confidence)
    assert Prints(image, found).among(none, none).tolist() == [False] * 2 + [True] * (count - 2)
    many = np.concatenate([finds, finds + 5])
    none = np.zeros(len(many), bool)
    assert len(many) > MOST_PACKS
    found = Detections(many, np.full(len(many), 0.9, np.float32))
    assert Prints(image, found).among(none, none).all()


def test_no_patch_is_read_as_a_card() -> None:
    """Of 35 finds on the bare patchwork eight were named, one of them at 0.96."""
    top = BY_NAME["patchwork 64"]
    seen = Recogniser.load().recognise(laid_on(top, [], Laid(seed=PRINTS.index(top)), TILT)[0])
    assert not [card for card in seen if card.card]
    assert len(seen) < MANY


class ReadsNothing:
    """A reader that can read no card."""

    def read(
        self, image: np.ndarray, corners: np.ndarray, alone: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        blank = np.zeros((len(corners), 53), np.float32)
        blank[:, 52] = 1
        return blank, corners

    def supported(self, image: np.ndarray, corners: np.ndarray, posteriors: np.ndarray) -> np.ndarray:
        return posteriors


@pytest.mark.parametrize(("confidence", "kept"), [(0.95, 3), (0.5, 0)])
def test_a_few_finds_that_stand_out_may_be_cards_face_down_though_they_come_again(
    confidence: float, kept: int
) -> None:
    image = table(BY_NAME["tartan 130"])
    finds = np.stack([outline(x, y) for x, y in ((0, 0), (-120, 40), (90, -60))])
    assert all(repeats(image, find) for find in finds)
    found = Detections(finds, np.full(len(finds), confidence, np.float32))
    recogniser = Recogniser(cast(Finder, None), cast(Reader, ReadsNothing()))
    assert len(recogniser._read(image, found)) == kept
