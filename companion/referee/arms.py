"""Who played: the arms that reached in while a card was laid, compared with where the players may sit.

Only the seat at the picture's lower edge is given, and that may be wrong. So every way to seat the players
clockwise round the table is compared with all plays of a hypothesis, and the one that fits best counts. If
none fits, because one person plays for all, say, then arms tell nothing. Between two hands people may change seats.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from companion.referee.hypothesis import HistoryNode, Hypothesis
from companion.referee.observation import Observation
from companion.referee.prior import new_hand
from companion.referee.rates import MOST_KEPT, RATES
from companion.referee.tracklets import Unseen
from engine.porrazo.events import Leftover, Play, Tendido
from engine.porrazo.foresight import at_play, prospect

Floats = NDArray[np.float64]

Places = tuple[int, ...]


def edges() -> tuple[tuple[float, float], ...]:
    """The picture's edges, clockwise from the lower one: direction and reach of each, in degrees.

    The direction is seen from the picture's middle (0 right, 90 below). The arms of a player at that edge
    come in within the reach, to either side of it.
    """
    return tuple((90.0 * (k + 1) % 360, RATES.arm_edges[k % 2]) for k in range(4))


def slots() -> Floats:
    """All places to sit (12, 2): direction and reach of each, in degrees.

    First the middles of the four edges, then two places at each edge, clockwise.
    """
    pairs = [(centre + side * RATES.arm_apart, RATES.arm_pair) for centre, _ in edges() for side in (-1, 1)]
    return np.array([*edges(), *pairs])


def seatings(players: int, bottom: int) -> tuple[NDArray[np.intp], Floats]:
    """All ways to seat so many players clockwise, at most two at an edge.

    Returns the slot of each seat (n, players), and the cost of each way in nats (n,): it is more where
    somebody else sits at the lower edge than was said, and where up to four players share an edge.
    """
    ways: list[tuple[list[int], float]] = []
    for edges in combinations_with_replacement(range(4), players):
        if max(map(edges.count, edges)) > 2:
            continue
        slots = [
            e if edges.count(e) == 1 else 4 + 2 * e + (k > 0 and edges[k - 1] == e)
            for k, e in enumerate(edges)
        ]
        for first in range(players):
            round_table = [slots[(seat + first) % players] for seat in range(players)]
            # Of two players at the lower edge ``bottom`` is the right-hand one: clockwise, that is the first.
            cost = 0.0 if round_table[bottom] in (0, 4) else RATES.bottom_mistaken
            shared = players - len({*edges}) if players <= 4 else 0
            ways.append((round_table, cost + RATES.edge_shared * shared))
    return np.array([way for way, _ in ways], np.intp), np.array([cost for _, cost in ways])


class Seating:
    """The cost of the arms, for each hypothesis. Give each observation to ``see``.

    A card whose own arm is known was laid by that one; of others, all arms count that showed at that time. The arm that
    took a capture's cards counts where it is known.
    """

    def __init__(self, players: int, bottom: int = 0, unseen: Unseen | None = None) -> None:
        """``unseen``: the times in which nobody saw the table; none without."""
        self._places, self._unseen = slots(), unseen if unseen is not None else Unseen()
        self._slots, self._prior = seatings(players, bottom)
        self._times: list[float] = []
        self._arms: list[Floats] = []
        self._shown: dict[float, Floats | None] = {}
        self._laid_by: dict[int, Floats] = {}
        self._taken_by: dict[int, tuple[float, Floats]] = {}
        self._costs: dict[tuple[int, float], tuple[int, Floats]] = {}
        self._without: dict[int, int] = {}
        """The tracks whose own arm was not known when an event of theirs was priced: the first such event's number."""
        self._untaken: dict[int, int] = {}
        """The same of those of which it was not known whose arm took them."""

    def see(self, observation: Observation) -> None:
        """Take the arms that an observation shows, and those that laid its cards."""
        if observation.arms:
            self._times.append(observation.t)
            self._arms.append(belonging(observation.arms, self._places))
            if len(self._times) > MOST_KEPT:  # nothing has happened for long, so nothing was forgotten
                del self._times[: MOST_KEPT // 2], self._arms[: MOST_KEPT // 2]
        for card in observation.observed_cards:
            if card.laid_by and card.track not in self._laid_by:
                self._laid_by[card.track] = belonging(card.laid_by, self._places)
                self._drop_from(self._without.pop(card.track, None))
        for taken in observation.taken:
            if taken.arms and taken.track not in self._taken_by:
                self._taken_by[taken.track] = taken.at, belonging(taken.arms, self._places)
                self._drop_from(self._untaken.pop(taken.track, None))

    def _drop_from(self, depth: int | None) -> None:
        """Drop the costs from this event on: an arm that was not known has become known. Earlier ones stay, for a match
        has hundreds of events, and each card brings an arm.
        """
        if depth is not None:
            self._costs = {key: kept for key, kept in self._costs.items() if kept[0] < depth}

    def forget(self, before: float) -> None:
        """Drop the arms seen before a time, in seconds.

        What was seen around plays is kept: a hypothesis that is changed is evaluated again.
        """
        k = bisect_left(self._times, before - RATES.arm_before)
        del self._times[:k], self._arms[:k]
        for at in [*self._shown][:-MOST_KEPT]:
            del self._shown[at]
        for known in (self._laid_by, self._without, self._taken_by, self._untaken):
            for track in [*known][:-MOST_KEPT]:
                del known[track]

    def cost(self, hypothesis: Hypothesis, now: float) -> float:
        """The cost in nats of the arms seen, if each play was by the seat that the hypothesis says."""
        return float((self._prior_and(hypothesis.past, now)).min())

    def other_arm(self, node: HistoryNode, hypothesis: Hypothesis) -> int | None:
        """The seat whose arm reached to the place of a play's card, as the hypothesis seats the players, if that was
        surely not the one whose play it was; None too where no way to seat them fits: then arms tell nothing.
        """
        if not isinstance(node.event, Play):
            return None
        own = self._laid_by.get(node.step.tracks[0] or 0)
        if own is None:
            return None
        way = int(self._prior_and(hypothesis.past, node.step.at).argmin())
        if way == len(self._slots):
            return None
        against = [
            float(self._cost_of(own, seat, RATES.arm_slip_own, RATES.arm_nothing_own)[way])
            for seat in range(self._slots.shape[1])
        ]
        return against.index(min(against)) if against[node.event.seat] >= RATES.clear else None

    def _prior_and(self, past: HistoryNode | None, now: float) -> Floats:
        """The cost up to and with this event, for each seating and last for none, in nats (n + 1,)."""
        open_ones: list[HistoryNode] = []
        known: Floats | None = None
        while past is not None:
            kept = self._costs.get((past.key, past.step.at))
            if kept is not None:
                known = kept[1]
                break
            open_ones.append(past)
            past = past.base.past
        total = np.append(self._prior, RATES.arms_tell_nothing) if known is None else known
        final = True
        for node in reversed(open_ones):
            if new_hand(node.start, node.event):
                total = np.minimum(total, total.min() + RATES.seats_changed)
            total = total + self._of(node, now) + self._taking(node)
            final = final and node.step.at + RATES.order_within <= now
            if final:
                self._costs[node.key, node.step.at] = (node.depth, total)
        if len(self._costs) > MOST_KEPT:
            self._costs.clear()
        return total

    def _of(self, node: HistoryNode, now: float) -> Floats | float:
        """What the arms cost that brought an event's cards, for each seating and last for none (n + 1,), in nats.

        A play is its player's. The dealer lays a tendido (R17) and the leftover (R20): these only count where
        a card's own arm is known, for it takes a while to lay them all.
        """
        event = node.event
        if isinstance(event, Play):
            shown = self._own_arm(node, node.step.tracks[0])
            if shown is not None:
                return self._cost_of(shown, event.seat, RATES.arm_slip_own, RATES.arm_nothing_own)
            if self._unseen.holds(node.step):
                return 0.0  # nobody knows when it was laid, so nobody knows by which arm
            shown = self._around(node.step.at, now)
            return (
                self._cost_of(shown, event.seat, RATES.arm_slip, RATES.arm_nothing)
                if shown is not None
                else 0.0
            )
        if isinstance(event, Tendido | Leftover):
            dealer = at_play(node.start).dealer
            arms = [self._own_arm(node, track) for track in node.step.tracks]
            return sum(
                self._cost_of(own, dealer, RATES.arm_slip_own, RATES.arm_nothing_own)
                for own in arms
                if own is not None
            )
        return 0.0

    def _taking(self, node: HistoryNode) -> Floats | float:
        """What the arm costs that took the cards of a capture, for each seating and last for none (n + 1,), in nats: it
        is the player's. One arm takes them all, so they count as one.
        """
        if not isinstance(node.event, Play):
            return 0.0
        taken = [self._taken_by[track] for track in self._captured(node) if self._known_taken(node, track)]
        arms = [own for at, own in taken if at >= node.step.at - RATES.swept_before]
        if not arms:
            return 0.0
        return self._cost_of(np.mean(arms, axis=0), node.event.seat, RATES.arm_slip, RATES.arm_nothing_own)

    def _captured(self, node: HistoryNode) -> list[int]:
        """The tracks of the cards that a play takes off at once; none of a porrazo, which another may counter."""
        assert isinstance(node.event, Play)
        brings = prospect(node.start, node.event)
        if brings.open is not None or not brings.captured:
            return []
        lying = (node.base.lying.get(card.code) for card in brings.captured)
        tracks = [presence.track for presence in lying if presence is not None]
        return [track for track in (*tracks, node.step.tracks[0]) if track is not None]

    def _known_taken(self, node: HistoryNode, track: int) -> bool:
        """Whether it is known whose arm took a card; if not yet, this event's cost is to be found again once it is."""
        if track in self._taken_by:
            return True
        self._untaken[track] = min(node.depth, self._untaken.get(track, node.depth))
        return False

    def _own_arm(self, node: HistoryNode, track: int | None) -> Floats | None:
        """How well the arm that laid a track fits each slot (12,), 0 to 1; None where it is not known, or not yet."""
        own = self._laid_by.get(track) if track is not None else None
        if own is None and track is not None:
            self._without[track] = min(node.depth, self._without.get(track, node.depth))
        return own

    def _cost_of(self, shown: Floats, seat: int, slip: float, nothing: float) -> Floats:
        """What it costs that arms that fit the slots so well (12,) were this seat's, for each seating in nats (n + 1,),
        the last the ``nothing`` that it costs where arms tell nothing.
        """
        likely = (shown[self._slots[:, seat]] + slip) / (shown.max() + slip)
        return np.append(-np.log(likely), nothing)

    def _around(self, at: float, now: float) -> Floats | None:
        """How well the arms seen around a time fit each slot (12,), 0 to 1; None where there were none."""
        if at in self._shown:
            return self._shown[at]
        first, last = (
            bisect_left(self._times, at - RATES.arm_before),
            bisect_left(self._times, at + RATES.order_within),
        )
        shown = np.mean(self._arms[first:last], axis=0) if last > first else None
        if at + RATES.order_within <= now:
            self._shown[at] = shown
        return shown


def belonging(arms: tuple[float, ...], places: Floats) -> Floats:
    """How well arms, the largest first, fit each slot (12,), 0 to 1. Any of them may be the player's: a light that
    changes may look like larger ones.
    """
    away = np.abs((np.array(arms)[:, None] - places[None, :, 0] + 180) % 360 - 180)
    theirs = np.exp(-0.5 * (np.maximum(0.0, away - places[None, :, 1]) / RATES.arm_spread) ** 2)
    return np.asarray(np.maximum(theirs[0], RATES.arm_second * theirs.max(0)))
