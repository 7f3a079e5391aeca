"""What films of all games but Porrazo share: the hand that is played, and how its events become movements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from datasets.films.asides import Asides
from datasets.films.choreography import Choreography, Filmed
from datasets.films.habits import Habits
from datasets.films.places import Room
from datasets.films.stage import Stage
from datasets.films.timeline import Pose, Timeline, in_time
from engine.events import Event
from engine.header import Header
from engine.match import AnyMatch, Match


@dataclass(frozen=True, slots=True)
class HandScript:
    """A hand: the header and its events."""

    header: Header
    events: tuple[Event, ...]

    def match(self) -> AnyMatch:
        """The match after it."""
        match: AnyMatch = Match(self.header)
        for event in self.events:
            match.add(event)
        return match

    def final(self) -> dict[str, object]:
        """The result: scores, their lines, and the last line of ``porrazo score --json``."""
        match = self.match()
        last = match.settled.position
        lines = [score.to_json() for score in match.scores_made]
        return {"scores": list(last.scores), "winner": last.winner, "lines": lines, "last": last.to_json()}


class Acting:
    """A hand being acted: the stage, and what the truth will tell of it."""

    def __init__(
        self, rng: np.random.Generator, script: HandScript, habits: Habits, room: Room, cards: int
    ) -> None:
        self.rng, self.script, self.habits, self.room = rng, script, habits, room
        self.stage = Stage(rng, habits, room, cards)
        self.asides = Asides(rng, self.stage)
        self.events: list[Filmed] = []
        self.also: list[dict[str, object]] = []

    def done(self) -> Choreography:
        """All that happened, in time."""
        stage = self.stage
        timeline = Timeline(in_time(stage.tops), tuple(stage.gestures), tuple(stage.slides), stage.now + 1.2)
        return Choreography(timeline, tuple(self.events), tuple(self.also))

    def lay(self, seat: int, name: str, pose: Pose) -> None:
        """An arm lays a card and leaves."""
        reach = self.stage.come(seat)
        self.stage.lay(reach, name, pose)
        self.stage.stay(reach, float(self.rng.uniform(0.02, 0.1)), 0.2)
        self.stage.go(reach)

    def gather(self, seat: int, names: Sequence[str], what: str) -> None:
        """An arm gathers cards onto its own pile, face down; ``what`` the truth calls it."""
        start, reach = self.stage.now, self.stage.come(seat)
        self.stage.sweep(reach, names)
        self.stage.go(reach)
        self.told({"do": what, "seat": seat, "cards": list(names)}, start)

    def told(self, what: Mapping[str, object], start: float) -> None:
        """Something happened that is no line of the record."""
        self.also.append({**what, "t": [round(start, 3), round(self.stage.now, 3)]})

    def filmed(self, event: Event, start: float) -> None:
        """An event of the record has happened, and lies there now."""
        times: dict[str, object] = {"t": round(self.stage.now, 3), "t_start": round(start, 3)}
        self.events.append(Filmed(event.to_json(), times, self.stage.top))
        self.stage.wait(0)
