"""A second copy of the app looks and does not write; a match that somebody else is writing stays where it is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.archive.archive import Archive, Kept
from companion.messages import READS_ONLY
from companion.store.schema import MIGRATIONS, STORE_FILE
from companion.store.store import Store
from companion.window.start import StartScreen
from engine.events import Adjust
from engine.header import Header
from engine.holding import InUse
from tests.app.conftest import Open
from tests.app.kept import events, record
from tests.rules.test_journal import full_at

HEADER = Header(("Ana", "Beto"))
OTHERS = Header(("Carla", "Diego"))


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Archive]:
    """The app that was opened first, with a match under way."""
    archive = Archive(tmp_path)
    assert archive.claim()
    opened = archive.begin(HEADER)
    opened.journal.append(Adjust(0, 5, "x"))
    yield archive
    opened.journal.close()
    archive.let_go()


def snapshot(folder: Path) -> list[object]:
    """All that a folder holds, but for who is reading it: the files, and every row of the store."""
    names = sorted(path.name for path in folder.rglob("*"))
    with Store(folder, writes=False) as store:
        tables = ("match", "event", "person", "setting")
        return [names, *(store.ask(f"SELECT * FROM {table}") for table in tables)]


def test_a_second_copy_neither_begins_nor_goes_on(first: Archive, tmp_path: Path) -> None:
    before, second = snapshot(tmp_path), Archive(tmp_path)
    assert not second.claim()
    assert second.reads_only
    assert isinstance(second.unfinished(), Kept), "it may look"
    with pytest.raises(InUse):
        second.begin(OTHERS)
    with pytest.raises(InUse):
        second.resume()
    assert snapshot(tmp_path) == before


def test_a_match_that_is_being_written_is_not_moved_away(first: Archive, tmp_path: Path) -> None:
    before, second = (
        snapshot(tmp_path),
        Archive(tmp_path),
    )  # that of a program which did not ask for the folder
    with pytest.raises(InUse):
        second.begin(OTHERS)
    with pytest.raises(InUse):
        second.resume()
    assert snapshot(tmp_path) == before


def test_once_the_first_has_ended_the_second_plays(tmp_path: Path) -> None:
    archive, second = Archive(tmp_path), Archive(tmp_path)
    assert archive.claim()
    assert not second.claim()
    archive.let_go()
    second.begin(HEADER).journal.close()
    assert not second.reads_only


def test_the_app_opened_twice_says_so_and_writes_nothing(
    first: Archive, open_app: Open, tmp_path: Path
) -> None:
    before = snapshot(tmp_path)
    app = open_app(None)
    app.app.archive.claim()
    app.front(StartScreen).refresh()
    assert READS_ONLY.text in app.texts()
    app.tap(app.front(StartScreen).go_on)
    assert isinstance(app.app.screen, StartScreen)
    assert not app.app.begin(OTHERS)
    app.app.preferences.change(sounds=True)
    assert app.app.preferences.notice is READS_ONLY
    assert snapshot(tmp_path) == before


def test_a_match_that_a_watch_is_writing_is_not_gone_on_with(open_app: Open, tmp_path: Path) -> None:
    opened = Archive(tmp_path).begin_apart(HEADER)
    opened.journal.append(Adjust(0, 5, "x"))
    app = open_app(None)
    app.tap(app.front(StartScreen).go_on)
    assert isinstance(app.app.screen, StartScreen)
    assert READS_ONLY.text in app.texts()
    opened.journal.append(Adjust(0, 1, "x"))
    opened.journal.close()
    assert len(record(tmp_path, opened.journal.number)) == 3
    with Store(tmp_path, writes=False) as store:
        assert store.playing() == ()


def test_a_record_deleted_while_it_is_played_comes_back(open_app: Open, tmp_path: Path) -> None:
    app = open_app()
    app.tap(app.screen.panels[0].steps[1])
    (tmp_path / STORE_FILE).unlink()
    app.app._mend(1)
    assert [each.to_json()["points"] for each in events(tmp_path)] == [1]


def test_a_tap_undone_and_tapped_again_on_a_full_disk_is_said_and_kept(
    open_app: Open, tmp_path: Path
) -> None:
    app = open_app()
    with full_at(20):
        app.tap(app.screen.panels[0].steps[1])
        app.tap(app.screen.undo)
        app.tap(app.screen.panels[1].steps[1])
        assert any("The record cannot be written: Input/output error" in text for text in app.texts())
    app.tap(app.screen.panels[1].steps[1])
    # Taps that follow at once are one entry: the one that could not be written is in it.
    assert [(each.to_json()["seat"], each.to_json()["points"]) for each in events(tmp_path)] == [(1, 2)]


def test_a_later_versions_matches_are_said_and_left_alone(open_app: Open, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.ask(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = (tmp_path / STORE_FILE).read_bytes()
    app = open_app(None)
    assert any("a later version of porrazo has written it" in text for text in app.texts())
    assert not app.app.begin(HEADER)
    assert app.app.refused is not None
    assert "a later version" in str(app.app.refused.values["reason"])
    assert (tmp_path / STORE_FILE).read_bytes() == before
