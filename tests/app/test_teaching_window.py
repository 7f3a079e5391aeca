"""A deck taught by touch: named, its pictures chosen from a folder, learnt while one looks, told, forgotten."""

import threading
from pathlib import Path

import cv2
import pytest
from kivy.core.window import Window

from companion import theme
from companion.archive.settings import CameraChoice
from companion.pipeline.table_watch import TableWatch
from companion.setup.deck_lesson import MOST_PICTURES
from companion.window.decks.decks import DecksScreen
from companion.window.decks.picture_choice import PickRow, PictureSheet
from companion.window.widgets.text import TouchButton, language
from engine.cards import PACK
from engine.header import Header
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.test_camera_aiming import Knowing, Scripted, table_picture
from tests.app.test_teaching import scripted
from tests.seeing.enrolling import deck, face
from vision import photograph
from vision.enrolment.decks import DECKS_VARIABLE, enrolled_decks, keep
from vision.photograph import Recogniser


@pytest.fixture
def pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's pictures: a folder ``deck`` with four cards and one that is no picture."""
    monkeypatch.setenv(DECKS_VARIABLE, str(tmp_path / "decks"))
    monkeypatch.setenv("XDG_PICTURES_DIR", str(tmp_path / "pictures"))
    monkeypatch.setattr(photograph.Recogniser, "load", scripted)
    folder = tmp_path / "pictures" / "deck"
    folder.mkdir(parents=True)
    for card in range(4):
        cv2.imwrite(str(folder / f"{PACK[card]}.png"), face(card))
    (folder / "zz.jpg").write_text("no picture")
    return folder


def row(app: Driver, text: str) -> PickRow:
    return next(w for w in app.widgets() if isinstance(w, PickRow) and w.text.endswith(text))


def at_pictures(app: Driver) -> tuple[DecksScreen, PictureSheet]:
    """Go to the decks, begin to teach one, and take the name that is offered."""
    app.app.go("decks")
    app.idle()
    screen = app.front(DecksScreen)
    app.tap(app.button("Teach a deck"))
    assert screen.asking is not None
    app.tap(screen.asking.ids.done)
    assert screen.picking is not None
    app.idle()
    return screen, screen.picking


def taught(app: Driver) -> DecksScreen:
    """Teach it all that lies in the folder."""
    screen, sheet = at_pictures(app)
    app.tap(row(app, " deck"))
    app.tap(sheet.ids.all)
    app.tap(sheet.ids.done)
    app.until(lambda: app.app.lesson is None or not app.app.lesson.running)
    app.until(lambda: "Deck 1 is learnt" in app.texts())
    return screen


def test_a_deck_is_taught_by_touch_and_told(open_app: Open, pictures: Path) -> None:
    app = open_app()
    screen, sheet = at_pictures(app)
    assert sheet.ids.title.text == "Pictures of Deck 1"
    assert sheet.ids.done.disabled
    app.tap(row(app, " deck"))
    app.tap(row(app, "Ac.png"))
    assert row(app, "Ac.png").chosen
    assert sheet.ids.done.text == "Learn (1)"
    app.tap(row(app, "Ac.png"))
    assert sheet.ids.done.disabled
    app.tap(sheet.ids.all)
    assert sheet.ids.done.text == "Learn (5)"
    app.tap(sheet.ids.done)
    app.until(lambda: "Deck 1 is learnt" in app.texts())
    app.idle()
    texts = app.texts()
    assert "Deck 1: 4 cards, from 4 pictures" in texts
    assert any(
        text.startswith("Tried on copies, dimmed, blurred or half covered (16): 0% ") for text in texts
    )
    assert "zz.jpg: it cannot be read as a picture" in texts
    assert [plate.deck.name for plate in screen.plates] == ["Deck 1"]
    app.tap(app.button("OK"))
    assert screen.lesson_plate is None
    assert [each.name for each in enrolled_decks()] == ["Deck 1"]


