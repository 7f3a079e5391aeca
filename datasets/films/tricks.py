"""A film of a hand of Malilla: ten cards to each, the turned card shown and taken up, ten tricks laid and gathered."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from datasets.films.acting import Acting, HandScript
from datasets.films.choreography import Choreography
from datasets.films.dealing import deal
from datasets.films.habits import Habits
from datasets.films.places import Room
from datasets.films.timeline import Pose
from engine.cards import FORTY, Card
from engine.events import Event
from engine.header import Header
from engine.malilla.cards import Play, Trump
from engine.malilla.fouls import foul_of, turn_of
from engine.malilla.game import GAME
from engine.malilla.position import Position
from engine.shared.tricks import SIDES, Laid

PLACES = ("crosswise", "heap", "in front")
"""Where people lay to a trick: the tops towards the middle, over each other in the middle, each before himself."""
FROM_MIDDLE = {"crosswise": (55.0, 8.0), "heap": (16.0, 9.0)}
"""How far from the middle a card is laid, mm: mean and standard deviation."""
PACKET = 5
SHOWN = (1.5, 4.0)
"""For how long the turned card lies, seconds."""
GATHERED = (0.3, 1.6)
"""How long a whole trick lies until its winner reaches for it, seconds."""


def write_tricks(rng: np.random.Generator, plays: int | None = None) -> HandScript:
    """Play a hand, or its first ``plays`` cards, by players who keep the rules."""
    names = tuple(f"P{k + 1}" for k in range(4))
    header = Header(names, GAME.rules, SIDES, int(rng.integers(4)), GAME.target, {}, game=GAME.name)
    dealt = [FORTY[k] for k in rng.permutation(len(FORTY))]
    held = [dealt[seat::4] for seat in range(4)]
    events: list[Event] = [Trump(held[header.dealer][-1])]
    position = GAME.after(GAME.start(header), events[0]).position
    while (seat := position.turn) is not None and (plays is None or len(events) <= plays):
        choice = [card for card in held[seat] if _keeps(position, seat, card, held[seat])]
        card = choice[int(rng.integers(len(choice)))]
        held[seat].remove(card)
        events.append(Play(seat, card))
        position = GAME.after(position, events[-1]).position
    return HandScript(header, tuple(events))


def _keeps(position: Position, seat: int, card: Card, held: Sequence[Card]) -> bool:
    """Whether a card may be laid while these are held (M9 to M12)."""
    hand, laid = position.hand, Laid(0, seat, card)
    if not hand.trick:
        return True
    turn = turn_of(hand, laid, "restricted")
    return turn is None or not any(foul_of(turn, other, hand.trump) for other in held if other != card)


def play_tricks(
    rng: np.random.Generator, script: HandScript, habits: Habits, room: Room, place: str
) -> Choreography:
    """Play a hand out on a stage."""
    return _Playing(rng, script, habits, room, place).film()


class _Playing(Acting):
    def __init__(
        self, rng: np.random.Generator, script: HandScript, habits: Habits, room: Room, place: str
    ) -> None:
        super().__init__(rng, script, habits, room, len(FORTY))
        self.place = place
        self.middle = room.view.to_table(np.array([[0.5, 0.5]]) * room.view.size)[0] + rng.normal(0, 15, 2)

    def film(self) -> Choreography:
        dealer = self.script.header.dealer
        self._deal(dealer)
        position = GAME.start(self.script.header)
        for event in self.script.events:
            outcome = GAME.after(position, event)
            if isinstance(event, Trump):
                self._turned(dealer, event)
            elif isinstance(event, Play):
                self._play(event)
            for capture in outcome.captures:
                self._gather(capture.seat, [str(card) for card in capture.cards])
            position = outcome.position
        return self.done()

    def _deal(self, dealer: int) -> None:
        for left in (len(FORTY) - 4 * PACKET, 0):
            start = self.stage.now
            deal(self.stage, dealer, 4, left, PACKET)
            self.told({"do": "deal", "dealer": dealer}, start)
            self.stage.wait(float(self.rng.uniform(0.4, 0.9)))

    def _turned(self, dealer: int, event: Trump) -> None:
        stage, start = self.stage, self.stage.now
        pose = self.room.free(self.habits.seats[dealer], [])
        self.lay(dealer, str(event.card), pose)
        self.filmed(event, start)
        stage.wait(float(self.rng.uniform(*SHOWN)))
        start = stage.now
        stage.take_home(stage.come(dealer), str(event.card))
        self.told({"do": "taken up", "seat": dealer, "card": str(event.card)}, start)

    def _play(self, event: Play) -> None:
        self.also += self.asides.while_thinking()
        start, seat = self.stage.now, self.habits.seats[event.seat]
        pose = self.room.free(seat, self.stage.lying())
        if self.place in FROM_MIDDLE:
            far, spread = FROM_MIDDLE[self.place]
            x, y = self.middle - self.room.sides[event.seat].inwards * far + self.rng.normal(0, spread, 2)
            pose = Pose(float(x), float(y), seat.faces - 90 + float(self.rng.normal(0, 9)))
        self.lay(event.seat, str(event.card), pose)
        self.filmed(event, start)

    def _gather(self, seat: int, names: Sequence[str]) -> None:
        self.stage.wait(float(self.rng.uniform(*GATHERED)))
        self.gather(seat, names, "trick")
        self.stage.wait(float(self.rng.uniform(0.3, 1.0)))
