"""The camera's screen, driven by touch: chosen, aimed, masked, turned, the table found, watched; lost and back."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from kivy.base import EventLoop
from kivy.core.window import Window

from companion import theme
from companion.archive.settings import CameraChoice
from companion.pipeline.table_watch import TableWatch
from companion.setup.camera_setup import Aim, TableFound
from companion.window.camera.camera import CameraScreen, together
from companion.window.widgets.name_entry import AddressEntry
from companion.window.widgets.text import TouchButton
from engine.header import Header
from tests.app.conftest import Open
from tests.app.driving import Driver, Finger
from tests.app.kept import chosen
from tests.app.test_camera_aiming import Knowing, Scripted, table_picture
from vision.arrays import Image
from vision.cameras.camera import CameraError
from vision.cameras.reconnecting import LastingCamera


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    """A camera over a table with six cards: set its ``pictures``."""
    picture, corners = table_picture()
    scripted = Scripted(picture)

    def make(choice: CameraChoice) -> Aim:
        return Aim(choice, lambda _: Knowing(corners), scripted.opened)

    # cards are known without the networks, and a lost camera is tried again at once
    monkeypatch.setattr(LastingCamera.__init__, "__defaults__", (0.2, time.monotonic))
    monkeypatch.setattr(TableWatch.__init__, "__defaults__", ((), lambda _: Knowing(corners, sure=0.02), 0.2))
    monkeypatch.setattr(CameraScreen, "make_aim", staticmethod(make))
    monkeypatch.setattr("companion.pipeline.table_watch.open_camera", scripted.opened)
    return scripted


def at_camera(app: Driver, source: str = "0", **choice: Any) -> CameraScreen:
    """Go to the screen with a camera chosen."""
    app.app.preferences.change(camera=CameraChoice(source, **choice))
    app.app.go("camera")
    app.idle()
    screen = app.app.screen
    assert isinstance(screen, CameraScreen)
    if source:
        shows(app, lambda: screen.picture.picture is not None and bool(screen.sentences))
    return screen


def said(screen: CameraScreen) -> list[str]:
    return [sentence.text for sentence in screen.sentences]


def unplugged() -> list[Image | Exception]:
    """What a camera gives that is lost for as long as a test may take."""
    return [CameraError("camera 0: unplugged")] * 1000


def shows(app: Driver, done: Callable[[], bool]) -> None:
    """The screen comes to show this; on a busy machine a look takes its time."""
    app.until(done, 30)


def drag(app: Driver, screen: CameraScreen, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag a finger over the picture, from and to fractions of it."""
    x, y, width, height = screen.overlay.frame

    def on_glass(point: tuple[float, float]) -> tuple[float, float]:
        return (x + point[0] * width) / Window.width, (y + (1 - point[1]) * height) / Window.height

    finger = Finger(*on_glass(start))
    EventLoop.post_dispatch_input("begin", finger)
    for share in (0.3, 0.7, 1.0):
        between = tuple(a + share * (b - a) for a, b in zip(start, end, strict=True))
        finger.move(dict(zip(("x", "y"), on_glass((between[0], between[1])), strict=True)))
        EventLoop.post_dispatch_input("update", finger)
    EventLoop.post_dispatch_input("end", finger)
    app.idle()


def test_without_a_camera_it_asks_for_one(open_app: Open, camera: Scripted) -> None:
    app = open_app()
    screen = at_camera(app, "")
    assert screen.picture.caption == "Choose the camera that looks at the table"
    assert screen.ids.find.disabled
    assert screen.ids.watch.disabled
    app.tap(screen.ids.source)
    app.tap(app.button("USB camera"))
    assert screen.choice.source == "1"
    shows(app, lambda: screen.picture.picture is not None)


