"""Live cameras: the latest frame only, lost and found again, closed while somebody waits."""

import os
import queue
import socket
import sys
import threading
import time
import types

import numpy as np
import pytest

from vision.cameras import live, opening
from vision.cameras.camera import CameraError, Frame, frames
from vision.cameras.live import LiveCamera
from vision.cameras.opening import open_camera


class Scripted:
    """A camera that gives so many frames, each when ``step`` allows it, and then fails or hangs."""

    def __init__(self, count: int, step: threading.Semaphore | None = None) -> None:
        self.count, self.step, self.given, self.released = count, step, 0, False

    def grab(self) -> np.ndarray | None:
        if self.step is not None:
            self.step.acquire()
        if self.given == self.count:
            return None
        self.given += 1
        return np.full((4, 4, 3), self.given, np.uint8)

    def release(self) -> None:
        self.released = True


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(live, "LONGEST_WAIT", 0.004)


def wait_until(true: object) -> None:
    assert callable(true)
    limit = time.monotonic() + 5
    while not true():
        assert time.monotonic() < limit
        time.sleep(0.001)


def brightness(frame: Frame | None) -> int:
    assert frame is not None
    return int(frame.image[0, 0, 0])


def test_only_the_latest_frame_is_given_and_that_once() -> None:
    step = threading.Semaphore(0)
    grabber = Scripted(100, step)
    camera = LiveCamera("table", lambda: grabber)
    assert camera.live
    step.release(5)
    wait_until(lambda: grabber.given == 5 and not step.acquire(blocking=False))
    time.sleep(0.02)
    first = camera.read()
    assert (brightness(first), first and first.number) == (5, 4)
    step.release()
    assert brightness(camera.read()) == 6
    threading.Timer(0.05, step.release).start()
    camera.close()


def test_times_go_up_and_start_with_the_camera() -> None:
    step = threading.Semaphore(1)
    camera = LiveCamera("table", lambda: Scripted(100, step))
    one = camera.read()
    step.release()
    two = camera.read()
    assert one is not None
    assert two is not None
    assert 0 <= one.t < two.t < 5
    step.release()
    camera.close()


def test_a_camera_that_is_lost_is_opened_again_and_both_are_said() -> None:
    step = threading.Semaphore(0)
    openings = [Scripted(1), None, None, Scripted(10, step)]
    first, told = openings[0], list[str]()

    def opened() -> Scripted:
        grabber = openings.pop(0)
        if grabber is None:
            raise CameraError("not there")
        return grabber

    camera = LiveCamera("table", opened, told.append)
    wait_until(lambda: len(told) == 2)
    assert told == ["table: no more frames; trying to reach it again", "table: frames come again"]
    assert first is not None
    assert first.released
    camera.read()
    step.release()
    again = camera.read()
    assert again is not None
    assert again.number == 1
    step.release()
    camera.close()


def test_a_camera_that_falls_silent_is_said_within_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert live.SILENCE_S < 2, "so that it is on the screen by then"
    monkeypatch.setattr(live, "SILENCE_S", 0.05)
    step, told, said = threading.Semaphore(1), list[str](), threading.Event()

    def tell(sentence: str) -> None:
        told.append(sentence)
        said.set()

    camera = LiveCamera("table", lambda: Scripted(10, step), tell)
    assert camera.read() is not None

    def go_on() -> None:
        said.wait(5)
        step.release()

    threading.Thread(target=go_on, daemon=True).start()
    assert camera.read() is not None, "it waits for the next, said once that none comes"
    assert told == [f"table: {live.NO_PICTURE}", "table: frames come again"]
    step.release()
    camera.close()


def test_a_camera_that_cannot_be_reached_at_once_is_said_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SILENCE_S", 0.05)
    told, said = list[str](), threading.Event()

    def tell(sentence: str) -> None:
        told.append(sentence)
        said.set()

    def opened() -> Scripted:
        assert said.wait(5), "nothing was said"
        return Scripted(3)

    camera = LiveCamera("table", opened, tell)
    camera.read()
    assert told[0] == f"table: {live.NO_PICTURE}"
    camera.close()


def to_standard_error(sentence: str) -> None:
    os.write(2, sentence.encode() + b"\n")


