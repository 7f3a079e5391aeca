"""``porrazo match``, ``backup``, ``restore``: what is kept goes out and comes back whole; a refusal is one sentence."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.archive.archive import Archive
from companion.cli import main
from companion.store import schema
from companion.store.salvage import replaced
from companion.store.store import Store
from engine.events import Adjust
from engine.header import Header
from engine.record import line_of
from tests.house.test_command_line import porrazo
from tests.record.test_salvage import PAGE, filled, overwrite

RECORDS = Path(__file__).parents[1] / "games" / "records"
HEADER = Header(("Ana", "Beto"), extra={"began": 1_700_000_000.0})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of a user who has played one match."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    folder = tmp_path / "data" / "porrazo"
    with Archive(folder).begin(HEADER).journal as journal:
        journal.append(Adjust(0, 5, "x"))
    return folder


def rows(folder: Path) -> list[object]:
    """All that is kept of matches, people and settings."""
    with Store(folder, writes=False) as store:
        question = "SELECT number, header, began, state, source FROM match ORDER BY number"
        others = ("SELECT * FROM event", "SELECT * FROM person", "SELECT * FROM setting")
        return [store.ask(question), *map(store.ask, others)]


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that is refused, and give its one sentence."""
    capsys.readouterr()
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    return said.err


def test_matches_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "list"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.split()[0] == "1"
    assert line.endswith("Ana 5, Beto 0  (not finished)")


def test_without_matches_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nothing"))
    assert main(["match", "list"]) == 0
    assert capsys.readouterr().out == "No match has been played yet.\n"


@pytest.mark.parametrize("record", sorted(RECORDS.glob("to-the-end*.jsonl")), ids=lambda path: path.stem)
def test_a_record_comes_in_and_goes_out_as_it_was(
    folder: Path, tmp_path: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", "import", str(record)]) == 0
    number = capsys.readouterr().out.split()[-1]
    assert main(["match", "export", number, str(tmp_path / "out.jsonl")]) == 0
    lines = [line.strip() for line in record.read_bytes().splitlines() if line.strip()]
    assert (tmp_path / "out.jsonl").read_bytes().splitlines() == lines
    assert porrazo("score", str(tmp_path / "out.jsonl")).stdout == porrazo("score", str(record)).stdout
    again = porrazo("match", "export", number, "-")
    assert again.stdout.encode().splitlines() == lines


def test_a_match_is_deleted_with_all_that_is_kept_of_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", "delete", "1"]) == 0
    assert rows(folder)[:2] == [[], []]
    assert "there is no match 1" in refused(capsys, "match", "delete", "1")


@pytest.mark.parametrize("number", ["0", "-1", "7", str(2**63), "9" * 400])
def test_a_number_that_there_is_not_is_refused(
    folder: Path, tmp_path: Path, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "there is no match" in refused(capsys, "match", "export", number, str(tmp_path / "x"))
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", ":1: "),
        (b"\xff\xfe", ":1: "),
        (b'{"porrazo": 1, "players": ["A", "B"]}\n{"do": "dance"}\n', ":2: "),
        (b"SQLite format 3\0", ":1: "),
    ],
)
def test_what_is_no_record_does_not_come_in(
    folder: Path, tmp_path: Path, content: bytes, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows(folder)
    (tmp_path / "x.jsonl").write_bytes(content)
    assert why in refused(capsys, "match", "import", str(tmp_path / "x.jsonl"))
    assert "Is a directory" in refused(capsys, "match", "import", str(tmp_path))
    assert rows(folder) == before


def test_nothing_is_overwritten(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x").write_text("precious")
    assert "name another file" in refused(capsys, "match", "export", "1", str(tmp_path / "x"))
    assert "name another file" in refused(capsys, "backup", str(tmp_path / "x"))
    assert (tmp_path / "x").read_text() == "precious"


# -- backups -----------------------------------------------------------------------------------------------


def test_a_backup_is_one_file_and_brings_everything_back(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = rows(folder)
    assert main(["backup", str(tmp_path / "b.db")]) == 0
    assert capsys.readouterr().out == f"1 match backed up in {tmp_path / 'b.db'}\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.db", "data"]
    with Archive(folder).begin(Header(("Carla", "Diego"))).journal as journal:
        journal.append(Adjust(0, 9, "x"))
    assert main(["restore", str(tmp_path / "b.db")]) == 0
    assert rows(folder) == before
    aside = Path(capsys.readouterr().out.split()[-1])
    assert main(["restore", str(aside)]) == 0
    assert len(Archive(folder).numbers()) == 2, "and what was there before can be restored too"
    assert not list(folder.glob("*.incoming*"))


def test_a_backup_is_made_while_the_app_plays(folder: Path, tmp_path: Path) -> None:
    playing = Archive(folder)
    assert playing.claim()
    opened = playing.resume()
    assert opened is not None
    opened.journal.append(Adjust(0, 7, "x"))
    done = porrazo("backup", str(tmp_path / "b.db"))
    assert (done.returncode, done.stderr) == (0, "")
    with sqlite3.connect(tmp_path / "b.db") as backup:
        assert backup.execute("SELECT count(*) FROM event").fetchone() == (2,)
    backup.close()
    for words in (["restore", str(tmp_path / "b.db")], ["match", "delete", "1"]):
        refusal = porrazo(*words)
        assert (refusal.returncode, refusal.stderr) == (2, "porrazo: porrazo is open: close it first\n")
    opened.journal.close()
    playing.let_go()


def damaged(path: Path) -> None:
    overwrite(path, path.stat().st_size // PAGE - 2)


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9000])


def newer(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    other.close()


def triggered(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TRIGGER t AFTER INSERT ON match BEGIN DELETE FROM event; END")
    other.close()


@pytest.mark.parametrize("harm", [damaged, truncated, newer, triggered, lambda path: path.write_bytes(b""),
                                  lambda path: path.write_bytes(b"x" * 9000)])  # fmt: skip
def test_a_backup_that_is_not_whole_changes_nothing(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], harm: object
) -> None:
    path = filled(tmp_path / "other")
    assert callable(harm)
    harm(path)
    before = rows(folder)
    refused(capsys, "restore", str(path))
    refused(capsys, "restore", str(tmp_path / "nowhere"))
    assert rows(folder) == before
    assert not list(folder.glob("before-restore*"))


def test_a_kill_while_a_store_is_replaced_loses_nothing(tmp_path: Path) -> None:
    filled(tmp_path / "backup", matches=5)
    folder = tmp_path / "data"
    with Store(folder) as store:
        store.add(line_of(HEADER), [line_of(Adjust(0, 5, "x"))], 5.0)
    code = """
import os, sys
from pathlib import Path
from companion.store import salvage
real, left = os.replace, [int(sys.argv[3])]
def replace(*names):
    if not left[0]:
        os._exit(9)
    left[0] -= 1
    real(*names)
os.replace = replace
salvage.replaced(Path(sys.argv[1]), Path(sys.argv[2]) / "porrazo.db", "before", 0.0)
"""
    words = [sys.executable, "-c", code, str(folder), str(tmp_path / "backup")]
    for stops in range(3):
        subprocess.run([*words, str(stops)], cwd=Path(__file__).parents[2], check=False)
        found = len(Archive(folder).numbers())
        assert found in (1, 5)
    replaced(folder, tmp_path / "backup" / "porrazo.db", "before", 0.0)
    assert len(Archive(folder).numbers()) == 5
