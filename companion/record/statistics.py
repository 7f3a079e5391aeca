"""The statistics of a match, read from its record: the score curve, who scored from what, the best plays.

No Kivy and no language here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.record import match_summary
from companion.record.match_summary import Move
from companion.record.side_marks import marks_of
from engine.game import Standing
from engine.header import Header
from engine.match import AnyMatch
from engine.porrazo.scoring import Why

SOURCES: Mapping[str, tuple[Why, ...]] = {
    "announcements": (Why.RONDA, Why.RONDINE, Why.FOUR),
    "porrazos": (Why.PORRAZO, Why.COUNTER_PORRAZO, Why.SAN_BENITO),
    "limpias": (Why.LIMPIA,),
    "in_place": (Why.IN_PLACE,),
    "tendidos": (Why.TENDIDO_PLACE, Why.TENDIDO_SET),
    "cards": (Why.CARDS,),
    "by_hand": (Why.ADJUST,),
}
"""The sources of points; few kinds, so that they can be read from two metres."""

BEST_PLAYS = 3
NO_PLAYS = (Why.CARDS, Why.ADJUST)
"""Reasons for points that nobody made with a play or an announcement."""


@dataclass(frozen=True)
class Curve:
    """The scores over the match: ``totals[n]`` holds each side's score after ``n`` events.

    ``hands`` holds each ``n`` at which a later hand began; ``marks`` are the sides' marks
    (`companion.record.side_marks`).
    """

    totals: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    target: int
    marks: tuple[int, ...]

    @property
    def sides(self) -> int:
        """The number of sides, each with its own line."""
        return len(self.totals[0])


@dataclass(frozen=True)
class Statistics:
    """All statistics of a match; ``sources[kind][side]`` are points, without kinds that nobody scored."""

    curve: Curve
    sources: Mapping[str, tuple[int, ...]]
    best: tuple[Move, ...]
    leads: int
    """How often another side took the lead."""


def statistics_of(match: AnyMatch) -> Statistics:
    """The statistics of a match."""
    curve = curve_of(match)
    moves = match_summary.moves(match)
    return Statistics(curve, _sources(match.header, moves), best_plays(moves), leads(curve.totals))


def curve_of(match: AnyMatch) -> Curve:
    """The score curve of a match."""
    steps = positions(match)
    numbers = [hand_of(position) for position in steps]
    hands = tuple(n for n in range(1, len(steps)) if numbers[n] > numbers[n - 1])
    totals = tuple(position.scores for position in steps)
    return Curve(totals, hands, match.header.target, marks_of(match.header))


def hand_of(position: Standing) -> int:
    """The number of the hand, from 1, as the last line of the scores tells it; 0 in a game without hands."""
    number = position.to_json().get("hand")
    return number if isinstance(number, int) else 0


def positions(match: AnyMatch) -> tuple[Standing, ...]:
    """The position before the first event and after each event, the last one as if the record ended there."""
    return (*(outcome.position for outcome in match.outcomes[:-1]), match.settled.position)


def best_plays(moves: Iterable[Move]) -> tuple[Move, ...]:
    """The plays that scored most, best first; a san benito is better than any other."""
    made = [
        move for move in moves if move.why not in NO_PLAYS and (move.points or move.why == Why.SAN_BENITO)
    ]
    worth = sorted(made, key=lambda move: (move.why == Why.SAN_BENITO, move.points), reverse=True)
    return tuple(worth[:BEST_PLAYS])


def leads(totals: Iterable[tuple[int, ...]]) -> int:
    """Count how often the sole lead passed to another side."""
    changes, leader = 0, None
    for scores in totals:
        ahead = [side for side, points in enumerate(scores) if points == max(scores)]
        if len(ahead) == 1 and ahead[0] != leader:
            changes += leader is not None
            leader = ahead[0]
    return changes


def _sources(header: Header, moves: Iterable[Move]) -> dict[str, tuple[int, ...]]:
    points = _points(moves)
    sides = range(len(match_summary.sides_of(header)))
    kinds = dict.fromkeys([*SOURCES, *(kind for kind, _ in points)])
    by_kind = {kind: tuple(points[kind, side] for side in sides) for kind in kinds}
    return {kind: by_side for kind, by_side in by_kind.items() if any(by_side)}


def _points(moves: Iterable[Move]) -> Counter[tuple[str, int]]:
    points: Counter[tuple[str, int]] = Counter()
    for move in moves:
        points[kind_of(move.why), move.side] += move.points
    return points


def kind_of(why: str) -> str:
    """The kind in `SOURCES` to which a reason belongs; a reason of another game is a kind of its own."""
    return next((kind for kind, reasons in SOURCES.items() if why in reasons), why)
