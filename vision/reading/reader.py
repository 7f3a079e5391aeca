"""The reader: a network that says which card it is, from the card flattened upright.

1. Flatten the card to 128 x 176 pixels (``flattened``), from the picture's full resolution.
2. Read it as it lies and, if that is not sure, turned by half a circle: either end of a card may be its top.
3. If it is still not sure, read it sideways: under a low camera a card's long edge may look like a short one.
4. Combine the answers to one probability for each of the 52 cards and for "not readable, or a back".
5. Ask the index reader about the index at either end: it sees the index alone, and not the figure, which differs from
   deck to deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from engine.cards import PACK, Card, Rank, Suit
from vision.arrays import Floats, Image, Mask
from vision.geometry import quads
from vision.runtime.inference import CannotRun, Network

WIDTH, HEIGHT = 128, 176
"""Pixels of a flattened card: every index is legible, and a hundred cards a second can be read."""
CLASSES = len(PACK) + 1
UNREADABLE = len(PACK)
"""The class of backs, of what is no card, and of cards whose indices cannot be seen."""
READABLE = 0.5
"""A card is named if its probability is at least this."""
AT_ONCE = 32
"""Crops in one run of the network: more are no faster and take memory."""
MOST_SHRINKING = 1.5
"""If the picture has more pixels than this for each pixel of the crop, it is made smaller first, against moire.
"""
AT_FIRST_SIGHT = 0.99
"""A card read this surely is not read the other way up too: on photographs that changes only the time."""
SURELY_NONE = 0.98
"""Nor is what so surely shows no face: of 1,248 such crops in a film, two were likelier a card the other way up."""
SURE_PROBABILITY = 0.9
"""A card read less surely is read sideways too."""
LEAST_PROBABILITY = 1e-6
"""The floor of a probability, so that one certain "no" does not outweigh everything."""
LEGIBLE_PX = 32.0
"""The least width of a card, in pixels, at which its indices are surely told apart."""
BORNE_OUT_PROBABILITY = 0.5
"""Where many finds cannot be read a reading must be borne out by an index to this probability: print may be read as any
card, but shows no index. On forty printed cloths one of 60 prints that were named came over it, and 132 of 135 cards,
when the suit had to be shown too.
"""
SURELY_SHOWN = 0.05
"""An end less likely than this to be unreadable surely shows an index; where both do, they are heard together. A drawn
jack's ends came to J with 0.11 and 0.45, else 3, so on a printed cloth it was a back.
"""
NO_INDEX_PROBABILITY = 0.1
"""An end that is this likely to be unreadable shows no index. Of 7 readings of what is no card, on rendered tables and
in photographs, the more readable end came to 0.14 and more; of 8 of blurred cards, as unsure, to 0.00.
"""
ALONE_PROBABILITY, NO_END_PROBABILITY = 0.75, 0.6
"""Where no card of a picture is surely read, a reading must be this probable, and neither end of it so likely to be
unreadable. Of 12 readings of what is no card, on rendered tables, none passed; of 6 cards in spoilt photographs, all.
"""
FACELESS = 0.9
"""What is this probably no face is named by nobody: the cards share the rest, whatever its indices say."""
INDEX_FLOOR = 0.005
"""The floor of the index reader's probability: a card that it thinks less likely may still be right."""


class ReadsIndices(Protocol):
    """Whatever reads the indices of flattened cards: ``vision.reading.indices.IndexReader``."""

    def of_cards(self, crops: Image) -> Floats:
        """Probabilities (n, 2, 53) of the index at either end of flattened cards (n, 176, 128, 3) BGR uint8."""


class KnowsLetters(Protocol):
    """Whatever knows how the deck is lettered: ``vision.reading.letters.Letters``."""

    @property
    def english(self) -> bool:
        """Whether it is lettered in English, as far as is known."""

    def unfigured(self, posteriors: Floats, ends: Floats) -> Floats:
        """Probabilities (n, 53) of whole cards with these ends (n, 2, 53), less by what figures mislead to."""

    def told_apart(self, posteriors: Floats, ends: Floats) -> Floats:
        """Ends (n, 2, 53) by which two cards found as one, read as these (n, 53), are told."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: the card, or None for a back or an unreadable card; and the confidence in that, 0 to 1."""

    card: Card | None
    confidence: float


