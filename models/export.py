"""Export the trained networks: ``python -m models.export --runs RUNS --out models/weights``.

ONNX, with free picture sizes; Ultralytics' weights are not needed afterwards. Each file is run once here and must
give what the trained network gives, in the shape that ``vision`` expects.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.anchors import simplify_anchors

FINDER_ROWS = 17
"""Box (middle, width, height), confidence, four corners with visibility; a column for each of the anchors."""
STRIDES = (8, 16, 32)
"""Pixels to a side of what one anchor looks at."""
READER_SIZES = {"reader": (176, 128), "index_reader": (96, 64), "letter_reader": (96, 64)}
CLASSES = 53
OPSET = 17
LARGE = 256
"""Arrays of fewer numbers are not worth narrowing."""
AGREES = 1e-2
"""The exported network, its weights rounded to 16 bits, may differ by so much, of the largest value, from the trained
one."""


def export(checkpoint: Path, out: Path, size: tuple[int, int], **options: Any) -> Path:
    """One checkpoint as an ONNX file; returns ``out``."""
    from ultralytics import YOLO

    made = YOLO(str(checkpoint)).export(
        format="onnx", imgsz=list(size), dynamic=True, simplify=True, opset=OPSET, device="cpu", **options
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(made, out)
    return finished(out)


def finished(out: Path) -> Path:
    """An exported file that OpenCV can run too, with narrow weights, described and listed; returns it."""
    from vision.runtime.inference import QUANTISED_ENDING

    out.with_suffix(QUANTISED_ENDING).unlink(missing_ok=True)  # made of the network that was there before
    simplify_anchors(out)
    halve(out)
    describe(out)
    list_sum(out)
    return out


def export_letter_reader(checkpoint: Path, file: Path) -> Path:
    """The letter reader, which is plain torch; checked with one crop and with several."""
    import torch

    from models.letters import CLASSES, restored

    network = restored(checkpoint)
    crops = np.random.default_rng(1).random((3, 3, *READER_SIZES[file.stem]), np.float32)
    file.parent.mkdir(parents=True, exist_ok=True)
    free = {"images": {0: "batch"}, "output0": {0: "batch"}}
    torch.onnx.export(
        network, (torch.from_numpy(crops),), str(file), dynamo=False, opset_version=OPSET,
        input_names=["images"], output_names=["output0"], dynamic_axes=free,
    )  # fmt: skip
    finished(file)
    for count in (3, 1):
        with torch.no_grad():
            theirs = network(torch.from_numpy(crops[:count])).numpy()
        compare(file, exported(file, crops[:count]), theirs, (count, CLASSES))
    return file


def exported(file: Path, batch: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the exported network answers."""
    from vision.runtime import inference

    return np.asarray(inference.load(file, "onnxruntime").run(batch), np.float32)


def trained(checkpoint: Path, batch: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the trained network answers."""
    import torch
    from ultralytics import YOLO

    network = YOLO(str(checkpoint)).model.float().eval()
    with torch.no_grad():
        answer = network(torch.from_numpy(batch))
    answer = answer[0] if isinstance(answer, (tuple, list)) else answer
    return np.asarray(answer.numpy(), np.float32)


def halve(file: Path) -> None:
    """Store the weights as 16-bit numbers, widened again when the file is loaded: half the size, the same network."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    network = onnx.load(file)
    graph = network.graph
    widened = []
    for number, tensor in enumerate(list(graph.initializer)):
        if tensor.data_type != TensorProto.FLOAT or np.prod(tensor.dims) < LARGE:
            continue
        narrow = numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), f"half_{number}")
        widened.append(helper.make_node("Cast", [narrow.name], [tensor.name], to=TensorProto.FLOAT))
        graph.initializer.remove(tensor)
        graph.initializer.append(narrow)
    for node in reversed(widened):
        graph.node.insert(0, node)
    onnx.checker.check_model(network)
    onnx.save(network, file)


def describe(file: Path) -> None:
    """Note in the file what the network is, in place of the folder in which it was trained."""
    import onnx

    network = onnx.load(file)
    for fact in network.metadata_props:
        if fact.key == "description":
            fact.value = f"The {file.stem} of Porrazo Companion: see models/README.md"
    onnx.save(network, file)


def list_sum(file: Path) -> None:
    """Put the file's checksum into the list of its folder, in place of an old one; what is no longer there goes."""
    from vision.runtime.weights import SUMS_FILE

    sums = file.with_name(SUMS_FILE)
    lines = sums.read_text(encoding="utf-8").splitlines() if sums.is_file() else []
    known = {name: listed for listed, name in (line.split(maxsplit=1) for line in lines)}
    known[file.name] = hashlib.sha256(file.read_bytes()).hexdigest()
    there = sorted(name for name in known if file.with_name(name).is_file())
    sums.write_text("".join(f"{known[name]}  {name}\n" for name in there), encoding="utf-8")


