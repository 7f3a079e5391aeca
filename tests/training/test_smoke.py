"""Training, whole but tiny: decks, scenes and crops, an epoch of each network, the export, and what runs it.

Says nothing about how well a network sees; everything about whether the recipe still goes through.
"""

import csv
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from models import export, quantise
from vision.detection.finder import Finder
from vision.detection.letterbox import letterboxed
from vision.photograph import Recogniser
from vision.reading.indices import INDEX_HEIGHT, INDEX_WIDTH, Indices
from vision.reading.reader import Reader
from vision.runtime import inference

TINY = {
    "finder": {"imgsz": 128, "batch": 4, "nbs": 4, "close_mosaic": 0},
    "table_finder": {"imgsz": 128, "batch": 4, "nbs": 4, "close_mosaic": 0},
    "reader": {"batch": 8},
    "index_finder": {"imgsz": 128, "batch": 4, "nbs": 4, "close_mosaic": 0},
    "index_reader": {"batch": 8},
}
ONCE = {"epochs": 1, "workers": 0}
ANCHORS = {640: 8400, 384: 5040}
"""Height of a picture 640 wide, and for how many places in it the finder answers."""


@pytest.fixture(scope="module")
def runs(
    scenes: Path, crops: Path, indices: Path, letter_crops: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The folder of six runs, an epoch each, and some of the letter reader's, which are short."""
    from models import letters, train

    out = tmp_path_factory.mktemp("runs")
    learnt_from = {
        "finder": scenes,
        "table_finder": scenes,
        "reader": crops,
        "index_finder": indices,
        "index_reader": indices,
    }
    for network, data in learnt_from.items():
        settings = [f"--set={key}={value}" for key, value in {**TINY[network], **ONCE}.items()]
        assert train.main([network, f"--data={data}", f"--out={out}", *settings]) == 0
    assert letters.main([f"--data={letter_crops}", f"--out={out}"]) == 0
    return out


@pytest.fixture(scope="module")
def networks(
    runs: Path, crops: Path, indices: Path, letter_crops: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The folder of the exported networks, each of which ``models.export`` has compared with the trained one."""
    out = tmp_path_factory.mktemp("weights")
    held_out = (
        f"--crops={crops / 'val'}",
        f"--indices={indices / 'val'}",
        f"--letters={letter_crops / 'val'}",
    )
    assert export.main([f"--runs={runs}", f"--out={out}", *held_out]) == 0
    return out


@pytest.mark.parametrize("network", TINY)
def test_an_epoch_leaves_its_losses_and_its_checkpoints(runs: Path, network: str) -> None:
    with (runs / network / "results.csv").open(encoding="utf-8") as table:
        epochs = [{key.strip(): float(value) for key, value in row.items()} for row in csv.DictReader(table)]
    assert len(epochs) == 1
    losses = {key: value for key, value in epochs[0].items() if key.startswith("train/")}
    assert losses
    assert all(math.isfinite(value) for value in losses.values()), losses
    assert max(losses.values()) > 0
    for checkpoint in ("last.pt", "best.pt"):
        assert (runs / network / "weights" / checkpoint).is_file()


def test_indices_can_be_looked_for_with_what_comes_out(networks: Path, indices: Path) -> None:
    looked = Recogniser.load(folder=networks).indices
    assert isinstance(looked, Indices)
    picture = cv2.imread(str(next((indices / "val/pose/images").iterdir())))
    assert picture is not None
    for index in looked.look(np.asarray(picture, np.uint8), 320):
        assert index.patch.shape == (4, 2)
        assert index.posterior.sum() == pytest.approx(1, abs=1e-4)
    crops = np.load(indices / "val" / "crops.npy")
    assert crops.shape[1:] == (INDEX_HEIGHT, INDEX_WIDTH, 3)
    assert looked.reader.read_crops(crops).shape == (len(crops), 53)
    assert looked.reader.letters is not None
    assert looked.reader.letters.reader.read_crops(crops).shape == (len(crops), 27)


@pytest.mark.parametrize("height", ANCHORS)
def test_the_finder_answers_in_the_shape_that_vision_expects(networks: Path, height: int) -> None:
    network = inference.load(networks / "finder.onnx")
    answer = network.run(np.full((1, 3, height, 640), 0.4, np.float32))
    assert answer.shape == (1, 17, ANCHORS[height])
    assert np.isfinite(answer).all()
    assert answer[0, 4].min() >= 0
    assert answer[0, 4].max() <= 1


@pytest.mark.parametrize("name", ["finder", "index_finder"])
def test_opencv_runs_what_is_exported_with_the_same_answers(networks: Path, name: str) -> None:
    batch = np.random.default_rng(2).random((1, 3, 128, 192), np.float32)
    ours, theirs = (
        inference.load(networks / f"{name}.onnx", which).run(batch) for which in ("opencv", "onnxruntime")
    )
    assert np.abs(ours - theirs).max() < 1e-4 * np.abs(theirs).max()


def test_the_finder_in_8_bits_answers_nearly_the_same_and_is_taken_where_it_is_asked_for(
    networks: Path, scenes: Path
) -> None:
    from models import make

    # in a process of its own, as the recipe does it: ONNX Runtime's quantiser brings threads that do not go with ours
    assert make.run(("models.quantise", f"--weights={networks}", f"--pictures={scenes / 'train'}")) == 0
    picture = cv2.imread(str(scenes / "val" / "pose" / "images" / "000000.jpg"))
    assert picture is not None
    batch, _ = letterboxed(np.asarray(picture, np.uint8), 256)
    whole = inference.load(networks / "table_finder.onnx", "onnxruntime").run(batch)
    narrow = inference.load(networks / "table_finder.onnx", "onnxruntime", quantised=True).run(batch)
    assert (narrow != whole).any()
    assert np.abs(narrow - whole).max() < 0.05 * np.abs(whole).max()


def test_another_export_leaves_no_8_bit_form_of_an_earlier_network(runs: Path, tmp_path: Path) -> None:
    stale = tmp_path / "finder.int8.onnx"
    stale.touch()
    assert export.main([f"--runs={runs}", f"--out={tmp_path}", "--only=finder"]) == 0
    assert not stale.exists()


def test_no_pictures_to_measure_ranges_on_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert quantise.main([f"--weights={tmp_path}", f"--pictures={tmp_path}"]) == 2
    assert capsys.readouterr().out == f"porrazo: {tmp_path}: no pictures there\n"
    (tmp_path / "a.jpg").touch()
    assert quantise.main([f"--weights={tmp_path}", f"--pictures={tmp_path}"]) == 2
    assert "table_finder.onnx: not there" in capsys.readouterr().out


def test_training_goes_on_from_an_exported_finder(
    networks: Path, scenes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from models import restore, train

    monkeypatch.setattr(restore, "MEASURED", 8)  # as few as the scenes of these tests
    begun = tmp_path / "start.pt"
    file = networks / "finder.onnx"
    assert restore.main([f"--finder={file}", f"--data={scenes}", f"--out={begun}"]) == 0, (
        "it answers as before"
    )
    settings = [f"--set={key}={value}" for key, value in {**TINY["finder"], **ONCE, "lr0": 0.0}.items()]
    assert train.main(["finder", f"--data={scenes}", f"--out={tmp_path}", f"--start={begun}", *settings]) == 0
    again = export.export_finder(tmp_path / "finder" / "weights" / "last.pt", tmp_path / "again.onnx")
    picture = np.random.default_rng(2).random((1, 3, 128, 128), np.float32)
    before, after = export.exported(file, picture), export.exported(again, picture)
    assert np.abs(before - after).max() < 0.25 * np.abs(before).max(), "nothing was learnt, so little differs"


def test_vision_runs_the_finder(networks: Path, scenes: Path) -> None:
    picture = cv2.imread(str(scenes / "val" / "pose" / "images" / "000000.jpg"))
    assert picture is not None
    finder = Finder(inference.load(networks / "finder.onnx"), confident=0.0)
    found = finder.find(np.asarray(picture, np.uint8))
    assert found.corners.shape[1:] == (4, 2)
    assert len(found.corners) == len(found.confidence)


@pytest.mark.parametrize("count", [1, 5])
def test_the_reader_answers_with_probabilities_of_52_cards_and_none(networks: Path, count: int) -> None:
    network = inference.load(networks / "reader.onnx")
    answer = network.run(np.random.default_rng(1).random((count, 3, 176, 128), np.float32))
    assert answer.shape == (count, 53)
    assert answer.sum(1) == pytest.approx(np.ones(count), abs=1e-3)


def test_vision_runs_the_reader_and_finds_its_temperature(networks: Path, crops: Path) -> None:
    pictures = np.load(crops / "val" / "crops.npy")
    posterior = Reader(inference.load(networks / "reader.onnx")).read_crops(pictures)
    assert posterior.shape == (8, 53)
    assert (networks / "reader.json").is_file()


@pytest.mark.parametrize("network", ["finder", "reader"])
def test_no_folder_of_the_computer_is_named_in_a_network(
    networks: Path, scenes: Path, crops: Path, network: str
) -> None:
    content = (networks / f"{network}.onnx").read_bytes()
    for folder in (scenes, crops, networks, Path(export.__file__).parent):
        assert str(folder).encode() not in content


def test_the_check_refuses_another_network(networks: Path, runs: Path, tmp_path: Path) -> None:
    """What an export is compared with must be able to differ from it."""
    import torch
    from ultralytics import YOLO

    other = YOLO(str(runs / "reader" / "weights" / "best.pt"))
    with torch.no_grad():
        for weight in other.model.parameters():
            weight.mul_(1.3)
    other.save(tmp_path / "other.pt")
    batch = np.random.default_rng(1).random((1, 3, 176, 128), np.float32)
    export.check(runs / "reader" / "weights" / "best.pt", networks / "reader.onnx", batch, (1, 53))
    with pytest.raises(AssertionError, match="differs"):
        export.check(tmp_path / "other.pt", networks / "reader.onnx", batch, (1, 53))
    with pytest.raises(AssertionError, match="expected"):
        export.check(runs / "reader" / "weights" / "best.pt", networks / "reader.onnx", batch, (1, 54))


def test_without_pictures_training_says_how_to_make_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("yaml", reason="yaml is not installed: it is of the extra 'train'")
    from models import train

    assert train.main(["finder", f"--data={tmp_path}"]) == 2
    said = capsys.readouterr().out
    assert said.startswith("porrazo: ")
    assert "python -m datasets.render" in said


def test_without_a_checkpoint_the_export_says_how_to_train_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export.main([f"--runs={tmp_path}", f"--out={tmp_path}"]) == 2
    said = capsys.readouterr().out
    assert said.startswith("porrazo: ")
    assert "python -m models.train finder" in said
