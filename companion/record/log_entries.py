"""Where the events of what watches lie among the tapped ones, and what becomes of those that both told."""

from collections.abc import Sequence
from dataclasses import replace

from companion.messages import EventUnderstood
from engine.cards import Card
from engine.events import Adjust, Event
from engine.match import Entry
from engine.porrazo.events import Play


def place_of(entries: Sequence[Entry], line: int) -> int | None:
    """Find the entry that the watcher knows by this number."""
    return next((at for at, entry in enumerate(entries) if entry.line == line), None)


def rewritten(entries: list[Entry], at: int, message: EventUnderstood) -> list[Entry]:
    """Change the watcher's event at this place as its message says: replace, take out, or insert."""
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
    """Take over what the watcher thinks now, unless people have said how it was."""
    if entry.sure:
        return entry
    # one that people took out stays out while the watcher only repeats itself
    standing = entry.standing or not _same(entry.event, event)
    return replace(entry, event=event, standing=standing, fits=True)


def tapped_already(entries: Sequence[Entry], end: int, event: Event) -> int | None:
    """Find the tapped entry, between the watcher's last before ``end`` and there, that says the same."""
    for at in range(end - 1, -1, -1):
        if entries[at].line is not None:
            break
        if entries[at].standing and not isinstance(event, Adjust) and _same(entries[at].event, event):
            return at
    return None


def adopted(entry: Entry, message: EventUnderstood) -> Entry:
    """Let the watcher know a tapped entry by its number; of two cards the one with a suit is kept."""
    event = entry.event
    if isinstance(event, Play) and isinstance(message.event, Play) and event.card.suit is None:
        event = replace(event, card=message.event.card)
    return replace(entry, event=event, line=message.line_number, sure=True)


def _same(one: Event, other: Event) -> bool:
    """Whether two events say the same; a card whose suit nobody saw is any card of its rank."""
    if isinstance(one, Play) and isinstance(other, Play):
        alike = _alike(one.card, other.card)
        return alike and (one.seat, one.in_place) == (other.seat, other.in_place)
    return replace(one, extra={}) == replace(other, extra={})


def _alike(one: Card, other: Card) -> bool:
    return one == other or (one.rank == other.rank and None in (one.suit, other.suit))


def shifted(entries: list[Entry], start: int, by: int) -> list[Entry]:
    """Count the watcher's events from this number on higher or lower."""
    return [
        replace(entry, line=entry.line + by) if entry.line is not None and entry.line >= start else entry
        for entry in entries
    ]
