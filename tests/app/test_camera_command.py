"""``porrazo camera``: a still with what is seen, a window with the picture, and what cannot be shown."""

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras.camera import Frame, Rate
from vision.files.pictures import read_picture

CLIP = Path(__file__).parents[1] / "films" / "clip.mp4"
LYING = 300
"""In this frame of the clip four cards lie open on the table."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one picture of the clip, twelve times."""
    film = cv2.VideoCapture(str(CLIP))
    film.set(cv2.CAP_PROP_POS_FRAMES, LYING)
    picture = film.read()[1]
    film.release()
    made = tmp_path_factory.mktemp("frames")
    cv2.imwrite(str(made / "00.png"), picture)
    for number in range(1, 12):
        (made / f"{number:02}.png").symlink_to(made / "00.png")
    return made


def camera(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", "camera", *words],
        env={**os.environ, **environment}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def test_a_still_shows_the_cards_and_says_the_rate(folder: Path, tmp_path: Path) -> None:
    still = tmp_path / "seen.png"
    done = camera(str(folder), "--still", str(still))
    assert (done.returncode, done.stderr) == (0, "")
    assert "1280 x 720 pixels, 10.0 pictures a second, " in done.stdout
    assert len(done.stdout.rsplit(": ", 1)[1].split()) >= 4
    drawn, plain = read_picture(still), read_picture(folder / "00.png")
    assert drawn.shape == plain.shape
    assert (drawn != plain).any(), "the cards are outlined"
    again = camera(str(folder), "--still", str(still))
    assert (again.returncode, again.stderr) == (
        2,
        f"porrazo: {still}: it is there already; name another file\n",
    )


@pytest.mark.parametrize("source", ["97", "/nowhere", "phone@nowhere"])
def test_a_camera_that_is_not_there_is_one_sentence(source: str, tmp_path: Path) -> None:
    for words in ((), ("--still", str(tmp_path / "a.png"))):
        done = camera(source, *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("porrazo: ")
        assert done.stderr.count("\n") == 1
    assert not (tmp_path / "a.png").exists()


@pytest.mark.parametrize(("name", "why"), [("a.jpg", "ends in .png"), ("none/a.png", "there is no folder")])
def test_where_a_still_cannot_go_is_said_before_the_camera_is_opened(
    name: str, why: str, tmp_path: Path
) -> None:
    done = camera("97", "--still", str(tmp_path / name))
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux can be without a display")
def test_without_a_display_it_is_one_sentence(folder: Path) -> None:
    bare = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY"), "")
    done = camera(str(folder), SDL_VIDEODRIVER="x11", **bare)
    assert (done.returncode, done.stderr) == (
        2,
        "porrazo: no window can be opened: there is no display here\n",
    )


def test_the_window_shows_the_picture_its_rate_and_the_cards(folder: Path) -> None:
    code = f"""
import sys
from companion import cli
from companion.window import launch
opened = launch.open_window
def open_window():
    opened()
    from kivy.app import App
    from kivy.clock import Clock
    def look(_):
        app = App.get_running_app()
        if app.shown.caption.endswith("cards") and " 10.0 " in app.shown.caption:
            print(app.shown.caption, len(app.shown.named))
            app.stop()
    Clock.schedule_interval(look, 0.2)
launch.open_window = open_window
sys.exit(cli.main(["camera", {str(folder)!r}]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "SDL_VIDEODRIVER": "offscreen", "LANGUAGE": "en"},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    caption, _, count = done.stdout.strip().rpartition(" ")
    assert caption.startswith("1280 x 720 pixels, 10.0 pictures a second, ")
    assert int(count) >= 4


def test_the_rate_is_that_of_the_camera_and_not_of_what_was_looked_at() -> None:
    rate, image = Rate(), np.zeros((2, 2, 3), np.uint8)
    for number in range(0, 90, 3):  # two of three pictures of 30 a second are skipped
        last = rate(Frame(image, number / 30, number))
    assert last == pytest.approx(30)
