"""A phone as the camera: its page, what is taken of it and what is not, lost and back, a real browser that sends."""

import asyncio
import shutil
import ssl
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.pipeline.sources import is_live, open_camera
from companion.web import phone_camera, phone_server
from companion.web.certificate import NoCertificate, certificate_for
from companion.web.link import Interface
from companion.web.phone_camera import PhoneCamera, best_address, is_phone, waiting_link
from companion.web.phone_page import WORDS, page_html, style_css
from tests.app.browser import Tab, browser, opened
from tests.app.test_door import open_ports
from vision.arrays import Image
from vision.cameras.camera import CameraError, Frame
from vision.files.jpeg import jpeg_size

CLIP = Path(__file__).parents[1] / "films" / "clip.mp4"
ME, OTHER = "a" * 18, "b" * 18


def jpeg(width: int = 640, height: int = 360, grey: int = 90) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width, 3), grey, np.uint8))[1].tobytes()


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def camera(said: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[PhoneCamera]:
    monkeypatch.setattr(phone_camera, "_doors", {})
    made = PhoneCamera("127.0.0.1", tell=said.append)
    yield made
    made.close()


def post(camera: PhoneCamera, data: bytes, sender: str = ME) -> int:
    """Send a picture as a phone does; the status of the answer, 0 where the connection is cut."""
    asked = urllib.request.Request(f"{camera.link}picture?from={sender}", data, method="POST")
    try:
        with urllib.request.urlopen(asked, timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code
    except OSError:
        return 0


def read(camera: PhoneCamera) -> Frame:
    frame = camera.read()
    assert frame is not None
    return frame


# -- pictures ---------------------------------------------------------------------------------------------


def test_a_phone_s_pictures_are_frames_with_the_time_of_their_arrival(camera: PhoneCamera) -> None:
    assert post(camera, jpeg(grey=90)) == 204
    first = read(camera)
    time.sleep(0.3)
    assert post(camera, jpeg(grey=180)) == 204
    time.sleep(0.4)  # whoever takes it late does not make it later
    second = read(camera)
    assert (first.t, first.number, second.number) == (0.0, 0, 1)
    assert 0.3 <= second.t < 0.6
    assert first.image.shape == second.image.shape == (360, 640, 3)
    assert abs(int(second.image[0, 0, 0]) - 180) < 3


def test_only_the_newest_picture_is_given(camera: PhoneCamera) -> None:
    for grey in (30, 90, 200):
        post(camera, jpeg(grey=grey))
    assert abs(int(read(camera).image[0, 0, 0]) - 200) < 3


def test_a_phone_that_is_turned_keeps_the_size_of_the_first_picture(camera: PhoneCamera) -> None:
    post(camera, jpeg(640, 360))
    read(camera)
    post(camera, jpeg(360, 640, grey=200))
    image: Image = read(camera).image
    assert image.shape == (360, 640, 3)
    assert image[180, 320, 0] > 190, "the picture stands in the middle"
    assert image[180, 10, 0] < 10, "and black is beside it"


def test_a_phone_sends_no_more_than_is_taken(camera: PhoneCamera, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone_server, "MOST_A_SECOND", 10.0)
    began = time.monotonic()
    for _ in range(8):
        assert post(camera, jpeg()) == 204
    assert time.monotonic() - began > 0.6


# -- what is not taken --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nonsense",
        b"\xff\xd8\xff\xd9",
        jpeg()[:2000] if len(jpeg()) > 2000 else jpeg()[:-2],
        jpeg(100, 100),
        jpeg(3000, 300),
        cv2.imencode(".png", np.zeros((360, 640, 3), np.uint8))[1].tobytes(),
    ],
    ids=["empty", "nonsense", "nothing", "cut", "small", "large", "png"],
)
def test_what_is_no_picture_of_a_sensible_size_is_refused_and_cut_off(
    data: bytes, camera: PhoneCamera
) -> None:
    assert post(camera, data) in (0, 400)
    assert camera.waits
    assert post(camera, jpeg()) == 204


def test_a_picture_of_too_many_bytes_is_refused(camera: PhoneCamera) -> None:
    assert post(camera, jpeg()[:-2] + bytes(phone_server.MOST_BYTES) + b"\xff\xd9") in (0, 413)
    assert camera.waits


def test_what_cannot_be_decoded_is_skipped_and_its_sender_refused(camera: PhoneCamera) -> None:
    ruined = jpeg()[:200] + b"\xff\xd9"  # a good header, and no picture behind it
    if phone_camera.decoded(ruined) is not None:
        ruined = jpeg().replace(b"\xff\xc4", b"\xff\xc5", 1)
    assert jpeg_size(ruined) is not None
    frames: list[Frame] = []
    reader = threading.Thread(target=lambda: frames.append(read(camera)), daemon=True)
    reader.start()
    assert post(camera, ruined) == 204
    end = time.monotonic() + 5
    while post(camera, ruined) != 400 and time.monotonic() < end:
        time.sleep(0.05)
    assert post(camera, ruined) == 400
    assert post(camera, jpeg(), OTHER) == 204
    reader.join(5)
    assert len(frames) == 1


