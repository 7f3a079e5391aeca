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
from engine.games import game_called
from engine.header import Header
from engine.match import AnyMatch
from engine.words import Words

BEST_PLAYS = 3


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
    """All statistics of a match; ``sources[kind][side]`` are points, without kinds that nobody scored; a kind is one of
    the game's sources, or a score that is in none."""

    curve: Curve
    sources: Mapping[str, tuple[int, ...]]
    best: tuple[Move, ...]
    leads: int
    """How often another side took the lead."""


def statistics_of(match: AnyMatch) -> Statistics:
    """The statistics of a match."""
    curve = curve_of(match)
    moves = match_summary.moves(match)
    best = best_plays(moves, match.game.words)
    return Statistics(curve, _sources(match.header, moves), best, leads(curve.totals))


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


def best_plays(moves: Iterable[Move], words: Words) -> tuple[Move, ...]:
    """The plays that scored most, best first; one that wins at once is better than any other."""
    made = [move for move in moves if move.why not in words.no_play]
    worth = sorted(made, key=lambda move: (move.why in words.decides, move.points), reverse=True)
    return tuple([move for move in worth if move.points or move.why in words.decides][:BEST_PLAYS])


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
    words = game_called(header.game).words
    points = _points(moves, words)
    sides = range(len(match_summary.sides_of(header)))
    kinds = dict.fromkeys([*words.sources, *(kind for kind, _ in points)])
    by_kind = {kind: tuple(points[kind, side] for side in sides) for kind in kinds}
    return {kind: by_side for kind, by_side in by_kind.items() if any(by_side)}


def _points(moves: Iterable[Move], words: Words) -> Counter[tuple[str, int]]:
    points: Counter[tuple[str, int]] = Counter()
    for move in moves:
        points[words.source(move.why), move.side] += move.points
    return points
