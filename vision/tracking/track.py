"""A track: one card followed from frame to frame, from its first find until it is lost, and what its readings say.

A track is *tentative* until it was found often enough in one place, then *confirmed*; *occluded* while something covers
it; *lost* once it has left the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

import numpy as np

from vision.arrays import Floats
from vision.geometry import quads
from vision.reading.reader import UNREADABLE
from vision.tracking.arrival import KEPT_S, Arrival
from vision.tracking.association import of_other_size

CONFIRMED_HITS = 3
"""A track is confirmed after so many finds at one place."""
CONFIRMED_APART_S = 0.5
"""Seconds: or after two finds so far apart. Looks that tell more apart than that are few, and an arm does not stay so
long; at eight looks a second three finds come sooner.
"""
BELIEVED = 0.6
"""The finder's confidence that a card must have had at least once to be confirmed: less may be a coaster."""
DOUBTFUL_HITS = 8
"""A track still tentative after so many finds is looked at again only when something moves: it may be a coaster."""
REREADS = 2
"""A card that has moved or been covered is read so often again: another may lie in its place."""
MOST_READINGS, MOST_BLANK = 24, 8
"""A card is read at most so often; one that has never shown a face, so often."""
LOST_MISSES = 2
"""A card is lost once the bare table has shown in its place for so many frames."""
LOST_SECONDS, LOST_AT_LEAST, LOST_SHARE = 2.5, 0.4, 0.5
"""Seconds after which a card not found at a place where nothing moves is lost, unless what shows of the place looks as
before. What was seen only shortly, and not surely read, is lost sooner: after the second, and this share of the time
for which it had been seen.
"""
LOST_ANYWAY = 2 * LOST_SECONDS
"""Seconds after which it is lost although something moves there, as grain of a dim picture may do all the time."""
REMEMBERED_S = KEPT_S / 2
"""Seconds after which it is asked again whether a card that is not found still shows, well before the pictures in
which it did are forgotten: arms that come over it may put that off.
"""
QUIET, STIRRED, REACHED = 0.05, 0.2, 0.15
"""Shares of a card's place that move: under the first it is undisturbed; over the second another card may have been
laid there; over the third an arm covers it.
"""
MOVED = 0.05
"""Heights of a card: a find that is off by more has moved, a nearer one only trembles."""
LEAPT = 0.2
"""Heights of a card: a find that is off by more may be of another card, even where nothing was seen to move."""
SMOOTHING = 0.4
"""How much of a find that only trembles is taken over into a track's corners."""
DISTURBED = 0.2
"""What a reading counts that was made while something moved there."""
SURE = 0.9
"""A reading is sure from this probability."""
CONTRADICTED = 0.02
"""What a card surely read must at most have been given before to contradict all readings before."""
CONTRADICTIONS = 2
"""So many contradictions in a row, and another card lies there."""
ENOUGH_READS = 3
"""A card that has been read so often undisturbed, and surely, is known."""
FACE = 0.5
"""A reading that gives all cards together less than this shows no face: a back, a thing, an arm over it."""
A_READING, ALL_READINGS = 2.5, 6.0
"""Nats that one reading may say, and all so far, for a face or against it: what has long been a back needs three sure
readings to be a card, not a few that waver.
"""
TURNED = 2.0
"""Seconds: a card that shows a face for the first time after longer has just been turned over, and lies there since."""


class TrackState(Enum):
    """Where a track is in its life."""

    TENTATIVE = "tentative"
    CONFIRMED = "confirmed"
    OCCLUDED = "occluded"
    LOST = "lost"


class Motion(Protocol):
    """Whatever tells what happens at a place of the picture: ``vision.tracking.background.Background``."""

    def moving(self, corners: Floats) -> float:
        """The share of a card's place (4, 2) that moves."""

    def bare(self, corners: Floats) -> bool | None:
        """Whether the bare table shows at a card's place (4, 2); None where that cannot be told."""