def test_one_phone_sends_at_a_time_and_another_may_when_it_is_silent(
    camera: PhoneCamera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_server, "YIELD_SECONDS", 0.5)
    assert post(camera, jpeg()) == 204
    assert post(camera, jpeg(), OTHER) == 409
    time.sleep(0.6)
    assert post(camera, jpeg(), OTHER) == 204
    assert post(camera, jpeg()) == 409


@pytest.mark.parametrize("sender", ["", "x", "<img>", "a" * 100])
def test_who_has_no_proper_name_is_refused(sender: str, camera: PhoneCamera) -> None:
    assert post(camera, jpeg(), urllib.request.quote(sender)) == 400  # type: ignore[attr-defined]


def test_without_the_secret_there_is_nothing(camera: PhoneCamera) -> None:
    for path in ("", "picture?from=" + ME, "x" * 12 + "/"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(
                f"http://127.0.0.1:{camera.link.split(':')[2].split('/')[0]}/{path}", timeout=5
            )


# -- lost, back, closed -------------------------------------------------------------------------------------


def test_a_phone_that_stops_is_lost_and_that_is_said_once_until_it_is_back(
    camera: PhoneCamera, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_camera, "SILENCE_S", 0.2)
    post(camera, jpeg())
    read(camera)
    late = threading.Timer(1.0, post, (camera, jpeg()))
    late.start()
    read(camera)
    late.join()
    assert said == ["phone: no picture for 2 seconds", "phone: frames come again"]


def test_nobody_is_told_of_a_loss_before_the_first_picture(
    camera: PhoneCamera, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_camera, "SILENCE_S", 0.1)
    late = threading.Timer(0.6, post, (camera, jpeg()))
    late.start()
    read(camera)
    assert said == []


def test_a_phone_that_stays_away_is_a_lost_camera(
    camera: PhoneCamera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_camera, "SILENCE_S", 0.1)
    monkeypatch.setattr(phone_camera, "GIVE_UP_S", 0.3)
    post(camera, jpeg())
    read(camera)
    with pytest.raises(CameraError, match="phone: no frames for"):
        camera.read()


def test_closing_ends_a_read_and_shuts_the_port_and_the_next_has_the_same_link(camera: PhoneCamera) -> None:
    link, before = camera.link, open_ports()
    assert waiting_link() == link
    threading.Timer(0.2, camera.close).start()
    assert camera.read() is None
    end = time.monotonic() + 5
    while open_ports() == before and time.monotonic() < end:
        time.sleep(0.05)
    assert len(before - open_ports()) == 1
    assert waiting_link() == ""
    again = PhoneCamera("127.0.0.1")
    assert again.link == link
    again.close()


# -- its name, its address, its certificate -----------------------------------------------------------------


def test_a_phone_is_a_live_camera_and_a_folder_of_that_name_goes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_phone("phone")
    assert is_phone("phone@192.168.1.20")
    assert is_live("phone")
    assert not is_phone("phones")
    (tmp_path / "phone").mkdir()
    assert not is_live("phone")
    with pytest.raises(CameraError, match="no pictures in this folder"):
        open_camera("phone")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("phone@nowhere", "'nowhere' is no address like 192"),
        ("phone@192.0.2.1", "no page can be served at 192.0.2.1"),
        ("phone@0.0.0.0", "it is not the address of one network"),
    ],
)
def test_an_address_that_cannot_be_is_said_in_a_sentence(
    source: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_camera, "data_folder", lambda: tmp_path)
    with pytest.raises(CameraError, match=why):
        open_camera(source)


def test_the_network_of_the_phone_is_no_virtual_one() -> None:
    docker, home = Interface("docker0", "172.17.0.1"), Interface("wlan0", "192.168.1.20")
    assert best_address((docker, home)) == "192.168.1.20"
    assert best_address((docker,)) == "172.17.0.1"
    assert best_address(()) == ""
    assert best_address((Interface("ppp0", "8.8.8.8"), home)) == "192.168.1.20"


needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed here")


@needs_openssl
def test_the_page_is_secured_by_a_certificate_that_only_the_owner_can_read(tmp_path: Path) -> None:
    file = certificate_for(tmp_path, "127.0.0.1")
    assert file.stat().st_mode & 0o077 == 0
    assert certificate_for(tmp_path, "127.0.0.1") == file
    trusting = ssl.create_default_context(cafile=str(file))
    camera = PhoneCamera("127.0.0.1", file)
    try:
        assert camera.link.startswith("https://127.0.0.1:")
        with urllib.request.urlopen(camera.link, timeout=5, context=trusting) as answer:
            assert b"send.js" in answer.read()
            assert answer.headers["Permissions-Policy"] == "camera=(self)"
    finally:
        camera.close()


