"""Games whose cards lie in a row before each of two players: where the rows are, and what lies beside them.

Two rows of four hands and no more have room in a picture of this size, so these films have two players, face to face.
"""

from __future__ import annotations

from dataclasses import replace

from datasets.films.habits import Habits
from datasets.films.places import Room
from datasets.films.timeline import Pose

PLAYERS = 2
DEEP = 88.0
"""How far from the picture's edge a row lies, mm from the middles of its cards."""
FURTHEST = 300
"""How far to the side the piles may lie, mm."""
BESIDE = 75.0
"""Millimetres from a pile's middle to that of the nearest card of the row, at least."""


def face_to_face(habits: Habits) -> Habits:
    """The same people, the second across the table from the first: at a short side there is no room for a row."""
    seats = [replace(seat, edge="near" if seat.edge == "near" else "far", along=0.0) for seat in habits.seats]
    return replace(habits, seats=tuple(seats))


def make_ready(room: Room, dealer: int) -> None:
    """Put the piles at the ends of the rows and the stock at the dealer's left, and keep the rows free."""
    ends = [end_of(room, seat) for seat in range(PLAYERS)]
    room.piles = tuple(place(room, seat, ends[seat]) for seat in range(PLAYERS))
    room.stock = place(room, dealer, -ends[dealer])
    room.row = tuple(
        place(room, seat, share * (ends[seat] - BESIDE))
        for seat in range(PLAYERS)
        for share in (-1.0, -0.6, -0.2, 0.2, 0.6, 1.0)
    )


def end_of(room: Room, seat: int) -> float:
    """How far to both sides of a player a card still lies in the picture, mm."""
    for far in range(FURTHEST, 100, -5):
        if all(room.fits(place(room, seat, way * far)) for way in (-1, 1)):
            return float(far)
    raise ValueError("no row of cards fits into the picture: the camera is too near")


def place(room: Room, seat: int, along: float, turn: float = 0.0) -> Pose:
    """A place before a player, so many mm to the right; a card there lies upright for that player, turned by
    ``turn`` degrees.
    """
    x, y = room.sides[seat].at(DEEP, along)
    return Pose(float(x), float(y), room.habits.seats[seat].faces - 90 + turn)
