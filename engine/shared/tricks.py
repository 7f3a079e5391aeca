"""Tricks between two sides of two, as several games play them: who sits where, what is played, who is winning."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.cards import Card, Suit
from engine.events import Event, Readers
from engine.fields import suited as suited_card
from engine.fields import whole
from engine.game import Game, P, S
from engine.header import Header
from engine.sheet import one_line

SEATS = 4
SIDES = ((0, 2), (1, 3))
"""The seats of each side: partners sit opposite."""


def side_of(seat: int) -> int:
    """Return the side of a seat."""
    return seat % 2


def side_name(header: Header, side: int) -> str:
    """Return the names of a side's players: "Ana and Caro"."""
    return " and ".join(header.players[seat] for seat in SIDES[side])


def scores_told(header: Header, scores: Sequence[int]) -> str:
    """Say how many points each side has: "Ana and Caro 3, Beto and Dani 0"."""
    return ", ".join(f"{one_line(side_name(header, side))} {points}" for side, points in enumerate(scores))


def check_partners(header: Header) -> None:
    """Refuse a header unless four play, partners opposite."""
    if len(header.players) != SEATS:
        raise ValueError(f"four play this game, not {len(header.players)}")
    if header.teams is not None and header.teams != SIDES:
        raise ValueError('"teams" must be null or [[0, 2], [1, 3]]: partners sit opposite')


class Partners(Game[P, S]):
    """A game of four, partners opposite."""

    seats = range(SEATS, SEATS + 1)

    def sides(self, header: Header) -> tuple[tuple[int, ...], ...]:
        """Return the two sides."""
        return SIDES


@dataclass(frozen=True, slots=True)
class Play(Event):
    """A player lays a card to the trick."""

    do: ClassVar[str] = "play"
    readers: ClassVar[Readers] = {"seat": whole, "card": suited_card}
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in a trick: the record's line that laid it, and the seat."""

    line: int
    seat: int
    card: Card

    @property
    def suit(self) -> Suit:
        """Its suit, which is always known here."""
        assert self.card.suit is not None
        return self.card.suit


def winning(trick: Sequence[Laid], strength: Callable[[Card, Suit], Any]) -> Laid | None:
    """Return the card that is winning a trick, None where none lies; of equals the first.

    ``strength`` gives what compares of a card, and of the suit led.
    """
    if not trick:
        return None
    led = trick[0].suit
    return max(trick, key=lambda laid: strength(laid.card, led))
