"""A wall clock that is set, by hours or by years, each time somebody looks at it: nothing that matters hangs on it."""

import ast
import logging
import os
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from companion import logs
from companion.archive.archive import Archive
from companion.archive.kept_match import Kept
from companion.archive.stills import MOST_STILLS, Stills
from companion.commands.doctor import log_tail
from companion.record.session import Session
from companion.web import certificate
from companion.web.server import Page, Server
from companion.window.wording.phrases import day
from engine.events import Adjust
from tests.app.test_door import asked
from tests.app.test_statistics import recorded
from tests.seeing.test_live import Scripted
from tests.seeing.test_view_lost import FPS, GRAINS, table
from vision.cameras import live
from vision.cameras.camera import CameraError, Frame
from vision.cameras.live import LiveCamera
from vision.cameras.reconnecting import LONGEST_PAUSE_S, RETRY_PAUSE_S, LastingCamera
from vision.view.view_lost import FROZEN, Loss, ViewWatch

ROOT = Path(__file__).parents[2]
NOW = 1_750_000_000.0
JUMPS = (0.0, -3600.0, 7200.0, -NOW, 3e9, -1.6e9, -86_400.0, 31_600_000.0)
"""Seconds by which the clock is off, one after the other: hours, years, back to 1970, far into the next century."""
MAY_LOOK = {
    "companion/archive/archive.py": "when a match began, which History shows",
    "companion/archive/one_writer.py": "the name of a damaged database that is put aside",
    "companion/commands/match.py": "when a match was brought in",
    "companion/commands/restore.py": "the name of the database that is put aside",
    "companion/record/session.py": "when somebody tapped, which is only written down",
    "companion/store/store.py": "when a match was put by",
    "companion/web/certificate.py": "whether the phones' certificate is about to run out",
    "vision/runtime/backend_selection.py": "whether another start of the program is measuring; tried again anyway",
}
"""Who may ask for the time of day, and what for. Whoever measures how long something takes asks a monotonic clock."""


