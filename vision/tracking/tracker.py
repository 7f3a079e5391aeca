"""The tracker: finds of many frames joined into tracks. It is told what was found, and knows no picture, no network.

1. Associate a frame's finds with the tracks (``vision.tracking.association``).
2. Each of these tracks follows its find; a find that is left over begins a tentative track.
3. Read the tracks that are due. Where readings surely name another card, that card lies on top: a track of its own.
4. A track that was searched for and not found is occluded, or lost.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from vision.arrays import Box, Floats
from vision.detection.detections import Detections
from vision.detection.finder import same_card
from vision.geometry import quads
from vision.reading.backs import CardReading
from vision.tracking.association import aligned, associate, nudged_to
from vision.tracking.track import QUIET, Motion, Track

log = logging.getLogger(__name__)

MOST_A_FRAME = 8
"""At most so many cards are read a frame, the least known first."""
IN_A_PILE = 0.15
"""What shares so much of the smaller one's area with a card that lies face down is of that pile, until surely read."""
COVERS, NAMED = 0.5, 0.6
"""What shares so much of the smaller one's area with a card that came before it would cover it, and is one itself only
if a name has this probability at least: on top it would be easy to read. Counted: in some twenty evenings seven such
outlines stayed for more than a second, of 0.59 at most; the three that were looked at lay round parts of two cards, or
of a card and print.
"""

Left = Callable[[Track, list[Track]], bool]
"""Whether the place of a track, which lies among others, looks as it did just before the card came
(``vision.tracking.departure``).
"""
Shows = Callable[[Track, list[Track]], bool | None]
"""Whether it looks as it did with the card; None where that cannot be told now."""


def not_remembered(track: Track, tracks: list[Track]) -> bool:
    """Nothing is known of how places looked before."""
    return False


class Readings(Protocol):
    """Whatever reads cards of the frame: ``vision.reading.backs.FrameReadings``."""

    def read(self, corners: Floats) -> list[CardReading]:
        """What the cards at ``corners`` (n, 4, 2) read as."""

    def judged(self, reading: CardReading, in_a_pile: bool, known: bool) -> Floats:
        """Probabilities (53,), backs told from faces; ``known``: it was well read as a card before."""

    def learn_back(self, track: int, reading: CardReading) -> None:
        """The card of this track surely lies face down."""


@dataclass(frozen=True, eq=False, slots=True)
class Search:
    """Where a frame of this ``size`` (width, height) was searched: in ``box``; if ``nearer`` is not None, also in that
    part of it from nearer. ``far`` are then the outlines (n, 4, 2) found without the nearer look.
    """

    size: tuple[int, int]
    box: Box
    nearer: Box | None = None
    far: Floats | None = None

    def only_near(self, find: Floats) -> bool:
        """Whether only the nearer look has found what lies at ``find`` (4, 2)."""
        return self.far is not None and not any(same_card(find, other) for other in self.far)

    def covers(self, track: Track) -> bool:
        """Whether a track was searched for: its whole place was looked at, and from as near as it takes."""
        box = self.nearer if track.near_only else self.box
        limits = np.array(self.size * 2)
        return box is not None and quads.holds(box, quads.around(track.corners, 1.0).clip(0, limits))


def is_false_positive(track: Track, tracks: list[Track]) -> bool:
    """Whether a track is no card but an outline round parts of one and of what lies beside it: it would cover a card
    that came before it and is surely read and found all the same, and cannot be read itself.
    """
    if not track.steady or float(track.posterior().max()) >= NAMED:
        return False
    return any(
        other.since < track.since
        and other.confirmed
        and other.surely_read
        and not other.hidden
        and quads.overlap(track.corners, other.corners)[1] > COVERS
        for other in tracks
    )


