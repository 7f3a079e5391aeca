"""The Android project: what it is made of is there, and the app needs nothing that has no recipe.

Nobody has built it; what is tried here is tried on this machine (docs/android.md).
"""

import ast
import configparser
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest

from companion.commands.doctor import NETWORKS

ROOT = Path(__file__).parents[2]
OWN = {"engine", "vision", "companion"}
RECIPES = {"python3", "kivy", "numpy", "opencv", "android", "pyjnius"}
"""What python-for-android 2026.5.9 has recipes for, of what is asked for."""
PURE = {"platformdirs", "segno"}
"""Of Python alone: these need no recipe."""
MODULES = {"kivy", "numpy", "cv2", "android", *PURE}
LEFT_OUT = {"aiohttp", "onnxruntime", "openvino", "picamera2"}
"""Imported only where they are needed, and done without where they are not installed."""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as it is laid out for buildozer."""
    folder = tmp_path_factory.mktemp("android")
    subprocess.run([ROOT / "scripts" / "make_android.sh", "--stage", folder], check=True, timeout=60)
    return folder


@pytest.fixture(scope="module")
def spec(stage: Path) -> configparser.SectionProxy:
    """The app's section of the spec."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(stage / "buildozer.spec", encoding="utf-8")
    return parser["app"]


def test_everything_that_is_asked_for_has_a_recipe_or_is_pure_python(spec: configparser.SectionProxy) -> None:
    asked = {word.partition("==")[0].strip() for word in spec["requirements"].split(",")}
    assert asked == RECIPES | PURE
    for name in PURE:
        files = distribution(name).files or []
        assert files
        assert not [file for file in files if file.suffix in (".so", ".pyd")]


def test_the_spec_names_what_is_there(spec: configparser.SectionProxy, stage: Path) -> None:
    for key in ("version.filename", "icon.filename"):
        assert Path(spec[key].replace("%(source.dir)s", str(stage))).is_file()
    from companion import __version__

    version = Path(stage, "companion", "__init__.py").read_text(encoding="utf-8")
    assert f'__version__ = "{__version__}"' in version
    assert "source.include_exts" not in spec, "a list of endings would leave files out"
    assert int(spec["android.minapi"]) >= 24, "numpy and OpenCV's camera need it"
    assert spec["android.permissions"] == "android.permission.CAMERA", "and no INTERNET: it can send nothing"


def test_all_that_the_program_reads_lies_beside_it(stage: Path) -> None:
    there = {file.relative_to(stage).as_posix() for file in stage.rglob("*") if file.is_file()}
    for part in OWN:
        mine = {
            file.relative_to(ROOT).as_posix()
            for file in (ROOT / part).rglob("*")
            if file.is_file() and "__pycache__" not in file.parts
        }
        assert mine <= there
    for name in NETWORKS:
        assert f"vision/weights/{name}.onnx" in there
    assert {"main.py", "vision/weights/SHA256SUMS", "vision/weights/reader.json"} <= there


def imported(tree: ast.AST, lazily: bool = False) -> Iterator[tuple[str, bool]]:
    """The first words of what is imported, and whether only when something is called, or for types."""
    for node in ast.iter_child_nodes(tree):
        typed = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        late = lazily or typed or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(node, ast.Import):
            yield from ((name.name.partition(".")[0], lazily) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0], lazily
        yield from imported(node, late)


def test_nothing_else_is_imported_before_it_is_needed() -> None:
    known = sys.stdlib_module_names | OWN | MODULES
    for file in sorted(file for part in OWN for file in (ROOT / part).rglob("*.py")):
        for name, lazily in imported(ast.parse(file.read_text(encoding="utf-8"))):
            assert name in known or (lazily and name in LEFT_OUT), f"{file}: {name}"


WITHOUT = """
import sys
from importlib.abc import MetaPathFinder

ALLOWED = set({allowed!r}) | sys.stdlib_module_names

class Nothing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in ALLOWED:
            raise ModuleNotFoundError(f"no module named {{name}}", name=name)

sys.meta_path.insert(0, Nothing())
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: real(name, package) if name in ALLOWED else None
"""
"""A Python in which nothing can be imported but its own modules and those that are allowed."""
KIVY_ASKS = {"certifi", "chardet", "charset_normalizer", "idna", "requests", "urllib3", "filetype"}
"""Python packages that Kivy's recipe brings along."""


def run(stage: Path, code: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run code beside the staged program with nothing but what Android has; `android` is a stand-in."""
    stand_in = home / "android"
    stand_in.mkdir(exist_ok=True)
    (stand_in / "__init__.py").touch()
    (stand_in / "permissions.py").write_text(
        "class Permission: CAMERA = 'android.permission.CAMERA'\n"
        "def request_permissions(wanted): print('asks for', *wanted, flush=True)\n"
    )
    allowed = sorted(OWN | MODULES | KIVY_ASKS)
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(allowed=allowed) + code],
        env={
            **{key: value for key, value in os.environ.items() if not key.startswith("PORRAZO")},
            "HOME": str(home), "PYTHONPATH": f"{stage}:{home}", "SDL_VIDEODRIVER": "offscreen",
            "SDL_AUDIODRIVER": "dummy", "OMP_NUM_THREADS": "1",
        },
        cwd=stage, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


OPENED = """
import threading, time
from companion.window import launch

def through_the_screens(app):
    from companion.window.porrazo_app import SCREENS
    for name in ("start", "new_match", "settings", "camera", "decks", "history", "introduction"):
        app.go(name)
        print("shows", app.showing, flush=True)
    app.preferences.change(phones="192.168.1.20")
    print(app.preferences.notice.values["reason"], flush=True)
    app.stop()

def on_start(app, real=None):
    from kivy.clock import Clock
    started(app)
    Clock.schedule_once(lambda _: through_the_screens(app), 0)

launch.open_window()
from companion.window.porrazo_app import PorrazoApp
started, PorrazoApp.on_start = PorrazoApp.on_start, on_start
import runpy
runpy.run_path("main.py", run_name="__main__")
"""


def test_the_app_opens_with_nothing_but_what_has_recipes(stage: Path, tmp_path: Path) -> None:
    done = run(stage, OPENED, tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "asks for android.permission.CAMERA"
    assert lines[-2:] == ["shows introduction", "aiohttp is not installed"]


LOOKED = """
import numpy as np
from vision.photograph import Recogniser
from vision.runtime import inference
print(inference.chosen(), inference.present())
print(Recogniser.load().recognise(np.full((300, 400, 3), 90, np.uint8)))
print(sorted(name for name in sys.modules if name in ("onnxruntime", "openvino")))
"""


def test_cards_are_looked_for_with_opencv_alone(stage: Path, tmp_path: Path) -> None:
    done = run(stage, LOOKED, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "opencv ('opencv',)\n[]\n[]\n"
