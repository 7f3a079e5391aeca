"""A hand of tricks acted without pixels: what a camera would see of cards laid, gathered and read, some wrongly.

Places, times and slips are drawn; how the slips are spread is chosen, not counted.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import cos, radians, sin

from companion.referee.observation import Observation, ObservedCard
from companion.referee.tricks.rules import Rules
from engine.cards import PACK, Card
from engine.events import Event
from engine.header import Header

FPS = 12
FOREVER = 1e9
EDGES = (90.0, 180.0, 270.0, 0.0)
"""From where the arms of seats 0 to 3 reach in, degrees round the picture's middle: seat 0 sits below."""
Odds = tuple[float, ...]


@dataclass
class Seen:
    """A track: a card read as ``odds`` that lies at ``x``, ``y`` from ``begin`` to ``end`` seconds."""

    odds: Odds
    x: float
    y: float
    begin: float
    end: float = FOREVER
    arms: tuple[float, ...] = ()


@dataclass(frozen=True)
class Slips:
    """Chances of what goes amiss, each per card; ``place`` is where people lay: ``cross``, ``heap``, ``front``."""

    place: str = "cross"
    misread: float = 0.0
    unsure: float = 0.1
    broken: float = 0.05
    flash: float = 0.05
    no_arm: float = 0.1
    taken_back: float = 0.0
    overlooked: float = 0.0


@dataclass
class Acted:
    """What was seen, track by track, and until when."""

    seen: list[Seen] = field(default_factory=list)
    until: float = 0.0

    def observations(self) -> Iterator[Observation]:
        """Every look, in order."""
        for k in range(int(self.until * FPS)):
            t = k / FPS
            cards = [
                ObservedCard(
                    number,
                    each.odds,
                    each.x,
                    each.y,
                    each.begin,
                    t >= each.begin + 3 / FPS,
                    laid_by=each.arms,
                )
                for number, each in enumerate(self.seen, 1)
                if each.begin + 1 / FPS <= t < each.end
            ]
            yield Observation(t, tuple(cards))


def read_as(card: Card, sure: float, other: Card | None = None) -> Odds:
    """The reading of a card: so sure of it, the rest spread over all, or over another."""
    odds = [(1 - sure) / (len(PACK) - 1)] * len(PACK)
    if other is not None:
        odds = [1e-4] * len(PACK)
        odds[other.code] = 1 - sure
    odds[card.code] = sure
    return tuple(odds)


class Actor:
    """Acts events one after another, for the game that the header names."""

    def __init__(self, header: Header, rng: random.Random, slips: Slips) -> None:
        self.rules, self.rng, self.slips = Rules(header), rng, slips
        self.position = self.rules.base
        self.on: dict[Card, Seen] = {}
        self.acted, self.t = Acted(), 4.0

    def act(self, events: Sequence[Event]) -> Acted:
        """Act them all."""
        for event in events:
            self._show(event)
        self.acted.until = self.t + 4
        return self.acted

    def _show(self, event: Event) -> None:
        rng, game = self.rng, self.rules.game
        seat = next(each.seat for each in self.rules.expected(self.position) if each.do == event.do)
        card = event.card  # type: ignore[attr-defined]
        outcome = game.after(self.position, event)
        if self.position is not self.rules.base and rng.random() < self.slips.taken_back:
            other = self._alike(card)
            self._lay(other, seat or 0).end = self.t + rng.uniform(0.9, 2.5)
            self.t += rng.uniform(2.6, 3.5)
        if rng.random() >= self.slips.overlooked:
            self.on[card] = self._lay(card, seat or 0)
        self.position = outcome.position
        gathered = [each for capture in outcome.captures for each in capture.cards]
        self.t += rng.uniform(1.2, 2.6)
        going = gathered or [each for each in self.on if each in self.rules.may_go(self.position)]
        if going:
            self._gather(going)

    def _lay(self, card: Card, seat: int) -> Seen:
        rng, slips = self.rng, self.slips
        x, y = self._place(seat)
        odds = read_as(card, rng.uniform(0.97, 0.9999))
        if rng.random() < slips.misread:
            odds = read_as(self._alike(card), rng.uniform(0.6, 0.98), card)
        elif rng.random() < slips.unsure:
            odds = read_as(card, rng.uniform(0.5, 0.9), self._alike(card))
        arms = () if rng.random() < slips.no_arm else ((EDGES[seat] + rng.gauss(0, 12)) % 360,)
        seen = Seen(odds, x, y, self.t, arms=arms)
        self.acted.seen.append(seen)
        if rng.random() < slips.flash:
            flash = read_as(rng.choice(PACK), rng.uniform(0.3, 0.99))
            self.acted.seen.append(Seen(flash, x + 1, y, self.t - 0.5, self.t - rng.uniform(0, 0.3)))
        if rng.random() < slips.broken:
            seen.end = self.t + rng.uniform(0.5, 1.0)
            seen = Seen(read_as(card, rng.uniform(0.6, 0.999)), x + 0.1, y, seen.end + rng.uniform(0, 0.3))
            self.acted.seen.append(seen)
        return seen

    def _place(self, seat: int) -> tuple[float, float]:
        far = {"cross": 0.8, "heap": 0.15, "front": 2.0}[self.slips.place]
        a, rng = radians(EDGES[seat]), self.rng
        return 5 + far * cos(a) + rng.gauss(0, 0.1), 4 + far * sin(a) + rng.gauss(0, 0.1)

    def _alike(self, card: Card) -> Card:
        """A card of the pack with the same colour, or the next rank."""
        others = sorted(self.rules.pack - {card}, key=lambda each: each.code)
        near = [each for each in others if each.rank == card.rank or each.suit == card.suit]
        return self.rng.choice(near)

    def _gather(self, cards: Sequence[Card]) -> None:
        rng = self.rng
        for card in cards:
            seen = self.on.pop(card, None)
            if seen is not None:
                seen.end = max(min(seen.end, self.t + rng.uniform(0, 0.8)), seen.begin + 0.3)
        self.t += rng.uniform(2.0, 4.0)
