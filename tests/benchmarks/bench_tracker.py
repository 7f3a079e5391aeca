"""How long a tracker takes for a frame, and how many tracks it makes of the bundled clip's cards, beside two others.

``python -m tests.benchmarks.bench_tracker``. All are given the same finds of the program's own finder, every other
frame of the clip; they alone are timed, in processor time. ByteTrack is supervision's, the third is Norfair's; one
that is not installed is named and left out. A card that lies still and is found again under another number counts as
one more track: fewer is better, down to the cards that were laid.
"""

from __future__ import annotations

import importlib
import json
import logging
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from vision.arrays import Floats
from vision.cameras.camera import frames
from vision.cameras.opening import open_camera
from vision.detection.detections import Detections
from vision.photograph import networks
from vision.reading.backs import CardReading
from vision.tracking.track import TrackState
from vision.tracking.tracker import Search, Tracker

CLIP = Path(__file__).parents[1] / "films" / "clip.mp4"
TRUTH = CLIP.with_name("clip.truth.json")
SIZE = (1280, 720)
RUNS = 3
LEAST_FRAMES = 6
"""A track that was there in fewer frames is no card that lay on the table."""
NORFAIR_DISTANCE = 60.0
"""Pixels between the corners' mean places that Norfair may join; a card is 115 pixels wide."""

Finds = list[tuple[float, Detections]]
Follow = Callable[[Finds], dict[int, int]]


def finds() -> Finds:
    """What the finder finds in every other frame, with the frame's time."""
    finder = networks()[0]
    return [
        (frame.t, finder.find(frame.image))
        for frame in frames(open_camera(str(CLIP)))
        if frame.number % 2 == 0
    ]


class Unread:
    """Stands in for the reader and the picture: nothing is read, nothing moves, no table is known."""

    def read(self, corners: Floats) -> list[CardReading]:
        """See Readings."""
        return [CardReading(np.full(53, 1 / 53, np.float32), None) for _ in corners]

    def judged(self, reading: CardReading, in_a_pile: bool, known: bool) -> Floats:
        """See Readings."""
        return reading.posterior

    def learn_back(self, track: int, reading: CardReading) -> None:
        """See Readings."""

    def moving(self, corners: Floats) -> float:
        """See Motion."""
        return 0.0

    def bare(self, corners: Floats) -> bool | None:
        """See Motion."""
        return None


def ours(found: Finds) -> dict[int, int]:
    """Follow with the program's tracker; a track's number and in how many frames it was confirmed."""
    tracker, unread, met = Tracker(), Unread(), dict[int, int]()
    everywhere = Search(SIZE, (0, 0, *SIZE))
    for t, one in found:
        for track in tracker.update(one, unread, everywhere, unread, t):
            if track.state is TrackState.CONFIRMED:
                met[track.number] = met.get(track.number, 0) + 1
    return met


def boxes(one: Detections) -> Floats:
    """The upright boxes (n, 4) round the finds, which is all that others know of a card."""
    return (
        np.concatenate([one.corners.min(1), one.corners.max(1)], 1)
        if len(one)
        else np.zeros((0, 4), np.float32)
    )


def byte_track(supervision: ModuleType) -> Follow:
    """Follow with supervision's ByteTrack, with its own settings but for the frame rate."""

    def follow(found: Finds) -> dict[int, int]:
        tracker, met = supervision.ByteTrack(frame_rate=6), dict[int, int]()
        for _, one in found:
            given = supervision.Detections(
                xyxy=boxes(one), confidence=one.confidence, class_id=np.zeros(len(one), int)
            )
            for number in tracker.update_with_detections(given).tracker_id:
                met[int(number)] = met.get(int(number), 0) + 1
        return met

    return follow


def norfair_tracker(norfair: ModuleType) -> Follow:
    """Follow with Norfair's tracker, by the mean distance of a card's four corners."""

    def follow(found: Finds) -> dict[int, int]:
        tracker: Any = norfair.Tracker(
            distance_function="mean_euclidean", distance_threshold=NORFAIR_DISTANCE
        )
        met = dict[int, int]()
        for _, one in found:
            for each in tracker.update([norfair.Detection(points=corners) for corners in one.corners]):
                met[each.id] = met.get(each.id, 0) + 1
        return met

    return follow


def measured(follow: Follow, found: Finds) -> tuple[float, int]:
    """Milliseconds of processor time a frame, the best of some runs, and the tracks that lasted."""
    spent, met = [], dict[int, int]()
    for _ in range(RUNS):
        began = time.process_time()
        met = follow(found)
        spent.append(time.process_time() - began)
    return 1000 * min(spent) / len(found), sum(count >= LEAST_FRAMES for count in met.values())


def told(name: str, follow: Follow, found: Finds) -> str:
    """A line of what was measured."""
    milliseconds, tracks = measured(follow, found)
    return f"{name:<24} {milliseconds:.3f} ms a frame, {tracks} tracks"


def main() -> int:
    """Measure each and print it."""
    logging.disable(logging.WARNING)  # Norfair's advice on its own speed
    found = finds()
    count = sum(len(one) for _, one in found)
    laid = sum(len(event.get("cards", [0])) for event in json.loads(TRUTH.read_text())["events"])
    print(f"{len(found)} frames, {count} finds, {laid} cards laid, and the backs of two piles")
    print(told("porrazo", ours, found))
    for name, made in (("supervision", byte_track), ("norfair", norfair_tracker)):
        try:
            follow = made(importlib.import_module(name))
        except (ImportError, AttributeError):  # later ones of supervision have no ByteTrack
            print(f"{name}: not installed, left out")
            continue
        print(told(f"{name} {version(name)}", follow, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