def test_a_certificate_of_one_s_own_goes_first(tmp_path: Path) -> None:
    (tmp_path / "phones.pem").write_bytes(b"")
    assert certificate_for(tmp_path, "127.0.0.1").name == "phones.pem"


def test_without_openssl_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCertificate, match="openssl is missing"):
        certificate_for(tmp_path, "127.0.0.1")


def test_the_page_speaks_the_phone_s_language(camera: PhoneCamera) -> None:
    asked = urllib.request.Request(camera.link, headers={"Accept-Language": "es-MX,es;q=0.9,en;q=0.8"})
    with urllib.request.urlopen(asked, timeout=5) as answer:
        assert "Permite la cámara" in answer.read().decode()
    with urllib.request.urlopen(camera.link, timeout=5) as answer:
        text = answer.read().decode()
    assert all(f"data-{name}='" in text for name in WORDS)
    assert "$" not in style_css()
    assert "&lt;b&gt;" in page_html("en", lambda _: "<b>")


# -- a real browser -----------------------------------------------------------------------------------------

FILM_SECONDS = 2


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two seconds of the clip in which cards lie on the table, as Chromium's camera plays them: MJPEG."""
    file = tmp_path_factory.mktemp("film") / "film.mjpeg"
    capture = cv2.VideoCapture(str(CLIP))
    capture.set(cv2.CAP_PROP_POS_FRAMES, 300)
    pictures = [capture.read()[1] for _ in range(12 * FILM_SECONDS)]
    capture.release()
    file.write_bytes(b"".join(cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures))
    return file


CONTROLS = """
const standIn = {zoom: {min: 1, max: 4, step: .5}, exposureCompensation: {min: -2, max: 2, step: .1}, torch: true,
                 exposureMode: ['manual', 'continuous']};
window.wanted = [];
MediaStreamTrack.prototype.getCapabilities = () => standIn;
MediaStreamTrack.prototype.applyConstraints = async what => { wanted.push(what.advanced[0]); };
"""
"""Chromium's fake camera has no torch; these stand in for one that has everything."""


@browser
@needs_openssl
def test_a_browser_sends_what_its_camera_sees_and_offers_what_the_camera_can(
    film: Path, tmp_path: Path
) -> None:
    camera = PhoneCamera("127.0.0.1", certificate_for(tmp_path, "127.0.0.1"))
    flags = (
        "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", "--ignore-certificate-errors",
        f"--use-file-for-fake-video-capture={film}",
    )  # fmt: skip

    async def look() -> list[Frame]:
        async with opened("about:blank", "true", *flags) as tab:
            await tab.ask("Page.addScriptToEvaluateOnNewDocument", source=CONTROLS)
            await tab.ask("Page.navigate", url=camera.link)
            await tab.until("document.querySelector('h1.well') !== null")
            frames = await asyncio.to_thread(lambda: [read(camera) for _ in range(20)])
            await controls(tab)
            assert tab.complaints == []
            return frames

    try:
        frames = asyncio.run(look())
    finally:
        camera.close()
    assert frames[0].image.shape == (720, 1280, 3)
    assert frames[-1].t < 20, "one picture a second would be too few even on the busiest machine"
    assert close_to_the_film(frames[10].image)


async def controls(tab: Tab) -> None:
    """Torch, zoom, brightness and the light can be set, by what the camera says that it can."""
    assert await tab.see("document.documentElement.scrollWidth <= innerWidth"), "nothing hangs over the edge"
    await tab.see("document.getElementById('torch').click(), document.getElementById('hold').click()")
    await tab.see(
        "{const s = document.querySelector('#zoom input'); s.value = 2; s.dispatchEvent(new Event('input'))}"
    )
    assert await tab.see("JSON.stringify(wanted)") == '[{"torch":true},{"exposureMode":"manual"},{"zoom":2}]'
    assert await tab.see("document.getElementById('torch').getAttribute('aria-pressed')") == "true"
    assert not await tab.see("document.getElementById('exposureCompensation').hidden")


def close_to_the_film(image: Image) -> bool:
    """Whether this is a picture of the clip; Chromium's camera changes the depth of its colours a little."""
    capture = cv2.VideoCapture(str(CLIP))
    capture.set(cv2.CAP_PROP_POS_FRAMES, 300)
    like = [
        float(np.corrcoef(capture.read()[1][::4, ::4].ravel(), image[::4, ::4].ravel())[0, 1])
        for _ in range(12 * FILM_SECONDS)
    ]
    capture.release()
    return max(like) > 0.98
