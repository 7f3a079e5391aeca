"""What was laid on a card: found in the picture without all that lay there before.

Of two cards of which one lies half over the other the finder may give one outline, round both: the card on top is then
never seen, and its play is lost. But the picture before the arm came is remembered (``vision.tracking.arrival``). So
while it has not been calm for long at the place of a known card, and a part of it looks otherwise than before:

1. Where the picture looks as it did within the last seconds, it becomes one even colour: what was laid is left.
2. The finder looks there again. What it finds then, and surely reads as a card that is not known there, is one more.
   A look that finds nothing is not repeated at once: it costs as much as all else in a frame.
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
from vision.view.cells import cells_inside

CHANGED, REPLACED = 0.1, 0.9
"""Shares of a card's place: if less of it looks otherwise than before, light or a nudge did that; if more, it left."""
TRIED_S = 1.5
"""Seconds for which it is looked at so: two finds half a second apart confirm a card, also on a slow machine."""
AGAIN_S = 0.25
"""Seconds until a place is looked at so again, after a look that found nothing."""
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
        self._nothing_at: dict[int, float] = {}

    def cards(self, image: Image, found: Detections, tracks: list[Track], t: float) -> Detections:
        """The cards that lie on those of ``tracks`` in a picture (height, width, 3) BGR, ``t`` seconds into the source,
        and are not among ``found``.
        """
        self._nothing_at = {number: at for number, at in self._nothing_at.items() if t - at < AGAIN_S}
        for track in tracks:
            due = track.surely_read and track.number not in self._nothing_at
            if due and self._background.moving(track.corners) < QUIET:
                alone = self._alone(image, track, tracks)
                if alone is not None:
                    new = self._new(image, alone, track, tracks, found)
                    found = Detections.joined(found, new)
                    if not len(new):
                        self._nothing_at[track.number] = t
        return found

    def _alone(self, image: Image, track: Track, tracks: list[Track]) -> Image | None:
        """The picture of what was laid on a card, without all else; None where nothing was, or it has been found."""
        before = self._memory.before_moves(track.corners, TRIED_S)
        if not before:
            return None
        if not CHANGED <= self._share_new(before, track.corners) <= REPLACED:
            return None
        new = self._new_since(before)
        if float(new.mean()) > LAMP_SHARE:
            return None
        place = filled(new.shape, track.corners)
        for other in tracks:
            if other.since > before[0].t:
                place &= ~filled(new.shape, other.corners)
        return self._background.only(image, new) if new[place].any() else None

    def _share_new(self, pictures: list[Picture], corners: Floats) -> float:
        """The share of a card's place (4, 2) that looks as in none of these pictures of before; at most so much where
        it is too little to tell.
        """
        inside, part = cells_inside(self._background.moving_cells.shape, corners, INNER)
        new, share = inside, 1.0
        for each in pictures:
            if share < CHANGED:
                break
            new = new & self._background.new_since(each.look, part)
            share = float(new.sum() / inside.sum())
        return share

    def _new_since(self, pictures: list[Picture]) -> Mask:
        """The cells of the frame (h, w) that look as in none of these pictures of before."""
        masks = [self._background.new_since(each.look) for each in pictures]
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
