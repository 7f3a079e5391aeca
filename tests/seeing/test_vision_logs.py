"""What cameras, networks and the table log: the points that explain a fault, and no password."""

import logging
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras import live
from vision.cameras.camera import CameraError, without_password
from vision.cameras.live import LiveCamera
from vision.cameras.opening import open_camera
from vision.runtime import backend_selection, inference, weights
from vision.tracking.placement import Placement
from vision.tracking.track import TrackView

STREAM = "rtsp://me:secret@10.0.0.7/live"


class OneFrame:
    """A camera that gives one frame each time it is opened."""

    def __init__(self) -> None:
        self.given = False

    def grab(self) -> np.ndarray | None:
        if self.given:
            return None
        self.given = True
        return np.zeros((4, 4, 3), np.uint8)

    def release(self) -> None:
        pass


def test_a_camera_opened_lost_and_given_up_is_logged_without_its_password(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG, "vision")
    monkeypatch.setattr(live, "FIRST_WAIT", 0.001)
    first = [OneFrame()]

    def opened() -> OneFrame:
        if not first:
            raise CameraError("not there")
        return first.pop()

    camera = LiveCamera(STREAM, opened, patience=0.01)
    assert camera.read() is not None
    with pytest.raises(CameraError):
        camera.read()
    camera.close()
    said = [record.getMessage().removeprefix("rtsp://10.0.0.7/live: ") for record in caplog.records]
    assert said[0] == "opened"
    assert said[1].startswith("lost: no more frames")
    assert said[-1].startswith("given up")
    assert "secret" not in caplog.text


@pytest.mark.parametrize("source", ["0", "picamera", "a@b.mp4", "http://10.0.0.7:8080/video?a@b"])
def test_a_name_without_a_password_is_logged_as_it_is(source: str) -> None:
    assert without_password(source) == source


def test_what_a_folder_of_frames_holds_is_logged(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    caplog.set_level(logging.INFO, "vision")
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((64, 64, 3), np.uint8))
    open_camera(str(tmp_path)).close()
    assert caplog.messages == [f"{tmp_path}: 1 pictures"]


def test_the_back_end_and_each_network_are_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO, "vision")
    monkeypatch.setenv(inference.BACKEND_VARIABLE, "onnxruntime")
    file = weights.weights_file("index_reader.onnx")
    backend_selection.load(1, file)
    chosen, loaded = caplog.messages
    assert chosen.startswith("back end onnxruntime, set by PORRAZO_BACKEND, of onnxruntime")
    assert loaded.startswith(f"{file}: loaded by onnxruntime in ")


def test_the_plane_is_logged_once_when_it_is_found(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "vision")
    corners = np.array([[0, 0], [40, 0], [40, 56], [0, 56]], np.float32)
    odds = np.full(52, 1 / 52, np.float32)
    placement = Placement()
    for shift in (0, 100, 200):
        card = TrackView(shift, corners + np.float32(shift), odds, 0.0, steady=True, hidden=False)
        placement.placed([card], (640, 480))
    assert caplog.messages == ["the table's plane is found, from 1 cards"]
