"""Render training pictures: ``python -m datasets.render KIND --decks CACHE --out FOLDER --count N``.

KIND is ``scenes``, ``crops``, ``indices`` (scenes of them), ``index_crops``, ``letter_crops`` (which need no decks),
``stills`` and ``evening_stills`` (out of films) or ``photographs`` (real ones that may be trained on).

Picture number k of a seed is always the same picture, whatever the number of processes.

Scenes are written as an Ultralytics data set twice over, ``pose`` (four corner keypoints) and ``obb`` (oriented
boxes), sharing their pictures, with the whole truth in ``truth.jsonl``; crops as two arrays, ``crops.npy`` uint8
(n, 176, 128, 3) BGR and ``classes.npy`` uint8 (n,). Stills out of films are both: pictures as scenes have them (640
pixels large), and crops out of the whole frames; so are the real photographs that may be trained on.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import multiprocessing
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets import decks, photographs
from datasets.bare_crops import bare_crops, bare_table
from datasets.crops import CROP_HEIGHT, CROP_WIDTH, crop
from datasets.films.snapshots import evening_snapshots, snapshots
from datasets.films.still_crops import Cut, as_found, found_in, truly_lying
from datasets.index_crops import index_crop
from datasets.indices import index_scene
from datasets.letter_crops import letter_crop
from datasets.scenes import SeenCard, scene
from vision.reading.indices import INDEX_HEIGHT, INDEX_WIDTH
from vision.tracking.attention import TRIED

A_FILM = 24
"""Stills taken of each film."""
STILL_SIDE = 640
"""Pixels of a still's longer side."""
NO_INDICES = 9
"""Every so many scenes of indices are tables without cards, on which none is to be found."""
INDICES = "indices"
"""The folder, within that of stills or photographs, of the crops of their indices: a data set of its own."""
MIN_VISIBLE = 0.12
"""A card of which less shows is not asked of the finder."""


