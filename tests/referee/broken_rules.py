"""Acted hands in which the table breaks the rules once and plays on.

What the record can hold of it is the truth: plays go round by turn (the contract refuses any other), a ``table`` line
stands where people took too much or too little.
"""

import random
from dataclasses import replace

from engine.cards import Card
from engine.events import Event
from engine.header import Header
from engine.porrazo.events import Play, Recount
from engine.porrazo.foresight import at_play, refusal
from engine.porrazo.position import Position
from engine.porrazo.rules import after
from tests.referee.acting import Acted, Actor, drawn_match
from tests.referee.habits import LEVELS, Habits
from tests.referee.stage import Sides

KINDS = ("too many", "left", "out of turn", "twice", "one too few")
FREE = 1.2
"""Seconds after a play in which its capture is over, so that a card too many goes with it."""


class Breaker(Actor):
    """Acts out a hand with one fault; ``at_s`` is when, in seconds, None until it has come about."""

    def __init__(self, header: Header, rng: random.Random, habits: Habits, sides: Sides, kind: str) -> None:
        super().__init__(header, rng, habits, sides)
        self.kind = kind
        self.at_s: float | None = None
        self._whose: dict[Card, int] = {}
        self._deals_after: Card | None = None

    def play_all(self, events: list[Event], first: int) -> Acted:
        """Act the events; the fault comes with the first that allows it from number ``first`` on."""
        rest = [*events]
        number = 0
        while rest:
            if self.at_s is None and number >= first:
                rest = self._reordered(rest)
            event = rest.pop(0)
            if not isinstance(event, Play) and refusal(self.at, event) is not None:
                break  # a batch is a card short, so the record cannot hold what is laid out now
            self.act(fitting(self.at, event))
            number += 1
            if self.at_s is None and number > first:
                self._sweep_wrongly()
        return self.end()

    def _deal(self) -> None:
        """As ever; where a card too few was dealt the next deal comes a play earlier."""
        if self._deals_after is not None and self._deals_after == getattr(self.done[-1][1], "card", None):
            self._deals_after = None
            self.stage.arm(self.t + 0.3, self.t + 1.6, self.at.dealer)
            self.t += 2.2
        super()._deal()

    # -- who plays ------------------------------------------------------------------------------------

    def _reordered(self, rest: list[Event]) -> list[Event]:
        """The events to come, where somebody plays who should not, or has no card to play."""
        seats, batch = self.at.setting.seats, batch_of(self.at, rest)
        if self.kind == "out of turn" and len(batch) > 1:
            order = [batch[1], batch[0], *batch[2:]]
        elif self.kind == "twice" and len(batch) > seats:
            order = [batch[0], batch[seats], *batch[1:seats], *batch[seats + 1 :]]
        elif self.kind == "one too few" and len(batch) == seats and self.at.batch < self.at.setting.batches:
            order = batch[:-1]
            self._deals_after = order[-1].card
        else:
            return rest
        self.at_s = self.t
        acted = [*order, *rest[len(batch) :]]
        self._whose = {play.card: play.seat for play in order}
        return acted

    def _play(self, before: Position, event: Play) -> None:
        """As ever, but the arm is that of whose card it is."""
        arms = len(self.stage.arms)
        super()._play(before, event)
        whose = self._whose.get(event.card, event.seat)
        if whose != event.seat:
            begin, end, _ = self.stage.arms[arms]
            self.stage.arms[arms:] = [(begin, end, self.stage.sides.shown(whose))]

    # -- what is swept --------------------------------------------------------------------------------

    def _sweep_wrongly(self) -> None:
        """The capture just made took a card too many, or one was left of it."""
        event = self.done[-1][1]
        if not isinstance(event, Play) or self.at.waiting is not None or event.card in self.at.table:
            return
        if self.kind == "too many" and self.at.table and not self.standing:
            extra = self.rng.choice(self.at.table)
            self.stage.take(extra, self.t - 0.45)
            self._recount([card for card in self.at.table if card != extra])
        elif self.kind == "left" and not self.standing:
            swept = [
                thing
                for thing in self.stage.things
                if thing.real and self.t - FREE < thing.gone < self.t + 9.0
            ]
            run = [thing for thing in swept if thing.card.rank != event.card.rank]
            if run:
                stays = run[-1]
                stays.gone = 1e9
                self.stage.on[stays.card] = stays
                self._recount([*self.at.table, stays.card])

    def _recount(self, cards: list[Card]) -> None:
        recount = Recount(tuple(cards))
        self.at = after(self.at, recount).position
        self.done.append((self.t, recount))
        self.at_s = self.t


def batch_of(at: Position, rest: list[Event]) -> list[Play]:
    """The plays that end the batch, from the next event on; none where that is no play."""
    at = at_play(at) if at.complete else at
    left = at.setting.plays[at.batch] - len(at.batch_so_far.played)
    plays = rest[:left]
    return (
        [each for each in plays if isinstance(each, Play)] if all(isinstance(p, Play) for p in plays) else []
    )


def fitting(at: Position, event: Event) -> Event:
    """The event as the rules let it be now: by whose turn it is, its choices dropped where they are none any more."""
    if not isinstance(event, Play):
        return event
    event = replace(event, seat=at_play(at).turn)
    for choice in (event, replace(event, took=()), replace(event, in_place=False, took=())):
        if refusal(at, choice) is None:
            return choice
    raise ValueError(f"{event.card} cannot be played")


def acted_wrongly(seed: int, level: str, kind: str) -> tuple[Acted, float | None]:
    """A hand with one fault of this kind, and when it came about, in seconds; None where nothing allowed it."""
    header, rng, events, sides = drawn_match(seed, level)
    breaker = Breaker(header, rng, LEVELS[level], sides, kind)
    first = random.Random(f"{seed} {level} {kind}").randint(len(events) // 4, len(events) // 2)
    return breaker.play_all(events, first), breaker.at_s