@dataclass(frozen=True, eq=False, slots=True)
class TrackView:
    """A track as others see it: a card that lies face up.

    ``corners`` float32 (4, 2), pixels; ``posterior`` float32 (52,), the probabilities of what it is; ``since`` from
    when on it has lain there, seconds, and ``laid_by`` from where arms reached there then, degrees round the
    picture's middle, the broadest first (``vision.tracking.arrival``); a tentative card was first found then.
    ``steady``: confirmed, and read while nothing moved. ``hidden``: occluded now, or its last
    reading made while nothing moved showed no face; a tentative card may be so too.
    ``place``: where its middle lies on the table, in heights of a card; in hundreds of pixels while the table's
    plane is not known (``vision.tracking.placement``).
    """

    track: int
    corners: Floats
    posterior: Floats
    since: float
    steady: bool
    hidden: bool
    place: tuple[float, float] = (0.0, 0.0)
    laid_by: tuple[float, ...] = ()

    @property
    def state(self) -> TrackState:
        """Where it is in its life; a lost card is not seen any more."""
        if self.hidden:
            return TrackState.OCCLUDED
        return TrackState.CONFIRMED if self.steady else TrackState.TENTATIVE


@dataclass(eq=False, slots=True)
class Track:
    """One card followed from frame to frame.

    ``corners`` float32 (4, 2), pixels; ``since`` when it was found first or, once its ``arrival`` is known, laid
    there; ``here`` when a tentative one was first found at this place; ``last`` when it was first missed after that,
    seconds; ``hits`` and ``misses`` count finds and frames without one. ``confidence``: the finder's highest;
    ``near_only``: only a look from nearer finds it. ``log_sum`` sums the weighted logarithms of its readings;
    ``face_evidence``: what they say for a face and against a back, nats; ``rereads``: how often it is to be read
    again, whatever is known; ``undisturbed``: how often its face was read while nothing moved there; ``blank``: whether
    the last reading made then showed none; ``was_face``: whether what they say for a face was once as much as one
    reading may say; ``proven``: when it was last found with no reading due, seconds;
    ``at_rest``: its corners when it was last found and nothing moved there: an arm that comes over it cuts the later
    ones.
    """

    number: int
    corners: Floats
    since: float
    last: float
    here: float = 0.0
    confidence: float = 0.0
    hits: int = 0
    misses: int = 0
    missed_since: float = 0.0
    confirmed: bool = False
    occluded: bool = False
    lost: bool = False
    near_only: bool = False
    reads: int = 0
    readings: int = 0
    weight: float = 0.0
    log_sum: Floats = field(default_factory=lambda: np.zeros(UNREADABLE, np.float32))
    face_evidence: float = 0.0
    contradictions: int = 0
    rereads: int = 0
    undisturbed: int = 0
    blank: bool = False
    was_face: bool = False
    proven: float = -math.inf
    arrival: Arrival | None = None
    at_rest: Floats | None = None

    # -- its life ----------------------------------------------------------------------------------------

    @property
    def state(self) -> TrackState:
        """Where it is in its life; it may be occluded before it was ever confirmed."""
        if self.lost:
            return TrackState.LOST
        if self.occluded:
            return TrackState.OCCLUDED
        return TrackState.CONFIRMED if self.confirmed else TrackState.TENTATIVE

    @property
    def believed(self) -> bool:
        """Whether it is a card at all: by the finder's confidence; of what only a near look finds, by its face."""
        return self.confidence >= BELIEVED or (self.near_only and self.undisturbed > 0 and not self.unsure)

    @property
    def came(self) -> bool:
        """Whether it came at all, as far as is known; what never did is the table's, and no card."""
        return self.arrival is None or self.arrival.came

    @property
    def open(self) -> bool:
        """Whether another look may tell more although nothing moves."""
        young = not self.confirmed and self.hits < DOUBTFUL_HITS
        return young or self.wavers or bool(self.misses or self.rereads or self.contradictions)

    def follow(self, find: Floats, moving: float, t: float, crowded: bool = False) -> None:
        """It was found at ``find`` (4, 2), at ``t`` seconds. A find of another size than the card at rest is, where
        something moves, an arm over it; where another card surely lies on it or under it (``crowded``), both found as
        one.
        """
        rested = self.corners if self.at_rest is None else self.at_rest
        if self.confirmed and (moving > QUIET or crowded) and of_other_size(rested, find):
            over_it = moving > QUIET
            self.misses, self.occluded, self.rereads = 0, over_it, REREADS if over_it else self.rereads
            return
        off = float(np.linalg.norm(find - self.corners, axis=1).max())
        height = float(quads.widths_and_heights(self.corners[None])[1][0])
        moved = off > MOVED * height
        trembling = (1 - SMOOTHING) * self.corners + SMOOTHING * find
        self.corners = find if moved else trembling.astype(np.float32)
        if moved and not self.confirmed:
            self.hits, self.here = 1, t
        else:
            self.hits += 1
        often = self.hits >= CONFIRMED_HITS or (self.hits > 1 and t - self.here >= CONFIRMED_APART_S)
        self.confirmed = self.confirmed or (often and self.believed and self.came)
        leapt = off > LEAPT * height
        if self.misses or leapt or (moved and moving >= QUIET):
            self.rereads = REREADS
        if moving < QUIET:
            self.at_rest = self.corners
        if self.steady and not (self.rereads or self.contradictions):
            self.proven = t
        self.misses, self.occluded = 0, False

    def credit(self, confidence: float, near_only: bool) -> None:
        """How sure the finder was of it just now; what only a look from nearer found counts for nothing."""
        self.near_only = near_only
        if not near_only:
            self.confidence = max(self.confidence, confidence)

    def miss(
        self,
        t: float,
        motion: Motion,
        nudged: Callable[[], object],
        shows: Callable[[], bool | None],
        left: Callable[[], bool],
    ) -> None:
        """It was searched for and not found: it is occluded, or lost. ``nudged``: where the same card is seen lying
        nearly there, if it is; ``shows``: whether its place looks as it did with the card, None where something moves
        there; ``left``: as it did before it came.
        """
        if self.misses == 0 and not self._only_print_found():
            self.missed_since = self.last = t
        self.misses += 1
        if not self.confirmed:
            self.lost = self.misses > LOST_MISSES
        elif motion.moving(self.corners) > REACHED:
            self.occluded, self.missed_since = True, t
        elif motion.bare(self.corners):
            # what lies there unfound for a second or two is soon taken for the table
            self.lost = self.misses >= LOST_MISSES and not shows()
        else:
            self.occluded = True
            if nudged() or left():
                self.lost = self.misses >= LOST_MISSES
            else:
                self._miss_longer(t, shows)

    def _miss_longer(self, t: float, shows: Callable[[], bool | None]) -> None:
        """It is lost once it has been missed too long and does not show; that may wait while something moves there."""
        too_long = self._missed_too_long(t)
        if not too_long and t - self.last <= REMEMBERED_S:
            return
        there = shows()
        if there:
            self.last = t
            self.missed_since = t if too_long else self.missed_since
        elif too_long:
            self.lost = there is not None or t - self.missed_since > LOST_ANYWAY

    def _only_print_found(self) -> bool:
        """Whether what was found there since it was missed before shows no face: the card has not come back."""
        return self.well_read and self.blank and self.proven < self.missed_since

    def _missed_too_long(self, t: float) -> bool:
        least = LOST_SECONDS if self.surely_read else LOST_AT_LEAST + LOST_SHARE * (self.last - self.since)
        return t - self.missed_since > min(LOST_SECONDS, least)

    def arrive(self, arrival: Arrival) -> None:
        """It is known when it was laid there: no later than it was found. Where nothing came it is no card."""
        self.arrival, self.since = arrival, min(self.since, arrival.at)
        self.confirmed = self.confirmed and arrival.came

    def go_on(self, before: Track) -> None:
        """It is the same card as ``before``, whose place was a little off: it has lain there since that was laid."""
        if before.since < self.since:
            self.since, self.arrival = before.since, before.arrival

    def cover(self, t: float) -> None:
        """Another card has been laid on it."""
        self.contradictions, self.occluded, self.misses, self.missed_since = 0, True, 1, t

    def shift(self, by: Floats) -> None:
        """The picture has moved by so many pixels (2,)."""
        self.corners = self.corners + by
        if self.at_rest is not None:
            self.at_rest = self.at_rest + by

    def resize(self, factor: Floats) -> None:
        """Pictures have another size from now on: so many times as wide and high (2,)."""
        self.corners, self.at_rest = np.asarray(self.corners * factor, np.float32), None
        self.rereads = REREADS

    # -- what it is --------------------------------------------------------------------------------------

    @property
    def steady(self) -> bool:
        """Whether it is confirmed, and was read while nothing moved over it."""
        return self.confirmed and self.undisturbed > 0

    @property
    def face_up(self) -> bool:
        """Whether it has been read as a card, and not lately as a back."""
        return self.reads > 0 and self.face_evidence >= 0

    @property
    def shown(self) -> bool:
        """Whether it lies face up as far as is known: what was well read and shows no face now may be covered."""
        return self.came and (self.face_up or self.well_read)

    @property
    def hidden(self) -> bool:
        """Whether it cannot be seen just now that the card lies there: it is occluded, or reads as none."""
        return self.occluded or self.blank or not self.face_up

    @property
    def face_down(self) -> bool:
        """Whether it surely lies face down."""
        return self.face_evidence <= -ALL_READINGS

    @property
    def well_read(self) -> bool:
        """Whether its face was read often enough while nothing moved there. A back in poor light half reads as a face
        now and then: that is not enough.
        """
        return self.undisturbed >= ENOUGH_READS and self.was_face

    @property
    def wavers(self) -> bool:
        """Whether it was well read as a card and lately rather as a back: it was turned over, or an arm was over it."""
        return self.well_read and -ALL_READINGS < self.face_evidence < 0

    @property
    def unsure(self) -> bool:
        """Whether another reading may tell more."""
        return self.weight < ENOUGH_READS or float(self.posterior().max()) < SURE

    @property
    def surely_read(self) -> bool:
        """Whether it was read as one card, undisturbed, and surely."""
        return self.face_up and self.undisturbed > 0 and not self.unsure

    def posterior(self) -> Floats:
        """Probabilities (52,) of what it is, in the order of ``engine.cards.PACK``."""
        if not self.reads:
            return np.full(UNREADABLE, 1 / UNREADABLE, np.float32)
        # The mean of all readings, no surer than they were: they share light and angle, and what a coaster half looks
        # like it looks like every time.
        logs = self.log_sum / max(self.weight, 1.0)
        raised = np.exp(logs - logs.max())
        return np.asarray(raised / raised.sum(), np.float32)

    def due(self, moving: float) -> bool:
        """Whether it is to be read now: not yet surely read, or, once it is calm there, something has moved over it.
        What surely lies face down is not read until then, and what has just come here, and moves, is still in a hand.
        """
        if moving > STIRRED:
            self.rereads = REREADS
        if self.hits <= 1 and moving >= QUIET:
            return False
        most = MOST_READINGS if self.reads else MOST_BLANK
        untold = self.unsure and not self.face_down and self.readings < most
        again = self.wavers or bool(self.rereads or self.contradictions)
        return untold or (moving < QUIET and again)

    def read(self, reading: Floats, undisturbed: bool, t: float) -> bool:
        """Take in one reading (53,), unless it contradicts those before; whether another card now lies on this one.

        A well-read card that shows no face is read on until that is clear: perhaps it has left, and print was found.
        """
        told = self.face_down or not self.well_read or float(reading[UNREADABLE]) < FACE
        self.rereads = max(0, self.rereads - (undisturbed and told))
        if undisturbed and self._contradicted_by(reading):
            self.contradictions += 1
            return self.contradictions >= CONTRADICTIONS
        self.contradictions = 0
        face_up = self.face_up
        self.take(reading, undisturbed)
        if self.face_up and not face_up and t - self.since > TURNED:
            self.since, self.arrival = t, None
        return False

    def _contradicted_by(self, reading: Floats) -> bool:
        """Whether a reading surely says another card than those before."""
        best = int(reading.argmax())
        known = self.weight >= 2 and best != UNREADABLE and reading[best] > SURE
        return bool(known and self.posterior()[best] < CONTRADICTED)

    def take(self, reading: Floats, undisturbed: bool) -> None:
        """Take in one reading (53,); one made while something moved over the card counts for less."""
        self.readings += 1
        blank = min(max(float(reading[UNREADABLE]), 1e-6), 1 - 1e-6)
        says = min(max(math.log((1 - blank) / blank), -A_READING), A_READING)
        self.face_evidence = min(max(self.face_evidence + says, -ALL_READINGS), ALL_READINGS)
        self.was_face = self.was_face or self.face_evidence >= A_READING
        face = 1 - blank >= FACE
        self.blank = not face if undisturbed else self.blank
        if face:
            faces = reading[:UNREADABLE] + 1e-4
            weight = 1.0 if undisturbed else DISTURBED
            self.log_sum = self.log_sum + weight * np.log(faces / faces.sum())
            self.weight += weight
            self.reads += 1
            self.undisturbed += undisturbed

    def view(self) -> TrackView:
        """The track as others see it."""
        laid_by = self.arrival.arms if self.arrival is not None else ()
        return TrackView(
            self.number,
            self.corners,
            self.posterior(),
            self.since,
            self.steady,
            self.hidden,
            laid_by=laid_by,
        )
