"""What a steady track costs that nothing explains, in nats, by how long it was seen and as how sure a card."""

from __future__ import annotations

from companion.referee.observation import ObservedCard
from companion.referee.tracklets import Tracklet

STRANGE_FIRST, STRANGE_A_SECOND, STRANGE_SOON, STRANGE_LATER, STRANGE_MOST = 2.0, 4.0, 8.0, 1.0, 15.0
"""A steady card that nothing explains: at first it may be a slip of sight, soon it is hardly one."""
WENT_FIRST, WENT_A_SECOND = 2.0, 1.6
"""One that is gone again: an arm, a pile, a card in a hand that was taken for one lying there."""
SURELY_FIRST, SURELY_A_SECOND = 1.0, 1.4
"""That much more where it was surely read, which in sixty films was once so for a second; but for what is there at the
very first look, when people may still be clearing the table."""
UNREAD_FIRST, UNREAD_A_SECOND, UNREAD_MOST = 1.0, 1.0, 5.0
"""One that nobody could read."""
LEAST_SURE = 0.4
"""A stranger that reads as several cards costs less, by how sure its likeliest name is, at least this share."""


def clutter_cost(tracklet: Tracklet) -> float:
    """What a steady track costs that nothing explains."""
    observed_card = tracklet.observed_card
    sure = max(observed_card.odds[observed_card.best], LEAST_SURE)
    cost = sure * unexplained(observed_card, tracklet.life)
    if tracklet.here:
        return cost
    surely = (
        0.0 if tracklet.early else max(0.0, 2 * sure - 1) * (SURELY_FIRST + SURELY_A_SECOND * tracklet.life)
    )
    return min(cost, sure * (WENT_FIRST + WENT_A_SECOND * tracklet.life + surely))


def unexplained(observed_card: ObservedCard, lain: float) -> float:
    """What a steady card costs that nothing explains."""
    if observed_card.odds[observed_card.best] < 0.1:
        return min(UNREAD_FIRST + UNREAD_A_SECOND * lain, UNREAD_MOST)
    soon = STRANGE_FIRST + STRANGE_A_SECOND * lain
    if soon < STRANGE_SOON:
        return soon
    since = (STRANGE_SOON - STRANGE_FIRST) / STRANGE_A_SECOND
    return min(STRANGE_SOON + STRANGE_LATER * (lain - since), STRANGE_MOST)
