"""Fixes a live camera's focus and exposure once it is wanted, so that it does not hunt at every play.

A short shutter keeps moving cards sharp: times are tried, each for as long as a camera takes to follow, until one
gives a picture about as bright as the camera's own choice. Where none does, or the light changes later by much, the
camera chooses again. What a driver refuses is left to the camera; nothing here may end a picture.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from typing import Any, Protocol

import cv2

from vision.arrays import Image
from vision.faults import CaughtFault, guarded

log = logging.getLogger(__name__)

SHUTTERS_S = (1 / 200, 1 / 100, 1 / 50, 1 / 30)
"""Exposures that are tried, in seconds. A card laid at half a metre a second moves 5 mm in 1/100: half an index."""
FIRST = 1
"""Of them is tried first: shorter only where it is too bright, longer only where it is too dark."""
SETTLING_S = 2.5
"""Seconds in which a camera finds its own focus and exposure after it was opened or set free."""
FOLLOWING_S = 0.5
"""Seconds after which a picture shows a new exposure: a few frames are on their way."""
AS_BRIGHT = (0.6, 1.6)
"""A picture is about as bright as the camera's own between these shares of its grey level; the reader bears that."""
OTHER_LIGHT = (0.5, 1.8)
"""Beyond these shares of the grey level when it was fixed the light has changed."""
CHANGED_S = 8.0
"""Seconds for which it must have changed: longer than a head or an arm is in the picture."""
EVERY = 16
"""One pixel of so many in each direction is measured."""


class Controls(Protocol):
    """What of a camera can be set. Each says whether the camera took it."""

    def free(self) -> None:
        """Let the camera choose focus and exposure."""

    def fix_focus(self) -> bool:
        """Keep the lens where it is."""

    def fix_shutter(self, seconds: float) -> bool:
        """Expose so long from now on."""


class CaptureControls:
    """The controls of a camera that OpenCV has opened: each system has numbers of its own for the same things."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture
        self._linux = capture.getBackendName() == "V4L2"
        self._by_hand, self._by_itself = (1.0, 3.0) if self._linux else (0.25, 0.75)

    def free(self) -> None:
        """See Controls."""
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, self._by_itself)

    def fix_focus(self) -> bool:
        """See Controls."""
        return self._took(cv2.CAP_PROP_AUTOFOCUS, 0)

    def fix_shutter(self, seconds: float) -> bool:
        """See Controls. Linux counts in 0.1 ms, Windows in powers of two of a second."""
        said = round(10_000 * seconds) if self._linux else round(math.log2(seconds))
        return self._took(cv2.CAP_PROP_AUTO_EXPOSURE, self._by_hand) and self._took(
            cv2.CAP_PROP_EXPOSURE, said
        )

    def _took(self, what: int, number: float) -> bool:
        """Set a control, and read it back: some drivers say yes to everything. One may round a time."""
        went_well = bool(self._capture.set(what, number))
        return went_well and math.isclose(self._capture.get(what), number, rel_tol=0.25, abs_tol=0.01)


class PicameraControls:
    """The controls of the Raspberry Pi's own camera; ``camera`` is a ``Picamera2`` that runs."""

    def __init__(self, camera: Any) -> None:
        self._camera = camera
        self._offered = getattr(camera, "camera_controls", {})

    def free(self) -> None:
        """See Controls. Where the lens moves: 2 follows what is there."""
        self._set(AeEnable=True, AfMode=2)

    def fix_focus(self) -> bool:
        """See Controls. Mode 0 keeps the lens at a distance that is said, in 1 / metres."""
        where = self._camera.capture_metadata().get("LensPosition")
        return where is not None and self._set(AfMode=0, LensPosition=where) == 2

    def fix_shutter(self, seconds: float) -> bool:
        """See Controls. The sensor's gain stays what it chose last."""
        gain = self._camera.capture_metadata().get("AnalogueGain", 1.0)
        wanted = {"AeEnable": False, "ExposureTime": round(1_000_000 * seconds), "AnalogueGain": gain}
        return self._set(**wanted) == len(wanted)

    def _set(self, **wanted: object) -> int:
        """Set those of them that this camera has; how many these are."""
        offered = {name: value for name, value in wanted.items() if name in self._offered}
        if offered:
            self._camera.set_controls(offered)
        return len(offered)


