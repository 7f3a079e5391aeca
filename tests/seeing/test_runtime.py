"""The back ends that run networks, on a network of one node written here by hand."""

import sys
from pathlib import Path

import numpy as np
import pytest

from vision.runtime import inference
from vision.runtime.inference import CannotRun


def field(number: int, value: int | str | bytes) -> bytes:
    """One field of a Protocol Buffers message, the form that ONNX files have."""
    if isinstance(value, int):
        return bytes([number << 3, value])
    data = value.encode() if isinstance(value, str) else value
    assert len(data) < 128
    return bytes([number << 3 | 2, len(data)]) + data


def tensor(name: str, *sides: str) -> bytes:
    """A float32 tensor whose sides are named, not fixed."""
    shape = b"".join(field(1, field(2, side)) for side in sides)
    return field(1, name) + field(2, field(1, field(1, 1) + field(2, shape)))


@pytest.fixture
def doubling(tmp_path: Path) -> Path:
    """A network that answers with its input added to itself."""
    node = field(1, "images") + field(1, "images") + field(2, "twice") + field(4, "Add")
    shape = ("n", "c", "h", "w")
    graph = (
        field(1, node)
        + field(2, "g")
        + field(11, tensor("images", *shape))
        + field(12, tensor("twice", *shape))
    )
    model = (
        field(1, 8)
        + bytes([7 << 3 | 2, len(graph) & 127 | 128, len(graph) >> 7])
        + graph
        + field(8, field(2, 13))
    )
    (tmp_path / "doubling.onnx").write_bytes(model)
    return tmp_path / "doubling.onnx"


@pytest.mark.parametrize("backend", inference.present())
def test_every_back_end_that_is_installed_gives_the_same(backend: str, doubling: Path) -> None:
    batch = np.random.default_rng(0).random((2, 3, 64, 32), np.float32)
    answer = inference.load(doubling, backend, threads=1).run(batch)
    assert answer.dtype == np.float32
    assert answer == pytest.approx(2 * batch)


@pytest.mark.parametrize("backend", inference.present())
def test_batches_of_several_sizes_can_follow_each_other(backend: str, doubling: Path) -> None:
    network = inference.load(doubling, backend)
    for shape in ((1, 3, 32, 64), (4, 3, 32, 64), (1, 3, 96, 32)):
        assert network.run(np.ones(shape, np.float32)).shape == shape


@pytest.mark.parametrize("backend", inference.present())
def test_an_answer_is_not_changed_by_the_next(backend: str, doubling: Path) -> None:
    network = inference.load(doubling, backend)
    first = network.run(np.ones((1, 1, 4, 4), np.float32))
    network.run(np.zeros((1, 1, 4, 4), np.float32))
    assert first.max() == 2


@pytest.mark.parametrize("backend", inference.present())
@pytest.mark.parametrize("content", [b"", b"no network"])
def test_a_file_that_is_no_network_is_one_sentence(
    backend: str, content: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.onnx").write_bytes(content)
    with pytest.raises(CannotRun, match=f"{backend} cannot run this network") as caught:
        inference.load(tmp_path / "a.onnx", backend)
    assert "\n" not in str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_the_8_bit_form_is_run_where_it_is_asked_for_and_there(doubling: Path) -> None:
    batch = np.ones((1, 3, 32, 64), np.float32)
    assert inference.load(doubling, "onnxruntime", quantised=True).run(batch).max() == 2
    doubling.with_suffix(inference.QUANTISED_ENDING).write_bytes(b"no network")
    assert inference.load(doubling, "onnxruntime").run(batch).max() == 2
    assert inference.load(doubling, "opencv", quantised=True).run(batch).max() == 2
    with pytest.raises(CannotRun, match="cannot run this network"):
        inference.load(doubling, "onnxruntime", quantised=True)


def test_the_back_end_can_be_chosen_by_a_setting(doubling: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert inference.chosen() == "onnxruntime"
    monkeypatch.setenv(inference.BACKEND_VARIABLE, "opencv")
    assert isinstance(inference.load(doubling), inference.OpenCv)


def test_a_back_end_that_is_not_installed_is_said_and_what_there_is(
    doubling: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(inference.BACKEND_VARIABLE, "abacus")
    with pytest.raises(CannotRun, match=r"'abacus' is not installed; there are: .*opencv"):
        inference.load(doubling)
    with pytest.raises(CannotRun, match="'abacus' is not installed"):
        inference.load(doubling, "abacus")


def test_without_onnx_runtime_another_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inference, "find_spec", lambda package: object() if package == "cv2" else None)
    assert inference.chosen() == "opencv"
    assert inference.present() == ("opencv",)


def test_a_back_end_is_imported_only_when_it_is_used() -> None:
    import subprocess

    code = "import sys, vision.runtime.inference; print([m for m in ('onnxruntime', 'openvino') if m in sys.modules])"
    root = Path(inference.__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_that_wait_for_work_sleep(doubling: Path, threads: int) -> None:
    """Waiting busily, as they do unless told otherwise, two films at once took twice as long as need be."""
    network = inference.OnnxRuntime(doubling, threads)
    options = network._session.get_session_options()
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"
    assert options.intra_op_num_threads == threads
    assert options.use_per_session_threads
