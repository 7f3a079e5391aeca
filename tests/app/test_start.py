"""Start, driven by touch: go on in one tap, also after a kill; a broken file is one sentence."""

import threading
from pathlib import Path

import pytest
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion import theme
from companion.archive.archive import Archive
from companion.archive.settings import CameraChoice, Settings, watching
from companion.window.start import StartScreen
from companion.window.table.table import TableScreen
from companion.window.widgets.text import TouchButton
from engine.events import Adjust, Event
from engine.header import Header
from engine.journal import Journal
from engine.record import read
from tests.app.conftest import Open
from tests.app.kept import choose, leave, leave_broken, others, record

EIGHT = ("Ana", "Beto", "Carla", "Diego", "Eva", "Federico", "Guadalupe", "Hugo")


def played(folder: Path, header: Header, *points: int) -> None:
    """Leave a match behind as a killed app would."""
    leave(folder, header, *(Adjust(seat, each, "x") for seat, each in enumerate(points)))


def test_porrazo_alone_opens_start(open_app: Open) -> None:
    app = open_app(None)
    assert isinstance(app.app.screen, StartScreen)
    assert app.app.session is None
    assert "New match" in app.texts()
    assert "Continue" not in app.texts()


def test_an_unfinished_match_is_shown_and_gone_on_with_in_one_tap(open_app: Open, tmp_path: Path) -> None:
    played(tmp_path, Header(("Ana", "[b]Beto")), 34, 29)
    app = open_app(None)
    assert {"Ana", "&bl;b&br;Beto", "34", "29", "Continue"} <= set(app.texts())
    app.tap(app.front(StartScreen).go_on)
    assert isinstance(app.app.screen, TableScreen)
    assert app.session.match.position.scores == (34, 29)


def test_the_way_back_from_the_table_shows_the_match_as_it_stands_now(open_app: Open, tmp_path: Path) -> None:
    played(tmp_path, Header(("Ana", "Beto")), 3, 4)
    app = open_app(None)
    app.tap(app.front(StartScreen).go_on)
    app.session.tap(Adjust(0, 8, "x"))
    app.app.changed()
    app.app.back()
    app.idle()
    assert "11" in app.texts()
    app.tap(app.front(StartScreen).go_on)
    assert app.session.match.position.scores == (11, 4)


def test_a_match_watched_in_a_window_that_was_killed_is_gone_on_with(open_app: Open, tmp_path: Path) -> None:
    played(tmp_path, Header(("Ana", "Beto")), 3, 4)
    opened = Archive(tmp_path).begin_apart(Header(("Carla", "Diego")))
    opened.journal.append(Adjust(0, 7, "x"))
    opened.journal.close()
    app = open_app(None)
    assert {"Carla", "Diego", "7", "Continue"} <= set(app.texts())
    app.tap(app.front(StartScreen).go_on)
    assert app.session.header.players == ("Carla", "Diego")
    assert app.session.match.position.scores == (7, 0)
    (before,) = others(tmp_path)
    assert record(tmp_path, before)[0] == Header(("Ana", "Beto")), "and the other is kept"


@pytest.mark.parametrize("points", [(), (61,)])
def test_a_watched_match_that_is_over_or_empty_is_not_offered(
    open_app: Open, tmp_path: Path, points: tuple[int, ...]
) -> None:
    opened = Archive(tmp_path).begin_apart(Header(("Carla", "Diego")))
    for each in points:
        opened.journal.append(Adjust(0, each, "x"))
    opened.journal.close()
    assert "Continue" not in open_app(None).texts()


def test_a_match_put_by_for_another_is_not_offered_again(open_app: Open, tmp_path: Path) -> None:
    played(tmp_path, Header(("Ana", "Beto")), 3, 4)
    Archive(tmp_path).begin(Header(("Carla", "Diego"))).journal.close()
    app = open_app(None)
    assert "Ana" not in app.texts()


def test_a_finished_match_is_not_gone_on_with(open_app: Open, tmp_path: Path) -> None:
    played(tmp_path, Header(("Ana", "Beto")), 61, 4)
    assert "Continue" not in open_app(None).texts()


