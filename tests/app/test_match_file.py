"""The record that the user named: begun, gone on with, never another match's overwritten."""

from pathlib import Path

import pytest

from companion.archive.match_file import open_record
from engine.events import Adjust
from engine.header import Header
from engine.record import BadRecord

HEADER = Header(("Ana", "Beto"))


GOOD = b'{"porrazo": 1, "players": ["Ana", "Beto"]}\n'


def test_a_line_cut_off_by_a_power_cut_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_bytes(GOOD + b'{"do": "adjust", "seat": 0, "points": 2, "why": "x"}\n{"do": "adj')
    opened = open_record(path, HEADER)
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
