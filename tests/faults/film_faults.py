"""Faults of the camera with pixels: ``python -m tests.faults.film_faults --runs 50``.

The bundled clip is watched with the program's own networks through a camera that drops frames, gives them twice, stands
still, goes black, tears pictures in two, changes their size, has a hand over the lens or is away for seconds, at random
moments. The score is compared with the truth as in `tests.faults.faults`: exact, doubt, said, or silently wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np

from companion.pipeline.watcher import Watcher
from companion.referee import Referee
from engine.header import Header
from engine.porrazo.game import GAME
from tests.faults.camera_faults import Fault
from tests.faults.soak import CLIP
from vision.arrays import Image
from vision.cameras.camera import Frame, frames
from vision.cameras.live import SILENCE_S
from vision.cameras.opening import open_camera

LAST_S = 45.0
"""Seconds of the clip up to which faults may be: it is 58 s long, and what is in doubt at its end stays so."""


def untouched(image: Image, _before: Image, _rng: random.Random) -> list[Image]:
    """Give the picture as it is."""
    return [image]


def dropped(image: Image, _before: Image, rng: random.Random) -> list[Image]:
    """Give one picture of two."""
    return [image] if rng.random() < 0.5 else []


def repeated(image: Image, _before: Image, _rng: random.Random) -> list[Image]:
    """Give every picture twice."""
    return [image, image]


def frozen(_image: Image, before: Image, _rng: random.Random) -> list[Image]:
    """Give the picture that came last before."""
    return [before]


def black(image: Image, _before: Image, _rng: random.Random) -> list[Image]:
    """Give a black picture."""
    return [np.zeros_like(image)]


def torn(image: Image, before: Image, _rng: random.Random) -> list[Image]:
    """Give the upper half of an old picture over the lower half of the new one."""
    half = len(image) // 2
    return [np.concatenate([before[:half], image[half:]])]


def resized(image: Image, _before: Image, _rng: random.Random) -> list[Image]:
    """Give it smaller."""
    return [np.asarray(cv2.resize(image, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA), np.uint8)]


def covered(image: Image, _before: Image, rng: random.Random) -> list[Image]:
    """Give it with a hand over nearly all of the lens: dark, red and blurred."""
    hand = np.full_like(image, (30, 40, 90)) + np.array(rng.randrange(8), np.uint8)
    hand[:, : image.shape[1] // 8] = cv2.blur(image, (61, 61))[:, : image.shape[1] // 8]
    return [hand]


def away(_image: Image, _before: Image, _rng: random.Random) -> list[Image]:
    """Give nothing."""
    return []


KINDS: dict[str, tuple[Callable[[Image, Image, random.Random], list[Image]], float, float]] = {
    "dropped": (dropped, 1.0, 8.0),
    "repeated": (repeated, 1.0, 6.0),
    "frozen": (frozen, 0.3, 5.0),
    "black": (black, 0.1, 4.0),
    "torn": (torn, 0.1, 1.0),
    "resized": (resized, 1.0, 5.0),
    "covered": (covered, 0.5, 6.0),
    "away 5 s": (away, 5.0, 5.0),
}
"""Each fault by its name: what it does to a picture, and the seconds that it lasts, at least and at most."""


def planned(seed: int) -> tuple[Fault, ...]:
    """Make the faults of a seed."""
    rng = random.Random(seed)
    faults, at = [], rng.uniform(4.0, LAST_S - 15.0)
    for _ in range(rng.choice((1, 2))):
        kind = rng.choice(sorted(KINDS))
        faults.append(Fault(kind, round(at, 2), round(rng.uniform(*KINDS[kind][1:]), 2)))
        at += faults[-1].lasts + rng.uniform(1.0, 6.0)
    return tuple(fault for fault in faults if fault.at + fault.lasts <= LAST_S)


def faulty(source: Iterator[Frame], faults: Sequence[Fault], seed: int) -> Iterator[Frame]:
    """Give the frames of a film as they come through a camera with these faults."""
    rng, before, number = random.Random(seed), None, 0
    for frame in source:
        fault = next((each for each in faults if each.at <= frame.t < each.at + each.lasts), None)
        act = KINDS[fault.kind][0] if fault is not None else untouched
        before = frame.image if before is None or fault is None else before
        for again, image in enumerate(act(frame.image, before, rng)):
            yield Frame(image, frame.t + 0.01 * again, number)
            number += 1


class Frames:
    """A camera that gives these frames."""

    live = False

    def __init__(self, source: Iterator[Frame]) -> None:
        self._source = source

    def read(self) -> Frame | None:
        """See Camera."""
        return next(self._source, None)

    def close(self) -> None:
        """Nothing to close."""


def outcome_of(watcher: Watcher, faults: Sequence[Fault], scores: list[int]) -> str:
    """Watch to the end, and say what came of it."""
    said = any(fault.kind.startswith("away") and fault.lasts >= SILENCE_S for fault in faults)
    while (frame := watcher.camera.read()) is not None:
        watcher.step(frame)
        said = said or watcher.lost is not None
    watcher.finish()
    referee = watcher.referee
    if list(referee.settled().scores) == scores:
        return "exact"
    if any(event.extra.get("doubt") is True for event in referee.written):
        return "doubt"
    return "said" if said else f"SILENT {list(referee.settled().scores)}"


def main(words: Sequence[str] | None = None) -> int:
    """Run it; 1 if a wrong score was silent."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    from vision.photograph import networks
    from vision.tracking.table import Table

    truth = json.loads(CLIP.with_suffix(".truth.json").read_text(encoding="utf-8"))
    header: Header = GAME.header({**truth["header"], "options": {"declarations": "automatic"}})
    finder, reader = networks()
    outcomes = Counter[str]()
    for seed in range(args.seed, args.seed + args.runs):
        faults = planned(seed)
        camera = Frames(faulty(frames(open_camera(str(CLIP))), faults, seed))
        watcher = Watcher(camera, Table(finder, reader), Referee(header))
        outcome = outcome_of(watcher, faults, truth["final"]["scores"])
        outcomes[outcome.split()[0]] += 1
        print(f"seed {seed}: {', '.join(map(str, faults))}: {outcome}", flush=True)
    print(dict(outcomes))
    return 1 if outcomes["SILENT"] else 0


if __name__ == "__main__":
    sys.exit(main())
