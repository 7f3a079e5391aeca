"""The reader's training: Ultralytics' classifier over the arrays that ``datasets.render crops`` writes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset
from ultralytics.models.yolo.classify import ClassificationTrainer
from ultralytics.utils.torch_utils import strip_optimizer

from datasets.decks import CARDS

CLASSES = (*CARDS, "unreadable")


class Crops(Dataset[dict[str, Any]]):
    """Crops of folders as tensors: ``img`` uint8 (3, 176, 128) RGB, ``cls`` 0-52."""

    def __init__(self, folders: Sequence[Path]):
        self.crops = [np.load(folder / "crops.npy", mmap_mode="r") for folder in folders]
        self.classes = [np.load(folder / "classes.npy") for folder in folders]
        self.starts = np.cumsum([0, *(len(classes) for classes in self.classes)])
        self.samples = range(self.starts[-1])

    def __len__(self) -> int:
        return len(self.samples)

    def __getitem__(self, number: int) -> dict[str, Any]:
        k = int(np.searchsorted(self.starts, number, "right")) - 1
        at = number - self.starts[k]
        crop = np.ascontiguousarray(self.crops[k][at][..., ::-1].transpose(2, 0, 1))
        return {"img": torch.from_numpy(crop), "cls": int(self.classes[k][at])}


def varied(batch: torch.Tensor, turns: bool = True) -> torch.Tensor:
    """Another look at the same crops, float (n, 3, h, w) 0-1: half turn (if it ``turns``), brightness, contrast, tint,
    a hidden patch.
    """
    n, _, height, width = batch.shape
    turned = torch.rand(n, device=batch.device) < 0.5 * turns
    batch = torch.where(turned[:, None, None, None], batch.flip(2, 3), batch)
    gain = torch.empty(n, 3, 1, 1, device=batch.device).normal_(1, 0.06) * torch.empty(
        n, 1, 1, 1, device=batch.device
    ).uniform_(0.75, 1.25)
    mean = batch.mean((1, 2, 3), keepdim=True)
    batch = (batch - mean) * torch.empty(n, 1, 1, 1, device=batch.device).uniform_(0.7, 1.3) + mean * gain
    for k in torch.nonzero(torch.rand(n) < 0.15).flatten().tolist():
        # Never so large, nor so placed, that both indices are gone.
        y, x = int(torch.randint(int(height * 0.75), (1,))), int(torch.randint(int(width * 0.75), (1,)))
        batch[k, :, y : y + height // 4, x : x + width // 4] = torch.rand(3, 1, 1, device=batch.device)
    return batch.clamp(0, 1)


class ReaderTrainer(ClassificationTrainer):
    """Ultralytics' trainer over ``Crops``: ``data`` names folders that hold ``train`` and perhaps ``val``.

    ``turns``: a crop means the same upside down.
    """

    turns = True

    def get_dataset(self) -> dict[str, Any]:
        """Names and places of the data."""
        folders = [Path(name) for name in str(self.args.data).split(os.pathsep)]
        train, val = ([f / split for f in folders if (f / split).is_dir()] for split in ("train", "val"))
        return {
            "train": train, "val": val, "test": None, "nc": len(CLASSES), "channels": 3,
            "names": dict(enumerate(CLASSES)),
        }  # fmt: skip

    def get_dataloader(
        self, dataset_path: Any, batch_size: int = 16, rank: int = 0, mode: str = "train"
    ) -> Any:
        """Batches of crops, shuffled for training."""
        loader = DataLoader(
            Crops(dataset_path), batch_size, shuffle=mode == "train", num_workers=self.args.workers,
            drop_last=mode == "train",
        )  # fmt: skip
        loader.reset = lambda: None  # the trainer resets Ultralytics' own loaders after its last epochs
        return loader

    def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
        """To the device, as numbers 0-1, varied while training."""
        picture = batch["img"].to(self.device).float() / 255
        batch["img"] = varied(picture, self.turns) if self.model.training else picture
        batch["cls"] = batch["cls"].to(self.device)
        return batch

    def get_validator(self) -> Any:
        """Ultralytics' validator, fed whole bytes like the trainer."""
        validator = super().get_validator()
        plain = validator.preprocess

        def preprocess(batch: dict[str, Any]) -> dict[str, Any]:
            batch["img"] = batch["img"].float() / 255
            return dict(plain(batch))

        validator.preprocess = preprocess
        return validator

    def final_eval(self) -> None:
        """Strip the checkpoints; ``models.export`` measures the network that is kept."""
        for checkpoint in (self.last, self.best):
            if checkpoint.exists():
                strip_optimizer(checkpoint)

    def plot_training_samples(self, batch: dict[str, Any], ni: int) -> None:
        """Nothing: ``datasets.render`` is where the pictures are looked at."""


class IndexReaderTrainer(ReaderTrainer):
    """The same over crops of indices, which have a top."""

    turns = False
