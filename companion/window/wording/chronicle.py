"""The match as a list for people: every event with what it took and scored, and what came of it at a batch's end."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.record.match_summary import Move, as_it_stands, single_moves
from companion.record.session import Session
from engine.cards import Card
from engine.match import Entry
from engine.porrazo.foresight import taken_by


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
    """Makes the list of a session."""

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
        outcomes = match.outcomes
        line, last = 0, len(outcomes) - 1
        for entry in session.entries:
            if entry.counts:
                line += 1
                taken = taken_by(outcomes[line - 1].position, entry.event, outcomes[line])
                yield Item(entry, tuple(made.get(line, ())), taken, waits=waiting and line == last)
                yield from (Item(None, (move,)) for move in settled.get(line, ()))
            elif entry.standing:
                yield Item(entry)
