"""The store: every event is on the disk when it is said to be, a change happens whole or not, one writer a match."""

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.archive.stored_match import StoredMatch
from companion.store import schema
from companion.store.schema import Damaged, TooNew
from companion.store.store import PLAYING, PUT_BY, WATCHED, Store
from engine.events import Adjust, Event
from engine.header import Header
from engine.holding import InUse
from engine.record import line_of
from tests.rules.test_journal import full_at

ROOT = Path(__file__).parents[2]
HEADER = Header(("Ana", "Beto"))
LINE = line_of(HEADER)


def points(*each: int) -> list[Event]:
    return [Adjust(0, number, "x") for number in each]


def kept(folder: Path, number: int) -> list[str]:
    """What another program that opens the store now finds of a match, without its header."""
    with Store(folder, writes=False) as store:
        row = store.row(number)
        assert row is not None
        return [str(line) for line in row.events]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "data") as store:
        yield store


@pytest.fixture
def match(store: Store) -> Iterator[StoredMatch]:
    with StoredMatch(store, store.begin(LINE, 5.0, PLAYING), [LINE]) as match:
        yield match


def test_every_event_is_there_for_others_at_once(store: Store, match: StoredMatch) -> None:
    for at, event in enumerate(points(1, 2, 3), start=1):
        assert match.append(event) == at
        assert kept(store.folder, match.number) == [line_of(each) for each in points(1, 2, 3)[:at]]


def test_a_commit_waits_for_the_disk(store: Store) -> None:
    assert store.ask("PRAGMA synchronous") == [(2,)]
    assert store.ask("PRAGMA journal_mode") == [("wal",)]


def test_a_correction_changes_what_follows_in_one_transaction(store: Store, match: StoredMatch) -> None:
    match.rewrite(HEADER, points(1, 2, 3, 4))
    before = store.ask("SELECT count(*) FROM event")
    statements: list[str] = []
    store.connection.set_trace_callback(statements.append)
    match.rewrite(HEADER, points(1, 7, 3))
    store.connection.set_trace_callback(None)
    assert [s for s in statements if s.split()[0] in ("BEGIN", "COMMIT")] == ["BEGIN IMMEDIATE", "COMMIT"]
    assert before == [(4,)]
    assert kept(store.folder, match.number) == [line_of(each) for each in points(1, 7, 3)]


def test_an_undo_takes_the_last_line_and_no_other(store: Store, match: StoredMatch) -> None:
    match.rewrite(HEADER, points(1, 2))
    match.rewrite(HEADER, points(1))
    match.rewrite(Header(("Ana", "Berta")), points(1, 5))
    row = store.row(match.number)
    assert row is not None
    assert row.lines == (line_of(Header(("Ana", "Berta"))), *map(line_of, points(1, 5)))


@pytest.mark.parametrize("name", ["\u202eanA", "🃏" * 10_000, "'); DROP TABLE match; --", "\x1b[2J", "[b]x"])
def test_names_are_text_whatever_they_hold(store: Store, name: str) -> None:
    header = line_of(Header((name, "Beto")))
    number = store.add(header, [line_of(Adjust(0, 1, name))], 5.0)
    row = store.row(number)
    assert row is not None
    assert row.lines == (header, line_of(Adjust(0, 1, name)))


def test_a_match_is_written_by_one(store: Store, match: StoredMatch) -> None:
    with Store(store.folder) as second, pytest.raises(InUse):
        StoredMatch(second, match.number, [LINE])
    match.close()
    with Store(store.folder) as second:
        StoredMatch(second, match.number, [LINE]).close()
    assert not list(store.folder.glob("*.lock"))


def test_two_programs_write_their_own_matches(store: Store, match: StoredMatch) -> None:
    with Store(store.folder) as second:
        other = StoredMatch(second, second.begin(LINE, 6.0, WATCHED), [LINE])
        before = store.changes
        for event in points(*range(1, 30)):
            match.append(event)
            other.append(event)
        other.close()
    assert store.changes != before
    assert [len(kept(store.folder, number)) for number in (match.number, other.number)] == [29, 29]


