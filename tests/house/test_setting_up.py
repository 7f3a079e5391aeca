"""What the set-up scripts say and do on machines that lack something."""

import io
import os
import stat
import subprocess
from pathlib import Path

import pytest

from companion import cli, system_libraries

SCRIPTS = Path(__file__).parents[2] / "scripts"


@pytest.fixture
def porrazo(tmp_path: Path) -> Path:
    """A stand-in for the installed command that prints what it was called with."""
    command = tmp_path / "porrazo"
    command.write_text('#!/bin/sh\necho "called: $*"\n')
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return command


def demo(porrazo: Path, clip: Path, **display: str) -> subprocess.CompletedProcess[str]:
    """Run the demo with this display and no other."""
    plain = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run(
        [SCRIPTS / "demo.sh", porrazo, clip],
        env={**plain, **display}, capture_output=True, text=True, check=False, timeout=30,
    )  # fmt: skip


def test_without_a_display_the_demo_is_headless_and_says_so(porrazo: Path, tmp_path: Path) -> None:
    clip = tmp_path / "clip.mp4"
    clip.touch()
    said = demo(porrazo, clip).stdout
    assert said.splitlines()[0].startswith("There is no display here")
    called = said.splitlines()[-1]
    assert called.startswith(f"called: watch {clip} ")
    assert called.endswith(" --headless")


def test_with_a_display_the_demo_opens_the_window(porrazo: Path, tmp_path: Path) -> None:
    clip = tmp_path / "clip.mp4"
    clip.touch()
    said = demo(porrazo, clip, DISPLAY=":0").stdout
    assert said.startswith(f"called: watch {clip} ")
    assert "--headless" not in said


def test_a_demo_without_its_clip_says_so(porrazo: Path, tmp_path: Path) -> None:
    done = demo(porrazo, tmp_path / "clip.mp4")
    assert done.returncode == 1
    assert "There is no clip at" in done.stderr


