"""Drives the real app in a window that nobody sees (SDL's offscreen driver, software OpenGL)."""

import os
import tempfile

# Kivy reads these when it is imported, which must not have happened yet.
os.environ.update(
    SDL_VIDEODRIVER="offscreen",
    KIVY_NO_ARGS="1",
    KIVY_NO_CONSOLELOG="1",
    KIVY_NO_FILELOG="1",
    KIVY_NO_CONFIG="1",
    KIVY_LOG_MODE="MIXED",
    KCFG_GRAPHICS_MAXFPS="0",  # a frame follows the one before at once: tests wait for no display
    KCFG_GRAPHICS_MULTISAMPLES="0",  # edges need not be smooth, and software draws them faster so
    KIVY_HOME=(KIVY_OWN := tempfile.TemporaryDirectory(prefix="porrazo-kivy-")).name,
)

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kivy.core.window import Window

from companion import theme
from companion.record.session import Producer
from engine.header import Header
from tests.app.driving import Driver

Open = Callable[..., Driver]
HEADER = Header(("Ana", "Beto"))


@pytest.fixture(autouse=True)
def the_end_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that is won stays on the board: after the usual seconds the end would come, and a busy machine may take
    longer for what a test does there.
    """
    monkeypatch.setattr(theme, "BEFORE_THE_END", 3600)


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames are laid out but not drawn: software needed a third of these tests' time for pictures that nobody looked
    at. What a test looks at is drawn all the same (`pixels`), and so is what `open_app` leaves at a test's end.
    """
    for event in ("on_draw", "on_flip"):
        monkeypatch.setattr(Window, event, lambda: None)


@pytest.fixture
def open_app(tmp_path: Path) -> Iterator[Open]:
    """Open the app at a match of Ana and Beto, or what is asked for (None: at Start); closed after the test."""
    opened: list[Driver] = []

    def open_it(
        header: Header | None = HEADER,
        producer: Producer | None = None,
        size: tuple[int, int] = (800, 480),
        folder: Path = tmp_path,
    ) -> Driver:
        driver = Driver(folder, header, producer, size)
        opened.append(driver)
        return driver

    yield open_it
    type(Window).on_draw(Window)
    for driver in opened:
        driver.close()
