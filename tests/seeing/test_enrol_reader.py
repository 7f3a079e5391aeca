"""Reading helped by a deck's own print: covered cards, decks told apart, cards never shown, harm to other decks."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import PACK, Card
from tests.seeing.enrolling import Says, deck, face, knowing_nothing
from vision.enrolment.decks import Faces, keep
from vision.enrolment.enrolled_reader import EnrolledReader, with_decks
from vision.enrolment.templates import DeckTemplates
from vision.reading.reader import Reader, reading

OTHER_FONT = cv2.FONT_HERSHEY_SCRIPT_COMPLEX


def half_covered(crop: np.ndarray) -> np.ndarray:
    covered = crop.copy()
    covered[:, 50:] = 120
    return covered


def moved(crop: np.ndarray, x: float, y: float) -> np.ndarray:
    return cv2.warpAffine(crop, np.array([[1, 0, x], [0, 1, y]], np.float32), crop.shape[1::-1])


@pytest.mark.parametrize("turned", [False, True])
def test_a_network_that_reads_nothing_reads_an_enrolled_deck_half_covered(turned: bool) -> None:
    reader = EnrolledReader(knowing_nothing(), [DeckTemplates(deck())])
    crops = np.stack([moved(half_covered(face(card)), 3, -3) for card in range(52)])
    if turned:
        crops = np.ascontiguousarray(crops[:, ::-1, ::-1])
    said = [reading(posterior).card for posterior in reader.read_crops(crops)]
    assert said == list(PACK)


def test_dim_light_and_a_tint_are_no_matter() -> None:
    reader = EnrolledReader(knowing_nothing(), [DeckTemplates(deck())])
    crops = (deck().crops * np.array([0.35, 0.45, 0.5])).astype(np.uint8)
    assert (reader.read_crops(crops).argmax(1) == np.arange(52)).all()


def test_the_deck_that_lies_there_is_the_one_that_counts() -> None:
    both = [DeckTemplates(deck()), DeckTemplates(deck(OTHER_FONT))]
    crops = deck(OTHER_FONT).crops
    together = EnrolledReader(knowing_nothing(), both).read_crops(crops)
    alone = EnrolledReader(knowing_nothing(), both[1:]).read_crops(crops)
    assert np.allclose(together, alone)
    assert (together.argmax(1) == np.arange(52)).all()


def test_a_card_that_is_like_none_of_the_deck_is_left_to_the_network() -> None:
    plain = Reader(Says(_7h=0.9))
    rng = np.random.default_rng(3)
    crops = rng.integers(0, 256, (4, 176, 128, 3)).astype(np.uint8)
    helped = EnrolledReader(plain, [DeckTemplates(deck())]).read_crops(crops)
    assert np.allclose(helped, plain.read_crops(crops), atol=1e-6)


def test_a_card_that_was_never_shown_is_left_to_the_network() -> None:
    seven = PACK.index(Card.parse("7h"))
    reader = EnrolledReader(Reader(Says(_7h=5.0)), [DeckTemplates(deck(cards=range(13)))])
    posterior = reader.read_crops(np.stack([face(seven)]))[0]
    assert reading(posterior).card == PACK[seven]


def test_a_card_never_shown_is_not_read_as_the_one_that_it_is_most_like() -> None:
    ace = PACK.index(Card.parse("As"))
    reader = EnrolledReader(Reader(Says(As=5.0, Ac=0.5)), [DeckTemplates(deck(cards=range(13)))])
    like_ace_of_clubs = np.stack([np.asarray(cv2.GaussianBlur(face(0), (0, 0), 1.3), np.uint8)])
    assert reader.read_crops(like_ace_of_clubs)[0].argmax() == ace


def test_a_deck_that_the_network_contradicts_is_not_the_one_that_lies_there() -> None:
    jack = Reader(Says(Jc=50.0))  # sure of it: these are indices of another deck, whatever they look like
    crops = np.stack([face(card) for card in range(6)])
    helped = EnrolledReader(jack, [DeckTemplates(deck())]).read_crops(crops)
    assert np.allclose(helped, jack.read_crops(crops), atol=1e-6)


def test_a_deck_gives_a_card_another_name_only_where_it_is_surer_of_it() -> None:
    """An ace of spades that the network read with 0.69 once became another deck's ace of clubs, with 0.52."""
    reader = EnrolledReader(knowing_nothing(), [DeckTemplates(deck())])
    rng, renamed = np.random.default_rng(4), 0
    for blur in (0.8, 1.6, 2.4):
        crops = np.stack([np.asarray(cv2.GaussianBlur(face(k), (0, 0), blur), np.uint8) for k in range(12)])
        sure = rng.uniform(0.3, 0.85, 12)
        said = np.repeat((1 - sure[:, None]) / 52, 53, 1).astype(np.float32)
        said[np.arange(12), rng.integers(0, 52, 12)] = sure
        helped = reader.corrected(said, crops)
        other = helped[:, :52].argmax(1) != said[:, :52].argmax(1)
        renamed += int(other.sum())
        assert (helped[other, :52].max(1) > said[other, :52].max(1)).all()
    assert renamed > 0


def test_cards_read_before_on_one_table_tell_which_deck_it_is() -> None:
    blurred = np.stack([np.asarray(cv2.GaussianBlur(face(6), (0, 0), 1.8), np.uint8)])
    once = EnrolledReader(knowing_nothing(), [DeckTemplates(deck())])
    table = EnrolledReader(knowing_nothing(), [DeckTemplates(deck())], remember=24)
    table.read_crops(deck().crops[:10])
    assert table.read_crops(blurred)[0, 6] > once.read_crops(blurred)[0, 6]


def test_no_deck_no_difference(tmp_path: Path) -> None:
    plain = knowing_nothing()
    assert with_decks(plain, tmp_path) is plain
    keep("one", deck(), tmp_path)
    assert isinstance(with_decks(plain, tmp_path), EnrolledReader)
    picture, nothing = np.zeros((9, 9, 3), np.uint8), np.zeros((0, 4, 2), np.float32)
    assert with_decks(plain, tmp_path).read(picture, nothing)[0].shape == (0, 53)


def test_several_faces_of_a_card_each_count() -> None:
    two = Faces(np.stack([face(5), face(5, OTHER_FONT)]), np.array([5, 5]))
    like = DeckTemplates(two).similarity(np.stack([face(5), face(5, OTHER_FONT)]))
    assert like[:, 5].min() > 0.99
    assert np.isnan(like[:, 6]).all()
