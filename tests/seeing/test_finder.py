"""The finder around its network: fitting pictures in, carrying corners back, one find a card."""

import numpy as np
import pytest

from vision.detection.detections import Detections
from vision.detection.finder import Finder, answers, distinct, seen_twice
from vision.detection.letterbox import letterboxed
from vision.runtime.inference import CannotRun

CARD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)


class FixedRows:
    """A network that gives the same finds whatever it is shown, and remembers what that was."""

    def __init__(self, *finds: tuple[np.ndarray, float]) -> None:
        self.output = np.zeros((1, 17, 300), np.float32)
        for row, (corners, confidence) in zip(self.output[0].T, finds, strict=False):
            row[:4] = *corners.mean(0), *np.ptp(corners, axis=0)
            row[4] = confidence
            row[5:] = np.column_stack([corners, np.ones(4)]).reshape(-1)
        self.shown: list[np.ndarray] = []

    def run(self, batch: np.ndarray) -> np.ndarray:
        self.shown.append(batch)
        return self.output


def picture(width: int, height: int) -> np.ndarray:
    return np.full((height, width, 3), 200, np.uint8)


@pytest.mark.parametrize(
    ("size", "seen"),
    [
        ((1280, 720), (384, 640)),
        ((720, 1280), (640, 384)),
        ((640, 640), (640, 640)),
        ((378, 504), (640, 480)),
        ((3000, 10), (64, 640)),
    ],
)
def test_the_network_sees_the_whole_picture_in_its_shape_on_a_grid_of_32(
    size: tuple[int, int], seen: tuple[int, int]
) -> None:
    batch, _ = letterboxed(picture(*size), 640)
    assert batch.shape == (1, 3, *seen)
    assert batch.dtype == np.float32
    assert batch.max() <= 1


def test_the_network_sees_red_green_blue() -> None:
    image = picture(640, 640)
    image[:] = (0, 51, 255)  # BGR
    batch, _ = letterboxed(image, 640)
    assert batch[0, :, 320, 320].tolist() == pytest.approx([1, 0.2, 0])


def test_what_lies_beside_the_picture_is_grey() -> None:
    batch, fit = letterboxed(picture(1280, 720), 640)
    assert fit.top == 12
    assert batch[0, 0, 0, 0] == pytest.approx(114 / 255)
    assert batch[0, 0, 200, 0] == pytest.approx(200 / 255)


def test_corners_come_back_in_the_pixels_of_the_picture() -> None:
    """A mark drawn in the picture, found in the batch, and carried back, lies where it was drawn."""
    image = picture(1300, 700)
    image[400:440, 900:940] = 0
    batch, fit = letterboxed(image, 640)
    rows, columns = np.nonzero(batch[0, 0] < 0.2)
    middle = np.array([columns.mean(), rows.mean()], np.float32)
    assert fit.undone(middle) == pytest.approx([919.5, 419.5], abs=0.6)


def test_corners_come_back_from_a_picture_made_higher() -> None:
    image = picture(1300, 700)
    image[400:440, 900:940] = 0
    batch, fit = letterboxed(image, 640, stretch=1.6)
    rows, columns = np.nonzero(batch[0, 0] < 0.2)
    assert np.ptp(rows) > 1.4 * np.ptp(columns)
    middle = np.array([columns.mean(), rows.mean()], np.float32)
    assert fit.undone(middle) == pytest.approx([919.5, 419.5], abs=0.6)


def test_cards_are_found_most_confident_first() -> None:
    finds = FixedRows((CARD + 100, 0.6), (CARD + 300, 0.9), (CARD + 200, 0.1))
    found = Finder(finds).find(picture(640, 640))
    assert found.confidence.tolist() == pytest.approx([0.9, 0.6])
    assert found.corners[0] == pytest.approx(CARD + 300)


def test_the_size_that_the_network_sees_can_be_set() -> None:
    finds = FixedRows((CARD + 100, 0.9))
    found = Finder(finds, long_side=320).find(picture(640, 480))
    assert finds.shown[0].shape == (1, 3, 256, 320)
    assert found.corners[0, 0, 0] == pytest.approx(200.5)
    Finder(finds).find(picture(640, 480), long_side=512)
    assert finds.shown[1].shape == (1, 3, 384, 512)


def test_a_find_that_no_card_could_look_like_is_dropped() -> None:
    dent = np.array([[0, 0], [60, 0], [10, 10], [0, 90]], np.float32)
    found = Finder(FixedRows((dent + 100, 0.9), (CARD / 30 + 50, 0.9))).find(picture(640, 640))
    assert len(found) == 0


def test_a_card_found_twice_counts_once_and_the_surer_find_stays() -> None:
    found = Detections(
        np.stack([CARD, CARD + 5, CARD[[2, 3, 0, 1]] + 3]), np.array([0.5, 0.8, 0.7], np.float32)
    )
    assert distinct(found).confidence.tolist() == pytest.approx([0.8])


