"""Motion is off where the system says so, unless somebody chose otherwise in the app."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import theme
from companion.window import motion
from companion.window.settings.settings import SettingsScreen
from tests.app.conftest import Open


@pytest.fixture(autouse=True)
def asked_anew() -> Iterator[None]:
    """The system is asked once: again for each of these, and after them."""
    motion.moves_here.cache_clear()
    yield
    motion.moves_here.cache_clear()


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which alone programs are found, on a Linux machine."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    return folder


def says(folder: Path, script: str) -> None:
    """Put a gsettings there that does this."""
    program = folder / "gsettings"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


ENABLED = 'test "$1 $2 $3" = "get org.gnome.desktop.interface enable-animations" && echo '


@pytest.mark.parametrize(
    ("script", "moves"),
    [
        (ENABLED + "false", False),
        (ENABLED + "true", True),
        ("echo No such schema >&2; exit 1", True),
        ("", True),
    ],
)
def test_the_system_is_asked(system: Path, script: str, moves: bool) -> None:
    says(system, script)
    assert motion.moves_here() == moves


def test_without_a_desktop_nobody_is_asked(system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program would leave a file in people's cache."""
    says(system, f": > {system}/asked; echo false")
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert motion.moves_here()
    assert not (system / "asked").exists()


def test_without_an_answer_things_move(system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert motion.moves_here(), "there is no program that knows"
    motion.moves_here.cache_clear()
    monkeypatch.setattr(motion, "LONGEST_SECONDS", 0.05)
    says(system, "while :; do :; done")
    assert motion.moves_here(), "it hangs"


def test_what_was_chosen_in_the_app_comes_first(system: Path, open_app: Open) -> None:
    says(system, ENABLED + "false")
    driver = open_app()
    assert (theme.PEG_FLIGHT, theme.CARD_FLIGHT) == (0.0, 0.0)
    driver.app.go("settings")
    driver.idle()
    screen = driver.app.screen
    assert isinstance(screen, SettingsScreen)
    plate = next(plate for plate in screen.plates if plate.setting.name == "animation")
    assert plate.values[plate.choices.at] == 0.0, "it says that pegs do not move"
    driver.app.preferences.change(sounds=True)
    assert theme.PEG_FLIGHT == 0.0, "another setting chooses nothing here"
    driver.app.preferences.change(animation=1.0)
    assert theme.PEG_FLIGHT > 0
    driver.close()
    open_app()
    assert theme.PEG_FLIGHT > 0, "it is kept"
