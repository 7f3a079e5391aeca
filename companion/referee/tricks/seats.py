"""Whose a card is: its own arm, and the place before its player, compared with where the players may sit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.referee.arms import belonging, seatings, slots
from companion.referee.observation import Observation, ObservedCard
from companion.referee.rates import MOST_KEPT, RATES
from companion.referee.tracklets import Tracklets
from companion.referee.tricks.history import Node
from companion.referee.tricks.rates import TRICKS
from companion.referee.tricks.rows import astray
from companion.referee.tricks.rules import Rules

Floats = NDArray[np.float64]


class Seats:
    """The cost of the arms, for each history. Give each observation to ``see``."""

    def __init__(self, players: int, bottom: int) -> None:
        self._places = slots()
        self._slots, prior = seatings(players, bottom)
        self._prior = np.append(prior, RATES.arms_tell_nothing)
        self._fits: dict[int, Floats] = {}
        self._costs: dict[tuple[int, int], Floats] = {}
        self._before: list[tuple[int, Floats]] = []
        angles = np.radians(self._places[self._slots, 0].T)
        sides = np.stack([np.cos(angles), np.sin(angles)], -1)
        apart = sides[:, None] - sides[None]
        length = np.linalg.norm(apart, axis=-1, keepdims=True)
        self._towards = apart / np.where(length > 0, length, 1.0)
        """From each seat's side to each other's, for each seating (players, players, seatings, 2)."""
        edge = np.round(angles / (np.pi / 2)) * (np.pi / 2)
        outwards = np.stack([np.cos(edge), np.sin(edge)], -1)
        share = np.einsum("isk,jsk->ijs", outwards, outwards) > 0.5
        self._deep = np.where(share[..., None], outwards[:, None], 0.0)
        """For two seats at one edge the way to it, else nothing, for each seating (players, players, seatings, 2)."""
        self._upright = np.abs(sides[..., 1]) > np.abs(sides[..., 0])
        """Whether each seat is at the lower or upper edge of the picture, for each seating (players, seatings)."""

    def see(self, observation: Observation) -> None:
        """Take the arms that laid an observation's cards."""
        for card in observation.observed_cards:
            if card.laid_by and card.track not in self._fits:
                self._fits[card.track] = belonging(card.laid_by, self._places)
        for track in [*self._fits][:-MOST_KEPT]:
            del self._fits[track]
            for key in [key for key in self._costs if key[0] == track]:
                del self._costs[key]

    def cost(self, nodes: Sequence[Node], rules: Rules, tracklets: Tracklets) -> float:
        """The cost in nats of the arms seen and of where cards lie, over the best way to seat all players."""
        return float(self._sum(nodes, rules, tracklets).min())

    def remember(self, nodes: Sequence[Node], rules: Rules, tracklets: Tracklets) -> None:
        """These events stand fast: where cards lay before each player is kept for the next hand."""
        rows = [*self._before, *_places_of(nodes, rules, tracklets)]
        self._before = rows[-TRICKS.kept_rows * self._slots.shape[1] :]

    def contradicts(self, node: Node, nodes: Sequence[Node], rules: Rules, tracklets: Tracklets) -> bool:
        """Whether another player's arm laid these cards, as these events seat the players."""
        own = self._of(node)
        if own is None:
            return False
        way = int(self._sum(nodes, rules, tracklets).argmin())
        return way < len(self._slots) and bool(own[way] >= RATES.clear)

    def _sum(self, nodes: Sequence[Node], rules: Rules, tracklets: Tracklets) -> Floats:
        found = (self._of(node) for node in nodes)
        arms = np.asarray(sum((each for each in found if each is not None), self._prior))
        rows = self._rows(nodes, rules, tracklets)
        if rows is None:
            return arms
        # Who deals cards to others has the arm that shows: then arms tell nothing, but places still do.
        known = np.minimum(arms[:-1], arms[-1] + self._prior[:-1]) + rows
        return np.append(known + self._turned(nodes, rules, tracklets), np.inf)

    def _turned(self, nodes: Sequence[Node], rules: Rules, tracklets: Tracklets) -> Floats:
        """What it costs, for each seating, that cards before their own player lie across, not with a short side towards
        that player as people lay cards before themselves.
        """
        total = np.zeros(len(self._slots))
        for node in nodes:
            turns = [card.turn for card in _laid(node, tracklets) if card.turn is not None]
            if node.seat is not None and turns and rules.own_place(node):
                upright = np.mean([abs(turn - 90) < 45 for turn in turns]) > 0.5
                total += np.where(self._upright[node.seat] == upright, 0.0, TRICKS.turned)
        return total

    def _rows(self, nodes: Sequence[Node], rules: Rules, tracklets: Tracklets) -> Floats | None:
        """What it costs, for each seating, that cards lie so far from their own player's side of the table beside
        those of each other player, or deeper in the table than theirs who sits at the same edge, or nearer to another's
        cards than to the own; None where cards lie before nobody.
        """
        now = _places_of(nodes, rules, tracklets)
        if not now:
            return None
        seats, places = zip(*self._before, *now, strict=True)
        whose, at = np.array(seats), np.array(places)
        known = sorted({*seats})
        middles = np.array([np.median(at[whose == seat], axis=0) for seat in known])
        mine = [seat for seat, _ in now]
        off = np.array([place for _, place in now])[:, None] - middles  # (events, players, 2)
        towards = self._towards[mine][:, known]  # (events, players, seatings, 2)
        cost = astray(TRICKS.own_side - np.einsum("eps,epws->epw", off, towards))
        deep = np.einsum("eps,epws->epw", off, self._deep[mine][:, known])
        cost = np.maximum(cost, astray(np.abs(deep) - TRICKS.away))
        own = np.array(mine)[:, None] == np.array(known)
        cost[own] = 0.0
        to_others = np.where(own, np.inf, np.linalg.norm(off, axis=2)).min(axis=1)
        nearer = astray(_from_own(whose, at, len(now)) - to_others)
        return np.asarray(cost.max(axis=1).sum(axis=0) + nearer.sum())

    def _of(self, node: Node) -> Floats | None:
        """What its arms cost, for each seating and last for none; None where its arm or its seat is not known."""
        if node.seat is None or node.drawn:
            return None
        found = [own for track in node.step.seen if (own := self._of_track(track, node.seat)) is not None]
        return _mean(found) if found else None

    def _of_track(self, track: int, seat: int) -> Floats | None:
        fits = self._fits.get(track)
        if fits is None:
            return None
        known = self._costs.get((track, seat))
        if known is None:
            likely = (fits[self._slots[:, seat]] + RATES.arm_slip_own) / (fits.max() + RATES.arm_slip_own)
            known = np.append(-np.log(likely), RATES.arm_nothing_own)
            self._costs[track, seat] = known
        return known


