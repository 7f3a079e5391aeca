"""What is tapped is written at once and on the disk a moment later; nothing that was written is lost, nobody waits."""

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.record import match_file
from companion.record.async_journal import SyncedBehind
from companion.record.session import Session
from engine.events import Adjust
from engine.header import Header
from engine.journal import whole_lines
from engine.record import read
from tests.app.conftest import Open

ROOT = Path(__file__).parents[2]
HEADER = Header(("Ana", "Beto"))
MANY = 200


class Disk:
    """``os.fsync`` as a slow or failing disk does it: what each call had brought to the disk is in ``there``."""

    def __init__(self) -> None:
        self.real, self.free = os.fsync, threading.Event()
        self.free.set()
        self.fault: OSError | None = None
        self.there: list[tuple[int, int]] = []
        self.threads: set[str] = set()

    def fsync(self, file: int) -> None:
        size = os.fstat(file).st_size
        assert self.free.wait(60)
        if self.fault is not None:
            raise self.fault
        self.real(file)
        self.there.append((os.fstat(file).st_ino, size))
        self.threads.add(threading.current_thread().name)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    slow = Disk()
    monkeypatch.setattr(os, "fsync", slow.fsync)
    yield slow
    slow.free.set()


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[[], SyncedBehind]]:
    """Begin a record in ``m.jsonl``; closed after the test."""
    begun: list[SyncedBehind] = []

    def begin_it() -> SyncedBehind:
        journal = SyncedBehind.begin(tmp_path / "m.jsonl", HEADER)
        assert isinstance(journal, SyncedBehind)
        begun.append(journal)
        return journal

    yield begin_it
    for journal in begun:
        journal.close()


def points(path: Path) -> list[int]:
    """What a program that opens the record now finds in it."""
    items = (item for _, item in read(whole_lines(path.read_bytes())))
    return [item.points for item in items if isinstance(item, Adjust)]


def test_a_line_is_written_before_the_disk_has_it(
    disk: Disk, begin: Callable[[], SyncedBehind], tmp_path: Path
) -> None:
    disk.free.clear()
    journal = begin()
    began = time.monotonic()
    for at in range(MANY):
        journal.append(Adjust(0, 1 + at, "x"))
    assert time.monotonic() - began < 5, "nobody waits for a disk that does not answer"
    assert disk.there == []
    assert points(tmp_path / "m.jsonl") == list(range(1, 1 + MANY)), "the system has it all the same"


def test_after_settling_the_disk_has_every_line(
    disk: Disk, begin: Callable[[], SyncedBehind], tmp_path: Path
) -> None:
    journal = begin()
    for at in range(MANY):
        journal.append(Adjust(0, 1 + at, "x"))
    journal.settle()
    about = (tmp_path / "m.jsonl").stat()
    assert disk.there[-1] == (about.st_ino, about.st_size)
    assert disk.threads == {"record"}


def test_closing_waits_for_the_disk(disk: Disk, begin: Callable[[], SyncedBehind], tmp_path: Path) -> None:
    disk.free.clear()
    journal = begin()
    journal.append(Adjust(0, 7, "x"))
    threading.Timer(0.3, disk.free.set).start()
    journal.close()
    about = (tmp_path / "m.jsonl").stat()
    assert disk.there[-1] == (about.st_ino, about.st_size)


