"""OpenCV's own back end: every network of the program runs there, and answers as with ONNX Runtime."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detection.letterbox import letterboxed
from vision.runtime import inference, opencv_dnn
from vision.runtime.inference import CannotRun
from vision.runtime.opencv_dnn import OpenCvDnn, with_input_shape
from vision.runtime.weights import weights_file

FINDERS = ("finder.onnx", "index_finder.onnx")
READERS = {"reader.onnx": (176, 128), "index_reader.onnx": (96, 64), "letter_reader.onnx": (96, 64)}
NOISE = np.random.default_rng(0)
SAME_PX, SAME_CONFIDENCE = 0.01, 1e-4
"""Two back ends add up in another order: corners and confidences differ by no more than this."""


@pytest.mark.parametrize("name", FINDERS)
def test_a_finder_answers_as_with_onnx_runtime_at_every_size(name: str) -> None:
    file = weights_file(name)
    ours, theirs = inference.load(file, "opencv"), inference.load(file, "onnxruntime")
    for height, width in ((96, 160), (160, 96), (64, 640), (384, 640), (96, 160)):
        batch = NOISE.random((1, 3, height, width), np.float32)
        answer, wanted = ours.run(batch), theirs.run(batch)
        assert answer.shape == wanted.shape
        assert np.abs(answer[:, 4] - wanted[:, 4]).max() < SAME_CONFIDENCE
        assert np.abs(answer - wanted).max() < SAME_PX


@pytest.mark.parametrize("name", READERS)
def test_a_reader_answers_as_with_onnx_runtime_however_many_crops(name: str) -> None:
    file = weights_file(name)
    ours, theirs = inference.load(file, "opencv"), inference.load(file, "onnxruntime")
    for count in (1, 5, 2):
        batch = NOISE.random((count, 3, *READERS[name]), np.float32)
        assert ours.run(batch) == pytest.approx(theirs.run(batch), abs=SAME_CONFIDENCE)


def test_the_flattest_picture_is_shown_no_flatter_than_opencv_can_bear() -> None:
    batch, _ = letterboxed(np.zeros((10, 900, 3), np.uint8), 640)
    assert batch.shape == (1, 3, 64, 640)


def test_networks_not_used_longest_go_once_there_are_too_many_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = []
    real = opencv_dnn._loaded

    def counted(network: bytes) -> object:
        loaded.append(len(network))
        return real(network)

    network = OpenCvDnn(weights_file("finder.onnx"), 1)
    monkeypatch.setattr(opencv_dnn, "_loaded", counted)
    monkeypatch.setattr(opencv_dnn, "KEPT_PIXELS", 4 * 64 * 64)

    def look(width: int) -> int:
        """How many networks were loaded for a look so wide."""
        before = len(loaded)
        network.run(np.zeros((1, 3, 64, width), np.float32))
        return len(loaded) - before

    assert [look(width) for width in (64, 128, 64, 128)] == [1, 1, 0, 0]
    assert [look(width) for width in (96, 128, 64)] == [1, 0, 1], "the one used last stays"
    assert [look(width) for width in (640, 640, 128)] == [1, 0, 1], "one is kept, however large"


def test_an_input_that_is_none_is_one_sentence() -> None:
    with pytest.raises(CannotRun, match=r"^finder\.onnx: this is another network than its name says"):
        inference.load(weights_file("finder.onnx"), "opencv").run(np.zeros((1, 4, 64, 64), np.float32))


def test_only_the_input_s_shape_is_changed() -> None:
    file = weights_file("finder.onnx").read_bytes()
    sized = with_input_shape(file, (1, 3, 384, 640))
    assert abs(len(sized) - len(file)) < 40
    assert with_input_shape(sized, (1, 3, 384, 640)) == sized
    assert sized[-1000:] == file[-1000:]


@pytest.mark.parametrize("content", [b"", b"no network", b"\x3a\x80", b"\x3a\x03\x5a\x01\x12"])
def test_what_is_no_network_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="this is no ONNX network"):
        with_input_shape(content, (1, 3, 64, 64))
    (tmp_path / "a.onnx").write_bytes(content)
    with pytest.raises((ValueError, cv2.error)):
        OpenCvDnn(tmp_path / "a.onnx", 1)
