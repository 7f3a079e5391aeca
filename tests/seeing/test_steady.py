"""A camera's focus and exposure: fixed once they are wanted, left to it where it refuses, set free in other light."""

import time

import cv2
import numpy as np
import pytest

from companion.archive.settings import CameraChoice
from companion.commands import doctor
from companion.pipeline import table_watch
from companion.setup.camera_setup import LOOKS_TO_FIND, Aim
from vision.cameras import live, opening, steady
from vision.cameras.live import LiveCamera, kept_by
from vision.cameras.opening import CaptureGrabber, PicameraGrabber
from vision.cameras.steady import CaptureControls, Held, PicameraControls, Steady

BY_ITSELF, BY_HAND = 3, 1
"""How Linux numbers a camera that chooses its exposure, and one that does not."""


class Webcam:
    """A capture as OpenCV's on Linux: ``light`` is the grey level of its own exposure and of 1/50 s."""

    def __init__(self, light: float = 110.0, refuses: tuple[int, ...] = (), lies: bool = False) -> None:
        self.light, self.refuses, self.lies = light, refuses, lies
        self.has = {
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: 157.0,
        }

    def getBackendName(self) -> str:  # noqa: N802
        return "V4L2"

    def set(self, what: int, number: float) -> bool:
        if what in self.refuses:
            return self.lies
        self.has[what] = float(number)
        return True

    def get(self, what: int) -> float:
        return self.has[what]

    def read(self) -> tuple[bool, np.ndarray]:
        time.sleep(0.001)
        level = self.light
        if self.has[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_HAND:
            level *= self.has[cv2.CAP_PROP_EXPOSURE] / 200
        return True, np.full((64, 64, 3), min(255, level), np.uint8)

    def release(self) -> None:
        pass


def watched(webcam: Webcam, seconds: float, made: Steady | None = None, begin: float = 0.0) -> Steady:
    """Show a `Steady` ten pictures a second for so long."""
    made = made or Steady(CaptureControls(webcam))  # type: ignore[arg-type]
    made.wanted = True
    for step in range(int(10 * seconds)):
        made.look(webcam.read()[1], begin + step / 10)
    return made


@pytest.mark.parametrize(
    ("share", "shutter"), [(0.5, 1 / 100), (1.0, 1 / 50), (0.25, 1 / 200), (1.9, 1 / 30)]
)
def test_the_shortest_shutter_that_is_bright_enough_is_kept(share: float, shutter: float) -> None:
    """``share``: the exposure that the camera chose itself, in 1/50 s."""

    class Lit(Webcam):
        def read(self) -> tuple[bool, np.ndarray]:
            level = 110.0
            if self.has[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_HAND:
                level *= self.has[cv2.CAP_PROP_EXPOSURE] / 200 / share
            return True, np.full((64, 64, 3), min(255, level), np.uint8)

    webcam = Lit()
    found = watched(webcam, 8)
    assert found.held == Held(True, shutter)
    assert webcam.has[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert str(found.held) == f"focus fixed, exposure fixed at 1/{round(1 / shutter)} s"


def test_nothing_is_set_before_it_is_wanted() -> None:
    webcam = Webcam()
    before = dict(webcam.has)
    made = Steady(CaptureControls(webcam))  # type: ignore[arg-type]
    for step in range(100):
        made.look(webcam.read()[1], step / 10)
    assert (webcam.has, made.held) == (before, None)


@pytest.mark.parametrize("lies", [False, True])
def test_what_a_driver_refuses_is_left_to_the_camera(lies: bool) -> None:
    """Some say yes and do nothing: it is read back."""
    all_three = (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE)
    found = watched(Webcam(refuses=all_three, lies=lies), 8)
    assert found.held == Held(False, None)
    assert str(found.held) == "focus left to the camera, exposure left to the camera"
    half = Webcam(refuses=(cv2.CAP_PROP_EXPOSURE,), lies=lies)
    assert watched(half, 8).held == Held(True, None)
    assert half.has[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_ITSELF, (
        "it is not left with an exposure that nobody chose"
    )


def test_where_no_shutter_is_as_bright_the_camera_goes_on_choosing() -> None:
    class Dim(Webcam):
        def read(self) -> tuple[bool, np.ndarray]:
            dark = self.has[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_HAND
            return True, np.full((64, 64, 3), 5 if dark else 90, np.uint8)

    webcam = Dim()
    assert watched(webcam, 8).held == Held(True, None)
    assert webcam.has[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_ITSELF


def test_in_other_light_it_chooses_again_and_is_fixed_anew() -> None:
    webcam = Webcam()
    made = watched(webcam, 8)
    assert made.held is not None
    webcam.light = 20.0
    watched(webcam, 6, made, 8)
    assert made.held is not None, "an arm over the lens is no other light"
    watched(webcam, 4, made, 14)
    assert made.held is None
    assert webcam.has[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_ITSELF
    watched(webcam, 8, made, 18)
    assert made.held == Held(True, 1 / 50)


def test_a_driver_that_fails_does_not_end_the_pictures() -> None:
    class Broken(Webcam):
        def set(self, what: int, number: float) -> bool:
            raise cv2.error("no such control")

    made = watched(Broken(), 5)
    assert made.held == Held(False, None)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Webcam:
    """A camera 0 that settles at once."""
    for name in ("SETTLING_S", "FOLLOWING_S"):
        monkeypatch.setattr(steady, name, 0.02)
    monkeypatch.setattr(live, "KNOWN_S", 5.0)
    webcam = Webcam()
    monkeypatch.setattr(opening, "_capture_index", lambda _: webcam)
    return webcam


def test_a_live_camera_keeps_what_it_takes_and_is_left_free(quick: Webcam) -> None:
    camera = opening.open_index(0)
    assert kept_by(camera) == Held(True, 1 / 50)
    assert quick.has[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_HAND
    camera.close()
    assert quick.has[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_ITSELF, "other programs expect it so"


def test_a_stream_has_nothing_to_set() -> None:
    camera = LiveCamera("stream", lambda: CaptureGrabber(Webcam()))  # type: ignore[arg-type]
    assert kept_by(camera) is None
    camera.close()


@pytest.mark.usefixtures("quick")
def test_the_doctor_says_what_the_camera_took() -> None:
    assert doctor.tried("0").said == "0: 64 x 64 pixels, focus fixed, exposure fixed at 1/50 s"


def test_a_match_is_watched_with_a_fixed_camera_once_its_table_is_found(quick: Webcam) -> None:
    area = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    for choice, by_hand in ((CameraChoice("0"), False), (CameraChoice("0", area=area), True)):
        camera = table_watch.chosen_camera(choice, lambda _: None)
        until = time.monotonic() + (5.0 if by_hand else 0.2)
        while (quick.has[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_HAND) is not True and time.monotonic() < until:
            camera.read()
        assert (quick.has[cv2.CAP_PROP_AUTO_EXPOSURE] == BY_HAND) == by_hand
        camera.close()


def test_looking_for_the_table_sets_the_camera_free_until_it_is_found() -> None:
    said: list[bool] = []
    aim = Aim(CameraChoice("0"))
    aim._camera.steady = said.append  # type: ignore[method-assign,assignment]
    aim.find()
    assert said == [False]
    card = np.array([[0, 0], [62, 0], [62, 88], [0, 88]], np.float32)
    cards = [card + np.array(place, np.float32) for place in ((200, 200), (600, 220), (420, 420))]
    for _ in range(LOOKS_TO_FIND):
        aim._find(cards, np.zeros((720, 1280, 3), np.uint8))
    assert aim.table is not None
    assert said == [False, True], "and once it is found the camera is fixed"


class Module:
    """A ``Picamera2``; the first module has a fixed lens."""

    def __init__(self, controls: tuple[str, ...]) -> None:
        self.camera_controls = dict.fromkeys(controls)
        self.set: dict[str, object] = {}

    def capture_metadata(self) -> dict[str, float]:
        return {"LensPosition": 1.1, "AnalogueGain": 4.0}

    def set_controls(self, controls: dict[str, object]) -> None:
        assert controls.keys() <= self.camera_controls.keys(), "picamera2 refuses what a camera has not"
        self.set.update(controls)


def test_the_pi_s_camera_keeps_lens_and_gain() -> None:
    exposing = ("AeEnable", "ExposureTime", "AnalogueGain")
    module = Module((*exposing, "AfMode", "LensPosition"))
    controls = PicameraControls(module)
    assert controls.fix_focus()
    assert controls.fix_shutter(1 / 100)
    expected = {
        "AfMode": 0,
        "LensPosition": 1.1,
        "AeEnable": False,
        "ExposureTime": 10_000,
        "AnalogueGain": 4.0,
    }
    assert module.set == expected
    controls.free()
    assert (module.set["AeEnable"], module.set["AfMode"]) == (True, 2)
    old = Module(exposing)
    assert not PicameraControls(old).fix_focus()
    assert PicameraControls(old).fix_shutter(1 / 50)
    PicameraControls(old).free()
    assert old.set["AeEnable"] is True


def test_the_pi_s_camera_has_its_controls() -> None:
    class Library:
        class Picamera2(Module):
            def __init__(self) -> None:
                super().__init__(())

            def create_video_configuration(self, main: object) -> object:
                return main

            def configure(self, _configuration: object) -> None:
                pass

            def start(self) -> None:
                pass

    assert isinstance(PicameraGrabber(Library).controls, PicameraControls)
