"""Whose arm it was: where arms reached in while a card was laid, held against where the players may sit.

Nobody says where everybody sits, only who sits at the picture's lower edge, and that may be wrong. So every way to seat
the players clockwise round the table is held against all plays of a hypothesis, and the one that fits best
counts; where none fits, because one person plays for all, say, arms tell nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from companion.referee.hypothesis import HistoryNode, Hypothesis
from companion.referee.rates import RATES
from engine.porrazo.events import Play

Floats = NDArray[np.float64]

REMEMBERED = 2000
"""Times of plays, of all hypotheses, of which it is remembered what arms showed: more than a hand's."""
Places = tuple[int, ...]


def edges() -> tuple[tuple[float, float], ...]:
    """The picture's edges, clockwise from the lower: the direction from the picture's middle, degrees (0 right, 90
    below), and how far to either side arms of one who sits there reach in.
    """
    return tuple((90.0 * (k + 1) % 360, RATES.arm_edges[k % 2]) for k in range(4))


def slots() -> Floats:
    """All places (12, 2) to sit at: the middles of the edges, then two at each edge, clockwise; centre and reach."""
    pairs = [(centre + side * RATES.arm_apart, RATES.arm_pair) for centre, _ in edges() for side in (-1, 1)]
    return np.array([*edges(), *pairs])


def seatings(players: int, bottom: int) -> tuple[NDArray[np.intp], Floats]:
    """All ways to seat so many clockwise, at most two at an edge: the slot (n, players) of each seat, and what speaks
    against each, nats (n,). With up to four players nobody shares an edge.
    """
    ways: list[tuple[list[int], float]] = []
    choices = (
        combinations(range(4), players) if players <= 4 else combinations_with_replacement(range(4), players)
    )
    for edges in choices:
        if max(map(edges.count, edges)) > 2:
            continue
        slots = [
            e if edges.count(e) == 1 else 4 + 2 * e + (k > 0 and edges[k - 1] == e)
            for k, e in enumerate(edges)
        ]
        for first in range(players):
            round_table = [slots[(seat + first) % players] for seat in range(players)]
            # Of two at the lower edge the right-hand one is meant: clockwise, that is the first of the two.
            ways.append((round_table, 0.0 if round_table[bottom] in (0, 4) else RATES.bottom_mistaken))
    return np.array([way for way, _ in ways], np.intp), np.array([cost for _, cost in ways])


class Seating:
    """What arms say of hypotheses. ``see`` takes the arms of each look."""

    def __init__(self, players: int, bottom: int = 0) -> None:
        self._places = slots()
        self._slots, self._prior = seatings(players, bottom)
        self._times: list[float] = []
        self._arms: list[Floats] = []
        self._shown: dict[float, Floats | None] = {}
        self._costs: dict[tuple[int, float], Floats] = {}

    def see(self, t: float, arms: tuple[float, ...]) -> None:
        """Arms reach in from these directions, degrees round the picture's middle, the largest first."""
        if arms:
            self._times.append(t)
            self._arms.append(_belonging(arms, self._places))

    def forget(self, before: float) -> None:
        """Drop what was seen before a time; what showed around plays is kept, for they may be told anew."""
        k = bisect_left(self._times, before - RATES.arm_before)
        del self._times[:k], self._arms[:k]
        for at in [*self._shown][:-REMEMBERED]:
            del self._shown[at]

    def cost(self, hypothesis: Hypothesis, now: float) -> float:
        """What arms say against a hypothesis's plays being those of the seats that they are said to be, nats."""
        return float((self._prior_and(hypothesis.past, now)).min())

    def _prior_and(self, past: HistoryNode | None, now: float) -> Floats:
        """For each seating, and last for none, what speaks against it and all plays up to this one (n + 1,)."""
        open_ones: list[HistoryNode] = []
        known: Floats | None = None
        while past is not None:
            known = self._costs.get((past.key, past.step.at))
            if known is not None:
                break
            open_ones.append(past)
            past = past.base.past
        total = np.append(self._prior, 0.0) if known is None else known
        final = True
        for node in reversed(open_ones):
            total = total + self._of(node, now)
            final = final and node.step.at + RATES.arm_after <= now
            if final:
                self._costs[node.key, node.step.at] = total
        if len(self._costs) > 20_000:
            self._costs.clear()
        return total

    def _of(self, node: HistoryNode, now: float) -> Floats | float:
        if not isinstance(node.event, Play):
            return 0.0
        shown = self._around(node.step.at, now)
        if shown is None:
            return 0.0
        likely = (shown[self._slots[:, node.event.seat]] + RATES.arm_slip) / (shown.max() + RATES.arm_slip)
        return np.append(-np.log(likely), RATES.arm_nothing)

    def _around(self, at: float, now: float) -> Floats | None:
        """How much the arms that showed around a time belong to each slot (12,); None where there were none."""
        if at in self._shown:
            return self._shown[at]
        first, last = (
            bisect_left(self._times, at - RATES.arm_before),
            bisect_left(self._times, at + RATES.arm_after),
        )
        shown = np.mean(self._arms[first:last], axis=0) if last > first else None
        if at + RATES.arm_after <= now:
            self._shown[at] = shown
        return shown


def _belonging(arms: tuple[float, ...], places: Floats) -> Floats:
    """How much the largest two arms belong to each slot (12,)."""
    away = np.abs((np.array(arms[:2])[:, None] - places[None, :, 0] + 180) % 360 - 180)
    theirs = np.exp(-0.5 * (np.maximum(0.0, away - places[None, :, 1]) / RATES.arm_spread) ** 2)
    return np.asarray((theirs * np.array([1.0, RATES.arm_second])[: len(theirs), None]).max(0))
