"""The pictures in docs/screens: every screen is there, in every language and size, and one command makes them."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from companion.locales import LANGUAGES
from companion.window.porrazo_app import SCREENS
from scripts.scenes import ROOT, SCENES
from scripts.screens import COLOURS, FOLDER, SIZES, file_name

MOST_BYTES = 7_000_000
MOST_OF_A_FILM = 3_000_000
FILES = [
    (FOLDER / file_name(scene, code, size), size) for scene in SCENES for code in LANGUAGES for size in SIZES
]


def test_every_screen_of_the_app_is_pictured() -> None:
    assert {scene.screen for scene in SCENES.values()} == set(SCREENS)


def test_every_picture_is_there_and_no_other() -> None:
    assert {path for path, _ in FILES} == set(FOLDER.glob("*.png"))


@pytest.mark.parametrize(("path", "size"), FILES, ids=[path.stem for path, _ in FILES])
def test_a_picture_is_small_and_shows_something(path: Path, size: tuple[int, int]) -> None:
    with Image.open(path) as picture:
        assert (picture.size, picture.mode) == (size, "P")
        colours = picture.convert("RGB").getcolors(COLOURS)
        assert colours is not None
        assert len(colours) > 12
        assert max(count for count, _ in colours) < 0.98 * size[0] * size[1]


def test_all_of_them_are_small() -> None:
    assert sum(path.stat().st_size for path, _ in FILES) < MOST_BYTES


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_film_is_small_short_and_moves(code: str) -> None:
    path = FOLDER / f"film-{code}.gif"
    assert path.stat().st_size < MOST_OF_A_FILM
    with Image.open(path) as film:
        assert getattr(film, "n_frames", 1) > 100
        first = film.convert("RGB").getcolors(2**20)
        film.seek(getattr(film, "n_frames", 1) // 2)
        assert film.convert("RGB").getcolors(2**20) != first


def test_the_languages_differ() -> None:
    for scene in SCENES:
        one, other = ((FOLDER / file_name(scene, code, SIZES[0])).read_bytes() for code in ("en", "es"))
        assert one != other, scene


def test_an_unknown_picture_is_one_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scripts.screens", "nothing"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("screens: there is no picture 'nothing'")
    assert done.stderr.count("\n") == 1
