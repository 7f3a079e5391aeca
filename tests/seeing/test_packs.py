"""Which pack lies on the table: told by several cards together, never by one."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.pipeline.starting import may_be_spanish
from engine.cards import PACK, Card
from engine.header import Header
from vision.arrays import Floats, Image, Mask
from vision.detection.detections import SeenCard
from vision.reading.packs import ENOUGH, EitherPack
from vision.reading.reader import CLASSES, UNREADABLE
from vision.spanish import chosen

PICTURE = np.zeros((10, 10, 3), np.uint8)


def says(*cards: str, sure: float = 0.97) -> Floats:
    """Probabilities (n, 53) of these cards, one after the other; "-" is not readable."""
    read = np.full((len(cards), CLASSES), (1 - sure) / (CLASSES - 1), np.float32)
    for row, card in zip(read, cards, strict=True):
        row[UNREADABLE if card == "-" else PACK.index(Card.parse(card))] = sure
    return read


class Says:
    """A reader that says the next of its answers each time; its corners tell who read."""

    def __init__(self, mark: float, *answers: Floats) -> None:
        self.mark, self.answers, self.asked = mark, list(answers), 0

    def read(self, image: Image, corners: Floats, alone: bool = False) -> tuple[Floats, Floats]:
        self.asked += 1
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer, np.full((len(answer), 4, 2), self.mark, np.float32)

    def borne_out(self, image: Image, corners: Floats, posteriors: Floats) -> tuple[Floats, Mask]:
        return posteriors, np.full(len(posteriors), self.mark > 1)


def read_by(french: Sequence[Floats], spanish: Sequence[Floats]) -> list[float]:
    """Who is believed, 1 the reader of French decks and 2 that of Spanish packs, look by look."""
    either = EitherPack(Says(1, *french), Says(2, *spanish))
    return [float(either.read(PICTURE, np.zeros((1, 4, 2), np.float32))[1][0, 0, 0]) for _ in french]


def test_one_card_never_decides() -> None:
    """However often and however surely one card is read as of a Spanish pack, the deck stays French."""
    assert read_by([says("-")] * 9, [says("7d")] * 9) == [1.0] * 9


def test_several_cards_decide_together() -> None:
    """Two different cards make it a Spanish pack from that look on."""
    assert read_by([says("-")] * 3, [says("7d"), says("7d"), says("3c")]) == [1.0, 1.0, 2.0]
    assert read_by([says("-", "-")], [says("7d", "3c")]) == [2.0]


def test_doubtful_readings_do_not_count() -> None:
    assert read_by([says("-", "-")], [says("7d", "3c", sure=0.8)]) == [1.0]


def test_a_french_table_stays_french_when_two_cards_look_spanish() -> None:
    """Two misread cards among many do not change the pack; before, more cards must have spoken for it."""
    french = says("2c", "3c", "4h", "9s", "Kd", "-", "-")
    spanish = says("-", "-", "-", "-", "-", "7d", "Qs")
    assert read_by([french], [spanish]) == [1.0]


def test_numbers_that_the_other_reader_takes_for_cards_do_not_count() -> None:
    """Where both are sure the Spanish reader is believed: it was taught that French cards are none of its own."""
    assert read_by([says("7h", "4c")], [says("7d", "4h")]) == [2.0]


@pytest.mark.parametrize("spanish", [False, True])
def test_once_it_is_clear_only_one_reader_is_asked(spanish: bool) -> None:
    names = [str(card) for card in PACK[:ENOUGH]]
    nothing = says(*"-" * ENOUGH)
    readers = Says(1, nothing if spanish else says(*names)), Says(2, says(*names) if spanish else nothing)
    either = EitherPack(*readers)
    for _ in range(5):
        either.read(PICTURE, np.zeros((1, 4, 2), np.float32))
    assert [one.asked for one in readers] == ([1, 5] if spanish else [5, 1])
    assert either.borne_out(PICTURE, np.zeros((1, 4, 2), np.float32), nothing)[1].all() == spanish


def test_where_people_said_so_several_french_cards_must_speak_against_it() -> None:
    """The first card is read as they said; two French cards, and no Spanish ones, change that."""
    looks = [says("-"), says("7h"), says("2c")], [says("7d"), says("-"), says("-")]
    either = EitherPack(Says(1, *looks[0]), Says(2, *looks[1]), expected=True)
    believed = [float(either.read(PICTURE, np.zeros((1, 4, 2), np.float32))[1][0, 0, 0]) for _ in looks[0]]
    assert believed == [2.0, 2.0, 1.0]


def test_games_of_forty_cards_may_be_played_with_either() -> None:
    four = ("Ana", "Beto", "Carla", "Diego")
    assert may_be_spanish(Header(four, game="malilla"))
    assert may_be_spanish(Header(("Ana", "Beto"), game="conquian"))
    assert not may_be_spanish(Header(("Ana", "Beto")))
    assert not may_be_spanish(Header(four, game="stubs_and_spoils"))


def seen(*cards: tuple[str | None, float]) -> list[SeenCard]:
    """Cards of a photograph, with their confidences."""
    return [
        SeenCard(Card.parse(card) if card else None, sure, np.zeros((4, 2), np.float32))
        for card, sure in cards
    ]


def test_a_photograph_read_surely_is_not_looked_at_again() -> None:
    def look() -> list[SeenCard]:
        raise AssertionError("looked at again")

    french = seen(("7h", 0.99), ("2c", 0.95), (None, 0.8))
    assert chosen(french, look) is french


def test_cards_left_out_as_print_are_found_all_the_same() -> None:
    """Of ten cards of a Spanish pack one read as a French one; the others were taken for print: that one was most."""
    other = seen(*[(card, 0.99) for card in ("3d", "4h", "Jh", "3c", "4c", "Jc", "7h", "9c", "2s", "Ac")])
    french = seen(("7h", 0.95))
    assert chosen(french, lambda: other, found=10) is other
    assert chosen(french, lambda: other, found=1) is french


@pytest.mark.parametrize(
    ("french", "spanish", "taken"),
    [
        ([], [("7d", 0.99), ("3h", 0.95)], True),
        ([(None, 0.9)] * 3, [("7d", 0.99), ("3h", 0.95), (None, 0.9)], True),
        ([(None, 0.9)] * 3, [("7d", 0.99), ("7d", 0.95), (None, 0.9)], False),
        ([(None, 0.9)] * 3, [("7d", 0.99), ("3h", 0.85), (None, 0.9)], False),
        ([("9s", 0.99), ("2h", 0.95), (None, 0.9), (None, 0.9)], [("7d", 0.99), ("3h", 0.95)], False),
    ],
)
def test_a_photograph_is_of_a_spanish_pack_if_several_cards_say_so(
    french: list[tuple[str | None, float]], spanish: list[tuple[str | None, float]], taken: bool
) -> None:
    other, before = seen(*spanish), seen(*french)
    assert chosen(before, lambda: other) is (other if taken else before)


def test_a_game_that_is_not_played_with_a_spanish_pack_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((60, 80, 3), np.uint8))
    args = ["watch", str(tmp_path), "--headless", "--json", "--spanish"]
    assert main(args) == 2
    assert capsys.readouterr() == (
        "",
        "porrazo: --spanish is for games of forty cards, and porrazo is none\n",
    )
    assert main([*args, "--game", "malilla"]) == 0
