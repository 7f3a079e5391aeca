"""Indices: where they lie on a card, cut out and turned upright, and the card that must lie around one."""

import cv2
import numpy as np
import pytest

from engine.cards import PACK
from vision.detection.detections import SeenCard
from vision.reading.indices import (
    INDEX_HEIGHT,
    INDEX_WIDTH,
    PATCH_MARGIN,
    PATCH_SHARE,
    UNIT_SQUARE,
    IndexReader,
    Indices,
    flattened_index,
    outlines_from,
    patches,
)
from vision.reading.reader import CLASSES

CARD = np.array([[200, 100], [320, 130], [278, 298], [158, 268]], np.float32)
"""A card 124 pixels wide and 173 high, turned by 14 degrees."""


def on_card(points: np.ndarray) -> np.ndarray:
    """Points of a card 1 wide and 1 high, on that card."""
    return np.asarray(
        cv2.perspectiveTransform(points.reshape(-1, 1, 2), cv2.getPerspectiveTransform(UNIT_SQUARE, CARD))
    ).reshape(points.shape)


def test_a_card_has_two_indices_or_four_and_they_mirror_each_other() -> None:
    two, four = patches(False), patches(True)
    assert two.shape == (2, 4, 2)
    assert four.shape == (4, 4, 2)
    assert two[0][0] == pytest.approx([0, 0])
    assert two[1][0] == pytest.approx([1, 1]), "the other end's reads from its own top left"
    assert four[1].max(0) == pytest.approx([1, PATCH_SHARE[1]])
    for patch in four:
        assert np.ptp(patch, axis=0) == pytest.approx(PATCH_SHARE)


def test_an_index_is_cut_out_upright_from_either_end() -> None:
    picture = np.full((400, 480, 3), 90, np.uint8)
    cv2.fillConvexPoly(picture, CARD.astype(int), (255, 255, 255))
    for patch in patches(False):
        place = on_card(patch)
        top = (place[0] * 0.75 + place[2] * 0.25).astype(int)
        cv2.circle(picture, (int(top[0]), int(top[1])), 5, (0, 0, 255), -1)
    for patch in patches(False):
        crop = flattened_index(picture, on_card(patch))
        assert crop.shape == (INDEX_HEIGHT, INDEX_WIDTH, 3)
        red = np.argwhere((crop[..., 2] > 150) & (crop[..., 0] < 100)).mean(0)
        assert red[0] < INDEX_HEIGHT * 0.4, "the mark near the top left is there"
        assert red[1] < INDEX_WIDTH * 0.4


