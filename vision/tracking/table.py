"""The table as it lies: from every frame to the cards that lie there, and where.

1. Take out bars of flicker, and make a dark picture brighter (``vision.view.light``).
2. Compare the frame with the one before and with the bare table (``vision.tracking.background``).
3. Choose the part to look at (``vision.tracking.attention``); while nothing moves and all is known there is none.
4. Find cards there; on a printed table also in the picture without the bare table, and nothing that lies where the
   bare table shows unchanged. What is printed on the cloth is left out (``vision.tracking.unprinted``); a find that is
   only a fragment of a card is completed by the cards known (``vision.tracking.fragments``); what was laid on a known
   card is looked for by itself (``vision.tracking.laid_on``).
5. Hand the finds to the tracker, which reads what is due (``vision.tracking.tracker``).
6. Find out of each new card when it was laid, and from where the arm came (``vision.tracking.arrival``).
7. Say where each card lies on the table's plane (``vision.tracking.placement``).

While the table cannot be seen at all (``vision.view.view_lost``) everything stays as it was.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from vision.arrays import Box, Floats, Image
from vision.detection.detections import Detections
from vision.detection.finder import WITHIN, distinct, seen_twice
from vision.geometry import quads
from vision.geometry.edges import refine
from vision.reading.backs import Backs, FrameReadings, Reads
from vision.tracking.arrival import Arrivals
from vision.tracking.attention import TRIED, Attention
from vision.tracking.background import Background
from vision.tracking.card_size import CERTAIN, of_card_size
from vision.tracking.departure import Departure, departure, left_before, looks_as_before, still_shows
from vision.tracking.fans import Fans, LooksClosely
from vision.tracking.fragments import VERY_SAME, completed
from vision.tracking.laid_on import LaidOn
from vision.tracking.placement import Placement
from vision.tracking.track import QUIET, Track, TrackView
from vision.tracking.tracker import Search, Tracker, is_false_positive
from vision.tracking.unprinted import Cloth
from vision.view.light import Exposure, Flicker
from vision.view.view_lost import Loss, ViewWatch

log = logging.getLogger(__name__)

NEARER_AGAIN_S = 0.5
"""Seconds for which a look from nearer at a find of two cards counts: a pile that rests needs none in every frame."""
RESTS = 2
"""The table is still once nothing has moved for so many frames."""


class Finds(Protocol):
    """Whatever finds cards in a picture."""

    def find_within(
        self, image: Image, box: Box, long_side: int | None = None, stretch: float = 1.0
    ) -> Detections:
        """The cards that lie whole within a part (x0, y0, x1, y1) of a picture (height, width, 3) BGR, looked at as if
        the picture's longer side had so many pixels, and made so many times as high.
        """


@dataclass(frozen=True, eq=False, slots=True)
class TableView:
    """What lies face up on the table at ``t`` seconds; ``backs`` are outlines (n, 4, 2) of cards that lie
    face down or cannot be read; ``still``: nothing moves; ``arms``: where something reaches in over the picture's
    border, degrees round its middle (0 right, 90 below), the largest first. ``lost``: why the table cannot be seen;
    then all this is what was seen before. ``taken``: the cards that are now known to have left, and by whose arm.
    """

    t: float
    number: int
    cards: tuple[TrackView, ...]
    backs: tuple[Floats, ...]
    still: bool
    arms: tuple[float, ...] = ()
    lost: Loss | None = None
    taken: tuple[Departure, ...] = ()


class Table:
    """Follows the cards on a table. Feed ``look`` every frame in order. ``closely``: looks from near at heaps of cards,
    where hands are shown fanned; then only what it reads is said to lie there (``vision.tracking.fans``).
    """

    def __init__(self, finder: Finds, reader: Reads, closely: LooksClosely | None = None) -> None:
        self.finder, self.reader = finder, reader
        self.fans = Fans(closely) if closely is not None else None
        self.tracker = Tracker()
        self.background = Background()
        self.backs, self.cloth = Backs(), Cloth(reader)
        self._placement, self._arrivals = Placement(again=closely is not None), Arrivals()
        self._attention = Attention()
        self._laid_on = LaidOn(self.background, self._arrivals, self._alone, self._read)
        self._nearer: list[tuple[float, Floats, Floats]] = []
        self._watch, self._exposure, self._flicker = ViewWatch(), Exposure(), Flicker()
        self._size: tuple[int, int] | None = None
        self._lost = False
        self._taken: list[Departure] = []

    def look(self, image: Image, t: float, number: int) -> TableView:
        """Take in the next frame (height, width, 3) BGR uint8, ``t`` seconds into the source; what lies
        there now.
        """
        image = self._flicker.without(image)
        image = self._exposure.lit(image, t, any(track.shown for track in self.tracker.tracks))
        loss = self._watch.see(image, t)
        if loss is not None:
            if not self._lost:
                log.info("%.1f s: view lost: %s", t, loss.value)
            self._lost = True
            return self._view(t, number, loss)
        if self._lost:
            self._lost = False
            log.info("%.1f s: view back", t)
            self.tracker.resume(t)
        if self._watch.stands:
            self.tracker.resume(t)  # an arm may stand in it, and no time passes for what lies under it
        size = (image.shape[1], image.shape[0])
        if self._size not in (None, size):
            self._resize(size)
            return self._view(t, number, Loss.RESIZED)
        self._size = size
        self._see(image, t)
        return self._view(t, number, Loss.CONFUSED if self.cloth.confuses(t) else None)

    def _resize(self, size: tuple[int, int]) -> None:
        """Pictures have another size (width, height) from now on: of the same view, or that is soon found out."""
        assert self._size is not None
        factor = np.divide(size, self._size)
        log.info("pictures are %d x %d pixels from now on, not %d x %d", *size, *self._size)
        self.tracker.resize(factor)
        self._arrivals.forget()
        self._placement.resize(factor)
        self.background, self._attention, self._size = Background(), Attention(), size
        self._nearer.clear()
        self._laid_on = LaidOn(self.background, self._arrivals, self._alone, self._read)
        self.fans = None if self.fans is None else self.fans.anew()

    def _see(self, image: Image, t: float) -> None:
        """Take in a frame in which the table shows."""
        size = (image.shape[1], image.shape[0])
        self.background.update(image)
        self.tracker.shift(self.background.shift)
        if self.fans is not None:
            self.fans.shift(self.background.shift)
        if not self._watch.stands:
            self._arrivals.see(self.background, t)
        self._attention.quiet = self._attention.quiet + 1 if self.background.still() else 0
        box = self._attention.next_part(size, t, self.background.moved_box(), self.tracker.tracks)
        if box is not None:
            self.background.forget_moves()
            self._find(image, box, t)
            self._date(t)
        down = [track.corners for track in self.tracker.tracks if track.face_down]
        lie = [track.corners for track in self.tracker.tracks if track.came and not track.face_down]
        if self.fans is not None:
            self.fans.see(image, t, self.tracker, self.background, self._arrivals)
            lie += self.fans.outlines
        self.background.learn(lie, down)

    def _find(self, image: Image, box: Box, t: float) -> None:
        """Look at a part of the picture for cards, from nearer too where that is worth its while."""
        size, tracks = (image.shape[1], image.shape[0]), self.tracker.tracks
        plain = self.background.plain(image) if self.background.patterned else None
        found = self._found(image, plain, box, self._attention.side, self._attention.stretch)
        if self._attention.slant_unsure(size, box, found):
            found = self._at_best_slant(image, plain, box)
        stretch = self._attention.stretch
        found = self._cards(image, found, box, t)
        nearer = self._attention.nearer_part(size, box, tracks)
        if nearer is None:
            every, search = found, Search(size, box)
        else:
            near = self._found(image, plain, nearer, self._attention.near_side(size), stretch)
            every = self._cards(image, distinct(Detections.joined(found, near)), box, t)
            search = Search(size, box, nearer, found.corners)
        every = self._laid_on.cards(image, every, tracks, t)
        readings = FrameReadings(self.reader, self.backs, image, careful=self.cloth.patterned)
        shows = partial(still_shows, memory=self._arrivals)
        left = partial(looks_as_before, memory=self._arrivals)
        tracks = self.tracker.update(every, readings, search, self.background, t, shows, left)
        self._attention.learn(size, box, found, tracks)

    def _found(self, image: Image, plain: Image | None, box: Box, side: int, stretch: float) -> Detections:
        """What a look at a part of a picture finds; on a printed table also what it finds in the same picture
        (``plain``) without the bare table, whose print hides the edges of cards, and not what may be that print.
        """
        found = self.finder.find_within(image, box, side, stretch)
        if plain is None:
            return found
        printed = [self.background.unchanged(corners) for corners in found.corners]
        found = found.select((found.confidence >= CERTAIN) | ~np.array(printed, bool))
        return seen_twice(found, self.finder.find_within(plain, box, side, stretch))

    def _at_best_slant(self, image: Image, plain: Image | None, box: Box) -> Detections:
        """What is found in a part of a picture when it is shown as high as makes the finder surest; of as many finds
        as every look has, since the more there are the less sure are the last.
        """
        looks = [self._found(image, plain, box, self._attention.side, by) for by in TRIED]
        most = min((len(found) for found in looks if len(found)), default=0)
        sure = [float(np.sort(found.confidence)[::-1][:most].sum()) for found in looks]
        best = int(np.argmax(sure))
        self._attention.stretch = TRIED[best]
        return looks[best]

    def _date(self, t: float) -> None:
        """Find out of each card that has left when it was taken, and of each that is now first seen clearly when it was
        laid.
        """
        tracks = self.tracker.tracks
        for track in self.tracker.lost:
            if track.confirmed:
                # where no picture tells, it had left once nothing moved over its place, and it was not found
                missed = Departure(track.number, track.missed_since)
                self._leave(track, departure(track, tracks, self._arrivals) or missed)
        for track in [*tracks]:
            new = track.arrival is None and track.steady and not track.occluded and not track.misses
            if new and self.background.moving(track.corners) < QUIET:
                others = [other.corners for other in tracks if other is not track and other.confirmed]
                track.arrive(self._arrivals.of(track.corners, track.since, others))
                for gone, left in left_before(track, self.tracker.tracks, self._arrivals):
                    self.tracker.drop(gone)
                    self._leave(gone, left)

    def _leave(self, track: Track, left: Departure) -> None:
        """A card has left the table: when, and where known, by whose arm."""
        self._arrivals.left(track.corners, min(track.last, left.at))
        if track.shown:
            self._taken.append(left)

    def _cards(self, image: Image, found: Detections, box: Box, t: float) -> Detections:
        """The finds in a part of the picture that may be cards of this table, fragments of cards completed."""
        whole = box == (0, 0, *image.shape[1::-1])
        slanted = self._attention.slanted
        found = self.cloth.without_prints(image, found, self.tracker.tracks, t, whole, slanted)
        found = of_card_size(found, self.tracker.tracks, slanted, self._attention.told)
        read, size = partial(self._read, image), image.shape[1::-1]
        nearer, plane = partial(self._within, image, t), self._placement.plane
        return completed(found, self.tracker.tracks, read, size, plane, nearer, self._still)

    def _still(self, find: Floats) -> bool:
        return self.background.moving(find) < QUIET

    def _within(self, image: Image, t: float, find: Floats) -> Floats:
        """The cards (n, 4, 2) that a look from nearer shows within a find (4, 2): two cards, found as one. The same
        find is not looked at again within `NEARER_AGAIN_S`.
        """
        self._nearer = [look for look in self._nearer if t - look[0] < NEARER_AGAIN_S]
        for _, place, cards in self._nearer:
            if quads.overlap(place, find)[0] > VERY_SAME:
                return cards
        seen = self._near(image, find, self.tracker.tracks).corners
        within = seen[[quads.overlap(card, find)[1] > WITHIN for card in seen]] if len(seen) else seen
        self._nearer.append((t, find, within))
        return within

    def _near(self, image: Image, place: Floats, tracks: list[Track]) -> Detections:
        """What a look from nearer finds about a place (4, 2), in a part that cuts none of ``tracks`` in two."""
        box, side, stretch = self._attention.look_at(image.shape[1::-1], place, tracks)
        return self.finder.find_within(image, box, side, stretch)

    def _alone(self, image: Image, place: Floats) -> Detections:
        """What a look from nearer finds about a place (4, 2) of a picture in which nothing else shows."""
        return self._near(image, place, [])

    def _read(self, image: Image, outlines: Floats) -> tuple[Floats, Floats]:
        """What the cards at computed outlines (n, 4, 2) read as, moved onto the cards' own edges."""
        return self.reader.read(image, refine(image, outlines))

    def _view(self, t: float, number: int, loss: Loss | None = None) -> TableView:
        tracks = self.tracker.tracks
        seen = [track.view() for track in tracks if track.shown and not is_false_positive(track, tracks)]
        cards = seen if self.fans is None else self.fans.views()
        if loss is not None or self._size is None:
            placed = self._placement.as_known(cards)
        else:
            placed = self._placement.placed(cards, self._size)
        backs = tuple(track.corners for track in tracks if not track.shown and not track.misses)
        still = self._attention.quiet >= RESTS
        taken, self._taken = tuple(self._taken), []
        return TableView(t, number, placed, backs, still, self.background.arms(), loss, taken)