class Wall:
    """A clock that is set anew before each look at it."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        """Seconds since 1970, as it claims."""
        self.looks += 1
        return NOW + 0.1 * self.looks + JUMPS[self.looks % len(JUMPS)]


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    """The wall clock of the whole program."""
    wall = Wall()
    monkeypatch.setattr(time, "time", wall)
    # logging asks for nanoseconds from Python 3.13 on
    monkeypatch.setattr(time, "time_ns", lambda: int(wall() * 1e9))
    return wall


def test_only_what_needs_the_time_of_day_asks_for_it() -> None:
    found = set()
    for room in ("engine", "vision", "companion"):
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = (node.module or "").split(".") if isinstance(node, ast.ImportFrom) else []
                assert "datetime" not in names, path
                assert "time" not in names, f"{path}: write time.monotonic, so that it can be seen here"
                if isinstance(node, ast.Attribute) and ast.unparse(node) in ("time.time", "time.time_ns"):
                    found.add(path.relative_to(ROOT).as_posix())
    assert found == set(MAY_LOOK)


# -- what is kept ------------------------------------------------------------------------------------------


def played(folder: Path, clock: object) -> tuple[list[object], list[object], object]:
    """Tap three matches, put right and take back in each, stop, and go on: the matches, who scored, the one left."""
    assert callable(clock)
    whole = recorded("to-the-end")
    shelf = Archive(folder, clock)
    shelf.claim()
    for many in (8, 12, 16):
        opened = shelf.begin(whole.header)
        session = Session(opened.header, opened.journal, clock=clock)
        for event in whole.events[:many]:
            session.tap(event)
        session.tap(Adjust(0, many, "a bonus"))
        session.correct(session.entries[-1], Adjust(0, 2 * many, "a bonus"))
        session.undo()
        session.redo()
        session.close()
    shelf.let_go()
    again = Archive(folder, clock)
    again.claim()
    opened_again = again.resume()
    assert opened_again is not None
    opened_again.journal.close()
    for number in again.owed():
        again.reckon(number)
    figures = again.figures()
    kept = [each for each in again.matches() if isinstance(each, Kept)]
    again.let_go()
    told = [(each.number, each.scores, [_untimed(event) for event in each.match.events]) for each in kept]
    return list(told), list(figures), [_untimed(event) for event in opened_again.events]


def _untimed(event: object) -> dict[str, object]:
    line = event.to_json()  # type: ignore[attr-defined]
    return {name: value for name, value in line.items() if name not in ("clock", "corrected")}


def test_matches_their_order_their_figures_and_the_one_to_go_on_with_are_the_same(
    tmp_path: Path, wall: Wall
) -> None:
    steady = played(tmp_path / "steady", lambda: NOW)
    jumping = played(tmp_path / "jumping", wall)
    assert wall.looks > 3 * len(JUMPS)
    assert jumping == steady
    assert len(jumping[0]) == 3
    assert jumping[2], "the one played last is gone on with"


@pytest.mark.parametrize("when", [NOW + jump for jump in JUMPS])
@pytest.mark.parametrize("now", [NOW + jump for jump in JUMPS])
def test_a_day_is_named_whatever_the_clock_says(when: float, now: float) -> None:
    assert day(when, now, str)
    assert day(when, when, str).startswith("Today")


def test_the_stills_that_go_are_those_made_first(
    tmp_path: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.archive.stills.MOST_STILLS", 5)
    assert MOST_STILLS > 5
    monkeypatch.setattr("companion.archive.stills.write_whole", _written_at(wall))
    picture = SimpleNamespace(rgba=np.zeros((8, 8, 4), np.uint8))
    for number in range(12):
        stills = Stills(tmp_path)  # the app is begun anew each time
        stills._write(f"{number:02}.jpg", picture)  # type: ignore[arg-type]
        stills.prune()
    assert sorted(path.stem for path in stills.folder.iterdir()) == ["07", "08", "09", "10", "11"]


def _written_at(wall: Wall) -> object:
    def write(path: Path, content: bytes, *, synced: bool) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        now = wall()
        os.utime(path, (now, now))  # as the system does, by a clock that is set

    return write


def test_the_log_goes_on_in_its_order_and_is_rotated(
    tmp_path: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(logs, "LARGEST", 4000)
    loggers = [logging.getLogger(name) for name in logs.OWN_LOGGERS]
    before = [(logger, list(logger.handlers), logger.level) for logger in loggers]
    try:
        logs.log_to_file()
        for number in range(200):
            logging.getLogger("companion.test").info("line %d", number)
    finally:
        for logger, handlers, level in before:
            for handler in set(logger.handlers) - set(handlers):
                logger.removeHandler(handler)
                handler.close()
            logger.setLevel(level)
    assert wall.looks >= 200
    tail = [int(line.split()[-1]) for line in list(log_tail())[1:]]
    assert tail == list(range(200 - len(tail), 200))
    files = list(logs.log_file().parent.glob("porrazo.log*"))
    assert len(files) == 1 + logs.OLDER
    assert all(path.stat().st_size <= 4000 for path in files)


# -- the camera --------------------------------------------------------------------------------------------


class Given:
    """A camera that gives frames whose times begin with it, or fails."""

    live = True

    def __init__(self, count: int) -> None:
        self.count = count

    def read(self) -> Frame | None:
        """See Camera."""
        self.count -= 1
        if self.count < 0:
            raise CameraError("unplugged")
        return Frame(np.zeros((4, 4, 3), np.uint8), 1.0, 0)

    def close(self) -> None:
        """See Camera."""


def test_a_lost_camera_is_tried_again_at_the_same_pace_and_its_time_goes_on(wall: Wall) -> None:
    now, pauses, opened = [100.0], [], iter([2, 0, 0, 0, 2, 0])
    camera = LastingCamera(lambda _: Given(next(opened)), lambda _: None, clock=lambda: now[0])

    def waits(pause: float) -> bool:
        wall()
        pauses.append(pause)
        now[0] += pause
        return False

    camera._closed.wait = waits  # type: ignore[method-assign, assignment]
    times = [frame.t for frame in (camera.read() for _ in range(4)) if frame is not None]
    second = 2 * RETRY_PAUSE_S
    assert pauses == [RETRY_PAUSE_S, second, min(2 * second, LONGEST_PAUSE_S), LONGEST_PAUSE_S]
    assert times == [1.0, 1.0, 1.0 + sum(pauses), 1.0 + sum(pauses)]


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch, wall: Wall) -> list[float]:
    """The monotonic clock that live cameras ask, set by hand."""
    now = [50.0]
    monkeypatch.setattr(live, "time", SimpleNamespace(monotonic=lambda: now[0], time=wall))
    return now


def test_a_camera_is_given_up_by_the_time_that_passed_and_not_by_the_clock(
    hours: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(live, "LONGEST_WAIT", 0.001)
    tries = 0

    def opened() -> Scripted:
        nonlocal tries
        tries += 1
        if tries == 1:
            return Scripted(0)
        if tries == 30:
            hours[0] += 11.0
        raise CameraError("not there")

    camera = LiveCamera("table", opened, patience=10.0)
    with pytest.raises(CameraError, match="no frames for 10 seconds"):
        camera.read()
    camera.close()
    assert tries == 30, "a clock set forward by years did not end it before"


def test_a_frozen_picture_is_known_by_the_time_that_passed(hours: list[float]) -> None:
    step, picture = threading.Semaphore(0), table()

    class Freezes:
        """Gives a table with a sensor's noise, and from the 37th picture on the same one."""

        given = 0

        def grab(self) -> np.ndarray | None:
            step.acquire()
            hours[0] += 1 / FPS
            self.given += 1
            grain = GRAINS[self.given % len(GRAINS)] if self.given <= 36 else GRAINS[0]
            return np.asarray(np.clip(picture.astype(np.int16) + grain, 0, 255), np.uint8)

        def release(self) -> None:
            """Nothing to let go."""

    camera, watch, lost = LiveCamera("table", Freezes), ViewWatch(), []
    for _ in range(72):
        step.release()
        frame = camera.read()
        assert frame is not None
        lost.append((frame.t, watch.see(frame.image, frame.t)))
    camera._closed.set()
    step.release()
    camera.close()
    assert lost[0][0] == pytest.approx(1 / FPS)
    since = next(t for t, loss in lost if loss is Loss.FROZEN)
    assert FROZEN <= since - 36 / FPS <= FROZEN + 0.3


# -- the phones' page --------------------------------------------------------------------------------------


def test_phones_get_the_page_and_each_new_board(wall: Wall) -> None:
    server = Server("127.0.0.1", Page("<p>the first board</p>"))
    try:
        for number in range(2 * len(JUMPS)):
            board = f"<p>board {number}</p>"
            server.show(Page(board))
            wall()
            assert board in asked(server)
    finally:
        server.stop()


@pytest.mark.parametrize(("off", "renewed"), [(-60.0, False), (3600.0, True), (3e8, True), (-3e8, True)])
def test_a_certificate_from_another_time_is_made_anew(
    off: float, renewed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificate, "_made", lambda _: b"new")
    file = tmp_path / "camera-10.0.0.1.pem"
    file.write_bytes(b"old")
    made = time.time() + off
    os.utime(file, (made, made))
    assert certificate.certificate_for(tmp_path, "10.0.0.1").read_bytes() == (b"new" if renewed else b"old")
