"""The command ``porrazo deck``: learn, list, forget; what it says, and what it says of bad input."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import cli
from companion.commands import source, watch
from companion.pipeline.spare_memory import GivesBack
from companion.pipeline.starting import seeing_table
from companion.pipeline.watcher import Looks
from engine.cards import PACK
from tests.seeing.enrolling import Says, face
from vision import photograph
from vision.detection.detections import Detections
from vision.detection.finder import Finder
from vision.enrolment.decks import enrolled_decks
from vision.enrolment.enrolled_reader import EnrolledReader
from vision.enrolment.lesson import card_of
from vision.photograph import Recogniser
from vision.reading.reader import Reader
from vision.tracking.table import Table


class FindsNothing(Finder):
    """A finder to which no picture shows a card."""

    def find(self, image: np.ndarray, long_side: int | None = None, stretch: float = 1.0) -> Detections:
        return Detections.none()


@pytest.fixture(autouse=True)
def _scripted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(
        photograph.Recogniser, "load", lambda **_: Recogniser(FindsNothing(Says()), Reader(Says()))
    )
    monkeypatch.setenv("PORRAZO_DECKS", str(tmp_path / "decks"))
    monkeypatch.chdir(tmp_path)
    for card in range(52):
        cv2.imwrite(f"{PACK[card]}.png", face(card))
    Path("bad.png").write_text("no picture")


def complaint(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(["deck", *words]) == 2
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.startswith("porrazo: ")
    assert said.err.count("\n") == 1
    return said.err


def test_a_deck_is_learnt_listed_and_forgotten(capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["deck", "learn", *(f"{card}.png" for card in PACK)]) == 0
    told = capfd.readouterr().out
    assert told.startswith("deck 1: 52 cards, from 52 pictures\n")
    assert "0 (0 %) before" in told
    assert "not known yet" not in told
    assert cli.main(["deck", "list"]) == 0
    assert capfd.readouterr().out == "deck 1: 52 cards, from 52 pictures\n"
    assert cli.main(["deck", "forget", "deck 1"]) == 0
    assert cli.main(["deck", "list"]) == 0
    assert capfd.readouterr().out.endswith("no deck has been learnt\n")


def test_a_deck_can_be_taught_in_parts(capfd: pytest.CaptureFixture[str]) -> None:
    for picture in ("7h.png", "Ks.png"):
        assert cli.main(["deck", "learn", picture, "--name", "red"]) == 0
    assert [(deck.name, deck.cards) for deck in enrolled_decks()] == [("red", 2)]
    assert cli.main(["deck", "learn", "7h.png"]) == 0
    assert [deck.name for deck in enrolled_decks()] == ["deck 1", "red"]


def test_what_a_person_should_know_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite("Kd-2.png", np.full((176, 128, 3), 250, np.uint8))
    assert (
        cli.main(["deck", "learn", "7h.png", "7h.png", *(f"{PACK[k]}.png" for k in range(45)), "Kd-2.png"])
        == 0
    )
    told = capfd.readouterr().out.splitlines()
    assert told[0] == "deck 1: 45 cards, from 45 pictures"
    assert "  left out, show again (covered, blurred, cut off or blank): Kd" in told
    assert "  not known yet: 7s 8s 9s Ts Js Qs Ks" in told
    assert told[-1].startswith("  of 180 copies of these cards")


def test_labels_say_what_lies_where() -> None:
    Path("one.png").write_bytes(Path("Jd.png").read_bytes())
    Path("labels.txt").write_text("\none.png: Jd\n")
    assert cli.main(["deck", "learn", "one.png", "--labels", "labels.txt"]) == 0
    assert enrolled_decks()[0].faces().cards.tolist() == [[str(card) for card in PACK].index("Jd")]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("7h.png 1x", "labels.txt:1: "),
        ("7h.png Ah-Kc", "labels.txt:1: 'Ah-Kc' does not go up through one suit"),
        ("7h.png 7", "labels.txt:1: "),
        ("7h.png", "labels.txt:1: no cards are told"),
        ("7h.png 7h\n7h.png: 8h", "labels.txt:2: 7h.png is told of twice"),
        ("8h.png 8h", "8h.png, which is not among the pictures"),
        ("7h.png Ah-Kh", "7h.png: no card can be found in it"),
    ],
)
def test_bad_labels(line: str, said: str, capfd: pytest.CaptureFixture[str]) -> None:
    Path("labels.txt").write_text(line)
    assert said in complaint(capfd, "learn", "7h.png", "--labels", "labels.txt")
    assert enrolled_decks() == ()


def test_bad_input_is_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    Path("table.png").write_bytes(cv2.imencode(".png", np.zeros((60, 90, 3), np.uint8))[1].tobytes())
    assert "bad.png: cannot be read" in complaint(capfd, "learn", "7h.png", "bad.png")
    assert "gone.png: cannot be read" in complaint(capfd, "learn", "gone.png")
    assert "table.png: no card can be found in it" in complaint(capfd, "learn", "table.png")
    cv2.imwrite("2c.png", np.full((176, 128, 3), 250, np.uint8))
    assert "none of the cards is clear enough" in complaint(capfd, "learn", "2c.png")
    assert "a deck's name" in complaint(capfd, "learn", "7h.png", "--name", " ")
    assert "no deck named 'red'; none has been learnt yet" in complaint(capfd, "forget", "red")
    assert "labels.txt: No such file" in complaint(capfd, "learn", "7h.png", "--labels", "labels.txt")
    complaint(capfd, "learn")
    complaint(capfd)


def test_the_folder_that_cannot_be_written_is_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    Path("decks").write_text("a file")
    assert "decks" in complaint(capfd, "learn", "7h.png")


@pytest.mark.parametrize(
    ("stem", "card"),
    [("7h", "7h"), ("10S-2", "Ts"), ("Td_3", "Td"), ("qc (1)", "Qc"), ("7x", None), ("IMG_7h", None)],
)
def test_a_picture_named_after_its_card(stem: str, card: str | None) -> None:
    named = card_of(stem)
    assert (str(named[0]) if named else None) == card


def reader_of(table: Looks) -> object:
    looks = table.table if isinstance(table, GivesBack) else table
    assert isinstance(looks, Table)
    return looks.reader


def test_whatever_watches_a_table_reads_by_the_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photograph, "networks", lambda **_: (FindsNothing(Says()), Reader(Says())))
    assert type(reader_of(seeing_table())) is Reader
    assert cli.main(["deck", "learn", "7h.png"]) == 0
    assert isinstance(reader_of(seeing_table()), EnrolledReader)
    args, _ = cli.parse(["watch", str(Path(__file__).parents[1] / "films" / "clip.mp4")])
    watched = source.watcher_of(args, source.source_of(args), watch.header_of(args), ())
    assert isinstance(reader_of(watched.table), EnrolledReader)
