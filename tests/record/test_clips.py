"""Short films of an evening: what the ring holds, when a film is made of it, and what stops that."""

import errno
import shutil
from collections import namedtuple
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.record import clips
from companion.record.clips import AFTER_S, BEFORE_S, RATE, REMEMBERED_S, WIDTH, Clips, Ring, films_of
from vision.arrays import Image

Usage = namedtuple("Usage", "total used free")
CAMERA_RATE = 10


def frame(t: float) -> Image:
    """A picture whose grey level tells its time: six levels a second."""
    return np.full((360, 1280, 3), 20 + round(6 * t) % 220, np.uint8)


def taken(made: Clips, since: float, until: float) -> None:
    """Show a camera's pictures of these seconds."""
    for number in range(round((until - since) * CAMERA_RATE)):
        t = since + number / CAMERA_RATE
        made.take(frame(t), t)


def shown(path: Path) -> list[Image]:
    """Read a film's pictures."""
    film, found = cv2.VideoCapture(str(path)), []
    while (read := film.read())[0]:
        found.append(np.asarray(read[1], np.uint8))
    film.release()
    return found


def test_the_ring_holds_small_jpegs_of_the_last_minute_and_no_more() -> None:
    ring = Ring()
    for number in range(100 * CAMERA_RATE):
        ring.take(frame(number / CAMERA_RATE), number / CAMERA_RATE)
    times = [picture.t for picture in ring.pictures]
    assert times[0] >= times[-1] - REMEMBERED_S
    assert REMEMBERED_S * RATE * 0.8 <= len(times) <= REMEMBERED_S * RATE + 1
    first = cv2.imdecode(np.frombuffer(ring.pictures[0].jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert first is not None
    assert first.shape == (180, WIDTH, 3)


def test_nothing_is_written_before_something_goes_wrong(tmp_path: Path) -> None:
    made = Clips(tmp_path)
    taken(made, 0, 20)
    made.close()
    assert [*tmp_path.iterdir()] == []


def test_a_film_shows_the_seconds_before_and_after_the_moment_at_their_pace(tmp_path: Path) -> None:
    made = Clips(tmp_path)
    taken(made, 0, 20)
    made.want("doubt", 18.0, 20.0)
    taken(made, 20, 30)
    made.close()
    (path,) = tmp_path.iterdir()
    assert path.name == "000018.0-doubt.mp4"
    assert films_of(tmp_path) == [(path, 18.0 - BEFORE_S, 18.0 + AFTER_S)]
    pictures = shown(path)
    assert len(pictures) == pytest.approx((BEFORE_S + AFTER_S) * RATE, abs=2)
    assert pictures[0].shape == (180, WIDTH, 3)
    levels = [float(picture.mean()) for picture in pictures]
    assert levels[0] == pytest.approx(20 + 6 * (18 - BEFORE_S), abs=8)
    assert levels[-1] == pytest.approx(20 + 6 * (18 + AFTER_S), abs=8)


def test_what_is_shown_already_gets_no_film_of_its_own(tmp_path: Path) -> None:
    made = Clips(tmp_path)
    taken(made, 0, 20)
    for moment in (15.0, 15.5, 14.0, 19.5):
        made.want("correction", moment, 20.0)
    made.close()
    assert [path.name for path in sorted(tmp_path.iterdir())] == [
        "000015.0-correction.mp4",
        "000019.5-correction.mp4",
    ]


def test_a_moment_that_is_forgotten_is_shown_as_it_is_now(tmp_path: Path) -> None:
    made = Clips(tmp_path)
    taken(made, 100, 120)
    made.want("correction", 7.0, 120.0)
    made.close()
    assert [path.name for path in tmp_path.iterdir()] == ["000120.0-correction.mp4"]


def test_without_an_encoder_the_jpegs_are_kept_in_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Missing:
        def __init__(self, *_: object) -> None:
            pass

        fourcc = staticmethod(cv2.VideoWriter.fourcc)

        def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
            return False

        def release(self) -> None:
            pass

    monkeypatch.setattr(cv2, "VideoWriter", Missing)
    made = Clips(tmp_path)
    taken(made, 0, 10)
    made.want("doubt", 5.0, 10.0)
    made.close()
    (path,) = tmp_path.iterdir()
    assert path.name == "000005.0-doubt.mjpeg"
    assert [film[0] for film in films_of(tmp_path)] == [path]
    assert path.read_bytes().count(b"\xff\xd8\xff") == pytest.approx(8 * RATE, abs=6)


def test_a_disk_with_little_room_left_gets_no_film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10, 10, clips.LEAST_FREE - 1))
    made = Clips(tmp_path)
    taken(made, 0, 10)
    made.want("doubt", 5.0, 10.0)
    made.close()
    assert made.trouble is not None
    assert "500 MB" in str(made.trouble)
    assert [*tmp_path.iterdir()] == []


def test_a_folder_that_is_gone_stops_the_films_and_nothing_else(tmp_path: Path) -> None:
    made = Clips(tmp_path / "gone")
    taken(made, 0, 10)
    made.want("doubt", 5.0, 10.0)
    made.close()
    assert made.trouble is not None
    assert made.trouble.errno == errno.ENOENT


def test_an_evening_has_only_so_many_bytes_of_film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clips, "MOST_BYTES", 1)
    made = Clips(tmp_path)
    for since in (0, 40, 80):
        taken(made, since, since + 20)
        made.want("doubt", since + 10.0, since + 20.0)
        taken(made, since + 20, since + 21)
        made._maker.submit(lambda: None).result()
    made.close()
    assert [path.name for path in tmp_path.iterdir()] == ["000010.0-doubt.mp4"]
    assert made.trouble is None
