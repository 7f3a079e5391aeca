"""Live cameras: a thread reads frames as they come, and a caller gets the latest one.

Recognition takes longer than one frame lasts, so a queue of frames would show the table as it was before. A camera that
stops is opened again, after longer and longer waits, and given up after ``GIVE_UP_S`` seconds.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from vision.arrays import Image
from vision.cameras.camera import RECOVERED, Camera, CameraError, Frame, without_password
from vision.cameras.steady import FOLLOWING_S, SETTLING_S, SHUTTERS_S, Controls, Held, Steady
from vision.faults import CaughtFault, Tell, UserFacingError, guarded, unsaid

log = logging.getLogger(__name__)

FIRST_WAIT = 0.5
LONGEST_WAIT = 15.0
"""Seconds before a lost camera is opened again: each wait is twice the one before, up to the longest."""
GIVE_UP_S = 120.0
"""Seconds without a frame after which a camera is given up."""
SILENCE_S = 1.8
"""Seconds without a frame after which people are told, so that it is on the screen within two."""
KNOWN_S = SETTLING_S + 2 * len(SHUTTERS_S) * FOLLOWING_S
"""Seconds after which it is known whether a camera keeps focus and exposure."""
NO_PICTURE = f"no picture for {SILENCE_S:.0f} seconds"


class Grabber(Protocol):
    """A camera that is open: it gives frames until it fails. It may have ``controls``, to fix focus and exposure."""

    def grab(self) -> Image | None:
        """The next frame (height, width, 3) BGR, or None if no more come."""

    def release(self) -> None:
        """Release the device."""


class LiveCamera:
    """A camera with its own thread. ``read`` gives the latest frame, each at most once.

    ``open_again`` opens the camera or raises CameraError; the first call must succeed.
    """

    live = True

    def __init__(
        self, name: str, open_again: Callable[[], Grabber], tell: Tell = unsaid, patience: float = GIVE_UP_S
    ) -> None:
        self._name, self._open_again, self._tell, self._patience = name, open_again, tell, patience
        self._changed = threading.Condition()
        self._latest: Frame | None = None
        self._failure: str | None = None
        self._closed = threading.Event()
        self._said_lost = False
        self._wants_steady = False
        self._steady: Steady | None = None
        self._logged = without_password(name)
        grabber = self._opened()
        log.info("%s: opened", self._logged)
        self._began = self._heard = time.monotonic()
        self._thread = threading.Thread(
            target=self._work, args=(grabber,), name=f"camera {name}", daemon=True
        )
        self._thread.start()

    def read(self) -> Frame | None:
        """See Camera."""
        with self._changed:
            came = self._changed.wait_for(
                self._something, max(0.0, self._heard + SILENCE_S - time.monotonic())
            )
        if not came:
            self._say_lost(NO_PICTURE)
        with self._changed:
            self._changed.wait_for(self._something)
            frame, self._latest = self._latest, None
            if self._closed.is_set():
                return None
            if frame is None:
                raise CameraError(f"{self._name}: {self._failure}")
            return frame

    def close(self) -> None:
        """See Camera."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(2.0)

    def steady(self, wanted: bool) -> None:
        """Have focus and exposure fixed as they are once they have settled, or (False) left to the camera again.

        Any thread may call this; a camera that is opened again is fixed again.
        """
        self._wants_steady = wanted

    @property
    def can_be_steady(self) -> bool:
        """Whether anything of it can be set."""
        return self._steady is not None

    @property
    def held(self) -> Held | None:
        """What the camera keeps; None while it chooses, or where nothing of it can be set."""
        return self._steady.held if self._steady is not None else None

    def _something(self) -> bool:
        return self._latest is not None or self._failure is not None or self._closed.is_set()

    def _say_lost(self, why: str) -> None:
        """Tell people, once for each loss, that no frames come."""
        with self._changed:
            said, self._said_lost = self._said_lost, True
        if not said:
            log.warning("%s: lost: %s", self._logged, why)
            self._tell(f"{self._name}: {why}")

    def _say_found(self) -> None:
        with self._changed:
            said, self._said_lost = self._said_lost, False
            self._heard = time.monotonic()
        if said:
            log.info("%s: frames come again", self._logged)
            self._tell(f"{self._name}: {RECOVERED}")

    def _opened(self) -> Grabber:
        """Open the camera; CameraError if that fails, whatever its library raises. People are told if it takes long: a
        stream may accept the connection and send nothing.
        """
        late = threading.Timer(SILENCE_S, self._say_lost, (NO_PICTURE,))
        late.daemon = True
        late.start()
        try:
            grabber = guarded(self._open_again)
        finally:
            late.cancel()
        if isinstance(grabber, CaughtFault):
            raise CameraError(f"{self._name}: cannot be opened ({grabber.reason})")
        return grabber

    # -- the thread --------------------------------------------------------------------------------------

    def _work(self, grabber: Grabber | None) -> None:
        number = 0
        self._steady = _steady_of(grabber)
        while grabber is not None and not self._closed.is_set():
            image = _grabbed(grabber)
            if image is None or isinstance(image, CaughtFault):
                guarded(grabber.release)
                grabber = self._found_again(image)
                self._steady = _steady_of(grabber)
                continue
            self._say_found()
            now = time.monotonic() - self._began
            if self._steady is not None:
                self._steady.wanted = self._wants_steady
                self._steady.look(image, now)
            self._put(Frame(image, now, number))
            number += 1
        if grabber is not None:
            if self._steady is not None:
                self._steady.end()
            guarded(grabber.release)

    def _put(self, frame: Frame) -> None:
        with self._changed:
            self._latest = frame
            self._changed.notify_all()

    def _found_again(self, mishap: CaughtFault | None) -> Grabber | None:
        """Try to open the camera again until it opens; None once it is given up or closed."""
        lost, wait = time.monotonic(), FIRST_WAIT
        if not self._closed.is_set():
            why = f" ({mishap.reason})" if mishap is not None else ""
            self._say_lost(f"no more frames{why}; trying to reach it again")
        while not self._closed.wait(wait):
            try:
                grabber = self._opened()
            except CameraError:
                wait = min(2 * wait, LONGEST_WAIT)
                log.debug("%s: cannot be opened; tried again in %.1f s", self._logged, wait)
            else:
                self._say_found()
                return grabber
            if time.monotonic() - lost > self._patience:
                self._give_up()
                break
        return None

    def _give_up(self) -> None:
        log.warning("%s: given up after %.0f s", self._logged, self._patience)
        with self._changed:
            self._failure = f"no frames for {self._patience:.0f} seconds"
            self._changed.notify_all()


def kept_by(camera: Camera) -> Held | None:
    """Have a camera fix focus and exposure, and wait until it is known what it took; None where nothing can be set.

    CameraError if its pictures end meanwhile.
    """
    if not isinstance(camera, LiveCamera):
        return None
    camera.steady(True)
    until = time.monotonic() + KNOWN_S
    while camera.can_be_steady and camera.held is None and time.monotonic() < until:
        if camera.read() is None:
            break
    return camera.held


def _steady_of(grabber: Grabber | None) -> Steady | None:
    """What fixes this camera; None where nothing of it can be set."""
    controls: Controls | None = getattr(grabber, "controls", None)
    return Steady(controls) if controls is not None else None


def _grabbed(grabber: Grabber) -> Image | CaughtFault | None:
    """The next frame, or why there is none. An exception of the camera's library must not end the thread."""
    try:
        return guarded(grabber.grab)
    except UserFacingError as error:
        return CaughtFault(str(error))