class Reader:
    """Reads flattened cards.

    ``network``: input (n, 3, 176, 128) RGB 0 to 1; output (n, 53), the probabilities of the cards in the
    order of ``engine.cards.PACK`` and of "not readable". ``temperature``: how much too sure the network is
    of itself. ``indices``: who is asked as well. ``letters``: who knows how the deck is lettered.
    """

    def __init__(
        self,
        network: Network,
        temperature: float = 1.0,
        indices: ReadsIndices | None = None,
        letters: KnowsLetters | None = None,
    ) -> None:
        self.network, self.temperature, self.indices, self.letters = network, temperature, indices, letters

    def read(self, image: Image, corners: Floats, alone: bool = False) -> tuple[Floats, Floats]:
        """The cards at ``corners`` (n, 4, 2) in a picture (height, width, 3) BGR: their probabilities (n, 53), and the
        corners as they were read, a short edge first. ``alone``: nothing lies over their ends; then a detection with
        two different indices is two cards found as one, and not readable.
        """
        if not len(corners):
            return np.zeros((0, CLASSES), np.float32), corners
        crops = np.stack([flattened(image, four) for four in corners])
        legible = alone & (quads.widths_and_heights(corners)[0] >= LEGIBLE_PX)
        posteriors, corners = self.answers(crops, legible), corners.copy()
        unread = np.flatnonzero(posteriors[:, :UNREADABLE].max(1) < SURE_PROBABILITY)
        if len(unread):
            sideways = np.roll(corners[unread], 1, 1)
            others = np.stack([flattened(image, four) for four in sideways])
            read = self.answers(others, legible[unread])
            better = read[:, :UNREADABLE].max(1) > posteriors[unread, :UNREADABLE].max(1)
            for whole, part in ((crops, others), (posteriors, read), (corners, sideways)):
                whole[unread[better]] = part[better]
        return self.corrected(posteriors, crops), corners

    def borne_out(self, image: Image, corners: Floats, posteriors: Floats) -> tuple[Floats, Mask]:
        """Probabilities (n, 53) of the cards at ``corners`` (n, 4, 2), those made unreadable that were read as a card
        of whose rank neither end shows the index, nor both together; and which (n,) do show it. The suit is not asked
        for: in an index of six pixels a diamond may be a spade. Without an index reader all stays as it is.
        """
        shown = np.ones(len(corners), bool)
        if self.indices is not None and len(corners):
            ends = self.indices.of_cards(np.stack([flattened(image, four) for four in corners]))
            best = posteriors[:, :UNREADABLE].argmax(1)
            ranks = ends[..., :UNREADABLE].reshape(len(corners), -1, len(Suit), len(Rank)).sum(2)
            said = ranks[np.arange(len(corners)), :, best % len(Rank)]
            both = (ends[..., UNREADABLE].max(1) < SURELY_SHOWN) & (said.sum(1) >= BORNE_OUT_PROBABILITY)
            shown = (said.max(1) >= BORNE_OUT_PROBABILITY) | both
        blank = np.eye(CLASSES, dtype=np.float32)[UNREADABLE]
        return np.where(shown[:, None], posteriors, blank).astype(np.float32), shown

    def supported(self, image: Image, corners: Floats, posteriors: Floats) -> Floats:
        """Probabilities (n, 53) of the cards at ``corners`` (n, 4, 2), those made unreadable that are not sure, and of
        which no end shows an index, though the card is large enough for that: no cards, but what is like one.
        """
        named = posteriors[:, :UNREADABLE].max(1)
        legible = quads.widths_and_heights(corners)[0] >= LEGIBLE_PX
        doubted = np.flatnonzero((named >= READABLE) & (named < SURE_PROBABILITY) & legible)
        if self.indices is None or not len(doubted):
            return posteriors
        ends = self.indices.of_cards(np.stack([flattened(image, corners[k]) for k in doubted]))
        best = posteriors[doubted, :UNREADABLE].argmax(1)
        shown = ends[np.arange(len(doubted)), :, best].max(1) >= BORNE_OUT_PROBABILITY
        none = doubted[~shown & (ends[..., UNREADABLE].min(1) >= NO_INDEX_PROBABILITY)]
        held = posteriors.copy()
        held[none] = np.eye(CLASSES, dtype=np.float32)[UNREADABLE]
        return held

    def stands_alone(self, image: Image, corners: Floats, confidence: Floats) -> Mask:
        """Which readings (n,) of cards at ``corners`` (n, 4, 2) with this ``confidence`` (n,) count though no card is
        surely read: the likely ones, both whose ends may show an index, if the card is large enough to tell.
        """
        likely = confidence >= ALONE_PROBABILITY
        legible = np.flatnonzero(likely & (quads.widths_and_heights(corners)[0] >= LEGIBLE_PX))
        if self.indices is not None and len(legible):
            ends = self.indices.of_cards(np.stack([flattened(image, corners[k]) for k in legible]))
            likely[legible] = ends[..., UNREADABLE].max(1) < NO_END_PROBABILITY
        return np.asarray(likely, bool)

    def read_crops(self, crops: Image) -> Floats:
        """Probabilities (n, 53) of flattened cards (n, 176, 128, 3) BGR uint8."""
        return self.corrected(self.answers(crops), crops)

    def corrected(self, posteriors: Floats, crops: Image) -> Floats:
        """Correct the network's probabilities (n, 53) by what is known of the deck: a plain reader knows nothing."""
        return posteriors

    def answers(self, crops: Image, alone: Mask | None = None) -> Floats:
        """Probabilities (n, 53) of flattened cards (n, 176, 128, 3); ``alone`` (n,) as in ``read``."""
        upright = as_batch(crops)
        certainty = self._certainty(upright)
        surely = (certainty[:, :UNREADABLE].max(1) >= np.log(AT_FIRST_SIGHT)) | (
            certainty[:, UNREADABLE] >= np.log(SURELY_NONE)
        )
        unsure = np.flatnonzero(~surely)
        if len(unsure):
            turned = self._certainty(upright[unsure][:, :, ::-1, ::-1])
            certainty[unsure] = (certainty[unsure] + turned) / 2
        posteriors = probabilities(certainty / self.temperature)
        if self.indices is None:
            return posteriors
        ends = self._ends(crops, posteriors)
        if self.letters is not None:
            posteriors = self.letters.unfigured(posteriors, ends)
        posteriors = combined(posteriors, ends)
        if alone is None:
            return posteriors
        if self.letters is not None:
            ends = self.letters.told_apart(posteriors, ends)
        return np.where(alone[:, None], unless_two_cards(posteriors, ends), posteriors)

    def _ends(self, crops: Image, posteriors: Floats) -> Floats:
        """Probabilities (n, 2, 53) of the index at either end of flattened cards read as these (n, 53). What surely
        shows no face is not asked: an index tells which card it is, and not whether it is one.
        """
        assert self.indices is not None
        if self.letters is not None and not self.letters.english:
            return self.indices.of_cards(crops)
        asked = np.flatnonzero(posteriors[:, UNREADABLE] < FACELESS)
        ends = np.zeros((len(crops), 2, CLASSES), np.float32)
        ends[..., UNREADABLE] = 1
        if len(asked):
            ends[asked] = self.indices.of_cards(crops[asked])
        return ends

    def _certainty(self, batch: Floats) -> Floats:
        """Logarithms (n, 53) of what the network answers."""
        parts = [self._run(batch[k : k + AT_ONCE]) for k in range(0, len(batch), AT_ONCE)]
        return np.log(np.maximum(np.concatenate(parts), LEAST_PROBABILITY))

    def _run(self, batch: Floats) -> Floats:
        answer = self.network.run(np.ascontiguousarray(batch))
        if answer.shape != (len(batch), CLASSES):
            raise CannotRun(
                f"a network is no reader: expected shape ({len(batch)}, {CLASSES}), got {answer.shape}"
            )
        return answer


