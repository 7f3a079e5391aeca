"""Names are remembered, latest players first, whatever is in the file; marks are read from a record's header."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.archive.players import LONGEST_NAME, MOST_PEOPLE, Person, from_json, remember, remembered, tidy
from companion.record.side_marks import free, marks_of
from companion.store.store import Store
from engine.header import Header


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as store:
        yield store


def test_nobody_is_known_at_first(store: Store) -> None:
    assert remembered(store) == ()


def test_the_latest_players_come_first_and_everybody_once(store: Store) -> None:
    remember(store, [Person("Ana", 0), Person("Beto", 1)])
    remember(store, [Person("Carla", 2), Person("ana", 5)])
    assert remembered(store) == (Person("Carla", 2), Person("ana", 5), Person("Beto", 1))


def test_who_has_not_played_for_long_is_forgotten(store: Store) -> None:
    for number in range(MOST_PEOPLE + 5):
        remember(store, [Person(f"P{number}", 0)])
    names = [person.name for person in remembered(store)]
    assert len(names) == MOST_PEOPLE
    assert "P0" not in names


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"people": 3}',
        b'{"people": [3, {"name": 4}, {"name": " "}]}',
        b"\xff",
        b"[" * 9999,
    ],
)
def test_a_broken_file_is_nobody(content: bytes) -> None:
    assert from_json(content) == ()


def test_a_mark_that_there_is_not_is_the_first() -> None:
    people = [{"name": "Ana", "mark": 99}, {"name": "Beto", "mark": True}, {"name": "Eva"}]
    assert [person.mark for person in from_json(json.dumps({"people": people}).encode())] == [0, 0, 0]


def test_names_are_tidied() -> None:
    assert tidy("  Ana \n Lucía\t") == "Ana Lucía"
    assert len(tidy("x" * 500)) == LONGEST_NAME


@pytest.mark.parametrize(
    ("marks", "read"),
    [([4, 2], (4, 2)), ([4, 4], (0, 1)), ([4], (0, 1)), ([4, 8], (0, 1)), ("42", (0, 1)), ([True, 2], (0, 1)),
     ([[1], 2], (0, 1)), (None, (0, 1))],
)  # fmt: skip
def test_marks_are_read_from_the_header(marks: object, read: tuple[int, ...]) -> None:
    assert marks_of(Header(("Ana", "Beto"), extra={"marks": marks})) == read


def test_a_team_has_one_mark() -> None:
    header = Header(("A", "B", "C", "D"), teams=((0, 2), (1, 3)), extra={"marks": [7, 3]})
    assert marks_of(header) == (7, 3)


def test_a_free_mark_is_found() -> None:
    assert free((0, 1), 0) == 2
    assert free((0, 1), 5) == 5
    assert free(tuple(range(8)), 3) == 3
