"""Train a network: ``python -m models.train NETWORK --data FOLDER ... --out FOLDER``.

NETWORK is ``finder``, ``table_finder``, ``reader``, ``index_finder`` or ``index_reader``.

The recipe is ``models/recipe.yaml``; ``--set key=value`` overrides one of its ``train`` arguments. Each FOLDER holds
what ``datasets.render`` wrote, ``train`` and (the first, at least) ``val``. The run keeps its last and its best
checkpoint; ``--resume`` goes on from the last, ``--start`` begins with another's weights. A GPU is used where there
is one.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

import yaml

RECIPE = Path(__file__).with_name("recipe.yaml")


FINDS = {"finder": "card", "table_finder": "card", "index_finder": "index"}
"""What the networks find that find anything."""
READS = ("reader", "index_reader")


def recipe(network: str, overrides: list[str]) -> dict[str, Any]:
    """The recipe's block for a network, its ``train`` arguments overridden by ``key=value``."""
    block: dict[str, Any] = yaml.safe_load(RECIPE.read_text(encoding="utf-8"))[network]
    for text in overrides:
        key, _, value = text.partition("=")
        block["train"][key] = yaml.safe_load(value)
    return block


def _finder_data(network: str, folders: list[Path]) -> Path:
    """The data set's description, as Ultralytics wants it, beside the first folder's pictures."""
    facts = {
        **{split: [str((f / split / "pose/images").resolve()) for f in folders if (f / split).is_dir()]
           for split in ("train", "val")},
        "names": {0: FINDS[network]}, "kpt_shape": [4, 3], "flip_idx": [1, 0, 3, 2], "kpt_oks_sigmas": [0.12] * 4,
    }  # fmt: skip
    described = folders[0] / f"{network}.yaml"
    described.write_text(yaml.safe_dump(facts), encoding="utf-8")
    return described


class Cooling:
    """Lowers the learning rate batch by batch, from ``lr0`` to ``lrf`` of it at the end.

    Ultralytics lowers it epoch by epoch: a training of one or two long epochs would end nearly as warm as it began.
    """

    def __init__(self) -> None:
        self.batches = 0

    def __call__(self, trainer: Any) -> None:
        """Before a batch: as much as the training's share that is done asks for."""
        if trainer.args.time:
            share = (time.time() - trainer.train_time_start) / (trainer.args.time * 3600)
        else:
            share = (trainer.start_epoch + self.batches / len(trainer.train_loader)) / trainer.epochs
        self.batches += 1
        factor = 1 - min(share, 1.0) * (1 - trainer.args.lrf)
        for group in trainer.optimizer.param_groups:
            group["lr"] = group["initial_lr"] * factor


def trainer(
    network: str, data: list[Path], out: Path, overrides: list[str], start: Path | None, resume: bool
) -> Any:
    """Ultralytics' trainer of a network, ready to ``train()``.

    ``start``: begin with this checkpoint's weights; ``resume``: go on with the run in ``out`` where it stopped.
    """
    import torch

    block = recipe(network, overrides)
    arguments: dict[str, Any] = {
        **block["train"], "project": str(out.resolve()), "name": network, "exist_ok": True, "plots": False,
        "device": 0 if torch.cuda.is_available() else "cpu", "pretrained": start is not None, "verbose": True,
    }  # fmt: skip
    if resume:
        arguments["resume"] = str(out / network / "weights" / "last.pt")
    here = RECIPE.with_name(block["network"])
    model = str(start or (here if here.exists() else block["network"]))
    if network in FINDS:
        from models.finder import CornerTrainer, IndexTrainer

        train = CornerTrainer if FINDS[network] == "card" else IndexTrainer
        found = str(_finder_data(network, data))
    else:
        from models.reader import IndexReaderTrainer, ReaderTrainer

        train = ReaderTrainer if network == "reader" else IndexReaderTrainer
        found = os.pathsep.join(str(folder) for folder in data)
    made = train(overrides={**arguments, "model": model, "data": found})
    made.add_callback("on_train_batch_start", Cooling())
    return made


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.train", description=__doc__)
    parser.add_argument("network", choices=(*FINDS, *READS))
    parser.add_argument("--data", type=Path, nargs="+", required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, default=Path("runs"))
    parser.add_argument("--resume", action="store_true")
    parser.add_argument(
        "--start", type=Path, metavar="CHECKPOINT", help="begin with these weights, not from scratch"
    )
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    options = parser.parse_args(arguments)
    needed = [folder / "train" for folder in options.data] + [options.data[0] / "val"]
    for folder in needed:
        if not folder.is_dir():
            print(f"porrazo: there is no {folder}: make it with python -m datasets.render")
            return 2
    trainer(options.network, options.data, options.out, options.set, options.start, options.resume).train()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