def as_batch(crops: Image) -> Floats:
    """Crops (n, height, width, 3) BGR uint8 as networks take them: float32 (n, 3, height, width) RGB, 0 to 1."""
    return np.asarray(cv2.dnn.blobFromImages([*crops], 1 / 255, swapRB=True), np.float32)


def probabilities(certainty: Floats) -> Floats:
    """Probabilities from their logarithms, by the last axis."""
    raised = np.exp(certainty - certainty.max(-1, keepdims=True))
    return np.asarray(raised / raised.sum(-1, keepdims=True), np.float32)


def combined(posteriors: Floats, indices: Floats) -> Floats:
    """Combine probabilities (n, 53) with those of the indices (n, 2, 53) of the same cards, which tell the card but not
    whether it is one. The readable ends together weigh as much as the reader; tried out, as is the floor.
    """
    readable = np.maximum(1 - indices[..., UNREADABLE:], LEAST_PROBABILITY)
    heard = readable * np.log(indices[..., :UNREADABLE] / readable + INDEX_FLOOR)
    says = heard.sum(1) / np.maximum(readable.sum(1), 1.0)
    faces = probabilities(np.log(np.maximum(posteriors[:, :UNREADABLE], LEAST_PROBABILITY)) + says)
    blank = posteriors[:, UNREADABLE:]
    return np.concatenate([faces * (1 - blank), blank], 1).astype(np.float32)


