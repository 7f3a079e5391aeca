"""Where the networks' files are looked for, and the temperature beside them."""

from pathlib import Path

import pytest

from vision import weights
from vision.weights import MissingWeights


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The package's folder and the checkout's, both there and empty."""
    package, checkout = tmp_path / "package", tmp_path / "checkout"
    for folder in (package, checkout):
        folder.mkdir()
    monkeypatch.setattr(weights, "PACKAGED", package)
    monkeypatch.setattr(weights, "CHECKOUT", checkout)
    monkeypatch.delenv(weights.SETTING, raising=False)
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
    monkeypatch.setenv(weights.SETTING, str(tmp_path))
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