def _from_own(whose: NDArray[np.intp], at: Floats, last: int) -> Floats:
    """How far each of the last events lies from the middle of its player's other ones, in heights of a card; 0 for an
    only one.
    """
    found = []
    for k in range(len(at) - last, len(at)):
        others = whose == whose[k]
        others[k] = False
        found.append(np.linalg.norm(at[k] - at[others].mean(axis=0)) if others.any() else 0.0)
    return np.array(found)


def _places_of(nodes: Sequence[Node], rules: Rules, tracklets: Tracklets) -> list[tuple[int, Floats]]:
    """Where cards were laid before their own player: seat and place of each event, in heights of a card."""
    found: list[tuple[int, Floats]] = []
    for node in nodes:
        here = _laid(node, tracklets)
        if node.seat is not None and here and rules.own_place(node):
            found.append((node.seat, _mean([np.array((card.x, card.y)) for card in here])))
    return found


def _laid(node: Node, tracklets: Tracklets) -> list[ObservedCard]:
    """The cards that an event showed, as far as somebody saw them."""
    return [card for track in node.step.seen if (card := tracklets.looked_like(track)) is not None]


def _mean(found: Sequence[Floats]) -> Floats:
    """The mean of some rows: mostly there is one."""
    return found[0] if len(found) == 1 else np.asarray(np.mean(found, axis=0))
