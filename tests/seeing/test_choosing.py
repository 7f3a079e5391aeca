"""Which back end is the quickest: measured once, remembered, and never trusted where the files are broken."""

import time
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from vision.runtime import backend_selection, inference
from vision.runtime.inference import CannotRun

BOTH = ("onnxruntime", "openvino")


class Takes:
    """A back end that takes so many milliseconds of a clock of its own, and answers always the same."""

    clock: ClassVar[float] = 0.0
    """Seconds that all of them have taken: a loaded machine's clock told 2 ms and 8 ms apart, but not always."""

    def __init__(self, ms: float, answer: float = 1.0) -> None:
        self.ms, self.answer = ms, answer

    def __call__(self, file: Path, threads: int) -> "Takes":
        if self.ms < 0:
            raise ValueError("it cannot")
        return self

    def run(self, batch: np.ndarray) -> np.ndarray:
        Takes.clock += self.ms / 1000
        return np.full((1, 2), self.answer, np.float32)


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A network's file; a cache of its own; no process is begun, and two back ends are there."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(inference.BACKEND_VARIABLE, raising=False)
    monkeypatch.setattr(inference, "present", lambda: BOTH)
    (tmp_path / "finder.onnx").write_bytes(b"network")
    return tmp_path / "finder.onnx"


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands of processes that would have been begun."""
    commands: list[list[str]] = []
    monkeypatch.setattr("subprocess.Popen", lambda command, **kept: commands.append(command))
    return commands


def put(monkeypatch: pytest.MonkeyPatch, **backends: Takes) -> None:
    """Let these be the back ends, timed by their clock."""
    monkeypatch.setattr("time.perf_counter", lambda: Takes.clock)
    monkeypatch.setattr(inference, "BACKENDS", {name: ("sys", made) for name, made in backends.items()})


def test_where_only_the_usual_is_installed_nothing_is_measured(
    network: Path, begun: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inference, "present", lambda: ("onnxruntime", "opencv"))
    assert backend_selection.quickest(network) == "onnxruntime"
    assert not begun
    assert not (network.parent / "porrazo").exists()


def test_the_first_start_measures_in_the_background_and_once(network: Path, begun: list[list[str]]) -> None:
    assert backend_selection.quickest(network) == "onnxruntime"
    assert backend_selection.quickest(network) == "onnxruntime"
    assert [command[1:3] for command in begun] == [["-m", "vision.runtime.backend_selection"]]


def test_what_was_measured_is_used_from_then_on(
    network: Path, begun: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(monkeypatch, onnxruntime=Takes(8), openvino=Takes(2))
    monkeypatch.setattr("os.nice", lambda by: by)
    assert backend_selection.main([str(network)]) == 0
    assert backend_selection.quickest(network) == "openvino"
    assert not begun


@pytest.mark.parametrize("change", ["network", "versions"])
def test_what_was_measured_for_something_else_does_not_hold(
    change: str, network: Path, begun: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(monkeypatch, onnxruntime=Takes(8), openvino=Takes(2))
    monkeypatch.setattr("os.nice", lambda by: by)
    backend_selection.main([str(network)])
    if change == "network":
        network.write_bytes(b"another network")
    else:
        monkeypatch.setattr(backend_selection, "version", lambda package: "99")
    assert backend_selection.quickest(network) == "onnxruntime"
    assert len(begun) == 1


@pytest.mark.parametrize("text", ["", "{", "[]", '"openvino"', '{"backend": ["a"], "key": 3}', "\0\xff"])
def test_a_broken_file_is_as_none(text: str, network: Path, begun: list[list[str]]) -> None:
    (network.parent / "porrazo").mkdir()
    (network.parent / "porrazo" / backend_selection.TIMES_FILE).write_text(text, encoding="latin-1")
    assert backend_selection.quickest(network) == "onnxruntime"
    assert len(begun) == 1


def test_what_was_measured_before_there_was_an_8_bit_form_no_longer_holds(network: Path) -> None:
    at = network.parent / "porrazo"
    backend_selection._write(at, {"key": backend_selection.key(network, BOTH), "backend": "openvino"})
    assert backend_selection.remembered(network, BOTH, at) == "openvino"
    network.with_suffix(inference.QUANTISED_ENDING).write_bytes(b"narrow")
    assert backend_selection.remembered(network, BOTH, at) is None


def test_a_back_end_that_is_no_longer_there_is_not_used(network: Path, begun: list[list[str]]) -> None:
    key = backend_selection.key(network, BOTH)
    backend_selection._write(network.parent / "porrazo", {"key": key, "backend": "abacus"})
    assert backend_selection.quickest(network) == "onnxruntime"


def test_without_a_place_to_remember_the_preferred_one_is_used(
    network: Path, begun: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(network))
    assert backend_selection.quickest(network) == "onnxruntime"
    assert not begun


def test_a_measurement_that_never_ends_well_is_begun_three_times_at_most(
    network: Path, begun: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    for k in range(6):
        monkeypatch.setattr("time.time", lambda k=k: now + 1000.0 * k)
        backend_selection.quickest(network)
    assert len(begun) == backend_selection.MOST_TRIES


def test_one_that_answers_wrongly_or_not_at_all_is_left_out(
    network: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(monkeypatch, onnxruntime=Takes(4), openvino=Takes(1, answer=2.0), opencv=Takes(-1))
    assert list(backend_selection.measured(network, ("onnxruntime", "openvino", "opencv"))) == ["onnxruntime"]


@pytest.mark.parametrize(
    ("times", "name"),
    [
        ({"onnxruntime": 10.0, "openvino": 6.0}, "openvino"),
        ({"onnxruntime": 10.0, "openvino": 9.5}, "onnxruntime"),
        ({"openvino": 9.5}, "openvino"),
        ({}, "onnxruntime"),
    ],
)
def test_another_is_chosen_only_where_it_is_clearly_quicker(times: dict[str, float], name: str) -> None:
    assert backend_selection.best(times, BOTH) == name


def test_a_setting_comes_before_what_was_measured(network: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backend_selection._write(
        network.parent / "porrazo", {"key": backend_selection.key(network, BOTH), "backend": "onnxruntime"}
    )
    made = Takes(0)
    put(monkeypatch, onnxruntime=Takes(-1), openvino=made)
    monkeypatch.setenv(inference.BACKEND_VARIABLE, "openvino")
    assert backend_selection.load(1, network, network) == [made, made]


def test_where_the_quickest_fails_the_preferred_one_is_used(
    network: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = backend_selection.key(network, BOTH)
    backend_selection._write(network.parent / "porrazo", {"key": key, "backend": "openvino"})
    made = Takes(0)
    put(monkeypatch, onnxruntime=made, openvino=Takes(-1))
    assert backend_selection.load(1, network) == [made]
    put(monkeypatch, onnxruntime=Takes(-1), openvino=Takes(-1))
    with pytest.raises(CannotRun, match="onnxruntime cannot run"):
        backend_selection.load(1, network)
