"""The match as a list for people: every event with what it took and scored, and what came of it at a batch's end."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.entries import Entry
from companion.screens.reading import Move, as_it_stands, single_moves
from companion.session import Session
from engine.cards import Card
from engine.porrazo.foresight import prospect
from engine.porrazo.position import Position
from engine.record import Event, Play


@dataclass(frozen=True)
class Item:
    """A line of the list: an event (``entry``), or points that no single event made.

    ``taken`` are the cards that a play took from the table, or will if what waits stands.
    """

    entry: Entry | None
    moves: tuple[Move, ...] = ()
    taken: tuple[Card, ...] = ()
    waits: bool = False


class Chronicle:
    """Makes the list of a session. What a play took is worked out once and kept while all before it stays."""

    def __init__(self) -> None:
        self._known: list[tuple[Event, Position, tuple[Card, ...]]] = []

    def items(self, session: Session) -> list[Item]:
        """List a session's events, newest first; what was taken out does not appear."""
        return list(self._items(session))[::-1]

    def _items(self, session: Session) -> Iterator[Item]:
        match = session.match
        made: dict[int, list[Move]] = {}
        settled: dict[int, list[Move]] = {}
        for move in single_moves(match):
            lines = settled if move.by is None else made
            lines.setdefault(move.due if move.by is None else move.by, []).append(move)
        waiting = as_it_stands(match).waiting is not None
        line, last = 0, len(match.events)
        for entry in session.entries:
            if entry.counts:
                line += 1
                taken = self._taken(line, entry.event, session)
                yield Item(entry, tuple(made.get(line, ())), taken, waits=waiting and line == last)
                yield from (Item(None, (move,)) for move in settled.get(line, ()))
            elif entry.standing:
                yield Item(entry)

    def _taken(self, line: int, event: Event, session: Session) -> tuple[Card, ...]:
        """Tell what the match's event of this line took from the table."""
        if line <= len(self._known) and self._known[line - 1][0] is event:
            return self._known[line - 1][2]
        del self._known[line - 1 :]
        before = self._known[-1][1] if self._known else Position.start(session.header)
        taken = prospect(before, event).captured if isinstance(event, Play) else ()
        self._known.append((event, before.after(event), taken))
        return taken
