"""Where what is installed comes from: licences of all that is shipped, nothing fetched elsewhere, nothing unpickled."""

import ast
import hashlib
import os
import pickle
import re
import subprocess
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from companion.cli import main
from scripts.suit_font import FILE
from tests.house.test_packaging import ROOT, wheel  # noqa: F401 - a fixture
from vision.runtime import inference, weights

RUNS = ("engine", "vision", "companion")
UNPICKLES = {"pickle", "_pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "torch", "imp"}
"""Modules that run code which a file brings along, or may."""
RUNS_TEXT = {"eval", "exec", "compile", "__import__"}
FETCHES = re.compile(r"\b(curl|wget|urlopen|urlretrieve|requests\.get|git clone)\b|\|\s*(ba)?sh\b")
GITS = re.compile(r"(git\+|https?:)//(?!www\.w3\.org)")


def parsed() -> Iterator[tuple[Path, ast.Module]]:
    """Every module that is installed."""
    for room in RUNS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> set[str]:
    """The packages that a module imports, anywhere in it."""
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [
        node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level
    ]
    return {name.split(".")[0] for name in names}


def called(tree: ast.Module) -> set[str]:
    """The functions that a module calls by a plain name."""
    return {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def test_nothing_that_is_installed_unpickles_or_runs_text() -> None:
    modules = list(parsed())
    assert len(modules) > 200
    assert [path for path, tree in modules if imported(tree) & UNPICKLES] == []
    assert [path for path, tree in modules if called(tree) & RUNS_TEXT] == []


def test_arrays_are_never_read_with_pickle_allowed() -> None:
    for path, tree in parsed():
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "allow_pickle":
                assert isinstance(node.value, ast.Constant), path
                assert node.value.value is False, path
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "load"
            ):
                assert not (isinstance(node.func.value, ast.Name) and node.func.value.id == "np"), path


class Mischief:
    """Makes a file when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return os.mkdir, (str(self.mark),)


@pytest.mark.parametrize("name", ["finder.pt", "finder.onnx"])
@pytest.mark.parametrize("form", ["pickle", "zip"])
@pytest.mark.parametrize("backend", inference.present())
def test_a_network_that_is_a_pickle_is_refused_and_does_nothing(
    name: str, form: str, backend: str, tmp_path: Path
) -> None:
    mark, file = tmp_path / "done", tmp_path / name
    content = pickle.dumps(Mischief(mark))
    if form == "pickle":
        file.write_bytes(content)
    else:
        with zipfile.ZipFile(file, "w") as packed:
            packed.writestr("archive/data.pkl", content)
    with pytest.raises(inference.CannotRun, match="cannot run this network"):
        inference.load(file, backend)
    assert not mark.exists()


def test_a_network_that_differs_from_its_checksum_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in weights.CHECKOUT_FOLDER.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    changed = bytearray((tmp_path / "finder.onnx").read_bytes())
    changed[len(changed) // 2] ^= 1
    for name in ("finder.onnx", "table_finder.onnx"):
        (tmp_path / name).write_bytes(changed)
    monkeypatch.setenv(weights.WEIGHTS_VARIABLE, str(tmp_path))
    assert main(["recognise", str(ROOT / "docs" / "screens" / "start-en-800x480.png")]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "is damaged or another file" in said.err


def test_the_list_of_checksums_is_of_all_that_is_shipped() -> None:
    sums = (weights.CHECKOUT_FOLDER / weights.SUMS_FILE).read_text(encoding="ascii").splitlines()
    listed = {name: digest for digest, name in map(str.split, sums)}
    files = {path for path in weights.CHECKOUT_FOLDER.iterdir() if path.name != weights.SUMS_FILE}
    assert listed == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_everything_in_the_wheel_has_its_licence_in_the_notice(wheel: zipfile.ZipFile) -> None:  # noqa: F811
    notice = (ROOT / "NOTICE.md").read_text(encoding="utf-8")
    table = notice.split("## What is in the wheel")[1].split("\n## ")[0]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| `")]
    assert all(row[2].strip() and row[3].strip() for row in rows)
    patterns = [pattern for row in rows for pattern in re.findall(r"`([^`]+)`", row[1])]
    names = [
        re.sub(r"^porrazo-[\d.]+\.data/data/", "", name)
        for name in wheel.namelist()
        if "dist-info" not in name
    ]
    assert [name for name in names if not any(fnmatch(name, pattern) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(fnmatch(name, pattern) for name in names)] == []


def test_a_font_brings_its_licence_along(wheel: zipfile.ZipFile) -> None:  # noqa: F811
    fonts = [name for name in wheel.namelist() if name.endswith((".ttf", ".otf"))]
    fonts = [
        name for name in fonts if Path(name).name != FILE.name
    ]  # drawn by this project: under its own licence
    for name in fonts:
        family = Path(name).stem.split("-")[0]
        assert b"SIL OPEN FONT LICENSE" in wheel.read(f"{Path(name).parent}/OFL-{family}.txt").upper()
    assert fonts


def test_no_script_that_installs_fetches_from_elsewhere() -> None:
    """What pip installs comes from where the user's pip is told to look, by the names in pyproject.toml alone."""
    scripts = [ROOT / "Makefile", ROOT / "pyproject.toml", *(ROOT / "scripts").rglob("*")]
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in scripts
        if path.is_file() and path.suffix not in (".pyc", ".png")
    }
    assert len(texts) > 8
    for path, text in texts.items():
        lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
        assert [line for line in lines if FETCHES.search(line)] == [], path
        assert [line for line in lines if GITS.search(line) and path.suffix != ".py"] == [], path


def test_every_locked_package_has_its_hashes() -> None:
    packages = re.split(r"\n(?=\S)", (ROOT / "requirements.lock").read_text(encoding="utf-8"))
    named = [each for each in packages if re.match(r"[a-z0-9]", each)]
    assert len(named) > 30
    assert [each.splitlines()[0] for each in named if "--hash=sha256:" not in each or "==" not in each] == []


def test_the_audit_is_one_command() -> None:
    done = subprocess.run(["make", "-n", "audit"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "pip-audit" in done.stdout
    assert "requirements.lock" in done.stdout
