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
from models.variation import varied

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
