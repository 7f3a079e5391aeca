"""The Raspberry Pi's install script, with stand-ins for what changes a machine, and the service's unit."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
UNIT = SCRIPTS / "install" / "porrazo.service"
LOGGED = "apt-get", "systemctl", "usermod"
PYTHON = """#!/bin/sh
# Of `-m venv` makes a folder with another of these in it, and a porrazo.
echo "python $*" >> "$CALLS"
case "$*" in
    "-m venv "*)
        for folder; do :; done
        mkdir -p "$folder/bin"
        cp "$0" "$folder/bin/python"
        printf '#!/bin/sh\\necho "porrazo $*" >> "$CALLS"\\n' > "$folder/bin/porrazo"
        chmod +x "$folder/bin/porrazo" ;;
    *version_info*) exit "${TOO_OLD:-0}" ;;
    *picamera2*) [ -z "$NO_CAMERA" ] || { echo "ValueError: $NO_CAMERA" >&2; exit 1; } ;;
esac
"""


class Pi:
    """A checkout of the scripts and a PATH in which nothing touches this machine."""

    def __init__(self, folder: Path) -> None:
        self.checkout, self.home, self.bin = folder / "my checkout", folder / "home", folder / "bin"
        self.calls = folder / "calls"
        self.installed = folder / "unit"
        shutil.copytree(SCRIPTS, self.checkout / "scripts")
        self.home.mkdir()
        self.bin.mkdir()
        for name in LOGGED:
            self.stand_in(name, f'echo "{name} $*" >> "$CALLS"')
        self.stand_in("sudo", 'echo "sudo $1" >> "$CALLS"; shift; exec "$@"')
        self.stand_in("install", f'cp "$3" "{self.installed}"; echo "install to $4" >> "$CALLS"')
        self.stand_in(
            "rm", 'case "$*" in *systemd*) echo "rm $*" >> "$CALLS" ;; *) exec /bin/rm "$@" ;; esac'
        )
        self.stand_in("id", 'case "$1" in -u) echo 1000 ;; *) echo ana ;; esac')
        self.stand_in("dpkg", "echo arm64")
        (self.bin / "python3").write_text(PYTHON)
        (self.bin / "python3").chmod(0o755)

    def stand_in(self, name: str, does: str) -> None:
        """Put a command into the PATH, before all others."""
        (self.bin / name).write_text(f"#!/bin/sh\n{does}\n")
        (self.bin / name).chmod(0o755)

    def run(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run the install script; the calls of the run before are forgotten."""
        self.calls.write_text("")
        environment = {
            "HOME": str(self.home),
            "PATH": f"{self.bin}:/usr/bin:/bin",
            "CALLS": str(self.calls),
            **more,
        }
        return subprocess.run(
            [self.checkout / "scripts" / "install_pi.sh", *words],
            env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip

    @property
    def called(self) -> str:
        """What was called, a line each."""
        return self.calls.read_text()


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("*.sh")), ids=lambda path: path.name)
def test_every_script_is_well_formed(script: Path) -> None:
    subprocess.run(["bash", "-n", script], check=True, timeout=30)


def test_it_installs_what_the_pi_needs_and_asks_nothing(pi: Pi) -> None:
    done = pi.run()
    assert (done.returncode, done.stderr) == (0, "")
    venv = pi.home / ".local" / "lib" / "porrazo"
    apt = next(line for line in pi.called.splitlines() if "apt-get install" in line)
    assert {"-y", "python3-picamera2", "python3-venv", "libgbm1"} <= set(apt.split())
    assert f"python -m venv --system-site-packages {venv}\n" in pi.called
    assert pi.called.count(f"{pi.checkout}\n") == 2, "installed, and again though its version is the same"
    assert pi.called.endswith("porrazo doctor\n")
    assert "systemctl" not in pi.called
    assert set(re.findall("^sudo (.*)", pi.called, re.M)) == {"-n"}, "sudo never waits for a password"
    assert (pi.home / ".local" / "bin" / "porrazo").resolve() == venv / "bin" / "porrazo"
    assert (pi.home / ".local" / "share" / "applications" / "porrazo.desktop").exists()


