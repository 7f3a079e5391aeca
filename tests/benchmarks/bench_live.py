"""How a slow machine keeps up with a live table: ``python -m tests.benchmarks.bench_live FOLDER [NAME...]``.

FOLDER holds films with their truth, as ``bench_films`` takes them (by default $PORRAZO_FILMS). Each is served as a live
camera serves its frames, all at their times: who looks gets the latest one, and what came while it looked is gone. The
watching has one thread, and for each of ``--shares`` (1, 0.5 and 0.25) that share of a core: as long as a look would
take then, the film goes on.

That time is the processor time of the look divided by the share, and not what a clock shows: so the result is the
same on a busy machine, but for what others push out of the caches. What is not counted: decoding the film, for which a
camera has its own thread and often its own chip, and the window.

``looks``: frames taken a second; ``busy``: pictures and parts of them that the finder was shown a second. Plays as in
``bench_films``; ``pegged``: seconds from the moment that a play's result lies there until its line says it right, the
50th and 95th percentile.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.pipeline.watcher import Watcher
from companion.referee import Referee
from tests.benchmarks.bench_films import Hypothesis, Listener, Result, held, percentile, truth_of
from tests.benchmarks.bench_recognise import versions
from tests.films.filmed import NoCamera, Sights, bottom_of, header_of
from vision.cameras.camera import Frame
from vision.cameras.films import film_capture
from vision.photograph import networks
from vision.tracking.table import Table, TableView

SHARES = (1.0, 0.5, 0.25)
"""Of one core."""


class ServedFilm:
    """A film as a live camera gives it: ``latest`` at any time, each frame at most once."""

    def __init__(self, path: Path) -> None:
        self._capture: Any = film_capture(path)
        self._fps = float(self._capture.get(cv2.CAP_PROP_FPS))
        self._next = 0

    def latest(self, now: float) -> Frame | None:
        """The newest frame at ``now`` seconds, or the next one to come; None once the film has ended."""
        newest = max(self._next, int(now * self._fps))
        for _ in range(newest - self._next):
            self._capture.grab()
        well, image = self._capture.read()
        self._next = newest + 1
        return Frame(np.asarray(image, np.uint8), newest / self._fps, newest) if well else None


@dataclass
class Followed:
    """A film as a slow machine saw it: what came of it, and how many looks there were a second."""

    result: Result
    share: float
    looks: float
    busy: float

    def row(self) -> str:
        """One line of the table."""
        one = self.result
        exact = "exact" if one.exact else f"{one.scores} not {one.true_scores}"
        return (
            f"{one.name:<12}{self.share:>6.2f}{self.looks:>7.1f}{self.busy:>6.1f}{one.right:>6}/{one.plays:<4}"
            f"{one.aligned:>8}{one.asked:>7}{one.silent:>8}{percentile(one.lags, 50):>8.1f}"
            f"{percentile(one.lags):>6.1f}  {exact:<22} first wrong: {one.first_wrong}"
        )


HEADING = (
    f"{'film':<12}{'share':>6}{'looks':>7}{'busy':>6}{'plays':>11}{'aligned':>8}{'asked':>7}{'silent':>8}"
    f"{'pegged':>8}{'p95':>6}  score"
)


def followed(path: Path, share: float) -> Followed:
    """A film watched with a share of one core."""
    truth, film, listener = truth_of(path), ServedFilm(path), Listener()
    referee, table = Referee(header_of(truth), bottom=bottom_of(truth)), Table(*networks(1))
    watcher, busy = Watcher(NoCamera(), table, referee), _counted(table)
    views: list[TableView] = []
    clock, thought = 0.0, 0.0
    while (frame := film.latest(clock)) is not None:
        began = time.thread_time()
        view, changes = watcher.step(frame)
        took = time.thread_time() - began
        clock, thought = max(clock, frame.t) + took / share, thought + took
        listener.hear(changes, clock)
        views.append(view)
    listener.hear(watcher.finish(), clock)
    told = Hypothesis(referee, listener.said, listener.asked, 1000 * thought / len(views))
    result = held(path.stem, truth, Sights(views, thought), told)
    return Followed(result, share, len(views) / truth["seconds"], len(busy) / truth["seconds"])


def _counted(table: Table) -> list[None]:
    """A list that grows by one with each picture that the table shows its finder."""
    find, shown = table.finder.find_within, list[None]()

    def counting(*picture: Any, **how: Any) -> Any:
        shown.append(None)
        return find(*picture, **how)

    table.finder.find_within = counting  # type: ignore[method-assign]
    return shown


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_live", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=os.environ.get("PORRAZO_FILMS"))
    parser.add_argument("names", nargs="*")
    parser.add_argument("--shares", nargs="+", type=float, default=SHARES)
    options = parser.parse_args(arguments)
    if options.folder is None or not Path(options.folder).is_dir():
        print("porrazo: name a folder of films with their truth, or set PORRAZO_FILMS")
        return 2
    cv2.setNumThreads(1)
    print(versions())
    print(HEADING)
    for path in sorted(Path(options.folder).glob("*.mp4")):
        if not options.names or path.stem in options.names:
            for share in options.shares:
                print(followed(path, share).row(), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
