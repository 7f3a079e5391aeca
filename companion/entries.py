"""The events of a session in order, and where those of its watcher lie among the tapped ones."""

from dataclasses import dataclass, replace

from companion.messages import EventUnderstood
from engine.illegal import IllegalPlay
from engine.match import Match
from engine.record import Event, Header


@dataclass(frozen=True)
class Entry:
    """One event of the session; ``line`` is its number with the watcher, None for a tap."""

    event: Event
    line: int | None = None
    standing: bool = True
    """False once undone or found wrong by people; kept so that the watcher's numbers stay right."""
    fits: bool = True
    """False while the rules refuse it after what stands before it; a later revision may change that."""

    @property
    def counts(self) -> bool:
        """Whether it is one of the match's events."""
        return self.standing and self.fits


def place_of(entries: list[Entry], line: int) -> int | None:
    """Find the entry that the watcher knows by this number."""
    return next((at for at, entry in enumerate(entries) if entry.line == line), None)


def rewritten(entries: list[Entry], at: int, message: EventUnderstood) -> list[Entry]:
    """Change the watcher's event at this place as its message says: replace, take out, or insert."""
    entry = Entry(message.event, message.line_number)
    if message.withdrawn:
        return _shifted([*entries[:at], *entries[at + 1 :]], message.line_number, -1)
    if message.revised:
        return [*entries[:at], entry, *entries[at + 1 :]]
    shifted = _shifted(entries, message.line_number, +1)
    return [*shifted[:at], entry, *shifted[at:]]


def _shifted(entries: list[Entry], start: int, by: int) -> list[Entry]:
    """Count the watcher's events from this number on higher or lower."""
    return [
        replace(entry, line=entry.line + by) if entry.line is not None and entry.line >= start else entry
        for entry in entries
    ]


def folded(header: Header, entries: list[Entry]) -> tuple[Match, list[Entry]]:
    """Score entries from the start: the match, and the entries with what the rules allow of them."""
    match, known = Match(header), list(entries)
    for at, entry in enumerate(entries):
        if entry.standing:
            known[at] = replace(entry, fits=_added(match, entry.event))
    return match, known


def _added(match: Match, event: Event) -> bool:
    """Add an event to a match where the rules allow it; say whether they do."""
    try:
        match.add(event)
    except IllegalPlay:
        return False
    return True
