"""The decks that were learnt are listed with their faces, and forgotten only when asked twice."""

from pathlib import Path

import numpy as np
import pytest

from companion.window.decks.decks import DecksScreen
from tests.app.conftest import Open
from vision.enrolment.decks import DECKS_VARIABLE, FACES_FILE, Faces, enrolled_decks, keep
from vision.reading.reader import HEIGHT, WIDTH


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DECKS_VARIABLE, str(tmp_path / "decks"))
    return tmp_path / "decks"


def faces(count: int) -> Faces:
    crops = np.zeros((count, HEIGHT, WIDTH, 3), np.uint8)
    crops[:, :, :, 2] = 200
    return Faces(crops, np.arange(count, dtype=np.int64))


def test_without_a_deck_it_says_how_one_is_learnt(open_app: Open, folder: Path) -> None:
    app = open_app()
    app.app.go("decks")
    app.idle()
    assert any("learnt from pictures of its cards" in text for text in app.texts())
    assert app.texts().count("Teach a deck") == 1, "one thing is next"
    assert "Delete" not in app.texts()


def test_decks_are_listed_and_one_is_forgotten_when_asked_twice(open_app: Open, folder: Path) -> None:
    keep("Abuela [old]", faces(6))
    keep("Blue", faces(2))
    app = open_app()
    app.app.go("decks")
    app.idle()
    screen = app.front(DecksScreen)
    assert {"Abuela &bl;old&br;", "6 cards, from 6 pictures", "Blue"} <= set(app.texts())
    assert [len(plate.ids.faces.children) for plate in screen.plates] == [4, 2]
    app.tap(screen.plates[0].forget)
    assert "Delete the deck Abuela &bl;old&br;?" in app.texts()
    app.tap(app.button("Cancel"))
    assert len(enrolled_decks()) == 2
    app.tap(screen.plates[0].forget)
    assert screen.dialogue is not None
    app.tap(screen.dialogue.buttons[0])
    assert [deck.name for deck in enrolled_decks()] == ["Blue"]
    assert "6 cards, from 6 pictures" not in app.texts()
    picture = app.pixels()
    red = (picture[..., 0] > 150) & (picture[..., 1] < 60)
    assert red.sum() > 500, "the deck's faces are shown in their own colours"


def test_a_damaged_deck_is_shown_and_can_be_forgotten(open_app: Open, folder: Path) -> None:
    keep("Blue", faces(2))
    red = keep("Red", faces(2)).folder
    (red / FACES_FILE).write_bytes((red / FACES_FILE).read_bytes()[:100])
    app = open_app()
    app.app.go("decks")
    app.idle()
    screen = app.front(DecksScreen)
    assert {"Blue", "Red", "Its file is damaged. Delete it, and show its cards again."} <= set(app.texts())
    app.tap(screen.plates[1].forget)
    assert screen.dialogue is not None
    app.tap(screen.dialogue.buttons[0])
    assert not red.exists()
    assert "Red" not in app.texts()
    assert "Blue" in app.texts()
