"""Train the reader of Spanish packs: ``python -m models.spanish --crops FOLDER ... --out FILE.onnx``.

It is begun with the reader of French decks, out of its ONNX file (``models.tune``), with a new last layer: what a
card under a bad light looks like is known already. The first layers, which see edges and colours, stay as they are. It
has the same 53 classes, of which a Spanish pack lacks the four tens, and the same graph.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from models.export import fit_temperature
from models.tune import FromOnnx, drawn, write
from models.variation import varied

KEPT_LAYERS = tuple(f"model.{k}." for k in range(3))
"""Beginnings of the names of the weights that are not trained."""
LAST_LAYER = "model.9.linear."
BATCH = 32
SMOOTHED = 0.02
"""The share of a crop's target that is spread over all classes."""
LARGEST_STEP = 1.0
"""The gradient's length is cut to this: the network has no normalising layers left that would hold it."""
KEPT_EVERY, TOLD_EVERY = 100, 20


def begun_with(file: Path) -> FromOnnx:
    """The network to train: what the file holds, its last layer new."""
    torch.manual_seed(1)
    network = FromOnnx(file)
    for name, short in network.names.items():
        weight = getattr(network, short)
        if name.startswith(LAST_LAYER):
            with torch.no_grad():
                weight.copy_(torch.randn_like(weight) * 0.01 * (weight.ndim > 1))
        elif name.startswith(KEPT_LAYERS) and weight.is_floating_point():
            weight.requires_grad_(False)
    return network


def _saved(kept: Path, parts: dict[str, Any], step: int) -> None:
    state = {name: part.state_dict() for name, part in parts.items()} | {"step": step}
    torch.save(state, kept.with_suffix(".new"))
    kept.with_suffix(".new").replace(kept)


def _restored(kept: Path | None, parts: dict[str, Any]) -> int:
    """Put the parts back as they were saved; the steps that were done."""
    if kept is None or not kept.is_file():
        return 0
    state = torch.load(kept, weights_only=True)
    for name, part in parts.items():
        part.load_state_dict(state[name])
    return int(state["step"])


def train(
    network: FromOnnx, folders: Sequence[Path], steps: int, rate: float, kept: Path | None = None
) -> None:
    """So many steps over the crops of these folders; ``kept``: where it is saved now and then, and gone on from."""
    weights = [w for w in network.parameters() if w.requires_grad]
    optimiser = torch.optim.AdamW(weights, rate, weight_decay=0.0005)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.1)
    parts = {"network": network, "optimiser": optimiser, "schedule": schedule}
    first = _restored(kept, parts)
    batches = drawn(folders, BATCH, np.random.default_rng([1, first]))
    began, told = time.process_time(), np.zeros(2)
    for step in range(first + 1, steps + 1):
        crops, classes = next(batches)
        logs = network(varied(crops))
        loss = functional.cross_entropy(logs, classes, label_smoothing=SMOOTHED)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, LARGEST_STEP)
        optimiser.step()
        schedule.step()
        told += [float(loss.detach()), float((logs.argmax(1) == classes).float().mean())]
        if step % TOLD_EVERY == 0:
            spent = time.process_time() - began
            print(f"step {step}: loss {told[0] / TOLD_EVERY:.3f}, right {told[1] / TOLD_EVERY:.3f}, {spent:.0f} s",
                  flush=True)  # fmt: skip
            told[:] = 0
        if kept is not None and step % KEPT_EVERY == 0:
            _saved(kept, parts, step)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.spanish", description=__doc__)
    parser.add_argument("--begin", type=Path, default=Path("models/weights/reader.onnx"))
    parser.add_argument("--crops", type=Path, nargs="+", required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument(
        "--kept", type=Path, metavar="FILE", help="checkpoint: saved there, gone on from there"
    )
    parser.add_argument("--held-out", type=Path, metavar="FOLDER", help="crops to fit the temperature on")
    options = parser.parse_args(arguments)
    network = begun_with(options.begin)
    train(network, options.crops, options.steps, options.rate, options.kept)
    write(network, options.begin, options.out)
    if options.held_out is not None:
        fit_temperature(options.out, options.held_out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