def test_it_says_why_it_cannot_watch_while_no_match_is_open(open_app: Open, camera: Scripted) -> None:
    app = open_app(None)
    screen = at_camera(app, "")
    assert screen.ids.why.text == "Steps 2 to 4 come once there is a camera"
    screen = at_camera(app)
    app.tap(screen.ids.find)
    shows(app, lambda: len(screen.overlay.area) == 4)
    assert screen.ids.watch.disabled
    assert "Nothing to watch yet: begin a match first" in app.texts()
    assert screen.ids.hint.text == "The table is found", "there are no names to tap"


def test_a_phone_is_followed_by_its_address(open_app: Open, camera: Scripted) -> None:
    app = open_app()
    screen = at_camera(app, "")
    app.tap(screen.ids.source)
    assert screen.sheet is not None
    screen.sheet.address.text = " rtsp://192.168.1.20:8554/live "
    app.tap(app.button("Use this address"))
    assert chosen(app.folder).camera.source == "rtsp://192.168.1.20:8554/live"


def test_an_address_can_be_typed_on_the_screen(open_app: Open, camera: Scripted) -> None:
    app = open_app()
    screen = at_camera(app, "")
    app.tap(screen.ids.source)
    assert screen.sheet is not None
    app.tap(screen.sheet.letters)
    entry = next(w for w in app.widgets() if isinstance(w, AddressEntry))
    for letter in "http://10.0.0.7:80/v_":
        app.tap(entry.ids.letters.keys[letter])
    app.tap(entry.ids.letters.keys["\N{LEFTWARDS ARROW}"])
    app.tap(app.button("OK"))
    assert screen.sheet.address.text == "http://10.0.0.7:80/v"
    app.tap(app.button("Use this address"))
    assert chosen(app.folder).camera.source == "http://10.0.0.7:80/v"


def test_the_cards_are_counted_and_what_is_wrong_is_said_while_it_is(
    open_app: Open, camera: Scripted
) -> None:
    good = camera.pictures[0]
    app = open_app()
    screen = at_camera(app)
    shows(app, lambda: said(screen) == ["All is well: 6 cards are seen"])
    camera.pictures = [table_picture(bright=0.15)[0]]
    shows(app, lambda: said(screen) == ["Too dark: more light on the table"])
    camera.pictures = [good]
    shows(app, lambda: said(screen) == ["All is well: 6 cards are seen"])


