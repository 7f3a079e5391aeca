"""Scores a list of entries from the start, and mends what a correction before it has put out of joint."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.entries import Entry
from engine.events import Event, IllegalPlay
from engine.header import Header
from engine.porrazo.events import Play
from engine.porrazo.foresight import at_play, refusal
from engine.porrazo.game import Match
from engine.porrazo.position import Position
from engine.porrazo.rules import after


def folded(header: Header, entries: Sequence[Entry]) -> tuple[Match, list[Entry]]:
    """Score entries from the start: the match, and the entries with what the rules allow of them."""
    match, known = Match(header), list(entries)
    for at, entry in enumerate(entries):
        if entry.standing:
            known[at] = replace(entry, fits=_added(match, entry.event))
    return match, known


def mended(header: Header, entries: Sequence[Entry], start: int) -> list[Entry]:
    """Give the entries with those from ``start`` on put right where only that makes the rules allow them.

    After a play too many or too few everybody's turn has moved; after another card a capture forgone or
    chosen may be none. What cannot be mended stays as it is, and so does what did not fit before.
    """
    match, known = Match(header), list(entries)
    for at, entry in enumerate(entries):
        if not entry.standing or _added(match, entry.event) or at < start or not entry.fits:
            continue
        for event in _otherwise(match.position, entry.event):
            if _added(match, event):
                known[at] = replace(entry, event=event)
                break
    return known


def _otherwise(position: Position, event: Event) -> Iterator[Event]:
    """What the event may have been, likeliest first."""
    if isinstance(event, Play):
        turn = at_play(position).turn
        yield replace(event, seat=turn)
        yield replace(event, seat=turn, took=())
        yield replace(event, seat=turn, took=(), in_place=False)


def _added(match: Match, event: Event) -> bool:
    """Add an event to a match where the rules allow it; say whether they do."""
    try:
        match.add(event)
    except IllegalPlay:
        return False
    return True


def position_before(header: Header, entries: Sequence[Entry], at: int) -> Position:
    """Give the position in which the entry at this place arrives."""
    position = Position.start(header)
    for entry in entries[:at]:
        if entry.counts:
            position = after(position, entry.event).position
    return position


def refused(header: Header, entries: Sequence[Entry], at: int, event: Event) -> IllegalPlay | None:
    """Say why an event could not have happened in the place of the entry at ``at``; None if it could."""
    return refusal(position_before(header, entries, at), event)
