"""A match as it is entered: facts go in, everything else follows from them; undo and redo without limit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic

from engine.events import Event, IllegalPlay
from engine.game import Game, Outcome, P, S
from engine.header import Header


@dataclass(frozen=True, slots=True)
class Link(Generic[P, S]):
    """One event in a chain that leads back to the header; ``wrong`` says why it cannot have happened."""

    before: "Link[P, S] | None"
    event: Event | None
    outcome: Outcome[P, S]
    wrong: IllegalPlay | None = None


class Match(Generic[P, S]):
    """One match of a game. ValueError where its header says what the game does not know.

    Every state the match has been in is the end of a chain of events; later states share the links that they
    have in common. So undo and redo only move along the list of states, whatever the change was, and one
    more event costs the same at the start of a match and at its ten-thousandth event.
    """

    def __init__(self, game: Game[P, S], header: Header) -> None:
        if header.game != game.name:
            raise ValueError(f"this is a match of {header.game}, not of {game.name}")
        self.game = game
        self.header = header
        self._states: list[Link[P, S]] = [Link(None, None, Outcome(game.start(header)))]
        self._now = 0

    @property
    def position(self) -> P:
        """Where the match stands."""
        return self._states[self._now].outcome.position

    @property
    def settled(self) -> Outcome[P, S]:
        """What holds if nothing more comes."""
        return self.game.settled(self.position)

    @property
    def newest(self) -> Link[P, S] | None:
        """The link of the newest event that can have happened, or None."""
        link: Link[P, S] | None = self._states[self._now]
        while link is not None and link.wrong is not None:
            link = link.before
        return None if link is None or link.event is None else link

    @property
    def events(self) -> tuple[Event, ...]:
        """All events in order, those that cannot have happened included."""
        return tuple(link.event for link in self._links() if link.event is not None)

    @property
    def outcomes(self) -> tuple[Outcome[P, S], ...]:
        """What came of the header (the first) and of every event after it."""
        return tuple(link.outcome for link in self._links())

    @property
    def scores_made(self) -> tuple[S, ...]:
        """All scores so far, in the order in which they were paid."""
        return tuple(score for link in self._links() for score in link.outcome.made)

    @property
    def wrong(self) -> dict[int, IllegalPlay]:
        """The events that cannot have happened, by their line (the first event's is 1), and why."""
        return {at: link.wrong for at, link in enumerate(self._links()) if link.wrong is not None}

    def steps(self) -> Iterator[tuple[Event | None, Outcome[P, S]]]:
        """Give what came of the header, of every event that can have happened, and of the record's end."""
        for link in self._links():
            if link.wrong is None:
                yield link.event, link.outcome
        yield None, self.settled

    def add(self, event: Event) -> tuple[S, ...]:
        """Add an event and return the scores due by it; IllegalPlay, and no change, if it is refused."""
        now = self._states[self._now]
        outcome = self.game.after(now.outcome.position, event)
        self._become(Link(now, event, outcome))
        return outcome.made

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return self._now > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a change, taken back, to make again."""
        return self._now < len(self._states) - 1

    def undo(self) -> None:
        """Take back the last change, an event or a correction; IndexError where there is none."""
        if self._now == 0:
            raise IndexError("there is nothing to undo")
        self._now -= 1

    def redo(self) -> None:
        """Make the change taken back last again; IndexError where there is none."""
        if self._now == len(self._states) - 1:
            raise IndexError("there is nothing to redo")
        self._now += 1

    def correct(self, line: int, event: Event) -> None:
        """Put another event in the place of the one at this line (the first event's is 1).

        Everything after it is scored anew. An event that has become impossible is kept, and named in
        ``wrong``; the new event itself is refused with IllegalPlay, and nothing changes, if it is
        impossible there.
        """
        self._rewrite(line, 1, (event,))

    def insert(self, line: int, event: Event) -> None:
        """Put an event before the one at this line (after the last: at the end). Else as ``correct``."""
        self._rewrite(line, 0, (event,))

    def remove(self, line: int) -> None:
        """Take out the event at this line. Else as ``correct``."""
        self._rewrite(line, 1, ())

    def _rewrite(self, line: int, out: int, new: Sequence[Event]) -> None:
        links = self._links()
        if not 1 <= line <= len(links) - out:
            raise IndexError(f"there is no event {line}")
        link = links[line - 1]
        for event in new:
            link = Link(link, event, self.game.after(link.outcome.position, event))
        for later in links[line + out :]:
            assert later.event is not None
            link = self._linked(link, later.event)
        self._become(link)

    def _linked(self, link: Link[P, S], event: Event) -> Link[P, S]:
        """Return the link that an event leads to; an impossible one is marked and passed over."""
        position = link.outcome.position
        try:
            return Link(link, event, self.game.after(position, event))
        except IllegalPlay as wrong:
            return Link(link, event, Outcome(position.passed_over()), wrong)

    def _become(self, link: Link[P, S]) -> None:
        """Make this the newest state; what had been undone is gone."""
        del self._states[self._now + 1 :]
        self._states.append(link)
        self._now += 1

    def _links(self) -> list[Link[P, S]]:
        """Return the links of the present state, the header's first."""
        links = []
        link: Link[P, S] | None = self._states[self._now]
        while link is not None:
            links.append(link)
            link = link.before
        links.reverse()
        return links
