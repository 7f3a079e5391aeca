"""Teach a trained reader more: ``python -m models.tune NETWORK --usual FOLDER ... --taught FOLDER ...``.

NETWORK is ``reader`` or ``index_reader``. It is taken out of its ONNX file, in plain torch, and goes on learning. Of
``--taught`` crops it learns what they show: cards as tables' cameras see them, and what a finder takes for cards where
none lies (``datasets.render evening_stills``, ``bare_crops``). On ``--usual`` crops (``datasets.render crops``,
photographs) it is held to what they show and, in part, to what it said before, so that it forgets nothing. The weights
that are written are a running average of those of the steps and, by a share, those before. The file is replaced by one
with the same graph: only the weights differ. A GPU is used where there is one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
import yaml
from onnx import helper, numpy_helper
from torch import nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel

from models import export
from models.train import RECIPE
from models.variation import roughened, varied

NETWORKS = ("reader", "index_reader")
HELD = 0.15
"""The share of a usual crop's target that is what the network said before."""
AVERAGED_STEPS = 2000
"""About so many of the last steps the written weights are the average of."""
LONGEST_STEP = 2.0
"""The greatest length of a step's gradient: a longer one is shortened."""
TOLD_EVERY = 50
"""Steps from one line about the loss to the next."""


def _pads(facts: dict[str, Any]) -> tuple[int, int]:
    top, left, bottom, right = facts.get("pads", (0, 0, 0, 0))
    if (top, left) != (bottom, right):
        raise ValueError("padding that differs from side to side")
    return int(top), int(left)


def _convolved(facts: dict[str, Any], x: Any, weight: Any, bias: Any = None) -> Any:
    return functional.conv2d(x, weight, bias, facts["strides"], _pads(facts), groups=facts["group"])


OPERATIONS: dict[str, Callable[..., Any]] = {
    "Conv": _convolved,
    "Sigmoid": lambda _, x: torch.sigmoid(x),
    "Mul": lambda _, x, y: x * y,
    "Add": lambda _, x, y: x + y,
    "Concat": lambda facts, *parts: torch.cat(parts, facts["axis"]),
    "Split": lambda facts, x, sizes: torch.split(x, sizes.tolist(), facts["axis"]),
    "GlobalAveragePool": lambda _, x: x.mean((2, 3), keepdim=True),
    "Flatten": lambda _, x: x.flatten(1),
    "Gemm": lambda _, x, weight, bias: functional.linear(x, weight, bias),
}
"""What a reader's graph is made of. Softmax comes last and is left to the loss."""


class FromOnnx(nn.Module):
    """A reader as its ONNX file has it: crops (n, 3, h, w) RGB 0-1 to logarithms (n, 53), up to a constant."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.graph = onnx.load(file).graph
        tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in self.graph.initializer}
        widened = {node.output[0]: node.input[0] for node in self.graph.node if node.op_type == "Cast"}
        tensors |= {name: tensors.pop(narrow).astype(np.float32) for name, narrow in widened.items()}
        self.names = {name: f"w{k}" for k, name in enumerate(tensors)}
        for name, short in self.names.items():
            value = torch.from_numpy(np.array(tensors[name]))
            if value.is_floating_point():
                self.register_parameter(short, nn.Parameter(value))
            else:
                self.register_buffer(short, value)
        self.steps = [
            (node.op_type, {a.name: helper.get_attribute_value(a) for a in node.attribute}, list(node.input),
             list(node.output))
            for node in self.graph.node if node.op_type not in ("Cast", "Softmax")
        ]  # fmt: skip

    def forward(self, batch: torch.Tensor) -> torch.Tensor:
        """See the class."""
        known: dict[str, Any] = {self.graph.input[0].name: batch}
        known |= {name: getattr(self, short) for name, short in self.names.items()}
        for kind, facts, needs, gives in self.steps:
            answer = OPERATIONS[kind](facts, *(known[name] for name in needs))
            known |= dict(zip(gives, answer if isinstance(answer, tuple) else (answer,), strict=True))
        logs: torch.Tensor = known[self.steps[-1][3][0]]
        return logs

    def weights(self) -> dict[str, np.ndarray[Any, np.dtype[np.float32]]]:
        """The weights by the names that they have in the file."""
        return {name: getattr(self, short).detach().cpu().numpy() for name, short in self.names.items()}


def write(network: FromOnnx, begun: Path, file: Path) -> None:
    """Write the network's weights in the graph of the file that it was begun with; AssertionError unless the new file
    answers as the network does.
    """
    whole, weights = onnx.load(begun), network.weights()
    graph = whole.graph
    names = {node.input[0]: node.output[0] for node in graph.node if node.op_type == "Cast"}
    for node in [node for node in graph.node if node.op_type == "Cast"]:
        graph.node.remove(node)
    for tensor in graph.initializer:
        name = names.get(tensor.name, tensor.name)
        tensor.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(weights[name]), name))
    file.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(whole, file)
    export.halve(file)
    export.describe(file)
    export.list_sum(file)
    crops = np.random.default_rng(1).random((3, 3, *export.READER_SIZES[begun.stem]), np.float32)
    with torch.no_grad():
        theirs = network(torch.from_numpy(crops)).softmax(1).numpy()
    export.compare(file, export.exported(file, crops), theirs, (len(crops), export.CLASSES))


def drawn(
    folders: Sequence[Path], size: int, rng: np.random.Generator
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Batches without end of crops 0-1 RGB and their classes, out of all folders, each as likely as it is large."""
    sets = [(np.load(f / "crops.npy", mmap_mode="r"), np.load(f / "classes.npy")) for f in folders]
    at = [(k, n) for k, (_, classes) in enumerate(sets) for n in range(len(classes))]
    if len(at) < size:
        raise ValueError(f"{len(at)} crops are too few for batches of {size}")
    while True:
        order = rng.permutation(len(at))
        for first in range(0, len(at) - size + 1, size):
            part = [at[k] for k in order[first : first + size]]
            crops = np.stack([sets[k][0][n] for k, n in part])[..., ::-1].transpose(0, 3, 1, 2)
            classes = np.array([sets[k][1][n] for k, n in part], np.int64)
            yield torch.from_numpy(np.ascontiguousarray(crops)).float() / 255, torch.from_numpy(classes)


