"""The tables' finder in 8-bit numbers: ``python -m models.quantise --pictures FOLDER --weights models/weights``.

Beside table_finder.onnx comes table_finder.int8.onnx, which takes little more than half the time: tables are looked at
all the time. All but the head is quantised, which says where corners are: in 8 bits it moves them. The ranges of what
flows through the network are measured on pictures that it was trained on. Weights keep to 7 of the 8 bits: processors
without instructions of their own for this add up two products in 16 bits, which may not overflow (ONNX Runtime calls it
``reduce_range``).
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.export import list_sum
from vision.arrays import Floats
from vision.detection.letterbox import LONG_SIDE, letterboxed
from vision.runtime.inference import QUANTISED_ENDING

SHOWN = 72
"""At most so many pictures are shown."""
PICTURES = {".jpg", ".jpeg", ".png"}


def spread(folder: Path) -> list[Path]:
    """At most SHOWN of the pictures below a folder, evenly spread over their names."""
    files = sorted(file for file in folder.rglob("*") if file.suffix.lower() in PICTURES)
    return files[:: max(1, -(-len(files) // SHOWN))]


def batches(files: list[Path]) -> Iterator[Floats]:
    """The pictures as a finder sees them; those that cannot be read left out."""
    for file in files:
        image = cv2.imread(str(file))
        if image is not None:
            yield letterboxed(np.asarray(image, np.uint8), LONG_SIDE)[0]


def head(names: list[str]) -> list[str]:
    """Those of a network's nodes that belong to its last module, as Ultralytics numbers them."""
    number = re.compile(r"/model\.(\d+)/")
    numbered = {name: int(found[1]) for name in names if (found := number.search(name))}
    last = max(numbered.values())
    return [name for name in numbered if numbered[name] == last]


def quantise(file: Path, files: list[Path]) -> Path:
    """Write the network of ``file`` in 8 bits beside it, its ranges measured on these pictures; returns where."""
    import onnx
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    class Shown(CalibrationDataReader):
        """The pictures, one after the other."""

        def __init__(self, name: str) -> None:
            self.name, self.left = name, batches(files)

        def get_next(self) -> dict[str, Any] | None:
            batch = next(self.left, None)
            return None if batch is None else {self.name: batch}

    out = file.with_suffix(QUANTISED_ENDING)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        quant_pre_process(file, plain, skip_symbolic_shape=True)
        graph = onnx.load(plain).graph
        quantize_static(
            plain,
            out,
            Shown(graph.input[0].name),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=head([node.name for node in graph.node]),
        )
    list_sum(out)
    return out


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.quantise", description=__doc__)
    parser.add_argument("--pictures", type=Path, required=True, help="a folder of pictures trained on")
    parser.add_argument("--weights", type=Path, default=Path("models/weights"))
    options = parser.parse_args(arguments)
    files, network = spread(options.pictures), options.weights / "table_finder.onnx"
    if not files:
        print(f"porrazo: {options.pictures}: no pictures there")
        return 2
    if not network.is_file():
        print(f"porrazo: {network}: not there: make it with python -m models.export")
        return 2
    out = quantise(network, files)
    print(f"{out}: {out.stat().st_size / 1e6:.1f} MB, ranges measured on {len(files)} pictures")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
