"""What older versions kept in files is taken into the store once, whole and in its order; the files are kept too."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.archive import older_files
from companion.archive.archive import Archive, Kept, Unreadable
from companion.archive.older_files import CURRENT, FINISHED, IMPORTED_FOLDER, PEOPLE, SETTINGS, taken_over
from companion.archive.players import Person
from companion.archive.settings import Settings
from companion.store.store import Store
from engine.events import Adjust
from engine.header import Header
from engine.record import line_of

ROOT = Path(__file__).parents[2]
HEADER = Header(("Ana", "Beto"))
GOOD = line_of(HEADER).encode() + b"\n"


def left(path: Path, *points: int, changed: float | None = None) -> Path:
    """Leave a file as an older version did."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(GOOD + b"".join(line_of(Adjust(0, each, "x")).encode() + b"\n" for each in points))
    if changed is not None:
        os.utime(path, (changed, changed))
    return path


def scores(folder: Path) -> list[int]:
    return [each.scores[0] for each in Archive(folder).matches() if isinstance(each, Kept)]


def test_everything_is_taken_over_once_and_in_its_order(tmp_path: Path) -> None:
    left(tmp_path / CURRENT, 9)
    for day, points in (("2026-01-05", 1), ("2026-03-07", 3), ("2026-02-06", 2)):
        left(tmp_path / FINISHED / f"{day}-200000.jsonl", points, changed=1.0)
    left(tmp_path / FINISHED / "2026-03-07-200000-2.jsonl", 4, changed=1.0)
    before = {path.name: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    assert scores(tmp_path) == [9, 4, 3, 2, 1]
    assert scores(tmp_path) == [9, 4, 3, 2, 1], "and not again"
    assert {path.name: path.read_bytes() for path in (tmp_path / IMPORTED_FOLDER).iterdir()} == before
    found = Archive(tmp_path).unfinished()
    assert isinstance(found, Kept)
    assert found.scores == (9, 0)
    kept = next(
        each for each in Archive(tmp_path).matches() if isinstance(each, Kept) and each.scores[0] == 1
    )
    assert time.localtime(kept.when)[:4] == (2026, 1, 5, 20)


def test_people_and_settings_are_taken_over(tmp_path: Path) -> None:
    people = [{"name": "Ana", "mark": 3}, {"name": "Beto", "mark": 1}]
    (tmp_path / PEOPLE).write_text(json.dumps({"people": people}))
    (tmp_path / SETTINGS).write_text(json.dumps({"look": "light", "unheard of": 1}))
    archive = Archive(tmp_path)
    assert archive.people() == (Person("Ana", 3), Person("Beto", 1))
    assert archive.settings().settings == Settings(look="light")
    assert sorted(path.name for path in (tmp_path / IMPORTED_FOLDER).iterdir()) == [PEOPLE, SETTINGS]


def test_lines_that_make_no_sense_are_kept_as_they_stand(tmp_path: Path) -> None:
    broken = b"\xef\xbb\xbf" + GOOD + b'{"do": "dance"}\r\n\n \t\n\xff\xfe\n{"do": "adj'
    (tmp_path / CURRENT).write_bytes(broken)
    found = Archive(tmp_path).unfinished()
    assert isinstance(found, Unreadable)
    assert found.notice.values == {"file": CURRENT, "line": 2}
    with Store(tmp_path) as store:
        (number,) = store.numbers()
        row = store.row(number)
    assert row is not None
    assert row.lines == (GOOD.decode().strip(), '{"do": "dance"}', b"\xff\xfe", '{"do": "adj')
    assert (tmp_path / IMPORTED_FOLDER / CURRENT).read_bytes() == broken


def test_a_line_cut_off_by_a_power_cut_costs_only_itself(tmp_path: Path) -> None:
    with left(tmp_path / CURRENT, 5).open("ab") as file:
        file.write(b'{"do": "adjust", "sea')
    found = Archive(tmp_path).unfinished()
    assert isinstance(found, Kept)
    assert found.scores == (5, 0)


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_a_file_without_a_header_was_never_a_match(tmp_path: Path, content: bytes) -> None:
    (tmp_path / CURRENT).write_bytes(content)
    assert Archive(tmp_path).unfinished() is None
    assert Archive(tmp_path).numbers() == ()
    assert (tmp_path / IMPORTED_FOLDER / CURRENT).exists()


def test_what_is_no_file_is_said_and_stays(tmp_path: Path) -> None:
    (tmp_path / FINISHED / "a.jsonl").mkdir(parents=True)
    (tmp_path / FINISHED / "notes.txt").write_text("not a match")
    archive = Archive(tmp_path)
    assert archive.numbers() == ()
    (unreadable,) = archive.left_over
    assert unreadable.notice.values["file"] == "a.jsonl"
    assert len(list((tmp_path / FINISHED).iterdir())) == 2


@pytest.mark.parametrize(("changed", "offered"), [(2e9, 7), (1.0, 9)])
def test_a_match_watched_apart_later_is_offered(tmp_path: Path, changed: float, offered: int) -> None:
    left(tmp_path / CURRENT, 9, changed=1e9)
    left(tmp_path / FINISHED / "2026-01-05-200000.jsonl", 7, changed=changed)
    found = Archive(tmp_path).unfinished()
    assert isinstance(found, Kept)
    assert found.scores == (offered, 0)


def test_files_that_cannot_be_moved_are_not_taken_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left(tmp_path / CURRENT, 9)
    left(tmp_path / FINISHED / "2026-01-05-200000.jsonl", 7, changed=1.0)

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "rename", refused)
    assert scores(tmp_path) == [9, 7]
    assert scores(tmp_path) == [9, 7]
    assert (tmp_path / CURRENT).exists()


