"""``porrazo doctor`` and the program's log: what is amiss is found and said, and nothing else is."""

import logging
import threading
from pathlib import Path

import pytest

from companion import logs, system_libraries
from companion.archive.archive import Archive
from companion.cli import main
from companion.commands import doctor
from companion.commands.doctor import BROKEN, GOOD, WEAK, Finding
from companion.pipeline.strain import HOT, WEAK_POWER, Strain
from engine.events import Adjust
from engine.header import Header
from tests.house.test_command_line import porrazo
from vision.cameras.camera import CameraError
from vision.files.own_files import data_folder


@pytest.fixture
def no_handlers_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loggers are the process's: what a test adds goes with it."""
    for name in logs.OWN_LOGGERS:
        monkeypatch.setattr(logging.getLogger(name), "handlers", [])


def states(found: list[Finding]) -> dict[str, str]:
    return {finding.about: finding.state for finding in found}


def test_a_machine_that_is_well_is_said_to_be(tmp_path: Path) -> None:
    done = porrazo("doctor", "--camera", str(frames(tmp_path)))
    assert (done.returncode, done.stderr) == (0, "")
    assert not [line for line in done.stdout.splitlines() if line.startswith(BROKEN)]
    assert "used here" in done.stdout
    assert "64 x 48 pixels" in done.stdout


def frames(folder: Path) -> Path:
    import cv2
    import numpy as np

    cv2.imwrite(str(folder / "1.png"), np.zeros((48, 64, 3), np.uint8))
    return folder


def test_a_camera_that_is_not_there_is_said_and_told_by_the_exit_status() -> None:
    done = porrazo("doctor", "--camera", "/nowhere")
    assert done.returncode == 1
    assert "bad   camera       /nowhere" in done.stdout


def test_damaged_networks_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "finder.onnx").write_bytes(b"no network")
    (tmp_path / "SHA256SUMS").write_text("0" * 64 + "  finder.onnx\n")
    monkeypatch.setenv("PORRAZO_WEIGHTS", str(tmp_path))
    assert states(list(doctor.networks())) == {"networks": BROKEN}


def test_without_a_library_of_the_system_doctor_says_what_to_type_and_stops_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(system_libraries, "is_there", lambda library: library != "libGL.so.1")
    *_, last = doctor.findings(None)
    assert (last.state, last.about) == (BROKEN, "system")
    assert "libGL.so.1" in last.said
    assert last.advice.startswith("sudo apt-get install libgl1,")
    monkeypatch.setattr(system_libraries, "is_there", lambda _: True)
    assert doctor.system().state == GOOD


def test_folders_that_cannot_be_written_and_full_disks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert states(list(doctor.folders())) == {"matches": GOOD, "cache": GOOD}
    monkeypatch.setattr(doctor, "LEAST_FREE", 10**18)
    assert states(list(doctor.folders())) == {"matches": WEAK, "cache": WEAK}
    monkeypatch.setattr("os.access", lambda *_: False)
    assert states(list(doctor.folders())) == {"matches": BROKEN, "cache": BROKEN}


@pytest.mark.parametrize(
    ("found", "state", "said", "advice"),
    [
        (Strain(), "ok", "not known here", ""),
        (Strain(41.6), "ok", "42 degrees Celsius", ""),
        (Strain(85.0, HOT), "note", "85 degrees Celsius; heat slows it down now", "cooler"),
        (
            Strain(41.0, None, WEAK_POWER),
            "note",
            "weak power has slowed it down since it was started",
            "supply",
        ),
    ],
)
def test_heat_and_a_weak_supply_are_said(
    found: Strain, state: str, said: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.pipeline.strain.strain", lambda: found)
    finding = doctor.heat()
    assert (finding.state, finding.about) == (state, "heat")
    assert said in finding.said
    assert advice in finding.advice


def test_a_camera_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(*_: object) -> None:
        threading.Event().wait(1)
        raise CameraError("it never came")

    monkeypatch.setattr(doctor, "FIRST_PICTURE_S", 0.05)
    monkeypatch.setattr("vision.cameras.opening.open_camera", hang)
    assert doctor.tried("0").state == BROKEN


@pytest.mark.usefixtures("no_handlers_left")
def test_the_log_is_a_file_and_its_end_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert list(doctor.log_tail()) == ["log: there is none yet; the app and porrazo watch write one"]
    logs.log_to_file()
    for number in range(20):
        logging.getLogger("vision.cameras.live").info("camera %d opened", number)
    first, *lines = doctor.log_tail()
    assert first == f"log: {tmp_path / 'porrazo' / logs.LOG_FILE}"
    assert len(lines) == doctor.LOG_LINES
    assert lines[-1].endswith("INFO    vision.cameras.live: camera 19 opened")


@pytest.mark.usefixtures("no_handlers_left")
def test_the_log_never_grows_beyond_its_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(logs, "LARGEST", 1000)
    logs.log_to_file()
    for number in range(500):
        logging.getLogger("companion").info("something happened for the %d. time", number)
    files = sorted((tmp_path / "porrazo").iterdir())
    assert [file.name for file in files] == [logs.LOG_FILE, f"{logs.LOG_FILE}.1", f"{logs.LOG_FILE}.2"]
    assert all(file.stat().st_size <= 1000 for file in files)


@pytest.mark.usefixtures("no_handlers_left")
def test_where_no_log_can_be_written_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "porrazo").write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    logs.log_to_file()
    logging.getLogger("companion").warning("something happened")
    assert capsys.readouterr().err == ""


def test_a_report_has_the_findings_and_the_log_and_no_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "rosalinda"))
    for name in ("DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / "rosalinda" / name))
    with Archive(data_folder()).begin(Header(("Ana", "Al"))).journal as journal:
        journal.append(Adjust(0, 1, "x"))
    logs.log_file().parent.mkdir(parents=True, exist_ok=True)
    logs.log_file().write_text("INFO ana laid a card, Always; \x1b[31m\n" * 900, encoding="utf-8")
    monkeypatch.setattr(doctor, "findings", lambda _: iter([Finding(GOOD, "matches", str(data_folder()))]))
    file = tmp_path / "report.txt"
    assert main(["doctor", "--report", str(file)]) == 0
    assert "nothing was sent" in capsys.readouterr().out
    text = file.read_text(encoding="utf-8")
    assert "ok    matches" in text
    assert text.count("laid a card, Always") == doctor.REPORTED_LINES
    assert "rosalinda" not in text
    assert "ana laid" not in text
    assert "\x1b" not in text
    assert main(["doctor", "--report", str(file)]) == 2
    assert "it is there already" in capsys.readouterr().err
