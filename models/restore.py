"""Take up a finder's training where its file stands: ``python -m models.restore --data FOLDER --out CHECKPOINT``.

An exported network has its normalisation folded into its convolutions and no checkpoint beside it. Here it is unfolded:
each convolution's answers are measured over some of the pictures of FOLDER (what ``datasets.render scenes`` wrote), and
the normalisation set to what was measured, so that the network answers as before and learns as one that was never
exported. What the export left out, which is used in training alone, begins anew.
``python -m models.train finder --start CHECKPOINT`` goes on from there.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from ultralytics.nn.modules.conv import Conv
from ultralytics.nn.tasks import yaml_model_load

from models import export
from models.finder import CornerModel
from models.train import recipe
from vision.detection.letterbox import letterboxed

MEASURED = 96
"""Pictures over which the answers of each convolution are measured."""
AT_ONCE = 8
"""Pictures that are measured together."""


def convolutions(file: Path) -> Iterator[tuple[str, torch.Tensor, torch.Tensor | None]]:
    """Name, weights and offsets of each convolution of an exported network."""
    graph = onnx.load(file).graph
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "Cast" and node.input[0] in tensors:
            tensors[node.output[0]] = tensors[node.input[0]]
    for node in graph.node:
        if node.op_type == "Conv":
            weights, *offsets = (
                torch.from_numpy(tensors[name].astype(np.float32)) for name in node.input[1:]
            )
            yield node.input[1].removesuffix(".weight"), weights, offsets[0] if offsets else None


def restored(file: Path) -> CornerModel:
    """The network of an exported finder, with normalisation that changes nothing yet.

    KeyError or RuntimeError if the file holds another network.
    """
    described = {**yaml_model_load(recipe("finder", [])["network"]), "end2end": False}
    network = CornerModel(described, nc=1, ch=3, data_kpt_shape=[4, 3], verbose=False)
    modules = dict(network.named_modules())
    with torch.no_grad():
        for name, weights, offsets in convolutions(file):
            modules[name].weight.copy_(weights)
            around = modules[name.rpartition(".")[0]]
            if isinstance(around, Conv):
                around.bn.running_mean.zero_()
                around.bn.running_var.fill_(1 - around.bn.eps)
                around.bn.weight.fill_(1)
                around.bn.bias.copy_(offsets)
            else:
                modules[name].bias.copy_(offsets)
    return network


def pictures(folder: Path, size: int) -> Iterator[torch.Tensor]:
    """Batches of a data set's training pictures as the network sees them, ``size`` pixels a side."""
    files = sorted((folder / "train/pose/images").iterdir())[:MEASURED]
    if len(files) < MEASURED:
        raise ValueError(f"{folder}: {len(files)} training pictures, and {MEASURED} are needed")
    for first in range(0, MEASURED, AT_ONCE):
        shown = []
        for file in files[first : first + AT_ONCE]:
            picture = np.asarray(cv2.imread(str(file)), np.uint8)
            # pressed into a square, so that pictures of any shape go into one batch: only answers are measured
            square = cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA)
            shown.append(letterboxed(np.asarray(square, np.uint8), size, None, 1.0)[0])
        yield torch.from_numpy(np.concatenate(shown))


def measure(network: CornerModel, batches: list[torch.Tensor]) -> None:
    """Set each normalisation to what its convolution answers over the batches; the network's answers stay the same."""
    sums: dict[Any, list[torch.Tensor]] = {}

    def note(layer: torch.nn.Module, given: tuple[torch.Tensor]) -> None:
        answer = given[0].double()
        facts = torch.stack([answer.mean((0, 2, 3)), answer.square().mean((0, 2, 3))])
        sums.setdefault(layer, []).append(facts)

    layers = [module for module in network.modules() if isinstance(module, torch.nn.BatchNorm2d)]
    hooks = [layer.register_forward_pre_hook(note) for layer in layers]
    network.eval()
    with torch.no_grad():
        for batch in batches:
            network(batch)
        for layer in layers:
            mean, square = torch.stack(sums[layer]).mean(0).float()
            variance = (square - mean.square()).clamp(min=1e-6)
            layer.bias += layer.weight * mean
            layer.weight *= (variance + layer.eps).sqrt()
            layer.running_mean.copy_(mean)
            layer.running_var.copy_(variance)
    for hook in hooks:
        hook.remove()


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.restore", description=__doc__)
    parser.add_argument("--finder", type=Path, default=Path("models/weights/finder.onnx"), metavar="FILE")
    parser.add_argument("--data", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="CHECKPOINT")
    options = parser.parse_args(arguments)
    network = restored(options.finder)
    measure(network, list(pictures(options.data, recipe("finder", [])["train"]["imgsz"])))
    picture = np.random.default_rng(1).random((1, 3, 384, 640), np.float32)
    with torch.no_grad():
        answer = network(torch.from_numpy(picture))
    theirs = (answer[0] if isinstance(answer, tuple) else answer).numpy()
    export.compare(options.finder, export.exported(options.finder, picture), theirs, theirs.shape)
    torch.save({"model": network}, options.out)
    print(f"{options.out}: as {options.finder} answers")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
