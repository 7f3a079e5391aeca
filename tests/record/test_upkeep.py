"""What is done beside the play: the rest of older files, owed figures, a look through a large store."""

import threading
import time
from pathlib import Path

import pytest

from companion.archive.archive import Archive
from companion.archive.figures import owed
from companion.archive.upkeep import Upkeep
from companion.store import opening, schema
from companion.store.schema import DAMAGE_NOTE
from companion.store.store import Store
from engine.events import Adjust
from engine.header import Header
from engine.record import line_of
from tests.record.test_older_files import left
from tests.record.test_salvage import PAGE, filled, overwrite

LINE = line_of(Header(("Ana", "Beto")))


def tended(folder: Path) -> Upkeep:
    """Let the upkeep do all that there is to do."""
    upkeep = Upkeep(folder)
    upkeep.start()
    upkeep._thread.join(60)
    assert not upkeep._thread.is_alive()
    return upkeep


def test_it_takes_the_rest_over_and_reckons_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.archive.upkeep.PAUSE_S", 0.001)
    monkeypatch.setattr("companion.archive.one_writer.IMPORT_AT_START_S", -1.0)
    for number in range(60):
        left(tmp_path / "matches" / f"2026-01-05-2000{number:02}.jsonl", 1 + number, changed=1.0)
    archive = Archive(tmp_path)
    assert len(archive.numbers()) < 60, "the start does not wait for all of them"
    tended(tmp_path)
    assert len(archive.numbers()) == 60
    assert archive.owed() == ()
    assert [each.matches for each in archive.figures()] == [60, 60]


def test_it_stops_when_asked_and_goes_on_at_the_next_start(tmp_path: Path) -> None:
    with Store(tmp_path) as store, store.change():
        pass
    with Store(tmp_path) as store:
        for _ in range(20):
            store.add(LINE, [line_of(Adjust(0, 5, "x"))], 5.0)
        upkeep = Upkeep(tmp_path)
        upkeep.start()
        upkeep.stop()
        assert not upkeep._thread.is_alive()
        assert len(owed(store)) > 0
    tended(tmp_path)
    with Store(tmp_path) as store:
        assert owed(store) == ()


def test_a_large_damaged_store_is_said_and_mended_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled(tmp_path)
    monkeypatch.setattr(opening, "QUICK_BYTES", 1000)
    overwrite(path, path.stat().st_size // PAGE - 3)
    upkeep = tended(tmp_path)
    assert upkeep.notice is not None
    assert "open it again to mend it" in upkeep.notice.text
    assert (tmp_path / DAMAGE_NOTE).exists()
    archive = Archive(tmp_path)
    assert len(archive.numbers()) > 30
    assert archive.notice is not None
    assert "was damaged" in archive.notice.text
    assert not (tmp_path / DAMAGE_NOTE).exists()
    assert len(list(tmp_path.glob("damaged-*.db"))) == 1


def test_a_sound_store_is_not_spoken_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path, matches=3)
    monkeypatch.setattr(opening, "QUICK_BYTES", 0)
    assert tended(tmp_path).notice is None
    assert not (tmp_path / DAMAGE_NOTE).exists()


def test_play_goes_on_meanwhile(tmp_path: Path) -> None:
    with Store(tmp_path) as store, store.change() as within:
        within.executemany(
            "INSERT INTO match (header, began, state, place) VALUES (?, 5.0, 'put by', ?)",
            [(LINE, at) for at in range(200)],
        )
    archive = Archive(tmp_path)
    assert archive.claim()
    archive.tend()
    with archive.begin(Header(("Ana", "Beto"))).journal as journal:
        for points in range(1, 40):
            journal.append(Adjust(0, points, "x"))
            time.sleep(0.002)
    archive.let_go()
    assert not [each for each in threading.enumerate() if each.name == "upkeep"]
    with Store(tmp_path) as store:
        row = store.row(store.playing()[0])
        assert row is not None
        assert len(row.events) == 39
        assert store.ask("PRAGMA application_id") == [(schema.APPLICATION_ID,)]