def test_a_rewrite_is_on_the_disk_before_it_takes_the_old_ones_place(
    disk: Disk, begin: Callable[[], SyncedBehind], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = begin()
    journal.append(Adjust(0, 1, "x"))
    journal.settle()
    replaced: list[bool] = []
    real = os.replace

    def replace(new: Path, old: Path) -> None:
        replaced.append((new.stat().st_ino, new.stat().st_size) in disk.there)
        real(new, old)

    monkeypatch.setattr(os, "replace", replace)
    journal.rewrite(HEADER, [Adjust(0, 2, "x")])
    assert replaced == [True]
    journal.append(Adjust(0, 3, "x"))
    journal.settle()
    about = (tmp_path / "m.jsonl").stat()
    assert disk.there[-1] == (about.st_ino, about.st_size), "the lines after it go to the new file"
    assert points(tmp_path / "m.jsonl") == [2, 3]


def test_no_files_are_left_open(disk: Disk, begin: Callable[[], SyncedBehind]) -> None:
    journal = begin()
    journal.settle()
    before = len(list(Path("/proc/self/fd").iterdir()))
    for at in range(MANY):
        journal.append(Adjust(0, 1 + at, "x"))
    journal.settle()
    assert len(list(Path("/proc/self/fd").iterdir())) == before


PLAYING = """
import os, sys, time
from pathlib import Path
from companion.record.async_journal import SyncedBehind
from engine.events import Adjust
from engine.header import Header

os.fsync = lambda file: time.sleep(60)  # a disk that does not come round to it
journal = SyncedBehind.begin(Path(sys.argv[1]), Header(("Ana", "Beto")))
for at in range(1000000):
    journal.append(Adjust(0, 1 + at % 50, "x"))
    print(1 + at % 50, flush=True)
"""


@pytest.mark.parametrize("lines", [1, 7, 400])
def test_a_kill_loses_nothing_that_was_said(tmp_path: Path, lines: int) -> None:
    path = tmp_path / "m.jsonl"
    words = [sys.executable, "-c", PLAYING, str(path)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        said = [int(playing.stdout.readline()) for _ in range(lines)]
        playing.send_signal(signal.SIGKILL)
        said += [int(line) for line in playing.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    assert playing.returncode == -signal.SIGKILL
    assert points(path)[: len(said)] == said


def test_what_the_disk_did_not_take_is_written_anew(
    disk: Disk, begin: Callable[[], SyncedBehind], tmp_path: Path
) -> None:
    journal = begin()
    session = Session(HEADER, journal)
    journal.settle()
    disk.fault = OSError(errno.EIO, "Input/output error")
    assert session.tap(Adjust(0, 5, "x"))
    journal.settle()
    assert journal.trouble is disk.fault
    disk.fault = None
    assert not session.mend(), "it went well the second time: there is nothing to tell"
    assert journal.trouble is None
    about = (tmp_path / "m.jsonl").stat()
    assert (about.st_ino, about.st_size) in disk.there
    assert points(tmp_path / "m.jsonl") == [5]


def test_a_disk_that_is_full_is_told_once_in_one_sentence(
    disk: Disk, open_app: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(HEADER)
    app.session.settle()
    disk.fault = OSError(errno.ENOSPC, "No space left on device")
    app.session.tap(Adjust(0, 5, "x"))
    app.app.changed()
    app.until(lambda: "The record cannot be written: No space left on device" in app.texts(), 20)
    app.tap(app.screen.banner.button)
    app.app._mend(1)
    app.idle()
    assert "The record cannot be written: No space left on device" not in app.texts(), "once is enough"
    assert points(tmp_path / match_file.CURRENT) == [5]
    disk.fault = None
    app.close()
    about = (tmp_path / match_file.CURRENT).stat()
    assert (about.st_ino, about.st_size) in disk.there, "when the app is left it is tried once more"
    assert points(tmp_path / match_file.CURRENT) == [5]


def test_a_write_that_fails_is_told_at_once(
    begin: Callable[[], SyncedBehind], monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = begin()
    session = Session(HEADER, journal)

    def full(_file: int) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "dup", full)
    assert session.tap(Adjust(0, 5, "x"))
    assert session.notice is not None
    assert session.notice.values == {"reason": "No space left on device"}


def test_a_tap_does_not_wait_for_a_slow_disk(disk: Disk, open_app: Open, tmp_path: Path) -> None:
    app = open_app(HEADER)
    app.session.settle()
    disk.free.clear()
    began = time.monotonic()
    assert app.session.tap(Adjust(0, 5, "x"))
    assert time.monotonic() - began < 5
    assert points(tmp_path / match_file.CURRENT) == [5]
    disk.free.set()
    app.close()
    about = (tmp_path / match_file.CURRENT).stat()
    assert disk.there[-1] == (about.st_ino, about.st_size), "closing the app brought it to the disk"


def test_the_record_before_is_on_the_disk_when_another_match_begins(
    disk: Disk, open_app: Open, tmp_path: Path
) -> None:
    app = open_app(HEADER)
    app.session.settle()
    disk.fault = OSError(errno.EIO, "Input/output error")
    app.session.tap(Adjust(0, 5, "x"))
    keeper = app.session.keeper
    assert isinstance(keeper, SyncedBehind)
    app.until(lambda: keeper.trouble is not None)
    disk.fault = None
    assert app.app.begin(Header(("Carla", "Diego")))
    (before,) = (tmp_path / match_file.FINISHED).iterdir()
    about = before.stat()
    assert (about.st_ino, about.st_size) in disk.there
    app.session.tap(Adjust(0, 9, "x"))
    assert points(before) == [5]
    assert points(tmp_path / match_file.CURRENT) == [9]
