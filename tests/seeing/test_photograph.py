"""From a picture to its cards: finder, edges and reader together, around scripted networks."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from engine.cards import PACK, Card
from vision.detection.detections import Detections, SeenCard, once
from vision.detection.finder import Finder
from vision.detection.looks import combined_looks
from vision.photograph import Recogniser
from vision.reading.indices import Index
from vision.reading.reader import CLASSES, UNREADABLE, Reader

CARD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)


class Finds:
    """Finds the white blobs in what it is shown, left to right, as upright cards of these confidences."""

    def __init__(self, *confidences: float) -> None:
        self.confidences, self.sizes = confidences, list[tuple[int, ...]]()

    def run(self, batch: np.ndarray) -> np.ndarray:
        self.sizes.append(batch.shape[2:])
        output = np.zeros((1, 17, 300), np.float32)
        white = (batch[0].min(0) > 0.7).astype(np.uint8)
        _, _, boxes, _ = cv2.connectedComponentsWithStats(white)
        places = sorted((x, y, w, h) for x, y, w, h, area in boxes[1:].tolist() if area > 50)
        for row, confidence, (x, y, w, h) in zip(output[0].T, self.confidences, places, strict=False):
            corners = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
            row[:4] = *corners.mean(0), *np.ptp(corners, axis=0)
            row[4] = confidence
            row[5:] = np.column_stack([corners, np.ones(4)]).reshape(-1)
        return output


class Reads:
    """Reads every crop as the seven of hearts, except dark ones, which it cannot."""

    def __init__(self, sure: float = 0.95) -> None:
        self.sure = sure

    def run(self, batch: np.ndarray) -> np.ndarray:
        answer = np.full((len(batch), CLASSES), (1 - self.sure) / (CLASSES - 1), np.float32)
        light = batch.mean((1, 2, 3)) > 0.9
        answer[light, PACK.index(Card.parse("7h"))] = self.sure
        answer[~light, UNREADABLE] = self.sure
        return answer


def picture(width: int, height: int, *cards: tuple[int, int, int, int]) -> np.ndarray:
    """Cards of (x, y, width, brightness) on a dark table."""
    image = np.full((height, width, 3), 40, np.uint8)
    for x, y, w, light in cards:
        image[y : y + w * 88 // 63, x : x + w] = light
    return image


def test_cards_come_with_names_most_confident_first() -> None:
    image = picture(640, 480, (100, 100, 90, 255), (300, 100, 90, 200))
    read, unread = Recogniser(Finder(Finds(0.8, 0.6)), Reader(Reads())).recognise(image)
    assert (read.card, unread.card) == (Card.parse("7h"), None)
    assert read.confidence == pytest.approx(0.95)
    assert unread.confidence == pytest.approx(0.6)
    assert read.corners == pytest.approx(CARD * 90 / 63 + 100, abs=1.5)


def test_two_finds_that_overlap_and_read_as_the_same_card_are_one() -> None:
    seven, eight = Card.parse("7h"), Card.parse("8h")
    moved = [
        SeenCard(card, 0.9 - k / 10, CARD + x)
        for k, (card, x) in enumerate([(seven, 0), (seven, 40), (eight, 20)])
    ]
    beside, back = SeenCard(seven, 0.5, CARD + 70), SeenCard(None, 0.4, CARD + 80)
    assert once([*moved, beside, back]) == [moved[0], moved[2], beside, back]


def test_a_part_of_a_card_is_read_as_the_card_it_belongs_to() -> None:
    """The finder often marks what shows of a card under another; the reader wants it whole."""

    class Whole(Reads):
        """Reads only what is light all over, or what is light in its upper half, not what fills a crop by a half."""

        def run(self, batch: np.ndarray) -> np.ndarray:
            answer = super().run(batch)
            halved = np.abs(batch[:, :, :60].mean((1, 2, 3)) - batch[:, :, -60:].mean((1, 2, 3))) > 0.2
            answer[halved] = answer[halved] * 0 + 0.4 / (CLASSES - 1)
            answer[halved, PACK.index(Card.parse("9c"))] = 0.6
            return answer

    image = picture(640, 480, (100, 100, 126, 255), (400, 100, 126, 200))
    image[200:276, 400:526] = 40  # the lower part lies in the dark: only what is above is found
    whole, part = Recogniser(Finder(Finds(0.9, 0.9)), Reader(Whole())).recognise(image)
    assert (whole.card, part.card) == (Card.parse("7h"), Card.parse("9c"))
    assert part.corners == pytest.approx(CARD * 2 + (400, 100), abs=4)


class Print:
    """Reads a seven of hearts at either end of a card, but a nine of clubs where another card's corner shows."""

    def of_cards(self, crops: np.ndarray) -> np.ndarray:
        says = np.full((len(crops), 2, CLASSES), 0.01 / (CLASSES - 1), np.float32)
        says[:, 0, PACK.index(Card.parse("7h"))] = 0.99
        covered = ((crops > 240) & (crops < 248)).mean((1, 2, 3)) > 0.03
        says[~covered, 1, PACK.index(Card.parse("7h"))] = 0.99
        says[covered, 1, PACK.index(Card.parse("9c"))] = 0.99
        return says


