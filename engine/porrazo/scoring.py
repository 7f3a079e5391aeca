"""What is scored, for what reason, and how much: the tables of the game."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Card, Rank

VALUE = (0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4)
"""A rank's value by its number: king 4, queen 3, jack 2, any other 1."""

SET_FACTOR = (0, 0, 1, 3, 6)
"""How many times its value a set of so many equal cards scores: a pair 1, three 3, four 6."""

COUNTER_FACTOR = 3


class Why(StrEnum):
    """The reasons for which points are given."""

    RONDA = "ronda"
    RONDINE = "rondine"
    FOUR = "four"
    PORRAZO = "porrazo"
    COUNTER_PORRAZO = "counter_porrazo"
    SAN_BENITO = "san_benito"
    LIMPIA = "limpia"
    IN_PLACE = "in_place"
    TENDIDO_PLACE = "tendido_place"
    TENDIDO_SET = "tendido_set"
    CARDS = "cards"
    ADJUST = "adjust"


BY_A_CARD = (Why.PORRAZO, Why.COUNTER_PORRAZO, Why.SAN_BENITO, Why.LIMPIA, Why.IN_PLACE)
"""Scores that a player makes with the card just played."""

SET_NAME = (None, None, Why.RONDA, Why.RONDINE, Why.FOUR)
"""What a holding of so many equal cards is called."""


@dataclass(frozen=True, slots=True)
class Score:
    """Points given to a seat, and why.

    ``event`` is the record's line (header 0, blank lines not counted) at which they became due; ``rank`` is
    the rank that decided them, None for the tendido, the cards and a correction.
    """

    event: int
    seat: int
    points: int
    why: Why
    rank: Rank | None = None

    def to_json(self) -> dict[str, object]:
        """Return the score as ``porrazo score --json`` prints it."""
        line: dict[str, object] = {
            "event": self.event,
            "seat": self.seat,
            "points": self.points,
            "why": self.why.value,
        }
        return line if self.rank is None else line | {"rank": self.rank.letter}


@dataclass(frozen=True, slots=True)
class Tally:
    """The scores by side, and who has won (R22).

    ``reached`` are the sides at or above the target in the order in which they came there; ``saint`` is the
    side that made a san benito (R15).
    """

    scores: tuple[int, ...]
    reached: tuple[int, ...] = ()
    saint: int | None = None

    @property
    def winner(self) -> int | None:
        """The side that has won: by a san benito, else the first to have reached the target."""
        if self.saint is not None:
            return self.saint
        return self.reached[0] if self.reached else None

    def plus(self, side: int, points: int, target: int) -> "Tally":
        """Give a side points, or take them."""
        scores = self.scores
        now = scores[side] + points
        reached = self.reached
        if now >= target and side not in reached:
            reached = (*reached, side)
        elif now < target and side in reached:
            reached = tuple(each for each in reached if each != side)
        return Tally((*scores[:side], now, *scores[side + 1 :]), reached, self.saint)


def places(row: Iterable[Card]) -> int:
    """Return the pips of the cards that lie in their own position, counted from the left (R18)."""
    return sum(card.rank for place, card in enumerate(row, start=1) if card.rank == place)


def better_direction(row: tuple[Card, ...]) -> int:
    """Return what a tendido's row scores for places from its better end, as it lies (R18)."""
    return max(places(row), places(row[::-1]))


def arrangements(row: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return the four rows that the dealer may make: each pair's two cards may be swapped (R18)."""
    a, b, c, d = row
    return (row, (b, a, c, d), (a, b, d, c), (b, a, d, c))


def best_arrangement(row: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the arrangement that scores most for places; the row as it lies if none is better (R18)."""
    return max(arrangements(row), key=better_direction)


def sets(cards: Iterable[Card]) -> int:
    """Return what all sets of equal cards on the table score together (R19)."""
    return sum(VALUE[rank] * SET_FACTOR[alike] for rank, alike in Counter(c.rank for c in cards).items())
