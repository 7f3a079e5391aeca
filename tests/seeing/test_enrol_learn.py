"""Learning a deck: who is who where nobody said, what is covered, what it helped."""

import itertools

import numpy as np
import pytest

from engine.cards import PACK, Card
from tests.seeing.enrolling import Says, face
from vision.detection.detections import Detections
from vision.detection.finder import Finder
from vision.enrolment import learning
from vision.enrolment.decks import BadDeck, Faces
from vision.enrolment.enrolled_reader import EnrolledReader
from vision.enrolment.learning import best_assignment, centred, named, reading_order
from vision.enrolment.lesson import LessonPhoto, learn
from vision.enrolment.templates import DeckTemplates
from vision.photograph import Recogniser
from vision.reading.reader import CLASSES, UNREADABLE, Reader


class Finds(Finder):
    """A finder that finds cards in the places that it was told of."""

    def __init__(self, corners: np.ndarray) -> None:
        self.corners = corners.astype(np.float32)

    def find(self, image: np.ndarray, long_side: int | None = None, stretch: float = 1.0) -> Detections:
        return Detections(self.corners, np.full(len(self.corners), 0.9, np.float32))


def test_things_are_shared_out_as_trying_all_ways_would() -> None:
    rng = np.random.default_rng(4)
    for _ in range(100):
        n = int(rng.integers(1, 5))
        worth = rng.normal(size=(n, int(rng.integers(n, 6)))).round(1)
        things = best_assignment(worth)
        best = max(
            sum(worth[k, way[k]] for k in range(n))
            for way in itertools.permutations(range(worth.shape[1]), n)
        )
        assert len(set(things.tolist())) == n
        assert worth[np.arange(n), things].sum() == pytest.approx(best)


def test_more_takers_than_things_are_refused() -> None:
    with pytest.raises(ValueError, match="as many rows as columns"):
        best_assignment(np.zeros((3, 2)))


def posteriors(*said: str, sure: float = 0.9) -> np.ndarray:
    rows = np.full((len(said), CLASSES), (1 - sure) / (CLASSES - 1), np.float32)
    for row, name in zip(rows, said, strict=True):
        row[UNREADABLE if name == "?" else PACK.index(Card.parse(name))] = sure
    return rows


def test_two_cards_read_alike_are_two_cards() -> None:
    rows = posteriors("Kh", "Kh", "7c")
    rows[1, PACK.index(Card.parse("Jh"))] = 0.3
    assert [str(PACK[k]) for k in named(rows)] == ["Kh", "Jh", "7c"]


def test_a_back_is_not_named_and_what_is_taken_is_not_given() -> None:
    assert named(posteriors("?", "7h")).tolist() == [-1, PACK.index(Card.parse("7h"))]
    assert named(posteriors("7h"), [PACK.index(Card.parse("7h"))]).tolist() == [-1]


def test_in_a_whole_deck_the_last_card_follows_from_the_others() -> None:
    rows = posteriors(*map(str, PACK))
    rows[40] = posteriors("?")[0]
    assert named(rows).tolist() == list(range(52))


def test_cards_are_taken_row_by_row() -> None:
    square = np.array([[0, 0], [20, 0], [20, 30], [0, 30]], np.float32)
    places = [(100, 5), (50, 60), (10, 0), (55, 4), (12, 55)]
    assert reading_order(np.stack([square + place for place in places])) == [2, 3, 0, 4, 1]


def test_a_covered_face_is_known_by_its_two_ends() -> None:
    crops = np.stack([face(3), face(4), face(5)])
    crops[1, :, 60:] = 200
    crops[2] = np.roll(crops[2], (6, 5), (0, 1))
    faces, whole = centred(Faces(crops, np.array([3, 4, 5])))
    assert whole.tolist() == [True, False, True]
    like = DeckTemplates(Faces(faces.crops[2:], np.array([5]))).similarity(face(5)[None])
    assert like[0, 5] > 0.9


def table_of(cards: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """A dark table with these cards in one row, and their corners."""
    image = np.full((300, 40 + 150 * len(cards), 3), 60, np.uint8)
    corners = []
    for k, card in enumerate(cards):
        x, y = 20 + 150 * k, 60
        image[y : y + 176, x : x + 128] = face(card)
        corners.append([[x, y], [x + 128, y], [x + 128, y + 176], [x, y + 176]])
    return image, np.array(corners, np.float32)


def test_a_photograph_of_a_suit_laid_out_teaches_it() -> None:
    image, corners = table_of(list(range(13)))
    recogniser = Recogniser(Finds(corners), Reader(Says()))
    learnt = learn(recogniser, [LessonPhoto("clubs.png", image, PACK[:13])])
    assert learnt.faces.cards.tolist() == list(range(13))
    assert learnt.measured.before == 0
    assert learnt.measured.after >= 0.9 * learnt.measured.cards
    read, _ = EnrolledReader(recogniser.reader, [DeckTemplates(learnt.faces)]).read(image, corners[::-1])
    assert read.argmax(1).tolist() == list(range(13))[::-1]


def test_an_outline_whose_ends_differ_gives_way_to_that_which_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    image, corners = table_of([0, 1, 2])
    to_a_frame = corners.copy()
    to_a_frame[1, 1:3, 0] -= 30  # the second card's right edge is taken for one that cuts its index
    monkeypatch.setattr(learning, "refine", lambda image, corners: to_a_frame.copy())
    crops = learning.laid_out(Recogniser(Finds(corners), Reader(Says())), image, None)
    assert [np.abs(crop.astype(int) - face(k)).mean() < 2 for k, crop in enumerate(crops)] == [True] * 3


def test_photographs_of_one_card_shown_twice_are_measured_on_those_kept_back() -> None:
    shown = [LessonPhoto(f"{PACK[k]}.png", face(k), (PACK[k],)) for k in (1, 2, 3, 1, 2)]
    learnt = learn(Recogniser(Finds(np.zeros((0, 4, 2))), Reader(Says())), shown)
    assert (learnt.measured.cards, learnt.measured.kept_back) == (2, True)
    assert (learnt.measured.before, learnt.measured.after) == (0, 2)


def test_what_cannot_be_learnt_is_said() -> None:
    image, corners = table_of([0, 1])
    recogniser = Recogniser(Finds(corners), Reader(Says()))
    with pytest.raises(BadDeck, match=r"a.png: 3 cards are said to lie there, 2 are found"):
        learn(recogniser, [LessonPhoto("a.png", image, PACK[:3])])
    with pytest.raises(BadDeck, match="name the pictures"):
        learn(recogniser, [LessonPhoto("a.png", image)])
    with pytest.raises(BadDeck, match=r"a.png: no card can be found"):
        learn(Recogniser(Finds(np.zeros((0, 4, 2))), recogniser.reader), [LessonPhoto("a.png", image)])
