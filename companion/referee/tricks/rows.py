"""How cards lie: near one another, apart, in a row before their player or across it."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, hypot

import numpy as np
from numpy.typing import NDArray

from companion.referee.rates import RATES
from companion.referee.tracklets import Tracklet, Tracklets
from companion.referee.tricks.history import Node
from companion.referee.tricks.rates import TRICKS

Floats = NDArray[np.float64]


def apart(one: Tracklet, other: Tracklet) -> float:
    """How far two tracks lie from one another, in heights of a card."""
    a, b = one.observed_card, other.observed_card
    return dist((a.x, a.y), (b.x, b.y))


def across(nodes: Sequence[Node], tracklets: Tracklets) -> float:
    """What it costs that a card lies across or away from the others of its seat though it joined them, or among them
    though it did not.
    """
    total = 0.0
    rows: dict[int, list[Tracklet]] = {}
    for node in nodes:
        cards = [each for track in node.step.seen if (each := tracklets.get(track)) is not None]
        if node.seat is None or not node.step.cards:
            continue
        row = rows.setdefault(node.seat, [])
        if (
            len(node.step.cards) == 1
            and cards
            and row
            and lies_apart(cards[0], row) not in (None, node.apart)
        ):
            total += RATES.out_of_order
        rows[node.seat] = [] if node.apart else [*row[-1:], *cards]
    return total


def lies_apart(tracklet: Tracklet, row: Sequence[Tracklet]) -> bool | None:
    """Whether a card lies across others, or away from them; None where that was not seen."""
    last = row[-1]
    if min(apart(tracklet, each) for each in row) > TRICKS.away:
        return True
    if tracklet.observed_card.turn is None or last.observed_card.turn is None:
        return None
    off = abs(tracklet.observed_card.turn - last.observed_card.turn)
    off = min(off, 180 - off)
    return off > 90 - off  # nearer to across than to along


def scattered(cards: Sequence[Tracklet], late: float = RATES.out_of_order) -> float:
    """The cost in nats of cards that were shown at once but lie far apart, or came one long after another: ``late``."""
    if len(cards) < 2:
        return 0.0
    x = sum(each.observed_card.x for each in cards) / len(cards)
    y = sum(each.observed_card.y for each in cards) / len(cards)
    far = max(hypot(each.observed_card.x - x, each.observed_card.y - y) for each in cards) - TRICKS.cover
    times = [each.since for each in cards]
    apart_in_time = late if max(times) - min(times) > TRICKS.sweep else 0.0
    return apart_in_time + min(max(0.0, TRICKS.astray * far), RATES.reading_most)


def astray(by: Floats) -> Floats:
    """The cost in nats of cards that lie so many heights of a card off their player's side."""
    return np.asarray(np.clip(TRICKS.astray * by, 0.0, RATES.reading_most))