def test_while_it_learns_it_says_so_and_can_be_stopped(
    open_app: Open, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def slow() -> Recogniser:
        go_on.wait(60)
        return scripted()

    monkeypatch.setattr(photograph.Recogniser, "load", slow)
    app = open_app()
    screen, sheet = at_pictures(app)
    app.tap(row(app, " deck"))
    app.tap(sheet.ids.all)
    app.tap(sheet.ids.done)
    assert screen.lesson_plate is not None
    assert {"Learning: Deck 1", "Reading the pictures"} <= set(app.texts())
    assert screen.lesson_plate.ids.line.opacity == 1
    assert screen.ids.teach.disabled
    language.code = "es"
    app.idle()
    assert "Aprendiendo: Deck 1" in app.texts()
    app.tap(app.button("Detener"))
    go_on.set()
    app.until(lambda: "Se detuvo; nada cambió." in app.texts())
    assert enrolled_decks() == ()
    assert not screen.ids.teach.disabled


def test_going_away_meanwhile_loses_nothing(open_app: Open, pictures: Path) -> None:
    app = open_app()
    screen, sheet = at_pictures(app)
    app.tap(row(app, " deck"))
    app.tap(sheet.ids.all)
    app.tap(sheet.ids.done)
    app.app.go("table")
    app.until(lambda: app.app.lesson is not None and not app.app.lesson.running)
    app.app.go("decks")
    app.idle()
    assert "Deck 1 is learnt" in app.texts()
    assert [plate.deck.name for plate in screen.plates] == ["Deck 1"]


def test_a_failed_lesson_is_one_sentence_and_the_deck_is_as_before(
    open_app: Open, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> Recogniser:
        raise RuntimeError("the network reader.onnx is missing")

    monkeypatch.setattr(photograph.Recogniser, "load", missing)
    keep("Deck 2", deck(cards=range(3)))
    app = open_app()
    _, sheet = at_pictures(app)
    app.tap(row(app, " deck"))
    app.tap(sheet.ids.all)
    app.tap(sheet.ids.done)
    app.until(lambda: "Deck 1 is not learnt" in app.texts())
    assert "The cards cannot be seen: the network reader.onnx is missing" in app.texts()
    assert [(each.name, each.cards) for each in enrolled_decks()] == [("Deck 2", 3)]


def test_what_watches_the_table_reads_by_the_new_deck_at_once(
    open_app: Open, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, corners = table_picture()
    camera, loaded = Scripted(picture), list[int]()
    monkeypatch.setattr("companion.pipeline.table_watch.open_camera", camera.opened)

    def load(_report: object) -> Knowing:
        loaded.append(len(enrolled_decks()))
        return Knowing(corners)

    monkeypatch.setattr(TableWatch.__init__, "__defaults__", ((), load, 0.2))
    header = Header(("Ana", "Beto"))
    app = open_app(header, TableWatch(CameraChoice("0"), header))
    app.until(lambda: loaded == [0])
    taught(app)
    app.until(lambda: loaded == [0, 1])


def test_a_folder_that_cannot_be_opened_is_a_sentence(open_app: Open, pictures: Path) -> None:
    app = open_app()
    _, sheet = at_pictures(app)
    sheet.go(pictures / "gone")
    app.idle()
    assert "This folder cannot be opened: No such file or directory" in app.texts()
    app.tap(sheet.ids.up)
    assert sheet.there.folder == pictures
    (pictures.parent / "empty").mkdir()
    sheet.go(pictures.parent / "empty")
    app.idle()
    assert "There are no pictures here" in app.texts()
    assert sheet.ids.all.disabled


def test_too_many_pictures_are_not_learnt_from(open_app: Open, pictures: Path) -> None:
    for at in range(MOST_PICTURES + 1):
        (pictures / f"{at}.jpg").touch()
    app = open_app()
    _, sheet = at_pictures(app)
    app.tap(row(app, " deck"))
    app.tap(sheet.ids.all)
    assert sheet.ids.done.disabled
    assert f"At most {MOST_PICTURES} pictures at once" in app.texts()
    assert sum(isinstance(w, PickRow) for w in app.widgets()) < 60, "only rows that are seen are made"


@pytest.mark.parametrize("size", [(800, 480), (1280, 800), (480, 800), (800, 1280)])
def test_everything_can_be_hit_and_lies_in_the_window(
    open_app: Open, pictures: Path, size: tuple[int, int]
) -> None:
    app = open_app(size=size)
    screen, sheet = at_pictures(app)
    app.tap(row(app, " deck"))
    app.idle()
    rows = [w for w in sheet.walk() if isinstance(w, PickRow)]
    assert len(rows) == 5
    heads = [sheet.ids.cancel, sheet.ids.done, sheet.ids.up, sheet.ids.all]
    for button in [*heads, *rows, screen.ids.teach]:
        assert min(button.size) >= theme.TOUCH - 0.01, button.text
        x, y = button.to_window(button.x, button.y)
        assert x >= 0
        assert x + button.width <= Window.width
        assert y + button.height <= Window.height
    assert not isinstance(sheet.ids.where, TouchButton)
