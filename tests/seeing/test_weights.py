"""Where the networks' files are looked for, and the temperature beside them."""

import subprocess
from pathlib import Path

import pytest

from models.export import list_sum
from vision.runtime import inference, weights
from vision.runtime.weights import MissingWeights


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The package's folder and the checkout's, both there and empty."""
    package, checkout = tmp_path / "package", tmp_path / "checkout"
    for folder in (package, checkout):
        folder.mkdir()
    monkeypatch.setattr(weights, "PACKAGED_FOLDER", package)
    monkeypatch.setattr(weights, "CHECKOUT_FOLDER", checkout)
    monkeypatch.delenv(weights.WEIGHTS_VARIABLE, raising=False)
    return package, checkout


def test_the_package_comes_first_and_the_checkout_next(places: tuple[Path, Path]) -> None:
    package, checkout = places
    (checkout / "finder.onnx").touch()
    assert weights.weights_file("finder.onnx") == checkout / "finder.onnx"
    (package / "finder.onnx").touch()
    assert weights.weights_file("finder.onnx") == package / "finder.onnx"


def test_a_folder_that_is_set_comes_before_both(
    places: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (places[0] / "finder.onnx").touch()
    (tmp_path / "finder.onnx").touch()
    monkeypatch.setenv(weights.WEIGHTS_VARIABLE, str(tmp_path))
    assert weights.weights_file("finder.onnx") == tmp_path / "finder.onnx"


def test_missing_weights_are_one_sentence_that_names_both_places(places: tuple[Path, Path]) -> None:
    with pytest.raises(MissingWeights) as caught:
        weights.weights_file("reader.onnx")
    assert (
        str(caught.value)
        == f"the network reader.onnx is missing: it is neither in {places[0]} nor in {places[1]}"
    )


def test_the_temperature_lies_beside_the_network(tmp_path: Path) -> None:
    network = tmp_path / "reader.onnx"
    assert weights.temperature(network) == 1.0
    (tmp_path / "reader.json").write_text('{"temperature": 1.7, "made": "2025"}')
    assert weights.temperature(network) == 1.7


@pytest.mark.parametrize(
    "text", ["", "[]", '{"temperature": "warm"}', '{"temperature": 0}', '{"temperature": null}']
)
def test_a_temperature_that_is_none_is_one_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "reader.json").write_text(text)
    with pytest.raises(MissingWeights, match=r"reader\.json: expected"):
        weights.temperature(tmp_path / "reader.onnx")


def listed(folder: Path, *names: str) -> None:
    """Put files that say their own names into a folder, and their checksums into its list."""
    for name in names:
        (folder / name).write_text(name)
        list_sum(folder / name)


def test_a_network_with_one_changed_byte_is_refused(tmp_path: Path) -> None:
    listed(tmp_path, "finder.onnx", "reader.onnx", "reader.json")
    weights.check(tmp_path / "finder.onnx")
    (tmp_path / "finder.onnx").write_text("finder.onnX")
    (tmp_path / "reader.json").write_text('{"temperature": 9}')
    for check in (
        lambda: weights.check(tmp_path / "finder.onnx"),
        lambda: inference.load(tmp_path / "finder.onnx"),
        lambda: weights.temperature(tmp_path / "reader.onnx"),
    ):
        with pytest.raises(MissingWeights, match="is damaged or another file than SHA256SUMS lists"):
            check()


def test_what_the_list_does_not_name_is_refused(tmp_path: Path) -> None:
    listed(tmp_path, "finder.onnx")
    (tmp_path / "reader.onnx").touch()
    with pytest.raises(MissingWeights):
        weights.check(tmp_path / "reader.onnx")


def test_networks_of_one_s_own_need_no_list_and_the_program_s_do(
    places: tuple[Path, Path], tmp_path: Path
) -> None:
    for folder in (tmp_path, places[0]):
        (folder / "finder.onnx").touch()
    weights.check(tmp_path / "finder.onnx")
    with pytest.raises(MissingWeights):
        weights.check(places[0] / "finder.onnx")


def test_the_list_is_kept_with_the_files_and_others_can_read_it(tmp_path: Path) -> None:
    listed(tmp_path, "reader.onnx", "finder.onnx", "finder.int8.onnx")
    (tmp_path / "finder.int8.onnx").unlink()
    listed(tmp_path, "finder.onnx")
    sums = (tmp_path / weights.SUMS_FILE).read_text()
    assert [line.split()[1] for line in sums.splitlines()] == ["finder.onnx", "reader.onnx"]
    done = subprocess.run(
        ["sha256sum", "-c", weights.SUMS_FILE], cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 0


def test_every_network_of_the_program_is_on_its_list() -> None:
    names = {file.name for file in weights.CHECKOUT_FOLDER.iterdir()} - {weights.SUMS_FILE}
    sums = (weights.CHECKOUT_FOLDER / weights.SUMS_FILE).read_text(encoding="utf-8")
    assert {line.split()[1] for line in sums.splitlines()} == names
    for name in names:
        weights.check(weights.CHECKOUT_FOLDER / name)
