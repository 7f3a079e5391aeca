"""Fans: hands whose cards lie half over one another, as a hand of three that is turned up.

The finder sees one card or two in a fan of three, and the reader, shown one of them whole, reads what lies over it. So
each heap of cards is looked at from near, once nothing moves there (``vision.tracking.heaps``): the indices tell which
cards lie in it, and where (``vision.photograph.Recogniser``).

Each look's readings go to the cards that lie there already, or begin new ones. A card that looks no longer show is
gone, unless something lies over its place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import numpy as np

from vision.arrays import Box, Floats, Image
from vision.detection.detections import SeenCard
from vision.geometry import quads
from vision.reading.reader import UNREADABLE
from vision.tracking.arrival import Arrivals
from vision.tracking.background import Background
from vision.tracking.heaps import OVER, Heap, Heaps, corners_of
from vision.tracking.track import QUIET, SURE, Track, TrackView
from vision.tracking.tracker import Tracker

TWICE = 2
"""So many near looks, if they agree and all is read, are enough."""
MARGIN = 0.7
"""How much around a heap is looked at, in heights of a card: the finder may have found the last card of a fan alone."""
OF_HEAP = 0.2
"""The least share of a new card that lies in the heap looked at: a card of the next heap is read better there."""
ONE_CARD, ONE_PLACE = 1.0, 0.1
"""Heights of a card within which two readings of one name are one card, since an index alone tells only roughly where
its card lies; and within which the middles of two of other names, or the corner at the one's index and any of the
other's, are one card's, misread: of cards laid in a row the corners are 0.2 apart.
"""
MOSTLY = 0.5
"""The least share of the smaller one that two outlines of one card with one corner have in common: the corners of cards
side by side may touch.
"""
MOST_MISSED = 4
"""A card is gone after so many near looks that do not show it, at most; after two that find nothing there, and at once
where the bare table shows.
"""
BELIEVED = 0.5
"""A near look's reading with less probability says nothing. Of a strip and the index in it that read as two cards the
likelier has a little more (`vision.occlusion.overlaid`).
"""


class LooksClosely(Protocol):
    """Whatever reads a part of a picture from near: ``vision.photograph.Recogniser``."""

    def recognise(self, image: Image) -> list[SeenCard]:
        """The cards in a picture (height, width, 3) BGR uint8, most confident first."""


class _Frame(NamedTuple):
    """A frame at ``t`` seconds, and what is known of it."""

    image: Image
    t: float
    tracker: Tracker
    background: Background
    arrivals: Arrivals


@dataclass(eq=False, slots=True)
class _Fanned:
    """A card known from near looks: how often it was ``seen``, and in how many of the last it was ``missed``;
    ``by_index``: its place was told by an index.
    """

    track: Track
    missed: int = 0
    seen: int = 0
    by_index: bool = False

    def take(self, seen: SeenCard, t: float) -> None:
        """It was read in a near look."""
        assert seen.card is not None
        track, reading = self.track, np.full(UNREADABLE + 1, (1 - seen.confidence) / UNREADABLE, np.float32)
        reading[seen.card.code], reading[UNREADABLE] = seen.confidence, 0.0
        self.missed, self.seen = 0, self.seen + 1
        if self.seen == 1 or seen.confidence > track.confidence:
            track.corners, self.by_index = np.asarray(seen.corners, np.float32), seen.by_index
        track.confidence = max(track.confidence, seen.confidence)
        track.hits, track.last = track.hits + 1, t
        track.confirmed = self.seen >= TWICE or track.confidence >= SURE
        track.take(reading, undisturbed=True)

    @property
    def code(self) -> int:
        """The likeliest card that it is."""
        return int(self.track.posterior().argmax())


class Fans:
    """The cards known from near looks. Give ``see`` every frame, after the finder's finds have become tracks."""

    def __init__(self, closely: LooksClosely) -> None:
        self._closely = closely
        self._heaps = Heaps()
        self._cards: list[_Fanned] = []

    @property
    def outlines(self) -> list[Floats]:
        """Where the cards known lie."""
        return [card.track.corners for card in self._cards]

    def views(self) -> list[TrackView]:
        """The cards known, as others see them."""
        return [card.track.view() for card in self._cards]

    def anew(self) -> Fans:
        """The same, with nothing known: pictures have another size."""
        return Fans(self._closely)

    def shift(self, by: Floats) -> None:
        """The picture has moved by so many pixels (2,)."""
        for card in self._cards:
            card.track.shift(by)

    def see(
        self, image: Image, t: float, tracker: Tracker, background: Background, arrivals: Arrivals
    ) -> None:
        """Take in a frame: look from near at the heaps that are due."""
        frame = _Frame(image, t, tracker, background, arrivals)
        found = [track.corners for track in tracker.tracks if track.confirmed and not track.misses]
        for heap in self._heaps.due([*found, *self.outlines], background, t):
            self._look(heap, frame)
        for card in self._cards:
            card.track.occluded = background.moving(card.track.corners) > QUIET

    def _look(self, heap: Heap, frame: _Frame) -> None:
        """Look at a heap from near."""
        part = x0, y0, x1, y1 = _wider(heap.box, frame.image.shape[1::-1], MARGIN * self._height(heap))
        found = self._closely.recognise(np.ascontiguousarray(frame.image[y0:y1, x0:x1]))
        self._heaps.looked(heap, part, frame.background, frame.t)
        seen = [replace(card, corners=card.corners + np.array([x0, y0], np.float32)) for card in found]
        read = [card for card in seen if card.card is not None and card.confidence >= BELIEVED]
        here = [card for card in self._cards if _inside(card.track.corners, part)]
        met = self._take(read, here, heap, frame)
        for card in here:
            if card not in met and _inside(card.track.corners, heap.box):
                self._miss(card, [each.corners for each in seen], frame)
        mine = [card for card in self._cards if _inside(card.track.corners, heap.box)]
        unsure = any(card.missed or card.track.unsure for card in mine)
        unread = bool(mine) and any(card.card is None and _inside(card.corners, heap.box) for card in seen)
        heap.open = unsure or unread or (heap.looked < TWICE and not self._face_down(heap, frame.tracker))

    def _take(
        self, read: list[SeenCard], here: list[_Fanned], heap: Heap, frame: _Frame
    ) -> list[_Fanned | None]:
        """Each card that was read is one of those that lie here, or a new one; which of those were."""
        known, met = self.outlines, _matched(read, here)
        for each, card in zip(read, met, strict=True):
            if card is None:
                if quads.overlap(each.corners, corners_of(heap.box))[1] < OF_HEAP:
                    continue
                number, since = frame.tracker.number(), heap.calm_since
                card = _Fanned(Track(number, each.corners, since, frame.t, since))
                self._cards.append(card)
            card.take(each, frame.t)
            if card.track.arrival is None:
                others = [other for other in known if other is not card.track.corners]
                card.track.arrive(frame.arrivals.of(card.track.corners, card.track.since, others))
        return met

    def _miss(self, card: _Fanned, there: list[Floats], frame: _Frame) -> None:
        """A near look that found cards ``there`` did not show this one: it is gone, or something lies over it."""
        card.missed += 1
        corners = card.track.corners
        nothing = not any(quads.overlap(corners, other)[1] > OVER for other in there)
        most = 1 if nothing else min(card.seen, MOST_MISSED)
        if frame.background.bare(corners) or card.missed > most:
            self._cards.remove(card)
            frame.arrivals.left(corners, frame.t)

    def _face_down(self, heap: Heap, tracker: Tracker) -> bool:
        """Whether all that lies there surely lies face down."""
        there = [track for track in tracker.tracks if _inside(track.corners, heap.box)]
        known = any(_inside(card.track.corners, heap.box) for card in self._cards)
        return not known and all(track.face_down for track in there)

    def _height(self, heap: Heap) -> float:
        """The height of a card, pixels, as far as known."""
        if self._cards:
            return float(np.median(quads.widths_and_heights(np.stack(self.outlines))[1]))
        return float(max(heap.box[2] - heap.box[0], heap.box[3] - heap.box[1]))