def test_what_a_full_disk_did_not_take_is_written_with_the_next_event(
    store: Store, match: StoredMatch
) -> None:
    match.append(points(1)[0])
    with full_at(4096), pytest.raises(OSError, match=r"Input/output|space") as said:
        match.append(points(2)[0])
    assert match.trouble is said.value
    assert len(kept(store.folder, match.number)) == 1
    match.append(points(3)[0])
    assert match.trouble is None
    assert len(kept(store.folder, match.number)) == 3


def test_a_disk_that_is_full_keeps_whole_events_only(store: Store, match: StoredMatch) -> None:
    ((pages,),) = store.ask("PRAGMA page_count")
    store.ask(f"PRAGMA max_page_count = {int(str(pages))}")  # SQLite then answers as on a full disk
    said: set[int | None] = set()
    for number in range(1, 300):
        try:
            match.append(Adjust(0, number, "a long reason " * 9))
        except OSError as error:
            said.add(error.errno)
    assert said == {errno.ENOSPC}
    there = kept(store.folder, match.number)
    assert 0 < len(there) < 299
    assert there == [line_of(Adjust(0, number, "a long reason " * 9)) for number in range(1, len(there) + 1)]
    store.ask("PRAGMA max_page_count = 100000")
    match.restore()
    assert len(kept(store.folder, match.number)) == 299


def test_a_deleted_store_comes_back_with_everything(store: Store, match: StoredMatch) -> None:
    other = store.add(LINE, [line_of(each) for each in points(9)], 5.0)
    match.append(points(1)[0])
    store.path.unlink()
    match.restore()
    assert len(kept(store.folder, match.number)) == 1
    for path in store.folder.glob("porrazo.db*"):
        path.unlink()
    match.append(points(2)[0])
    assert len(kept(store.folder, match.number)) == 2
    assert len(kept(store.folder, other)) == 1


def test_a_match_in_which_nothing_happened_is_not_kept(store: Store) -> None:
    empty = store.begin(LINE, 5.0, PLAYING)
    full = store.begin(LINE, 5.0, PLAYING, sets_aside=[empty])
    StoredMatch(store, full, [LINE]).append(points(1)[0])
    store.begin(LINE, 5.0, PLAYING, sets_aside=[full])
    assert store.row(empty) is None
    assert store.numbers() == (full,)
    assert [store.ask("SELECT state FROM match WHERE number = ?", full)] == [[(PUT_BY,)]]


def test_deleting_leaves_nothing_of_a_match(store: Store) -> None:
    number = store.add(LINE, [line_of(each) for each in points(9)], 5.0)
    assert store.delete(number)
    assert not store.delete(number)
    assert store.ask("SELECT count(*) FROM event") == [(0,)]
    assert store.add(LINE, [], 5.0) > number, "a number is never given twice"


# -- which store it is -------------------------------------------------------------------------------------


def test_a_store_says_what_it_is(store: Store) -> None:
    assert store.ask("PRAGMA application_id") == [(schema.APPLICATION_ID,)]
    assert store.ask("PRAGMA user_version") == [(len(schema.MIGRATIONS),)]


def test_an_older_store_takes_the_steps_it_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path) as store:
        number = store.add(LINE, [line_of(each) for each in points(9)], 5.0)
    step = ("ALTER TABLE match ADD COLUMN place_name TEXT NOT NULL DEFAULT ''",)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step))
    with Store(tmp_path) as store:
        assert store.ask("SELECT number, place_name FROM match") == [(number, "")]
        assert store.ask("PRAGMA user_version") == [(len(schema.MIGRATIONS),)]


def test_a_step_that_fails_leaves_the_store_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(tmp_path).close()
    step = ("CREATE TABLE more (x)", "ALTER TABLE nowhere ADD COLUMN x")
    with monkeypatch.context() as patched:
        patched.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step))
        with pytest.raises(OSError, match="damaged"):
            Store(tmp_path)
    with Store(tmp_path) as store:
        assert store.ask("PRAGMA user_version") == [(len(schema.MIGRATIONS),)]


