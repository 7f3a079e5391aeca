"""Merges the watcher's events with the tapped ones: finds their places, and joins two that say the same."""

from collections.abc import Sequence
from dataclasses import replace

from companion.messages import EventUnderstood
from engine.entry import Entry
from engine.events import Adjust, Event

DOUBT_KEYS = ("doubt", "instead", "arm")
"""The keys that a watcher adds to an event that it is not sure of."""


def without_doubt(event: Event) -> dict[str, object]:
    """An event's further keys without those that say that the watcher was not sure."""
    return {key: value for key, value in event.extra.items() if key not in DOUBT_KEYS}


def place_of(entries: Sequence[Entry], line: int) -> int | None:
    """Find the entry that has this number for the watcher; None if there is none."""
    return next((at for at, entry in enumerate(entries) if entry.line == line), None)


def rewritten(entries: list[Entry], at: int, message: EventUnderstood) -> list[Entry]:
    """Change the watcher's event at this place as its message says: replace, remove or insert it."""
    entry = entries[at]
    if message.withdrawn:
        stays = [replace(entry, line=None)] if entry.sure and entry.standing else []
        return shifted([*entries[:at], *stays, *entries[at + 1 :]], message.line_number, -1)
    if message.revised:
        return [*entries[:at], _revised(entry, message.event), *entries[at + 1 :]]
    moved = shifted(entries, message.line_number, +1)
    tapped = tapped_already(entries, at, message.event)
    if tapped is not None:
        moved[tapped] = adopted(moved[tapped], message)
        return moved
    return [*moved[:at], Entry(message.event, message.line_number), *moved[at:]]


def _revised(entry: Entry, event: Event) -> Entry:
    """Take over the watcher's new opinion, unless people have said what happened."""
    if entry.sure:
        return entry
    # an event that people removed stays removed if the watcher only says the same again
    standing = entry.standing or not entry.event.says_same(event)
    return replace(entry, event=event, standing=standing, fits=True)


def tapped_already(entries: Sequence[Entry], end: int, event: Event) -> int | None:
    """Find a tapped entry that says the same as the event, after the watcher's last entry before ``end``."""
    for at in range(end - 1, -1, -1):
        if entries[at].line is not None:
            break
        if entries[at].standing and not isinstance(event, Adjust) and entries[at].event.says_same(event):
            return at
    return None


def adopted(entry: Entry, message: EventUnderstood) -> Entry:
    """Give a tapped entry the watcher's number, and what only the watcher knows of the event."""
    event = entry.event.completed(message.event)
    return replace(entry, event=event, line=message.line_number, sure=True)


def shifted(entries: list[Entry], start: int, by: int) -> list[Entry]:
    """Add ``by`` to the watcher's numbers from ``start`` on."""
    return [
        replace(entry, line=entry.line + by) if entry.line is not None and entry.line >= start else entry
        for entry in entries
    ]