def test_a_machine_without_python_is_told_what_to_install(tmp_path: Path) -> None:
    done = subprocess.run(
        [SCRIPTS / "new_venv.sh", "python9.9", tmp_path / "venv"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "Python 3.11 or newer is needed; on Debian: apt-get install git make python3-venv\n"
    assert not (tmp_path / "venv").exists()


def interpreter(folder: Path, version: str, *, new_enough: bool, camera: bool = False) -> Path:
    """A stand-in for Python that tells its version and prints what it was asked for."""
    command = folder / "python"
    command.write_text(f"""#!/bin/sh
case "$*" in
    -V) echo "Python {version}" ;;
    *version_info*) exit {0 if new_enough else 1} ;;
    *picamera2*) exit {0 if camera else 1} ;;
    *) echo "$*" ;;
esac
""")
    command.chmod(0o755)
    return command


def test_a_python_that_is_too_old_is_named(tmp_path: Path) -> None:
    python = interpreter(tmp_path, "3.9.2", new_enough=False)
    done = subprocess.run(
        [SCRIPTS / "new_venv.sh", python, tmp_path / "venv"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert f"{python} is Python 3.9.2" in done.stderr


@pytest.mark.parametrize("camera", [True, False])
def test_the_environment_sees_a_raspberry_pi_s_camera_library(camera: bool, tmp_path: Path) -> None:
    python = interpreter(tmp_path, "3.13.5", new_enough=True, camera=camera)
    done = subprocess.run(
        [SCRIPTS / "new_venv.sh", python, tmp_path / "venv"], capture_output=True, text=True, check=True
    )
    assert ("--system-site-packages" in done.stdout.split()) == camera


@pytest.mark.parametrize(
    ("commands", "user", "before"),
    [
        (("apt-get", "sudo"), 0, []),
        (("apt-get", "sudo"), 1000, ["sudo", "-n"]),
        (("apt-get",), 1000, None),
        (("sudo",), 0, None),
    ],
)
def test_root_installs_others_ask_sudo_without_waiting_for_a_password(
    commands: tuple[str, ...],
    user: int,
    before: list[str] | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in commands:
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("os.geteuid", lambda: user)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert system_libraries.right_to_install() == before


def lacking(monkeypatch: pytest.MonkeyPatch, *libraries: str) -> None:
    monkeypatch.setattr(system_libraries, "is_there", lambda library: library not in libraries)


def test_a_library_that_no_machine_has_is_missed() -> None:
    assert not system_libraries.is_there("libof-no-such-name.so.1")
    assert system_libraries.is_there("libc.so.6")


def test_who_may_not_install_gets_one_line_to_copy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking(monkeypatch, "libGL.so.1", "libgthread-2.0.so.0")
    monkeypatch.setattr(system_libraries, "right_to_install", lambda: None)
    assert system_libraries.main() == 1
    assert capsys.readouterr().err.endswith(
        "\n  apt-get update && apt-get install --no-install-recommends libgl1 libglib2.0-0\n"
        "Then run the same command again.\n"
    )


def test_who_may_is_told_before_anything_is_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said_before_running = []

    def run(words: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        said_before_running.append(capsys.readouterr().out)
        lacking(monkeypatch)
        return subprocess.CompletedProcess(words, 0)

    lacking(monkeypatch, "libEGL.so.1")
    monkeypatch.setattr(system_libraries, "right_to_install", lambda: ["sudo"])
    monkeypatch.setattr("subprocess.run", run)
    assert system_libraries.main() == 0
    assert "sudo apt-get install" in said_before_running[0]
    assert "libegl1" in said_before_running[0]


def test_an_install_that_fails_leaves_the_line_to_copy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking(monkeypatch, "libEGL.so.1")
    monkeypatch.setattr(system_libraries, "right_to_install", list)
    monkeypatch.setattr("subprocess.run", lambda words, **_: subprocess.CompletedProcess(words, 100))
    assert system_libraries.main() == 1
    assert capsys.readouterr().err.endswith(
        "\n  apt-get update && apt-get install --no-install-recommends libegl1\n"
        "Then run the same command again.\n"
    )


def test_the_program_says_what_to_type_and_installs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking(monkeypatch, "libGL.so.1", "libEGL.so.1")
    monkeypatch.setattr("subprocess.run", None)
    assert system_libraries.what_to_type() == (
        "libraries of the system are missing (libGL.so.1, libEGL.so.1); "
        "on Debian, Ubuntu and Raspberry Pi OS: sudo apt-get install libgl1 libegl1"
    )


def test_a_command_that_cannot_load_opencv_says_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def unloadable(*_: object) -> None:
        raise ImportError("libGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr("companion.commands.recognise.run", unloadable)
    lacking(monkeypatch, "libGL.so.1")
    assert cli.main(["recognise", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("porrazo: libraries of the system are missing (libGL.so.1); ")
    assert said.count("\n") == 1
    lacking(monkeypatch)
    with pytest.raises(ImportError):  # any other is an error of the program
        cli.main(["recognise", str(tmp_path)])


def test_nothing_missing_nothing_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking(monkeypatch)
    assert system_libraries.main() == 0
    assert capsys.readouterr() == ("", "")
    assert system_libraries.what_to_type() == ""


class Repository:
    """A repository with a first commit on main, to try what has changed in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "--quiet", "--initial-branch=main")
        self.change("README.md", "models/train.py")

    def git(self, *words: str) -> None:
        """Run git as somebody."""
        somebody = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *somebody, *words], cwd=self.folder, check=True, timeout=30)

    def change(self, *names: str) -> None:
        """Commit another version of these files."""
        for name in names:
            (self.folder / name).parent.mkdir(exist_ok=True)
            with (self.folder / name).open("a") as file:
                file.write("more\n")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=more")

    def training_due(self, **set_as: str) -> bool:
        """Whether the script says that training is to be tried."""
        plain = {name: value for name, value in os.environ.items() if name != "SINCE"}
        done = subprocess.run(
            [SCRIPTS / "training_changed.sh"],
            cwd=self.folder,
            env={**plain, **set_as},
            check=False,
            timeout=30,
        )
        return done.returncode == 0


def test_training_is_tried_where_what_it_is_made_of_has_changed(tmp_path: Path) -> None:
    at = Repository(tmp_path)
    assert at.training_due(), "a first commit: nothing to compare with"
    at.change("README.md")
    assert not at.training_due(), "on main: since the commit before"
    assert at.training_due(SINCE="no such commit"), "in doubt"
    at.change("vision/finder.py")
    assert at.training_due()
    at.change("README.md")
    assert at.training_due(SINCE="HEAD~2")
    at.git("switch", "--quiet", "--create", "branch")
    at.change("models/train.py")
    at.change("README.md")
    assert at.training_due(), "anything since the branch left main"
    at.git("switch", "--quiet", "--create", "other", "main")
    at.change("README.md")
    assert not at.training_due()
    (tmp_path / "datasets").mkdir()
    (tmp_path / "datasets" / "new.py").touch()
    assert at.training_due(), "not committed yet"
