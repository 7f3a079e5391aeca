"""What a steady track costs that nothing explains, in nats, by how long it was seen and as how sure a card."""

from __future__ import annotations

from companion.referee.observation import ObservedCard
from companion.referee.rates import RATES
from companion.referee.tracklets import Tracklet


def clutter_cost(tracklet: Tracklet) -> float:
    """What a steady track costs that nothing explains: less where it is gone again, more where it was surely read,
    but for what is there at the very first look, when people may still be clearing the table.
    """
    observed_card, life = tracklet.observed_card, tracklet.life
    sure = max(observed_card.odds[observed_card.best], RATES.clutter_least)
    cost = sure * unexplained(observed_card, life)
    if tracklet.here:
        return cost
    surely = 0.0 if tracklet.early else max(0.0, 2 * sure - 1) * RATES.clutter_gone_sure(life)
    return min(cost, sure * (RATES.clutter_gone(life) + surely))


def unexplained(observed_card: ObservedCard, lain: float) -> float:
    """What a steady card costs that nothing explains and that is still there."""
    if observed_card.odds[observed_card.best] < RATES.readable:
        return RATES.clutter_unread(lain)
    return min(RATES.clutter_soon(lain), RATES.clutter_long(lain))
