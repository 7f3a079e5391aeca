"""The reader: which card is it? A network is shown each card, cut from the full picture and flattened
upright.

1. Flatten the card to 128 x 176 pixels (``flattened``), from as many pixels as the picture has.
2. Show it as it lies and, where that leaves a doubt, the other end up: either end of a card may be its top.
3. Where it cannot be read so, show it sideways: under a low camera a card's long edge may pass for a short one.
4. Combine the answers to one probability for each of the 52 cards and for "not readable, or a back".
5. Ask the index reader what it makes of the index at either end: it sees the print alone, not the figure, which differs
   from deck to deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from engine.cards import PACK, Card
from vision.arrays import Floats, Image, Mask
from vision.geometry import quads
from vision.runtime.inference import CannotRun, Network

WIDTH, HEIGHT = 128, 176
"""Pixels of a flattened card: every index is legible, and a hundred a second can be read."""
CLASSES = len(PACK) + 1
UNREADABLE = len(PACK)
"""The class of backs, of what is no card, and of cards whose indices cannot be seen."""
READABLE = 0.5
"""A card is named where its own probability is at least this."""
AT_ONCE = 32
"""Crops in one run of the network: more are no quicker and take memory."""
SHARPEST = 1.5
"""A picture with more pixels than this for each pixel of the crop is shrunk first, or fine print turns to
moire.
"""
AT_FIRST_SIGHT = 0.99
"""A card named so surely one way up is not shown the other way up: on photographs that changes only the time."""
SURE = 0.9
"""A card read less surely is shown sideways as well."""
LEAST = 1e-6
"""Probabilities below this count as this, so that one certain "no" does not outweigh everything."""
LEGIBLE = 32.0
"""Pixels that a card must be wide for its indices to be told from each other beyond doubt."""
INDEX_FLOOR = 0.005
"""A card that the index reader holds for less likely than this may be the one all the same."""


class ReadsIndices(Protocol):
    """Whatever reads the indices of flattened cards: ``vision.reading.indices.IndexReader``."""

    def of_cards(self, crops: Image) -> Floats:
        """Probabilities (n, 2, 53) of the index at either end of flattened cards (n, 176, 128, 3) BGR uint8."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: the card, or None where it is a back or cannot be read; and how sure that is, 0 to 1."""

    card: Card | None
    confidence: float


class Reader:
    """Reads flattened cards.

    ``network``: input (n, 3, 176, 128) RGB 0 to 1; output (n, 53), the probabilities of the cards in the
    order of ``engine.cards.PACK`` and of "not readable". ``temperature``: how much too sure the network is
    of itself. ``indices``: who is asked as well.
    """

    def __init__(
        self, network: Network, temperature: float = 1.0, indices: ReadsIndices | None = None
    ) -> None:
        self.network, self.temperature, self.indices = network, temperature, indices

    def read(self, image: Image, corners: Floats, alone: bool = False) -> tuple[Floats, Floats]:
        """The cards at ``corners`` (n, 4, 2) in a picture (height, width, 3) BGR: their probabilities (n, 53), and the
        corners as they were read, a short edge of the card first. ``alone``: they are taken to have nothing over either
        end; what has another card's index at one of them is two cards found together then, and not readable as one.
        """
        if not len(corners):
            return np.zeros((0, CLASSES), np.float32), corners
        crops = np.stack([flattened(image, four) for four in corners])
        legible = alone & (quads.widths_and_heights(corners)[0] >= LEGIBLE)
        posteriors, corners = self.answers(crops, legible), corners.copy()
        unread = np.flatnonzero(posteriors[:, :UNREADABLE].max(1) < SURE)
        if len(unread):
            sideways = np.roll(corners[unread], 1, 1)
            others = np.stack([flattened(image, four) for four in sideways])
            read = self.answers(others, legible[unread])
            better = read[:, :UNREADABLE].max(1) > posteriors[unread, :UNREADABLE].max(1)
            for whole, part in ((crops, others), (posteriors, read), (corners, sideways)):
                whole[unread[better]] = part[better]
        return self.helped(posteriors, crops), corners

    def shown(self, image: Image, corners: Floats, posteriors: Floats) -> Floats:
        """How likely (n,) the index at the better end of cards at ``corners`` (n, 4, 2), read as ``posteriors`` (n, 53)
        say, is that of the card that each is likeliest to be; 1 where no index reader can be asked.
        """
        if self.indices is None or not len(corners):
            return np.ones(len(corners), np.float32)
        ends = self.indices.of_cards(np.stack([flattened(image, four) for four in corners]))
        best = posteriors[:, :UNREADABLE].argmax(1)
        return np.asarray(ends[np.arange(len(corners)), :, best].max(1), np.float32)

    def read_crops(self, crops: Image) -> Floats:
        """Probabilities (n, 53) of flattened cards (n, 176, 128, 3) BGR uint8."""
        return self.helped(self.answers(crops), crops)

    def helped(self, posteriors: Floats, crops: Image) -> Floats:
        """What else is known of the cards put to the network's answers (n, 53): of a plain reader nothing."""
        return posteriors

    def answers(self, crops: Image, alone: Mask | None = None) -> Floats:
        """Probabilities (n, 53) of flattened cards (n, 176, 128, 3); of those ``alone`` (n,) as in ``read``."""
        upright = as_batch(crops)
        certainty = self._certainty(upright)
        unsure = np.flatnonzero(certainty[:, :UNREADABLE].max(1) < np.log(AT_FIRST_SIGHT))
        if len(unsure):
            turned = self._certainty(upright[unsure][:, :, ::-1, ::-1])
            certainty[unsure] = (certainty[unsure] + turned) / 2
        posteriors = probabilities(certainty / self.temperature)
        if self.indices is None:
            return posteriors
        ends = self.indices.of_cards(crops)
        posteriors = agreed(posteriors, ends)
        return (
            posteriors if alone is None else np.where(alone[:, None], separated(posteriors, ends), posteriors)
        )

    def _certainty(self, batch: Floats) -> Floats:
        """Logarithms (n, 53) of what the network answers."""
        parts = [self._run(batch[k : k + AT_ONCE]) for k in range(0, len(batch), AT_ONCE)]
        return np.log(np.maximum(np.concatenate(parts), LEAST))

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


