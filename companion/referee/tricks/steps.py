"""The steps of a history: cards shown at once, and what the game makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.cards import Card
from engine.events import Event
from engine.game import Outcome, Standing
from engine.options import Choice

Saying = tuple[tuple[str, Choice], ...]
"""The fields of an event that are no cards, by their keys."""


class Step(NamedTuple):
    """Cards were shown at once; ``tracks`` are what was seen of each, None where nobody saw it. Where none was seen
    they were shown at ``at`` seconds. ``do`` and ``seat`` name the event where several may have shown these cards; one
    that shows none (``cards`` empty) has fields that are no cards in ``said``.
    """

    cards: tuple[Card, ...]
    tracks: tuple[int | None, ...]
    at: float
    do: str = ""
    seat: int | None = None
    said: Saying = ()

    @property
    def unseen(self) -> int:
        """How many of its cards nobody saw."""
        return self.tracks.count(None)

    @property
    def seen(self) -> tuple[int, ...]:
        """The tracks of its cards."""
        return tuple(track for track in self.tracks if track is not None)


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A step in its history, with what the game makes of it.

    ``seat`` lays the cards, None where the game names nobody. ``gathered`` are the cards that it takes off the table
    into a pile, ``lying`` those that lie there afterwards, ``accused`` the depths of the events that it proves at
    fault. ``free``: it might as well have come before the event that it follows. ``drawn`` and ``apart``: as
    `Expected` says. ``depth`` is 1 for the first event after the base; ``key`` tells histories apart.
    """

    parent: Node | None
    step: Step
    event: Event
    seat: int | None
    outcome: Outcome[Any, Any]
    gathered: frozenset[Card]
    lying: tuple[Card, ...]
    accused: tuple[int, ...]
    free: bool
    drawn: bool
    apart: bool
    depth: int
    key: int

    @property
    def stays(self) -> bool:
        """Whether the cards shown lie there afterwards; an event that shows none removes what goes."""
        return bool(self.step.cards) and all(card in self.lying for card in self.step.cards)

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