def test_a_broken_match_is_one_sentence_and_a_new_one_can_be_begun(open_app: Open, tmp_path: Path) -> None:
    leave_broken(tmp_path, b'{"porrazo": 1, "players": ["A", "B"]}', b"nonsense", b"{}")
    app = open_app(None)
    assert any("holds no match that can be read (line 2)" in text for text in app.texts())
    assert "New match" in app.texts()
    assert "Continue" not in app.texts()


def test_the_language_is_switched(open_app: Open) -> None:
    app = open_app(None)
    app.tap(app.button("Español"))
    assert {"Nueva partida", "English"} <= set(app.texts())


@pytest.mark.parametrize("size", [(800, 480), (1280, 800), (480, 800), (2560, 1600)])
@pytest.mark.parametrize("players", [2, 8])
def test_everything_lies_in_the_window_and_can_be_hit(
    open_app: Open, tmp_path: Path, size: tuple[int, int], players: int
) -> None:
    played(tmp_path, Header(EIGHT[:players]), *range(players))
    app = open_app(None, size=size)
    screen = app.front(StartScreen)
    tappable: list[Widget] = [screen.go_on, *(w for w in screen.walk() if isinstance(w, TouchButton))]
    assert len(tappable) >= 3
    for widget in tappable:
        x, y = widget.to_window(*widget.pos)
        assert min(widget.size) >= theme.TOUCH - 0.01
        assert x >= 0
        assert y >= 0
        assert x + widget.width <= Window.width + 0.5
        assert y + widget.height <= Window.height + 0.5


@pytest.mark.parametrize(
    ("header", "camera"),
    [
        (Header(("Ana", "Beto"), extra={"entry": "camera"}), "film.mp4"),
        (watching(Header(("Ana", "Beto")), "other.mp4", 1), "other.mp4"),
        (Header(("Ana", "Beto"), extra={"entry": "camera", "camera": ["?"]}), "film.mp4"),
    ],
    ids=["the one chosen last", "its own, if porrazo watch began it", "a header that makes no sense"],
)
def test_a_watched_match_is_watched_again(
    header: Header, camera: str, open_app: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, int]] = []

    class Watch:
        """Looks at nothing, and says what it was given."""

        def __init__(
            self, choice: CameraChoice, header: Header, events: tuple[Event, ...], table: object
        ) -> None:
            seen.append((choice.source, len(events)))

        def run(self, post: object, stop: threading.Event) -> None:
            stop.wait(30)

    monkeypatch.setattr("companion.pipeline.table_watch.TableWatch", Watch)
    played(tmp_path, header, 3, 4)
    choose(tmp_path, Settings(camera=CameraChoice(source="film.mp4")))
    app = open_app(None)
    app.tap(app.front(StartScreen).go_on)
    assert isinstance(app.app.screen, TableScreen)
    assert seen == [(camera, 2)]
    assert app.session.source == "live"
    app.app.back()
    app.idle()
    app.tap(app.front(StartScreen).go_on)
    assert len(seen) == 1, "it is still watching"


def test_a_match_in_a_file_that_was_named_is_gone_on_with_in_it_and_watched_again(
    open_app: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[CameraChoice] = []

    class Watch:
        """Looks at nothing, and says what it was given."""

        def __init__(
            self, choice: CameraChoice, header: Header, events: tuple[Event, ...], table: object
        ) -> None:
            seen.append(choice)

        def run(self, post: object, stop: threading.Event) -> None:
            stop.wait(30)

    monkeypatch.setattr("companion.pipeline.table_watch.TableWatch", Watch)
    path = tmp_path / "named.jsonl"
    with Journal.begin(path, Header(("Carla", "Diego"))) as journal:
        journal.append(Adjust(0, 7, "x"))
    archive = Archive(tmp_path)
    archive.note_file(path, CameraChoice("film.mp4", bottom=1))
    archive.let_go()
    app = open_app(None)
    assert {"Carla", "Diego", "7", "Continue"} <= set(app.texts())
    app.tap(app.front(StartScreen).go_on)
    assert app.session.header.players == ("Carla", "Diego")
    assert seen == [CameraChoice("film.mp4", bottom=1)]
    app.session.tap(Adjust(0, 4, "x"))
    header, *lines = read(path.read_bytes().splitlines(keepends=True))
    assert header[1] == Header(("Carla", "Diego")), "its header is as watch wrote it"
    assert len(lines) == 2
