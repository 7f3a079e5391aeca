"""Whole hands without pixels, look by look, and what really happened: filmed ones that are kept, and acted ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.referee.observation import Observation
from engine.events import Event
from engine.header import Header
from engine.porrazo.events import event_from_json
from engine.porrazo.game import GAME
from engine.porrazo.position import Position
from engine.porrazo.rules import after, settled
from tests.referee.acting import acted
from tests.referee.recorded import load
from vision.tracking.table import TableView
from vision.tracking.track import TrackView

RECORDED = Path(__file__).parents[1] / "referee" / "recorded"

Views = Sequence[TableView]


@dataclass(frozen=True)
class Hand:
    """What was seen of one filmed hand, look by look, and what really happened."""

    name: str
    header: Header
    bottom: int
    views: Views
    truth: tuple[Event, ...]


def recorded_hands(folder: Path = RECORDED) -> Iterator[Hand]:
    """Give the hands that are kept as observations."""
    for path in sorted(folder.glob("*.jsonl.gz"), reverse=True):  # the quickest first
        truth, looks = load(path)
        events = tuple(event_from_json(event) for event in truth["events"])
        views = tuple(view_of(look, number) for number, look in enumerate(looks))
        yield Hand(path.name.partition(".")[0], GAME.header(truth["header"]), truth["bottom"], views, events)


def acted_hands(seeds: Iterable[int], level: str = "normal") -> Iterator[Hand]:
    """Act hands on a stage: two players, each with habits of this level (tests/referee/habits.py)."""
    for seed in seeds:
        match = acted(seed, level, players=2)
        looks = match.stage.observations(match.seconds)
        views = tuple(view_of(look, number) for number, look in enumerate(looks))
        truth = tuple(event for _, event in match.events)
        yield Hand(f"acted-{level}-{seed}", match.header, 0, views, truth)


def beginning(hand: Hand, seconds: float) -> Hand:
    """Give the first so many seconds of a hand."""
    return replace(hand, views=hand.views[: index_at(hand.views, seconds)])


def view_of(look: Observation, number: int) -> TableView:
    """Turn an observation back into a view that gives it; only where a card lies in the picture is not known."""
    nowhere = np.zeros((4, 2), np.float32)
    cards = tuple(
        TrackView(
            card.track, nowhere, np.array(card.odds), card.since, card.steady, card.hidden, (card.x, card.y)
        )
        for card in look.observed_cards
    )
    return TableView(look.t, number, cards, (), look.still, look.arms)


def index_at(views: Views, t: float) -> int:
    """The first look at this time or later."""
    low, high = 0, len(views)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if views[middle].t < t else (low, middle)
    return low


def points_of(hand: Hand) -> list[tuple[int, ...]]:
    """The points after every beginning of what really happened, a complete batch settled."""
    position = Position.start(hand.header)
    found = [settled(position).position.scores]
    for event in hand.truth:
        position = after(position, event).position
        found.append(settled(position).position.scores)
    return found
