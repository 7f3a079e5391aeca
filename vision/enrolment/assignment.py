"""Which shown card is which, where nobody said: every card is in a deck once, so the best sharing out decides."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def shared_out(worth: NDArray[np.floating]) -> NDArray[np.int64]:
    """Give each of n takers one of m things, n <= m, none twice, so that the worths (n, m) given add up to the most.

    The things (n,) by taker. The Hungarian method with potentials, a shortest path a taker: n n m steps.
    ValueError where there are more takers than things or a worth is no number.
    """
    n, m = worth.shape
    if n > m:
        raise ValueError(f"worth: expected at most as many rows as columns, got {worth.shape}")
    if not np.isfinite(worth).all():
        raise ValueError("worth: expected numbers, got infinity or NaN")
    cost = -np.asarray(worth, np.float64)
    paid, price = np.zeros(n), np.zeros(m + 1)
    taker = np.full(m + 1, -1)  # the last thing is no thing: where each new taker begins
    for new in range(n):
        taker[m] = new
        _settle(cost, paid, price, taker)
    things = np.empty(n, np.int64)
    things[taker[:m][taker[:m] >= 0]] = np.flatnonzero(taker[:m] >= 0)
    return things


def _settle(cost: Floats, paid: Floats, price: Floats, taker: NDArray[np.int64]) -> None:
    """Find the taker at the last place a thing, others giving way where that is cheapest."""
    m = cost.shape[1]
    least, came_from = np.full(m, np.inf), np.full(m, m)
    reached = np.zeros(m + 1, np.bool_)
    at = m
    while taker[at] >= 0:
        reached[at] = True
        row = taker[at]
        left = cost[row] - paid[row] - price[:m]
        better = ~reached[:m] & (left < least)
        least[better], came_from[better] = left[better], at
        nearest = int(np.where(reached[:m], np.inf, least).argmin())
        step = least[nearest]
        paid[taker[reached]] += step
        price[reached] -= step
        least[~reached[:m]] -= step
        at = nearest
    while at != m:
        taker[at] = taker[came_from[at]]
        at = int(came_from[at])
