"""A damaged store: what can be read of it is saved, the file is kept, nothing in it is run."""

import random
import sqlite3
from pathlib import Path

import pytest

from companion.store import leaves, salvage, schema
from companion.store.salvage import copied, mended
from companion.store.schema import Damaged, is_sound
from companion.store.store import PLAYING, PUT_BY, Row, Store, insert_whole
from engine.events import Adjust
from engine.header import Header
from engine.record import line_of

PAGE = 4096
MATCHES, EVENTS = 60, 80
LINE = line_of(Header(("Ana", "Beto")))


def filled(folder: Path, matches: int = MATCHES) -> Path:
    """Leave a store with so many matches, of `EVENTS` events each, people and a setting."""
    with Store(folder) as store:
        with store.change() as within:
            for number in range(1, matches + 1):
                events = tuple(line_of(Adjust(0, number, f"{at}")) for at in range(EVENTS))
                insert_whole(within, Row(number, LINE, events, 5.0, PLAYING if number == matches else PUT_BY))
        store.ask("INSERT INTO person VALUES ('ana', 'Ana', 3, 1)")
        store.ask("INSERT INTO setting VALUES ('look', '\"light\"')")
        store.ask("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder / schema.STORE_FILE


def overwrite(path: Path, page: int, content: bytes = b"\xa5" * PAGE) -> None:
    """Write nonsense over a page of the file; the first one is 0."""
    with path.open("r+b") as file:
        file.seek(page * PAGE)
        file.write(content)


def saved(folder: Path) -> dict[int, int]:
    """How many events each match of a store has."""
    with Store(folder) as store:
        assert store.ask("PRAGMA integrity_check") == [("ok",)]
        return {
            number: len(row.events) for number in store.numbers() if (row := store.row(number)) is not None
        }


@pytest.mark.parametrize("seed", range(8))  # no page that others hang on: those cost what hangs on them
def test_a_ruined_page_costs_what_lay_on_it(tmp_path: Path, seed: int) -> None:
    path = filled(tmp_path)
    pages = path.stat().st_size // PAGE
    assert pages > 40
    overwrite(path, random.Random(seed).randrange(len(schema.MIGRATIONS[0]) + 2, pages))
    notice = mended(tmp_path, 1_700_000_000.0)
    found = saved(tmp_path)
    assert sum(each == EVENTS for each in found.values()) >= MATCHES - 30
    assert notice.values["saved"] == len(found)
    assert sum(each < EVENTS for each in found.values()) <= int(str(notice.values["hurt"]))
    (aside,) = tmp_path.glob("damaged-*.db")
    assert aside.name == notice.values["file"]


def test_a_ruined_first_page_costs_nothing(tmp_path: Path) -> None:
    overwrite(filled(tmp_path), 0)
    notice = mended(tmp_path, 0.0)
    assert (notice.values["saved"], notice.values["hurt"]) == (MATCHES, 0)
    assert set(saved(tmp_path).values()) == {EVENTS}
    assert not list(tmp_path.glob("*.lent*"))


@pytest.mark.parametrize("page", range(1, 5))
def test_a_ruined_page_that_leads_to_others_costs_no_more_than_was_on_it(tmp_path: Path, page: int) -> None:
    path = filled(tmp_path)
    if path.read_bytes()[page * PAGE] not in (0x02, 0x05):
        pytest.skip("this page leads to no others")
    overwrite(path, page)
    mended(tmp_path, 0.0)
    lacks = [EVENTS - each for each in saved(tmp_path).values()]
    assert len(lacks) == MATCHES
    assert sum(lacks) <= PAGE // 40, "so many lines a page has room for"


def test_a_row_is_read_from_its_page_whatever_it_holds(tmp_path: Path) -> None:
    lines: list[str | bytes] = ["{}", "ñ🃏" * 100, b"\xff\x00", "", "x" * 900, "y" * 5000]
    with Store(tmp_path) as store:
        number = store.add(LINE, lines, 5.0)
        for _ in range(300):
            store.add(LINE, ["1"], 5.0)
        store.ask("PRAGMA wal_checkpoint(TRUNCATE)")
    found = {(row.match, row.line): row.json for row in leaves.events(tmp_path / schema.STORE_FILE)}
    assert [found.get((number, at)) for at in range(1, 7)] == [*lines[:5], None], "too long for one page"
    assert sum(json == "1" for json in found.values()) == 300


@pytest.mark.parametrize("seed", range(20))
def test_no_page_stops_the_reading(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    path = tmp_path / "x"
    path.write_bytes(b"".join(b"\x0a" + rng.randbytes(PAGE - 1) for _ in range(20)) + b"\x0a\0")
    assert all(row.match > 0 for row in leaves.events(path))


def test_damage_that_is_met_is_noted_for_the_next_start(tmp_path: Path) -> None:
    path = filled(tmp_path)
    overwrite(path, path.stat().st_size // PAGE - 3)
    with Store(tmp_path) as store:
        with pytest.raises(Damaged):
            store.ask("SELECT sum(length(json)) FROM event")
        assert (tmp_path / schema.DAMAGE_NOTE).exists()


def test_a_whole_store_is_copied_whole(tmp_path: Path) -> None:
    filled(tmp_path)
    assert mended(tmp_path, 0.0).values["hurt"] == 0
    assert set(saved(tmp_path).values()) == {EVENTS}
    with Store(tmp_path) as store:
        assert store.ask("SELECT person, name, mark FROM person") == [("ana", "Ana", 3)]
        assert store.ask("SELECT value FROM setting") == [('"light"',)]
        assert store.playing() == (MATCHES,)


@pytest.mark.parametrize("content", [b"", b"nonsense" * 700, bytes(3 * PAGE)])
def test_what_is_no_database_is_put_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / schema.STORE_FILE
    path.write_bytes(content)
    assert mended(tmp_path, 0.0).values["saved"] == 0
    assert saved(tmp_path) == {}
    (aside,) = tmp_path.glob("damaged-*.db")
    assert aside.read_bytes() == content


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_of_a_file_cut_short_what_is_left_is_saved(tmp_path: Path, share: float) -> None:
    path = filled(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(share * len(whole))])
    notice = mended(tmp_path, 0.0)
    with Store(tmp_path) as store:
        assert store.ask("SELECT count(*) FROM match") == [(notice.values["saved"],)]


def test_what_was_written_last_is_saved_too(tmp_path: Path) -> None:
    filled(tmp_path, matches=3)
    with Store(tmp_path) as store:
        number = store.add(LINE, [line_of(Adjust(0, 7, "last"))], 5.0)
        copy = tmp_path / "copy"
        copy.mkdir()
        for name in (schema.STORE_FILE, f"{schema.STORE_FILE}-wal"):
            (copy / name).write_bytes((tmp_path / name).read_bytes())
    mended(copy, 0.0)
    assert saved(copy)[number] == 1


def test_a_stop_between_two_names_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path, matches=3)
    with monkeypatch.context() as patched:
        patched.setattr(salvage, "finish", lambda folder: None)
        mended(tmp_path, 0.0)
    assert not (tmp_path / schema.STORE_FILE).exists()
    salvage.finish(tmp_path)
    assert len(saved(tmp_path)) == 3


def test_nothing_in_a_tampered_store_is_run(tmp_path: Path) -> None:
    path = filled(tmp_path, matches=3)
    with sqlite3.connect(path) as other:
        other.execute("DROP TABLE person")
        endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x, x, x, x FROM n"
        other.execute(f"CREATE VIEW person (person, name, mark, place) AS {endless}")
        other.execute("UPDATE match SET began = 'never' WHERE number = 2")
    other.close()
    with pytest.raises(Damaged):
        Store(tmp_path)
    mended(tmp_path, 0.0)
    assert sorted(saved(tmp_path)) == [1, 3]


def test_damage_is_seen(tmp_path: Path) -> None:
    path = filled(tmp_path)
    with schema.connect(path, writes=False) as whole:
        assert is_sound(whole)
    whole.close()
    overwrite(path, path.stat().st_size // PAGE - 3)
    with schema.connect(path, writes=False) as broken:
        assert not is_sound(broken)
    broken.close()


def test_a_store_may_be_copied_into_one_that_has_matches(tmp_path: Path) -> None:
    path = filled(tmp_path / "one", matches=3)
    filled(tmp_path / "two", matches=2)
    with Store(tmp_path / "two") as store:
        assert copied(path, store).matches == 3
        assert len(store.numbers()) == 5
