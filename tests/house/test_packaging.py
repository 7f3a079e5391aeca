"""What is installed: the three packages and the networks, and nothing of how the networks were made."""

import email
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import companion
from datasets import sources

ROOT = Path(companion.__file__).parents[1]
WEIGHTS = ROOT / "models" / "weights"
PACKAGES = ("engine", "vision", "companion")
KDE = {
    "svg-nicu-white": "Nicu White",
    "svg-oxygen": "Oxygen",
    "svg-oxygen-white": "Oxygen White",
    "svg-penguins": "Penguins",
    "svg-standard": "Standard",
}
"""KDE's decks that are trained on, as the notice names them."""
TEXTS = {".md", ".py", ".po", ".kv", ".sh", ".toml"}
BY_NAME = re.compile(r"(pip|pipx|uv)\s+(install|add|run)\s[^\n]*(?<![\w./])porrazo(?![\w/])")


def build(folder: Path, target: str) -> zipfile.ZipFile:
    """What hatchling makes of this checkout."""
    words = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True, timeout=120)
    return zipfile.ZipFile(next(folder.glob("porrazo-*.whl")))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel built from this checkout."""
    return build(tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def unpacked(wheel: zipfile.ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what pip would put into site-packages."""
    folder = tmp_path_factory.mktemp("site")
    wheel.extractall(folder)
    return folder


