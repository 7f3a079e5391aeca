"""Where matches are kept: unfinished ones gone on with, finished ones put by, broken ones never lost."""

from pathlib import Path

import pytest

from companion.record.match_file import (
    CURRENT,
    FINISHED,
    begin,
    begin_apart,
    open_record,
    resume_or_begin,
)
from engine.events import Adjust, Event
from engine.header import Header
from engine.record import BadRecord

HEADER = Header(("Ana", "Beto"))


def now() -> float:
    return 1_700_000_000.0


def played(folder: Path, event: Event) -> None:
    """Go on with the match of this folder for one event."""
    opened = resume_or_begin(folder, HEADER)
    opened.journal.append(event)
    opened.journal.close()


def test_a_first_start_begins_a_match(tmp_path: Path) -> None:
    opened = resume_or_begin(tmp_path / "new", HEADER)
    assert (opened.header, opened.events, opened.notice) == (HEADER, (), None)
    assert (tmp_path / "new" / CURRENT).exists()


def test_an_unfinished_match_is_gone_on_with(tmp_path: Path) -> None:
    first = resume_or_begin(tmp_path, HEADER)
    first.journal.append(Adjust(0, 5, "x"))
    first.journal.close()
    again = resume_or_begin(tmp_path, Header(("Other", "Names")))
    assert again.header == HEADER
    assert again.events == (Adjust(0, 5, "x"),)
    again.journal.append(Adjust(1, 2, "x"))
    again.journal.close()
    assert len(resume_or_begin(tmp_path, HEADER).events) == 2


def test_a_finished_match_is_put_by(tmp_path: Path) -> None:
    first = resume_or_begin(tmp_path, HEADER)
    first.journal.append(Adjust(0, 61, "x"))
    first.journal.close()
    content = (tmp_path / CURRENT).read_bytes()
    again = resume_or_begin(tmp_path, HEADER, now)
    assert again.events == ()
    (kept,) = (tmp_path / FINISHED).iterdir()
    assert kept.read_bytes() == content


def test_two_matches_of_one_second_are_both_kept(tmp_path: Path) -> None:
    for points in (1, 2):
        played(tmp_path, Adjust(0, points, "x"))
        begin(tmp_path, HEADER, now).journal.close()
    assert len(list((tmp_path / FINISHED).iterdir())) == 2


def test_a_watched_match_leaves_the_unfinished_one_alone(tmp_path: Path) -> None:
    played(tmp_path, Adjust(0, 5, "x"))
    for _ in range(2):
        begin_apart(tmp_path, Header(("Carla", "Diego")), now).journal.append(Adjust(1, 1, "x"))
    assert resume_or_begin(tmp_path, HEADER).events == (Adjust(0, 5, "x"),)
    assert len(list((tmp_path / FINISHED).iterdir())) == 2


def test_a_match_in_which_nothing_happened_is_not_kept(tmp_path: Path) -> None:
    resume_or_begin(tmp_path, HEADER).journal.close()
    begin(tmp_path, HEADER)
    assert not (tmp_path / FINISHED).exists()


GOOD = b'{"porrazo": 1, "players": ["Ana", "Beto"]}\n'


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", 1),
        (b"\x00\xff\xfe", 1),
        (b"nonsense\n", 1),
        (GOOD + b'{"do": "dance"}\n', 2),
        (GOOD + b'{"do": "play", "seat": 0, "card": "7h"}\n', 2),
        (GOOD + b'\n{"do": "adjust", "seat": 0, "points": 0, "why": "x"}\n', 3),
        (b'{"porrazo": 1, "players": ["Ana", "Beto"], "rules": "whist"}\n', 1),
    ],
)
def test_a_broken_file_is_kept_aside_and_said(tmp_path: Path, content: bytes, line: int) -> None:
    (tmp_path / CURRENT).write_bytes(content)
    opened = resume_or_begin(tmp_path, HEADER, now)
    (aside,) = tmp_path.glob("broken-*.jsonl")
    assert aside.read_bytes() == content
    assert opened.notice is not None
    assert opened.notice.values == {"file": aside.name, "line": line}
    assert (opened.header, opened.events) == (HEADER, ())


def test_a_line_cut_off_by_a_power_cut_costs_only_itself(tmp_path: Path) -> None:
    (tmp_path / CURRENT).write_bytes(
        GOOD + b'{"do": "adjust", "seat": 0, "points": 2, "why": "x"}\n{"do": "adj'
    )
    opened = resume_or_begin(tmp_path, HEADER)
    assert opened.notice is not None
    assert opened.notice.values == {"line": 3}
    assert opened.events == (Adjust(0, 2, "x"),)


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
    content = path.read_bytes()
    with pytest.raises(ValueError, match="another match"):
        open_record(path, other)
    assert path.read_bytes() == content


def test_a_bad_line_of_a_named_record_is_told_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(GOOD + b'{"do": "play", "seat": 0, "card": "7h"}\n')
    with pytest.raises(BadRecord) as bad:
        open_record(path, HEADER)
    assert bad.value.line == 2
