"""The matches kept: found again after a crash, listed latest first, a broken file one sentence and no more."""

from pathlib import Path

import pytest

from companion.record.archive import Archive, Kept, Unreadable
from companion.record.match_file import CURRENT, FINISHED
from engine.events import Adjust
from engine.header import Header

HEADER = Header(("Ana", "Beto"), extra={"began": 1_700_000_000.0})


def archive(folder: Path) -> Archive:
    return Archive(folder, lambda: 1_700_003_600.0)


def play(folder: Path, points: int, header: Header = HEADER) -> None:
    """Begin a match and score so many points for the first seat."""
    with archive(folder).begin(header).journal as journal:
        journal.append(Adjust(0, points, "x"))


def test_an_empty_folder_has_no_matches(tmp_path: Path) -> None:
    assert archive(tmp_path / "not" / "there").unfinished() is None
    assert list(archive(tmp_path / "not" / "there").matches()) == []


def test_what_was_cut_off_by_a_crash_is_found_again(tmp_path: Path) -> None:
    play(tmp_path, 5)
    with (tmp_path / CURRENT).open("ab") as file:
        file.write(b'{"do": "adjust", "sea')
    found = archive(tmp_path).unfinished()
    assert isinstance(found, Kept)
    assert found.scores == (5, 0)
    opened = archive(tmp_path).resume()
    assert opened is not None
    opened.journal.append(Adjust(1, 2, "x"))
    again = archive(tmp_path).unfinished()
    assert isinstance(again, Kept)
    assert again.scores == (5, 2)


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_a_file_without_a_header_was_never_a_match(tmp_path: Path, content: bytes) -> None:
    (tmp_path / CURRENT).write_bytes(content)
    assert archive(tmp_path).unfinished() is None
    assert archive(tmp_path).paths() == ()
    play(tmp_path, 3)
    assert len(archive(tmp_path).paths()) == 1


def test_a_finished_match_is_not_gone_on_with_but_listed(tmp_path: Path) -> None:
    play(tmp_path, 61)
    assert archive(tmp_path).unfinished() is None
    assert archive(tmp_path).resume() is None
    (kept,) = archive(tmp_path).matches()
    assert isinstance(kept, Kept)
    assert kept.winner == 0
    assert kept.when == 1_700_000_000.0


def test_matches_come_latest_first_and_a_broken_one_is_a_sentence(tmp_path: Path) -> None:
    for points in (1, 2, 3):
        play(tmp_path, points)
    broken = tmp_path / FINISHED / "2001-01-01-000000.jsonl"
    broken.write_bytes(b'{"porrazo": 1, "players": ["Ana", "Beto"]}\n{"do": "dance"}\n{"do": "play"}\n')
    shelf = archive(tmp_path)
    found = list(shelf.matches())
    assert [each.scores[0] for each in found if isinstance(each, Kept)] == [3, 2, 1]
    last = found[-1]
    assert isinstance(last, Unreadable)
    assert last.notice.values == {"file": broken.name, "line": 2}
    assert broken.exists()


def test_what_is_not_text_or_not_a_file_is_a_sentence_too(tmp_path: Path) -> None:
    matches = tmp_path / FINISHED
    matches.mkdir()
    (matches / "a.jsonl").write_bytes(b"\xff\xfe\x00")
    (matches / "b.jsonl").mkdir()
    (matches / "notes.txt").write_text("not a match")
    assert [type(each) for each in archive(tmp_path).matches()] == [Unreadable, Unreadable]


def test_an_older_match_is_gone_on_with_and_the_present_one_kept(tmp_path: Path) -> None:
    play(tmp_path, 7)
    play(tmp_path, 9)
    shelf = archive(tmp_path)
    present, older = shelf.paths()
    opened = shelf.resume(older)
    assert opened is not None
    assert opened.events == (Adjust(0, 7, "x"),)
    assert opened.journal.path == shelf.current == present
    assert [each.scores[0] for each in shelf.matches() if isinstance(each, Kept)] == [7, 9]


def test_a_match_that_changed_is_read_again(tmp_path: Path) -> None:
    play(tmp_path, 1)
    shelf = archive(tmp_path)
    opened = shelf.resume()
    assert opened is not None
    opened.journal.append(Adjust(1, 4, "x"))
    found = shelf.unfinished()
    assert isinstance(found, Kept)
    assert found.scores == (1, 4)
    assert shelf.unfinished() is found
