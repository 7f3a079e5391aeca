"""The .deb as ``make deb`` packs it: what lies where, what it asks for, how it starts.

The libraries are stood in for: fetching and packing them takes minutes. docs/installing.md says how the whole file was
tried in a bare Debian without a network.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__

ROOT = Path(__file__).parents[2]
PIP = f"""#!/bin/sh
# Stands in for a Python with pip: packs nothing, fetches nothing.
case "$1 $2 $3" in
    "-m pip wheel")
        while [ "$1" != --wheel-dir ]; do shift; done
        mkdir -p "$2"; touch "$2/porrazo-0-py3-none-any.whl";;
    "-m pip install")
        while [ $# -gt 0 ]; do
            case "$1" in
                --target) target=$2;;
                --constraint) cat "$2" >> "$OUT";;
                --python-version) echo "$2" >> "$OUT";;
            esac
            shift
        done
        mkdir -p "$target/companion" "$target/bin" "$target/share"
        echo "def main(): print('started'); return 3" > "$target/companion/cli.py"
        touch "$target/companion/__init__.py" "$target/bin/tool";;
    *) exec {sys.executable} "$@";;
esac
"""
pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="there is no dpkg-deb here")


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A .deb for Python 3.13 unpacked, with its control files, and what pip was told."""
    folder = tmp_path_factory.mktemp("deb")
    tree = folder / "tree"
    for name in ("scripts", "companion/__init__.py", "requirements.lock", "LICENSE", "NOTICE.md"):
        place = tree / name
        place.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, place)
    python = folder / "python"
    python.write_text(PIP)
    python.chmod(0o755)
    done = subprocess.run(
        [str(tree / "scripts" / "make_deb.sh"), str(python), "3.13"],
        env={**os.environ, "OUT": str(folder / "told")}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (made,) = (tree / "dist").glob(f"porrazo_{__version__}_*.deb")
    subprocess.run(["dpkg-deb", "-R", str(made), str(folder / "out")], check=True)
    return folder / "out", (folder / "told").read_text()


def test_it_holds_the_command_the_menu_entry_and_the_licence(packed: tuple[Path, str]) -> None:
    out, _ = packed
    files = {file.relative_to(out).as_posix() for file in out.rglob("*") if file.is_file()}
    assert {
        "usr/bin/porrazo",
        "usr/share/applications/porrazo.desktop",
        "usr/share/icons/hicolor/scalable/apps/porrazo.svg",
        "usr/share/doc/porrazo/LICENSE",
        "opt/porrazo/companion/cli.py",
    } <= files
    assert not any(name.startswith(("opt/porrazo/bin", "opt/porrazo/share")) for name in files)


def test_it_asks_for_the_python_that_it_was_made_for(packed: tuple[Path, str]) -> None:
    control = (packed[0] / "DEBIAN" / "control").read_text()
    assert f"Version: {__version__}\n" in control
    for word in ("python3 (>= 3.13)", "python3 (<< 3.14)", "libgl1", "libegl1", "libglib2.0-0", "openssl"):
        assert word in control
    for script in ("postinst", "prerm"):
        assert os.access(packed[0] / "DEBIAN" / script, os.X_OK)


def test_the_libraries_are_those_of_the_lock(packed: tuple[Path, str]) -> None:
    told = packed[1].splitlines()
    assert told[0] == "3.13"
    for name in ("numpy", "kivy", "opencv-python", "onnxruntime", "aiohttp", "segno"):
        assert any(line.startswith(f"{name}==") for line in told), name


def test_the_command_starts_the_program_and_gives_its_status(packed: tuple[Path, str]) -> None:
    command = (packed[0] / "usr" / "bin" / "porrazo").read_text()
    assert command.startswith("#!/usr/bin/python3 -I\n")
    here = command.replace("/opt/porrazo", str(packed[0] / "opt" / "porrazo"))
    done = subprocess.run([sys.executable, "-I", "-c", here], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (3, "started\n")