@dataclass(frozen=True)
class Held:
    """What a camera keeps: its focus, and an exposure in seconds, None where it goes on choosing."""

    focus: bool
    shutter_s: float | None

    def __str__(self) -> str:
        focus = "fixed" if self.focus else "left to the camera"
        if self.shutter_s is None:
            return f"focus {focus}, exposure left to the camera"
        return f"focus {focus}, exposure fixed at 1/{round(1 / self.shutter_s)} s"


class Steady:
    """Is shown every picture of one camera (`look`), and fixes what can be fixed once ``wanted`` is set.

    ``held``: what the camera took; None while it chooses, or is being tried.
    """

    def __init__(self, controls: Controls) -> None:
        self._controls = controls
        self.wanted = False
        self.held: Held | None = None
        self._fixing = False
        self._since: float | None = None
        """Since when it has been as it is now: settling, or at a shutter that is being tried."""
        self._trying: int | None = None
        self._tried: set[int] = set()
        self._focus = False
        self._own_level = self._held_level = 0.0
        self._other_since: float | None = None

    def look(self, image: Image, t: float) -> None:
        """Go on; called between two pictures by whoever reads them, with the time in seconds."""
        went = guarded(lambda: self._go_on(float(image[::EVERY, ::EVERY].mean()), t))
        if isinstance(went, CaughtFault):
            log.warning("focus and exposure are left to the camera: %s", went.reason)
            self.held, self._trying = Held(focus=False, shutter_s=None), None

    def end(self) -> None:
        """Leave the camera as other programs expect it: some keep what was set until they are unplugged."""
        if self._fixing:
            guarded(self._controls.free)

    def _go_on(self, level: float, t: float) -> None:
        if self._since is None:
            self._since, self._fixing = t, self.wanted
            if self.wanted:  # a program before this one may have left it fixed, in other light
                self._controls.free()
        if not self.wanted:
            self._let_go(t)
        elif self._trying is not None:
            if t - self._since >= FOLLOWING_S:
                self._judge(level, t)
        elif self.held is None:
            if t - self._since >= SETTLING_S:
                self._begin(level, t)
        elif self.held.shutter_s is not None:
            self._watch_light(level, t)

    def _let_go(self, t: float) -> None:
        """Let the camera choose again, if it does not."""
        if self._fixing:
            self._controls.free()
            self._fixing, self.held, self._trying, self._since = False, None, None, t

    def _begin(self, level: float, t: float) -> None:
        self._fixing = True
        self._own_level, self._tried, self._other_since = level, set(), None
        self._focus = self._controls.fix_focus()
        self._try(FIRST, t)

    def _try(self, at: int, t: float) -> None:
        """Try one of the shutters; where there is none left or the camera refuses, exposure is left to it."""
        if 0 <= at < len(SHUTTERS_S) and at not in self._tried and self._controls.fix_shutter(SHUTTERS_S[at]):
            self._tried.add(at)
            self._trying, self._since = at, t
            return
        self._controls.free()
        self._hold(Held(self._focus and self._controls.fix_focus(), None))

    def _judge(self, level: float, t: float) -> None:
        assert self._trying is not None
        at, share = self._trying, level / max(1.0, self._own_level)
        if AS_BRIGHT[0] <= share <= AS_BRIGHT[1]:
            self._held_level = level
            self._hold(Held(self._focus, SHUTTERS_S[at]))
        else:
            self._try(at + (1 if share < AS_BRIGHT[0] else -1), t)

    def _hold(self, held: Held) -> None:
        self.held, self._trying = held, None
        log.info("%s", held)

    def _watch_light(self, level: float, t: float) -> None:
        share = level / max(1.0, self._held_level)
        if OTHER_LIGHT[0] <= share <= OTHER_LIGHT[1]:
            self._other_since = None
        elif self._other_since is None:
            self._other_since = t
        elif t - self._other_since >= CHANGED_S:
            log.info("the light has changed: the camera chooses its exposure again")
            self._let_go(t)
