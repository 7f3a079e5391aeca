"""The entry in a desktop's menu of programs: what it says, what it starts, its icon."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion import theme
from companion.window import launch

SCRIPTS = Path(__file__).parents[2] / "scripts"
ENTRY, ICON = SCRIPTS / "install" / "porrazo.desktop", SCRIPTS / "install" / "porrazo.svg"
INSTALLED = Path("applications/porrazo.desktop")
INSTALLED_ICON = Path("icons/hicolor/scalable/apps/porrazo.svg")


def entry(file: Path) -> dict[str, str]:
    """The keys of a desktop entry."""
    parser = configparser.RawConfigParser(delimiters="=", interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys are case-sensitive
    parser.read_string(file.read_text(encoding="utf-8"))
    return dict(parser["Desktop Entry"])


def put_into_menu(share: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the script for a user whose data folder is ``share``."""
    where = {"XDG_DATA_HOME": str(share), "HOME": str(share), "PATH": "/usr/bin:/bin"}
    script = SCRIPTS / "install_menu.sh"
    return subprocess.run(
        [script, *words], env=where, capture_output=True, text=True, check=False, timeout=30
    )


def command(folder: Path) -> Path:
    """A stand-in for the installed command, which says that it was started."""
    folder.mkdir()
    file = folder / "porrazo"
    file.write_text('#!/bin/sh\necho "started"\n')
    file.chmod(0o755)
    return file


def test_the_entry_has_what_a_menu_asks_for_in_both_languages() -> None:
    keys = entry(ENTRY)
    assert (keys["Type"], keys["Name"], keys["Exec"], keys["Icon"]) == (
        "Application", "Porrazo", "porrazo", "porrazo",
    )  # fmt: skip
    for key in ("GenericName", "Comment", "Keywords"):
        assert keys[key]
        assert keys[f"{key}[es]"]
    for key in ("Categories", "Keywords", "Keywords[es]"):
        assert keys[key].endswith(";"), "lists end so"
    if validate := shutil.which("desktop-file-validate"):
        subprocess.run([validate, ENTRY], check=True, timeout=30)


def test_the_icon_is_drawn_in_the_app_s_own_colours_and_with_no_font() -> None:
    root = ElementTree.parse(ICON).getroot()
    assert not [node for node in root.iter() if node.tag.endswith("}text")]
    dark = [getattr(theme, name) for name in ("FELT_TOP", "FELT_BOTTOM", "CARD", "CARD_EDGE", "CARD_BLACK")]
    dark += [theme.CARD_RED, theme.WOOD_LIGHT, theme.WOOD_EDGE, theme.PEG_OUTLINE, *theme.SIDE_COLOURS[:3]]
    drawn = set(re.findall("#[0-9a-f]{6}", ICON.read_text(encoding="utf-8")))
    assert {theme.rgb(colour) for colour in drawn} == set(dark)


def test_the_entry_starts_the_command_wherever_it_lies(tmp_path: Path) -> None:
    porrazo = command(tmp_path / "my programs")
    done = put_into_menu(tmp_path, porrazo)
    assert (done.returncode, done.stderr) == (0, "")
    keys = entry(tmp_path / INSTALLED)
    assert keys["TryExec"] == str(porrazo)
    said = subprocess.run(keys["Exec"], shell=True, capture_output=True, text=True, check=True).stdout
    assert said == "started\n"
    untouched = set(keys) - {"Exec", "TryExec"}
    assert {key: keys[key] for key in untouched} == {key: entry(ENTRY)[key] for key in untouched}
    assert (tmp_path / INSTALLED_ICON).read_bytes() == ICON.read_bytes()


def test_the_window_bears_the_name_by_which_desktops_join_it_with_its_entry(tmp_path: Path) -> None:
    """The app says it itself: the .deb's entry starts it as it is."""
    environment = {"KIVY_HOME": str(tmp_path)}
    launch.prepare(environment)
    named = {environment[f"SDL_VIDEO_{system}_WMCLASS"] for system in ("X11", "WAYLAND")}
    assert named == {entry(ENTRY)["StartupWMClass"]}


def test_it_can_be_run_again_and_taken_out_again(tmp_path: Path) -> None:
    porrazo = command(tmp_path / "bin")
    put_into_menu(tmp_path, porrazo)
    once = (tmp_path / INSTALLED).read_bytes()
    put_into_menu(tmp_path, porrazo)
    assert (tmp_path / INSTALLED).read_bytes() == once
    for _ in range(2):
        assert put_into_menu(tmp_path, "--remove").returncode == 0
        assert not (tmp_path / INSTALLED).exists()
        assert not (tmp_path / INSTALLED_ICON).exists()


def test_a_command_in_the_user_s_own_folder_is_found_though_path_lacks_it(tmp_path: Path) -> None:
    """As pipx leaves it the first time."""
    (tmp_path / ".local").mkdir()
    porrazo = command(tmp_path / ".local" / "bin")
    assert put_into_menu(tmp_path).returncode == 0
    assert entry(tmp_path / INSTALLED)["TryExec"] == str(porrazo)


@pytest.mark.parametrize("name", ["100%", "a$HOME", 'a"b'])
def test_a_path_that_a_menu_would_misread_is_refused(name: str, tmp_path: Path) -> None:
    done = put_into_menu(tmp_path, command(tmp_path / name))
    assert done.returncode == 1
    assert "cannot start a program whose path" in done.stderr
    assert not (tmp_path / INSTALLED).exists()


def test_a_command_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = put_into_menu(tmp_path, tmp_path / "porrazo")
    assert done.returncode == 1
    assert "install it first" in done.stderr
