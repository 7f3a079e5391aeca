"""A table at which hands are acted without pixels: who lays what where when, and who takes it off.

What is read of each card, where arms show and what disturbs is the stage's, which knows nothing of the referee.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

from engine.cards import Card
from engine.events import Event
from engine.game import Standing
from engine.games import game_called
from engine.header import Header
from tests.referee.habits import LEVELS
from tests.referee.stage import Lying, Sides, Stage

NAMES = ("Ana", "Beto", "Caro", "Dani")


@dataclass(frozen=True)
class ActedHand:
    """A hand acted: its header, its events, the stage, and how long it takes; ``tapped`` are the places among the
    events, from 0, of those that no camera sees, each with the time from which on people tap it, in seconds.
    """

    header: Header
    events: tuple[Event, ...]
    stage: Stage
    seconds: float
    tapped: tuple[tuple[float, int], ...] = ()


class Table:
    """People at a table: the game's position, the stage and the clock."""

    def __init__(self, header: Header, level: str, seed: str) -> None:
        self.header, self.game = header, game_called(header.game)
        self.rng = random.Random(seed)
        self.habits = LEVELS[level]
        self.sides = Sides.of(len(header.players), random.Random(f"{seed} sides"), self.habits.astray)
        self.stage = Stage(self.rng, self.habits, self.sides)
        self.at: Standing = self.game.start(header)
        self.events: list[Event] = []
        self.tapped: list[tuple[float, int]] = []
        self.t = 4.0

    def tell(self, event: Event) -> None:
        """It has happened."""
        self.at = self.game.after(self.at, event).position
        self.events.append(event)

    def tap(self, event: Event) -> None:
        """It is said, and somebody taps it."""
        self.tapped.append((self.t, len(self.events)))
        self.tell(event)

    def wait(self, least: float, most: float) -> None:
        """Time passes."""
        self.t += self.rng.uniform(least, most)

    def place(self, seat: int, far: float, along: float) -> tuple[float, float]:
        """A place before a player: heights of a card from the table's middle, and to the player's right."""
        a = radians(self.sides.sits[seat].middle)
        shift = {"first": -1.6, "second": 1.6}.get(self.sides.sits[seat].place, 0.0)
        along += shift
        jitter = [self.rng.gauss(0, 0.06) for _ in range(2)]
        return 5 + far * cos(a) + along * sin(a) + jitter[0], 4 + far * sin(a) - along * cos(a) + jitter[1]

    def lay(
        self, cards: Sequence[Card], seat: int, where: Sequence[tuple[float, float]], by: int, turn: float
    ) -> None:
        """An arm lays cards."""
        begin, arms = self.t - self.rng.uniform(0.4, 0.8), self.sides.shown(by)
        for card, (x, y) in zip(cards, where, strict=True):
            self.stage.lay(card, self.t + self.rng.uniform(0, 0.15), x, y)
            thing: Lying = self.stage.on[card]
            thing.laid_by, thing.turn = arms, (turn + self.rng.gauss(0, 6)) % 180
        self.stage.arm(begin, self.t + self.rng.uniform(0.3, 0.7), by)

    def take(self, cards: Iterable[Card], by: int) -> None:
        """An arm takes cards."""
        self.stage.arm(self.t - 0.3, self.t + 0.8, by)
        for card in cards:
            self.stage.take(card, self.t + self.rng.uniform(0, 0.6))

    def upright(self, seat: int) -> float:
        """Which way a card lies that is laid straight before a player."""
        return self.sides.sits[seat].middle % 180

    def done(self) -> ActedHand:
        """The hand is over; people rest."""
        seconds = self.t + 4.0
        self.stage.disturb(seconds)
        return ActedHand(self.header, tuple(self.events), self.stage, seconds, tuple(self.tapped))


Act = Callable[[Table, Event, float, list[list[Card]]], None]
"""What people do for one event: with the table, how far before them they lay cards, and the cards in each one's row."""


def acted_out(table: Table, played: Sequence[Event], far: float, act: Act) -> ActedHand:
    """A whole hand of four players, its dealer gathering all that lies there at the end."""
    rows: list[list[Card]] = [[], [], [], []]
    for event in played:
        act(table, event, far, rows)
    table.wait(3.0, 6.0)
    table.take([*table.stage.on], table.header.dealer)
    return table.done()
