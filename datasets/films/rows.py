"""Games whose cards lie in a row before each player: where the rows are, and what lies beside them.

At a short side of the picture there is no room for a row. So two players sit face to face; of three or four, two share
a long side, and lay shorter rows.
"""

from __future__ import annotations

from dataclasses import replace

from datasets.films.habits import Habits
from datasets.films.places import Room, TooNear
from datasets.films.timeline import Pose

PLAYERS = 2
DEEP = 88.0
"""How far from the picture's edge a row lies, mm from the middles of its cards."""
FURTHEST = 300
"""How far to the side the piles may lie, mm."""
BESIDE = 75.0
"""Millimetres from a pile's middle to that of the nearest card of the row, at least."""


SHARED = 0.69
"""How far along a long side each of two sits who share it: in the middle of a half."""
AROUND = {
    3: (("near", 0.0), ("far", SHARED), ("far", -SHARED)),
    4: (("near", SHARED), ("near", -SHARED), ("far", SHARED), ("far", -SHARED)),
}
"""Where so many sit, clockwise from the seat at the bottom."""
FURTHER_IN = 108.0
"""How much further in than a row the stock lies where two share a side, mm."""


def face_to_face(habits: Habits) -> Habits:
    """The same people at the long sides of the table."""
    count = len(habits.seats)
    if count == PLAYERS:
        seats = [
            replace(seat, edge="near" if seat.edge == "near" else "far", along=0.0) for seat in habits.seats
        ]
    else:
        at = [AROUND[count][(seat.seat - habits.bottom) % count] for seat in habits.seats]
        seats = [
            replace(seat, edge=edge, along=along)
            for seat, (edge, along) in zip(habits.seats, at, strict=True)
        ]
    return replace(habits, seats=tuple(seats))


def make_ready(room: Room, dealer: int) -> None:
    """Put the piles at the ends of the rows and the stock at the dealer's left, and keep the rows free."""
    players = range(len(room.sides))
    ends = [end_of(room, seat) for seat in players]
    room.piles = tuple(place(room, seat, ends[seat]) for seat in players)
    deep = DEEP + FURTHER_IN * shares_side(room, dealer)
    room.stock = place(room, dealer, -ends[dealer], deep=deep)
    room.row = tuple(
        place(room, seat, middle_of(room, seat) + share * reach_of(room, seat))
        for seat in players
        for share in (-1.0, -0.6, -0.2, 0.2, 0.6, 1.0)
    )


def shares_side(room: Room, seat: int) -> bool:
    """Whether another player sits at the same side of the table."""
    edges = [each.edge for each in room.habits.seats]
    return edges.count(edges[seat]) > 1


def middle_of(room: Room, seat: int) -> float:
    """How far to the right of a player the row's middle is, mm: where two share a side there is none to spare at the
    left of a row for the room that the pile takes at its right.
    """
    return -BESIDE / 2 if shares_side(room, seat) else 0.0


def reach_of(room: Room, seat: int) -> float:
    """How far to both sides of its middle a row may go, mm."""
    return end_of(room, seat) - (BESIDE / 2 if shares_side(room, seat) else BESIDE)


def end_of(room: Room, seat: int) -> float:
    """How far to both sides of a player a card still lies in the picture, mm."""
    for far in range(FURTHEST, 100, -5):
        if all(room.fits(place(room, seat, way * far)) for way in (-1, 1)):
            return float(far)
    raise TooNear("no row of cards fits into the picture: the camera is too near")


def place(room: Room, seat: int, along: float, turn: float = 0.0, deep: float = DEEP) -> Pose:
    """A place before a player, so many mm to the right and from the picture's edge; a card there lies upright for that
    player, turned by ``turn`` degrees.
    """
    x, y = room.sides[seat].at(deep, along)
    return Pose(float(x), float(y), room.habits.seats[seat].faces - 90 + turn)
