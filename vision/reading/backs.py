"""Backs: how the deck's back looks, learnt at the table, where the stock shows it all the time.

In poor light the reader may half take a back for a face. That it looks like the other backs there tells it is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask
from vision.geometry.edges import refine
from vision.reading.reader import READABLE, SURE_PROBABILITY, UNREADABLE, flattened

COPY_SIZE = (24, 33)
"""Width and height in pixels of the small copies that are compared: the pattern counts, not its detail."""
INSET_SHARE = 0.04
"""The share left out along a flattened card's sides: if its outline is not exact, the table shows there."""
SAME_CORRELATION = 0.7
"""The correlation from which two are the same. In four films, faces reached at most 0.67 with a back, and backs of one
deck 0.68 to 1 with each other, nearly always more than this with one of those kept.
"""
VERY_SAME_CORRELATION = 0.92
"""The same for what reads as one card, though not surely. Among what has been learnt there may be a cup, or a patch of
the cloth: an ace reached 0.75 with the one, a two 0.89 with the other.
"""
FACE_DOWN, UNTOLD = 0.95, 0.51
"""The probability of "unreadable" given to what looks like the deck's back; and the one that says nothing for a face
and almost nothing against one.
"""
MOST_VIEWS = 6
"""How many views of the back are kept: light differs over the table."""
PLAIN_CONTRAST = 4.0
"""Grey levels (standard deviation): with less, a card is plain and cannot be compared."""


class Backs:
    """Remembers how the deck's back looks. It takes cards flattened by ``vision.reading.reader.flattened``."""

    def __init__(self) -> None:
        self._known: dict[int, Floats] = {}

    def learn(self, track: int, crop: Image) -> None:
        """Learn from a flattened card (height, width, 3) BGR that surely lies face down, and its track's number."""
        looks = _look(crop)
        if looks is None:
            return
        self._known.pop(track, None)
        self._known[track] = looks
        if len(self._known) > MOST_VIEWS:
            del self._known[next(iter(self._known))]

    def like(self, crop: Image, least: float = SAME_CORRELATION) -> bool:
        """Whether a flattened card looks like a back seen before, either end up: a correlation of ``least``."""
        looks = _look(crop) if self._known else None
        if looks is None:
            return False
        known = np.stack(list(self._known.values()))
        alike = (np.einsum("nhwc,hwc->n", known, one).max() for one in (looks, looks[::-1, ::-1]))
        return bool(max(alike) > least)


def _look(crop: Image) -> Floats | None:
    """A small copy of a card, normalised for brightness and contrast; None if it is plain."""
    height, width = crop.shape[:2]
    x, y = round(width * INSET_SHARE), round(height * INSET_SHARE)
    small = cv2.resize(crop[y : height - y, x : width - x], COPY_SIZE, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.8)
    smooth -= smooth.mean((0, 1))
    if float(smooth.std()) < PLAIN_CONTRAST:
        return None
    return np.asarray(smooth / np.linalg.norm(smooth), np.float32)


def with_blank(reading: Floats, blank: float) -> Floats:
    """A reading (53,) with this probability of "not readable, or a back"; the cards share the rest as before."""
    faces = reading[:UNREADABLE] * ((1 - blank) / max(1e-6, float(reading[:UNREADABLE].sum())))
    return np.append(faces, np.float32(blank)).astype(np.float32)


class Reads(Protocol):
    """Whatever reads cards in a picture: ``vision.reading.reader.Reader``."""

    def read(self, image: Image, corners: Floats) -> tuple[Floats, Floats]:
        """Probabilities (n, 53) of the cards at ``corners`` (n, 4, 2), and their corners, a short edge first."""

    def borne_out(self, image: Image, corners: Floats, posteriors: Floats) -> tuple[Floats, Mask]:
        """Probabilities (n, 53), those made unreadable that no index of theirs bears out, and which (n,) one does."""


@dataclass(frozen=True, eq=False, slots=True)
class CardReading:
    """One card as it was read: its probabilities (53,); and the flattened card, unless a face was surely read."""

    posterior: Floats
    crop: Image | None


class FrameReadings:
    """Reads the cards of one frame; a card that is not surely read is compared with the backs known. ``careful``: the
    cloth is printed, and a reading counts only where an index bears it out.
    """

    def __init__(self, reader: Reads, backs: Backs, image: Image, careful: bool = False) -> None:
        self._reader, self._backs, self._image, self._careful = reader, backs, image, careful

    def read(self, corners: Floats) -> list[CardReading]:
        """Read the cards at ``corners`` (n, 4, 2), without asking for backs."""
        posteriors, corners = self._on_their_edges(*self._reader.read(self._image, corners))
        if self._careful:
            posteriors, _ = self._reader.borne_out(self._image, corners, posteriors)
        unclear = posteriors[:, :UNREADABLE].max(1) < SURE_PROBABILITY
        return [
            CardReading(posterior, flattened(self._image, four) if no_face else None)
            for posterior, four, no_face in zip(posteriors, corners, unclear, strict=True)
        ]

    def _on_their_edges(self, posteriors: Floats, corners: Floats) -> tuple[Floats, Floats]:
        """The readings (n, 53) and corners (n, 4, 2), those that are unsure read again on the cards' own edges: the
        outline of a card that lies half on another may take in some of that one.
        """
        named = posteriors[:, :UNREADABLE].max(1)
        unsure = np.flatnonzero((named < SURE_PROBABILITY) & (posteriors[:, UNREADABLE] < FACE_DOWN))
        if len(unsure):
            again, onto = self._reader.read(self._image, refine(self._image, corners[unsure]))
            better = again[:, :UNREADABLE].max(1) > named[unsure]
            posteriors[unsure[better]], corners[unsure[better]] = again[better], onto[better]
        return posteriors, corners

    def judged(self, reading: CardReading, in_a_pile: bool, known: bool) -> Floats:
        """Probabilities (53,) once it is asked whether the card looks like a back, or lies in a pile of them.

        A card that is ``known``, having been well read before, is no back while it reads rather as a card than as none:
        with a sleeve at its edge, of the colour of the backs, it may look like one. What reads rather as one card than
        as all others must look more like a back than the rest.
        """
        blank = reading.posterior[UNREADABLE]
        if reading.crop is None or (known and blank < 1 - blank):
            return reading.posterior
        named = float(reading.posterior[:UNREADABLE].max()) >= READABLE
        least = VERY_SAME_CORRELATION if named else SAME_CORRELATION
        if blank < FACE_DOWN and self._backs.like(reading.crop, least):
            return with_blank(reading.posterior, FACE_DOWN)
        return with_blank(reading.posterior, UNTOLD) if in_a_pile else reading.posterior

    def learn_back(self, track: int, reading: CardReading) -> None:
        """The card of this track surely lies face down: remember how its back looks, if it read as none just now."""
        if reading.crop is not None and reading.posterior[UNREADABLE] >= READABLE:
            self._backs.learn(track, reading.crop)