@pytest.mark.parametrize("broad", [126, 160])
def test_what_shows_two_indices_is_one_card_only_as_far_as_it_has_a_cards_size(broad: int) -> None:
    """A card half under another's corner, and two cards that were found as one."""
    image = picture(640, 480, (40, 100, 126, 255), (200, 100, 126, 255), (400, 100, 126, 255))
    image[100:276, 400 : 400 + broad] = 255
    image[230:276, 360 + broad : 400 + broad] = 244  # another card's corner
    seen = Recogniser(Finder(Finds(0.9, 0.9, 0.9)), Reader(Reads(), 1.0, Print())).recognise(image)
    (card,) = (card for card in seen if card.card is not None and card.corners[:, 0].max() > 380)
    assert np.ptp(card.corners[:, 0]) == pytest.approx(126, abs=6)


@pytest.mark.parametrize(
    ("size", "light", "cards"),
    [
        ((630, 880), 255, 1),
        ((880, 630), 255, 1),
        ((630, 880), 200, 0),
        ((640, 360), 255, 0),
        ((500, 480), 255, 0),
    ],
)
def test_a_card_that_fills_the_picture_is_read_though_none_is_found(
    size: tuple[int, int], light: int, cards: int
) -> None:
    """Only where the picture has a card's shape, and surely reads as one."""
    seen = Recogniser(Finder(Finds()), Reader(Reads())).recognise(picture(*size, (0, 0, 900, light)))
    assert [card.card for card in seen] == [Card.parse("7h")] * cards


def test_a_card_that_fills_the_picture_may_be_torn_between_suits_but_not_between_ranks() -> None:
    class Torn(Reads):
        """Torn between two cards."""

        def __init__(self, *cards: str) -> None:
            super().__init__()
            self.cards = [Card.parse(card).code for card in cards]

        def run(self, batch: np.ndarray) -> np.ndarray:
            answer = np.full((len(batch), CLASSES), 0.01 / (CLASSES - 2), np.float32)
            answer[:, self.cards] = (0.8, 0.19)
            return answer

    def seen(*cards: str) -> list[Card | None]:
        found = Recogniser(Finder(Finds()), Reader(Torn(*cards))).recognise(picture(630, 880))
        return [card.card for card in found]

    assert seen("As", "Ac") == [Card.parse("As")]
    assert seen("As", "4s") == []


def test_a_picture_without_cards_has_none() -> None:
    assert Recogniser(Finder(Finds()), Reader(Reads())).recognise(picture(640, 480)) == []


def test_large_cards_are_looked_at_once() -> None:
    finds = Finds(0.9)
    Recogniser(Finder(finds), Reader(Reads())).find(picture(1280, 960, (100, 100, 300, 255)))
    assert finds.sizes == [(128, 160), (256, 320)]


def test_small_cards_are_looked_at_again_from_as_near_as_they_need_and_counted_once() -> None:
    finds = Finds(0.9, 0.9)
    found = Recogniser(Finder(finds), Reader(Reads())).find(
        picture(1280, 960, (100, 100, 50, 255), (300, 90, 50, 255))
    )
    assert finds.sizes[:2] == [(128, 160), (256, 320)]
    (closer,) = finds.sizes[2:]
    assert 36 <= 50 * closer[1] / 1280 <= 46
    assert len(found) == 2


