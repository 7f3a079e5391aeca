"""A film of a deal of Crash: hands of three laid face down in a row before each player, then turned up step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from datasets.films.acting import Acting, HandScript
from datasets.films.choreography import Choreography
from datasets.films.dealing import deal, lay_from
from datasets.films.habits import Habits
from datasets.films.places import Room
from datasets.films.rows import PLAYERS, middle_of, place, reach_of, shares_side
from datasets.films.stage import GRASP
from datasets.films.timeline import Held, Lying, Pose, Thing
from engine.cards import PACK, Card
from engine.crash.events import SetDown, Show
from engine.crash.game import GAME
from engine.crash.ranking import CARDS_DEALT, CARDS_OF_A_HAND, strength
from engine.events import Event
from engine.header import Header

MOST_HANDS, AT_SHARED = 4, 2
"""How many hands a player lays down at most; and where two share a side of the table, for want of room."""
FAN = 26.0
"""Millimetres of a card that show beside the one that lies on it, at most: fewer where four hands need the room."""
PITCH = 118.0
"""From one hand of a row to the next, mm at most."""
LOOKED_AT = (1.5, 4.0)
"""For how long everybody looks at the hands of a step, seconds."""
IN_TURN = (0.2, 1.6)
"""From one player's hand to the next one's, seconds."""


def best_hands(held: Sequence[Card]) -> list[tuple[Card, ...]]:
    """The hands of three that a player lays down, the best first: each time the best of what is left (K7)."""
    left, down = [*held], list[tuple[Card, ...]]()
    while len(left) >= CARDS_OF_A_HAND and len(down) < MOST_HANDS:
        threes = ((a, b, c) for k, a in enumerate(left) for j, b in enumerate(left[:k]) for c in left[:j])
        best = max(threes, key=strength)
        if strength(best)[0] <= 0:
            break
        down.append(best)
        left = [card for card in left if card not in best]
    return down


def write_showdown(rng: np.random.Generator, plays: int | None = None, players: int = PLAYERS) -> HandScript:
    """A deal: who laid how many hands, then all of them, or the first ``plays``, step by step in any order."""
    names = tuple(f"P{k + 1}" for k in range(players))
    header = Header(names, "", None, int(rng.integers(players)), GAME.target, {}, game=GAME.name)
    dealt = [PACK[k] for k in rng.permutation(len(PACK))]
    down = [best_hands(dealt[CARDS_DEALT * seat :][:CARDS_DEALT]) for seat in range(players)]
    if players > PLAYERS:
        down = [hands[:AT_SHARED] for hands in down]
    events: list[Event] = [
        SetDown(seat, len(hands)) for seat, hands in enumerate(down) if len(hands) < MOST_HANDS
    ]
    shows: list[Event] = []
    for step in range(MOST_HANDS):
        for seat in rng.permutation([seat for seat in range(players) if len(down[seat]) > step]):
            cards = down[seat][step]
            shows.append(Show(int(seat), tuple(cards[k] for k in rng.permutation(len(cards)))))
    return HandScript(header, (*events, *shows[:plays]))


def play_showdown(rng: np.random.Generator, script: HandScript, habits: Habits, room: Room) -> Choreography:
    """Play a deal out on a stage."""
    return _Playing(rng, script, habits, room, len(PACK)).film()


class _Playing(Acting):
    def film(self) -> Choreography:
        dealer, players = self.script.header.dealer, len(self.script.header.players)
        for left, each in ((len(PACK) - 7 * players, 7), (len(PACK) - players * CARDS_DEALT, 6)):
            start = self.stage.now
            deal(self.stage, dealer, players, left, each)
            self.told({"do": "deal", "dealer": dealer}, start)
            self.stage.wait(float(self.rng.uniform(0.4, 0.9)))
        shows = [event for event in self.script.events if isinstance(event, Show)]
        down = self._set_down(shows)
        shown: list[list[str]] = [[] for _ in range(players)]
        for event in shows:
            step = len(shown[event.seat]) // CARDS_OF_A_HAND
            if step and len(shown[event.seat]) >= max(map(len, shown)):
                self.stage.wait(float(self.rng.uniform(*LOOKED_AT)))
            self._show(event, down[event.seat][step])
            shown[event.seat] += [str(card) for card in event.cards]
            self.stage.wait(float(self.rng.uniform(*IN_TURN)))
        self.stage.wait(float(self.rng.uniform(*LOOKED_AT)))
        for seat, names in enumerate(shown):
            if names:
                self.gather(seat, names, "gathered")
        return self.done()

    def _set_down(self, shows: Sequence[Show]) -> list[list[Pose]]:
        """Everybody lays the hands down, the best on the left; returns where they lie."""
        said = {event.seat: event for event in self.script.events if isinstance(event, SetDown)}
        found: list[list[Pose]] = []
        for seat in range(len(self.script.header.players)):
            start, count = self.stage.now, said[seat].hands if seat in said else MOST_HANDS
            found.append([self._somewhere_at(seat, k) for k in range(count)])
            for pose in found[-1]:
                self._lay_packet(seat, pose)
            if seat in said:
                self.filmed(said[seat], start)
            self.stage.wait(float(self.rng.uniform(0.4, 1.5)))
        return found

    def _most(self, seat: int) -> int:
        """For how many hands a player's row has room."""
        return AT_SHARED if shares_side(self.room, seat) else MOST_HANDS

    def _pitch(self, seat: int) -> float:
        """From one hand of a player to the next, mm."""
        return min(PITCH, (reach_of(self.room, seat) - FAN) / ((self._most(seat) - 1) / 2))

    def _somewhere_at(self, seat: int, number: int) -> Pose:
        """About where a player lays a hand, counted from 0."""
        right, turn = self.rng.normal(0, (3.0, 4.0))
        along = (number - (self._most(seat) - 1) / 2) * self._pitch(seat) + middle_of(self.room, seat)
        return place(self.room, seat, along + float(right), turn=float(turn))

    def _lay_packet(self, seat: int, pose: Pose) -> None:
        """Three cards come from out of the picture and lie there face down."""
        stage, thing = self.stage, Thing(None, CARDS_OF_A_HAND)
        reach = stage.come(seat)
        x, y = stage.grasp(reach, pose)
        held = replace(reach.seen(pose, reach.keys[0], 180), ahead=GRASP, right=0.0, turn=-90.0)
        down = stage.move(reach, x, y, 9, 0.2)
        reach.held.append(Held(thing, (held, reach.seen(pose, down, 180))))
        stage.becomes(down.t, stage.top.with_pile(seat, (*stage.top.piles[seat], Lying(thing, pose))))
        stage.stay(reach, 0.08, 0.5)
        stage.go(reach)

    def _show(self, event: Show, pose: Pose) -> None:
        """A packet is taken up, and its cards are laid there face up, one beside the other."""
        stage, start, seat = self.stage, self.stage.now, event.seat
        reach = stage.come(seat)
        stage.take(reach, pose, False)
        key = reach.keys[-1]
        rest = tuple(each for each in stage.top.piles[seat] if each.pose != pose)
        stage.becomes(key.t, stage.top.with_pile(seat, rest))
        packet = Held(Thing(None, CARDS_OF_A_HAND), (reach.seen(pose, key, 180),))
        right, fan = self.room.sides[seat].right, min(FAN, (self._pitch(seat) - self.room.width) / 2)
        poses = []
        for k in range(CARDS_OF_A_HAND):
            x, y = np.array([pose.x, pose.y]) + right * fan * (k - 1) + self.rng.normal(0, 1.5, 2)
            poses.append(Pose(float(x), float(y), pose.turn + float(self.rng.normal(0, 3))))
        lay_from(stage, reach, packet, [str(card) for card in event.cards], poses)
        stage.go(reach)
        self.filmed(event, start)
