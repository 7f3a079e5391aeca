"""Short films of an evening that people chose to keep: ten seconds around whatever went wrong, small and few.

A ring holds the last minute as small JPEGs. Nothing of it is written until something goes wrong; then a thread of its
own makes a film of the seconds around that.
"""

from __future__ import annotations

import logging
import re
import shutil
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Image

log = logging.getLogger(__name__)

WIDTH = 640
"""Pixels across, as the smallest webcams give them: a person still sees whose hand lays which card."""
RATE = 4
"""Pictures a second: a card is laid in half a second or more."""
QUALITY = 80
"""Of the JPEGs, of 100. One takes some 27 KB (of the clip in tests/films)."""
REMEMBERED_S = 60.0
"""Seconds that the ring holds, some 6 MB: people put a play right when they notice, often a few plays later."""
BEFORE_S, AFTER_S = 7.0, 3.0
"""Seconds that are kept before and after the moment, which is the event's own time. Where it has none it is
now: a doubtful play is told some 5 s late, 3 s in games of tricks (``patience_in_doubt`` in their rates)."""
COVERED_S = 2.0
"""Seconds around a moment; one whose seconds are in a film already gets no film of its own."""
MOST_BYTES = 100_000_000
"""Bytes of all films of an evening, some 500 of them; more of them would show nothing new."""
LEAST_FREE = 500_000_000
"""Bytes that stay free on the disk: the record of the match needs them more than any film."""
CODEC, ENDING = "mp4v", ".mp4"
"""MPEG-4, which OpenCV's own FFmpeg writes on every system: 0.2 MB for ten seconds."""
JPEGS_ENDING = ".mjpeg"
"""Where nothing can write such a film: the JPEGs one after the other in one file, which most players show."""

Reason = Literal["doubt", "correction", "recount", "unseen"]
"""Why a film is kept: a doubtful event, people put the record right, the table was counted anew, the table was lost
from sight."""
FILM_NAME = re.compile(rf"(\d+\.\d)-[a-z]+({re.escape(ENDING)}|{re.escape(JPEGS_ENDING)})")
"""The seconds of the moment, and why: ``000083.5-doubt.mp4``."""


@dataclass(frozen=True)
class SmallPicture:
    """A picture of the ring: its time in seconds, and the JPEG."""

    t: float
    jpeg: bytes


class Ring:
    """The last `REMEMBERED_S` seconds of a camera, `RATE` small pictures a second."""

    def __init__(self) -> None:
        self.pictures: deque[SmallPicture] = deque()

    def take(self, image: Image, t: float) -> None:
        """Take in a camera's picture (BGR), ``t`` in seconds; most are left out."""
        if self.pictures and 0 <= t - self.pictures[-1].t < 1 / RATE - 1e-3:
            return
        done, jpeg = cv2.imencode(".jpg", _small(image), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if done:
            self.pictures.append(SmallPicture(t, jpeg.tobytes()))
        while self.pictures[0].t < t - REMEMBERED_S:
            self.pictures.popleft()

    def between(self, since: float, until: float) -> list[SmallPicture]:
        """Give the pictures of these seconds."""
        return [picture for picture in self.pictures if since <= picture.t <= until]


@dataclass(frozen=True)
class _Wanted:
    """A film that is to be made once its seconds are over."""

    path: Path
    since: float
    until: float


class Clips:
    """Makes films in a folder that is there. ``trouble``: what stopped that, if anything did."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.trouble = folder, None
        self._ring = Ring()
        self._wanted: list[_Wanted] = []
        self._kept: list[tuple[float, float]] = []
        self._maker = ThreadPoolExecutor(1, "film")
        self._bytes = 0

    trouble: OSError | None

    def take(self, image: Image, t: float) -> None:
        """Take in a camera's picture, and make the films whose seconds are over."""
        self._ring.take(image, t)
        for wanted in [each for each in self._wanted if each.until <= t]:
            self._make(wanted)

    def want(self, why: Reason, moment: float, now: float) -> None:
        """Keep the seconds around a moment; around now where the ring has forgotten it."""
        pictures = self._ring.pictures
        about = moment if pictures and pictures[0].t <= moment <= now else now
        covered = (about - COVERED_S, about + COVERED_S)
        if any(since <= covered[0] and covered[1] <= until for since, until in self._kept):
            return
        if self._bytes >= MOST_BYTES or self.trouble is not None:
            return
        path = self.folder / f"{about:08.1f}-{why}{ENDING}"
        self._kept.append((about - BEFORE_S, about + AFTER_S))
        self._wanted.append(_Wanted(path, about - BEFORE_S, about + AFTER_S))

    def close(self) -> None:
        """Make what is wanted still, of the seconds that there are, and wait for it."""
        for wanted in [*self._wanted]:
            self._make(wanted)
        self._maker.shutdown()

    def _make(self, wanted: _Wanted) -> None:
        self._wanted.remove(wanted)
        pictures = self._ring.between(wanted.since, wanted.until)
        if pictures:
            self._maker.submit(self._write, wanted.path, pictures)

    def _write(self, path: Path, pictures: Sequence[SmallPicture]) -> None:
        """Write a film, in the thread for that."""
        try:
            if shutil.disk_usage(self.folder).free < LEAST_FREE:
                raise OSError(f"less than {LEAST_FREE // 1_000_000} MB are free on the disk")
            self._bytes += write_film(path, pictures).stat().st_size
        except OSError as error:
            self.trouble = error
        except cv2.error as error:
            log.warning("%s: the film cannot be made: %s", path.name, error)


def films_of(folder: Path) -> list[tuple[Path, float, float]]:
    """List the films in an evening's folder: each with the times between which it shows the table, in seconds."""
    found = ((path, FILM_NAME.fullmatch(path.name)) for path in sorted(folder.iterdir()))
    times = [(path, float(name[1])) for path, name in found if name is not None]
    return [(path, about - BEFORE_S, about + AFTER_S) for path, about in times]


def write_film(path: Path, pictures: Sequence[SmallPicture]) -> Path:
    """Write a film of these pictures and return its path; as JPEGs in one file where no film can be written.

    It runs at the pace of what was seen. OSError if it cannot be written.
    """
    first = cv2.imdecode(np.frombuffer(pictures[0].jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert first is not None
    size = (first.shape[1], first.shape[0])
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*CODEC), RATE, size)
    if not film.isOpened():
        film.release()
        path.unlink(missing_ok=True)
        jpegs = path.with_suffix(JPEGS_ENDING)
        jpegs.write_bytes(b"".join(picture.jpeg for picture in pictures))
        return jpegs
    try:
        for picture in at_even_times(pictures):
            image = cv2.imdecode(np.frombuffer(picture.jpeg, np.uint8), cv2.IMREAD_COLOR)
            assert image is not None
            film.write(image if image.shape[1::-1] == size else cv2.resize(image, size))
    finally:
        film.release()
    return path


def at_even_times(pictures: Sequence[SmallPicture]) -> list[SmallPicture]:
    """Give `RATE` pictures a second: each time the latest there is, so that a camera that stood still is seen to."""
    even, at = list[SmallPicture](), 0
    for step in range(round((pictures[-1].t - pictures[0].t) * RATE) + 1):
        while at + 1 < len(pictures) and pictures[at + 1].t <= pictures[0].t + (step + 0.5) / RATE:
            at += 1
        even.append(pictures[at])
    return even


def _small(image: Image) -> Image:
    height, width = image.shape[:2]
    if width <= WIDTH:
        return image
    size = (WIDTH, max(1, round(height * WIDTH / width)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
