"""Render training pictures: ``python -m datasets.render scenes|crops --decks CACHE --out FOLDER --count N``.

Picture number k of a seed is always the same picture, whatever the number of processes.

Scenes are written as an Ultralytics data set twice over, ``pose`` (four corner keypoints) and ``obb`` (oriented
boxes), sharing their pictures, with the whole truth in ``truth.jsonl``; crops as two arrays, ``crops.npy`` uint8
(n, 176, 128, 3) BGR and ``classes.npy`` uint8 (n,).
"""

from __future__ import annotations

import argparse
import functools
import json
import multiprocessing
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets import decks
from datasets.crops import CROP_HEIGHT, CROP_WIDTH, crop
from datasets.scenes import SeenCard, scene

MIN_VISIBLE = 0.12
"""A card of which less shows is not asked of the finder."""


def canonical(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners so turned that the end nearer the picture's top comes first: a card looks the same from both."""
    first, last = corners[:2].mean(0), corners[2:].mean(0)
    flip = last[1] < first[1] - 1e-3 or (abs(last[1] - first[1]) <= 1e-3 and last[0] < first[0])
    return np.roll(corners, 2, 0) if flip else corners


def pose_line(corners: NDArray[np.float32], width: int, height: int) -> str:
    """One card for a keypoint data set: class, box, four times x, y, visibility (0 outside the picture)."""
    unit = canonical(corners) / (width, height)
    inside = np.asarray(((unit >= 0) & (unit <= 1)).all(1), bool)
    low, high = unit.clip(0, 1).min(0), unit.clip(0, 1).max(0)
    points = " ".join(
        f"{x:.5f} {y:.5f} {2 if seen else 0}" for (x, y), seen in zip(unit.clip(0, 1), inside, strict=True)
    )
    box = (*(low + high) / 2, *(high - low))
    return "0 " + " ".join(f"{v:.5f}" for v in box) + " " + points


def obb_line(corners: NDArray[np.float32], width: int, height: int) -> str:
    """One card for an oriented-box data set: class and four corners, cut at the picture's edge."""
    unit = (corners / (width, height)).clip(0, 1)
    return "0 " + " ".join(f"{v:.5f}" for v in unit.reshape(-1))


def wanted(card: SeenCard, width: int, height: int) -> bool:
    """Whether the finder is to find this card: enough of it shows, in the picture."""
    box = card.corners.clip(0, (width, height))
    return card.visible >= MIN_VISIBLE and bool(np.ptp(box, axis=0).min() >= 6)


# One worker's decks; mapped from the cache once, not sent with every task.
_DECKS: list[decks.Deck] = []


def _start(cache: str, split: str) -> None:
    cv2.setNumThreads(1)
    _DECKS[:] = decks.load(Path(cache), split)


def _scene_job(out: str, seed: int, number: int) -> str:
    picture, cards = scene(np.random.default_rng([seed, number, 1]), _DECKS)
    height, width = picture.shape[:2]
    name = f"{number:06d}"
    folder = Path(out)
    cv2.imwrite(str(folder / "pose/images" / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    kept = [card for card in cards if wanted(card, width, height)]
    for kind, line in (("pose", pose_line), ("obb", obb_line)):
        text = "".join(line(card.corners, width, height) + "\n" for card in kept)
        (folder / kind / "labels" / f"{name}.txt").write_text(text)
    truth = [
        {"card": c.card, "visible": round(c.visible, 3), "corners": c.corners.round(1).tolist()}
        for c in cards
    ]
    return json.dumps({"image": f"pose/images/{name}.jpg", "size": [width, height], "cards": truth})


def _crop_job(seed: int, number: int) -> tuple[int, NDArray[np.uint8], int]:
    picture, label = crop(np.random.default_rng([seed, number, 2]), _DECKS)
    return number, picture, label


def _parallel(job: Callable[[int], Any], count: int, options: argparse.Namespace, name: str) -> Iterator[Any]:
    """The job done for 0...count-1 in worker processes, in order, under a progress bar."""
    start = (str(options.decks), options.split)
    # Not forked: a process that has used OpenCV's threads leaves its children waiting for them.
    with multiprocessing.get_context("spawn").Pool(options.workers, _start, start) as pool:
        yield from tqdm(
            pool.imap(job, range(count), chunksize=16), total=count, desc=name, unit=name, mininterval=5
        )


def render_scenes(options: argparse.Namespace) -> None:
    """Write ``count`` scenes with their labels."""
    out = Path(options.out)
    for folder in ("pose/images", "pose/labels", "obb/labels"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    link = out / "obb/images"
    if not link.exists():
        link.symlink_to(Path("../pose/images"), target_is_directory=True)
    job = functools.partial(_scene_job, str(out), options.seed)
    with (out / "truth.jsonl").open("w", encoding="utf-8") as truth:
        for line in _parallel(job, options.count, options, "scene"):
            truth.write(line + "\n")


def render_crops(options: argparse.Namespace) -> None:
    """Write ``count`` crops and their classes."""
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    shape = (options.count, CROP_HEIGHT, CROP_WIDTH, 3)
    crops = np.lib.format.open_memmap(out / "crops.npy", "w+", np.uint8, shape)
    classes = np.zeros(options.count, np.uint8)
    for number, picture, label in _parallel(
        functools.partial(_crop_job, options.seed), options.count, options, "crop"
    ):
        crops[number], classes[number] = picture, label
    crops.flush()
    np.save(out / "classes.npy", classes)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.render", description=__doc__)
    parser.add_argument("what", choices=("scenes", "crops"))
    parser.add_argument("--decks", type=Path, default=Path(".cache/decks"))
    parser.add_argument("--split", choices=("train", "val"), default="train")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    try:
        decks.load(options.decks, options.split)
    except FileNotFoundError as missing:
        print(f"porrazo: {missing}")
        return 2
    (render_scenes if options.what == "scenes" else render_crops)(options)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
