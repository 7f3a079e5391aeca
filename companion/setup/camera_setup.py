"""Setting up a camera: names the cards, says what is wrong, finds the table, notices a mirrored picture.

No Kivy here: a thread looks through the camera, and the screen takes the newest `Aimed`.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from companion.archive.settings import CameraChoice
from companion.messages import SURE, FrameSeen, Picture, Progress, prepared
from companion.pipeline.observing import outlines
from companion.pipeline.sources import open_camera
from companion.pipeline.starting import LOADING_ERRORS, LOADING_STEPS, Load, seeing_table
from companion.pipeline.table_area import inside
from companion.pipeline.watcher import Looks
from vision.arrays import Floats, Image
from vision.cameras.camera import Camera, Frame
from vision.cameras.reconnecting import LastingCamera
from vision.faults import CaughtFault, FaultCount, Tell, guarded
from vision.geometry.plane import table_area
from vision.tracking.track import TrackView
from vision.view.advice import Advice, Fault, advise, tilt_of
from vision.view.framing import MirrorWatch, masked, unmirrored

Point = tuple[float, float]
State = Literal["loading", "blind", "opening", "looking", "lost", "ended"]

LOOKS_TO_FIND = 6
"""The number of looks at cards after which the best one gives a plane that hardly varies."""
LEAST_CARDS = 3
"""The number of cards read in one look from which the table can be found: one or two may be something else,
and the plane of a single card depends too much on each corner.
"""
FIND_TABLE_S = 25.0
"""Seconds in which the table must be found; the app promises less than 30."""
SPOKEN, OF = 2, 3
"""A fault is shown if it was seen in this many (first number) of the last looks (second number)."""


@dataclass(frozen=True)
class TableFound:
    """The table as found in the picture.

    ``area``: the corners of its area, as fractions of the picture's width and height. ``tilt``: the angle
    between the camera's direction and straight down, in degrees.
    """

    area: tuple[Point, ...]
    tilt: float


@dataclass(frozen=True)
class Aimed:
    """One look: the picture with its cards named, the advice on it, and the number of cards read in it."""

    picture: Picture
    advice: tuple[Advice, ...]
    cards: int


class Aim:
    """Looks through the camera of ``choice`` from `start` to `stop`.

    ``mirrored`` changes when the cards show that the picture is mirrored. ``state`` says what the camera and
    the networks are doing ("blind": the networks cannot be loaded, or looking failed too often), ``loading``
    gives the progress of loading the networks, and ``reason`` says why they cannot be loaded or why the
    camera is lost. After `find` (then ``searched`` is True) either ``table`` is set, or ``finding`` becomes
    None without it.
    """

    def __init__(
        self,
        choice: CameraChoice,
        table: Load = seeing_table,
        opened: Callable[[str, Tell], Camera] = open_camera,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.choice, self.clock = choice, clock
        self.mirrored, self.masks = choice.mirrored, choice.masks
        self.state: State = "loading"
        self.loading: Progress | None = Progress(0, LOADING_STEPS)
        self.reason = ""
        self.table: TableFound | None = None
        self._load, self._opened = table, opened
        self._newest: Aimed | None = None
        self._said: deque[tuple[Advice, ...]] = deque(maxlen=OF)
        self._mirror = MirrorWatch()
        self._asked: set[int] = set()
        self.searched = False
        self._finding_since: float | None = None
        self._places: list[Floats] = []
        self._stop = threading.Event()
        self._camera = LastingCamera(lambda tell: opened(choice.source, tell), self._lost)
        self._thread = threading.Thread(target=self._work, name="aim", daemon=True)

    # -- for whoever shows it ----------------------------------------------------------------------------

    def start(self) -> None:
        """Start looking."""
        self._thread.start()

    def stop(self) -> None:
        """Close the camera, and wait a little for the thread."""
        self._stop.set()
        self._camera.close()
        if self._thread.is_alive():
            self._thread.join(3.0)

    def take(self) -> Aimed | None:
        """Take the newest look; None if it was taken already."""
        newest, self._newest = self._newest, None
        return newest

    def find(self) -> None:
        """Find the table again, from the next looks."""
        self._camera.steady(False)  # it may have been fixed in other light
        self.table, self._places, self._finding_since = None, [], self.clock()
        self.searched = True

    @property
    def finding(self) -> float | None:
        """The progress of finding the table, 0 to 1; None if nobody asked for it, or it is over."""
        since = self._finding_since
        if since is None or self.clock() - since > FIND_TABLE_S:
            return None
        return len(self._places) / LOOKS_TO_FIND

    # -- the thread --------------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            seeing = self._load(self._report)
        except LOADING_ERRORS as error:
            self.state, self.reason = "blind", str(error)
            return
        finally:
            self.loading = None
        self.state = "opening" if self.state == "loading" else self.state
        mishaps = FaultCount()
        while isinstance(outcome := guarded(lambda: self._look_on(seeing)), CaughtFault):
            if mishaps.too_many():
                self.state, self.reason = "blind", outcome.reason
                return
        if not self._stop.is_set():
            self.state = "ended"

    def _look_on(self, seeing: Looks) -> None:
        """Look at every frame until the source ends."""
        while not self._stop.is_set() and (frame := self._camera.read()) is not None:
            self._newest = self._look(seeing, frame)
            self.state = "looking"

    def _report(self, progress: Progress) -> None:
        self.loading = progress

    def _lost(self, reason: str) -> None:
        self.state, self.reason = "lost", reason

    def _look(self, seeing: Looks, frame: Frame) -> Aimed:
        image = unmirrored(frame.image) if self.mirrored else frame.image
        seen = masked(image, self.masks)
        view = seeing.look(seen, frame.t, frame.number)
        table = self.table
        area = table.area if table is not None else ()
        size = image.shape[1], image.shape[0]
        view = replace(view, cards=tuple(card for card in view.cards if inside(area, card.corners, size)))
        found = [card.corners for card in view.cards if not card.hidden] + list(view.backs)
        cards = np.stack(found).astype(np.float32) if found else np.zeros((0, 4, 2), np.float32)
        read = [corners for corners, _, confidence in outlines(view) if confidence >= SURE]
        self._find(read, image)
        self._ask_mirror(seen, view.cards)
        picture = prepared(FrameSeen(frame.t, image, outlines(view)))
        return Aimed(picture, self._steady(advise(seen, cards)), len(read))

    def _steady(self, advice: tuple[Advice, ...]) -> tuple[Advice, ...]:
        """The advice that holds in most of the last looks; what is seen only once was somebody's arm."""
        self._said.append(advice)
        now = {one.fault for one in advice}
        often = [f for f in Fault if sum(any(a.fault is f for a in said) for said in self._said) >= SPOKEN]
        last = {fault: [a for said in self._said for a in said if a.fault is fault][-1:] for fault in often}
        kept = [a for fault in often if fault not in now for a in last[fault]]
        return (*(one for one in advice if one.fault in often), *kept)

    def _ask_mirror(self, image: Image, cards: tuple[TrackView, ...]) -> None:
        """Flip the picture when its cards, each asked once, show that it is mirrored."""
        new = [card for card in cards if card.steady and not card.hidden and card.track not in self._asked]
        self._asked.update(card.track for card in new)
        if new:
            self._mirror.ask(image, np.stack([card.corners for card in new]))
        if self._mirror.mirrored is not None:
            if self._mirror.mirrored:
                self.mirrored = not self.mirrored
                self.table = None
                self.masks = tuple(
                    (1 - right, upper, 1 - left, lower) for left, upper, right, lower in self.masks
                )
            self._mirror = MirrorWatch()

    def _find(self, read: Sequence[Floats], image: Image) -> None:
        if self.finding is None or len(read) < LEAST_CARDS:
            return
        self._places.append(np.stack(read).astype(np.float32))
        if len(self._places) < LOOKS_TO_FIND:
            return
        best = max(self._places, key=len)
        area, tilt = table_area(best), tilt_of(best)
        if area is not None and tilt is not None:
            size = np.array([image.shape[1], image.shape[0]], np.float32)
            self.table = TableFound(tuple((float(x), float(y)) for x, y in area / size), tilt)
            self._camera.steady(True)
        self._finding_since = None
