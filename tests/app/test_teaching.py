"""A lesson, without a window: what it learns, what it leaves out and why, how it is stopped, and what fails."""

import errno
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.locales import translation
from companion.setup import deck_lesson
from companion.setup.deck_lesson import Lesson, LessonFault, keep_learnt, shrunk
from companion.setup.file_browser import drives, listing
from companion.window.decks.lesson_words import failed, report
from engine.cards import PACK
from tests.seeing.enrolling import Says, deck, face
from vision.detection.detections import Detections
from vision.detection.finder import Finder
from vision.enrolment.decks import DECKS_VARIABLE, EnrolledDeck, enrolled_decks, keep
from vision.enrolment.lesson import Learnt
from vision.files.pictures import read_picture
from vision.photograph import Recogniser
from vision.reading.reader import Reader
from vision.runtime.weights import MissingWeights


class FindsNothing(Finder):
    """A finder to which no picture shows a card: one that is filled by a card is taken whole."""

    def find(self, image: np.ndarray, long_side: int | None = None, stretch: float = 1.0) -> Detections:
        return Detections.none()


def scripted() -> Recogniser:
    return Recogniser(FindsNothing(Says()), Reader(Says()))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pictures of five cards named after them."""
    monkeypatch.setenv(DECKS_VARIABLE, str(tmp_path / "decks"))
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for card in range(5):
        cv2.imwrite(str(pictures / f"{PACK[card]}.png"), face(card))
    return pictures


def finished(lesson: Lesson) -> Lesson:
    lesson.start()
    end = time.monotonic() + 60
    while lesson.running:
        assert time.monotonic() < end
        time.sleep(0.005)
    return lesson


def lesson_of(folder: Path, name: str = "Blue") -> Lesson:
    return Lesson(name, listing(folder).pictures, scripted)


def said(lesson: Lesson) -> list[str]:
    assert lesson.taught is not None
    return list(report(lesson.taught, str, translation("en").ngettext))


def test_a_deck_is_learnt_and_told(folder: Path) -> None:
    lesson = finished(lesson_of(folder))
    assert lesson.stage == "done"
    assert lesson.progress is None
    assert [(each.name, each.cards) for each in enrolled_decks()] == [("Blue", 5)]
    first, second, *rest = said(lesson)
    assert first == "Blue: 5 cards, from 5 pictures"
    assert second.startswith("Tried on copies, dimmed, blurred or half covered (20): 0% read right before, ")
    assert any(text == "Not known yet: 47 cards" for text in rest)


def test_progress_only_grows_and_ends_below_its_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = lesson_of(folder)
    seen = [lesson.progress]

    def watched(file: Path) -> np.ndarray:
        seen.append(lesson.progress)
        return read_picture(file)

    def kept(name: str, learnt: Learnt) -> EnrolledDeck:
        seen.append(lesson.progress)
        return keep_learnt(name, learnt)

    monkeypatch.setattr(deck_lesson, "read_picture", watched)
    monkeypatch.setattr(deck_lesson, "keep_learnt", kept)
    finished(lesson)
    steps = [each.done / each.of for each in seen if each is not None]
    assert len(steps) == 7
    assert steps == sorted(set(steps))
    assert steps[0] == 0
    assert 0.9 < steps[-1] < 1


def test_pictures_of_no_use_are_left_out_and_named_and_the_rest_is_learnt(folder: Path) -> None:
    (folder / "bad.png").write_text("no picture")
    cv2.imwrite(str(folder / "table.png"), np.zeros((60, 90, 3), np.uint8))
    lesson = finished(lesson_of(folder))
    assert enrolled_decks()[0].cards == 5
    assert [text for text in said(lesson) if ".png" in text] == [
        "bad.png: it cannot be read as a picture",
        "table.png: no card is found in it",
    ]


def test_each_picture_is_looked_at_once_though_some_are_of_no_use(folder: Path) -> None:
    looked = []

    class Counting(FindsNothing):
        def find(self, image: np.ndarray, long_side: int | None = None, stretch: float = 1.0) -> Detections:
            looked.append(image.shape)
            return super().find(image, long_side)

    for at in range(3):
        cv2.imwrite(str(folder / f"table{at}.png"), np.zeros((60, 90, 3), np.uint8))
    per_picture = len(looked_at_alone(Counting, looked))
    looked.clear()
    finished(Lesson("Blue", listing(folder).pictures, lambda: Recogniser(Counting(Says()), Reader(Says()))))
    assert len(looked) <= 8 * per_picture


def looked_at_alone(kind: type[Finder], looked: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The looks that one picture takes."""
    Recogniser(kind(Says()), Reader(Says())).find(face(0))
    return list(looked)


def test_many_pictures_of_no_use_are_counted(folder: Path) -> None:
    for at in range(7):
        (folder / f"bad{at}.png").write_text("no picture")
    texts = said(finished(lesson_of(folder)))
    assert texts[-1] == "3 more pictures could not be used"
    assert sum("bad" in text for text in texts) == 4


def test_a_deck_is_learnt_further(folder: Path) -> None:
    keep("Blue", deck(cards=range(40, 52)))
    finished(lesson_of(folder))
    assert enrolled_decks()[0].cards == 17


