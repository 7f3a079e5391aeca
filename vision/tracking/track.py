"""One card followed from frame to frame, and what all its readings say together."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from vision.arrays import Floats
from vision.geometry import quads
from vision.reading.reader import UNREADABLE

BELIEVED = 0.45
"""The finder's confidence that a card must have had at least once to be believed: less may be a coaster."""
DOUBTFUL_LOOKS = 8
"""What is not believed after so many looks is looked at again only when something moves: it may be a coaster."""
DISTURBED = 0.2
"""What a reading counts that was made while something moved there."""
SURE = 0.9
"""A reading is sure from this probability."""
ENOUGH_READS = 3
"""A card that has been read so often undisturbed, and surely, is known."""
FACE = 0.5
"""A reading that gives all cards together less than this shows no face: a back, a thing, an arm over it."""
A_READING, ALL_READINGS = 2.5, 6.0
"""Nats that one reading may say, and all so far, for a face or against it: what has long been a back needs three sure
readings to be a card, not a few that waver.
"""
SAME_PLACE = 0.22
"""A card found again lies within this share of its height of where it was."""


@dataclass(slots=True)
class Track:
    """One card followed from frame to frame.

    ``corners`` float32 (4, 2), pixels; ``since`` when it was found first, ``last`` when it was first
    missed after that, seconds; ``sure`` is the finder's highest confidence in it; ``near``: only a look from nearer
    finds it. ``logs`` sums the weighted logarithms of its readings, ``facing`` what they say for a face and against a
    back, nats; ``again``: how often it is to be read again, whatever is known; ``calm``: how often its face was read
    while nothing moved there.
    """

    number: int
    corners: Floats
    since: float
    last: float
    sure: float = 0.0
    seen: int = 0
    steady: bool = False
    missed: int = 0
    missed_since: float = 0.0
    hidden: bool = False
    near: bool = False
    reads: int = 0
    weight: float = 0.0
    logs: Floats = field(default_factory=lambda: np.zeros(UNREADABLE, np.float32))
    facing: float = 0.0
    looks: int = 0
    disagreed: int = 0
    again: int = 0
    calm: int = 0

    @property
    def face_up(self) -> bool:
        """Whether it has been read as a card, and not lately as a back."""
        return self.reads > 0 and self.facing >= 0

    @property
    def believed(self) -> bool:
        """Whether it is a card at all: by how sure the finder was; of what was only found from near, by its face."""
        return self.sure >= BELIEVED or (self.near and self.calm > 0 and not self.unsure)

    @property
    def open(self) -> bool:
        """Whether another look may tell more although nothing moves."""
        young = not self.steady and self.seen < DOUBTFUL_LOOKS
        return young or bool(self.missed or self.again or self.disagreed)

    @property
    def unsure(self) -> bool:
        """Whether another reading may tell more."""
        return self.weight < ENOUGH_READS or float(self.posterior().max()) < SURE

    def posterior(self) -> Floats:
        """Probabilities (52,) of what it is, in the order of ``engine.cards.PACK``."""
        if not self.reads:
            return np.full(UNREADABLE, 1 / UNREADABLE, np.float32)
        # The mean of all readings, no surer than they were: they share light and angle, and what a coaster half looks
        # like it looks like every time.
        logs = self.logs / max(self.weight, 1.0)
        raised = np.exp(logs - logs.max())
        return np.asarray(raised / raised.sum(), np.float32)

    def take(self, reading: Floats, undisturbed: bool) -> None:
        """Take in one reading (53,); one made while something moved over the card counts for less."""
        self.looks += 1
        blank = min(max(float(reading[UNREADABLE]), 1e-6), 1 - 1e-6)
        says = min(max(math.log((1 - blank) / blank), -A_READING), A_READING)
        self.facing = min(max(self.facing + says, -ALL_READINGS), ALL_READINGS)
        if 1 - blank >= FACE:
            faces = reading[:UNREADABLE] + 1e-4
            weight = 1.0 if undisturbed else DISTURBED
            self.logs = self.logs + weight * np.log(faces / faces.sum())
            self.weight += weight
            self.reads += 1
            self.calm += undisturbed


def matched(tracks: list[Track], corners: Floats) -> tuple[list[tuple[Track, int]], list[int]]:
    """Tracks with the finds (numbers into ``corners`` (n, 4, 2)) that lie in their places, nearest first;
    and the finds that are left over.
    """
    if not tracks or not len(corners):
        return [], list(range(len(corners)))
    middles = np.stack([track.corners.mean(0) for track in tracks])
    heights = quads.widths_and_heights(np.stack([track.corners for track in tracks]))[1]
    apart = np.linalg.norm(middles[:, None] - corners.mean(1)[None], axis=2) / heights[:, None]
    apart -= 0.01 * np.arange(len(tracks))[:, None]  # of two cards in one place the later lies on top
    pairs: list[tuple[Track, int]] = []
    free_tracks, free_finds = set(range(len(tracks))), set(range(len(corners)))
    for flat in np.argsort(apart, axis=None):
        i, k = divmod(int(flat), len(corners))
        if apart[i, k] > SAME_PLACE:
            break
        if i in free_tracks and k in free_finds and quads.same_way(tracks[i].corners, corners[k], 25):
            pairs.append((tracks[i], k))
            free_tracks.discard(i)
            free_finds.discard(k)
    return pairs, sorted(free_finds)
