"""A camera that reconnects: if it cannot be opened, or is lost, it is tried again until it is closed."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from vision.cameras.camera import Camera, CameraError, Frame, recovered, without_password
from vision.cameras.live import LiveCamera

log = logging.getLogger(__name__)

RETRY_PAUSE_S = 3.0
LONGEST_PAUSE_S = 15.0
"""Seconds before a lost camera is opened again: each pause is twice the one before, up to the longest; the first one
again once frames come.
"""


class LastingCamera:
    """Gives the frames of ``opened(tell)``, which is called again after each failure; times and numbers go on.

    ``lost`` is called with a sentence, from any thread, each time frames stop. The end of a film is not a failure.
    """

    live = True

    def __init__(
        self,
        opened: Callable[[Callable[[str], None]], Camera],
        lost: Callable[[str], None],
        pause: float = RETRY_PAUSE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._opened, self._lost, self._clock = opened, lost, clock
        self._first_pause = self._pause = pause
        self._camera: Camera | None = None
        self._steady: bool | None = None
        self._closed = threading.Event()
        self._began = clock()
        self._offset: tuple[float, int] = (0.0, 0)
        self._last: Frame | None = None

    def read(self) -> Frame | None:
        """See Camera. It waits until the camera is back, however long that takes."""
        while not self._closed.is_set():
            try:
                frame = self._reach().read()
            except CameraError as error:
                self._let_go()
                log.warning("lost, tried again in %.0f s: %s", self._pause, without_password(str(error)))
                self._lost(str(error))
                self._closed.wait(self._pause)
                self._pause = min(2 * self._pause, max(LONGEST_PAUSE_S, self._first_pause))
                continue
            self._pause = self._first_pause
            return self._gone_on(frame)
        return None

    def close(self) -> None:
        """See Camera."""
        self._closed.set()
        self._let_go()

    def steady(self, wanted: bool) -> None:
        """Have focus and exposure fixed, or left to the camera; see `LiveCamera.steady`."""
        self._steady = wanted
        self._pass_on()

    def _pass_on(self) -> None:
        if self._steady is not None and isinstance(self._camera, LiveCamera):
            self._camera.steady(self._steady)

    def _reach(self) -> Camera:
        if self._camera is None:
            camera = self._opened(self._told)
            if self._last is not None:
                log.info("the camera is reached again")
                self._offset = (self._clock() - self._began, self._last.number + 1)
            self._camera = camera
            self._pass_on()
            if self._closed.is_set():
                camera.close()
        return self._camera

    def _told(self, sentence: str) -> None:
        """Pass on a live camera's sentences about losses; that one is over shows by itself."""
        if not recovered(sentence):
            self._lost(sentence)

    def _gone_on(self, frame: Frame | None) -> Frame | None:
        if frame is None:
            return None
        later, more = self._offset
        self._last = Frame(frame.image, frame.t + later, frame.number + more)
        return self._last

    def _let_go(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()