class Tracker:
    """Follows cards from frame to frame: ``tracks``, oldest first; ``lost`` are those that the last update lost."""

    def __init__(self) -> None:
        self.tracks: list[Track] = []
        self.lost: list[Track] = []
        self._count = 0

    def update(
        self,
        found: Detections,
        readings: Readings,
        search: Search,
        motion: Motion,
        t: float,
        shows: Shows = not_remembered,
        left: Left = not_remembered,
    ) -> list[Track]:
        """Take in what was found in a frame, ``t`` seconds into the source; the tracks that are left. ``left``, whether
        its place looks as before the card came, is asked of a track that is not found, ``shows`` where it has long not
        been found.
        """
        met = self._follow(found, motion, t)
        for track, k in met:
            track.credit(float(found.confidence[k]), search.only_near(found.corners[k]))
        self._read([track for track, _ in met], readings, motion, t)
        numbers = {track.number for track, _ in met}
        for track in self.tracks:
            if track.number not in numbers and search.covers(track):
                self._miss(track, motion, t, shows, left)
        self.lost = [track for track in self.tracks if track.lost]
        for track in self.lost:
            log.debug("%.1f s: track %d lost, there since %.1f s", t, track.number, track.since)
        self.tracks = [track for track in self.tracks if not track.lost]
        return self.tracks

    def drop(self, track: Track) -> None:
        """A card that was thought to be hidden is known to have left."""
        track.lost = True
        log.debug("track %d had left, there since %.1f s", track.number, track.since)
        self.tracks = [each for each in self.tracks if each is not track]

    def shift(self, by: Floats) -> None:
        """The picture has moved by so many pixels (2,)."""
        for track in self.tracks:
            track.shift(by)

    def resize(self, factor: Floats) -> None:
        """Pictures are so many times as wide and high (2,) from now on."""
        for track in self.tracks:
            track.resize(factor)

    def resume(self, t: float) -> None:
        """The table shows again: nothing has been missed while it did not."""
        for track in self.tracks:
            track.missed_since = t

    def _follow(self, found: Detections, motion: Motion, t: float) -> list[tuple[Track, int]]:
        """The tracks that were found, new ones too, each with the number of its find."""
        known = [track.corners for track in self.tracks]
        pairs, new = associate(np.stack(known) if known else found.corners[:0], found.corners)
        met = [(self.tracks[i], k) for i, k in pairs]
        for track, k in met:
            find = found.corners[k]
            # a card that can be read lies as it was read; one that cannot may have been taken across
            find = aligned(find, track.corners) if track.surely_read else find
            track.follow(find, motion.moving(track.corners), t, self._crowded(track))
        return met + [(self._begin(found.corners[k], t), k) for k in new]

    def _crowded(self, track: Track) -> bool:
        """Whether another card surely lies partly on a card, or under it."""
        others = (
            other for other in self.tracks if other is not track and other.confirmed and other.surely_read
        )
        return track.surely_read and any(
            quads.overlap(track.corners, other.corners)[1] > IN_A_PILE for other in others
        )

    def number(self) -> int:
        """A number that no track has had."""
        self._count += 1
        return self._count

    def _begin(self, corners: Floats, t: float) -> Track:
        track = Track(self.number(), corners, t, last=t, here=t, hits=1)
        self.tracks.append(track)
        return track

    def _read(self, tracks: Sequence[Track], readings: Readings, motion: Motion, t: float) -> None:
        """Read those of these tracks that are due."""
        due = [track for track in tracks if track.due(motion.moving(track.corners))]
        due.sort(key=lambda track: (track.readings > 0 and not track.reads, track.weight))
        due = due[:MOST_A_FRAME]
        if not due:
            return
        for track, reading in zip(due, readings.read(np.stack([k.corners for k in due])), strict=True):
            in_a_pile = reading.crop is not None and self._in_a_pile(track)
            posterior = readings.judged(reading, in_a_pile, track.well_read and not track.face_down)
            undisturbed = motion.moving(track.corners) < QUIET
            if track.read(posterior, undisturbed, t):
                self._lay_on(track, posterior, t)
            if track.confirmed and track.face_down:
                readings.learn_back(track.number, reading)

    def _lay_on(self, track: Track, posterior: Floats, t: float) -> None:
        """Another card has been laid right on a track's: begin its track."""
        above = self._begin(track.corners, t)
        above.take(posterior, undisturbed=True)
        above.confidence = track.confidence
        track.cover(t)

    def _in_a_pile(self, track: Track) -> bool:
        """Whether cards that surely lie face down lie partly over a card, or under it."""
        down = [other for other in self.tracks if other is not track and other.face_down]
        return any(quads.overlap(other.corners, track.corners)[1] > IN_A_PILE for other in down)

    def _miss(self, track: Track, motion: Motion, t: float, shows: Shows, left: Left) -> None:
        """A track was searched for and not found; where the same card is seen nearly there, that goes on for it."""
        nudged = partial(self._beside, track)
        track.miss(t, motion, nudged, partial(shows, track, self.tracks), partial(left, track, self.tracks))
        for other in self._beside(track) if track.lost and track.steady else []:
            other.go_on(track)

    def _beside(self, track: Track) -> list[Track]:
        """Where the same card is seen lying nearly there, long enough to be believed: of a card half under another an
        outline may be found for a moment that is off.
        """
        name = int(track.posterior().argmax())
        return [
            other
            for other in self.tracks
            if other.misses == 0
            and other.steady
            and int(other.posterior().argmax()) == name
            and nudged_to(track.corners, other.corners)
        ]
