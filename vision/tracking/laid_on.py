"""What was laid on a card: found in the picture without all that lay there before.

Of two cards of which one lies half over the other the finder may give one outline, round both: the card on top is then
never seen, and its play is lost. But the picture before the arm came is remembered (``vision.tracking.arrival``). So
while it has not been calm for long at the place of a known card, and a part of it looks otherwise than before:

1. Where the picture looks as it did within the last seconds, it becomes one even colour: what was laid is left.
2. The finder looks there again. What it finds then, and surely reads as a card that is not known there, is one more.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.arrays import Floats, Image, Mask
from vision.detection.detections import Detections
from vision.geometry import quads
from vision.reading.reader import UNREADABLE
from vision.tracking.arrival import INNER, LAMP_SHARE, SHARED, Arrivals, Picture, filled
from vision.tracking.background import Background
from vision.tracking.track import QUIET, SURE, Track
from vision.view.cells import Part, cells_inside

CHANGED, REPLACED = 0.1, 0.9
"""Shares of a card's place: if less of it looks otherwise than before, light or a nudge did that; if more, it left."""
TRIED_S = 1.5
"""Seconds for which it is looked at so: two finds half a second apart confirm a card, also on a slow machine."""
KNOWN = 0.75
"""Outlines that share so much of their common area are one: it has been found without this."""

Find = Callable[[Image, Floats], Detections]
"""What is found in a picture near a place (4, 2)."""
Read = Callable[[Image, Floats], tuple[Floats, Floats]]
"""What cards at outlines (n, 4, 2) of a picture read as (n, 53), and their outlines moved onto their edges."""


class LaidOn:
    """Looks for cards that lie on known ones. ``find`` and ``read`` are how cards are found and read."""

    def __init__(self, background: Background, memory: Arrivals, find: Find, read: Read) -> None:
        self._background, self._memory, self._find, self._read = background, memory, find, read

    def cards(self, image: Image, found: Detections, tracks: list[Track]) -> Detections:
        """The cards that lie on those of ``tracks`` in a picture (height, width, 3) BGR and are not among ``found``."""
        for track in tracks:
            if track.surely_read and self._background.moving(track.corners) < QUIET:
                alone = self._alone(image, track, tracks)
                if alone is not None:
                    found = Detections.joined(found, self._new(image, alone, track, tracks, found))
        return found

    def _alone(self, image: Image, track: Track, tracks: list[Track]) -> Image | None:
        """The picture of what was laid on a card, without all else; None where nothing was, or it has been found."""
        before = self._memory.before_moves(track.corners, TRIED_S)
        if not before:
            return None
        inside, part = cells_inside(self._background.moving_cells.shape, track.corners, INNER)
        new = self._new_since(before, part)
        if not CHANGED <= float(new[inside].mean()) <= REPLACED:
            return None
        new = self._new_since(before)
        if float(new.mean()) > LAMP_SHARE:
            return None
        place = filled(new.shape, track.corners)
        for other in tracks:
            if other.since > before[0].t:
                place &= ~filled(new.shape, other.corners)
        return self._background.only(image, new) if new[place].any() else None

    def _new_since(self, pictures: list[Picture], part: Part | None = None) -> Mask:
        """The cells of the frame, or of a part of it (h, w), that look as in none of these pictures of before."""
        masks = [self._background.new_since(each.look, part) for each in pictures]
        return np.asarray(np.logical_and.reduce(masks), np.bool_)

    def _new(
        self, image: Image, alone: Image, track: Track, tracks: list[Track], found: Detections
    ) -> Detections:
        """What is found in that picture, and surely reads as a card that is not known to lie there."""
        seen = self._find(alone, track.corners)
        on_it = [
            quads.overlap(one, track.corners)[1] > SHARED
            and not any(quads.overlap(one, other)[0] > KNOWN for other in found.corners)
            for one in seen.corners
        ]
        seen = seen.select(np.array(on_it, bool))
        if not len(seen):
            return seen
        readings, _ = self._read(image, seen.corners)
        names, sure = readings[:, :UNREADABLE].argmax(1), readings[:, :UNREADABLE].max(1) > SURE
        known = [int(other.posterior().argmax()) for other in tracks if other.confirmed and other.surely_read]
        return seen.select(sure & ~np.isin(names, known))
