"""Whose arm laid a card: each card's own arm compared with where the players may sit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.referee.arms import belonging, seatings, slots
from companion.referee.observation import Observation
from companion.referee.rates import RATES
from companion.referee.tricks.history import Node

Floats = NDArray[np.float64]
REMEMBERED = 400
"""The number of tracks whose arms are kept: more than two hands need."""


class Seats:
    """The cost of the arms, for each history. Give each observation to ``see``."""

    def __init__(self, players: int, bottom: int) -> None:
        self._places = slots()
        self._slots, prior = seatings(players, bottom)
        self._prior = np.append(prior, RATES.arms_tell_nothing)
        self._fits: dict[int, Floats] = {}
        self._costs: dict[tuple[int, int], Floats] = {}

    def see(self, observation: Observation) -> None:
        """Take the arms that laid an observation's cards."""
        for card in observation.observed_cards:
            if card.laid_by and card.track not in self._fits:
                self._fits[card.track] = belonging(card.laid_by, self._places)
        for track in [*self._fits][:-REMEMBERED]:
            del self._fits[track]
            for key in [key for key in self._costs if key[0] == track]:
                del self._costs[key]

    def cost(self, nodes: Sequence[Node]) -> float:
        """The cost in nats of the arms seen, over the best way to seat all players."""
        return float(self._sum(nodes).min())

    def contradicts(self, node: Node, nodes: Sequence[Node]) -> bool:
        """Whether another player's arm laid this card, as these events seat the players."""
        own = self._of(node)
        if own is None:
            return False
        way = int(self._sum(nodes).argmin())
        return way < len(self._slots) and bool(own[way] >= RATES.another_arm)

    def _sum(self, nodes: Sequence[Node]) -> Floats:
        found = (self._of(node) for node in nodes)
        return np.asarray(sum((each for each in found if each is not None), self._prior))

    def _of(self, node: Node) -> Floats | None:
        """What its arm costs, for each seating and last for none; None where its arm or its seat is not known."""
        track = node.step.track
        fits = self._fits.get(track) if track is not None else None
        if fits is None or node.seat is None or track is None:
            return None
        known = self._costs.get((track, node.seat))
        if known is None:
            likely = (fits[self._slots[:, node.seat]] + RATES.arm_slip_own) / (
                fits.max() + RATES.arm_slip_own
            )
            known = np.append(-np.log(likely), RATES.arm_nothing_own)
            self._costs[track, node.seat] = known
        return known
