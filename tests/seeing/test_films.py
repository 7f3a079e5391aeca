"""Frames from files: films and folders, every frame at its time, and one sentence for what is wrong."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras.camera import CameraError, frames
from vision.cameras.opening import open_camera


def film(path: Path, count: int, fps: float = 12.0) -> Path:
    """A film whose frame k is 5 k bright, with a little noise, so that every frame fills some bytes."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (64, 48))
    assert writer.isOpened()
    noise = np.random.default_rng(0).integers(0, 40, (48, 64, 3))
    for k in range(count):
        writer.write(np.clip(5 * k + noise - 20, 0, 255).astype(np.uint8))
    writer.release()
    return path


def folder(path: Path, *names: str) -> Path:
    """A folder of pictures, the k-th named one 10 k bright."""
    path.mkdir(exist_ok=True)
    for k, name in enumerate(names):
        cv2.imwrite(str(path / name), np.full((48, 64, 3), 10 * k, np.uint8))
    return path


def brightness(image: np.ndarray) -> int:
    return round(float(image.mean()))


def test_a_film_gives_every_frame_at_its_time(tmp_path: Path) -> None:
    camera = open_camera(str(film(tmp_path / "a.avi", 30)))
    seen = list(frames(camera))
    assert not camera.live
    assert [f.number for f in seen] == list(range(30))
    assert [f.t for f in seen] == pytest.approx([k / 12 for k in range(30)])
    assert [brightness(f.image) for f in seen] == pytest.approx([5 * k for k in range(30)], abs=7)


@pytest.mark.parametrize(("fps", "step"), [(12, 1), (15, 1), (20, 1), (23.976, 2), (25, 2), (30, 2), (60, 5)])
def test_of_a_film_with_many_frames_a_second_enough_are_looked_at(
    tmp_path: Path, fps: float, step: int
) -> None:
    seen = list(frames(open_camera(str(film(tmp_path / "a.avi", 30, fps)))))
    assert [f.number for f in seen] == list(range(0, 30, step))
    assert [f.t for f in seen] == pytest.approx([k / fps for k in range(0, 30, step)], rel=1e-3)
    assert [brightness(f.image) for f in seen] == pytest.approx([5 * k for k in range(0, 30, step)], abs=7)


def test_a_film_s_frames_are_kept_apart(tmp_path: Path) -> None:
    """A frame that somebody still holds does not change when the next is read."""
    first, second = list(frames(open_camera(str(film(tmp_path / "a.avi", 2)))))
    assert brightness(first.image) < brightness(second.image)


def test_a_film_cut_short_is_read_up_to_there_and_that_is_said(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = film(tmp_path / "a.avi", 30).read_bytes()
    (tmp_path / "b.avi").write_bytes(whole[: len(whole) // 2])
    told: list[str] = []
    seen = list(frames(open_camera(str(tmp_path / "b.avi"), told.append)))
    assert 5 < len(seen) < 25
    assert [f.number for f in seen] == list(range(len(seen)))
    assert len(told) <= 1
    assert all("ends early" in sentence for sentence in told)
    assert capfd.readouterr() == ("", "")


def test_a_whole_film_has_nothing_to_say(tmp_path: Path) -> None:
    told: list[str] = []
    assert len(list(frames(open_camera(str(film(tmp_path / "a.avi", 5)), told.append)))) == 5
    assert told == []


def test_a_closed_film_gives_no_more(tmp_path: Path) -> None:
    camera = open_camera(str(film(tmp_path / "a.avi", 5)))
    assert camera.read() is not None
    camera.close()
    assert camera.read() is None
    camera.close()


def test_a_folder_is_read_in_the_order_of_names_ten_a_second(tmp_path: Path) -> None:
    path = folder(tmp_path / "f", "0003.png", "0001.jpg", "0002.PNG")
    (path / "truth.json").write_text("{}")
    (path / ".hidden.png").write_bytes(b"")
    seen = list(frames(open_camera(str(path))))
    assert [brightness(f.image) for f in seen] == [10, 20, 0]
    assert [(f.t, f.number) for f in seen] == [(0.0, 0), (0.1, 1), (0.2, 2)]


def complaint(source: str) -> str:
    with pytest.raises(CameraError) as caught:
        list(frames(open_camera(source)))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_folder_without_pictures(tmp_path: Path) -> None:
    assert complaint(str(tmp_path)) == f"{tmp_path}: there are no pictures in this folder"


def test_a_picture_in_a_folder_that_cannot_be_read(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = folder(tmp_path / "f", "0001.png", "0002.png")
    (path / "0002.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 30)
    assert complaint(str(path)).startswith(f"{path / '0002.png'}: cannot be read: ")
    assert capfd.readouterr() == ("", "")


def test_frames_of_another_size_than_the_first(tmp_path: Path) -> None:
    path = folder(tmp_path / "f", "0001.png")
    cv2.imwrite(str(path / "0002.png"), np.zeros((50, 60, 3), np.uint8))
    assert complaint(str(path)) == f"{path / '0002.png'}: 60 x 50 pixels, but the first frame is 64 x 48"


@pytest.mark.parametrize("content", [b"", b"no film", b"\0\0\0\x18ftypmp42" + b"\0" * 100])
def test_what_is_no_film(content: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.mp4").write_bytes(content)
    assert complaint(str(tmp_path / "a.mp4")).startswith(
        f"{tmp_path / 'a.mp4'}: not a video that can be read"
    )
    assert capfd.readouterr() == ("", "")


def test_a_photograph_is_no_film(tmp_path: Path) -> None:
    path = folder(tmp_path / "f", "a.png") / "a.png"
    assert complaint(str(path)) == f"{path}: a picture, not a video; porrazo recognise reads pictures"


@pytest.mark.parametrize("source", ["nowhere.mp4", "", "no\0name", "x" * 5000])
def test_what_is_not_there(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert complaint(source).endswith("no such film, folder of frames, camera or stream")


def test_a_film_in_which_no_card_could_be_seen(tmp_path: Path) -> None:
    writer = cv2.VideoWriter(str(tmp_path / "a.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 12.0, (2, 2))
    for _ in range(3):
        writer.write(np.zeros((2, 2, 3), np.uint8))
    writer.release()
    said = "2 x 2 pixels are too few to see cards in"
    assert complaint(str(tmp_path / "a.avi")) == f"{tmp_path / 'a.avi'}: {said}"
    (tmp_path / "f").mkdir()
    cv2.imwrite(str(tmp_path / "f" / "1.png"), np.zeros((2, 2, 3), np.uint8))
    assert complaint(str(tmp_path / "f")) == f"{tmp_path / 'f' / '1.png'}: {said}"