def test_of_a_large_picture_only_what_lies_around_an_index_is_blurred(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A picture of 8,000 pixels took a minute, blurred whole for every patch; the crop is the same."""
    rng = np.random.default_rng(3)
    noise = rng.integers(0, 256, (1500, 2000, 3), np.uint8)
    picture = np.asarray(cv2.GaussianBlur(noise, (0, 0), 3), np.uint8)
    patch = np.array([[700, 300], [1000, 340], [960, 700], [660, 650]], np.float32)
    at_border = patch - patch.min(0) - 40
    blur, areas = cv2.blur, list[int]()

    def noted(part: np.ndarray, size: tuple[int, int]) -> np.ndarray:
        areas.append(part.shape[0] * part.shape[1])
        return blur(part, size)

    monkeypatch.setattr(cv2, "blur", noted)
    for place in (patch, at_border):
        whole = blur(picture, (5, 5))
        matrix = cv2.getPerspectiveTransform(place, flattened_target())
        expected = cv2.warpPerspective(whole, matrix, (INDEX_WIDTH, INDEX_HEIGHT), flags=cv2.INTER_LINEAR)
        assert np.abs(flattened_index(picture, place).astype(int) - expected).max() <= 2
    assert max(areas) < picture.shape[0] * picture.shape[1] / 4


def flattened_target() -> np.ndarray:
    """Where a patch's corners lie in a flattened index."""
    left, top, right, bottom = PATCH_MARGIN
    wide, high = INDEX_WIDTH / (1 + left + right), INDEX_HEIGHT / (1 + top + bottom)
    return np.asarray((UNIT_SQUARE + np.array([left, top])) * np.array([wide, high]), np.float32)


def test_an_index_tells_where_its_card_lies() -> None:
    for number, patch in enumerate(patches(True)):
        left, right = outlines_from(on_card(patch))
        outline = right if number % 2 else left
        assert np.abs(outline.mean(0) - CARD.mean(0)).max() < 2
        turned = np.roll(outline, 2, 0)
        assert min(np.abs(outline - CARD).max(), np.abs(turned - CARD).max()) < 3


class Says:
    """A network that always gives the same answer."""

    def __init__(self, answer: np.ndarray) -> None:
        self.answer = answer.astype(np.float32)

    def run(self, batch: np.ndarray) -> np.ndarray:
        return self.answer if self.answer.ndim == 3 else np.repeat(self.answer[None], len(batch), 0)


class SaysUpright:
    """A finder that gives its answer of a picture that is lighter at its top, and finds nothing in others."""

    def __init__(self, answer: np.ndarray) -> None:
        self.answer = answer.astype(np.float32)

    def run(self, batch: np.ndarray) -> np.ndarray:
        half = batch.shape[2] // 2
        return self.answer * float(batch[:, :, :half].mean() > batch[:, :, half:].mean())


def lit(height: int, width: int, *, above: bool = True) -> np.ndarray:
    """A black picture with a white row at its top or its bottom."""
    picture = np.zeros((height, width, 3), np.uint8)
    picture[0 if above else -1] = 255
    return picture


def column(patch: np.ndarray, confidence: float) -> list[float]:
    """One answer of the index finder."""
    low, high = patch.min(0), patch.max(0)
    box = [*(low + high) / 2, *(high - low)]
    return [*box, confidence, *np.column_stack([patch, np.ones(4)]).reshape(-1)]


def test_each_index_is_found_once_in_the_picture_s_pixels_and_read() -> None:
    patch = np.array([[100, 50], [120, 50], [120, 80], [100, 80]], np.float32)
    rows = [column(patch, 0.9), column(patch + 2, 0.8), column(patch + 100, 0.7), column(patch + 200, 0.05)]
    says = np.full(CLASSES, 0.1 / (CLASSES - 1))
    says[7] = 0.9
    indices = Indices(SaysUpright(np.array(rows).T[None]), IndexReader(Says(says)))
    found = indices.look(lit(640, 1280), 640)
    assert [index.confidence for index in found] == pytest.approx([0.9, 0.7])
    assert found[0].patch[0] == pytest.approx([200.5, 100.5])
    assert found[0].posterior.argmax() == 7
    assert found[0].posterior[7] == pytest.approx(0.9)
    twice = indices.look(lit(640, 1280), 640, 320)
    assert [round(float(index.patch[0, 0]), -1) for index in twice] == [200, 400, 400, 800], (
        "each look's, at its scale"
    )


def test_an_index_that_only_the_picture_turned_by_half_shows_is_found_where_it_lies() -> None:
    """Of bidly's fans 319 of 345 cards were found in looks at the picture as it is, 330 with those."""
    patch = np.array([[100, 50], [120, 50], [120, 80], [100, 80]], np.float32)
    indices = Indices(SaysUpright(np.array([column(patch, 0.9)]).T[None]), IndexReader(Says(said(7, 0.9))))
    (found,) = indices.look(lit(640, 640, above=False), 640)
    assert found.patch == pytest.approx(640 - patch, abs=1), "its own top left first, as the index stands"


def test_a_picture_without_indices_has_none() -> None:
    nothing = np.zeros((1, 17, 5))
    assert (
        Indices(Says(nothing), IndexReader(Says(np.ones(CLASSES)))).look(np.zeros((64, 64, 3), np.uint8), 64)
        == []
    )


def test_the_indices_at_both_ends_of_a_flattened_card_are_read() -> None:
    class Reds:
        """Says of an index that is mostly red that it is the first card, of any other that it is the second."""

        def run(self, batch: np.ndarray) -> np.ndarray:
            answer = np.zeros((len(batch), CLASSES), np.float32)
            answer[np.arange(len(batch)), np.where(batch[:, 0].mean((1, 2)) > 0.5, 0, 1)] = 1
            return answer

    crops = np.zeros((2, 176, 128, 3), np.uint8)
    crops[0, :60, :50, 2] = 255  # the left of one end
    crops[1, -60:, -50:, 2] = 255  # and of the other, as it is held
    read = IndexReader(Reds()).of_cards(crops)
    assert read.shape == (2, 2, CLASSES)
    assert read.argmax(2).tolist() == [[0, 1], [1, 0]]


class Noting:
    """A network that always gives the same answer, and counts the crops it was given."""

    def __init__(self, answer: np.ndarray) -> None:
        self.answer, self.crops = answer.astype(np.float32), 0

    def run(self, batch: np.ndarray) -> np.ndarray:
        self.crops += len(batch)
        return np.repeat(self.answer[None], len(batch), 0)


def said(code: int, probability: float) -> np.ndarray:
    answer = np.full(CLASSES, (1 - probability) / (CLASSES - 1))
    answer[code] = probability
    return answer


@pytest.mark.parametrize(
    ("says", "known", "crops"),
    [
        (said(7, 0.9), True, 1),
        (said(7, 0.9), False, 5),
        (said(8, 0.9), True, 5),
        (said(7, 0.7), True, 5),
        (said(52, 0.97), False, 2),
        (said(52, 0.9), False, 6),
    ],
    ids=["a known card's own", "no card's", "another card's", "hardly read", "surely none", "perhaps none"],
)
def test_an_index_is_read_again_only_where_one_reading_tells_little(
    says: np.ndarray, known: bool, crops: int
) -> None:
    """A known card's four indices, and every spot on a cloth, were read five times, upside down as well."""
    card = SeenCard(PACK[7], 0.99, CARD)
    patch = on_card(patches(False)[0])
    reads = Noting(says)
    indices = Indices(SaysUpright(np.array([column(patch, 0.9)]).T[None]), IndexReader(reads))
    found = indices.look(lit(640, 640), 640, known=[card] if known else [])
    assert len(found) == 1
    assert found[0].posterior == pytest.approx(says, abs=1e-4)
    assert reads.crops == crops