def test_cards_half_over_each_other_are_two() -> None:
    fan = np.stack([CARD, CARD + np.array([16, 0], np.float32) * 1.2])
    assert len(distinct(Detections(fan, np.array([0.9, 0.8], np.float32)))) == 2


def test_a_card_across_another_is_a_second_card() -> None:
    square = np.array([[0, 0], [70, 0], [70, 80], [0, 80]], np.float32)
    across = np.array([[75, 5], [75, 75], [-5, 75], [-5, 5]], np.float32)
    assert len(distinct(Detections(np.stack([square, across]), np.array([0.9, 0.8], np.float32)))) == 2


@pytest.mark.parametrize("height", [88, 52])
@pytest.mark.parametrize("degrees", [25, 45, 90])
def test_a_card_lying_on_another_is_a_second_card(degrees: int, height: int) -> None:
    """Two cards 63 x 88 mm, seen from above, and from so low that heights are pressed together."""
    card = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]], np.float32)
    turn = np.radians(degrees)
    across = card @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]], np.float32)
    both = np.stack([card, across]) * np.array([1, height / 88], np.float32)
    assert len(distinct(Detections(both.astype(np.float32), np.array([0.9, 0.8], np.float32)))) == 2


@pytest.mark.parametrize(("together", "cards"), [(0.6, 2), (0.95, 1)])
def test_cards_that_together_look_like_one_are_the_cards_if_they_are_surer(
    together: float, cards: int
) -> None:
    """A card's two halves may look like cards too, but less so than the card."""
    heap = np.array([[-5, -5], [200, -5], [200, 290], [-5, 290]], np.float32)
    found = Detections(np.stack([heap, CARD, CARD + 95]), np.array([together, 0.9, 0.8], np.float32))
    assert len(distinct(found)) == cards


def test_an_output_of_another_shape_is_refused() -> None:
    with pytest.raises(CannotRun, match=r"no finder: expected shape \(1, 17, n\), got \(1, 300, 6\)"):
        answers(np.zeros((1, 300, 6), np.float32), 0.3)


def test_rows_with_no_numbers_in_them_are_ignored() -> None:
    finds = FixedRows((CARD + 100, 0.9), (CARD * np.nan, 0.9))
    assert len(Finder(finds).find(picture(640, 640))) == 1


def test_rows_without_a_class_are_understood() -> None:
    finds = FixedRows((CARD + 100, 0.9))
    finds.output = np.delete(finds.output, 5, 2)
    assert Finder(finds).find(picture(640, 640)).corners[0] == pytest.approx(CARD + 100)


def test_a_card_seen_from_low_whose_long_side_is_taken_for_the_short_one_is_one_card() -> None:
    """About as broad as long there, it was two cards in two looks, one from afar and one from near."""
    flat = np.array([[600, 45], [690, 45], [695, 95], [598, 95]], np.float32)
    turned = np.roll(flat, 1, 0) + np.array([2, 1], np.float32)
    assert len(distinct(Detections(np.stack([flat, turned]), np.array([0.8, 0.7], np.float32)))) == 1


def test_of_two_looks_at_one_card_the_surer_outline_stays_whichever_way_it_points() -> None:
    """A card seen from low was two cards, one a look: in the picture and in that without the bare table."""
    square = np.array([[0, 0], [80, 0], [80, 76], [0, 76]], np.float32)
    across = np.roll(square * np.float32(0.85), 1, 0)
    one = Detections(square[None], np.array([0.8], np.float32))
    other = Detections(across[None], np.array([0.9], np.float32))
    assert len(distinct(Detections.joined(one, other))) == 2, "one look may see two cards so"
    assert seen_twice(one, other).confidence.tolist() == pytest.approx([0.9])
    assert seen_twice(other, one).confidence.tolist() == pytest.approx([0.9])
    apart = Detections(square[None] + np.float32(200), np.array([0.5], np.float32))
    assert seen_twice(one, apart).confidence.tolist() == pytest.approx([0.8, 0.5])


def test_where_the_picture_without_the_bare_table_lacks_part_of_a_card_the_live_outline_stays() -> None:
    """An ace whose white upper third looked as the newspaper did was found two thirds as high, and surer."""
    whole = np.array([[0, 0], [60, 0], [60, 34], [0, 34]], np.float32)
    rest = np.array([[0, 11], [60, 11], [60, 34], [0, 34]], np.float32)
    live = Detections(whole[None], np.array([0.7], np.float32))
    plain = Detections(rest[None], np.array([0.9], np.float32))
    seen = seen_twice(live, plain)
    assert seen.corners[0] == pytest.approx(whole)
    assert seen.confidence.tolist() == pytest.approx([0.9])
