"""A match that ``porrazo watch --record FILE`` was writing when it was killed is found, and goes on in its own file."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.archive.archive import Archive, Kept
from companion.archive.named_records import MOST_NAMED, KeptInFile, OpenedNamed, noted
from companion.archive.settings import CameraChoice
from companion.cli import main
from companion.store import schema
from companion.store.salvage import replaced
from companion.store.store import Store
from engine.events import Adjust
from engine.header import Header
from engine.journal import Journal
from engine.record import line_of
from tests.films.test_going_on import film as film

ROOT = Path(__file__).parents[2]
HEADER = Header(("Ana", "Beto"))
CAMERA = CameraChoice("/films/table.mp4", bottom=1)
WATCHING = """
import sys, time
import vision.enrolment.enrolled_reader, vision.photograph, vision.tracking.table
from companion.cli import main
from tests.films.scripted import SCRIPT, ScriptedTable

class Slow(ScriptedTable):
    def look(self, image, t, number):
        time.sleep(0.0 if t < 9 else 0.1)
        return super().look(image, t, number)

vision.photograph.networks = lambda **_: (None, None)
vision.enrolment.enrolled_reader.with_decks = lambda *_, **__: None
vision.tracking.table.Table = lambda *_: Slow(SCRIPT)
sys.exit(main(["watch", sys.argv[1], "--headless", "--json", "--record", "m.jsonl", "--names", "Ana,Beto",
               "--option", "declarations=automatic", "--bottom", "1"]))
