"""The reader around its network: flattening, both ends up, probabilities."""

import cv2
import numpy as np
import pytest

from engine.cards import PACK, Card
from vision.reading.reader import CLASSES, HEIGHT, UNREADABLE, WIDTH, Reader, flattened, reading


class Fixed:
    """A network that answers by what colour it sees in the upper left corner: red says 7h, else unsure."""

    def __init__(self) -> None:
        self.batches: list[np.ndarray] = []

    def run(self, batch: np.ndarray) -> np.ndarray:
        self.batches.append(batch)
        answer = np.full((len(batch), CLASSES), 0.1 / (CLASSES - 1), np.float32)
        red = batch[:, 0, :20, :20].mean((1, 2)) > 0.5
        answer[red, PACK.index(Card.parse("7h"))] = 0.9
        answer[~red, UNREADABLE] = 0.9
        return answer


def card_picture(scale: float, degrees: float = 0) -> tuple[np.ndarray, np.ndarray]:
    """A picture with one card, red in its upper left and blue in its lower right quarter, and its corners."""
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    centre = np.array([100, 100])
    outline = (
        ((np.array([[0, 0], [63, 0], [63, 88], [0, 88]]) - [31.5, 44]) @ turn + centre) * scale
    ).astype(np.float32)
    image = np.zeros((int(200 * scale), int(200 * scale), 3), np.uint8)
    cv2.fillConvexPoly(image, np.round(outline).astype(np.int32), (255, 255, 255))
    middle = outline.mean(0)
    for corner, colour in ((0, (0, 0, 255)), (2, (255, 0, 0))):
        quarter = [
            outline[corner],
            (outline[corner] + outline[(corner + 1) % 4]) / 2,
            middle,
            (outline[corner] + outline[corner - 1]) / 2,
        ]
        cv2.fillConvexPoly(image, np.round(np.array(quarter)).astype(np.int32), colour)
    return image, outline


@pytest.mark.parametrize("scale", [0.5, 1, 3, 12])
@pytest.mark.parametrize("degrees", [0, 30, 180, 275])
def test_a_card_is_laid_flat_and_upright_whatever_its_turn_and_size(scale: float, degrees: float) -> None:
    flat = flattened(*card_picture(scale, degrees))
    assert flat.shape == (HEIGHT, WIDTH, 3)
    for (x, y), colour in (((32, 44), (0, 0, 255)), ((96, 132), (255, 0, 0)), ((96, 44), (255, 255, 255))):
        assert flat[y - 20 : y + 20, x - 15 : x + 15].mean((0, 1)) == pytest.approx(colour, abs=12)


def test_a_slanted_card_is_laid_flat() -> None:
    image, corners = card_picture(3)
    slant = cv2.getPerspectiveTransform(
        corners, (corners * [0.7, 0.8] + [[60, 40], [20, 10], [70, 0], [10, 30]]).astype(np.float32)
    )
    seen = np.asarray(cv2.warpPerspective(image, slant, (900, 900)), np.uint8)
    flat = flattened(seen, cv2.perspectiveTransform(corners[None], slant)[0])
    assert flat[20:60, 20:50].mean((0, 1)) == pytest.approx((0, 0, 255), abs=12)


def test_fine_print_of_a_large_card_turns_to_grey_and_not_to_moire() -> None:
    image = np.zeros((1400, 1000, 3), np.uint8)
    image[:, ::2] = 255
    corners = np.array([[10, 10], [990, 10], [990, 1390], [10, 1390]], np.float32)
    assert flattened(image, corners).std() < 12


