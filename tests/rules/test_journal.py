"""The record on disk: what has happened is in it, whatever stops the program."""

from pathlib import Path

import pytest

from engine.cards import Card
from engine.events import Event
from engine.header import Header
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
