"""The names of those who have played, the latest first, and the mark each had."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.record.side_marks import MARKS
from companion.store.store import Store

MOST_PEOPLE = 60
"""Who has not played for longer than this many others is forgotten."""
LONGEST_NAME = 40


@dataclass(frozen=True)
class Person:
    """Somebody who has played: the name as it was typed, and the number of the mark they had last."""

    name: str
    mark: int


def remembered(store: Store) -> tuple[Person, ...]:
    """List the people remembered in a store, the latest players first."""
    rows = store.ask("SELECT name, mark FROM person ORDER BY place DESC LIMIT ?", MOST_PEOPLE)
    people = (_person({"name": name, "mark": mark}) for name, mark in rows)
    return _latest(person for person in people if person is not None)


def remember(store: Store, players: Iterable[Person]) -> None:
    """Put these people first. OSError where it cannot be written; what was remembered before then still is."""
    people = _latest([*players, *remembered(store)])
    with store.change() as within:
        within.execute("DELETE FROM person")
        write(within, people)


def write(within: sqlite3.Connection, people: Sequence[Person]) -> None:
    """Write people, the latest first, within a transaction; somebody who is there already stays as they are."""
    within.executemany(
        "INSERT OR IGNORE INTO person (person, name, mark, place) VALUES (?, ?, ?, ?)",
        [(key(each.name), each.name, each.mark, -at) for at, each in enumerate(people)],
    )


def from_json(content: bytes) -> tuple[Person, ...]:
    """Read the people of a file, the latest players first, as they were kept before the store; none of a broken one."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return ()
    entries = found.get("people") if isinstance(found, dict) else None
    people = (_person(entry) for entry in entries) if isinstance(entries, list) else ()
    return _latest(person for person in people if person is not None)


def tidy(name: str) -> str:
    """Give a name as it is kept: no control characters or doubled spaces, and not endless."""
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(printable.split())[:LONGEST_NAME].strip()


def key(name: str) -> str:
    """Give what two spellings of one name have in common: ``ana`` and ``Ana`` are the same person."""
    return tidy(name).casefold()


def _person(entry: object) -> Person | None:
    if not isinstance(entry, dict):
        return None
    name, mark = entry.get("name"), entry.get("mark")
    if not isinstance(name, str) or not tidy(name):
        return None
    return Person(tidy(name), mark if type(mark) is int and 0 <= mark < len(MARKS) else 0)


def _latest(people: Iterable[Person]) -> tuple[Person, ...]:
    """Keep everybody once, where they come first."""
    kept: dict[str, Person] = {}
    for person in people:
        kept.setdefault(key(person.name), person)
    return tuple(kept.values())[:MOST_PEOPLE]