def test_it_can_be_run_again(pi: Pi) -> None:
    pi.run()
    first = pi.called
    assert pi.run().returncode == 0
    assert pi.called == first


def test_a_wheel_is_taken_where_there_is_one_or_one_is_named(pi: Pi) -> None:
    built = pi.checkout / "dist" / "porrazo-0.1.0-py3-none-any.whl"
    built.parent.mkdir()
    built.touch()
    pi.run()
    assert "/../dist/porrazo-0.1.0-py3-none-any.whl\n" in pi.called
    named = pi.home / "porrazo-0.2.0-py3-none-any.whl"
    named.touch()
    pi.run(str(named))
    assert pi.called.count(f" {named}\n") == 2
    assert "0.1.0" not in pi.called


def test_the_service_starts_this_user_s_program_and_the_desktop_can_be_had_back(pi: Pi) -> None:
    assert pi.run("--service").returncode == 0
    unit = pi.installed.read_text()
    assert "@" not in unit.replace("getty@tty1.service", "").replace("@USER@ and @PORRAZO@ ", "")
    assert "\nUser=ana\n" in unit
    assert f"\nExecStart={pi.home}/.local/lib/porrazo/bin/porrazo\n" in unit
    for call in (
        "install to /etc/systemd/system/porrazo.service",
        "usermod --append --groups video,render,input ana",
        "systemctl enable porrazo.service",
        "systemctl set-default multi-user.target",
    ):
        assert f"{call}\n" in pi.called
    assert pi.run("--remove-service").returncode == 0
    assert "systemctl disable --now porrazo.service\n" in pi.called
    assert "rm -f /etc/systemd/system/porrazo.service\n" in pi.called
    assert "systemctl set-default graphical.target\n" in pi.called
    assert "apt-get" not in pi.called, "and nothing else is done"


def test_a_pi_without_a_desktop_is_not_given_one(pi: Pi) -> None:
    pi.stand_in("systemctl", 'echo "systemctl $*" >> "$CALLS"; [ "$1" != cat ] && [ "$1" != disable ]')
    assert pi.run("--remove-service").returncode == 0
    assert "graphical" not in pi.called


@pytest.mark.parametrize(
    ("set_as", "architecture", "said"),
    [({}, "armhf", "64-bit Raspberry Pi OS"), ({"TOO_OLD": "1"}, "arm64", "needs Python 3.11")],
)
def test_a_machine_that_will_not_do_is_told_before_anything_is_changed(
    set_as: dict[str, str], architecture: str, said: str, pi: Pi
) -> None:
    pi.stand_in("dpkg", f"echo {architecture}")
    done = pi.run(**set_as)
    assert done.returncode == 1
    assert said in done.stderr
    assert "sudo" not in pi.called


@pytest.mark.parametrize(
    ("word", "said"), [("--sevice", "there is no option"), ("no.whl", "there is no such file")]
)
def test_a_word_that_means_nothing_is_refused(word: str, said: str, pi: Pi) -> None:
    done = pi.run(word)
    assert done.returncode == 1
    assert said in done.stderr
    assert pi.called == ""


def test_a_camera_library_that_does_not_load_is_said_and_the_rest_goes_on(pi: Pi) -> None:
    done = pi.run(NO_CAMERA="numpy.dtype size changed")
    assert done.returncode == 0
    assert "The Pi's own camera cannot be used: ValueError: numpy.dtype size changed\n" in done.stdout
    assert "cannot be used" not in pi.run().stdout


def test_an_install_that_fails_stops_there(pi: Pi) -> None:
    pi.stand_in("apt-get", "exit 100")
    done = pi.run("--service")
    assert done.returncode == 100
    assert "venv" not in pi.called


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("this machine has no systemd-analyze")
    unit = tmp_path / "porrazo.service"
    text = UNIT.read_text(encoding="utf-8")
    assert "Environment=SDL_VIDEODRIVER=kmsdrm " in text
    unit.write_text(text.replace("@USER@", "root").replace("@PORRAZO@", "/bin/true"))
    done = subprocess.run([verify, "verify", unit], capture_output=True, text=True, check=False, timeout=60)
    about_it = [line for line in done.stderr.splitlines() if "porrazo" in line]
    assert (done.returncode, about_it) == (0, [])