def run_installed(unpacked: Path, code: str) -> str:
    """Run code that finds engine, vision and companion in the unpacked wheel first; return what it prints."""
    start = f"import sys; sys.path.insert(0, {str(unpacked)!r}); "
    done = subprocess.run(
        [sys.executable, "-I", "-c", start + code],
        cwd=unpacked, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return done.stdout.strip()


def test_only_the_three_packages_and_the_menu_s_entry_are_installed(wheel: zipfile.ZipFile) -> None:
    data = f"porrazo-{companion.__version__}.data"
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert tops == {*PACKAGES, f"porrazo-{companion.__version__}.dist-info", data}
    assert {name for name in wheel.namelist() if name.startswith(data)} == {
        f"{data}/data/share/applications/porrazo.desktop",
        f"{data}/data/share/icons/hicolor/scalable/apps/porrazo.svg",
    }


@pytest.fixture(scope="module")
def installed(wheel: zipfile.ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment into which pip put the wheel; the libraries are those of the environment that runs the tests."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index"]
    subprocess.run([*pip, str(wheel.filename)], check=True, capture_output=True, timeout=120)
    [site] = folder.glob("lib/python*/site-packages")
    # A plain line adds a folder; the .pth files in it, and so an editable install of this checkout, are not followed.
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def run_in(folder: Path, installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the installed command in a folder that is also its home."""
    return subprocess.run(
        [installed / "bin" / "porrazo", *words],
        cwd=folder, env={"HOME": str(folder), "PATH": "/usr/bin:/bin"},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def test_the_wheel_runs_from_any_folder(installed: Path, tmp_path: Path) -> None:
    version = run_in(tmp_path, installed, "--version")
    assert (version.stdout, version.stderr) == (f"porrazo {companion.__version__}\n", "")
    (tmp_path / "evening.jsonl").write_text(
        '{"porrazo": 1, "players": ["Ana", "Beto"]}\n{"do": "play", "seat": 1, "card": "7h"}\n'
    )
    scored = run_in(tmp_path, installed, "score", "evening.jsonl", "--json")
    assert (scored.returncode, scored.stderr) == (0, "")
    assert '"table": ["7h"]' in scored.stdout


def test_the_wheel_s_own_networks_run_and_doctor_says_where_they_are(installed: Path, tmp_path: Path) -> None:
    frame = tmp_path / "frames" / "1.png"
    frame.parent.mkdir()
    shutil.copy(ROOT / "docs" / "screens" / "start-en-800x480.png", frame)
    done = run_in(tmp_path, installed, "doctor", "--camera", "frames")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(
        f"ok +networks +whole, in {installed}/lib/python[^/]*/site-packages/vision/weights", done.stdout
    )
    assert "used here" in done.stdout


def test_every_file_of_the_packages_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    """Pictures, fonts, .kv files and translations too."""
    listed = subprocess.run(
        ["git", "ls-files", "--", *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("this is no git checkout, so what belongs to the packages is not known")
    there = {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}
    assert there <= set(wheel.namelist())


def test_the_networks_ride_along(wheel: zipfile.ZipFile) -> None:
    made = {file.relative_to(WEIGHTS).as_posix() for file in WEIGHTS.rglob("*") if file.is_file()}
    packed = {name.removeprefix("vision/weights/") for name in wheel.namelist() if "vision/weights/" in name}
    assert made == packed


def test_the_clip_that_the_app_shows_a_newcomer_rides_along(unpacked: Path) -> None:
    code = (
        "from companion.window.launch import prepare; prepare({}); "
        "from companion.window.introduction.introduction import CLIPS; print(CLIPS[0])"
    )
    clip = Path(run_installed(unpacked, code))
    assert clip.is_relative_to(unpacked)
    assert clip.read_bytes() == (ROOT / "tests" / "films" / "clip.mp4").read_bytes()


def test_an_editable_install_copies_no_networks_and_no_clip(tmp_path: Path) -> None:
    """It uses those of the checkout; a copy is 33 MB on the disk that nobody reads."""
    names = build(tmp_path, "wheel:editable").namelist()
    assert any(name.endswith(".pth") for name in names)
    assert not [name for name in names if name.endswith((".onnx", ".json", ".mp4"))]


def test_the_installed_command_answers(unpacked: Path) -> None:
    code = "from companion import cli; print(cli.__file__); cli.main(['--version'])"
    where, version = run_installed(unpacked, code).splitlines()
    assert Path(where).is_relative_to(unpacked)
    assert version == f"porrazo {companion.__version__}"


def test_the_command_is_called_porrazo(wheel: zipfile.ZipFile) -> None:
    name = f"porrazo-{companion.__version__}.dist-info/entry_points.txt"
    assert "porrazo = companion.cli:main" in wheel.read(name).decode()


def test_the_licence_comes_along_and_no_index_takes_it(wheel: zipfile.ZipFile) -> None:
    info = f"porrazo-{companion.__version__}.dist-info"
    about = email.message_from_bytes(wheel.read(f"{info}/METADATA"))
    assert about["License-Expression"] == "AGPL-3.0-or-later"
    assert "Private :: Do Not Upload" in about.get_all("Classifier", [])
    assert b"GNU AFFERO GENERAL PUBLIC LICENSE" in wheel.read(f"{info}/licenses/LICENSE")


def test_whose_cards_the_networks_learned_from_comes_along(wheel: zipfile.ZipFile) -> None:
    """With the licence of each deck that the training pictures may show, as its source has it."""
    notice = wheel.read(f"porrazo-{companion.__version__}.dist-info/licenses/NOTICE.md").decode()
    rows = [line for line in notice.splitlines() if line.startswith("| ")]
    files = {
        (deck.licence.split(" (")[0], _package(deck.licence))
        for deck in sources.CARD_FILES
        if deck.split == "train"
    }
    kde = {
        (sources.KDE_EXCEPTIONS.get(name, "GPL-2+"), KDE[name])
        for name in sources.KDE_STANDARD
        if name in KDE
    }
    gnome = {
        ("GPL-3+", "gnome-cards-data"),
        ("GPL-3+", "aisleriot"),
        ("MIT", "bidly"),
        ("Apache-2.0", "EdjeElectronics"),
    }
    for licence, what in files | kde | gnome:
        assert any(what in row and licence in row for row in rows), (what, licence)


def test_every_deck_of_kde_that_is_trained_on_is_named_above() -> None:
    assert set(KDE) == set(sources.KDE_STANDARD) - sources.VALIDATION


def _package(licence: str) -> str:
    """The package that ``GPL-3+ (Debian package NAME, by SOMEBODY)`` names."""
    return licence.split("(")[1].removeprefix("Debian package ").removeprefix("npm ").split(",")[0]


def test_training_is_no_part_of_an_ordinary_install(wheel: zipfile.ZipFile) -> None:
    about = email.message_from_bytes(wheel.read(f"porrazo-{companion.__version__}.dist-info/METADATA"))
    needed = [line for line in about.get_all("Requires-Dist", []) if "extra ==" not in line]
    names = {re.split("[<>=~!]", line)[0] for line in needed}
    assert names == {"aiohttp", "kivy", "numpy", "onnxruntime", "opencv-python", "platformdirs", "segno"}


def test_nobody_is_told_to_install_the_program_by_its_name() -> None:
    """On the public index the name is nobody's: whoever takes it would run code on our users' machines."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split("\0")
    texts = [ROOT / name for name in listed if Path(name).suffix in TEXTS or name == "Makefile"]
    if not texts:
        pytest.skip("this is no git checkout, so what belongs to the project is not known")
    assert [
        file for file in texts if file.is_file() and BY_NAME.search(file.read_text(encoding="utf-8"))
    ] == []


def test_the_lowest_versions_that_are_allowed_are_those_that_are_tried() -> None:
    """``make lowest`` installs those of ``.ci/lowest.txt``; for the libraries of every install and of the tests."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["test"], *extras["pictures"]]
    allowed = {tuple(line.split(",")[0].split(">=")) for line in wanted if not line.startswith("porrazo[")}
    lines = (ROOT / ".ci" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    assert allowed == {tuple(line.split("==")) for line in lines if line and not line.startswith("#")}
