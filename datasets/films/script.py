"""What is played in a film: a hand of a random match or several, as the engine has it, and what each play does to the
table.

Players see three cards of their own and choose what pays, not always what pays best: so captures, porrazos and cards
in place come up about as often as at a real table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.cards import PACK, Card
from engine.events import Event, IllegalPlay
from engine.header import Header
from engine.porrazo.events import Claim, Declare, Leftover, Play, Tendido
from engine.porrazo.game import Match
from engine.porrazo.position import Position
from engine.porrazo.rules import after, settled
from engine.porrazo.scoring import best_arrangement

KIND = {2: "ronda", 3: "rondine"}


@dataclass(frozen=True, slots=True)
class Dealt:
    """``dealer`` deals three cards to each; ``left`` cards then remain in the stock."""

    batch: int
    left: int
    dealer: int


@dataclass(frozen=True, slots=True)
class Spoken:
    """Something said: nothing of it is in the picture."""

    event: Declare | Claim


@dataclass(frozen=True, slots=True)
class Row:
    """The tendido, or the leftover, is laid out by the dealer; ``left`` cards then remain in the stock."""

    event: Tendido | Leftover
    left: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A card is played. ``taken``: the cards that it captures, itself first, now or (``waits``) if nobody counters.

    ``stood``: who takes which cards first, because their porrazo stands. ``undone``: whose porrazo this counters,
    and the cards that he would have had.
    """

    event: Play
    taken: tuple[Card, ...] = ()
    waits: bool = False
    stood: tuple[int, tuple[Card, ...]] | None = None
    undone: tuple[int, tuple[Card, ...]] | None = None

    @property
    def matched(self) -> Card | None:
        """The table card of the same rank that is captured."""
        alike = [card for card in self.taken[1:] if card.rank == self.event.card.rank]
        return alike[0] if alike else None


@dataclass(frozen=True, slots=True)
class Gathered:
    """The hand's end: the cards still on the table go to ``seat``."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The captured cards are pushed to ``dealer``, who deals the next hand: he shuffles."""

    dealer: int


Happening = Dealt | Spoken | Row | Laid | Gathered | Shuffled


