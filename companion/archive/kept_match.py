"""A match as it is kept: its lines folded into what happened, or the sentence that says why they cannot be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.archive.mending import folded
from companion.locales import N_
from companion.messages import Notice
from companion.store.store import Row
from engine.events import Event
from engine.game import Standing
from engine.header import Header
from engine.match import AnyMatch
from engine.record import BadRecord

BEGAN_KEY = "began"
"""In a record's header: when the match began, in seconds since 1970."""


@dataclass(frozen=True)
class Kept:
    """A match as it is kept. ``when`` is when it began, in seconds since 1970; ``hurt`` are the numbers of the lines
    that make no sense and were left out or put right (the header's is 1).
    """

    number: int
    match: AnyMatch
    when: float
    hurt: tuple[int, ...] = ()

    @property
    def header(self) -> Header:
        """Who plays, by which rules."""
        return self.match.header

    @property
    def standing(self) -> Standing:
        """Where the match stands, as if nothing more came."""
        standing: Standing = self.match.settled.position
        return standing

    @property
    def winner(self) -> int | None:
        """The side that has won; None while nobody has."""
        return self.standing.winner

    @property
    def scores(self) -> tuple[int, ...]:
        """The points by side."""
        return self.standing.scores


@dataclass(frozen=True)
class Unreadable:
    """A match that cannot be read, and the sentence that says so; it has no number where it is not even kept."""

    number: int | None
    notice: Notice
    wrong: str = ""
    """What the line says that cannot be, in English."""


def read_match(row: Row | None, number: int) -> Kept | Unreadable:
    """Fold a match as it is kept; None: it is not there.

    A line that makes no sense is left out or put right, and the match is what the others make of it.
    `Unreadable` where that is nothing.
    """
    if row is None:
        return unreadable(number, str(number), "it is not there any more")
    lines = [line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass") for line in row.lines]
    try:
        found = folded(lines)
    except BadRecord as bad:
        text = N_("{file} holds no match that can be read (line {line}); it is left as it is")
        return Unreadable(
            number, Notice(text, {"file": row.source or str(number), "line": bad.line}), str(bad)
        )
    match = found.match
    return Kept(number, match, when_begun(match.header, match.events, row.began), found.hurt)


def when_begun(header: Header, events: Iterable[Event], otherwise: float) -> float:
    """Tell when a match began: as its header says, else its first tap, else when it was kept first."""
    first = next(iter(events), None)
    for found in (header.extra.get(BEGAN_KEY), first.extra.get("clock") if first is not None else None):
        if isinstance(found, int | float) and not isinstance(found, bool) and 0 < found < 1e11:
            return float(found)
    return otherwise


def unreadable(number: int, name: str, reason: str) -> Unreadable:
    """Say why a match cannot be read."""
    return Unreadable(number, Notice(N_("{file} cannot be read: {reason}"), {"file": name, "reason": reason}))