def agreed(posteriors: Floats, indices: Floats) -> Floats:
    """What probabilities (n, 53) become by what the indices (n, 2, 53) of the same cards say: which card it is,
    where it is one. The ends that can be read count together as much as the reader; found by trying, as is the floor.
    """
    readable = np.maximum(1 - indices[..., UNREADABLE:], LEAST)
    heard = readable * np.log(indices[..., :UNREADABLE] / readable + INDEX_FLOOR)
    says = heard.sum(1) / np.maximum(readable.sum(1), 1.0)
    faces = probabilities(np.log(np.maximum(posteriors[:, :UNREADABLE], LEAST)) + says)
    blank = posteriors[:, UNREADABLE:]
    return np.concatenate([faces * (1 - blank), blank], 1).astype(np.float32)


def separated(posteriors: Floats, indices: Floats) -> Floats:
    """Probabilities (n, 53), less what the indices (n, 2, 53) say for two cards, one over the other: where one end says
    what the whole was read as, and the other end another card, no reading of the whole can be right. Ends that both
    say something else say little: that is how indices are read which are blurred, or seen from too low.
    """
    rows, best = np.arange(len(posteriors)), posteriors[:, :UNREADABLE].argmax(1)
    same = indices[rows, :, best]
    others = indices[..., :UNREADABLE].sum(2) - same
    differ = same[:, 0] * others[:, 1] + same[:, 1] * others[:, 0]
    held = posteriors * (1 - np.clip(differ, 0, 1))[:, None]
    held[:, UNREADABLE] += 1 - held.sum(1)
    return np.asarray(held, np.float32)


def reading(posterior: Floats) -> Reading:
    """What probabilities (53,) amount to: a card where one is likelier than not, else none."""
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
    if excess <= SHARPEST:
        return image, corners
    rows, columns = image.shape[:2]
    x0, y0 = np.clip(np.floor(corners.min(0)).astype(int) - 2, 0, (columns - 1, rows - 1))
    x1, y1 = np.clip(np.ceil(corners.max(0)).astype(int) + 3, (x0 + 1, y0 + 1), (columns, rows))
    size = max(1, round((x1 - x0) / excess)), max(1, round((y1 - y0) / excess))
    small = np.asarray(cv2.resize(image[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA), np.uint8)
    factor = np.array([size[0] / (x1 - x0), size[1] / (y1 - y0)], np.float32)
    return small, np.asarray((corners - (x0, y0) + 0.5) * factor - 0.5, np.float32)
