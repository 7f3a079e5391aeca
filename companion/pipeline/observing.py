"""What is seen of the table, as others take it: observations for the referee, outlines for the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.referee.observation import Observation, ObservedCard, Taken
from engine.cards import PACK
from vision.arrays import Floats

if TYPE_CHECKING:
    from vision.tracking.table import TableView
    from vision.tracking.track import TrackView


class Observer:
    """Turns the views of one table, one after another, into what the referee takes."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[TrackView, ObservedCard]] = {}
        """The tracks of the view before, and what was made of them."""

    def observe(self, view: TableView) -> Observation:
        """Turn the next view into an observation."""
        known, self._known = self._known, {}
        for card in view.cards:
            before = known.get(card.track)
            same = before is not None and _same(before[0], card)
            self._known[card.track] = before if before is not None and same else (card, _observed(card))
        observed_cards = tuple(observed for _, observed in self._known.values())
        taken = tuple(Taken(each.track, each.at, each.arms) for each in view.taken)
        return Observation(view.t, observed_cards, view.still, view.arms, taken)


def _observed(card: TrackView) -> ObservedCard:
    """Turn a track into what the referee takes: its posterior as plain numbers."""
    odds = tuple(card.posterior.tolist())
    return ObservedCard(
        card.track, odds, *card.place, card.since, card.steady, card.hidden, card.laid_by, _turn(card.corners)
    )


def _turn(corners: Floats) -> float:
    """Which way a card's long side lies in the picture, whole degrees from 0 to 180: the lens shakes less than that."""
    x, y = corners[3] - corners[0] + corners[2] - corners[1]
    return float(np.round(np.degrees(np.arctan2(y, x))) % 180)


def _same(one: TrackView, other: TrackView) -> bool:
    """Whether a track is unchanged; then its old form is used again, since making a new one is slow."""
    same = (one.place, one.since, one.steady, one.hidden, one.laid_by) == (
        other.place,
        other.since,
        other.steady,
        other.hidden,
        other.laid_by,
    )
    return same and bool(np.array_equal(one.posterior, other.posterior))


def outlines(
    view: TableView,
) -> tuple[tuple[Floats, str, float], ...]:
    """The cards of a view as the window draws them: corners, name, confidence."""
    return tuple(
        (card.corners, str(PACK[int(card.posterior.argmax())]), float(card.posterior.max()))
        for card in view.cards
        if not card.hidden and view.lost is None
    )
