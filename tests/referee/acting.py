"""A match acted out on a stage: who lays what when, and who sweeps it up."""

import random
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.events import Event
from engine.header import Header
from engine.porrazo.events import Leftover, Play, Tendido
from engine.porrazo.foresight import prospect
from engine.porrazo.position import Position
from engine.porrazo.rules import after
from tests.games.dealt import NAMES, TEAMS, random_events
from tests.games.dealt import Habits as Players
from tests.referee.habits import LEVELS, Habits
from tests.referee.stage import Sides, Stage

SILENT = Players(silent=1.0, claims=0.0, blows=0.6, corrections=0.0)


@dataclass(frozen=True, slots=True)
class Acted:
    """A match played before the camera: its header, its events with the time at which each can be seen to have
    happened, the stage, and how long it takes."""

    header: Header
    events: tuple[tuple[float, Event], ...]
    stage: Stage
    seconds: float


def acted(seed: int, level: str, players: int | None = None, hands: int = 1, target: int = 61) -> Acted:
    """Play a match of so many hands."""
    header, rng, events, sides = drawn_match(seed, level, players, hands, target)
    actor = Actor(header, rng, LEVELS[level], sides)
    for event in events:
        actor.act(event)
    return actor.end()


def drawn_match(
    seed: int, level: str, players: int | None = None, hands: int = 1, target: int = 61
) -> tuple[Header, random.Random, list[Event], Sides]:
    """A match before it is acted out: its header, the chances to go on with, its events, who sits where."""
    rng = random.Random(f"{seed} {level}")
    seats = players or rng.choice((2, 3, 4, 5))
    teams = rng.choice((None, *TEAMS.get(seats, ())))
    options: dict[str, bool | str] = {"declarations": "automatic"}
    header = Header(
        NAMES[:seats], rng.choice(("pagat", "denexa")), teams, rng.randrange(seats), target, options
    )
    events: list[Event] = [
        event
        for event in random_events(header, rng, SILENT, hands)
        if isinstance(event, Play | Tendido | Leftover)
    ]
    sides = Sides.of(seats, random.Random(f"{seed} {level} sides"), LEVELS[level].astray)
    return header, rng, events, sides


class Actor:
    """Acts out one event after another."""

    def __init__(self, header: Header, rng: random.Random, habits: Habits, sides: Sides) -> None:
        self.header, self.rng, self.habits = header, rng, habits
        self.stage = Stage(rng, habits, sides)
        self.at = Position.start(header)
        self.t = 1.5
        self.done: list[tuple[float, Event]] = []
        self.standing: list[Card] = []
        self.takes_at_once = rng.random() < 0.5

    def act(self, event: Event) -> None:
        """People do what the event says."""
        self._deal()
        before, self.at = self.at, after(self.at, event).position
        match event:
            case Tendido():
                self._lay_out(event.cards, in_row=True)
            case Leftover():
                self._lay_out(event.cards, in_row=False)
            case Play():
                self._play(before, event)
        self.done.append((self.t, event))

    def end(self) -> Acted:
        """The last cards are swept up, and a moment passes."""
        self._sweep_all()
        seconds = self.t + 2.0
        self.stage.disturb(seconds)
        return Acted(self.header, tuple(self.done), self.stage, seconds)

    def _deal(self) -> None:
        """A new batch is dealt where one is over; what waited has stood, what is left of a hand is swept up."""
        if self.at.complete:
            self._take(self.standing, self.t + self.rng.uniform(0.2, 1.0))
            self.standing = []
            if self.at.batch == self.at.setting.batches:
                self._sweep_all()
                self.t += 2.0
            self.stage.arm(self.t + 0.3, self.t + 1.6, self.at.dealer)
            self.t += 2.2

    def _sweep_all(self) -> None:
        self.stage.arm(self.t + 0.8, self.t + 2.0, self.at.dealer)
        self._take(list(self.stage.on), self.t + 1.5)
        self.t += 2.5

    def _lay_out(self, cards: tuple[Card, ...], in_row: bool) -> None:
        upright = self.rng.random() < 0.3
        x, y = self.rng.uniform(0, 4), self.rng.uniform(0, 1)
        begin = self.t + 0.8
        self.t = begin
        for k, card in enumerate(cards):
            if not in_row:
                self.stage.lay(card, self.t)
            elif upright:
                self.stage.lay(card, self.t, x, y + 1.2 * k)
            else:
                self.stage.lay(card, self.t, x + 0.9 * k, y)
            self.t += self.rng.uniform(0.25, 0.8)
        self.stage.arm(begin - 0.5, self.t, self.at.dealer)

    def _play(self, before: Position, event: Play) -> None:
        rng = self.rng
        laid = self.t + rng.uniform(1.1, 2.6)
        seen = prospect(before, event)
        waits = self.at.waiting is not None
        taken = [*seen.captured, event.card] if seen.captured else []
        if waits and before.waiting is not None:  # a counter takes the porrazo's card too
            taken = [*(before.table[place] for place in before.waiting.places), event.card]
        begin = laid - 0.5
        if self.standing and not (waits and before.waiting is not None):
            self._take(self.standing, laid + rng.uniform(0.2, 1.2))
        self.standing = []
        if taken and not (waits and not self.takes_at_once):
            self.t = self._capture(event.card, taken, laid)
        else:
            self.stage.lay(event.card, laid)
            self.t = laid + 0.4
            self.standing = taken
        self.stage.arm(begin, self.t, event.seat)

    def _capture(self, card: Card, taken: list[Card], laid: float) -> float:
        """Lay the card, then sweep; returns when the arm has left."""
        rng, habits = self.rng, self.habits
        if rng.random() < habits.at_once:
            frames = 0 if rng.random() < habits.unseen else rng.randint(1, 3)
            if frames:
                self.stage.lay(card, laid)
            swept = laid + frames / 12
        else:
            self.stage.lay(card, laid)
            swept = laid + rng.uniform(0.3, 3.0)
        seen = swept > laid
        run = sorted(taken[:-1], key=lambda each: (each.rank - card.rank) % 13)
        left = run[-1] if seen and len(run) > 1 and rng.random() < habits.forgets else None
        later = rng.uniform(0.6, 1.5) if len(taken) > 2 and rng.random() < habits.parts else 0.0
        for k, each in enumerate(taken):
            second = later if k % 2 else 0.0
            self.stage.take(
                each, swept + rng.uniform(3.0, 8.0) if each == left else swept + second + rng.uniform(0, 0.2)
            )
        return swept + later + 0.45

    def _take(self, cards: list[Card], t: float) -> None:
        for card in cards:
            self.stage.take(card, t + self.rng.uniform(0, 0.3))


def plain(event: Event) -> Event:
    """The event without further keys and without the choice among equal cards, which no score depends on."""
    return replace(event, took=(), extra={}) if isinstance(event, Play) else replace(event, extra={})