def test_a_later_versions_store_is_left_alone(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.ask(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    with pytest.raises(TooNew, match="later version"):
        Store(tmp_path)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON match BEGIN DELETE FROM event; END",
        "CREATE VIEW v AS SELECT 1",
        "CREATE TABLE x (y)",
    ],
)
def test_what_we_did_not_make_is_damage(tmp_path: Path, statement: str) -> None:
    with Store(tmp_path) as store:
        store.ask(statement)
    with pytest.raises(Damaged):
        Store(tmp_path)


def test_a_database_of_somebody_elses_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / schema.STORE_FILE
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (x)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(Damaged):
        Store(tmp_path)
    assert path.read_bytes() == before


# -- whatever stops the program ----------------------------------------------------------------------------

PLAYING_ON = """
import sys
from pathlib import Path
from companion.store.store import PLAYING, Store
from companion.archive.stored_match import StoredMatch
from engine.events import Adjust
from engine.header import Header
from engine.record import line_of

store = Store(Path(sys.argv[1]))
line = line_of(Header(("Ana", "Beto")))
match = StoredMatch(store, store.begin(line, 5.0, PLAYING), [line])
for at in range(1000000):
    match.append(Adjust(0, 1 + at % 50, "x"))
    print(1 + at % 50, flush=True)
"""


@pytest.mark.parametrize("lines", [1, 7, 300])
def test_a_kill_loses_nothing_that_was_said(tmp_path: Path, lines: int) -> None:
    words = [sys.executable, "-c", PLAYING_ON, str(tmp_path)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        said = [int(playing.stdout.readline()) for _ in range(lines)]
        playing.send_signal(signal.SIGKILL)
        said += [int(line) for line in playing.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    with Store(tmp_path) as store:
        (number,) = store.unfinished()
        with StoredMatch(store, number, [LINE]):
            events = kept(tmp_path, number)
    assert events[: len(said)] == [line_of(each) for each in points(*said)]
    assert len(events) - len(said) <= 1


def test_a_disk_that_became_read_only_is_said(store: Store, match: StoredMatch) -> None:
    store.ask("PRAGMA query_only = ON")  # SQLite then answers as on a disk that cannot be written
    with pytest.raises(OSError, match="Read-only") as said:
        match.append(points(2)[0])
    assert said.value.errno == errno.EROFS
    store.ask("PRAGMA query_only = OFF")
    match.append(points(3)[0])
    assert len(kept(store.folder, match.number)) == 2


def test_a_deleted_folder_comes_back_too(store: Store, match: StoredMatch) -> None:
    match.append(points(1)[0])
    shutil.rmtree(store.folder)
    match.append(points(2)[0])
    assert len(kept(store.folder, match.number)) == 2


AS_NOBODY = """
import os
import sys
import urllib.parse  # pathlib imports it late from Python 3.13 on, and nobody may not read the library of root's Python
from pathlib import Path
from companion.archive.archive import Archive, Kept
from engine.header import Header

os.setgid(65534)
os.setuid(65534)
archive = Archive(Path(sys.argv[1]))
archive.claim()
found = archive.unfinished()
print(found.scores if isinstance(found, Kept) else found)
try:
    archive.begin(Header(("Carla", "Diego")))
except OSError as error:
    print(error.strerror)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
@pytest.mark.parametrize("killed", [False, True])
def test_a_folder_that_cannot_be_written_is_read(tmp_path: Path, killed: bool) -> None:
    folder = tmp_path / "data"
    store = Store(folder)
    store.add(LINE, [line_of(Adjust(0, 5, "x"))], 5.0, PLAYING)
    if killed:
        for path in list(folder.iterdir()):
            shutil.copy(path, f"{path}.kept")
    store.close()
    if killed:
        for path in folder.glob("*.kept"):
            os.replace(path, path.with_suffix(""))
    (folder / "porrazo.db-shm").unlink(missing_ok=True)
    there = shutil.copytree(folder, Path(tempfile.mkdtemp(dir="/var/tmp")) / "data")
    for path in (there.parent, there):
        path.chmod(0o555)
    words = [sys.executable, "-c", AS_NOBODY, str(there)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    shutil.rmtree(there.parent)
    assert done.stderr == ""
    found, said = done.stdout.splitlines()
    assert found == "(5, 0)", "what a killed program wrote last too"
    assert said in ("Permission denied", "Read-only file system")
