"""A history that may be true: its steps, what the game makes of each, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.cards import Card
from engine.events import Event
from engine.game import Outcome, Standing
from engine.options import Choice

Saying = tuple[tuple[str, Choice], ...]
"""The fields of an event but for the cards that it shows, by their keys."""


class Step(NamedTuple):
    """Cards were shown at once; ``tracks`` are what was seen of each, None where nobody saw it. Where none was seen
    they were shown at ``at`` seconds. ``do`` and ``seat`` name the event where several may have shown these cards; one
    that shows none (``cards`` empty) has its other fields in ``said``; ``taken`` is the track of a card that it takes
    off the table, None where nobody saw it.
    """

    cards: tuple[Card, ...]
    tracks: tuple[int | None, ...]
    at: float
    do: str = ""
    seat: int | None = None
    said: Saying = ()
    taken: int | None = None

    @property
    def order(self) -> tuple[int, ...]:
        """For each card, where it comes among those shown at once: as they began to be seen, if all were."""
        tracks = [*self.tracks] if None not in self.tracks else []
        return tuple(track or 0 for track in tracks) or tuple(range(len(self.cards)))

    @property
    def takes(self) -> bool:
        """Whether it takes a card off the table, and shows none."""
        return bool(self.said) and self.said[0][0] == "card"

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
    into a pile, ``lying`` those that lie there afterwards, ``moved`` those of them that lay
    before somebody else, or in the middle, ``accused`` the depths of the events that it proves at
    fault. ``free``: it might as well have come before the event that it follows. ``likely``: no other kind is
    likelier to come there. ``drawn`` and ``apart``: as
    `Expected` says. ``depth`` is 1 for the first event after the base; ``key`` tells histories apart.
    """

    parent: Node | None
    step: Step
    event: Event
    seat: int | None
    outcome: Outcome[Any, Any]
    gathered: frozenset[Card]
    lying: tuple[Card, ...]
    moved: frozenset[Card]
    accused: tuple[int, ...]
    free: bool
    likely: bool
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


class Terms(NamedTuple):
    """A history's cost by term, in nats."""

    prior: float
    identity: float
    persistence: float
    clutter: float
    arms: float


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """A history with its cost; ``unexplained`` are the tracks that it does not explain, dearest first; ``missing`` the
    cards that should lie there and were not seen for long.
    """

    tip: Node | None
    terms: Terms
    unexplained: tuple[int, ...] = ()
    missing: frozenset[Card] = frozenset()

    @property
    def cost(self) -> float:
        """Its cost in nats."""
        return sum(self.terms)

    @property
    def key(self) -> int:
        """What tells it from others."""
        return self.tip.key if self.tip is not None else 0

    @property
    def nodes(self) -> list[Node]:
        """Its events, oldest first."""
        return chain(self.tip)