def test_a_small_picture_is_not_enlarged_beyond_what_it_shows() -> None:
    finds = Finds(0.9)
    Recogniser(Finder(finds), Reader(Reads())).find(picture(640, 480, (100, 100, 25, 255)))
    assert finds.sizes == [(128, 160), (256, 320), (672, 896)]


class Blurry(Finds):
    """Takes what is on a small picture for a card wherever it stands; on a larger one finds what is there."""

    def __init__(self, up_to: int) -> None:
        super().__init__(0.9, 0.9)
        self.up_to = up_to

    def run(self, batch: np.ndarray) -> np.ndarray:
        output = super().run(batch)
        if batch.shape[3] <= self.up_to:
            outline = (CARD / 800 + 0.5) * batch.shape[3]
            output[0, :, 0] = *outline.mean(0), *np.ptp(outline, axis=0), 0.9, *[0] * 12
            output[0, 5:, 0] = np.column_stack([outline, np.ones(4)]).reshape(-1)
        return output


def test_what_a_nearer_look_does_not_show_is_no_card_and_does_not_end_the_search() -> None:
    finds = Blurry(up_to=160)
    found = Recogniser(Finder(finds), Reader(Reads())).find(picture(1280, 1280, (100, 100, 50, 255)))
    assert 36 <= 50 * finds.sizes[2][1] / 1280 <= 46
    assert found.corners.max() < 200


def test_where_nothing_that_was_found_can_be_read_it_is_looked_at_from_nearer() -> None:
    """A mat that looks like a card must not hide the cards on it."""
    finds = Blurry(up_to=512)
    (card,) = Recogniser(Finder(finds), Reader(Reads())).recognise(picture(1280, 1280, (100, 100, 40, 255)))
    assert card.card == Card.parse("7h")
    assert card.corners == pytest.approx(CARD * 40 / 63 + 100, abs=2)


@pytest.mark.parametrize(("cards", "left"), [(2, 2), (1, 1), (0, 1)])
def test_a_large_find_that_a_nearer_look_shows_to_be_several_cards_is_none(cards: int, left: int) -> None:
    mat = Detections(np.stack([CARD * 4 - 20]), np.array([0.9], np.float32))
    there = [CARD + 60 * k for k in range(cards)]
    nearer = Detections(np.array(there, np.float32).reshape(-1, 4, 2), np.full(cards, 0.5, np.float32))
    found = combined_looks(mat, nearer, 1.0)
    assert len(found) == left
    assert (found.confidence.max() < 0.9) == (cards > 1)


def test_where_nothing_is_found_it_is_looked_for_closer_and_closer() -> None:
    finds = Finds()
    Recogniser(Finder(finds), Reader(Reads())).find(picture(1600, 1200))
    assert finds.sizes == [(128, 160), (256, 320), (480, 640), (960, 1280)]


class Looks:
    """Stands in for what finds and reads indices: notes how large the pictures are that it is shown, sees none."""

    def __init__(self) -> None:
        self.sides: list[int] = []

    def look(self, image: np.ndarray, *long_sides: int, known: Sequence[SeenCard] = ()) -> list[Index]:
        self.sides += long_sides
        return []


def test_indices_are_looked_for_where_there_are_cards() -> None:
    """Cards that are not surely read, so that there is something to be looked for."""
    looks = Looks()
    recogniser = Recogniser(Finder(Finds(0.8, 0.6)), Reader(Reads(0.8)), looks)
    recogniser.recognise(picture(640, 480))
    assert looks.sides == []
    recogniser.recognise(picture(640, 480, (100, 100, 90, 255), (300, 100, 90, 255)))
    assert looks.sides == [896, 640], "as near as the picture is worth, and once from farther away"
    recogniser.recognise(picture(1280, 960, (100, 100, 60, 255), (300, 100, 60, 200)))
    assert looks.sides[2:] == [1280, 896], "where cards are small, from nearer"
    recogniser.recognise(picture(1280, 960, (100, 100, 40, 255), (300, 100, 40, 200)))
    assert len(looks.sides) == 4, "of such small cards no index could be told"