def check(checkpoint: Path, file: Path, batch: NDArray[np.float32], shape: tuple[int, ...]) -> None:
    """AssertionError unless the exported network gives this shape and what the trained one gives."""
    compare(file, exported(file, batch), trained(checkpoint, batch), shape)


def compare(
    file: Path, ours: NDArray[np.float32], theirs: NDArray[np.float32], shape: tuple[int, ...]
) -> None:
    """AssertionError unless a file's answers have this shape and are the trained network's."""
    assert ours.shape == shape, f"{file.name}: expected {shape}, got {ours.shape}"
    assert theirs.shape == shape, f"trained: expected {shape}, got {theirs.shape}"
    worst = float(np.abs(ours - theirs).max() / max(1e-6, np.abs(theirs).max()))
    assert worst < AGREES, f"{file.name}: differs from the trained network by {worst:.2g}"


def export_finder(checkpoint: Path, file: Path) -> Path:
    """A finder, checked at two sizes."""
    export(checkpoint, file, (640, 640))
    picture = np.random.default_rng(1).random((1, 3, 640, 640), np.float32)
    for height in (640, 384):
        anchors = sum((640 // stride) * (height // stride) for stride in STRIDES)
        check(checkpoint, file, np.ascontiguousarray(picture[:, :, :height]), (1, FINDER_ROWS, anchors))
    return file


def export_reader(checkpoint: Path, file: Path) -> Path:
    """A reader, checked with one crop and with several."""
    size = READER_SIZES[file.stem]
    export(checkpoint, file, size)
    crops = np.random.default_rng(1).random((3, 3, *size), np.float32)
    for count in (3, 1):
        check(checkpoint, file, crops[:count], (count, CLASSES))
    return file


def fit_temperature(file: Path, *folders: Path) -> float:
    """By how much a reader's answers are to be cooled so that they are as sure as they are right.

    The temperature of least negative log likelihood on held-out crops (``crops.npy`` and ``classes.npy`` in each
    folder, of decks never trained on), found by trying; written to a ``.json`` beside the network.
    """
    from vision.reading.indices import IndexReader
    from vision.reading.letters import LetterReader
    from vision.reading.reader import Reader
    from vision.runtime import inference

    pictures = [np.load(folder / "crops.npy", mmap_mode="r") for folder in folders]
    classes = np.concatenate([np.load(folder / "classes.npy") for folder in folders])
    kinds = {
        "reader": Reader,
        "spanish_reader": Reader,
        "index_reader": IndexReader,
        "letter_reader": LetterReader,
    }
    reader = kinds[file.stem](inference.load(file))
    parts = [
        reader.read_crops(np.array(some[k : k + 64])) for some in pictures for k in range(0, len(some), 64)
    ]
    logs = np.log(np.concatenate(parts).astype(np.float64) + 1e-12)

    def loss(temperature: float) -> float:
        cooled = logs / temperature
        cooled -= np.log(np.exp(cooled).sum(1, keepdims=True))
        return float(-cooled[np.arange(len(classes)), classes].mean())

    best = min((round(0.5 + 0.05 * k, 2) for k in range(51)), key=loss)
    facts = file.with_suffix(".json")
    facts.write_text(json.dumps({"temperature": best}) + "\n", encoding="utf-8")
    list_sum(facts)
    right = float((logs.argmax(1) == classes).mean())
    print(f"{len(classes)} rendered crops of unseen decks: {100 * right:.2f} % right, temperature {best}")
    return best


EXPORTS = {
    "finder": export_finder,
    "table_finder": export_finder,
    "reader": export_reader,
    "index_finder": export_finder,
    "index_reader": export_reader,
    "letter_reader": export_letter_reader,
}


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.export", description=__doc__)
    parser.add_argument("--runs", type=Path, default=Path("runs"))
    parser.add_argument("--out", type=Path, default=Path("models/weights"))
    parser.add_argument("--checkpoint", default="best.pt", help="which of a run's checkpoints")
    parser.add_argument("--crops", type=Path, help="held-out crops to fit the reader's temperature on")
    parser.add_argument("--indices", type=Path, help="held-out indices to fit the index reader's on")
    parser.add_argument("--letters", type=Path, help="held-out indices to fit the letter reader's on")
    parser.add_argument("--only", choices=tuple(EXPORTS))
    options = parser.parse_args(arguments)
    for name, make in EXPORTS.items():
        if options.only in (None, name):
            checkpoint = options.runs / name / "weights" / options.checkpoint
            if not checkpoint.exists():
                print(f"porrazo: {checkpoint}: not there: train it with python -m models.train {name}")
                return 2
            file = make(checkpoint, options.out / f"{name}.onnx")
            print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
            held_out = {
                "reader": options.crops,
                "index_reader": options.indices,
                "letter_reader": options.letters,
            }.get(name)
            if held_out is not None:
                fit_temperature(file, held_out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
