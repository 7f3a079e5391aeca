"""``porrazo watch`` run again onto its own record: broken off anywhere, it comes to the same match."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.archive.match_file import open_record
from companion.cli import main
from companion.commands import headless
from companion.pipeline.starting import going_on, referee_for
from companion.pipeline.watcher import Watcher
from engine.events import Adjust, Event
from engine.journal import Journal
from engine.record import line_of
from tests.films.scripted import HEADER, SCRIPT, ScriptedCamera, ScriptedTable

SECONDS = 12
NEVER = 10**6
MISREAD = {**SCRIPT, "9d": (9.5, 10.0), "9c": (10.0, 99.0)}
"""The last card reads as another one at first: what was said of it is put right."""


class Killed(Exception):
    """Stands for a kill between two lines."""


class CutOff(Journal):
    """A record whose writer is killed after so many events were written or put right."""

    left = NEVER

    def append(self, event: Event) -> int:
        line = super().append(event)
        self._count()
        return line

    def revise(self, line: int, event: Event) -> None:
        super().revise(line, event)
        self._count()

    def _count(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise Killed


def watched(path: Path, script: dict[str, tuple[float, float]], writes: int = NEVER) -> bool:
    """Watch the scripted film onto this record; False where the kill came first."""
    opened = open_record(path, HEADER, CutOff)
    assert isinstance(opened.journal, CutOff)
    opened.journal.left = writes
    referee = referee_for(HEADER, opened.events, 0, live=False)
    with opened.journal:
        try:
            headless.follow(
                Watcher(ScriptedCamera(SECONDS), ScriptedTable(script), referee), opened.journal, as_json=True
            )
        except Killed:
            return False
    return True


@pytest.mark.parametrize("script", [SCRIPT, MISREAD])
def test_broken_off_anywhere_it_comes_to_the_same_match(
    tmp_path: Path, script: dict[str, tuple[float, float]]
) -> None:
    whole = tmp_path / "whole.jsonl"
    assert watched(whole, script)
    writes = 0
    while True:
        writes += 1
        path = tmp_path / f"{writes}.jsonl"
        if watched(path, script, writes):
            break
        watched(path, script)
        assert path.read_bytes() == whole.read_bytes(), f"killed after {writes}"
    assert writes > 4


def test_what_people_put_in_stays_and_the_film_goes_on_after_it(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    assert not watched(path, SCRIPT, 3)
    with path.open("a") as record:
        record.write(line_of(Adjust(1, 5, "a bonus", extra={"by": "tap"})) + "\n")
    assert watched(path, SCRIPT)
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert [line.get("card", line["do"]) for line in lines] == ["7h", "7c", "Ks", "adjust", "4d"]


def test_a_film_that_ends_before_the_record_does_adds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    assert watched(path, SCRIPT)
    before = path.read_bytes()
    opened = open_record(path, HEADER)
    referee = referee_for(HEADER, opened.events, 0, live=False)
    with opened.journal:
        headless.follow(
            Watcher(ScriptedCamera(5), ScriptedTable(SCRIPT), referee), opened.journal, as_json=True
        )
    assert path.read_bytes() == before
    assert referee.settled().scores == (2, 0)


def test_a_live_cameras_times_go_on_where_the_records_end(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    assert watched(path, SCRIPT)
    opened = open_record(path, HEADER)
    script = {"Ks": (9.0, 99.0), "4d": (9.0, 99.0), "9c": (14.0, 99.0)}
    camera = going_on(ScriptedCamera(6), opened.events, live=True)
    referee = referee_for(HEADER, opened.events, 0, live=True)
    with opened.journal:
        headless.follow(Watcher(camera, ScriptedTable(script), referee), opened.journal, as_json=True)
    lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert [line["card"] for line in lines] == ["7h", "7c", "Ks", "4d", "9c"]
    times = [line["t"] for line in lines]
    assert times == sorted(times)
    assert times[-1] >= 14


def test_what_differs_from_the_record_after_a_kill_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    assert watched(path, SCRIPT)
    capsys.readouterr()
    opened = open_record(path, HEADER)
    script = {"Ks": (9.0, 99.0), "9c": (9.0, 99.0)}
    camera = going_on(ScriptedCamera(6), opened.events, live=True)
    referee = referee_for(HEADER, opened.events, 0, live=True)
    with opened.journal:
        headless.follow(Watcher(camera, ScriptedTable(script), referee), opened.journal, as_json=True)
    said = capsys.readouterr().err
    assert "counted again: 9c more than the record says, missing: 4d" in said


@pytest.fixture
def film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of frames, ten a second, whose cards are scripted."""
    folder = tmp_path / "film"
    folder.mkdir()
    done, data = cv2.imencode(".png", np.zeros((64, 64, 3), np.uint8))
    assert done
    for number in range(SECONDS * 10):
        (folder / f"{number:04}.png").write_bytes(data.tobytes())
    monkeypatch.setattr("vision.photograph.networks", lambda **_: (None, None))
    monkeypatch.setattr("vision.enrolment.enrolled_reader.with_decks", lambda *_, **__: None)
    monkeypatch.setattr("vision.tracking.table.Table", lambda *_: ScriptedTable(SCRIPT))
    return folder


def test_the_command_run_again_onto_its_own_record_changes_nothing(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    words = ["watch", str(film), "--headless", "--json", "--record", str(path)]
    words += ["--option", "declarations=automatic"]
    assert main(words) == 0
    first, record = capsys.readouterr().out.splitlines(), path.read_bytes()
    assert len(record.splitlines()) == 5
    assert main(words) == 0
    assert path.read_bytes() == record
    assert capsys.readouterr().out.splitlines() == first[-1:], "only how it stands is said again"


def test_the_command_goes_on_with_a_record_whose_middle_is_damaged(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    words = ["watch", str(film), "--headless", "--json", "--record", str(path)]
    words += ["--option", "declarations=automatic"]
    assert main(words) == 0
    lines = path.read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:4], b"\0" * 40 + b"\n", *lines[4:]])
    path.write_bytes(damaged)
    capsys.readouterr()
    assert main(["score", str(path)]) == 2, "whoever scores a file is told"
    assert f"{path}:5: " in capsys.readouterr().err
    assert main(words) == 0
    said = capsys.readouterr().err.splitlines()
    assert len([line for line in said if "Line 5 of the record makes no sense" in line]) == 1
    assert path.read_bytes() == b"".join(lines)
    assert path.with_name("out.jsonl.damaged").read_bytes() == damaged
    assert main(["score", str(path)]) == 0
