"""A history that may be true: the events one after another, each with the track that stands for it.

What an event is follows from the card that was shown and from what the game says may come next; what lies on the
table, and what was gathered, follows from the game as well. No rule of any game stands here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.cards import Card
from engine.events import Event, IllegalPlay
from engine.game import AnyGame, Expected, Outcome, Standing
from engine.games import game_called
from engine.header import Header

REMEMBERED = 20_000
"""The number of events, over all histories, of which it is remembered what comes of them."""


class Step(NamedTuple):
    """A card was shown; ``track`` is what was seen of it. Where nobody saw it (None) it was at ``at`` seconds."""

    card: Card
    track: int | None
    at: float


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A step in its history, with what the game makes of it.

    ``seat`` lays the card, None where the game names nobody. ``gathered`` are the cards that it takes off the table
    into a pile, ``lying`` those that lie there afterwards, ``accused`` the depths of the events that it proves at
    fault. ``depth`` is 1 for the first event after the base; ``key`` tells histories apart.
    """

    parent: Node | None
    step: Step
    event: Event
    seat: int | None
    outcome: Outcome[Any, Any]
    gathered: frozenset[Card]
    lying: frozenset[Card]
    accused: tuple[int, ...]
    depth: int
    key: int

    @property
    def position(self) -> Standing:
        """The position after it."""
        position: Standing = self.outcome.position
        return position


def chain(node: Node | None) -> list[Node]:
    """The nodes up to this one, oldest first."""
    return [*backwards(node)][::-1]


def backwards(node: Node | None) -> Iterator[Node]:
    """The nodes from this one to the oldest."""
    while node is not None:
        yield node
        node = node.parent


class Rules:
    """What a game makes of steps, after the events ``record`` that stand fast."""

    def __init__(self, header: Header, record: Sequence[Event] = ()) -> None:
        self.game: AnyGame = game_called(header.game)
        self.header = header
        self.pack = frozenset(self.game.pack(header))
        outcome: Outcome[Any, Any] = Outcome(self.game.start(header))
        self._steps: list[tuple[Event | None, Outcome[Any, Any]]] = [(None, outcome)]
        for event in record:
            outcome = self.game.after(outcome.position, event)
            self._steps.append((event, outcome))
        self.base = outcome.position
        self._expected: dict[int, tuple[Standing, tuple[Expected, ...]]] = {}
        self._followed: dict[int, Node | None] = {}

    def start(self) -> frozenset[Card]:
        """The cards that lie on the table after the record."""
        return self.lying(self.base)

    def shown_before(self) -> frozenset[Card]:
        """The cards that the record has already shown in this hand, and that cannot come now."""
        return self.pack - self.possible(self.base)

    def lying(self, position: Standing) -> frozenset[Card]:
        """The cards that lie face up."""
        return frozenset(lies.card for lies in self.game.lying(position) if lies.card is not None)

    def expected(self, position: Standing) -> tuple[Expected, ...]:
        """The events that show one card and may come next; those that ask for more are nobody's to see."""
        known = self._expected.get(id(position))
        if known is None or known[0] is not position:
            found = tuple(each for each in self.game.expected(position) if each.count == 1 and not each.asks)
            if len(self._expected) > 4000:
                self._expected.clear()
            self._expected[id(position)] = known = (position, found)
        return known[1]

    def possible(self, position: Standing) -> frozenset[Card]:
        """The cards that may be shown next."""
        return frozenset(card for each in self.expected(position) for card in each.cards)

    def begins(self, position: Standing) -> bool:
        """Whether the whole pack is dealt anew: every card may be the next."""
        return self.possible(position) == self.pack

    def may_go(self, position: Standing) -> frozenset[Card]:
        """The cards on the table that the next event would neither leave there nor gather: they are taken up."""
        here = self.lying(position)
        if not here:
            return here
        for each in self.expected(position):
            for card in each.cards:
                event = self._event(each, card)
                try:
                    outcome = self.game.after(position, event)
                except IllegalPlay:
                    continue
                return here - self.lying(outcome.position) - _captured(outcome)
        return frozenset()

    def follow(self, parent: Node | None, step: Step) -> Node | None:
        """The history with one step more; None where the game knows no such event."""
        key = hash((parent.key if parent is not None else 0, step.card.code, step.track))
        if key not in self._followed:
            if len(self._followed) > REMEMBERED:
                self._followed.clear()
            self._followed[key] = self._follow(parent, step, key)
        return self._followed[key]

    def _follow(self, parent: Node | None, step: Step, key: int) -> Node | None:
        before = parent.position if parent is not None else self.base
        for each in self.expected(before):
            if step.card not in each.cards:
                continue
            event = self._event(each, step.card)
            try:
                outcome = self.game.after(before, event)
            except IllegalPlay:
                continue
            gathered = _captured(outcome)
            depth = parent.depth + 1 if parent is not None else 1
            accused = self._accused(parent, event, outcome)
            lying = self.lying(outcome.position)
            return Node(parent, step, event, each.seat, outcome, gathered, lying, accused, depth, key)
        return None

    def extended(self, parent: Node | None, steps: Sequence[Step]) -> Node | None:
        """The history with these steps more; None where the game allows one of them not."""
        for step in steps:
            parent = self.follow(parent, step)
            if parent is None:
                return None
        return parent

    def _event(self, expected: Expected, card: Card) -> Event:
        keys = self.game.kinds[expected.do][1]
        line = {"do": expected.do, "seat": expected.seat, "card": str(card)}
        return self.game.event({key: value for key, value in line.items() if key in keys})

    def _accused(self, parent: Node | None, event: Event, outcome: Outcome[Any, Any]) -> tuple[int, ...]:
        """The depths of the events that this one proves at fault; 0 for one of the record."""
        if not outcome.made:
            return ()
        steps = [*self._steps, *((node.event, node.outcome) for node in chain(parent)), (event, outcome)]
        found = []
        for score in outcome.made:
            fault = self.game.fault(score, steps)
            if fault is not None:
                found.append(max(0, fault.at - len(self._steps) + 1))
        return tuple(found)


def _captured(outcome: Outcome[Any, Any]) -> frozenset[Card]:
    return frozenset(card for capture in outcome.captures for card in capture.cards)