@dataclass(frozen=True, slots=True)
class Script:
    """A hand, or several: the header and everything that happens, in order."""

    header: Header
    happenings: tuple[Happening, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """The lines of the record."""
        return tuple(each.event for each in self.happenings if isinstance(each, Spoken | Row | Laid))

    def final(self) -> dict[str, object]:
        """The result with automatic announcements: scores, winner, and points by reason and seat."""
        match = Match(automatic(self.header))
        for event in self.events:
            match.add(event)
        end = match.settled
        by: Counter[str] = Counter()
        for score in (*match.scores_made, *end.made):
            by[f"{score.why.value}:{score.seat}"] += score.points
        return {
            "declarations": "automatic",
            "scores": list(end.position.scores),
            "winner": end.position.winner,
            "by": dict(sorted(by.items())),
        }


def write(rng: np.random.Generator, header: Header, plays: int | None = None, hands: int = 1) -> Script:
    """Play so many hands, fewer if the match is won before, by what was announced or by what might have been; or the
    first ``plays`` plays of one hand.
    """
    happenings: list[Happening] = []
    position, seen = Position.start(header), Position.start(automatic(header))
    for number in range(hands):
        if number:
            happenings.append(Shuffled(position.dealer))
        hand = _Hand(rng, position, seen)
        happenings += hand.played(plays)
        if hand.won:
            break
        position, seen = settled(hand.position).position, settled(hand.seen).position
    return Script(header, tuple(happenings))


def automatic(header: Header) -> Header:
    """The same match with all announcements counted, spoken or not: what can be seen of it."""
    return replace(header, options={**header.options, "declarations": "automatic"})


class _Hand:
    """One hand being played: the stock, the position, the same as it is ``seen``, all announcements counted."""

    def __init__(self, rng: np.random.Generator, position: Position, seen: Position) -> None:
        self.rng = rng
        self.stock = [PACK[k] for k in rng.permutation(len(PACK))]
        self.position, self.seen = position, seen
        self.dealer = position.dealer
        last = self.position.setting.batches
        self.row_with = int(rng.integers(1, last + 1))
        if self.position.setting.options.tendido == "last_four":
            self.row_with = last

    def played(self, plays: int | None) -> Iterator[Happening]:
        left = plays if plays is not None else len(PACK)
        for batch in range(1, self.position.setting.batches + 1):
            for each in self._batch(batch):
                yield each
                left -= isinstance(each, Laid)
                if left == 0 or self.won:
                    return
        taker = self.position.hand_so_far.taker
        to_capturer = self.position.setting.options.last_cards == "last_capturer" and taker is not None
        seat = taker if to_capturer and taker is not None else self.position.dealer
        if self.position.table:
            yield Gathered(seat, self.position.table)

    @property
    def won(self) -> bool:
        """Whether the match is won either way, by what a batch brings at its end perhaps."""
        return any(settled(at).position.winner is not None for at in (self.position, self.seen))

    def _add(self, event: Event) -> None:
        self.position, self.seen = after(self.position, event).position, after(self.seen, event).position

    def _batch(self, batch: int) -> Iterator[Happening]:
        seats = self.position.setting.seats
        first = self.dealer + 1
        order = [(first + k) % seats for k in range(seats)]
        hands = {seat: [self.stock.pop() for _ in range(3)] for seat in order}
        yield Dealt(batch, len(self.stock), self.dealer)
        if batch == self.row_with:
            row = tuple(self.stock.pop() for _ in range(4))
            yield self._row(Tendido(best_arrangement(row) if self.rng.random() < 0.8 else row))
        if batch == self.position.setting.batches and self.position.setting.leftover:
            yield self._row(Leftover(tuple(self.stock.pop() for _ in range(self.position.setting.leftover))))
        silent = yield from self._announcing(hands)
        for _ in range(3):
            for seat in order:
                yield self._play(seat, hands[seat])
        yield from self._claims(silent)

    def _row(self, event: Tendido | Leftover) -> Row:
        self._add(event)
        return Row(event, len(self.stock))

    def _announcing(self, hands: dict[int, list[Card]]) -> Generator[Happening, None, list[int]]:
        """Who holds two or three alike says so, nearly always; returns the seats that forgot."""
        silent = []
        for seat, cards in hands.items():
            alike = max(Counter(card.rank for card in cards).values())
            if alike > 1 and self.rng.random() < 0.85:
                yield self._spoken(Declare(seat, KIND[alike]))
            elif alike > 1:
                silent.append(seat)
        return silent

    def _claims(self, silent: list[int]) -> Iterator[Happening]:
        side_of = self.position.setting.side_of
        if self.position.setting.options.missed_declaration != "claimable":
            return
        for seat in silent:
            against = [k for k in range(len(side_of)) if side_of[k] != side_of[seat]]
            if self.rng.random() < 0.5:
                yield self._spoken(Claim(int(self.rng.choice(against)), seat))

    def _spoken(self, event: Declare | Claim) -> Spoken:
        self._add(event)
        return Spoken(event)

    def _play(self, seat: int, hand: list[Card]) -> Laid:
        event = self._choice(seat, hand)
        hand.remove(event.card)
        before = self.position
        self._add(event)
        return _consequence(before, self.position, event)

    def _choice(self, seat: int, hand: list[Card]) -> Play:
        """The play that is worth most to the player, give or take a mood."""
        best, most = None, -np.inf
        for card in hand:
            for in_place in (False, True):
                event = Play(seat, card, in_place)
                try:
                    then, _ = after(self.position, event).position, after(self.seen, event)
                except IllegalPlay:
                    continue
                worth = _worth(self.position, then, seat) + float(self.rng.normal(0, 0.7))
                if worth > most:
                    best, most = event, worth
        if best is None:
            raise ValueError(f"seat {seat} has nothing to play")
        return best


def _worth(before: Position, after: Position, seat: int) -> float:
    """Points that a play brings its player, cards captured counted as a quarter of a point each."""
    side = before.setting.side_of[seat]
    others = [after.scores[k] - before.scores[k] for k in range(len(after.scores)) if k != side]
    points = float(after.scores[side] - before.scores[side] - max(others))
    if after.waiting is not None and after.waiting.seat == seat:
        points += after.waiting.total + 0.25 * len(after.waiting.places)
    return points + 0.25 * (after.captured[side] - before.captured[side])


def _consequence(before: Position, after: Position, event: Play) -> Laid:
    """What a play does to the table, from the positions before and after it."""
    waited, table = before.waiting, before.table
    held = tuple(table[k] for k in waited.places) if waited else ()
    counters = waited is not None and waited.rank == event.card.rank
    stood = undone = None
    if waited is not None and counters:
        undone = (waited.seat, held)
    elif waited is not None:
        stood = (waited.seat, held)
        table = tuple(card for card in table if card not in held)
    if after.waiting is not None:
        at = after.waiting.places
        taken = tuple(after.table[k] for k in at if after.table[k] != event.card)
    elif event.card in after.table:
        return Laid(event, stood=stood, undone=undone)
    else:
        taken = tuple(card for card in table if card not in after.table)
    return Laid(event, (event.card, *taken), after.waiting is not None, stood, undone)
