"""Placement: where tracks lie on the table, by the plane found from all cards that have lain there lately (`Pinhole`).

All planes have one origin and one direction, whichever cards they are found from: so places that were worked out at
different times can be compared, if each plane was found well. Where hands lie fanned the first ones are not: covered
cards are outlined badly, and the scale was out by half. So there all cards are placed again by each new plane.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats, Matrix
from vision.geometry.pinhole import Pinhole
from vision.geometry.plane import HEIGHT_MM, on_table, upright
from vision.tracking.track import TrackView

log = logging.getLogger(__name__)

LAIN = 30
"""The plane is found from the last so many cards, also those that are gone: one or two cards, close together, say
little about the rest of the table, and the camera stands still.
"""
STAYS = 2.0
"""Pixels: a card whose corners have all moved by less has not moved, and from cards that have not moved the plane is
the one found before.
"""
UNPLACED = 100.0
"""Pixels that count as one height of a card while no plane is known."""


@dataclass(frozen=True, eq=False, slots=True)
class _LastPlace:
    """Where a card lay last: ``corners`` (4, 2) in the picture, its ``place``, and whether that is on the plane."""

    corners: Floats
    place: tuple[float, float]
    on_plane: bool


class Placement:
    """Says where the cards of one view after another lie on the table; ``again``: by the newest plane, all of them."""

    def __init__(self, again: bool = False) -> None:
        self._again = again
        self._camera = Pinhole()
        self._known: dict[int, _LastPlace] = {}
        self._lain: dict[int, Floats] = {}
        self._fitted: dict[int, Floats] = {}
        self._fit: Matrix | None = None
        self._origin: Floats | None = None
        self._found = False

    @property
    def plane(self) -> Matrix | None:
        """The homography (3, 3) from pixels to millimetres on the table, as found last; None before the first card."""
        return self._fit

    def placed(self, cards: Sequence[TrackView], size: tuple[int, int]) -> tuple[TrackView, ...]:
        """The cards that lie there now in a picture of this size (width, height), each with its place."""
        plane = None if all(self._stays(card, on_plane=True) for card in cards) else self._plane(cards, size)
        if self._again and plane is not None:
            self._known.clear()
        self._known = {card.track: self._place(card, plane) for card in cards}
        return self.as_known(cards)

    def as_known(self, cards: Sequence[TrackView]) -> tuple[TrackView, ...]:
        """The same cards, each with the place where it lay last."""
        return tuple(
            replace(card, place=self._known[card.track].place) if card.track in self._known else card
            for card in cards
        )

    def resize(self, factor: Floats) -> None:
        """Pictures are so many times as wide and high (2,) from now on: cards lie at other pixels of the same plane."""
        self._lain = {track: _scaled(corners, factor) for track, corners in self._lain.items()}
        self._fitted, self._fit = {}, None
        self._origin = None if self._origin is None else _scaled(self._origin, factor)
        self._known = {
            track: replace(known, corners=_scaled(known.corners, factor))
            for track, known in self._known.items()
        }

    def _stays(self, card: TrackView, on_plane: bool) -> bool:
        """Whether a card lies where it lay; ``on_plane``: and its place on the plane is known."""
        known = self._known.get(card.track)
        if known is None or (on_plane and not known.on_plane):
            return False
        return float(np.abs(known.corners - card.corners).max()) < STAYS

    def _place(self, card: TrackView, plane: Matrix | None) -> _LastPlace:
        if self._stays(card, on_plane=plane is not None):
            return replace(self._known[card.track], corners=card.corners)
        middle = card.corners.mean(0, keepdims=True)
        x, y = on_table(plane, middle)[0] / HEIGHT_MM if plane is not None else middle[0] / UNPLACED
        return _LastPlace(card.corners, (float(x), float(y)), plane is not None)

    def _plane(self, cards: Sequence[TrackView], size: tuple[int, int]) -> Matrix | None:
        """The table's plane, upright; None while no confirmed card has lain there."""
        for card in cards:
            if card.steady and not card.hidden:
                self._lain.pop(card.track, None)  # the latest last
                self._lain[card.track] = card.corners
        for track in list(self._lain)[:-LAIN]:
            del self._lain[track]
        plane = self._fit_to_lain(size)
        self._log_plane(plane is not None)
        if plane is None:
            return None
        if self._origin is None:
            self._origin = np.asarray(next(iter(self._lain.values())).mean(0), np.float32)
        return upright(plane, self._origin)

    def _fit_to_lain(self, size: tuple[int, int]) -> Matrix | None:
        """The plane of the cards that lay there last. Computing it takes milliseconds: a card carried across the table
        asks for it in every frame, and the others lie still.
        """
        if not self._lain:
            return None
        same = self._lain.keys() == self._fitted.keys() and all(
            float(np.abs(corners - self._fitted[track]).max()) < STAYS
            for track, corners in self._lain.items()
        )
        if not same:
            lain = np.stack(list(self._lain.values()))
            self._fit, self._fitted = self._camera.plane(lain, size), dict(self._lain)
        return self._fit

    def _log_plane(self, found: bool) -> None:
        if found != self._found:
            log.info("the table's plane is %s, from %d cards", "found" if found else "lost", len(self._lain))
        self._found = found


def _scaled(points: Floats, factor: Floats) -> Floats:
    return np.asarray(points * factor, np.float32)
