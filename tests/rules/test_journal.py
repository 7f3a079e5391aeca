"""The record on disk: what has happened is in it, whatever stops the program."""

import errno
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.cards import Card
from engine.events import Event
from engine.header import Header
from engine.holding import InUse
from engine.journal import Journal
from engine.porrazo.events import Play
from engine.record import BadRecord, line_of, read

HEADER = Header(("Ana", "Beto"))
PLAYS: list[Event] = [Play(at % 2, Card.parse(word)) for at, word in enumerate("7h 9d Jc".split())]


def on_disk(path: Path) -> list[object]:
    """Return what the record holds."""
    with path.open("rb") as lines:
        return [item for _, item in read(lines)]


def test_every_event_is_on_the_disk_at_once(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with Journal.begin(path, HEADER) as journal:
        for line, event in enumerate(PLAYS, start=1):
            assert journal.append(event) == line
            assert on_disk(path) == [HEADER, *PLAYS[:line]]


def test_a_record_that_is_there_is_never_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text("precious")
    with pytest.raises(FileExistsError):
        Journal.begin(path, HEADER)
    assert path.read_text() == "precious"


def test_it_can_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    Journal.begin(path, HEADER).append(PLAYS[0])
    journal, header, events = Journal.resume(path)
    assert (header, events) == (HEADER, PLAYS[:1])
    journal.append(PLAYS[1])
    assert on_disk(path) == [HEADER, *PLAYS[:2]]


def test_an_event_can_be_put_right_in_place(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    journal = Journal.begin(path, HEADER)
    for event in PLAYS:
        journal.append(event)
    journal.revise(2, Play(1, Card.parse("8d"), extra={"revised": 2.5}))
    journal.append(PLAYS[0])
    lines = path.read_text().splitlines()
    assert lines[2] == '{"do": "play", "seat": 1, "card": "8d", "revised": 2.5}'
    assert lines[4] == line_of(PLAYS[0])
    assert [each.name for each in tmp_path.iterdir()] == ["match.jsonl"]


def test_the_whole_record_can_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    journal = Journal.begin(path, HEADER)
    journal.append(PLAYS[0])
    journal.rewrite(HEADER, PLAYS[1:])
    assert on_disk(path) == [HEADER, *PLAYS[1:]]


@pytest.mark.parametrize("cut", [1, 5, 30])
def test_a_last_line_cut_off_in_the_middle_is_dropped(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "match.jsonl"
    journal = Journal.begin(path, HEADER)
    for event in PLAYS:
        journal.append(event)
    journal.close()
    path.write_bytes(path.read_bytes()[: -1 - cut])
    journal, _, events = Journal.resume(path)
    assert events == PLAYS[:2]
    journal.append(PLAYS[2])
    assert on_disk(path) == [HEADER, *PLAYS]


def test_a_last_line_that_only_lacks_its_line_break_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(line_of(HEADER) + "\n" + line_of(PLAYS[0]))
    journal, _, events = Journal.resume(path)
    assert events == PLAYS[:1]
    journal.append(PLAYS[1])
    assert on_disk(path) == [HEADER, *PLAYS[:2]]


@pytest.mark.parametrize("content", ["", "{}\n", line_of(HEADER) + "\nrubbish\n"])
def test_a_bad_record_is_not_gone_on_with(tmp_path: Path, content: str) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(content)
    with pytest.raises(BadRecord):
        Journal.resume(path)
    assert path.read_text() == content


@contextmanager
def full_at(size: int) -> Iterator[None]:
    """A disk that takes files of so many bytes and no more: a longer line is torn, as on a full one."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    heard = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, heard)


def test_a_full_disk_tears_no_line_and_the_next_event_writes_the_record_whole(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    journal = Journal.begin(path, HEADER)
    journal.append(PLAYS[0])
    kept = path.read_bytes()
    with full_at(len(kept) + 10):
        for at in (1, 2):
            with pytest.raises(OSError, match="large"):
                journal.append(PLAYS[at])
            assert path.read_bytes() == kept
            assert journal.trouble is not None
        with pytest.raises(OSError, match="large"):
            journal.revise(1, PLAYS[2])
        assert [each.name for each in tmp_path.iterdir()] == ["match.jsonl"]
    assert journal.append(PLAYS[0]) == 4
    assert journal.trouble is None
    assert on_disk(path) == [HEADER, PLAYS[2], PLAYS[1], PLAYS[2], PLAYS[0]]


def test_after_a_rewrite_that_failed_nothing_goes_to_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    journal = Journal.begin(path, HEADER)
    for event in PLAYS:
        journal.append(event)
    with full_at(100), pytest.raises(OSError, match="large"):
        journal.rewrite(HEADER, PLAYS[:1])
    assert on_disk(path) == [HEADER, *PLAYS], "the old record stands until there is a new one"
    journal.append(PLAYS[2])
    assert on_disk(path) == [HEADER, PLAYS[0], PLAYS[2]]


def test_what_could_not_be_written_is_tried_once_more_when_the_record_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    journal = Journal.begin(path, HEADER)
    with full_at(10), pytest.raises(OSError, match="large"):
        journal.append(PLAYS[0])
    journal.close()
    journal.close()
    assert on_disk(path) == [HEADER, PLAYS[0]]


def test_a_disk_full_from_the_beginning_leaves_a_file_that_can_be_begun(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with full_at(20), pytest.raises(OSError, match="large"):
        Journal.begin(path, HEADER)
    assert path.read_bytes() == b""
    Journal.begin(path, HEADER).close()
    assert on_disk(path) == [HEADER]


@pytest.mark.parametrize("length", [0, 1, 30])
def test_a_record_cut_off_within_its_header_is_begun_anew(tmp_path: Path, length: int) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(line_of(HEADER)[:length])
    Journal.begin(path, HEADER).close()
    assert on_disk(path) == [HEADER]


def test_a_record_that_was_deleted_is_written_whole_again(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    journal = Journal.begin(path, HEADER)
    journal.append(PLAYS[0])
    path.unlink()
    journal.append(PLAYS[1])
    assert on_disk(path) == [HEADER, *PLAYS[:2]]
    path.unlink()
    journal.restore()
    assert on_disk(path) == [HEADER, *PLAYS[:2]]


def test_a_file_that_somebody_put_in_its_place_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    journal = Journal.begin(path, HEADER)
    path.unlink()
    path.write_text("precious")
    with pytest.raises(FileExistsError):
        journal.append(PLAYS[0])
    journal.close()
    assert path.read_text() == "precious"


def test_a_link_to_a_record_stays_a_link(tmp_path: Path) -> None:
    link, path = tmp_path / "link.jsonl", tmp_path / "match.jsonl"
    Journal.begin(path, HEADER).close()
    link.symlink_to(path)
    journal, _, _ = Journal.resume(link)
    journal.append(PLAYS[0])
    journal.revise(1, PLAYS[1])
    assert link.is_symlink()
    assert on_disk(path) == [HEADER, PLAYS[1]]


def test_a_dropped_line_is_told(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(line_of(HEADER) + "\n" + line_of(PLAYS[0]) + '\n{"do": "pl')
    journal, _, _ = Journal.resume(path)
    assert journal.cut_off == 3
    journal.close()
    journal, _, _ = Journal.resume(path)
    assert journal.cut_off is None


def test_a_record_has_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    journal = Journal.begin(path, HEADER)
    journal.append(PLAYS[0])
    journal.revise(1, PLAYS[1])  # a new file by the same name: it is held too
    before = path.read_bytes()
    with pytest.raises(InUse, match="another porrazo"):
        Journal.resume(path)
    assert path.read_bytes() == before
    journal.close()
    assert [each.name for each in tmp_path.iterdir()] == ["match.jsonl"], "nothing is left beside it"
    Journal.resume(path)[0].close()


def test_the_record_of_a_writer_that_was_killed_is_free(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    code = (
        "import sys; from engine.header import Header; from engine.journal import Journal\n"
        "journal = Journal.begin(sys.argv[1], Header(('Ana', 'Beto'))); print('begun', flush=True); input()"
    )
    root = Path(__file__).parents[2]
    words = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(words, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"begun\n"
        with pytest.raises(InUse):
            Journal.resume(path)
        writer.kill()
    journal, _, _ = Journal.resume(path)
    journal.close()


def test_where_files_cannot_be_held_the_record_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(_number: int) -> None:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))

    monkeypatch.setattr("engine.holding.hold", unknown)
    with Journal.begin(tmp_path / "match.jsonl", HEADER) as journal:
        journal.append(PLAYS[0])
    assert on_disk(tmp_path / "match.jsonl") == [HEADER, PLAYS[0]]
