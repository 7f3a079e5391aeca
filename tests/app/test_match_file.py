"""The record that the user named: begun, gone on with, never another match's overwritten."""

import errno
import os
from pathlib import Path

import pytest

from companion.archive.match_file import open_record
from engine.events import Adjust
from engine.header import Header
from engine.record import BadRecord, line_of

HEADER = Header(("Ana", "Beto"))


GOOD = b'{"porrazo": 1, "players": ["Ana", "Beto"]}\n'


def test_a_line_cut_off_by_a_power_cut_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(GOOD + b'{"do": "adjust", "seat": 0, "points": 2, "why": "x"}\n{"do": "adj')
    opened = open_record(path, HEADER)
    assert opened.notice is not None
    assert opened.notice.values == {"line": 3, "count": 1, "file": "m.jsonl.damaged"}
    assert "was cut off" in opened.notice.text
    assert opened.events == (Adjust(0, 2, "x"),)
    assert (tmp_path / "m.jsonl.damaged").read_bytes().endswith(b'\n{"do": "adj')


def test_a_bad_line_costs_itself_and_the_old_file_is_kept(tmp_path: Path) -> None:
    path, points = tmp_path / "m.jsonl", b'{"do": "adjust", "seat": 0, "points": 2, "why": "x"}\n'
    damaged = GOOD + points + b"\xff nonsense\n\n" + points
    path.write_bytes(damaged)
    opened = open_record(path, HEADER)
    opened.journal.close()
    assert opened.events == (Adjust(0, 2, "x"),) * 2
    assert opened.notice is not None
    assert opened.notice.values == {"line": 3, "count": 1, "file": "m.jsonl.damaged"}
    assert (tmp_path / "m.jsonl.damaged").read_bytes() == damaged
    assert path.read_bytes() == b"".join(line_of(item).encode() + b"\n" for item in (HEADER, *opened.events))
    again = open_record(path, HEADER)
    assert (again.events, again.notice) == (opened.events, None)
    assert len(list(tmp_path.iterdir())) == 2


def test_each_damaged_file_is_kept_under_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    for number in range(3):
        path.write_bytes(GOOD + b'{"do": "adjust", "seat": 0, "points": 2, "why": "x"}\n' + b"%d\n" % number)
        open_record(path, HEADER).journal.close()
    kept = [path.with_name(f"m.jsonl.damaged{each}") for each in ("", "-2", "-3")]
    assert [each.read_bytes()[-2:] for each in kept] == [b"0\n", b"1\n", b"2\n"]


def test_without_hard_links_the_old_file_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(errno.EPERM, "no hard links here")

    monkeypatch.setattr(os, "link", refused)
    path = tmp_path / "m.jsonl"
    damaged = GOOD + b'{"do": "adjust", "seat": 0, "points": 2, "why": "x"}\nnonsense\n'
    path.write_bytes(damaged)
    open_record(path, HEADER).journal.close()
    assert (tmp_path / "m.jsonl.damaged").read_bytes() == damaged


def test_a_disk_that_takes_nothing_new_leaves_the_damaged_file_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m.jsonl"
    damaged = GOOD + b'{"do": "adjust", "seat": 0, "points": 2, "why": "x"}\nnonsense\n'
    path.write_bytes(damaged)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("engine.journal.write", full)
    opened = open_record(path, HEADER)
    with pytest.raises(OSError, match="No space left"):
        opened.journal.append(Adjust(1, 1, "y"))
    assert path.read_bytes() == (tmp_path / "m.jsonl.damaged").read_bytes() == damaged
    monkeypatch.undo()
    opened.journal.close()
    assert open_record(path, HEADER).events == (Adjust(0, 2, "x"), Adjust(1, 1, "y"))
    assert (tmp_path / "m.jsonl.damaged").read_bytes() == damaged


def test_a_record_the_user_named_is_gone_on_with_whatever_the_names(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    open_record(path, HEADER).journal.append(Adjust(0, 2, "x"))
    again = open_record(path, Header(("Other", "Names")))
    assert again.header == HEADER
    assert again.events == (Adjust(0, 2, "x"),)


@pytest.mark.parametrize(
    "other",
    [Header(("Ana", "Beto", "Carla")), Header(("Ana", "Beto"), rules="denexa"), Header(("A", "B"), dealer=1)],
)
def test_a_record_of_another_match_is_left_as_it_is(tmp_path: Path, other: Header) -> None:
    path = tmp_path / "m.jsonl"
    open_record(path, HEADER).journal.append(Adjust(0, 2, "x"))
    path.write_bytes(path.read_bytes() + b"nonsense\n{")
    content = path.read_bytes()
    with pytest.raises(ValueError, match="another match"):
        open_record(path, other)
    assert path.read_bytes() == content
    assert len(list(tmp_path.iterdir())) == 1


def test_a_record_without_an_event_that_can_be_read_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(GOOD + b"nonsense\n")
    with pytest.raises(BadRecord) as bad:
        open_record(path, HEADER)
    assert bad.value.line == 2
    assert [each.name for each in tmp_path.iterdir()] == ["m.jsonl"]
    assert path.read_bytes() == GOOD + b"nonsense\n"
