"""The names of those who have played, the latest first, and the mark each had: kept as JSON beside the matches."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.record.side_marks import MARKS
from vision.files.own_files import write_whole

FILE = "people.json"
MOST_PEOPLE = 60
"""Who has not played for longer than this many others is forgotten."""
LONGEST_NAME = 40


@dataclass(frozen=True)
class Person:
    """Somebody who has played: the name as it was typed, and the number of the mark they had last."""

    name: str
    mark: int


def remembered(folder: Path) -> tuple[Person, ...]:
    """List the people remembered in this folder, the latest players first; none where the file cannot be read."""
    try:
        found = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return ()
    entries = found.get("people") if isinstance(found, dict) else None
    people = (_person(entry) for entry in entries) if isinstance(entries, list) else ()
    return _latest(person for person in people if person is not None)


def remember(folder: Path, players: Iterable[Person]) -> None:
    """Put these people first. OSError where the file cannot be written; the old one is then still there."""
    people = _latest([*players, *remembered(folder)])
    entries = [{"name": person.name, "mark": person.mark} for person in people]
    text = json.dumps({"people": entries}, ensure_ascii=False, indent=1)
    write_whole(folder / FILE, text.encode())


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
