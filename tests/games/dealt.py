"""Whole matches played at random, seeded: real hands from a shuffled pack, announced, claimed and corrected.

The same seed gives the same record. Used by the properties, the fuzz run and the golden records.
"""

import random
from collections import Counter
from dataclasses import dataclass, replace

from engine.cards import PACK, Card
from engine.events import Adjust, Event
from engine.header import Header
from engine.porrazo.events import Claim, Declare, Leftover, Play, Recount, Tendido
from engine.porrazo.foresight import plays_of, refusal
from engine.porrazo.position import Position
from engine.porrazo.rules import after, arriving, settled
from engine.porrazo.scoring import SET_NAME
from engine.porrazo.setting import CHOICES, PRESETS
from engine.record import line_of

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fito", "Gabi", "Hugo")
TEAMS: dict[int, tuple[tuple[tuple[int, ...], ...], ...]] = {
    4: (((0, 2), (1, 3)),),
    6: (((0, 3), (1, 4), (2, 5)), ((0, 2, 4), (1, 3, 5))),
    8: (((0, 4), (1, 5), (2, 6), (3, 7)), ((0, 2, 4, 6), (1, 3, 5, 7))),
}


@dataclass(frozen=True, slots=True)
class Habits:
    """How the players of a match behave; chances from 0 to 1."""

    silent: float = 0.2
    claims: float = 0.3
    blows: float = 0.5
    corrections: float = 0.02
    recounts: float = 0.0


CALM = Habits()


def random_header(rng: random.Random, players: int | None = None) -> Header:
    """Return a header with any seats, teams, preset and options."""
    seats = players or rng.choice((2, 2, 2, 3, 4, 4, 5, 6, 7, 8))
    teams = rng.choice((None, *TEAMS.get(seats, ())))
    options = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.2}
    target = rng.choice((61, 61, 31, 5))
    return Header(NAMES[:seats], rng.choice([*PRESETS]), teams, rng.randrange(seats), target, options)


class Over(Exception):
    """The match has been won."""


class Game:
    """One match being played: ``events`` so far, and where it stands."""

    def __init__(self, header: Header, rng: random.Random, habits: Habits) -> None:
        self.rng = rng
        self.habits = habits
        self.at = Position.start(header)
        self.events: list[Event] = []

    def do(self, event: Event) -> None:
        """Add an event; Over if it wins the match, or if the batch before it, settled first, had won it."""
        at = arriving(self.at, event).position
        if at.winner is None or isinstance(event, Adjust):
            self.at = after(self.at, event).position
            self.events.append(event)
        if self.at.winner is not None or at.winner is not None:
            raise Over

    def play_hand(self) -> None:
        """Deal the pack out and play it."""
        at = settled(self.at).position
        setting, pack = at.setting, self.rng.sample(PACK, len(PACK))
        last = setting.batches
        tendido = last if setting.options.tendido == "last_four" else self.rng.randint(1, last)
        for batch in range(1, last + 1):
            sizes = {seat: setting.hand_size(seat, at.dealer, batch) for seat in range(setting.seats)}
            hands = {seat: [pack.pop() for _ in range(size)] for seat, size in sizes.items()}
            if batch == tendido:
                self.do(Tendido(tuple(pack.pop() for _ in range(4))))
            self.announce(hands)
            if batch == last and setting.leftover and setting.options.leftover == "table":
                self.do(Leftover(tuple(pack.pop() for _ in range(setting.leftover))))
            self.play_batch(hands, batch)

    def announce(self, hands: dict[int, list[Card]]) -> None:
        """Announce what the seats hold, as their habits are."""
        for seat in self.rng.sample([*hands], len(hands)):
            alike = max(Counter(card.rank for card in hands[seat]).values())
            kind = SET_NAME[alike]
            if kind is None and self.rng.random() < 0.03:
                self.do(Declare(seat, "ronda"))
            elif kind is not None and self.rng.random() >= self.habits.silent:
                self.do(Declare(seat, kind.value))

    def play_batch(self, hands: dict[int, list[Card]], batch: int) -> None:
        """Play a batch's cards, with a correction or a recount now and then; then claim."""
        for _ in range(self.at.setting.plays[batch]):
            self.disturb()
            at = settled(self.at).position
            if at.winner is not None:
                raise Over
            self.do(self.chosen(at, hands[at.turn]))
        options = self.at.setting.options
        claimable = options.missed_declaration == "claimable" or options.declarations == "automatic"
        if claimable and self.rng.random() < self.habits.claims:
            by, against = self.rng.sample(range(self.at.setting.seats), 2)
            if self.at.setting.side_of[by] != self.at.setting.side_of[against]:
                self.do(Claim(by, against))

    def disturb(self) -> None:
        """Correct the score or recount the table, seldom."""
        if self.rng.random() < self.habits.corrections:
            seat = self.rng.randrange(self.at.setting.seats)
            self.do(Adjust(seat, self.rng.choice((-2, -1, 1, 2)), "miscounted"))
        if self.rng.random() < self.habits.recounts:
            table = self.at.table
            self.do(Recount(tuple(self.rng.sample(table, self.rng.randint(0, len(table))))))

    def chosen(self, at: Position, hand: list[Card]) -> Play:
        """Take a card from a hand and say how it is played; blows are preferred."""
        last = at.batch_so_far.played[-1:] if at.batch_so_far.played else ()
        blows = [card for card in hand if last and card.rank == last[0].rank]
        eager = blows and self.rng.random() < self.habits.blows
        card = self.rng.choice(blows if eager else hand)
        hand.remove(card)
        choices = plays_of(at, card)
        play = self.rng.choice(choices)
        twins = [other for other in at.table if sum(each.rank == other.rank for each in at.table) > 1]
        if twins and self.rng.random() < 0.3:
            picky = Play(play.seat, card, play.in_place, (self.rng.choice(twins),))
            return picky if refusal(at, picky) is None else play
        return play


def random_events(header: Header, rng: random.Random, habits: Habits = CALM, hands: int = 3) -> list[Event]:
    """Return a match's events until it is won, or so many hands are over."""
    game = Game(header, rng, habits)
    try:
        for _ in range(hands):
            game.play_hand()
    except Over:
        pass
    return game.events


def without_suits(event: Event) -> Event:
    """Return an event as somebody saw it who sees no suits; a choice among equal cards is then lost."""
    match event:
        case Play():
            return replace(event, card=Card(event.card.rank), took=())
        case Tendido() | Leftover() | Recount():
            return replace(event, cards=tuple(Card(card.rank) for card in event.cards))
        case _:
            return event


def record(header: Header, events: list[Event]) -> bytes:
    """Write a record."""
    return "".join(line + "\n" for line in (line_of(header), *map(line_of, events))).encode()