def test_an_older_version_may_have_played_meanwhile(tmp_path: Path) -> None:
    left(tmp_path / CURRENT, 9)
    assert scores(tmp_path) == [9]
    left(tmp_path / CURRENT, 8)
    assert scores(tmp_path) == [9, 8]
    assert len(list((tmp_path / IMPORTED_FOLDER).iterdir())) == 2


def test_it_stops_when_it_is_enough_and_goes_on_later(tmp_path: Path) -> None:
    for number in range(60):
        left(tmp_path / FINISHED / f"2026-01-05-2000{number:02}.jsonl", 1 + number, changed=1.0)
    left(tmp_path / CURRENT, 99, changed=2.0)
    with Store(tmp_path) as store:
        assert taken_over(store, lambda: True) == (False, [])
        assert len(store.numbers()) == older_files.AT_ONCE
        assert len(store.playing()) == 1, "the one being played comes first"
        assert taken_over(store) == (True, [])
    assert scores(tmp_path) == [99, *range(60, 0, -1)]


TAKING = """
import sys
from pathlib import Path
from companion.archive import older_files
from companion.store.store import Store

older_files.AT_ONCE = 3
with Store(Path(sys.argv[1])) as store:
    print("go", flush=True)
    older_files.taken_over(store)
"""


@pytest.mark.parametrize("wait", [0.0, 0.01, 0.03, 0.08])
def test_a_kill_on_the_way_loses_and_doubles_nothing(tmp_path: Path, wait: float) -> None:
    for number in range(60):
        left(tmp_path / FINISHED / f"2026-01-05-2000{number:02}.jsonl", 1 + number, changed=1.0)
    words = [sys.executable, "-c", TAKING, str(tmp_path)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as taking:
        assert taking.stdout is not None
        assert taking.stdout.readline() == "go\n"
        time.sleep(wait)
        taking.send_signal(signal.SIGKILL)
    with Store(tmp_path) as store:
        taken_over(store)
    assert scores(tmp_path) == list(range(60, 0, -1))
