"""A film of a round of Backhand: cards of the stock are laid face up in a row before each player, then swept."""

from __future__ import annotations

import numpy as np

from datasets.films.acting import Acting, HandScript
from datasets.films.choreography import Choreography
from datasets.films.dealing import lay_out
from datasets.films.habits import Habits
from datasets.films.places import Room
from datasets.films.rows import PLAYERS, place
from datasets.films.timeline import Pose
from engine.backhand.events import Backhand, Deal, Replace
from engine.backhand.game import GAME
from engine.backhand.position import Position
from engine.cards import PACK, Card
from engine.events import Event
from engine.header import Header

PITCH = 70.0
"""From one card of a row to the next, mm."""
LEFTMOST = -2.2
"""Where the first card of a row lies: so many pitches to the player's right."""
CALLS_FROM = 15
"""The total from which players say backhand: chosen."""
THINKS = (0.8, 2.6)
"""For how long somebody thinks before the next card, seconds."""


def write_round(rng: np.random.Generator, plays: int | None = None) -> HandScript:
    """A round, or its first ``plays`` events."""
    names = tuple(f"P{k + 1}" for k in range(PLAYERS))
    header = Header(names, "", None, int(rng.integers(PLAYERS)), GAME.target, {}, game=GAME.name)
    stock = [PACK[k] for k in rng.permutation(len(PACK))]
    position, events = GAME.start(header), list[Event]()
    while position.round.number == 1 and position.winner is None and (plays is None or len(events) < plays):
        events.append(_next(rng, position, stock))
        position = GAME.after(position, events[-1]).position
    return HandScript(header, tuple(events))


def _next(rng: np.random.Generator, position: Position, stock: list[Card]) -> Event:
    """What the player to act does, with the cards that come for it."""
    seat, may = position.turn, position.may
    assert seat is not None
    do = may[0]
    if "push" in may:
        do = "push" if rng.random() < 2 / 3 else "hit"
    elif "backhand" in may and position.round.hands[seat].total >= CALLS_FROM:
        do = "backhand"
    if do == "push":
        return GAME.event({"do": do, "seat": seat})
    if do == "deal":
        return GAME.event({"do": do, "seat": seat, "cards": [str(stock.pop()), str(stock.pop())]})
    return GAME.event({"do": do, "seat": seat, "card": str(stock.pop())})


def play_round(rng: np.random.Generator, script: HandScript, habits: Habits, room: Room) -> Choreography:
    """Play a round out on a stage; at half the tables the dealer lays every card, at the others each draws."""
    return _Playing(rng, script, habits, room, len(PACK)).film()


class _Playing(Acting):
    def film(self) -> Choreography:
        self.rows: list[list[str]] = [[] for _ in range(PLAYERS)]
        self.deals = bool(self.rng.random() < 0.5)
        position = GAME.start(self.script.header)
        for event in self.script.events:
            self.stage.wait(float(self.rng.uniform(*THINKS)))
            seat: int = event.to_json()["seat"]  # type: ignore[assignment]
            self._act(position, event, seat)
            number, position = position.round.number, GAME.after(position, event).position
            if position.round.number != number or position.round.hands[seat].result is not None:
                self.stage.wait(float(self.rng.uniform(*THINKS)))
                self._sweep(seat)
        return self.done()

    def _act(self, position: Position, event: Event, seat: int) -> None:
        """The cards of an event are laid in their places."""
        start, row, hand = self.stage.now, self.rows[seat], position.round.hands[seat]
        match event:
            case Deal(cards=cards):
                names, first = [str(card) for card in cards], 0
            case Replace(card=card):
                names, first = [str(card)], hand.aces[0]
                self.gather(seat, [row.pop(first)], "discarded")
            case _:
                if "card" not in event.to_json():
                    self._sweep(seat)
                    self.filmed(event, start)
                    return
                names, first = [str(event.to_json()["card"])], len(row)
        poses = [self._place(seat, first + k, isinstance(event, Backhand)) for k in range(len(names))]
        by, stock = (self.script.header.dealer if self.deals else seat), self.stage.top.stock
        assert stock is not None
        lay_out(self.stage, by, [(names, poses)], stock.what.count - len(names))
        row[first:first] = names
        self.filmed(event, start)

    def _place(self, seat: int, number: int, across: bool) -> Pose:
        """A card's place in a row; a card for a backhand lies across, a little further on."""
        right, turn = self.rng.normal(0, (2.5, 4.0))
        along = (LEFTMOST + number + 0.2 * across) * PITCH + float(right)
        return place(self.room, seat, along, turn=float(turn) + 90 * across)

    def _sweep(self, seat: int) -> None:
        self.gather(seat, self.rows[seat], "swept")
        self.rows[seat] = []
