"""Tuning: a reader out of its ONNX file is the same network, and learns what is no card without forgetting cards."""

from pathlib import Path

import numpy as np
import pytest

from vision.arrays import Floats, Image
from vision.reading.indices import INDEX_HEIGHT, INDEX_WIDTH
from vision.reading.reader import HEIGHT, UNREADABLE, WIDTH, as_batch
from vision.runtime import inference
from vision.runtime.weights import weights_file


@pytest.fixture(scope="module", autouse=True)
def _needed() -> None:
    for name in ("torch", "onnx", "yaml"):
        pytest.importorskip(name, reason=f"{name} is not installed: it is of the extra 'train'")


def crops(count: int, seed: int) -> Image:
    """Crops of coloured stripes, as no card has them."""
    rng = np.random.default_rng(seed)
    small = rng.integers(0, 255, (count, 11, 1, 3), np.uint8)
    return np.asarray(np.repeat(np.repeat(small, HEIGHT // 11, 1), WIDTH, 2), np.uint8)


def folder(at: Path, pictures: Image, classes: list[int]) -> Path:
    """What ``datasets.render`` writes of crops."""
    at.mkdir()
    np.save(at / "crops.npy", pictures)
    np.save(at / "classes.npy", np.array(classes, np.uint8))
    return at


FACTS = {"steps": 30, "batch": 8, "share": 0.5, "lr0": 0.0005, "weight_decay": 0.01, "kept": 0.1}


def batch(pictures: Image) -> Floats:
    """Crops as networks take them."""
    return as_batch(pictures)


def test_the_network_out_of_the_file_answers_as_the_file_does() -> None:
    import torch

    from models import tune

    shipped = weights_file("reader.onnx")
    looks = batch(crops(4, 1))
    with torch.no_grad():
        ours = tune.FromOnnx(shipped)(torch.from_numpy(looks)).softmax(1).numpy()
    assert np.abs(ours - inference.load(shipped, "onnxruntime").run(looks)).max() < 1e-4


def test_a_tuned_reader_has_learnt_what_it_was_taught_and_keeps_what_it_knew(tmp_path: Path) -> None:
    import torch

    from models import tune

    shipped, facts = weights_file("reader.onnx"), FACTS
    known, taught = crops(8, 2), crops(8, 3)
    with torch.no_grad():  # what these stripes are to the reader; the others it is taught to be a card
        said = tune.FromOnnx(shipped)(torch.from_numpy(batch(known))).argmax(1).tolist()
    usual, new = folder(tmp_path / "usual", known, said), folder(tmp_path / "new", taught, [7] * 8)
    before = inference.load(shipped, "onnxruntime").run(batch(taught))[:, 7]
    file = tmp_path / "out" / "reader.onnx"
    tune.write(tune.tuned(shipped, [usual], [new], facts), shipped, file)
    now = inference.load(file, "onnxruntime")
    assert now.run(batch(taught))[:, 7].mean() > before.mean() + 0.3
    assert (now.run(batch(known)).argmax(1) == said).mean() >= 0.75
    assert file.stat().st_size == pytest.approx(shipped.stat().st_size, rel=0.01), "stored as narrowly"
    assert "reader.onnx" in (file.parent / "SHA256SUMS").read_text(encoding="utf-8")


def test_too_few_crops_are_said_to_be_too_few(tmp_path: Path) -> None:
    from models import tune

    few = folder(tmp_path / "few", crops(3, 4), [UNREADABLE] * 3)
    with pytest.raises(ValueError, match="3 crops are too few for batches of 8"):
        next(tune.drawn([few], 8, np.random.default_rng(1)))


def test_of_weights_all_of_which_are_kept_nothing_changes(tmp_path: Path) -> None:
    import torch

    from models import tune

    shipped = weights_file("index_reader.onnx")
    pictures = np.zeros((8, INDEX_HEIGHT, INDEX_WIDTH, 3), np.uint8)
    taught = folder(tmp_path / "taught", pictures, [7] * 8)
    for kept, same in ((1.0, True), (0.5, False)):
        facts = {**FACTS, "steps": 2, "kept": kept}
        network = tune.tuned(shipped, [taught], [taught], facts)
        alike = zip(network.parameters(), tune.FromOnnx(shipped).parameters(), strict=True)
        assert all(torch.equal(one, other) for one, other in alike) == same
