"""A disk that takes nothing: the sentence names the file that people know, and says why."""

import errno
import os
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.archive.archive import Archive
from companion.store import schema
from companion.store.backup import back_up
from companion.store.store import Store
from engine.events import Adjust
from engine.header import Header
from engine.journal import Journal
from tests.rules.test_journal import full_at
from vision.files.own_files import write_whole

HEADER = Header(("Ana", "Beto"))


def test_a_record_that_cannot_be_begun_is_named(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with pytest.raises(OSError, match="too large") as said, full_at(10):
        Journal.begin(path, HEADER)
    assert said.value.filename == str(path)
    Journal.begin(path, HEADER).close()


def test_a_file_that_cannot_be_written_is_named_by_its_own_name(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="too large") as said, full_at(10):
        write_whole(tmp_path / "out.jsonl", b"x" * 100)
    assert said.value.filename == str(tmp_path / "out.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_backup_without_room_is_named_and_nothing_of_it_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive(tmp_path / "data")
    archive.begin(HEADER).journal.append(Adjust(0, 3, "x"))
    archive.let_go()

    def full(_store: Store, beside: Path) -> None:
        beside.write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device", str(beside))

    with monkeypatch.context() as disk:
        disk.setattr(Store, "copy_to", full)
        with pytest.raises(OSError, match="No space") as said:
            back_up(tmp_path / "data", tmp_path / "b")
    assert said.value.filename == str(tmp_path / "b")
    assert [each.name for each in tmp_path.iterdir()] == ["data"]
    assert back_up(tmp_path / "data", tmp_path / "b") == 1


@pytest.mark.parametrize(
    ("code", "flags", "number"),
    [
        (sqlite3.SQLITE_IOERR_SHMSIZE, 0, errno.ENOSPC),  # what is said first on a full disk
        (sqlite3.SQLITE_IOERR_WRITE, 0, errno.EIO),
        (sqlite3.SQLITE_FULL, 0, errno.ENOSPC),
        (sqlite3.SQLITE_CANTOPEN, 0, errno.EACCES),
        (sqlite3.SQLITE_CANTOPEN, os.ST_RDONLY, errno.EROFS),
    ],
)
def test_why_the_store_takes_nothing_is_said(
    code: int, flags: int, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=flags))
    fault = sqlite3.OperationalError("no")
    fault.sqlite_errorcode = code
    with pytest.raises(OSError) as said, schema.spoken(tmp_path / "porrazo.db"):  # noqa: PT011 - its number tells
        raise fault
    assert said.value.errno == number
    assert said.value.filename == str(tmp_path / "porrazo.db")
