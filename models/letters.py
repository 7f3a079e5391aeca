"""The letter reader, a network that tells which glyph an index shows: ``python -m models.letters``.

Small enough to be trained in minutes on one core, in plain torch. ``--data``: a folder that holds what
``datasets.render letter_crops`` wrote, ``train`` and ``val``; the weights go to ``letter_reader/weights/best.pt`` in
the folder ``--out``, where ``models.export`` looks for them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
import yaml
from torch import nn

from models.train import RECIPE
from models.variation import varied
from vision.reading.alphabet import GLYPHS

CLASSES = len(GLYPHS) + 1
AT_ONCE = 256
"""Crops in one run of the network when it is measured."""


def _block(inside: int, outside: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inside, outside, 3, 2, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU())


class LetterNetwork(nn.Module):
    """Crops (n, 3, 96, 64) RGB 0-1 to the logarithms (n, 27), up to a constant, of the glyphs' probabilities; to the
    probabilities themselves once it is in ``eval`` mode.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _block(3, 16),  # 48 x 32
            _block(16, 32),  # 24 x 16
            _block(32, 64),  # 12 x 8
            _block(64, 96),  # 6 x 4
        )
        # Where on the patch a stroke lies tells as much as that it is there: no mean is taken over places.
        self.classes = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(96 * 24, 96), nn.SiLU(), nn.Linear(96, CLASSES)
        )

    def forward(self, batch: torch.Tensor) -> torch.Tensor:
        """See the class."""
        logs = self.classes(self.features(batch - 0.5))
        return logs if self.training else logs.softmax(1)


def batches(
    folder: Path, size: int, rng: np.random.Generator | None
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Crops and classes of a folder, shuffled by ``rng`` or, without one, in order."""
    crops, classes = np.load(folder / "crops.npy", mmap_mode="r"), np.load(folder / "classes.npy")
    order = rng.permutation(len(classes)) if rng is not None else np.arange(len(classes))
    for k in range(0, len(order), size):
        part = np.sort(order[k : k + size])
        pictures = np.ascontiguousarray(crops[part][..., ::-1].transpose(0, 3, 1, 2))
        yield torch.from_numpy(pictures).float() / 255, torch.from_numpy(classes[part].astype(np.int64))


def share_right(network: LetterNetwork, folder: Path) -> float:
    """The share of a folder's crops that are read rightly."""
    network.eval()
    with torch.no_grad():
        right = [network(crops).argmax(1) == classes for crops, classes in batches(folder, AT_ONCE, None)]
    return float(torch.cat(right).float().mean())


def train(data: Path, epochs: int, batch: int, rate: float, seed: int = 1) -> LetterNetwork:
    """A network trained from scratch; after every epoch it says how many of the held-out crops it reads rightly."""
    torch.manual_seed(seed)
    rng, network = np.random.default_rng(seed), LetterNetwork()
    steps = epochs * -(-len(np.load(data / "train" / "classes.npy")) // batch)
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.1)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.02)
    for epoch in range(epochs):
        network.train()
        began, losses = time.perf_counter(), []
        for crops, classes in batches(data / "train", batch, rng):
            loss = loss_of(network(varied(crops, turns=False)), classes)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            losses.append(float(loss))
        right, seconds = share_right(network, data / "val"), time.perf_counter() - began
        print(
            f"epoch {epoch + 1}: loss {np.mean(losses):.3f}, {100 * right:.2f} % right, {seconds:.0f} s",
            flush=True,
        )
    network.eval()
    return network


def restored(checkpoint: Path) -> LetterNetwork:
    """The network with the weights of a run."""
    network = LetterNetwork()
    network.load_state_dict(torch.load(checkpoint, weights_only=True))
    network.eval()
    return network


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.letters", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("runs"))
    options = parser.parse_args(arguments)
    for split in ("train", "val"):
        if not (options.data / split / "crops.npy").is_file():
            print(
                f"porrazo: there is no {options.data / split}: make it with python -m datasets.render letter_crops"
            )
            return 2
    facts = yaml.safe_load(RECIPE.read_text(encoding="utf-8"))["letter_reader"]["train"]
    network = train(options.data, facts["epochs"], facts["batch"], facts["lr0"])
    checkpoint = options.out / "letter_reader" / "weights" / "best.pt"
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), checkpoint)
    print(f"weights in {checkpoint}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
