"""Where the holes of a cribbage board lie, and in which of them a side's two pegs stand. No Kivy here.

The board is one track of parallel lanes, one lane for each side. The track goes along the first straight,
round a bend, back along the next straight, and so on. A side at 0 has its pegs in the two start holes. The
last hole, which all lanes share, is the game hole.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

Point = tuple[float, float]

START_BACK, START_FRONT = -1, 0
"""Places of the two start holes; holes are 1 to target - 1, and the game hole is the target itself."""

SKUNK = 31
"""Who is not past the hole so far before the game hole has lost by far: 30 of 61, 90 of 121. Shorter matches, such as
one to 35, have no such hole.
"""
SHORTEST_SKUNK = 61
"""Points of the shortest match that cribbage boards mark so."""
GROUP = 5
GROUP_GAP = 0.6
STARTS = 3.2
"""Room for the start holes or the game hole beyond the end of a straight, in hole pitches."""
RIM = 1.0
"""Wood left round the track, in hole pitches."""
BAND_GAP = 1.7
"""Between two straights, in lane pitches."""
MOST_WIDER = 1.28
"""Holes along a straight, and lanes, lie at most so many times further apart than they must, to fill the plank."""
MOST_STRAIGHTS = 8
LANE_STRETCH = tuple(step / 20 for step in range(17, 45))
"""The lane pitches that the layout tries, in hole pitches."""
WIDE_LANES = 1.6
"""Lanes further apart than this, in hole pitches, look no better."""
FILLED = 0.15
"""How much it counts that the lanes fill the plank, beside how large the pitch is (exponents)."""
BEND_STEPS = 18
SQUASH = 0.72
"""How far a bend reaches, in radii of its half circle: with many lanes the straights need the room."""


@dataclass(frozen=True)
class Board:
    """A board laid out in a rectangle, in pixels from the rectangle's lower left corner.

    ``lanes[side]`` holds the places ``START_BACK``, ``START_FRONT``, 1, ... target - 1 in this order;
    ``tracks[side]`` is the polyline through them; ``pitch`` is the distance between neighbouring holes, and
    ``spacing`` that between neighbouring lanes. Along a straight holes may lie further apart than ``pitch``.
    """

    lanes: tuple[tuple[Point, ...], ...]
    tracks: tuple[tuple[Point, ...], ...]
    game: Point
    pitch: float
    spacing: float

    @property
    def target(self) -> int:
        """The score whose hole is the game hole."""
        return len(self.lanes[0]) - 1

    @property
    def skunk_holes(self) -> tuple[int, ...]:
        """The holes behind which a loser has lost by far, as cribbage boards mark them: 31 short of the game hole."""
        return (self.target - SKUNK,) if self.target >= SHORTEST_SKUNK else ()

    def at(self, side: int, place: int) -> Point:
        """The point of a place in a side's lane; from the target upwards, the point of the game hole."""
        return self.game if place >= self.target else self.lanes[side][place + 1]