def test_one_card_is_counted_as_one_in_both_languages(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, corners = table_picture()

    def make(choice: CameraChoice) -> Aim:
        return Aim(choice, lambda _: Knowing(corners[:1], down=corners[1:]), Scripted(picture).opened)

    monkeypatch.setattr(CameraScreen, "make_aim", staticmethod(make))
    app = open_app()
    screen = at_camera(app)
    shows(app, lambda: said(screen) == ["All is well: 1 card is seen"])
    app.app.preferences.change(language="es")
    shows(app, lambda: said(screen) == ["Todo bien: se ve 1 carta"])


def test_glare_is_said_and_shown_where_it_is(open_app: Open, camera: Scripted) -> None:
    dazzled = table_picture()[0]
    dazzled[100:200, 160:260] = 255
    camera.pictures = [dazzled]
    app = open_app()
    screen = at_camera(app)
    shows(app, lambda: said(screen) == ["Glare upper left: move the lamp or the camera"])
    ((left, upper, right, lower), word), *more = screen.overlay.faults
    assert (word, more) == ("Glare", [])
    assert left == pytest.approx(160 / 960, abs=0.02)
    assert lower == pytest.approx(200 / 720, abs=0.02)
    assert (right, upper) > (left, 0)
    assert "Glare" in app.texts()


def test_the_table_and_its_seats_are_found_by_one_button(open_app: Open, camera: Scripted) -> None:
    app = open_app(Header(("Ana", "Beto", "Carla")))
    screen = at_camera(app)
    assert screen.overlay.seats == []
    began = time.monotonic()
    app.tap(screen.ids.find)
    shows(app, lambda: len(screen.overlay.area) == 4)
    assert time.monotonic() - began < 30
    assert screen.overlay.seats == ["Ana", "Beto", "Carla"]
    assert screen.ids.hint.text == "The table is found. Is a name at the wrong place? Tap it"
    app.tap(screen.overlay.names[0])
    assert screen.overlay.seats == ["Beto", "Carla", "Ana"]
    assert chosen(app.folder).camera.bottom == 1


def test_a_pile_is_masked_by_dragging_and_shown_again_by_its_cross(open_app: Open, camera: Scripted) -> None:
    app = open_app()
    screen = at_camera(app)
    drag(app, screen, (0.9, 0.95), (0.7, 0.6))
    (mask,) = chosen(app.folder).camera.masks
    assert mask == pytest.approx((0.7, 0.6, 0.9, 0.95), abs=0.01)
    assert screen.aim is not None
    assert screen.aim.masks == (mask,)
    assert min(screen.overlay.crosses[0].size) >= theme.TOUCH
    drag(app, screen, (0.1, 0.1), (0.11, 0.11))
    assert len(screen.choice.masks) == 1, "a tap that slipped is no mask"
    app.tap(screen.overlay.crosses[0])
    assert not screen.choice.masks
    assert screen.overlay.crosses[0].parent is None


def test_a_mirrored_picture_is_turned_told_and_kept(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    picture, corners = table_picture(mirrored=True)
    corners[..., 0] = 960 - corners[..., 0]
    scripted, looks = Scripted(picture), Knowing(corners[:, [1, 0, 3, 2]])
    aim = staticmethod(lambda choice: Aim(choice, lambda _: looks, scripted.opened))
    monkeypatch.setattr(CameraScreen, "make_aim", aim)
    app = open_app()
    screen = at_camera(app)
    shows(app, lambda: "The picture came mirrored and is turned the right way round" in said(screen))
    assert chosen(app.folder).camera.mirrored


def test_a_lost_camera_is_said_and_comes_back(open_app: Open, camera: Scripted) -> None:
    app = open_app()
    screen = at_camera(app)
    assert screen.aim is not None
    good = camera.pictures[0]
    camera.pictures = unplugged()
    shows(app, lambda: screen.picture.caption.startswith("This camera gives no picture"))
    camera.pictures = [good]
    shows(app, lambda: screen.picture.caption == "")


def test_the_match_is_watched_lost_and_found_again_while_the_board_goes_on(
    open_app: Open, camera: Scripted
) -> None:
    app = open_app()
    screen = at_camera(app, masks=((0.0, 0.9, 0.1, 1.0),))
    app.tap(screen.ids.watch)
    assert app.app.showing == "table"
    shows(app, lambda: app.session.picture is not None and app.session.source == "live")
    assert isinstance(app.session.producer, TableWatch)
    good = camera.pictures[0]
    camera.pictures = unplugged()
    shows(app, lambda: app.session.source == "lost")
    app.idle()
    assert any("camera is lost" in text.lower() for text in app.texts())
    assert app.session.notice is not None
    camera.pictures = [good]
    shows(app, lambda: app.session.source == "live")
    app.idle()
    assert app.session.notice is None
    assert not any("camera is lost" in text.lower() for text in app.texts())


def test_setting_up_during_a_match_interrupts_it_and_going_back_goes_on(
    open_app: Open, camera: Scripted
) -> None:
    app = open_app()
    screen = at_camera(app)
    app.tap(screen.ids.watch)
    shows(app, lambda: app.session.picture is not None)
    app.app.go("camera")
    app.idle()
    assert app.session.producer is None
    shows(app, lambda: bool(screen.sentences))
    app.app.back()
    app.idle()
    assert app.app.showing == "table"
    assert isinstance(app.session.producer, TableWatch)
    assert screen.aim is None


def test_what_is_said_is_as_large_as_the_window_wants_it(open_app: Open, camera: Scripted) -> None:
    """Turned upright, a screen kept the letters that it had before: in 800x1280 those of 480x800."""
    app = open_app(size=(800, 480))
    screen = at_camera(app)
    for size in ((800, 1280), (480, 800), (800, 480)):
        Window.size = size
        app.idle()
        unit = theme.unit(*size)
        assert [sentence.font_size for sentence in screen.sentences] == [pytest.approx(theme.BODY * unit)]


@pytest.mark.parametrize("size", [(800, 480), (1280, 800), (480, 800), (800, 1280)])
def test_everything_can_be_hit_and_lies_in_the_window(
    open_app: Open, camera: Scripted, size: tuple[int, int]
) -> None:
    app = open_app(Header(("Ana", "Beto", "Carla", "Diego")), size=size)
    screen = at_camera(app, masks=((0.0, 0.0, 0.05, 0.05),))
    assert screen.aim is not None
    screen.aim.table = TableFound(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)), 10.0)
    shows(app, lambda: len(screen.overlay.seats) == 4)
    app.idle()
    buttons = [w for w in screen.walk() if isinstance(w, TouchButton)]
    assert len(buttons) == 5 + 1 + 4
    for button in buttons:
        assert min(button.size) >= theme.TOUCH - 0.01, button.text
        assert button.x >= 0
        assert button.y >= 0
        assert button.right <= Window.width
        assert button.top <= Window.height
    assert screen.picture.frame[2] * screen.picture.frame[3] > 0.2 * Window.width * Window.height


