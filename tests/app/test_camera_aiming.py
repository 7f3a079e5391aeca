"""Setting a camera up, without a window: what is wrong, the table found, a mirror turned, a camera lost and back."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.archive.settings import CameraChoice
from companion.messages import EventUnderstood, FrameSeen, Message, SourceEnded, SourceLost
from companion.pipeline.starting import Report
from companion.pipeline.table_watch import TableWatch
from companion.setup.camera_setup import OF, Aim, Aimed
from engine.header import Header
from vision.arrays import Floats, Image
from vision.cameras.camera import RECOVERED, CameraError, Frame
from vision.cameras.opening import open_camera
from vision.cameras.reconnecting import LastingCamera
from vision.tracking.table import TableView
from vision.tracking.track import TrackView
from vision.view.advice import Fault

CLIP = Path(__file__).parents[1] / "films" / "clip.mp4"


def table_picture(bright: float = 1.0, cards: int = 6, mirrored: bool = False) -> tuple[Image, Floats]:
    """Grey cloth with sharply printed cards in two rows, and where they lie."""
    picture = np.full((720, 960, 3), 60, np.uint8)
    picture[::2] = 52
    corners = []
    for at in range(cards):
        x, y = 150 + 220 * (at % 3), 80 + 300 * (at // 3)
        picture[y : y + 176, x : x + 128] = 235
        picture[y + 14 : y + 44, x + 8 : x + 20] = picture[y + 132 : y + 162, x + 108 : x + 120] = 15
        picture[y + 60 : y + 116 : 8, x + 40 : x + 88] = 15
        picture[y + 60 : y + 116, x + 40 : x + 88 : 8] = 15
        corners.append([[x, y], [x + 128, y], [x + 128, y + 176], [x, y + 176]])
    picture = np.asarray(picture * bright, np.uint8)
    return (picture[:, ::-1].copy() if mirrored else picture), np.array(corners, np.float32)


class Scripted:
    """A camera that gives these pictures and then the last one again and again; an exception is raised once."""

    live = True

    def __init__(self, *pictures: Image | Exception) -> None:
        self.pictures, self.count, self.closed = list(pictures), 0, False

    def read(self) -> Frame | None:
        """Give the next picture."""
        time.sleep(0.005)
        if self.closed:
            return None
        shown = self.pictures.pop(0) if len(self.pictures) > 1 else self.pictures[0]
        if isinstance(shown, Exception):
            raise shown
        self.count += 1
        return Frame(shown, 0.1 * self.count, self.count - 1)

    def close(self) -> None:
        """Take it down."""
        self.closed = True

    def opened(self, _source: str, _tell: object) -> "Scripted":
        """Put it up, again too."""
        self.closed = False
        return self


class Knowing:
    """Looks that know where the cards lie, whatever the picture shows: ``sure`` of what they are, or face down."""

    def __init__(self, corners: Floats, sure: float = 1.0, down: Floats | None = None) -> None:
        self.corners, self.sure, self.down = corners, sure, down
        self.seen = list[Image]()

    def look(self, image: Image, t: float, number: int) -> TableView:
        """See all cards."""
        self.seen.append(image)
        cards = tuple(
            TrackView(at, four, self._odds(at), 0.0, True, False) for at, four in enumerate(self.corners)
        )
        return TableView(t, number, cards, () if self.down is None else tuple(self.down), True)

    def _odds(self, at: int) -> Floats:
        odds = np.full(52, (1 - self.sure) / 51, np.float32)
        odds[at] = self.sure
        return odds


def until(done: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.005)


def newest(aim: Aim) -> Aimed:
    found: list[Aimed] = []

    def taken() -> bool:
        aimed = aim.take()
        if aimed is not None:
            found.append(aimed)
        return len(found) > OF

    until(taken)
    return found[-1]


@pytest.fixture
def aim_at() -> Iterator[Callable[..., Aim]]:
    aims: list[Aim] = []

    def make(camera: Scripted, corners: Floats, choice: CameraChoice | None = None, **seen: Any) -> Aim:
        looks = Knowing(corners, **seen)
        aim = Aim(choice or CameraChoice("0"), lambda _: looks, camera.opened)
        aims.append(aim)
        aim.start()
        return aim

    yield make
    for aim in aims:
        aim.stop()


def test_of_a_good_picture_nothing_is_said_and_the_table_is_found(aim_at: Callable[..., Aim]) -> None:
    picture, corners = table_picture()
    aim = aim_at(Scripted(picture), corners)
    assert newest(aim).advice == ()
    assert aim.finding is None
    aim.find()
    until(lambda: aim.table is not None)
    assert aim.finding is None
    assert aim.table is not None
    assert aim.table.tilt < 25
    xs, ys = zip(*aim.table.area, strict=True)
    assert min(xs) < 150 / 960
    assert max(xs) > 718 / 960
    assert min(ys) < 80 / 720
    assert max(ys) > 556 / 720


def test_what_is_wrong_is_said_while_it_is_wrong_and_no_longer(aim_at: Callable[..., Aim]) -> None:
    good, corners = table_picture()
    dark, _ = table_picture(bright=0.15)
    camera = Scripted(dark)
    aim = aim_at(camera, corners)
    assert {one.fault for one in newest(aim).advice} == {Fault.DARK}
    camera.pictures = [good]
    until(lambda: (seen := aim.take()) is not None and not seen.advice)


def test_one_bad_look_is_not_spoken_of(aim_at: Callable[..., Aim]) -> None:
    good, corners = table_picture()
    dark, _ = table_picture(bright=0.15)
    aim = aim_at(Scripted(good, good, good, dark, good, good, good, good), corners)
    said = [newest(aim).advice for _ in range(2)]
    assert said == [(), ()]


def test_without_cards_no_table_is_found(aim_at: Callable[..., Aim]) -> None:
    picture, _ = table_picture(cards=0)
    aim = aim_at(Scripted(picture), np.zeros((0, 4, 2), np.float32))
    newest(aim)
    now = [100.0]
    aim.clock = lambda: now[0]
    aim.find()
    newest(aim)
    assert aim.finding == 0
    now[0] += 29.0
    assert aim.finding is None, "in less than 30 seconds people know"
    assert aim.table is None


@pytest.mark.parametrize(
    ("read", "sure", "down", "count"),
    [(2, 1.0, 4, 2), (6, 0.4, 0, 0), (0, 1.0, 6, 0)],
    ids=["two and a pile", "six that nobody can read", "face down"],
)
def test_only_cards_that_are_read_are_counted_and_tell_where_the_table_is(
    aim_at: Callable[..., Aim], read: int, sure: float, down: int, count: int
) -> None:
    """A pile lying face down was "1 cards are seen", and one card was enough for "Found"."""
    picture, corners = table_picture()
    aim = aim_at(Scripted(picture), corners[:read], sure=sure, down=corners[6 - down :])
    aim.find()
    assert newest(aim).cards == count
    assert newest(aim).cards == count
    assert aim.finding == 0, "none of these looks counts"
    assert aim.table is None


def test_three_cards_are_enough_to_find_the_table(aim_at: Callable[..., Aim]) -> None:
    picture, corners = table_picture()
    aim = aim_at(Scripted(picture), corners[[0, 2, 4]])
    aim.find()
    until(lambda: aim.table is not None)


def test_a_mirrored_picture_is_turned_and_its_masks_with_it(aim_at: Callable[..., Aim]) -> None:
    picture, corners = table_picture(mirrored=True)
    mirrored = corners.copy()
    mirrored[..., 0] = 960 - mirrored[..., 0]
    choice = CameraChoice("0", masks=((0.0, 0.9, 0.1, 1.0),))
    aim = aim_at(Scripted(picture), mirrored[:, [1, 0, 3, 2]], choice)
    until(lambda: aim.mirrored)
    assert aim.masks == ((0.9, 0.9, 1.0, 1.0),)
    newest(aim)
    shown = newest(aim).picture.rgba[..., :3]
    assert np.array_equal(shown[..., ::-1], picture[:, ::-1])
    assert aim.mirrored, "turned once, it stays"


def test_a_camera_that_is_lost_is_said_and_comes_back(aim_at: Callable[..., Aim]) -> None:
    picture, corners = table_picture()
    aim = aim_at(Scripted(picture, CameraError("camera 0: unplugged"), picture), corners)
    aim._camera._pause = 0.05
    until(lambda: aim.state == "lost")
    assert aim.reason == "camera 0: unplugged"
    until(lambda: aim.state == "looking")


def test_networks_that_cannot_be_loaded_are_said() -> None:
    def missing(report: Report) -> Knowing:
        raise RuntimeError("the networks are not there")

    aim = Aim(CameraChoice("0"), missing, Scripted(table_picture()[0]).opened)
    aim.start()
    until(lambda: aim.state == "blind")
    assert aim.reason == "the networks are not there"
    aim.stop()


def test_the_bundled_clip_is_seen_through_the_real_networks() -> None:
    aim = Aim(CameraChoice(str(CLIP)), opened=open_camera)
    aim.start()
    best, end = 0, time.monotonic() + 90
    while aim.state != "ended" and best < 2 and time.monotonic() < end:
        aimed = aim.take()
        best = max(best, aimed.cards if aimed is not None else 0)
        time.sleep(0.01)
    aim.stop()
    assert best >= 2


# -- a camera that is never given up ---------------------------------------------------------------------


def test_times_and_numbers_go_on_after_a_loss() -> None:
    picture, _ = table_picture()
    now, lost = [0.0], list[str]()
    cameras = iter([Scripted(picture, picture, CameraError("gone"), picture), Scripted(picture)])
    camera = LastingCamera(lambda _tell: next(cameras), lost.append, 0.0, lambda: now[0])
    before = [camera.read(), camera.read()]
    now[0] = 60.0
    after = camera.read()
    assert lost == ["gone"]
    assert after is not None
    assert [frame.number for frame in before if frame] == [0, 1]
    assert after.number == 2
    assert after.t == pytest.approx(60.1)


def test_a_camera_that_stays_away_is_tried_less_and_less_often_and_soon_again_after_it_was_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[float] = []
    away = [CameraError("away")] * 5
    tried = iter([*away, Scripted(table_picture()[0], CameraError("gone")), CameraError("away"), None])

    def opened(_tell: Callable[[str], None]) -> Scripted:
        found = next(tried)
        if isinstance(found, Scripted):
            return found
        if found is None:
            camera.close()
        raise found or CameraError("closed")

    camera = LastingCamera(opened, lambda _: None)
    monkeypatch.setattr(camera._closed, "wait", waited.append)
    assert camera.read() is not None
    assert waited == [3.0, 6.0, 12.0, 15.0, 15.0]
    assert camera.read() is None
    assert waited[5:7] == [3.0, 6.0]


def test_a_live_camera_that_says_it_is_back_is_not_lost() -> None:
    lost: list[str] = []

    def opened(tell: Callable[[str], None]) -> Scripted:
        tell("camera 0: no more frames; trying to reach it again")
        tell(f"camera 0: {RECOVERED}")
        return Scripted(table_picture()[0])

    assert LastingCamera(opened, lost.append).read() is not None
    assert lost == ["camera 0: no more frames; trying to reach it again"]


def test_closing_ends_the_waiting_for_a_camera_that_is_not_there() -> None:
    def opened(_tell: Callable[[str], None]) -> Scripted:
        raise CameraError("there is none")

    camera = LastingCamera(opened, lambda _: None, 30.0)
    threading.Timer(0.2, camera.close).start()
    began = time.monotonic()
    assert camera.read() is None
    assert time.monotonic() - began < 5


# -- watching a match ------------------------------------------------------------------------------------


def test_a_watched_match_says_the_loss_goes_on_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, corners = table_picture()
    camera = Scripted(picture, CameraError("camera 0: unplugged"), picture)
    monkeypatch.setattr("companion.pipeline.table_watch.open_camera", camera.opened)
    posted: list[Message] = []
    stop = threading.Event()
    choice = CameraChoice("0", masks=((0.0, 0.0, 0.1, 0.1),))
    looks = Knowing(corners)
    watch = TableWatch(choice, Header(("Ana", "Beto")), (), lambda _: looks, 0.05)
    thread = threading.Thread(target=watch.run, args=(posted.append, stop))
    thread.start()
    until(lambda: sum(isinstance(message, FrameSeen) for message in posted) > 3)
    stop.set()
    thread.join(10)
    assert not thread.is_alive()
    kinds = [type(message) for message in posted if not isinstance(message, EventUnderstood)]
    lost = kinds.index(SourceLost)
    assert FrameSeen in kinds[lost:], "it went on"
    assert kinds[-1] is SourceEnded
    assert (looks.seen[0][:72, :96] == 96).all(), "the mask hides what lies under it"