@dataclass(frozen=True)
class _Track:
    """The numbers of straights, holes on each straight, and lanes; and the lane pitch in hole pitches."""

    straights: int
    columns: int
    lanes: int
    stretch: float

    @property
    def length(self) -> float:
        """The distance from a straight's first hole to its last, in hole pitches."""
        return (self.columns - 1) + GROUP_GAP * ((self.columns - 1) // GROUP)

    @property
    def bend(self) -> float:
        """How far a bend reaches beyond the straights, in hole pitches."""
        return SQUASH * self.stretch * (self.lanes - 1 + BAND_GAP / 2) + 0.7

    @property
    def ends(self) -> tuple[float, float]:
        """The room needed to the left and to the right of the straights, in hole pitches."""
        left = max(STARTS, self.bend if self.straights > 2 else 0.0)
        right = max(self.bend if self.straights > 1 else 0.0, STARTS if self.straights % 2 else 0.0)
        return left, right

    @property
    def size(self) -> Point:
        """Width and height of the whole board in hole pitches."""
        left, right = self.ends
        return left + self.length + right + 2 * RIM, self.bands * self.stretch + 2 * RIM + 0.6

    @property
    def bands(self) -> float:
        """The height from the uppermost lane to the lowest, in lane pitches."""
        return self.straights * (self.lanes - 1) + (self.straights - 1) * BAND_GAP


@lru_cache(maxsize=32)
def board(width: float, height: float, sides: int, target: int) -> Board:
    """Lay out the largest board that fits, for 1 or more sides and a target of 2 or more."""
    holes = max(1, target - 1)
    tracks = [
        _Track(straights, _columns(holes, straights), sides, stretch)
        for straights, stretch in product(range(1, MOST_STRAIGHTS + 1), LANE_STRETCH)
        if straights == 1 or holes > GROUP * (straights - 1)
    ]
    best = max(tracks, key=lambda track: _fit(track, width, height) * _looks(track))
    return _draw(best, holes, width, height)


def _looks(track: _Track) -> float:
    """How good lanes this far apart look: close ones crowd their pegs, wide ones fill the plank."""
    return math.pow(min(1.0, track.stretch), 0.5) * math.pow(min(WIDE_LANES, track.stretch), FILLED)


def _columns(holes: int, straights: int) -> int:
    """The number of holes on a straight; with more than one straight, a multiple of five."""
    least = math.ceil(holes / straights)
    return least if straights == 1 else math.ceil(least / GROUP) * GROUP


def _fit(track: _Track, width: float, height: float) -> float:
    """The largest hole pitch, in pixels, at which the track fits."""
    across, up = track.size
    return min(width / across, height / up)


def _draw(track: _Track, holes: int, width: float, height: float) -> Board:
    pitch = _fit(track, width, height)
    wide, high = width - track.size[0] * pitch, height - track.size[1] * pitch
    lane = pitch * track.stretch
    pitches = _Pitches(
        pitch,
        along=min(MOST_WIDER * pitch, pitch + wide / max(1.0, track.length)),
        across=min(MOST_WIDER * lane, lane + high / max(1.0, track.bands)),
    )
    left = (wide - (pitches.along - pitch) * track.length) / 2 + (RIM + track.ends[0]) * pitch
    pen = _Pen(track, pitches, left, height)
    lanes = tuple(
        (pen.start(lane, 2.0), pen.start(lane, 1.0), *(pen.hole(lane, n) for n in range(holes)))
        for lane in range(track.lanes)
    )
    game = pen.game()
    tracks = tuple((pen.start(lane, 2.6), *pen.line(lane), game) for lane in range(track.lanes))
    return Board(lanes, tracks, game, pitch, pitches.across)


@dataclass(frozen=True)
class _Pitches:
    """Distances in pixels: the least between two holes, that along a straight, and that between two lanes."""

    least: float
    along: float
    across: float


@dataclass(frozen=True)
class _Pen:
    """Converts places on the track into pixels."""

    track: _Track
    pitches: _Pitches
    left: float
    height: float

    def row(self, straight: int, lane: int) -> float:
        """The height of a lane on a straight; a bend reverses the order of the lanes."""
        track = self.track
        above = straight * (track.lanes - 1 + BAND_GAP) + (
            lane if straight % 2 == 0 else track.lanes - 1 - lane
        )
        return self.height / 2 + (track.bands / 2 - above) * self.pitches.across

    def along(self, straight: int, way: float) -> float:
        """The x of a point that lies ``way`` holes into a straight, in the direction of play; beyond its ends holes are
        a pitch apart.
        """
        length = self.track.length
        on_it = min(length, max(0.0, way))
        step = self.pitches.along
        passed = on_it * step + (way - on_it) * self.pitches.least
        return self.left + (passed if straight % 2 == 0 else length * step - passed)

    def hole(self, lane: int, number: int) -> Point:
        straight, column = divmod(number, self.track.columns)
        return self.along(straight, column + GROUP_GAP * (column // GROUP)), self.row(straight, lane)

    def start(self, lane: int, before: float) -> Point:
        return self.along(0, -before - 0.3), self.row(0, lane)

    def game(self) -> Point:
        last = self.track.straights - 1
        middle = (self.row(last, 0) + self.row(last, self.track.lanes - 1)) / 2
        return self.along(last, self.track.length + 2.0), middle

    def line(self, lane: int) -> Iterable[Point]:
        """Yield the lane from its first hole to its last, bends included."""
        for straight in range(self.track.straights):
            yield self.along(straight, 0.0), self.row(straight, lane)
            yield self.along(straight, self.track.length), self.row(straight, lane)
            if straight + 1 < self.track.straights:
                yield from self._bend(straight, lane)

    def _bend(self, straight: int, lane: int) -> Iterable[Point]:
        x = self.along(straight, self.track.length)
        top, bottom = self.row(straight, lane), self.row(straight + 1, lane)
        least = self.pitches.least
        outward = least if straight % 2 == 0 else -least
        radius = (top - bottom) / 2
        reach = SQUASH * radius * least * self.track.stretch / self.pitches.across
        for step in range(BEND_STEPS + 1):
            angle = math.pi * step / BEND_STEPS
            bulge = math.copysign(reach * math.sin(angle), outward)
            yield x + bulge + 0.35 * outward, bottom + radius + radius * math.cos(angle)


@dataclass(frozen=True)
class Pegs:
    """Places of a side's two pegs, as in `Board.at`."""

    front: int = START_FRONT
    back: int = START_BACK


def pegs(totals: Iterable[int]) -> Pegs:
    """Where a side's two pegs stand after these totals, in order, starting from 0.

    After a gain the back peg moves in front of the front one, so that the other peg shows the score before.
    Points taken away move the front peg back, and the back peg too if the two would meet or cross.
    """
    trail = [START_BACK, START_FRONT]
    for total in totals:
        while len(trail) > 2 and trail[-1] >= total:
            trail.pop()
        if total > START_FRONT:
            trail.append(total)
    return Pegs(trail[-1], trail[-2])