def unless_two_cards(posteriors: Floats, indices: Floats) -> Floats:
    """Probabilities (n, 53), reduced by how likely the indices (n, 2, 53) show two cards, one over the other: one end
    says what the whole was read as, and the other end says another card. If both ends say something else, that tells
    little: blurred indices, or those seen from too low, are read like that.
    """
    rows, best = np.arange(len(posteriors)), posteriors[:, :UNREADABLE].argmax(1)
    same = indices[rows, :, best]
    others = indices[..., :UNREADABLE].sum(2) - same
    differ = same[:, 0] * others[:, 1] + same[:, 1] * others[:, 0]
    held = posteriors * (1 - np.clip(differ, 0, 1))[:, None]
    held[:, UNREADABLE] += 1 - held.sum(1)
    return np.asarray(held, np.float32)


def reading(posterior: Floats) -> Reading:
    """The card that probabilities (53,) name if one is likelier than not, else None."""
    best = int(posterior[:UNREADABLE].argmax())
    if posterior[best] >= READABLE:
        return Reading(PACK[best], float(posterior[best]))
    return Reading(None, float(posterior[UNREADABLE]))


def flattened(image: Image, corners: Floats) -> Image:
    """The card at ``corners`` (4, 2), clockwise from one end's top left, as a picture (176, 128, 3)."""
    source, at = _shrunk(image, np.asarray(corners, np.float32))
    outline = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    matrix = cv2.getPerspectiveTransform(at, outline)
    flat = cv2.warpPerspective(
        source, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    return np.asarray(flat, np.uint8)


def _shrunk(image: Image, corners: Floats) -> tuple[Image, Floats]:
    """The picture, and the corners in it; cut out and shrunk where a card is much larger than its crop."""
    width, height = quads.widths_and_heights(corners[None])
    excess = min(float(width[0]) / WIDTH, float(height[0]) / HEIGHT)
    if excess <= MOST_SHRINKING:
        return image, corners
    rows, columns = image.shape[:2]
    x0, y0 = np.clip(np.floor(corners.min(0)).astype(int) - 2, 0, (columns - 1, rows - 1))
    x1, y1 = np.clip(np.ceil(corners.max(0)).astype(int) + 3, (x0 + 1, y0 + 1), (columns, rows))
    size = max(1, round((x1 - x0) / excess)), max(1, round((y1 - y0) / excess))
    small = np.asarray(cv2.resize(image[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA), np.uint8)
    factor = np.array([size[0] / (x1 - x0), size[1] / (y1 - y0)], np.float32)
    return small, np.asarray((corners - (x0, y0) + 0.5) * factor - 0.5, np.float32)