def test_overlapping_faults_of_one_kind_are_one() -> None:
    faults = [
        ((0.1, 0.1, 0.3, 0.3), "Glare"),
        ((0.5, 0.5, 0.6, 0.6), "Glare"),
        ((0.2, 0.2, 0.4, 0.5), "Glare"),
    ]
    assert together(faults) == [((0.5, 0.5, 0.6, 0.6), "Glare"), ((0.1, 0.1, 0.4, 0.5), "Glare")]
    assert np.allclose(together(faults)[1][0], (0.1, 0.1, 0.4, 0.5))


# -- a phone's browser ----------------------------------------------------------------------------------------


def test_a_phone_is_shown_what_to_open_until_it_sends(
    open_app: Open, camera: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = ["https://192.168.1.20:4000/abc/"]
    monkeypatch.setattr(CameraScreen, "phone_link", staticmethod(lambda: links[0]))
    app = open_app()
    screen = at_camera(app, "")
    app.tap(screen.ids.source)
    app.tap(app.button("Phone's browser"))
    assert screen.choice.source == "phone"
    shows(app, lambda: screen.code.text == links[0])
    assert links[0] in screen.ids.hint.text
    assert screen.code.width <= min(screen.ids.stage.size)
    links[0] = ""
    shows(app, lambda: screen.code.text == "" and screen.code.texture is None)
    assert "https" not in screen.ids.hint.text


def test_a_phone_is_no_camera_before_its_first_picture(open_app: Open, camera: Scripted) -> None:
    """Its step was ticked, and finding the table was next, while the phone had still to scan the code."""
    good, camera.pictures = camera.pictures, unplugged()
    app = open_app()
    screen = at_camera(app, "")
    app.tap(screen.ids.source)
    app.tap(app.button("Phone's browser"))
    shows(app, lambda: screen.aim is not None and screen.aim.state == "lost")
    assert screen.ids.source.next
    assert not screen.ids.source.done
    assert screen.ids.find.disabled
    assert screen.ids.watch.disabled
    assert screen.ids.why.text == "Steps 2 to 4 come once the phone's picture does"
    camera.pictures = good
    shows(app, lambda: screen.ids.source.done)
    assert screen.ids.find.next
    assert not screen.ids.find.disabled
    assert not screen.ids.watch.disabled
    assert screen.ids.why.text == ""
