"""Leaves matches, people and settings behind as an app that was killed would, and reads what another program finds."""

import time
from collections.abc import Iterable
from pathlib import Path

from companion.archive import players, settings
from companion.archive.players import Person
from companion.archive.settings import Settings
from companion.store.store import PLAYING, PUT_BY, Store
from engine.events import Event
from engine.header import Header
from engine.record import line_of, read


def leave(folder: Path, header: Header, *events: Event, state: str = PLAYING) -> int:
    """Leave a match behind, the one that was being played unless ``state`` says otherwise."""
    with Store(folder) as store:
        return store.add(line_of(header), [line_of(event) for event in events], 1000.0, state)


def leave_of_day(folder: Path, day: str, header: Header, *events: Event) -> int:
    """Leave a match of that day (2023-01-05) behind, put by."""
    began = time.mktime(time.strptime(day, "%Y-%m-%d")) + 20 * 3600
    with Store(folder) as store:
        return store.add(line_of(header), [line_of(event) for event in events], began, PUT_BY)


def leave_broken(folder: Path, *lines: bytes, source: str = "old.jsonl", state: str = PLAYING) -> int:
    """Leave a match behind whose lines make no sense, as it was taken over from a file."""
    with Store(folder) as store:
        return store.add(lines[0], lines[1:], 1000.0, state, source)


def record(folder: Path, number: int | None = None) -> list[Header | Event]:
    """Read the header and the events of a match, of the one being played if no other is asked for."""
    with Store(folder, writes=False) as store:
        row = store.row(store.playing()[0] if number is None else number)
    assert row is not None
    return [item for _, item in read([str(line).encode() for line in row.lines])]


def events(folder: Path) -> list[Event]:
    """Read the events of the match being played."""
    return [item for item in record(folder) if not isinstance(item, Header)]


def others(folder: Path) -> list[int]:
    """List the matches kept, all but the one being played."""
    with Store(folder, writes=False) as store:
        playing = store.playing()
        return [number for number in store.numbers() if number not in playing]


def know(folder: Path, people: Iterable[Person]) -> None:
    """Have people remembered."""
    with Store(folder) as store:
        players.remember(store, people)


def known(folder: Path) -> tuple[Person, ...]:
    """List the people remembered."""
    with Store(folder, writes=False) as store:
        return players.remembered(store)


def choose(folder: Path, chosen: Settings) -> None:
    """Leave settings behind."""
    with Store(folder) as store:
        settings.save(store, chosen)


def chosen(folder: Path) -> Settings:
    """Read the settings."""
    with Store(folder) as store:
        return settings.load(store).settings