def tuned(begun: Path, usual: Sequence[Path], taught: Sequence[Path], facts: dict[str, Any]) -> FromOnnx:
    """The network after ``facts["steps"]`` batches of ``facts["batch"]`` crops, ``facts["share"]`` of them taught.

    ``facts["kept"]``: the share of its weights that stays as it was; what is seldom shown is forgotten less then.
    """
    torch.manual_seed(1)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network, before = FromOnnx(begun).to(device), FromOnnx(begun).to(device)
    average = AveragedModel(network, avg_fn=_averaged)
    rng, few = np.random.default_rng(1), round(facts["batch"] * facts["share"])
    known, others = drawn(usual, facts["batch"] - few, rng), drawn(taught, few, rng)
    optimiser = torch.optim.AdamW(network.parameters(), facts["lr0"], weight_decay=facts["weight_decay"])
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, facts["lr0"], total_steps=facts["steps"], pct_start=0.1
    )
    turns, began, sums = begun.stem == "reader", time.process_time(), np.zeros(2)
    for step in range(1, facts["steps"] + 1):
        usual_crops, taught_crops = ([part.to(device) for part in next(each)] for each in (known, others))
        losses = _losses(network, before, usual_crops, taught_crops, turns)
        optimiser.zero_grad()
        torch.cat(losses).mean().backward()
        nn.utils.clip_grad_norm_(network.parameters(), LONGEST_STEP)
        optimiser.step()
        schedule.step()
        average.update_parameters(network)
        sums += [float(one.detach().mean()) for one in losses]
        if step % TOLD_EVERY == 0:
            usual_loss, taught_loss = sums / TOLD_EVERY
            seconds = time.process_time() - began
            print(
                f"step {step}: usual {usual_loss:.3f}, taught {taught_loss:.3f}, {seconds:.0f} s", flush=True
            )
            sums[:] = 0
    made: FromOnnx = average.module
    with torch.no_grad():
        for weight, old in zip(made.parameters(), before.parameters(), strict=True):
            weight.lerp_(old, facts["kept"])
    kept: FromOnnx = made.cpu()
    return kept


def _averaged(average: torch.Tensor, newest: torch.Tensor, steps: torch.Tensor | int) -> torch.Tensor:
    """The running average of a weight after a step more; the first steps are soon forgotten."""
    kept = min(1 - 1 / AVERAGED_STEPS, (1 + float(steps)) / (10 + float(steps)))
    return torch.lerp(newest, average, kept)


def _losses(
    network: FromOnnx,
    before: FromOnnx,
    usual: Sequence[torch.Tensor],
    taught: Sequence[torch.Tensor],
    turns: bool,
) -> tuple[torch.Tensor, torch.Tensor]:
    """The loss of each usual crop, held in part to what the network said before, and of each taught one."""
    count, looks = len(usual[0]), roughened(varied(torch.cat([usual[0], taught[0]]), turns))
    with torch.no_grad():
        said = before(looks[:count]).softmax(1)
    target = HELD * said + (1 - HELD) * functional.one_hot(usual[1], export.CLASSES)
    logs = network(looks).log_softmax(1)
    return -(target * logs[:count]).sum(1), functional.nll_loss(logs[count:], taught[1], reduction="none")


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.tune", description=__doc__)
    parser.add_argument("network", choices=NETWORKS)
    parser.add_argument("--weights", type=Path, default=Path("models/weights"), help="the networks' folder")
    parser.add_argument("--usual", type=Path, nargs="+", required=True, metavar="FOLDER")
    parser.add_argument("--taught", type=Path, nargs="+", required=True, metavar="FOLDER")
    parser.add_argument(
        "--crops",
        type=Path,
        nargs="*",
        default=[],
        metavar="FOLDER",
        help="held-out crops to fit the temperature on",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="without it the network's file is replaced")
    options = parser.parse_args(arguments)
    facts = yaml.safe_load(RECIPE.read_text(encoding="utf-8"))["tune"][options.network]
    begun = options.weights / f"{options.network}.onnx"
    file = options.out or begun
    write(tuned(begun, options.usual, options.taught, facts), begun, file)
    if options.crops:
        export.fit_temperature(file, *options.crops)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