def canonical(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners so turned that the end nearer the picture's top comes first: a card looks the same from both."""
    first, last = corners[:2].mean(0), corners[2:].mean(0)
    flip = last[1] < first[1] - 1e-3 or (abs(last[1] - first[1]) <= 1e-3 and last[0] < first[0])
    return np.roll(corners, 2, 0) if flip else corners


def pose_line(corners: NDArray[np.float32], width: int, height: int) -> str:
    """One card for a keypoint data set: class, box, four times x, y, visibility (0 outside the picture)."""
    return keypoint_line(canonical(corners), width, height)


def keypoint_line(corners: NDArray[np.float32], width: int, height: int) -> str:
    """One thing of four corners in this order for a keypoint data set."""
    unit = corners / (width, height)
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
    _DECKS[:] = decks.load(Path(cache), split) if cache else []


def _write_scene(out: str, number: int, picture: NDArray[np.uint8], cards: list[SeenCard]) -> str:
    """Write a picture and its labels; returns its line of the truth."""
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


def _scene_job(out: str, seed: int, number: int) -> str:
    return _write_scene(out, number, *scene(np.random.default_rng([seed, number, 1]), _DECKS))


def _index_job(out: str, seed: int, number: int) -> list[tuple[NDArray[np.uint8], int]]:
    """A scene of indices written, and its crops."""
    rng = np.random.default_rng([seed, number, 5])
    bare = number % NO_INDICES == NO_INDICES - 1
    picture, patches, crops = (_bare(rng), [], []) if bare else index_scene(rng, _DECKS)
    height, width = picture.shape[:2]
    folder, name = Path(out) / "pose", f"{number:06d}"
    cv2.imwrite(str(folder / "images" / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    text = "".join(keypoint_line(patch, width, height) + "\n" for patch in patches)
    (folder / "labels" / f"{name}.txt").write_text(text)
    return crops


def _bare(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A table without cards, as large as a still."""
    table = bare_table(rng)
    by = STILL_SIDE / max(table.shape[:2])
    return np.asarray(cv2.resize(table, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8)


def _film_job(out: str, seed: int, evening: bool, number: int) -> tuple[list[str], list[Cut]]:
    """A film's stills written, and their crops. Those of evenings are made higher now and then, as the program shows
    the finder what a low camera sees.
    """
    rng = np.random.default_rng([seed, number, 3])
    lines: list[str] = []
    cuts: list[Cut] = []
    taken = evening_snapshots if evening else snapshots
    for k, (picture, cards, ids) in enumerate(taken(seed * 10_000 + number, _DECKS, A_FILM)):
        high = float(rng.choice(TRIED)) if evening else 1.0
        by = np.array([1, high]) * STILL_SIDE / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=by[0], fy=by[1], interpolation=cv2.INTER_AREA).astype(np.uint8)
        shrunk = [replace(card, corners=(card.corners * by).astype(np.float32)) for card in cards]
        lines.append(_write_scene(out, number * A_FILM + k, small, shrunk))
        still = picture, cards, ids
        cuts += [*truly_lying(rng, still), *as_found(rng, still, found_in(picture))]
    return lines, cuts


def _crop_job(seed: int, number: int) -> tuple[int, NDArray[np.uint8], int]:
    picture, label = crop(np.random.default_rng([seed, number, 2]), _DECKS)
    return number, picture, label


def _index_crop_job(seed: int, number: int) -> tuple[int, NDArray[np.uint8], int]:
    picture, label = index_crop(np.random.default_rng([seed, number, 6]), _DECKS)
    return number, picture, label


def _letter_crop_job(apart: bool, seed: int, number: int) -> tuple[int, NDArray[np.uint8], int]:
    return number, *letter_crop(seed, number, apart)


def _parallel(
    job: Callable[[int], Any], count: int, options: argparse.Namespace, name: str, chunk: int = 16
) -> Iterator[Any]:
    """The job done for 0...count-1 in worker processes, in order, under a progress bar."""
    start = ("" if options.what in NEED_NO_DECKS else str(options.decks), options.split)
    # Not forked: a process that has used OpenCV's threads leaves its children waiting for them.
    with multiprocessing.get_context("spawn").Pool(options.workers, _start, start) as pool:
        yield from tqdm(
            pool.imap(job, range(count), chunksize=chunk), total=count, desc=name, unit=name, mininterval=5
        )


def _folders(out: Path) -> None:
    for folder in ("pose/images", "pose/labels", "obb/labels"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    link = out / "obb/images"
    if not link.exists():
        link.symlink_to(Path("../pose/images"), target_is_directory=True)


def render_scenes(options: argparse.Namespace) -> None:
    """Write ``count`` scenes with their labels."""
    out = Path(options.out)
    _folders(out)
    job = functools.partial(_scene_job, str(out), options.seed)
    with (out / "truth.jsonl").open("w", encoding="utf-8") as truth:
        for line in _parallel(job, options.count, options, "scene"):
            truth.write(line + "\n")


def render_stills(options: argparse.Namespace) -> None:
    """Write at most ``count`` stills, ``A_FILM`` of each film, with their labels and crops."""
    out = Path(options.out)
    _folders(out)
    job = functools.partial(_film_job, str(out), options.seed, options.what == "evening_stills")
    cuts: list[Cut] = []
    with (out / "truth.jsonl").open("w", encoding="utf-8") as truth:
        for lines, found in _parallel(job, options.count // A_FILM, options, "film", chunk=1):
            truth.writelines(line + "\n" for line in lines)
            cuts += found
    _save_crops(out, [(cut.crop, cut.label) for cut in cuts])
    ends = [end for cut in cuts for end in zip(cut.ends, cut.end_labels, strict=True) if end[1] >= 0]
    _save_crops(out / INDICES / options.split, ends)


def render_indices(options: argparse.Namespace) -> None:
    """Write ``count`` scenes of cards over one another, labelled with their indices, and crops of those."""
    out = Path(options.out)
    for folder in ("pose/images", "pose/labels"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    job = functools.partial(_index_job, str(out), options.seed)
    crops = [one for found in _parallel(job, options.count, options, "scene") for one in found]
    _save_crops(out, crops)


def render_bare_crops(options: argparse.Namespace) -> None:
    """Write crops of what the finder takes for cards on ``count`` tables without any."""
    job = functools.partial(bare_crops, options.seed)
    found = _parallel(job, options.count, options, "table", chunk=1)
    _save_crops(Path(options.out), [one for table in found for one in table])


def render_photographs(options: argparse.Namespace) -> None:
    """Write the real photographs that may be trained on, ``count`` at most, with their labels and crops, those of
    their indices in a folder of their own.
    """
    if not options.photographs:
        raise ValueError("--photographs (or PORRAZO_PHOTOS) must name a folder of photographs")
    out, rng = Path(options.out), np.random.default_rng([options.seed, 4])
    _folders(out)
    crops: list[photographs.Crop] = []
    indices: list[photographs.Crop] = []
    with (out / "truth.jsonl").open("w", encoding="utf-8") as truth:
        pictures = itertools.islice(photographs.photographs(Path(options.photographs)), options.count)
        for number, (picture, cards, complete) in enumerate(pictures):
            crops += photographs.crops_of(rng, picture, cards)
            indices += photographs.index_crops_of(rng, picture, cards)
            if complete:
                truth.write(_write_scene(str(out), number, picture, cards) + "\n")
    _save_crops(out, crops)
    _save_crops(out / INDICES / "train", indices)


def _save_crops(out: Path, crops: list[tuple[NDArray[np.uint8], int]]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    np.save(out / "crops.npy", np.stack([picture for picture, _ in crops]))
    np.save(out / "classes.npy", np.array([label for _, label in crops], np.uint8))


def render_crops(options: argparse.Namespace) -> None:
    """Write ``count`` crops and their classes, of cards or of indices."""
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    job, size = CROPS[options.what]
    if options.what == "letter_crops":
        job = functools.partial(job, options.split == "val")
    crops = np.lib.format.open_memmap(out / "crops.npy", "w+", np.uint8, (options.count, *size, 3))
    classes = np.zeros(options.count, np.uint8)
    for number, picture, label in _parallel(
        functools.partial(job, options.seed), options.count, options, "crop"
    ):
        crops[number], classes[number] = picture, label
    crops.flush()
    np.save(out / "classes.npy", classes)


CROPS: dict[str, tuple[Callable[..., tuple[int, NDArray[np.uint8], int]], tuple[int, int]]] = {
    "crops": (_crop_job, (CROP_HEIGHT, CROP_WIDTH)),
    "index_crops": (_index_crop_job, (INDEX_HEIGHT, INDEX_WIDTH)),
    "letter_crops": (_letter_crop_job, (INDEX_HEIGHT, INDEX_WIDTH)),
}
"""What makes a crop, and how high and wide it is."""
KINDS = {
    "scenes": render_scenes,
    "indices": render_indices,
    "crops": render_crops,
    "index_crops": render_crops,
    "letter_crops": render_crops,
    "bare_crops": render_bare_crops,
    "stills": render_stills,
    "evening_stills": render_stills,
    "photographs": render_photographs,
}
NEED_NO_DECKS = ("bare_crops", "letter_crops", "photographs")


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.render", description=__doc__)
    parser.add_argument("what", choices=tuple(KINDS))
    parser.add_argument("--decks", type=Path, default=Path(".cache/decks"))
    parser.add_argument("--photographs", default=os.environ.get("PORRAZO_PHOTOS"))
    parser.add_argument("--split", choices=("train", "val"), default="train")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    try:
        if options.what not in NEED_NO_DECKS:
            decks.load(options.decks, options.split)
        KINDS[options.what](options)
    except (FileNotFoundError, ValueError) as wrong:
        print(f"porrazo: {wrong}")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
