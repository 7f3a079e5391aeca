"""Tuning: a reader out of its ONNX file is the same network, and learns what is no card without forgetting cards."""

from pathlib import Path

import numpy as np
import pytest

from vision.arrays import Floats, Image
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

    shipped, facts = weights_file("reader.onnx"), {"steps": 12, "batch": 8, "share": 0.5, "lr0": 0.0005}
    known, taught = crops(8, 2), crops(8, 3)
    with torch.no_grad():  # what these stripes are to the reader; the others it is taught to be a card
        said = tune.FromOnnx(shipped)(torch.from_numpy(batch(known))).argmax(1).tolist()
    usual, bare = folder(tmp_path / "usual", known, said), folder(tmp_path / "bare", taught, [7] * 8)
    before = inference.load(shipped, "onnxruntime").run(batch(taught))[:, 7]
    file = tmp_path / "out" / "reader.onnx"
    tune.write(tune.tuned(shipped, [usual], [bare], facts), shipped, file)
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