def test_a_stream_that_answers_with_nothing_is_said_before_it_is_given_up(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(live, "SILENCE_S", 0.2)
    monkeypatch.setattr(opening, "STREAM_TIMEOUT_MS", 1000)
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/video"
        with pytest.raises(CameraError, match="no stream there can be read"):
            open_camera(url, to_standard_error)
    assert capfd.readouterr().err == f"{url}: {live.NO_PICTURE}\n"


@pytest.mark.parametrize("fault", [IndexError("no"), KeyError(1), MemoryError()])
def test_whatever_a_camera_raises_is_a_loss_and_it_is_opened_again(fault: Exception) -> None:
    class Broken(Scripted):
        def grab(self) -> np.ndarray | None:
            raise fault

    step, told = threading.Semaphore(1), list[str]()
    openings = [Broken(1), Scripted(2, step)]
    camera = LiveCamera("table", lambda: openings.pop(0), told.append)
    assert camera.read() is not None
    step.release()
    camera.close()
    assert type(fault).__name__ in told[0]
    assert told[0].endswith("; trying to reach it again")
    assert told[1] == "table: frames come again"


def test_a_camera_whose_library_fails_is_refused_with_a_sentence() -> None:
    def opened() -> Scripted:
        raise KeyError("sensor")

    with pytest.raises(CameraError, match=r"table: cannot be opened \(KeyError: 'sensor'\)"):
        LiveCamera("table", opened)


@pytest.mark.parametrize("source", ["picamera", "0"])
def test_the_loss_of_the_pi_s_own_camera_is_said(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    class Picamera2:
        def create_video_configuration(self, main: dict[str, object]) -> dict[str, object]:
            return main

        def configure(self, configuration: dict[str, object]) -> None:
            pass

        def start(self) -> None:
            pass

        def capture_array(self) -> np.ndarray:
            raise RuntimeError("Camera frontend has timed out")

        def close(self) -> None:
            raise RuntimeError("it is gone")

    library = types.ModuleType("picamera2")
    monkeypatch.setattr(library, "Picamera2", Picamera2, raising=False)
    monkeypatch.setitem(sys.modules, "picamera2", library)
    monkeypatch.setattr(opening, "_capture_index", lambda _: None)
    said: queue.SimpleQueue[str] = queue.SimpleQueue()
    camera = open_camera(source, said.put)
    sentence = said.get(timeout=5)
    camera.close()
    assert sentence == (
        "picamera: no more frames (RuntimeError: Camera frontend has timed out); trying to reach it again"
    )


def test_a_camera_that_never_answers_is_refused_at_once() -> None:
    def opened() -> Scripted:
        raise CameraError("table: not there")

    with pytest.raises(CameraError, match="table: not there"):
        LiveCamera("table", opened)


def test_a_camera_that_stays_lost_is_given_up() -> None:
    openings = [Scripted(1)]

    def opened() -> Scripted:
        if not openings:
            raise CameraError("not there")
        return openings.pop()

    camera = LiveCamera("table", opened, patience=0.02)
    with pytest.raises(CameraError, match="table: no frames for"):
        list(frames(camera))


def test_closing_ends_a_read_that_waits() -> None:
    step = threading.Semaphore(0)
    camera = LiveCamera("table", lambda: Scripted(10, step))
    threading.Timer(0.03, camera.close).start()
    threading.Timer(0.06, step.release).start()
    assert camera.read() is None


def test_no_such_camera_is_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(
        CameraError, match="camera 97: there is no such camera, or something else is using it"
    ):
        open_camera("97")
    assert capfd.readouterr() == ("", "")


def test_no_such_stream_is_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraError, match=r"http://127\.0\.0\.1:9/video: no stream there can be read"):
        open_camera("http://127.0.0.1:9/video")
    assert capfd.readouterr() == ("", "")


def test_no_picamera_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_picamera2", lambda: None)
    with pytest.raises(CameraError, match="picamera: picamera2 is not installed"):
        open_camera("picamera")


def test_the_pi_s_own_camera_is_asked_for_blue_green_red(monkeypatch: pytest.MonkeyPatch) -> None:
    class Picamera2:
        def create_video_configuration(self, main: dict[str, object]) -> dict[str, object]:
            return main

        def configure(self, configuration: dict[str, object]) -> None:
            assert configuration["format"] == "RGB888"  # which is picamera2's name for BGR in memory

        def start(self) -> None:
            self.started = True

        def capture_array(self) -> np.ndarray:
            assert self.started
            return np.full((4, 4, 4), 9, np.uint8)

        def close(self) -> None:
            self.started = False

    class Library:
        pass

    library = Library()
    monkeypatch.setattr(library, "Picamera2", Picamera2, raising=False)
    monkeypatch.setattr(opening, "_picamera2", lambda: library)
    camera = open_camera("picamera")
    frame = camera.read()
    assert frame is not None
    assert frame.image.shape == (4, 4, 3)
    camera.close()