def test_nothing_of_use_is_one_sentence_and_nothing_is_lost(folder: Path) -> None:
    keep("Blue", deck(cards=range(3)))
    for picture in folder.iterdir():
        picture.write_text("no picture")
    lesson = finished(lesson_of(folder))
    assert lesson.stage == "failed"
    assert lesson.fault is not None
    assert failed(lesson.fault, str) == "No card is found in any of the pictures"
    assert enrolled_decks()[0].cards == 3


def test_networks_that_are_missing_are_one_sentence(folder: Path) -> None:
    def missing() -> Recogniser:
        raise MissingWeights("the network finder.onnx is missing")

    lesson = finished(Lesson("Blue", listing(folder).pictures, missing))
    assert lesson.fault is not None
    assert failed(lesson.fault, str) == "The cards cannot be seen: the network finder.onnx is missing"
    assert not lesson.can_try_again


def test_a_full_disk_is_said_and_what_was_learnt_is_kept_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep("Blue", deck(cards=range(40, 52)))

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("vision.enrolment.decks.np.savez_compressed", full)
        lesson = finished(lesson_of(folder))
    assert lesson.stage == "failed"
    assert lesson.fault is not None
    assert failed(lesson.fault, str) == "The deck cannot be kept: No space left on device"
    assert enrolled_decks()[0].cards == 12, "what was known is still there"
    assert lesson.can_try_again
    for picture in folder.iterdir():
        picture.unlink()
    lesson.again()
    finished_again(lesson)
    assert lesson.taught is not None
    assert enrolled_decks()[0].cards == 17


def finished_again(lesson: Lesson) -> None:
    end = time.monotonic() + 60
    while lesson.running:
        assert time.monotonic() < end
        time.sleep(0.005)


def test_a_lesson_that_is_stopped_keeps_nothing(folder: Path) -> None:
    loading, go_on = threading.Event(), threading.Event()

    def slow() -> Recogniser:
        loading.set()
        go_on.wait(60)
        return scripted()

    lesson = Lesson("Blue", listing(folder).pictures, slow)
    lesson.start()
    assert loading.wait(60)
    lesson.stop()
    go_on.set()
    finished_again(lesson)
    assert lesson.stage == "stopped"
    assert enrolled_decks() == ()


def test_what_learning_says_of_pictures_is_known_here(folder: Path) -> None:
    """Each of its sentences, made by the real thing, is put into people's words."""
    cv2.imwrite(str(folder / "Kd.png"), np.full((176, 128, 3), 250, np.uint8))
    lesson = finished(Lesson("Blue", [folder / "Kd.png"], scripted))
    assert lesson.fault is not None
    assert failed(lesson.fault, str) == "No card is clear enough: covered, blurred, cut off or blank"
    (folder / "gone.png").write_bytes(b"")
    cv2.imwrite(str(folder / "table.png"), np.zeros((60, 90, 3), np.uint8))
    lesson = finished(
        Lesson("Blue", [folder / f"{name}.png" for name in ("gone", "nowhere", "table")], scripted)
    )
    assert [failed(one.fault, str) for one in lesson.left_out] == [
        *["it cannot be read as a picture"] * 2,
        "no card is found in it",
    ]
    assert failed(LessonFault("another number", "13 cards are said to lie there, 12 are found", 12), str) == (
        "12 cards are found in it"
    )


def test_a_picture_is_left_out_for_itself_whatever_another_is_called(folder: Path) -> None:
    """Pictures were once told apart by the beginning of what was said of them."""
    pictures = listing(folder).pictures
    apart = folder / f"{pictures[0].name}: copies"
    apart.mkdir()
    cv2.imwrite(str(apart / "table.png"), np.zeros((60, 90, 3), np.uint8))
    lesson = finished(Lesson("Blue", [*pictures, apart / "table.png"], scripted))
    assert [one.name for one in lesson.left_out] == ["table.png"]
    assert enrolled_decks()[0].cards == 5


def test_pictures_are_made_no_larger_than_memory_allows() -> None:
    image = np.zeros((3000, 4000, 3), np.uint8)
    small = shrunk(image, 2_000_000)
    assert small.shape[0] * small.shape[1] <= 2_000_000
    assert small.shape[1] / small.shape[0] == pytest.approx(4 / 3, abs=0.01)
    assert shrunk(image, 12_000_000) is image


def test_folders_and_pictures_are_listed_as_people_count(tmp_path: Path) -> None:
    for name in ("img10.JPG", "img2.jpg", ".hidden.jpg", "notes.txt", "B.png", "a.webp"):
        (tmp_path / name).touch()
    (tmp_path / "sub.jpg").mkdir()
    (tmp_path / ".secret").mkdir()
    there = listing(tmp_path)
    assert [path.name for path in there.pictures] == ["a.webp", "B.png", "img2.jpg", "img10.JPG"]
    assert [path.name for path in there.folders] == ["sub.jpg"]
    with pytest.raises(OSError, match="No such file"):
        listing(tmp_path / "nowhere")


def test_sticks_are_offered(tmp_path: Path) -> None:
    for name in ("ana/STICK", "CARD"):
        (tmp_path / name).mkdir(parents=True)
    assert [path.name for path in drives("ana", (tmp_path, tmp_path / "none"))] == ["STICK", "CARD"]