"""


def written(path: Path, *points: int) -> Path:
    """Leave a record in a file, as a watch that was killed does."""
    with Journal.begin(path, HEADER) as journal:
        for each in points:
            journal.append(Adjust(0, each, "x"))
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "porrazo"


def watched_and_killed(film: Path, beside: Path) -> Path:
    """Watch a film onto a record named from its own folder; kill it once three plays were said."""
    words = [sys.executable, "-c", WATCHING, str(film)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(words, cwd=beside, env=environment, stdout=subprocess.PIPE, text=True) as watching:
        assert watching.stdout is not None
        for _ in range(3):
            assert "play" in watching.stdout.readline()
        watching.send_signal(signal.SIGKILL)
    assert watching.returncode == -signal.SIGKILL
    return beside / "m.jsonl"


def test_a_killed_watch_is_offered_and_listed_and_its_record_goes_on(
    folder: Path, film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = watched_and_killed(film, tmp_path)
    before = path.read_bytes()
    assert main(["match", "list"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.split()[0] == "-"
    assert line.endswith(f"(not finished)  in {path}")
    archive = Archive(folder)
    archive.claim()
    found, opened = archive.unfinished(), archive.resume()
    assert isinstance(found, KeptInFile)
    assert isinstance(opened, OpenedNamed)
    assert opened.header.players == ("Ana", "Beto")
    assert opened.camera == CameraChoice(str(film), bottom=1)
    assert path.read_bytes() == before, "looking at it changes nothing"
    opened.journal.append(Adjust(0, 5, "x"))
    opened.journal.close()
    archive.let_go()
    assert path.read_bytes() == before + line_of(Adjust(0, 5, "x")).encode() + b"\n"
    assert main(["score", str(path), "--json"]) == 0


def test_a_watch_that_came_to_its_films_end_is_not_offered(folder: Path, film: Path, tmp_path: Path) -> None:
    words = ["--headless", "--json", "--option", "declarations=automatic"]
    assert main(["watch", str(film), "--record", str(tmp_path / "m.jsonl"), *words]) == 0
    assert Archive(folder).unfinished() is None


def test_what_was_played_last_is_offered_wherever_it_is_kept(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "data")
    archive.claim()
    archive.begin(HEADER).journal.append(Adjust(0, 3, "x"))
    archive.note_file(written(tmp_path / "m.jsonl", 7), CAMERA)
    found = archive.unfinished()
    assert isinstance(found, Kept)
    assert found.scores == (7, 0)
    archive.begin(Header(("Carla", "Diego"))).journal.append(Adjust(0, 4, "x"))
    found = archive.unfinished()
    assert isinstance(found, Kept)
    assert found.scores == (4, 0)
    archive.let_go()


def test_one_that_is_over_empty_gone_broken_or_being_written_is_not_offered(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "data")
    archive.claim()
    over, empty = written(tmp_path / "over.jsonl", 61), written(tmp_path / "empty.jsonl")
    broken = tmp_path / "broken.jsonl"
    broken.write_text(f"{line_of(HEADER)}\nnonsense\n{{}}\n")
    held = written(tmp_path / "held.jsonl", 7)
    for path in (over, empty, broken, held, tmp_path / "gone.jsonl"):
        archive.note_file(path, CAMERA)
    journal, _, _ = Journal.resume(held)
    with journal:
        assert archive.unfinished() is None
    found = archive.unfinished()
    assert isinstance(found, KeptInFile)
    assert found.named.path == held, "once nobody writes it any more it is"
    with Store(tmp_path / "data", writes=False) as store:
        assert over not in [each.path for each in noted(store)], "what is over is forgotten"
    archive.let_go()


def test_one_with_a_bad_line_is_offered_and_the_damaged_file_is_kept(tmp_path: Path) -> None:
    archive, path = Archive(tmp_path / "data"), tmp_path / "m.jsonl"
    archive.claim()
    damaged = written(path, 7).read_bytes() + b"nonsense\n" + line_of(Adjust(1, 2, "x")).encode() + b"\n"
    path.write_bytes(damaged)
    archive.note_file(path, CAMERA)
    found = archive.unfinished()
    assert isinstance(found, KeptInFile)
    assert (found.scores, found.hurt) == ((7, 2), (3,))
    assert path.read_bytes() == damaged, "looking at it changes nothing"
    opened = archive.resume()
    assert opened is not None
    assert opened.notice is not None
    assert opened.notice.values == {"line": 3, "count": 1, "file": "m.jsonl.damaged"}
    opened.journal.close()
    assert (tmp_path / "m.jsonl.damaged").read_bytes() == damaged
    archive.let_go()


def test_only_so_many_are_remembered_and_each_once(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    for number in [*range(MOST_NAMED + 5), MOST_NAMED]:
        archive.note_file(tmp_path / f"{number}.jsonl", CAMERA)
    kept = [each.path.name for each in noted(archive.writing())]
    assert len(kept) == MOST_NAMED
    assert kept[0] == f"{MOST_NAMED}.jsonl", "what was gone on with is the last one played"
    archive.let_go()


def test_a_name_that_is_no_text_is_remembered(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "data")
    archive.claim()
    path = written(Path(os.fsdecode(os.fsencode(tmp_path) + b"/m\xff.jsonl")), 7)
    archive.note_file(path, CAMERA)
    found = archive.unfinished()
    assert isinstance(found, KeptInFile)
    assert found.named.path == path
    archive.let_go()


def test_a_mended_store_knows_them_still(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "data")
    archive.note_file(tmp_path / "m.jsonl", CAMERA)
    archive.let_go()
    replaced(tmp_path / "data", tmp_path / "data" / schema.STORE_FILE, "damaged", 0.0)
    with Store(tmp_path / "data") as store:
        (kept,) = noted(store)
    assert (kept.path, kept.camera) == (tmp_path / "m.jsonl", CAMERA)


def test_what_is_kept_of_a_camera_and_makes_no_sense_is_no_camera(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        for number, camera in enumerate(("nonsense", "[" * 100_000, json.dumps(["?"]))):
            store.ask("INSERT INTO named_record VALUES (?, ?, ?)", f"{number}".encode(), camera, number)
        assert [each.camera for each in noted(store)] == [CameraChoice()] * 3


def test_an_older_store_that_is_only_looked_at_names_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        Store(tmp_path).close()
    with Store(tmp_path, writes=False) as store:
        assert noted(store) == ()
