"""What watches the table for the app: the chosen camera, reopened whenever it is lost, and the networks."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.archive.settings import CameraChoice
from companion.messages import CannotSee, Message, Progress, SourceLost, Told
from companion.pipeline.sources import is_live, open_camera
from companion.pipeline.starting import (
    LOADING_ERRORS,
    LOADING_STEPS,
    Load,
    going_on,
    referee_for,
    table_for,
)
from companion.pipeline.table_area import WithinArea
from companion.pipeline.watcher import Looks, Watcher
from engine.events import Event
from engine.header import Header
from vision.cameras.camera import Camera, without_password
from vision.cameras.live import LiveCamera
from vision.cameras.reconnecting import RETRY_PAUSE_S, LastingCamera
from vision.faults import Tell
from vision.view.framing import Framed

log = logging.getLogger(__name__)


def chosen_camera(choice: CameraChoice, tell: Tell) -> Camera:
    """Open the camera as the user set it up; CameraError if it cannot be opened.

    Once its table is found, it is to keep focus and exposure.
    """
    camera = open_camera(choice.source, tell)
    if isinstance(camera, LiveCamera):
        camera.steady(bool(choice.area))
    return Framed(camera, choice.mirrored, choice.masks)


class TableWatch:
    """A `Producer` that watches the table through the chosen camera.

    A lost camera is reported (`SourceLost`) and opened again, until the match is left.
    ``loading``: the progress of loading the networks; None when they are loaded, or cannot be (`CannotSee`).
    """

    def __init__(
        self,
        choice: CameraChoice,
        header: Header,
        events: Sequence[Event] = (),
        table: Load | None = None,
        pause: float = RETRY_PAUSE_S,
    ) -> None:
        self.choice, self.header, self.events = choice, header, tuple(events)
        self._table = table or table_for(header)
        self._pause = pause
        self._told: queue.SimpleQueue[Told] = queue.SimpleQueue()
        self._watcher: Watcher | None = None
        self._keep: tuple[Callable[[], Path], Callable[[], bool]] | None = None
        self.loading: Progress | None = Progress(0, LOADING_STEPS)

    def run(self, post: Callable[[Message], None], stop: threading.Event) -> None:
        """Watch until the film ends or ``stop`` is set; a later call continues. See `Producer`."""
        if self._watcher is None:
            self._watcher = self._begun(post, stop)
        if self._watcher is not None:
            self._watcher.run(post, stop)

    def keep_evening(self, path: Callable[[], Path], wanted: Callable[[], bool]) -> None:
        """Keep the evening while it is wanted, each time at another ``path()``. Call it before `run`."""
        self._keep = path, wanted

    def keeping(self) -> Path | None:
        """Where the evening is being kept; None while it is not."""
        return self._watcher.keeping() if self._watcher is not None else None

    def close(self) -> None:
        """Close the camera, and end the evening that is being kept."""
        if self._watcher is not None:
            self._watcher.close()

    def _begun(self, post: Callable[[Message], None], stop: threading.Event) -> Watcher | None:
        """Load the networks and return the watcher; None if they cannot be loaded."""
        camera = LastingCamera(
            lambda tell: chosen_camera(self.choice, tell),
            lambda reason: _lost(reason, post),
            self._pause,
        )
        threading.Thread(target=_close_at, args=(stop, camera), name="end of watching", daemon=True).start()
        table = self._loaded(post)
        if table is None:
            return None
        live = is_live(self.choice.source)
        bottom = self.choice.bottom % len(self.header.players)
        watcher = Watcher(
            going_on(camera, self.events, live=live),
            table,
            referee_for(self.header, self.events, bottom, live=live),
            self._told,
            self._loaded_again,
        )
        if self._keep is not None:
            watcher.keep_evening(*self._keep)
        return watcher

    def _loaded(self, post: Callable[[Message], None]) -> Looks | None:
        """Load what looks at the table; None, with a message posted, if it cannot be loaded."""
        began = time.monotonic()
        try:
            table = self._table(self._report)
            log.info("the networks are loaded, in %.1f s", time.monotonic() - began)
            return WithinArea(table, self.choice.area)
        except LOADING_ERRORS as error:
            log.warning("the networks cannot be loaded: %s", error)
            post(CannotSee(str(error)))
            return None
        finally:
            self.loading = None

    def _loaded_again(self) -> Looks:
        """Load the networks once more, since a fault may have left them in a bad state."""
        try:
            return WithinArea(self._table(self._report), self.choice.area)
        finally:
            self.loading = None

    def _report(self, progress: Progress) -> None:
        self.loading = progress

    def hear(self, told: Told) -> None:
        """Keep for the watcher what was tapped, also while the networks are loading."""
        self._told.put(told)


def _lost(reason: str, post: Callable[[Message], None]) -> None:
    log.warning("the camera is lost: %s", without_password(reason))
    post(SourceLost(reason))


def _close_at(stop: threading.Event, camera: Camera) -> None:
    """Close the camera when ``stop`` is set; a camera that waits for a frame does not look at ``stop``."""
    stop.wait()
    camera.close()