def _matched(read: list[SeenCard], here: list[_Fanned]) -> list[_Fanned | None]:
    """For each reading the card that lies here and that it is of: one of its name nearby, else one just there that this
    look has not read by its own name.
    """
    met: list[_Fanned | None] = [None] * len(read)
    for same_name, within in ((True, ONE_CARD), (False, ONE_PLACE)):
        for k, each in enumerate(read):
            if met[k] is not None or each.card is None:
                continue
            reach = within * _height_of(each.corners)
            near = [
                card
                for card in here
                if card not in met
                and (card.code == each.card.code) == same_name
                and (
                    _apart(card.track.corners, each.corners) < reach
                    or (not same_name and _at_its_index(each, card))
                )
            ]
            met[k] = min(near, key=lambda one: _apart(one.track.corners, each.corners), default=None)
    return met


def _wider(box: Box, size: tuple[int, int], by: float) -> Box:
    """A box with so many pixels more on every side, within a picture of this size (width, height)."""
    x0, y0, x1, y1 = box
    return (
        max(0, round(x0 - by)),
        max(0, round(y0 - by)),
        min(size[0], round(x1 + by)),
        min(size[1], round(y1 + by)),
    )


def _inside(corners: Floats, box: Box) -> bool:
    """Whether a card's middle lies in a box."""
    x, y = corners.mean(0)
    return bool(box[0] <= x < box[2] and box[1] <= y < box[3])


def _apart(one: Floats, other: Floats) -> float:
    return float(np.linalg.norm(one.mean(0) - other.mean(0)))


def _at_its_index(seen: SeenCard, card: _Fanned) -> bool:
    """Whether the corner at the index of one is a corner of the other, and both share most of their place: each index
    is in one card's corner.
    """
    corners = card.track.corners
    if quads.overlap(corners, seen.corners)[1] < MOSTLY:
        return False
    within = ONE_PLACE * _height_of(seen.corners)
    both = ((card.by_index, corners, seen.corners), (seen.by_index, seen.corners, corners))
    return any(
        known and np.linalg.norm(other - mine[0], axis=1).min() < within for known, mine, other in both
    )


def _height_of(corners: Floats) -> float:
    """The height of a card, pixels."""
    return float(quads.widths_and_heights(corners[None])[1][0])
