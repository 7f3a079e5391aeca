"""Points, and who has won: the parts that games to a target share; and what all of them refuse."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from engine.events import IllegalPlay
from engine.fields import Fields


def nothing_more() -> Fields:
    """Return no further keys."""
    return {}


@dataclass(frozen=True, slots=True)
class Made:
    """Points given to a seat, or a fault found: a line of ``porrazo score --json``.

    ``event`` is the record's line (header 0, blank lines not counted) at which it became due; ``more`` are the
    line's further keys, in order, as JSON holds them.
    """

    event: int
    seat: int
    points: int
    why: str
    more: Fields = field(default_factory=nothing_more, hash=False)

    def to_json(self) -> dict[str, object]:
        """Return the line."""
        return {"event": self.event, "seat": self.seat, "points": self.points, "why": self.why, **self.more}


def plus(scores: tuple[int, ...], side: int, points: int) -> tuple[int, ...]:
    """Return the scores once a side has been given points, or lost them."""
    return (*scores[:side], scores[side] + points, *scores[side + 1 :])


def reached(scores: Sequence[int], target: int, before: int | None = None) -> int | None:
    """Return who has won by points: the one that had already, while it keeps the target; else the best there.

    Of several at the target the one with most points wins, then the lowest seat or side.
    """
    if before is not None and scores[before] >= target:
        return before
    there = [side for side, points in enumerate(scores) if points >= target]
    return max(there, key=lambda side: (scores[side], -side), default=None)


def check_seat(seat: int, seats: int) -> None:
    """Refuse a seat in which nobody sits."""
    if not 0 <= seat < seats:
        raise IllegalPlay("there is no seat {seat}, only 0 to {last}", seat=seat, last=seats - 1)


def check_once(cards: Sequence[Card]) -> None:
    """Refuse a card that is named twice."""
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise IllegalPlay("the {card} is named twice", card=card.name)


def over(winner: str) -> IllegalPlay:
    """Return the refusal of anything that comes after a win."""
    return IllegalPlay("the match is over: {side} won it", side=winner)
