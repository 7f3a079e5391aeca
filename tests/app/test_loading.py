"""While the networks load a quiet line says so and the board is played on; one that cannot be loaded is a sentence."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from companion import cli
from companion.archive.settings import CameraChoice
from companion.commands import source
from companion.messages import Progress, Told, ViewBack, ViewLost
from companion.pipeline import spare_memory
from companion.pipeline.starting import Report, seeing_table, table_for
from companion.pipeline.table_watch import TableWatch
from companion.referee import Referee
from companion.setup.camera_setup import Aim
from companion.window.camera.camera import CameraScreen
from companion.window.widgets.plates import ProgressLine
from companion.window.widgets.text import language
from engine.cards import Card
from engine.events import Event
from engine.header import Header
from engine.porrazo.events import Declare, Play
from tests.app.conftest import Open
from tests.app.driving import Driver
from tests.app.test_camera_aiming import Knowing, Scripted, table_picture
from vision.tracking.table import Table

HEADER = Header(("Ana", "Beto"))
CLIP = Path(__file__).parents[1] / "films" / "clip.mp4"


class Slow:
    """Networks that are loaded as far as it says: ``more`` lets them go on."""

    def __init__(self) -> None:
        self.picture, corners = table_picture()
        self.looks = Knowing(corners)
        self.reached, self.more = threading.Event(), threading.Event()
        self.fault: Exception | None = None

    def load(self, report: Report) -> Knowing:
        report(Progress(1, 3))
        self.reached.set()
        assert self.more.wait(60)
        if self.fault is not None:
            raise self.fault
        return self.looks


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    networks = Slow()
    camera = Scripted(networks.picture)
    monkeypatch.setattr("companion.pipeline.table_watch.open_camera", camera.opened)
    make = staticmethod(lambda choice: Aim(choice, networks.load, camera.opened))
    monkeypatch.setattr(CameraScreen, "make_aim", make)
    yield networks
    networks.more.set()


def line(app: Driver) -> ProgressLine:
    return next(widget for widget in app.widgets() if isinstance(widget, ProgressLine))


def watched(open_app: Open, slow: Slow) -> Driver:
    """The table, watched by networks that are being loaded."""
    app: Driver = open_app(HEADER, TableWatch(CameraChoice("0"), HEADER, (), slow.load))
    assert slow.reached.wait(60)
    app.until(lambda: app.screen.picture.loading == Progress(1, 3))
    app.idle()
    return app


def test_loading_the_real_networks_says_how_far_it_is() -> None:
    told: list[Progress] = []
    seeing_table(told.append)
    assert told == [Progress(0, 3), Progress(1, 3), Progress(2, 3)]


@pytest.mark.parametrize(
    ("game", "players", "near"), [("crash", 3, True), ("malilla", 4, False), ("porrazo", 2, False)]
)
def test_where_hands_are_shown_fanned_they_are_looked_at_from_near(
    game: str, players: int, near: bool
) -> None:
    names = tuple(f"P{k}" for k in range(players))
    header = Header(names, game=game)
    looks = table_for(header)(lambda _: None)
    assert isinstance(looks, spare_memory.GivesBack)
    assert isinstance(looks.table, Table)
    assert (looks.table.fans is not None) == near
    args, _ = cli.parse(["watch", str(CLIP), "--game", game, "--players", str(players)])
    watched = source.watcher_of(args, source.source_of(args), header, ())
    assert isinstance(watched.table, spare_memory.GivesBack)
    assert isinstance(watched.table.table, Table)
    assert (watched.table.table.fans is not None) == near


def test_the_table_says_that_the_networks_load_and_is_played_on_meanwhile(open_app: Open, slow: Slow) -> None:
    app = watched(open_app, slow)
    assert app.screen.picture.caption == "Learning to see..."
    assert line(app).opacity == 1
    x, y = line(app).to_window(line(app).x, line(app).center_y)
    row = app.pixels()[-int(y) - 1]
    begun, left = (row[int(x + share * line(app).width)].astype(int) for share in (0.15, 0.9))
    assert begun[0] > left[0] + 100, "what is done is gold, what is left is dark"
    app.tap(app.screen.seats[0].buttons[0])
    assert isinstance(app.session.match.events[0], Declare)
    slow.more.set()
    app.until(lambda: app.session.picture is not None and app.screen.picture.loading is None)
    app.idle()
    assert (line(app).opacity, app.screen.picture.caption) == (0, "")
    assert isinstance(app.session.match.events[0], Declare)


def test_what_is_tapped_while_the_networks_load_reaches_the_referee(
    slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[Event, ...]] = []
    both = threading.Event()

    def hear(_referee: Referee, record: Iterable[Event]) -> None:
        heard.append(tuple(record))
        if len(heard) == 2:
            both.set()

    monkeypatch.setattr(Referee, "hear", hear)
    watch, stop = TableWatch(CameraChoice("0"), HEADER, (), slow.load), threading.Event()
    thread = threading.Thread(target=watch.run, args=(lambda _: None, stop), daemon=True)
    thread.start()
    assert slow.reached.wait(60)
    first, second = Declare(1, "ronda"), Play(1, Card.parse("7"))
    watch.hear(Told("tapped", first, None, record=(first,)))
    watch.hear(Told("tapped", second, None, record=(first, second)))
    slow.more.set()
    both.wait(10)
    stop.set()
    thread.join(10)
    assert heard == [(first,), (first, second)], "without another tap, in order"


def test_networks_that_cannot_be_loaded_leave_a_sentence_and_the_keys(open_app: Open, slow: Slow) -> None:
    app = watched(open_app, slow)
    slow.fault = RuntimeError("the network finder.onnx is missing")
    slow.more.set()
    app.until(lambda: app.session.source == "blind")
    app.idle()
    assert line(app).opacity == 0
    assert "The cards cannot be seen: the network finder.onnx is missing" in app.texts()
    assert app.screen.picture.caption == "No camera sees the cards: tap them"
    app.tap(app.screen.keys.keys.keys[Card.parse("7")])
    assert [str(card) for card in app.screen.cards.cards] == ["7"]
    language.code = "es"
    app.idle()
    assert app.screen.picture.caption == "Ninguna cámara ve las cartas: tócalas"


def test_a_table_that_cannot_be_seen_is_said_over_its_picture(open_app: Open, slow: Slow) -> None:
    app = watched(open_app, slow)
    slow.more.set()
    app.until(lambda: app.session.picture is not None)
    app.session.post(ViewLost("covered"))
    app.until(lambda: app.screen.picture.caption == "The table cannot be seen")
    assert "The table cannot be seen, something covers it: nothing is counted until it is" in app.texts()
    language.code = "es"
    app.idle()
    assert app.screen.picture.caption == "No se ve la mesa"
    app.session.post(ViewLost("confused"))
    app.until(lambda: app.screen.picture.caption == "Este mantel me confunde: uno liso ayuda")
    app.session.post(ViewBack())
    app.until(lambda: app.screen.picture.caption == "")


def at_camera(open_app: Open) -> tuple[Driver, CameraScreen]:
    app: Driver = open_app()
    app.app.preferences.change(camera=CameraChoice("0"))
    app.app.go("camera")
    screen = app.front(CameraScreen)
    app.until(lambda: screen.picture.loading == Progress(1, 3))
    app.idle()
    return app, screen


def test_the_camera_says_that_the_networks_load(open_app: Open, slow: Slow) -> None:
    app, screen = at_camera(open_app)
    assert (screen.picture.caption, line(app).opacity) == ("Learning to see...", 1)
    slow.more.set()
    app.until(lambda: screen.picture.picture is not None)
    app.until(lambda: line(app).opacity == 0)
    assert screen.picture.caption == ""


@pytest.mark.parametrize("fault", [OSError, RuntimeError, ImportError])
def test_the_camera_says_why_nothing_is_seen(
    open_app: Open, slow: Slow, fault: Callable[[str], Exception]
) -> None:
    app, screen = at_camera(open_app)
    slow.fault = fault("reader.onnx is no network")
    slow.more.set()
    app.until(lambda: screen.picture.caption == "Nothing can see the cards: reader.onnx is no network")
    app.idle()
    assert line(app).opacity == 0
    assert screen.ids.find.disabled


def test_a_board_without_a_camera_loads_nothing_that_sees() -> None:
    """The app is there sooner, and smaller by some 30 MB, while OpenCV and the networks are not wanted."""
    words = (
        "import os, sys; from companion.window import launch; launch.prepare(os.environ);"
        "import companion.window.porrazo_app, companion.window.table.table; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "companion.window.table.table" in loaded
    never = {
        "cv2", "onnxruntime", "companion.setup.camera_setup", "companion.setup.deck_lesson", "vision.tracking.table",
        "PIL.Image",
    }  # fmt: skip
    assert not loaded & never


def test_memory_is_given_back_at_first_and_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    at = 0.0
    monkeypatch.setattr(spare_memory, "give_back", lambda: given.append(at))
    picture, corners = table_picture()
    table = spare_memory.GivesBack(Knowing(corners))
    for at in (0.0, 1.0, 29.0, 31.0, 32.0, 62.0, 5.0):
        table.look(picture, at, 0)
    assert given == [0.0, 0.0, 31.0, 62.0, 5.0], "a film that begins again counts anew"