def test_a_card_half_outside_the_picture_is_black_there() -> None:
    image = np.full((100, 100, 3), 255, np.uint8)
    flat = flattened(image, np.array([[-63, 0], [63, 0], [63, 88], [-63, 88]], np.float32))
    assert flat[:, : WIDTH // 2 - 2].max() == 0
    assert flat[:, WIDTH // 2 + 2 :].min() == 255


def test_the_network_sees_each_card_both_ends_up_in_red_green_blue() -> None:
    network = Fixed()
    image, corners = card_picture(2)
    Reader(network).read(image, corners[None])
    batch = np.concatenate(network.batches[:2])
    assert batch.shape == (2, 3, HEIGHT, WIDTH)
    assert batch[0, :, 20, 20].tolist() == pytest.approx([1, 0, 0], abs=0.05)
    assert batch[1, :, 20, 20].tolist() == pytest.approx([0, 0, 1], abs=0.05)
    assert np.array_equal(batch[1], batch[0][:, ::-1, ::-1])


def test_probabilities_of_both_ends_are_combined_and_add_up_to_one() -> None:
    image, corners = card_picture(2)
    posterior = Reader(Fixed()).read_crops(flattened(image, corners)[None])
    assert posterior.shape == (1, CLASSES)
    assert posterior.dtype == np.float32
    assert posterior.sum() == pytest.approx(1)
    assert posterior[0, UNREADABLE] == pytest.approx(posterior[0, PACK.index(Card.parse("7h"))])


@pytest.mark.parametrize(
    ("sure", "which", "looks"), [(0.995, 6, 1), (0.9, 6, 2), (0.985, UNREADABLE, 1), (0.9, UNREADABLE, 2)]
)
def test_only_what_is_surely_a_card_or_none_is_not_shown_the_other_end_up(
    sure: float, which: int, looks: int
) -> None:
    class Sure:
        shown = 0

        def run(self, batch: np.ndarray) -> np.ndarray:
            self.shown += len(batch)
            answer = np.full((len(batch), CLASSES), (1 - sure) / (CLASSES - 1), np.float32)
            answer[:, which] = sure
            return answer

    network = Sure()
    posterior = Reader(network).read_crops(np.zeros((1, HEIGHT, WIDTH, 3), np.uint8))
    assert network.shown == looks
    assert posterior[0, which] == pytest.approx(sure)


@pytest.mark.parametrize("quarter", [0, 1])
def test_a_card_is_read_and_its_corners_are_told_a_short_edge_first(quarter: int) -> None:
    """Under a low camera a card looks broader than it is long; it is read whichever edge is taken for the short one."""

    class Upright:
        """Reads what has its red or blue quarter at the top left; sideways it can read nothing."""

        def run(self, batch: np.ndarray) -> np.ndarray:
            answer = np.full((len(batch), CLASSES), 0.01 / (CLASSES - 1), np.float32)
            coloured = batch[:, :, 20, 20].min(1) < 0.5
            answer[np.arange(len(batch)), np.where(coloured, 6, UNREADABLE)] = 0.99
            return answer

    image, corners = card_picture(2)
    posteriors, told = Reader(Upright()).read(image, np.roll(corners, quarter, 0)[None])
    assert posteriors[0].argmax() == 6
    assert told[0] == pytest.approx(np.roll(corners, 2 * quarter, 0))


def test_temperature_makes_less_sure_and_changes_no_order() -> None:
    crops = np.zeros((1, HEIGHT, WIDTH, 3), np.uint8)
    plain, cooled = (Reader(Fixed(), t).read_crops(crops)[0] for t in (1.0, 2.0))
    assert cooled[UNREADABLE] < plain[UNREADABLE] == pytest.approx(0.9)
    assert cooled.argmax() == UNREADABLE


def test_many_cards_are_read_in_several_runs_and_keep_their_places() -> None:
    network = Fixed()
    crops = np.zeros((50, HEIGHT, WIDTH, 3), np.uint8)
    crops[41, ..., 2] = 255
    posterior = Reader(network).read_crops(crops)
    assert len(network.batches) > 1
    assert np.flatnonzero(posterior[:, PACK.index(Card.parse("7h"))] > 0.5).tolist() == [41]


def test_no_cards_need_no_network() -> None:
    network = Fixed()
    none = np.zeros((0, 4, 2), np.float32)
    assert [a.shape for a in Reader(network).read(np.zeros((9, 9, 3), np.uint8), none)] == [
        (0, CLASSES),
        none.shape,
    ]
    assert network.batches == []


@pytest.mark.parametrize(("which", "card"), [(0, "Ac"), (32, "7h"), (51, "Ks"), (UNREADABLE, None)])
def test_what_probabilities_amount_to(which: int, card: str | None) -> None:
    posterior = np.full(CLASSES, 0.1 / 52, np.float32)
    posterior[which] = 0.9
    assert reading(posterior).card == (Card.parse(card) if card else None)
    assert reading(posterior).confidence == pytest.approx(0.9)


def test_a_card_that_could_be_either_of_two_is_not_named() -> None:
    posterior = np.zeros(CLASSES, np.float32)
    posterior[[3, 16]] = 0.49, 0.48
    assert reading(posterior).card is None


KING, QUEEN = (PACK.index(Card.parse(name)) for name in ("Kc", "Qc"))


class Figure:
    """A network that takes every card for the king, the queen being next."""

    def __init__(self, blank: float = 0.0) -> None:
        self.blank = blank

    def run(self, batch: np.ndarray) -> np.ndarray:
        answer = np.full((len(batch), CLASSES), 1e-4, np.float32)
        answer[:, KING], answer[:, QUEEN], answer[:, UNREADABLE] = 0.97, 0.02, 0.0
        answer = answer / answer.sum(1, keepdims=True) * (1 - self.blank)
        answer[:, UNREADABLE] = self.blank
        return np.asarray(answer, np.float32)


class Print:
    """Says of the index at either end what it is told to say; -1: unreadable."""

    def __init__(self, *ends: int) -> None:
        self.ends = ends

    def of_cards(self, crops: np.ndarray) -> np.ndarray:
        says = np.full((len(crops), 2, CLASSES), 0.02 / (CLASSES - 1), np.float32)
        for end, which in enumerate(self.ends):
            says[:, end, which] = 0.98
        return says


def king_or_queen(
    *ends: int, blank: float = 0.0, alone: bool = False, wide: float = WIDTH
) -> tuple[float, float, float]:
    """Probabilities of king, queen, and of no face, of a card so many pixels wide."""
    image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    outline = np.array([[[0, 0], [1, 0], [1, 1.4], [0, 1.4]]], np.float32) * wide
    (posterior,), _ = Reader(Figure(blank), 1.0, Print(*ends)).read(image, outline, alone)
    assert posterior.sum() == pytest.approx(1, abs=1e-5)
    return float(posterior[KING]), float(posterior[QUEEN]), float(posterior[UNREADABLE])


@pytest.mark.parametrize("ends", [(QUEEN, QUEEN), (QUEEN, -1), (-1, QUEEN)])
def test_a_figure_that_looks_like_another_decks_is_outvoted_by_the_print(ends: tuple[int, int]) -> None:
    king, queen, _ = king_or_queen(*ends)
    assert king < queen < 0.9, "where they differ nobody is sure"
    assert queen + king > 0.95


def test_ends_that_contradict_each_other_leave_it_at_the_figure() -> None:
    king, _, _ = king_or_queen(QUEEN, KING)
    assert king == pytest.approx(0.97, abs=0.02)


def test_where_nothing_covers_an_end_ends_that_differ_belong_to_two_cards() -> None:
    """A card laid over another, found together as one: no name is right for both."""
    king, _, blank = king_or_queen(QUEEN, KING, alone=True)
    assert king < 0.05
    assert blank > 0.9


def test_ends_that_both_say_something_else_are_badly_seen_and_tell_nothing() -> None:
    assert king_or_queen(QUEEN, PACK.index(Card.parse("2h")), alone=True)[2] < 0.1


def test_what_is_too_small_for_its_indices_to_be_told_apart_is_one_card() -> None:
    assert king_or_queen(QUEEN, KING, alone=True, wide=31)[2] < 0.05
    assert king_or_queen(QUEEN, KING, alone=True, wide=33)[2] > 0.9


@pytest.mark.parametrize("ends", [(KING, KING), (KING, -1), (-1, KING), (-1, -1)])
def test_ends_that_agree_or_cannot_be_read_belong_to_one_card(ends: tuple[int, int]) -> None:
    assert king_or_queen(*ends, alone=True)[2] < 0.05


def test_indices_that_cannot_be_read_say_nothing() -> None:
    king, queen, _ = king_or_queen(-1, -1)
    assert king == pytest.approx(0.97, abs=0.01)
    assert queen == pytest.approx(0.02, abs=0.005)


def test_print_makes_no_face_of_a_back() -> None:
    assert king_or_queen(KING, KING, blank=0.9)[2] == pytest.approx(0.9, abs=0.01)
