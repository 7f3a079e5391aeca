"""When cards were laid, and by whose arm: ``python -m tests.benchmarks.bench_arrival FOLDER --cache FOLDER``.

FOLDER holds films with their truth, the cache what ``bench_films`` kept of them. For each card that a player lays, the
first track that names it counts. ``known``: an arm was seen to lay it. ``slip``: of these, the arm came in nearer to
another edge that somebody sits at than to its player's own. ``since``: seconds from the moment when the hand lets go of
it until the track says that it has lain there since, the median, and how many are off by more than half a second.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engine.cards import PACK
from tests.benchmarks.count_sight import EDGES
from vision.tracking.table import TableView
from vision.tracking.track import TrackView

BEFORE, AFTER = 1.5, 6.0
"""Seconds around the moment when a card is laid within which its track must begin, or it is another card's."""
OFF = 0.5
"""Seconds by which a moment may be off."""


@dataclass
class Count:
    """What was counted of the cards laid by players."""

    laid: int = 0
    found: int = 0
    known: int = 0
    slips: int = 0
    off: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        """One line of the table."""
        far = sum(abs(off) > OFF for off in self.off)
        middle = float(np.median(self.off)) if self.off else float("nan")
        numbers = f"{self.laid:>5}{self.found:>7}{self.known:>7}{self.slips:>6}"
        return f"{name:<24}{numbers}{middle:>9.2f} s, {far} off by more than {OFF} s"

    def __add__(self, other: Count) -> Count:
        return Count(
            self.laid + other.laid,
            self.found + other.found,
            self.known + other.known,
            self.slips + other.slips,
            self.off + other.off,
        )


def counted(views: list[TableView], truth: dict[str, Any]) -> Count:
    """The cards of one film."""
    edges = {each["seat"]: EDGES[each["edge"]] for each in truth["habits"]["seats"]}
    tracks: dict[int, TrackView] = {}
    for view in views:
        tracks |= {each.track: each for each in view.cards if each.steady}
    count = Count()
    for event in truth["events"]:
        if event["do"] != "play":
            continue
        count.laid += 1
        one = track_of(event, tracks)
        if one is None:
            continue
        count.found += 1
        count.off.append(one.since - event["t_laid"])
        if one.laid_by:
            count.known += 1
            nearest = min(
                {*edges.values()}, key=lambda edge: abs((one.laid_by[0] - edge + 180.0) % 360.0 - 180.0)
            )
            count.slips += nearest != edges[event["seat"]]
    return count


def track_of(event: dict[str, Any], tracks: dict[int, TrackView]) -> TrackView | None:
    """The first track that names a play's card and began about when it was laid; None if there is none."""
    named = [
        each
        for each in tracks.values()
        if str(PACK[int(each.posterior.argmax())]) == event["card"]
        and -BEFORE <= each.since - event["t_laid"] <= AFTER
    ]
    return min(named, key=lambda each: each.since, default=None)


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_arrival", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=os.environ.get("PORRAZO_FILMS"))
    parser.add_argument(
        "--cache", type=Path, required=True, help="where bench_films kept what is seen of each film"
    )
    options = parser.parse_args(arguments)
    if options.folder is None or not Path(options.folder).is_dir():
        print("porrazo: name a folder of films with their truth, or set PORRAZO_FILMS")
        return 2
    print(f"{'film':<24} laid  found  known slips    since")
    total = Count()
    for film in sorted(Path(options.folder).glob("*.mp4")):
        kept = sorted(options.cache.glob(f"{film.stem}-*.pickle"), key=lambda path: path.stat().st_mtime)
        truth = json.loads(film.with_suffix(".truth.json").read_text(encoding="utf-8"))
        if kept and any("t_laid" in event for event in truth["events"]):
            count = counted(pickle.loads(kept[-1].read_bytes())[0], truth)
            print(count.row(film.stem))
            total = total + count
    print(total.row("all"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
